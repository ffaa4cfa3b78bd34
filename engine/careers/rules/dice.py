"""Dice whose result is an amount, which a wild card may replace ("Experience Cards", ? and ??).

`ask_amount` either rolls at once, when no card could replace the roll, or lets the seat choose. What the pips
then do is one function per purpose.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.careers import actions as a
from engine.careers.menus import AMOUNT_MENUS
from engine.careers.registry import Prompt, decision
from engine.careers.rules.ledger import discard_experience, usable_experience

if TYPE_CHECKING:
    from engine.careers.state import Careers

Purpose = Callable[["Careers", int, int, int], None]
PURPOSES: list[Purpose] = []


def purpose(function: Purpose) -> int:
    """Registers what pips are for: function(g, seat, pips, amount). Returns its number. The order of
    registration is fixed by the order of imports in all_rules, because saved games hold the number."""
    PURPOSES.append(function)
    return len(PURPOSES) - 1


def roll(g: "Careers", dice: int) -> int:
    """The sum of one die or two."""
    return g.below(6) + 1 if dice == 1 else g.below(6) + g.below(6) + 2


def ask_amount(g: "Careers", seat: int, dice: int, what_for: int, amount: int) -> None:
    """Rolls `dice` for a purpose, or asks first when the seat holds a wild card that could replace the roll."""
    if g.experience[seat] and AMOUNT_MENUS[dice].of(usable_experience(g, seat)):
        g.ask(Prompt.AMOUNT_DIE, seat, (dice, what_for, amount))
    else:
        PURPOSES[what_for](g, seat, roll(g, dice), amount)


def _legal(g: "Careers") -> list[int]:
    return [a.ROLL, *AMOUNT_MENUS[g.arg[0]].of(usable_experience(g, g.actor))]


def _resolve(g: "Careers", action: int) -> None:
    dice, what_for, amount = g.arg
    if action == a.ROLL:
        pips = roll(g, dice)
    else:
        discard_experience(g, g.actor, a.FIRST[action])
        pips = a.pips_of(action)
    PURPOSES[what_for](g, g.actor, pips, amount)


decision(Prompt.AMOUNT_DIE, _legal, _resolve)
