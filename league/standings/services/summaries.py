"""Keep the summaries of many games up to date, and seal seasons that are over. The only writer of summaries."""

from collections.abc import Collection, Iterator
from datetime import timedelta
from time import monotonic
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from games.models import Sheet
from league.core.rules.grouping import grouped
from league.models import GameToRate, League, Season, Summary
from league.standings.queries.filtered_records import GAME_FEATS
from league.standings.queries.league_records import LEAGUE_FEATS, SEASON_FEATS
from league.standings.queries.season_race import SEASON_RACE
from league.standings.queries.standings import SEASON_SEAL, ResultsVersion, results_versions
from league.standings.queries.summaries import SEASON, Summariser

# And what apps that may be left out say of a season.
SUMMARISERS = [SEASON_SEAL, LEAGUE_FEATS, GAME_FEATS, SEASON_FEATS, SEASON_RACE]
PAUSE, REST = timedelta(minutes=1), 20  # between two of the same; at most that part of the time is spent on it
LONGEST = timedelta(days=1)  # until a summary is made again, whatever has changed


class DueSummary(NamedTuple):
    """Name a summary to make of the results of a version."""

    summariser: Summariser
    subject: Season | League
    version: str


def summarise() -> bool:
    """Work out one summary that is no longer what the results say; return whether there was any."""
    for due in _due():
        _make(*due)
        return True
    return False


def is_any_due() -> bool:
    """Return whether a worker has anything to say of many games, or a season to seal."""
    return next(_due(), None) is not None


def _due() -> Iterator[DueSummary]:
    """Yield the summaries to make, with the version of their results. Three queries."""
    now = timezone.now()
    summaries = {(row.kind, row.subject): row for row in Summary.objects.defer("content").order_by()}
    for due in _subjects():
        row = summaries.get((due.summariser.kind, due.subject.pk))
        if row is None or _is_old(row, due, now - row.made_at):
            yield due


def _is_old(row: Summary, due: DueSummary, age: timedelta) -> bool:
    if age < max(PAUSE, timedelta(seconds=REST * row.seconds)):
        return False
    return row.version != due.version or (age >= LONGEST and not due.summariser.when_over)


def _subjects() -> Iterator[DueSummary]:
    """Yield what to say of seasons and leagues with many results, and of seasons that are over."""
    seasons = Season.objects.select_related("league").in_bulk()
    versions, today = results_versions(seasons), timezone.localdate()
    of_league = grouped((season.league, versions[pk]) for pk, season in seasons.items())
    leagues = {league: _together(own) for league, own in of_league.items()}
    for summariser in SUMMARISERS:
        if summariser.when_over:
            over = (pk for pk, season in seasons.items() if versions[pk].number and season.is_over(today))
            yield from (DueSummary(summariser, seasons[pk], str(versions[pk])) for pk in over)
            continue
        of_season = [(season, versions[pk]) for pk, season in seasons.items()]
        for subject, version in of_season if summariser.of == SEASON else leagues.items():
            if version.number > settings.SUMMARISED_FROM:
                yield DueSummary(summariser, subject, str(version))


def _together(versions: Collection[ResultsVersion]) -> ResultsVersion:
    numbers, lasts, keys = zip(*versions, strict=True)
    return ResultsVersion(sum(numbers), max(lasts), sum(keys))


def _make(summariser: Summariser, subject: Season | League, version: str) -> None:
    settled = summariser.when_over or not (Sheet.objects.awaiting_review().exists() or GameToRate.objects.exists())
    now, begun = timezone.now(), monotonic()
    content = summariser.work_out(subject)
    Summary.objects.update_or_create(
        kind=summariser.kind,
        subject=subject.pk,
        defaults={
            "version": version if settled else "",
            "content": content,
            "seconds": round(monotonic() - begun),
            "made_at": now,
        },
    )
