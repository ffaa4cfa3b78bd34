"""Keep the summaries of many games up to date. The only writer of summaries."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from time import monotonic

from django.conf import settings
from django.db.models import Max, Sum
from django.utils import timezone

from games.models import Sheet
from league.models import GameToRate, League, ResultsChange, Season, Summary
from league.standings.queries.league_records import LEAGUE_FEATS, SEASON_FEATS
from league.standings.queries.season_race import SEASON_RACE
from league.standings.queries.standings import results_versions
from league.standings.queries.summaries import SEASON, Summariser, seasons_of

SUMMARISERS = [LEAGUE_FEATS, SEASON_FEATS, SEASON_RACE]  # and what apps that may be left out say of a season
PAUSE, REST = timedelta(minutes=1), 20  # between two of the same; at most that part of the time is spent on it
LONGEST = timedelta(days=1)  # until a summary is made again, whatever has changed


def summarise() -> bool:
    """Work out one summary that is no longer what the results say; return whether there was any."""
    return any(_make(summariser, subject) for summariser, subject in _large())


def are_summarised() -> bool:
    """Return whether anything here has so many results that a worker says it."""
    return next(_large(), None) is not None


def _large() -> Iterator[tuple[Summariser, Season | League]]:
    """Yield what is to be said of seasons and leagues with many results. Two queries where there are none."""
    seasons = Season.objects.select_related("league").in_bulk()
    results = {pk: version.number for pk, version in results_versions(seasons).items()}
    of_league: dict[League, int] = defaultdict(int)
    for pk, season in seasons.items():
        of_league[season.league] += results[pk]
    for summariser in SUMMARISERS:
        if summariser.of == SEASON:
            yield from (
                (summariser, season) for pk, season in seasons.items() if results[pk] > settings.SUMMARISED_FROM
            )
        else:
            yield from (
                (summariser, league) for league, number in of_league.items() if number > settings.SUMMARISED_FROM
            )


def _make(summariser: Summariser, subject: Season | League) -> bool:
    before = Summary.objects.filter(kind=summariser.kind, subject=subject.pk).defer("content").first()
    version, now = _version(subject), timezone.now()
    if before is not None:
        age = now - before.made_at
        if age < max(PAUSE, timedelta(seconds=REST * before.seconds)):
            return False
        if age < LONGEST and version and version == before.version:
            return False
    settled = not Sheet.objects.awaiting_review().exists() and not GameToRate.objects.exists()
    begun = monotonic()
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
    return True


def _version(subject: Season | League) -> str:
    """Return what changes with the results."""
    changes = ResultsChange.objects.filter(season__in=seasons_of(subject))
    return "{results} {keys} {last}".format(
        **changes.aggregate(results=Sum("results"), keys=Sum("keys"), last=Max("last"))
    )
