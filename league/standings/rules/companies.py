"""Companies compete: each has the mean of the table points that its people brought.

Only people who have played often enough count, so that one lucky evening makes no company the first."""

from collections.abc import Iterable
from dataclasses import dataclass

from league.core.rules.grouping import grouped
from league.standings.rules.tiebreaks import Counting, Tally, Tiebreak, points_tiebreak, share_tiebreak

GAMES_EACH = 3
_MEAN = Counting(mode="average")


@dataclass(frozen=True, slots=True)
class CompanyStanding:
    """One row. `position` is shared by companies that are level on both `tiebreaks`; `people` are who counts."""

    position: int
    company: str
    people: tuple[int, ...]
    games: int
    tiebreaks: tuple[Tiebreak, Tiebreak]


def counts_for_a_company(tally: Tally) -> bool:
    return tally.games >= GAMES_EACH


def company_standings(tallies: Iterable[tuple[str, Tally]]) -> list[CompanyStanding]:
    """Return the companies in order. `tallies`: each character's company and all of its games."""
    staff = grouped((company, tally) for company, tally in tallies if counts_for_a_company(tally))
    rows = sorted(((company, *_tiebreaks(members)) for company, members in staff.items()), key=_order)
    keys = [_order(row)[:2] for row in rows]
    return [
        CompanyStanding(
            keys.index(key) + 1,
            company,
            tuple(tally.character for tally in staff[company]),
            sum(tally.games for tally in staff[company]),
            (points, share),
        )
        for key, (company, points, share) in zip(keys, rows, strict=True)
    ]


def _tiebreaks(members: Iterable[Tally]) -> tuple[Tiebreak, Tiebreak]:
    _characters, games, wins, points, share = zip(*members, strict=True)
    together = Tally(0, sum(games), sum(wins), sum(points), sum(share))
    return points_tiebreak(together, _MEAN), share_tiebreak(together)


def _order(row: tuple[str, Tiebreak, Tiebreak]) -> tuple[object, object, str]:
    company, points, share = row
    return -(points.value or 0), -(share.value or 0), company
