"""The last round of a stage that is decided by table points: who is through whatever happens, who is out, and which
place at their own table is enough. Exact, for every order in which the open tables may end, shared places among them.

Tables are independent of each other, so at each the most and the fewest of its seats that can come before somebody are
found alone and added up; their own table is tried in every order. A character level on points counts as before and as
behind, whichever is worse for the claim: what decides among them (first places, shares) is not foretold. It is taken
that everybody plays and that no ruling takes points.
Source: docstring of `league.standings.rules.tiebreaks` (table points), `league.tournaments.stages.rules.stage_points`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from league.standings.rules.tiebreaks import points_for
from league.tournaments.stages.rules.stage_points import bye_units

LAST_ROUND_METHOD = "last-round/1"  # changes whenever the same tables would lead to other odds
LARGEST = 5  # seats of a table whose every order is tried: 541 of them
THROUGH, OUT, OPEN = VERDICTS = ("through", "out", "open")
Order = tuple[tuple[int, int], ...]  # of each seat its place, and how many share it
Ahead = tuple[int, int]  # the fewest who can have more than somebody, and the most who can have as much or more


@dataclass(frozen=True, slots=True)
class Runner:
    """Somebody before the last round: `played` units (1/840 point) from `games` tables, `times_out` byes, `penalty`."""

    played: int = 0
    games: int = 0
    times_out: int = 0
    penalty: int = 0

    def final(self, gain: int | None = None) -> int:
        """Return the units in the end, with what the last table brings; `gain` is None without a table."""
        played, games = (self.played, self.games) if gain is None else (self.played + gain, self.games + 1)
        return max(played + self.times_out * bye_units(played, games) - self.penalty, 0)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`claim`: one of VERDICTS. If it is open at a table, `enough` is the lowest place there that is enough in every
    case where it is not shared, None if no place is, and `least` the lowest that can be enough at all."""

    claim: str
    enough: int | None = None
    least: int | None = None


class Through(NamedTuple):
    """`chance` to come among the first ones, `with_win`: if this table is won; ten-thousandths. No `with_win` without
    an open table. They are drawn in `last_round_odds`, with numpy."""

    chance: int
    with_win: int | None


class CharacterOdds(NamedTuple):
    """A character's odds as they are stored, with the `position` held when they were drawn."""

    character: int
    position: int
    chance: int
    with_win: int | None


@cache
def orders(seats: int) -> tuple[Order, ...]:
    """Return every order in which a table may end."""
    return tuple(_orders(tuple(range(seats)), 1, {}))


def _orders(left: tuple[int, ...], place: int, placed: Mapping[int, tuple[int, int]]) -> Iterator[Order]:
    if not left:
        yield tuple(placed[seat] for seat in range(len(placed)))
        return
    for chosen in range(1, 1 << len(left)):
        group = [seat for at, seat in enumerate(left) if chosen >> at & 1]
        rest = tuple(seat for at, seat in enumerate(left) if not chosen >> at & 1)
        yield from _orders(rest, place + len(group), {**placed, **dict.fromkeys(group, (place, len(group)))})


def verdicts(
    tables: Sequence[Sequence[Runner | None]], others: Sequence[Runner], cut: int
) -> tuple[list[list[Verdict | None]], list[Verdict]]:
    """Return for every seat of the open tables (None for a guest's or a bot's) and for `others`, whose points are
    final, whether they come among the first `cut`. Raise ValueError for tables of more than LARGEST."""
    if any(len(table) > LARGEST for table in tables):
        raise ValueError(f"The orders of a table of more than {LARGEST} are too many to try.")
    finals = sorted(runner.final() for runner in others)
    counts = [_OpenTable(table) for table in tables]
    seated = [
        [None if runner is None else _seated(at, seat, counts, finals, cut) for seat, runner in enumerate(table)]
        for at, table in enumerate(tables)
    ]
    return seated, [_waiting(runner.final(), counts, finals, cut) for runner in others]


class _OpenTable:
    """An open table. `ends`: every order with what each seat has in the end."""

    def __init__(self, runners: Sequence[Runner | None]) -> None:
        self.ends = list(_ends(runners))
        finals = list(dict.fromkeys(finals for _order, finals in self.ends))  # alike but for guests
        self._finals = finals
        seats = [[final for final in seat if final is not None] for seat in zip(*finals, strict=True)]
        self._ranges = [(min(seat), max(seat)) for seat in seats if seat]
        self._ahead: dict[int, Ahead] = {}

    def ahead(self, of: int) -> Ahead:
        if of not in self._ahead:
            self._ahead[of] = self._found(of)
        return self._ahead[of]

    def _found(self, of: int) -> Ahead:
        if all(low > of or high < of for low, high in self._ranges):
            sure = sum(low > of for low, _high in self._ranges)
            return sure, sure
        more = min(sum(final is not None and final > of for final in finals) for finals in self._finals)
        level = max(sum(final is not None and final >= of for final in finals) for finals in self._finals)
        return more, level


def _ends(runners: Sequence[Runner | None]) -> Iterator[tuple[Order, tuple[int | None, ...]]]:
    seats = len(runners)
    for order in orders(seats):
        gains = [points_for(*how, seats) for how in order]
        yield (
            order,
            tuple(None if runner is None else runner.final(gain) for runner, gain in zip(runners, gains, strict=True)),
        )


def _before(of: int, finals: Sequence[int]) -> Ahead:
    """Return how many of the sorted `finals` are more than `of`, and how many are at least as much."""
    return len(finals) - bisect_right(finals, of), len(finals) - bisect_left(finals, of)


def _seated(at: int, seat: int, tables: Sequence[_OpenTable], finals: Sequence[int], cut: int) -> Verdict:
    elsewhere: dict[int, Ahead] = {}
    always, alone = True, dict.fromkeys(range(1, len(tables[at].ends[0][0]) + 1), True)
    possible: set[int] = set()
    for order, ends in tables[at].ends:
        own, (place, tied) = ends[seat], order[seat]
        assert own is not None
        if own not in elsewhere:
            others = [table.ahead(own) for number, table in enumerate(tables) if number != at]
            elsewhere[own] = _added([_before(own, finals), *others])
        rivals = [end for number, end in enumerate(ends) if number != seat and end is not None]
        more, level = _added(
            [elsewhere[own], (sum(rival > own for rival in rivals), sum(rival >= own for rival in rivals))]
        )
        always = always and level < cut
        if tied == 1:
            alone[place] = alone[place] and level < cut
        if more < cut:
            possible.add(place)
    if always:
        return Verdict(THROUGH)
    if not possible:
        return Verdict(OUT)
    enough = next((place - 1 for place, safe in alone.items() if not safe), len(alone))
    return Verdict(OPEN, enough or None, max(possible))


def _waiting(final: int, tables: Sequence[_OpenTable], finals: Sequence[int], cut: int) -> Verdict:
    """Return the verdict on a final. `finals` has this one among them, which is as much as itself."""
    more, level = _added([_before(final, finals), *(table.ahead(final) for table in tables)])
    if level - 1 < cut:
        return Verdict(THROUGH)
    return Verdict(OPEN if more < cut else OUT)


def _added(counts: Sequence[Ahead]) -> Ahead:
    return sum(more for more, _level in counts), sum(level for _more, level in counts)
