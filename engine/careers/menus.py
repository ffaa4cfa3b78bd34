"""Look up the actions that a hand of Experience cards allows in each situation. Answers are remembered per hand. A hand
is a sorted tuple of card kinds. The menus follow "Experience Cards" of the rule book and R44, R47, R65."""

from collections.abc import Callable

from engine.careers import actions as a

_MOST_REMEMBERED = 50_000
Rule = Callable[[str, int, int, bool], bool]


class Menu:
    """The actions that a rule (kind of card, its printed number, pips called, doubles called) allows."""

    __slots__ = ("_known", "per_kind")

    def __init__(self, rule: Rule) -> None:
        self.per_kind = tuple(
            tuple(
                action
                for action in a.CARD[number]
                if rule(card["kind"], card.get("value", 0), a.pips_of(action), a.is_doubles(action))
            )
            for number, card in enumerate(a.EXPERIENCE)
        )
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}

    def of(self, hand: tuple[int, ...]) -> tuple[int, ...]:
        """Return the actions open to a hand, sorted and without duplicates."""
        actions = self._known.get(hand)
        if actions is None:
            actions = tuple(action for kind in sorted(set(hand)) for action in self.per_kind[kind])
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            self._known[hand] = actions
        return actions


def _one_die(kind: str, value: int, pips: int, doubles: bool) -> bool:
    return kind in ("number", "one_die") or (kind == "either" and abs(pips) <= 6 and not doubles)


def _two_dice(kind: str, value: int, pips: int, doubles: bool) -> bool:
    return kind == "number" or (kind in ("two_dice", "either") and abs(pips) >= 2 and not doubles)


def _two_dice_called(kind: str, value: int, pips: int, doubles: bool) -> bool:
    return kind == "number" or (kind in ("two_dice", "either") and abs(pips) >= 2)


def _die_amount(kind: str, value: int, pips: int, doubles: bool) -> bool:
    return kind != "number" and _one_die(kind, value, pips, doubles) and pips > 0


def _dice_amount(kind: str, value: int, pips: int, doubles: bool) -> bool:
    return kind != "number" and _two_dice(kind, value, pips, doubles) and pips > 0


def _leave_hospital(kind: str, value: int, pips: int, doubles: bool) -> bool:
    if kind == "number":
        return value == 5 and pips == 5
    return _two_dice(kind, value, pips, doubles) and abs(pips) <= 5


def _leave_unemployment(kind: str, value: int, pips: int, doubles: bool) -> bool:
    if kind == "number":
        return value == 7 and pips == 7
    return kind in ("two_dice", "either") and (doubles or abs(pips) in (7, 11))


ONE_DIE = Menu(_one_die)
TWO_DICE = Menu(_two_dice)
TWO_DICE_CALLED = Menu(_two_dice_called)
DIE_AMOUNT = Menu(_die_amount)
DICE_AMOUNT = Menu(_dice_amount)
LEAVE_HOSPITAL = Menu(_leave_hospital)
LEAVE_UNEMPLOYMENT = Menu(_leave_unemployment)
AMOUNT_MENUS = (DIE_AMOUNT, DIE_AMOUNT, DICE_AMOUNT)
