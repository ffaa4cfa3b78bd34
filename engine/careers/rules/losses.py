"""Apply losses, catastrophe insurance, debts and bankruptcy. A loss of cash, happiness, fame or salary is first offered
to the insurance, when it is insurable and the seat has a policy; then it is suffered. Cash that is owed but not there
is a debt: sell, barter, or go bankrupt."""

from engine.careers import actions as a
from engine.careers.rules.goods import asked_of
from engine.careers.rules.ledger import BANKRUPTCY, CASH, FAME, HAPPINESS, ask, gain_cash, note, pay, round_down, send
from engine.careers.rules.trading import debt_offers
from engine.careers.state import Prompt, State


def lose(g: State, seat: int, what: int, amount: int, insurable: bool) -> None:
    """Let a seat lose `amount` of cash, happiness, fame or salary, unless it uses insurance ("Catastrophe Insurance",
    R69)."""
    held = (g.cash, g.happiness, g.fame, g.salary)[what][seat]
    if amount <= 0 or (what in (HAPPINESS, FAME) and held == 0):
        g.happened("nothing_to_lose", seat, what)
        return
    if insurable and g.policies[seat]:
        ask(g, Prompt.INSURANCE, seat, (what, amount))
    else:
        suffer(g, seat, what, amount, insurable)


def suffer(g: State, seat: int, what: int, amount: int, insurable: bool = False) -> None:
    """Apply the loss. Points stop at 0 (R39); cash that is missing becomes a debt."""
    if what == CASH:
        if g.cash[seat] >= amount:
            pay(g, seat, amount)
        else:
            g.happened("owes", seat, amount)
            ask(g, Prompt.DEBT, seat, (amount, insurable))
        return
    column = (g.cash, g.happiness, g.fame, g.salary)[what]
    before = column[seat]
    column[seat] = max(0, before - amount)
    g.happened("lost", seat, what, before - column[seat])


def share_of_points(g: State, held: int, percent: int) -> int:
    """Return a share of happiness or fame; R34 rounds what is lost down, or up by house rule."""
    up = g.table.settings.point_loss_rounding == "up"
    return (held * percent + (99 if up else 0)) // 100


def share_of_salary(held: int, percent: int) -> int:
    """Return how much a salary falls: what remains is rounded up to the next £1,000 ("Special Notes", R35)."""
    rest = held * (100 - percent) // 100
    return held - min(held, -(-rest // 1000) * 1000)


def share_of_cash(g: State, held: int, percent: int) -> int:
    """Return a share of cash or of a salary to be paid, rounded down to £100 (R34)."""
    return round_down(g, held * percent // 100)


def use_policy(g: State, seat: int) -> None:
    """Use up a policy, which may be renewed on the spot."""
    g.policies[seat] -= 1
    g.happened("insured", seat)
    if may_renew(g, seat):
        ask(g, Prompt.RENEWAL, seat)


def may_renew(g: State, seat: int) -> bool:
    """Return whether a seat can pay the premium of a new policy."""
    return bool(g.cash[seat] >= g.table.board.figures["insurance_premium"])


def sell_policy(g: State, seat: int) -> None:
    """Sell a policy back to the bank."""
    g.policies[seat] -= 1
    pounds = g.table.board.figures["insurance_bank_buyback"]
    gain_cash(g, seat, pounds)
    g.happened("sold_policy", seat, pounds)


def go_bankrupt(g: State, seat: int) -> None:
    """Take points, cash, cards and insurance; the seat starts over with the cash of the opening, on Payday, unpaid.
    Degrees and trips stay, and with them, unless the house rule says otherwise, the right to retire ("Bankruptcy",
    R70). The rest of the turn is dropped."""
    figures, settings = g.table.board.figures, g.table.settings
    note(g, BANKRUPTCY, seat, seat)
    g.happened("bankrupt", seat, figures["starting_cash"])
    g.happiness[seat] = g.fame[seat] = g.policies[seat] = g.extra_turns[seat] = 0
    g.cash[seat] = figures["starting_cash"]
    if settings.bankrupt_salary_reset:
        g.salary[seat] = figures["starting_salary"]
    if not settings.bankrupt_keeps_retirement:
        g.may_retire &= ~(1 << seat)
    g.experience_discard += g.experience[seat]
    g.opportunity_discard += g.opportunity[seat]
    g.experience[seat] = g.opportunity[seat] = g.fresh = ()
    g.gained = True
    send(g, seat, 0)
    g.todo.clear()


def insure_or_suffer(g: State, action: int) -> None:
    """Use up the policy, or suffer the loss."""
    what, amount = g.arg
    if action == a.INSURE:
        use_policy(g, g.actor)
    else:
        suffer(g, g.actor, what, amount, insurable=True)


def renew(g: State, action: int) -> None:
    """Buy a new policy for the premium, or decline."""
    if action == a.ACCEPT:
        premium = g.table.board.figures["insurance_premium"]
        g.cash[g.actor] -= premium
        g.policies[g.actor] += 1
        g.happened("renewed", g.actor, premium)
    else:
        g.happened("not_renewed", g.actor)


def debt_choices(g: State) -> list[int]:
    """Return the ways to meet a debt: offers, the policy, paying, selling the policy, and bankruptcy."""
    seat, (amount, insurable) = g.actor, g.arg[:2]
    legal = [*debt_offers(g, seat, asked_of(g.arg))]
    if insurable and g.policies[seat]:
        legal.append(a.INSURE)
    if g.cash[seat] >= amount:
        legal.append(a.PAY)
    if g.policies[seat]:
        legal.append(a.SELL_POLICY)
    return [*legal, a.BANKRUPT]


def meet_debt(g: State, action: int) -> None:
    """Pay a debt, insure it, or sell the policy for it."""
    seat, amount = g.actor, g.arg[0]
    if action == a.PAY:
        pay(g, seat, amount)
    elif action == a.INSURE:
        use_policy(g, seat)
    else:
        sell_policy(g, seat)
        ask(g, Prompt.DEBT, seat, g.arg)
