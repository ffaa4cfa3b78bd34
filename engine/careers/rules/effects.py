"""What squares do: one small function per effect, compiled once per table to (function, argument) pairs.

The names are those of the data files. Gains come first, then the effect ("Order on landing").
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.careers.board import Board
from engine.careers.registry import Prompt, Work
from engine.careers.rules import dice
from engine.careers.rules.ledger import (
    CASH,
    DOUBLE_HAPPINESS,
    FAME,
    HAPPINESS,
    SALARY,
    draw_experience,
    draw_opportunity,
    gain_cash,
    gain_happiness,
    pay_salaries,
    send,
    take_random_opportunity,
)
from engine.careers.rules.losses import lose, share_of_cash, share_of_points, share_of_salary
from engine.careers.rules.movement import BACKWARD, UNDERWAY, must_throw
from engine.careers.settings import Settings

if TYPE_CHECKING:
    from engine.careers.state import Careers
    from engine.careers.table import Effect

WHAT = {"cash": CASH, "happiness": HAPPINESS, "fame": FAME, "salary": SALARY}
_NEVER_RESTS = ("travel", "roll_again", "jump")


# ---- gains


def gain(g: "Careers", seat: int, arg: tuple[int, ...]) -> None:
    """Everything a path square gives outright; a double-happiness trip doubles its hearts (R58)."""
    happiness, fame, bonus, salary, experience, opportunity = arg
    if happiness:
        g.happiness[seat] += happiness * 2 if g.trip[seat] & DOUBLE_HAPPINESS else happiness
    g.fame[seat] += fame
    g.cash[seat] += bonus
    g.salary[seat] += salary
    g.gained = True
    if experience:
        draw_experience(g, seat, experience)
    if opportunity:
        draw_opportunity(g, seat, opportunity)


def random_gain(g: "Careers", seat: int, arg: tuple[int, int]) -> None:
    """The random point values that the book allows as a house rule (R72): one die where the board prints up to 6,
    two dice where it prints more."""
    happiness, fame = (dice.roll(g, 1 if printed <= 6 else 2) if printed else 0 for printed in arg)
    g.happiness[seat] += happiness * 2 if g.trip[seat] & DOUBLE_HAPPINESS else happiness
    g.fame[seat] += fame
    g.gained = True


def _bonus(g: "Careers", seat: int, pips: int, amount: int) -> None:
    gain_cash(g, seat, pips * amount)


def _raise(g: "Careers", seat: int, pips: int, amount: int) -> None:
    g.salary[seat] += pips * amount


def _pay_pips(g: "Careers", seat: int, pips: int, amount: int) -> None:
    lose(g, seat, CASH, pips * amount, insurable=True)


def _pay_share_of_cash(g: "Careers", seat: int, pips: int, percent: int) -> None:
    lose(g, seat, CASH, share_of_cash(g, g.cash[seat], pips * percent), insurable=True)


def _pay_share_of_salary(g: "Careers", seat: int, pips: int, percent: int) -> None:
    lose(g, seat, CASH, share_of_cash(g, g.salary[seat], pips * percent), insurable=True)


def _lose_fame(g: "Careers", seat: int, pips: int, percent: int) -> None:
    lose(g, seat, FAME, share_of_points(g, g.fame[seat], pips * percent), insurable=True)


def _lose_happiness(g: "Careers", seat: int, pips: int, percent: int) -> None:
    lose(g, seat, HAPPINESS, share_of_points(g, g.happiness[seat], pips * percent), insurable=True)


def _lose_salary(g: "Careers", seat: int, pips: int, percent: int) -> None:
    lose(g, seat, SALARY, share_of_salary(g.salary[seat], pips * percent), insurable=True)


BONUS, RAISE, PAY_PIPS, PAY_CASH, PAY_SALARY, LOSE_FAME, LOSE_HAPPINESS, LOSE_SALARY = (
    dice.purpose(function)
    for function in (_bonus, _raise, _pay_pips, _pay_share_of_cash, _pay_share_of_salary,
                     _lose_fame, _lose_happiness, _lose_salary)
)  # fmt: skip
_BY_DIE = {"cash": PAY_CASH, "fame": LOSE_FAME, "happiness": LOSE_HAPPINESS, "salary": LOSE_SALARY}


def by_dice(g: "Careers", seat: int, arg: tuple[int, int, int]) -> None:
    """An amount that dice decide: (dice, purpose, amount per pip)."""
    dice.ask_amount(g, seat, *arg)


# ---- the border


def payday(g: "Careers", seat: int, arg: tuple[int]) -> None:
    """Landing pays double in total, also backward unless a house rule says otherwise (R24)."""
    if g.via != BACKWARD or g.table.settings.backward_landing_pays:
        pay_salaries(g, seat, arg[0])


def draw(g: "Careers", seat: int, arg: tuple[()]) -> None:
    draw_opportunity(g, seat, 1)


def tax(g: "Careers", seat: int, bands: tuple[tuple[int, int], ...]) -> None:
    """One flat rate on the whole salary, by band; never insured (R30)."""
    percent = next(percent for up_to, percent in bands if g.salary[seat] <= up_to)
    lose(g, seat, CASH, share_of_cash(g, g.salary[seat], percent), insurable=False)


def pay_percent(g: "Careers", seat: int, arg: tuple[int, int]) -> None:
    """A share of one salary or of cash."""
    what, percent = arg
    base = g.salary[seat] if what == SALARY else g.cash[seat]
    lose(g, seat, CASH, share_of_cash(g, base, percent), insurable=True)


def ask(g: "Careers", seat: int, arg: tuple[int, ...]) -> None:
    """The square leaves the seat a choice: (prompt, its argument...)."""
    g.ask(arg[0], seat, arg[1:])


def holiday(g: "Careers", seat: int, arg: tuple[int]) -> None:
    gain_happiness(g, seat, arg[0])


# ---- paths


def lose_share(g: "Careers", seat: int, arg: tuple[int, int]) -> None:
    """Lose a percentage of something."""
    what, percent = arg
    if what == CASH:
        amount = share_of_cash(g, g.cash[seat], percent)
    elif what == SALARY:
        amount = share_of_salary(g.salary[seat], percent)
    else:
        amount = share_of_points(g, (g.happiness if what == HAPPINESS else g.fame)[seat], percent)
    lose(g, seat, what, amount, insurable=True)


def go_to(g: "Careers", seat: int, arg: tuple[int]) -> None:
    """Off the path at once: no Payday, no credit."""
    send(g, seat, arg[0])


def lose_turn(g: "Careers", seat: int, arg: tuple[()]) -> None:
    g.lost_turns[seat] += 1


def roll_again(g: "Careers", seat: int, arg: tuple[()]) -> None:
    """One more throw of the path at once (R52)."""
    must_throw(g, seat, UNDERWAY)


def jump(g: "Careers", seat: int, arg: tuple[int]) -> None:
    """Straight to another square, which is executed too (R51)."""
    g.where[seat] = arg[0]
    g.todo.append((Work.LAND, seat))


def favors(g: "Careers", seat: int, arg: tuple[()]) -> None:
    """One random Opportunity card from every other player ("Calling in Favors")."""
    for offset in range(1, g.table.seats):
        take_random_opportunity(g, seat, (seat + offset) % g.table.seats)


# ---- compiling


def compile_effects(
    board: Board, settings: Settings
) -> tuple[tuple[tuple[tuple["Effect", Any], ...], ...], tuple[bool, ...]]:
    """Per location its (function, argument) pairs, and whether a piece never rests there."""
    effects = []
    for location, square in enumerate(board.raw):
        pairs = _gains(square, settings) + _by_die(square)
        if "effect" in square:
            pairs += _effect(board, settings, location, square)
        effects.append(tuple(pairs))
    return tuple(effects), tuple(square.get("effect") in _NEVER_RESTS for square in board.raw)


def _gains(square: Mapping[str, Any], settings: Settings) -> list[tuple["Effect", Any]]:
    keys = ("happiness", "fame", "bonus", "salary", "experience", "opportunity")
    amounts = [square.get(key, 0) for key in keys]
    pairs: list[tuple[Effect, Any]] = []
    if settings.random_points and (amounts[0] or amounts[1]):
        pairs.append((random_gain, (amounts[0], amounts[1])))
        amounts[:2] = [0, 0]
    if any(amounts):
        pairs.append((gain, tuple(amounts)))
    return pairs


def _by_die(square: Mapping[str, Any]) -> list[tuple["Effect", Any]]:
    return [(by_dice, (1, what, square[key])) for key, what in (("bonus_x", BONUS), ("salary_x", RAISE))
            if square.get(key)]  # fmt: skip


def _effect(board: Board, settings: Settings, location: int, square: Mapping[str, Any]) -> list[tuple["Effect", Any]]:
    places = {"hospital": board.hospital, "unemployment": board.unemployment}
    first = board.paths[board.path_of[location]].gate + 1 if board.path_of[location] >= 0 else 0
    nothing: list[tuple[Effect, Any]] = []
    refusal = settings.donate_refusal == "unemployment"
    build = {
        "payday": lambda: [(payday, (square["land_salaries"],))],
        "draw_opportunity": lambda: [(draw, ())],
        "tax": lambda: [(tax, tuple((band.get("up_to", 10**9), band["percent"]) for band in square["bands"]))],
        "travel": lambda: [(ask, (Prompt.RIDE,))],
        "enter": lambda: nothing,
        "hospital": lambda: nothing,
        "unemployment": lambda: nothing,
        "buy_hearts": lambda: [(ask, (Prompt.BUY,))],
        "buy_experience": lambda: [(ask, (Prompt.BUY,))],
        "buy_insurance": lambda: [(ask, (Prompt.BUY,))],
        "buy_from_list": lambda: [(ask, (Prompt.BUY,))],
        "pay_dice": lambda: [
            (ask, (Prompt.PAY_OR_LEAVE, 0)) if refusal
            else (by_dice, (square["dice"], PAY_PIPS, square["per_pip"]))
        ],
        "pay_percent": lambda: [(pay_percent, (WHAT[square["of"]], square["percent"]))],
        "pay_percent_dice": lambda: [
            (by_dice, (square["dice"], PAY_SALARY if square["of"] == "salary" else PAY_CASH, square["percent"]))
        ],
        "holiday": lambda: [(holiday, (square["land_happiness"],))],
        "gamble": lambda: [(ask, (Prompt.GAMBLE,))],
        "lose": lambda: [
            (lose_share, (WHAT[square["of"]], square["percent"])) if "percent" in square
            else (by_dice, (1, _BY_DIE[square["of"]], square["percent_x"]))
        ],
        "goto": lambda: [(go_to, (places[square["to"]],))],
        "lose_turn": lambda: [(lose_turn, ())],
        "roll_again": lambda: [(roll_again, ())],
        "jump": lambda: [(jump, (first + square["to"],))],
        "shortcut": lambda: [(ask, (Prompt.SHORTCUT,))],
        "pay_or_unemployment": lambda: [(ask, (Prompt.PAY_OR_LEAVE, square["amount"]))],
        "backstab": lambda: [(ask, (Prompt.BACKSTAB, 0))],
        "favors": lambda: [(favors, ())],
    }  # fmt: skip
    return build[square["effect"]]()
