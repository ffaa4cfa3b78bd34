"""Roll dice whose result is an amount, which a wild card may replace ("Experience Cards", ? and ??), and apply the
amount to its purpose. `ask_amount` rolls at once for a seat without Experience cards, and asks any other: a question
that only the holder of a wild card got would tell the table who holds one."""

from collections.abc import Callable

from engine.careers import actions as a
from engine.careers.menus import AMOUNT_MENUS
from engine.careers.rules.ledger import (
    CASH,
    DOUBLE_HAPPINESS,
    FAME,
    HAPPINESS,
    SALARY,
    ask,
    gain_points,
    raise_salary,
    receive,
    usable_experience,
    use_experience,
)
from engine.careers.rules.losses import lose, share_of_cash, share_of_points, share_of_salary
from engine.careers.state import Prompt, Purpose, State
from engine.core.decisions import in_order


def roll(g: State, dice: int) -> int:
    """Return the sum of one die or two."""
    return g.below(6) + 1 if dice == 1 else g.below(6) + g.below(6) + 2


def ask_amount(g: State, seat: int, dice: int, purpose: int, amount: int) -> None:
    """Roll `dice` for a purpose, or first ask a seat with Experience cards of any kind, so that the question betrays no
    card."""
    if g.experience[seat]:
        ask(g, Prompt.AMOUNT_DIE, seat, (dice, purpose, amount))
    else:
        PURPOSES[purpose](g, seat, _throw(g, seat, dice, purpose), amount)


def _throw(g: State, seat: int, dice: int, purpose: int) -> int:
    pips = roll(g, dice)
    g.happened("threw_for", seat, pips, purpose)
    return pips


def amount_choices(g: State) -> list[int]:
    """Return the roll and the wild cards that may replace it."""
    return [a.ROLL, *AMOUNT_MENUS[g.arg[0]].of(usable_experience(g, g.actor))]


def find_amount(g: State, action: int) -> None:
    """Roll or play a wild card, and apply the pips to their purpose."""
    dice, purpose, amount = g.arg
    if action == a.ROLL:
        pips = _throw(g, g.actor, dice, purpose)
    else:
        use_experience(g, g.actor, action)
        pips = a.pips_of(action)
    PURPOSES[purpose](g, g.actor, pips, amount)


def _pay_share_of_cash(g: State, seat: int, pips: int, percent: int) -> None:
    lose(g, seat, CASH, share_of_cash(g, g.cash[seat], pips * percent), insurable=True)


def _pay_share_of_salary(g: State, seat: int, pips: int, percent: int) -> None:
    lose(g, seat, CASH, share_of_cash(g, g.salary[seat], pips * percent), insurable=True)


def _lose_fame(g: State, seat: int, pips: int, percent: int) -> None:
    lose(g, seat, FAME, share_of_points(g, g.fame[seat], pips * percent), insurable=True)


def _lose_happiness(g: State, seat: int, pips: int, percent: int) -> None:
    lose(g, seat, HAPPINESS, share_of_points(g, g.happiness[seat], pips * percent), insurable=True)


def _lose_salary(g: State, seat: int, pips: int, percent: int) -> None:
    lose(g, seat, SALARY, share_of_salary(g.salary[seat], pips * percent), insurable=True)


def _hearts(g: State, seat: int, pips: int, each: int) -> None:
    """Gain random hearts, a house rule (R72); a double-happiness trip doubles them (R58)."""
    gain_points(g, seat, pips * each * (2 if g.trip[seat] & DOUBLE_HAPPINESS else 1), 0)


def _first_throw(g: State, seat: int, pips: int, _: int) -> None:
    """Decide at the casino by two dice: lose by a die, win outright, or win by a die (R36)."""
    outcomes = g.table.board.raw[g.where[seat]]["outcomes"]
    outcome = next(entry for entry in outcomes if pips <= entry["up_to"])
    if "cash" in outcome:
        receive(g, seat, outcome["cash"])
    else:
        ask_amount(g, seat, 1, Purpose.SECOND_THROW, outcome["per_pip"])


def _second_throw(g: State, seat: int, pips: int, per_pip: int) -> None:
    if per_pip > 0:
        receive(g, seat, pips * per_pip)
    else:
        lose(g, seat, CASH, -pips * per_pip, insurable=g.table.settings.casino_insured)


# (g, seat, pips, amount per pip), by number.
PURPOSES: tuple[Callable[[State, int, int, int], None], ...] = in_order(
    Purpose,
    {
        Purpose.BONUS: lambda g, seat, pips, amount: receive(g, seat, pips * amount),
        Purpose.RAISE: lambda g, seat, pips, amount: raise_salary(g, seat, pips * amount),
        Purpose.PAY_PIPS: lambda g, seat, pips, amount: lose(g, seat, CASH, pips * amount, insurable=True),
        Purpose.PAY_CASH: _pay_share_of_cash,
        Purpose.PAY_SALARY: _pay_share_of_salary,
        Purpose.LOSE_FAME: _lose_fame,
        Purpose.LOSE_HAPPINESS: _lose_happiness,
        Purpose.LOSE_SALARY: _lose_salary,
        Purpose.FIRST_THROW: _first_throw,
        Purpose.SECOND_THROW: _second_throw,
        Purpose.HEARTS: _hearts,
        Purpose.STARS: lambda g, seat, pips, each: gain_points(g, seat, 0, pips * each),
    },
)
