"""Apply squares that sell something or take a wager (Tech Convention, Buy Experience, Insurance Store, Vintage Cars,
Web Presence, the casino), and squares where one pays or goes to Unemployment."""

from engine.careers import actions as a
from engine.careers.rules.amounts import ask_amount
from engine.careers.rules.ledger import ask, discard_experience, draw_experience, gain_happiness, gain_points, pay, send
from engine.careers.rules.losses import use_policy
from engine.careers.rules.movement import BY_CARD
from engine.careers.state import Prompt, Purpose, State

# Buying: `amount n` is the number bought, or an entry of the price list; 0 buys nothing


def _most(g: State) -> int:
    seat = g.actor
    square, cash = g.table.board.raw[g.where[seat]], g.cash[seat]
    effect = square["effect"]
    if effect == "buy_hearts":
        return min(cash, g.salary[seat]) // int(square["unit_price"])
    if effect == "buy_experience":
        return min(cash // int(square["unit_price"]), int(square["most"]))
    if effect == "buy_insurance":
        return cash // int(square["price"])
    return sum(1 for _, price in square["prices"] if price <= cash)


def buy_choices(g: State) -> tuple[int, ...]:
    """Return the amounts on sale that the seat can pay. A card that sent it to Buy Experience or the Insurance Store
    obliges it to buy (R64)."""
    must_buy = g.via == BY_CARD and g.table.board.raw[g.where[g.actor]]["effect"] in ("buy_experience", "buy_insurance")
    most = min(_most(g), a.MOST_AMOUNT)
    return a.AMOUNT[1 if must_buy and most else 0 : most + 1]


def buy(g: State, action: int) -> None:
    """Buy an amount of what the square sells."""
    square = g.table.board.raw[g.where[g.actor]]
    _SHOPS[square["effect"]](g, g.actor, a.FIRST[action])


def _spend(g: State, seat: int, pounds: int) -> None:
    g.cash[seat] -= pounds
    g.happened("spent", seat, g.where[seat], pounds)


def _buy_hearts(g: State, seat: int, amount: int) -> None:
    """Buy hearts for a thousand each; buying nothing costs one (R38)."""
    square = g.table.board.raw[g.where[seat]]
    _spend(g, seat, amount * square["unit_price"])
    gain_happiness(g, seat, amount or square["happiness_if_none_bought"])


def _buy_experience(g: State, seat: int, amount: int) -> None:
    """Buy cards at the list price; a player who buys nothing hands one in (R37)."""
    if amount:
        _spend(g, seat, amount * g.table.board.raw[g.where[seat]]["unit_price"])
        draw_experience(g, seat, amount)
        return
    _spend(g, seat, 0)
    hand = g.experience[seat]
    if not hand:
        return
    if g.table.settings.curious_card == "random":
        _hand_one_in(g, seat, hand[g.below(len(hand))])
    elif len(hand) == 1:
        _hand_one_in(g, seat, hand[0])
    else:
        ask(g, Prompt.GIVE_UP_CARD, seat)


def _hand_one_in(g: State, seat: int, card: int) -> None:
    g.happened("handed_in", seat, (card,))
    discard_experience(g, seat, card)


def _buy_insurance(g: State, seat: int, amount: int) -> None:
    _spend(g, seat, amount * g.table.board.raw[g.where[seat]]["price"])
    g.policies[seat] += amount
    if amount and g.events is not None:
        g.events.append(("policies", seat, amount))


def _buy_from_list(g: State, seat: int, amount: int) -> None:
    square = g.table.board.raw[g.where[seat]]
    points, price = square["prices"][amount - 1] if amount else (0, 0)
    _spend(g, seat, price)
    if amount:
        happiness, fame = (points, 0) if square["gives"] == "happiness" else (0, points)
        gain_points(g, seat, happiness, fame)


_SHOPS = {
    "buy_hearts": _buy_hearts,
    "buy_experience": _buy_experience,
    "buy_insurance": _buy_insurance,
    "buy_from_list": _buy_from_list,
}


def give_up_choices(g: State) -> list[int]:
    """Return the Experience cards that may be handed in."""
    return [a.EXPERIENCE_ITEM[kind] for kind in sorted(set(g.experience[g.actor]))]


def give_up(g: State, action: int) -> None:
    """Hand in an Experience card for buying nothing (R37)."""
    _hand_one_in(g, g.actor, a.SECOND[action])


def gamble_choices(g: State) -> list[int]:
    """Return gambling, and declining unless a card sent the piece there (R64)."""
    return [a.ACCEPT] if g.via == BY_CARD else [a.DECLINE, a.ACCEPT]


def gamble(g: State, action: int) -> None:
    """Gamble at the casino, or decline."""
    if action != a.ACCEPT:
        g.happened("does_not_gamble", g.actor)
    else:
        g.happened("gambles", g.actor, g.where[g.actor])
        ask_amount(g, g.actor, 2, Purpose.FIRST_THROW, 0)


# Pay or go to Unemployment; an amount of 0 is a donation by one die (R32)


def pay_or_leave_choices(g: State) -> list[int]:
    """Return the policy, paying, and Unemployment."""
    seat, amount = g.actor, g.arg[0]
    legal = [a.INSURE] if amount and g.policies[seat] else []
    if g.cash[seat] >= amount:
        legal.append(a.PAY)
    return [*legal, a.TO_UNEMPLOYMENT]


def pay_or_leave(g: State, action: int) -> None:
    """Pay, use the policy, or go to Unemployment."""
    seat, amount = g.actor, g.arg[0]
    if action == a.TO_UNEMPLOYMENT:
        send(g, seat, g.table.board.unemployment)
    elif action == a.INSURE:
        use_policy(g, seat)
    elif amount:
        pay(g, seat, amount)
    else:
        g.happened("donates", seat)
        square = g.table.board.raw[g.where[seat]]
        ask_amount(g, seat, square["dice"], Purpose.PAY_PIPS, square["per_pip"])
