"""The verdicts of a last round in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from characters.queries.people import Person
from league.core.queries.figures import likely
from league.forecasts.queries.last_round import LastRound, LastRoundRow
from league.forecasts.queries.odds_words import Judged, judged_as
from league.forecasts.rules.last_round import OUT, THROUGH
from league.forecasts.rules.scores import ForecastScore


@dataclass(frozen=True, slots=True)
class ToldRow:
    person: Person
    points: str
    table: int | None
    claim: str
    words: str
    chance: str


def told_rows(last: LastRound) -> list[ToldRow]:
    return [
        ToldRow(row.person, row.points, row.table, row.verdict.claim, _words(last, row), _chance(row))
        for row in last.rows
    ]


def _chance(row: LastRoundRow) -> str:
    """Return the chance in words, with that after a win only where a win is not enough in every case."""
    odds = row.odds
    if odds is None:
        return ""
    if odds.with_win is None or row.verdict.enough:
        return likely(odds.chance)
    return _("{chance}; with a win {more}").format(chance=likely(odds.chance), more=likely(odds.with_win))


def _words(last: LastRound, row: LastRoundRow) -> str:
    verdict = row.verdict
    if verdict.claim == THROUGH:
        return _("Through, whatever happens") if last.next else _("First, whatever happens")
    if verdict.claim == OUT:
        return _("Out, whatever happens") if last.next else _("Can't come first any more")
    if row.table is None:
        return _("Has played; the other tables decide.")
    if verdict.enough == verdict.least:
        return _only(verdict.least)
    return f"{_enough(verdict.enough)} {_least(verdict.least)}"


def _enough(place: int | None) -> str:
    if place is None:
        return _("No place is enough by itself.")
    return _("A win is enough.") if place == 1 else _("Place {place} is enough.").format(place=place)


def _least(place: int | None) -> str:
    if place == 1:
        return _("Only a win can do.")
    return _("Place {place} at least.").format(place=place)


def _only(place: int | None) -> str:
    if place == 1:
        return _("A win is enough, and nothing less.")
    return _("Place {place} is enough, and nothing less.").format(place=place)


def judged_rounds(score: ForecastScore | None) -> list[Judged]:
    return judged_as([("through", _("Through, or first, after a last round"), score)])
