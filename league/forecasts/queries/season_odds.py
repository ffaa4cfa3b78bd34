"""The figures from which the odds of a season are drawn: its results, its divisions, the ratings of its league; and the
forecasts of the season."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db.models import Count, Max
from django.utils import dateformat, timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.charts.lines import LineChart, Series, line_chart
from characters.queries.people import Person, people
from league.clubs.queries import house_rules_of
from league.core.queries.figures import figure, likely
from league.forecasts.charts import PlaceBars, PlaceRange, place_bars, place_range
from league.forecasts.models import SeasonForecast
from league.forecasts.rules.season_chances import SEASON_METHOD, WHOLE, Chances, PlayedGame, TakenSeat
from league.models import DivisionPlace, Rating, Result, Season
from league.standings.queries.standings import counting_of
from league.standings.rules.ratings import RatingEstimate
from league.standings.rules.tiebreaks import Counting

LIKELIEST = 5
MOST_DAYS = 24
PODIUM = 3


@dataclass(frozen=True, slots=True)
class ResultCount:
    """Identify the results that a forecast knows. It changes whenever they do: results are written and deleted, never
    altered, and keys are given out once."""

    results: int
    last: int


@dataclass(frozen=True, slots=True)
class PlaceOddsRow:
    """`position` is None before a first game. `up` and `down` are empty if there is no such way."""

    person: Person
    position: int | None
    first: str
    podium: str
    places: str
    range: PlaceRange
    bars: PlaceBars
    each: str
    up: str
    down: str


@dataclass(frozen=True, slots=True)
class SeasonOddsPage:
    rows: list[PlaceOddsRow]
    divisions: bool
    left_out: str
    how: str
    made_at: datetime
    chart: LineChart | None


def is_over(season: Season) -> bool:
    return season.ends_on is not None and season.ends_on < timezone.localdate()


def end_of(season: Season) -> datetime:
    """Return the first moment after the season's last day, in the site's time zone."""
    assert season.ends_on is not None
    return timezone.make_aware(datetime.combine(season.ends_on + timedelta(days=1), time.min))


def awaiting_season_forecast() -> list[tuple[Season, ResultCount]]:
    """Return the seasons with a last day that is not over and with results that no forecast of this method knows yet
    today."""
    today = timezone.localdate()
    running = {season.pk: season for season in Season.objects.filter(ends_on__gte=today).select_related("league")}
    counts = known_of(running)
    of_today = SeasonForecast.objects.filter(season__in=counts, method=SEASON_METHOD, day=today)
    done = set(of_today.values_list("season", "results", "last_result", "ends_on"))
    return [
        (running[pk], count)
        for pk, count in counts.items()
        if (pk, count.results, count.last, running[pk].ends_on) not in done
    ]


def known_of(seasons: Iterable[int]) -> dict[int, ResultCount]:
    """Return what is known now of those seasons that have results."""
    results = Result.objects.filter(season__in=seasons).order_by().values_list("season")
    return {season: ResultCount(*figures) for season, *figures in results.annotate(Count("pk"), Max("pk"))}


def played_games(season: Season, apart: Collection[int] = ()) -> list[PlayedGame]:
    """Return the games in order of play; `apart`: the keys of games that say nothing of the pace. One query."""
    seats: dict[int, list[TakenSeat]] = defaultdict(list)
    when: dict[int, tuple[datetime, str]] = {}
    results = Result.objects.filter(season=season).order_by("played_at", "game", "place", "character")
    columns = ("game", "system", "played_at", "character", "table_points", "place", "share")
    for game, system, played_at, who, points, place, share in results.values_list(*columns):
        seats[game].append(TakenSeat(who, points, place == 1, share))
        when[game] = played_at, system
    return [PlayedGame(when[game][1], when[game][0], tuple(taken), game in apart) for game, taken in seats.items()]


def counting_in(season: Season) -> Counting:
    return counting_of(house_rules_of(season))


def divisions_in(season: Season) -> list[list[int]]:
    """Return the members of each division, from the top."""
    members: dict[int, list[int]] = {pk: [] for pk in season.divisions.order_by("tier").values_list("pk", flat=True)}
    for division, who in DivisionPlace.objects.filter(season=season).values_list("division", "character"):
        members[division].append(who)
    return list(members.values())


def strengths_in(season: Season, characters: Iterable[int]) -> dict[tuple[str, int], RatingEstimate]:
    """Return the current ratings by system and character."""
    rated = Rating.objects.filter(rating_list__league=season.league_id).order_by()
    ids = set(characters)
    columns = rated.values_list("rating_list__system", "character", "mu", "sigma", "games")
    return {(system, who): RatingEstimate(mu, sigma, games) for system, who, mu, sigma, games in columns if who in ids}


def newest_season_forecast(season: Season) -> SeasonForecast | None:
    """Return the newest forecast, whatever method made it: a season that is over keeps what was foretold of it."""
    return SeasonForecast.objects.filter(season=season).order_by("id").last()


def has_odds(season: Season) -> bool:
    return SeasonForecast.objects.filter(season=season).exists()


def day_by_day(newest: SeasonForecast, most: int) -> Sequence[SeasonForecast]:
    """Return for each of the newest days the last forecast of the same method, up to this one, the oldest first. Two
    queries."""
    same = SeasonForecast.objects.filter(season=newest.season_id, method=newest.method).order_by("id")
    last = {timezone.localdate(at): pk for pk, at in same.values_list("pk", "made_at")}
    keys = [last[day] for day in sorted(last)[-most:]]
    return list(SeasonForecast.objects.filter(pk__in=keys).order_by("id"))


def season_odds_view(season: Season) -> SeasonOddsPage | None:
    """Return the odds of a season; None before a forecast."""
    forecast = newest_season_forecast(season)
    if forecast is None:
        return None
    chances = forecast.chances
    persons = people([row.character for row in chances])  # without those who have left the site
    tallest = max((share for row in chances for share in row.places), default=WHOLE)
    lowest = max((row.most for row in chances), default=1)
    rows = [_row(row, persons[row.character], tallest, lowest) for row in chances if row.character in persons]
    moves = any(row.up or row.down for row in rows)
    return SeasonOddsPage(
        rows, moves, _left_out(forecast), _how(forecast), forecast.made_at, _course(forecast, chances)
    )


def why_none(season: Season, *, may_administer: bool) -> str:
    """Return why there are no odds, and what to do about it."""
    if season.ends_on is None:
        if may_administer:
            return _("Set the last day of the season, so that the remaining games can be worked out.")
        return _("The season has no last day yet, so nobody knows how many games are still to come.")
    if is_over(season):
        return _("The season was over before any forecast was made.")
    return _("The odds appear a few seconds after the first confirmed game.")


def _row(chances: Chances, person: Person, tallest: int, lowest: int) -> PlaceOddsRow:
    words = _("place {least} to {most}") if chances.least < chances.most else _("place {least}")
    return PlaceOddsRow(
        person=person,
        position=chances.position or None,
        first=likely(chances.places[0]),
        podium=likely(sum(chances.places[:PODIUM])),
        places=words.format(least=number_format(chances.least), most=number_format(chances.most)),
        range=place_range(chances.least, chances.middle, chances.most, lowest),
        bars=place_bars(chances.places, tallest),
        each=", ".join(
            _("place {place}: {chance}").format(place=place, chance=likely(share))
            for place, share in enumerate(chances.places, 1)
        ),
        up=likely(chances.up) if chances.up is not None else "",
        down=likely(chances.down) if chances.down is not None else "",
    )


def _how(forecast: SeasonForecast) -> str:
    paced = forecast.games - forecast.planned
    games = ngettext(
        "At the pace of the last eight weeks, about {n} more game will be played by the last day.",
        "At the pace of the last eight weeks, about {n} more games will be played by the last day.",
        paced,
    ).format(n=figure(paced))
    planned = ngettext(
        "Running tournaments are sure to have {n} more game.",
        "Running tournaments are sure to have {n} more games.",
        forecast.planned,
    ).format(n=figure(forecast.planned))
    drawn = _(
        "The rest of the season was played out many times: people meet at tables as they did recently, the finishing "
        "order follows from the ratings and how sure they are, and the standings count as the house rules say."
    )
    ahead = [planned] * bool(forecast.planned) + [games] * bool(paced or not forecast.planned)
    return " ".join((*ahead, drawn))


def _left_out(forecast: SeasonForecast) -> str:
    """Return how many are listed; "" if everybody is."""
    listed, everybody = len(forecast.odds), forecast.characters or 0
    if everybody <= listed:
        return ""
    sentence = _("The {kept} of {everybody} characters most likely to come first are listed.")
    return sentence.format(everybody=figure(everybody), kept=figure(listed))


def _course(newest: SeasonForecast, chances: Sequence[Chances]) -> LineChart | None:
    """Return the chance of first place after each day, of those likeliest now; None before the second day."""
    forecasts = day_by_day(newest, MOST_DAYS)
    if len(forecasts) < 2:
        return None
    who = [row.character for row in chances[:LIKELIEST]]
    persons = people(who)
    by_day = [{row.character: row.places[0] for row in forecast.chances} for forecast in forecasts]
    series = [
        Series(
            persons[character].name,
            [round(day.get(character, 0) * 100 / WHOLE) for day in by_day],
            persons[character].href,
        )
        for character in who
        if character in persons
    ]
    days = [timezone.localdate(forecast.made_at) for forecast in forecasts]
    summary = _("Chance of first place in percent, from {first} to {last}. Now: {now}.").format(
        first=date_format(days[0]),
        last=date_format(days[-1]),
        now=", ".join(f"{line.name} {line.values[-1]} %" for line in series),
    )
    return line_chart(series, [dateformat.format(day, "j M") for day in days], summary=summary)
