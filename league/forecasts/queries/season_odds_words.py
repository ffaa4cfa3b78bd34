"""The odds of a season as people read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import dateformat, timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.charts.lines import LineChart, Series, line_chart
from characters.queries.people import Person, people
from league.core.queries.figures import likely, percent
from league.forecasts.charts import PlaceBars, PlaceRange, place_bars, place_range
from league.forecasts.models import SeasonForecast
from league.forecasts.queries.odds_words import Judged, judged_as
from league.forecasts.queries.scores import PODIUM, SeasonScores
from league.forecasts.queries.season_odds import ChancesRow, day_by_day, is_over, newest_season_forecast, rows_of
from league.forecasts.rules.season_chances import SEASON_METHOD, WHOLE
from league.models import Season

LIKELIEST = 5
MOST_DAYS = 24


@dataclass(frozen=True, slots=True)
class PlaceOddsRow:
    """`position` is None before a first game. `up` and `down` are empty where there is no such way."""

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


def season_odds_view(season: Season) -> SeasonOddsPage | None:
    """Return the odds of a season; None before a forecast."""
    forecast = newest_season_forecast(season)
    if forecast is None:
        return None
    chances = rows_of(forecast)
    rows = _rows(chances)
    moves = any(row.up or row.down for row in rows)
    return SeasonOddsPage(
        rows, moves, _left_out(forecast), _how(forecast), forecast.made_at, _course(forecast, chances)
    )


def why_none(season: Season, *, may_administer: bool) -> str:
    """Return why there are no odds, and what to do about it."""
    if season.ends_on is None:
        if may_administer:
            return _("Set the last day of the season; then the games that are still to come can be worked out.")
        return _("The season has no last day yet, so nobody knows how many games are still to come.")
    if is_over(season):
        return _("The season was over before anything was foretold.")
    return _("The odds come some seconds after the first confirmed game.")


def _rows(chances: Sequence[ChancesRow]) -> list[PlaceOddsRow]:
    """Return the rows, without those who have left the site."""
    persons = people([row.chances.character for row in chances])
    tallest = max((share for row in chances for share in row.chances.places), default=WHOLE)
    lowest = max((row.chances.most for row in chances), default=1)
    return [
        _row(row, persons[row.chances.character], tallest, lowest)
        for row in chances
        if row.chances.character in persons
    ]


def _row(row: ChancesRow, person: Person, tallest: int, lowest: int) -> PlaceOddsRow:
    chances = row.chances
    words = _("place {least} to {most}") if chances.least < chances.most else _("place {least}")
    return PlaceOddsRow(
        person=person,
        position=row.position or None,
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
        "At the pace of the last eight weeks about {n} more game is to come until the last day.",
        "At the pace of the last eight weeks about {n} more games are to come until the last day.",
        paced,
    ).format(n=_number(paced))
    planned = ngettext(
        "Tournaments that run have {n} more game to play for sure.",
        "Tournaments that run have {n} more games to play for sure.",
        forecast.planned,
    ).format(n=_number(forecast.planned))
    drawn = _(
        "The season was played on to its end again and again: the same people sit down together as they did recently, "
        "the order in which they finish follows from the ratings and how sure they are, and the standings count as the "
        "house rules say."
    )
    ahead = [planned] * bool(forecast.planned) + [games] * bool(paced or not forecast.planned)
    return " ".join((*ahead, drawn))


def _left_out(forecast: SeasonForecast) -> str:
    """Return how many are listed; "" where everybody is."""
    listed, everybody = len(forecast.odds), forecast.characters or 0
    if everybody <= listed:
        return ""
    sentence = _("Of {everybody} characters the {kept} likeliest to come first are listed.")
    return sentence.format(everybody=_number(everybody), kept=_number(listed))


def _number(number: int) -> str:
    return number_format(number, force_grouping=True)


def _course(newest: SeasonForecast, chances: Sequence[ChancesRow]) -> LineChart | None:
    """Return the chance of first place after each day, of those likeliest now; None before the second day."""
    forecasts = day_by_day(newest, MOST_DAYS)
    if len(forecasts) < 2:
        return None
    who = [row.chances.character for row in chances[:LIKELIEST]]
    persons = people(who)
    by_day = [{row.chances.character: row.chances.places[0] for row in rows_of(forecast)} for forecast in forecasts]
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


def judged_seasons(scores: SeasonScores) -> list[Judged]:
    part = "" if scores.method == SEASON_METHOD else f"-{scores.method.replace('/', '-')}"
    kinds = (
        (f"first{part}", _method_said(_("First place of a season"), scores), scores.first),
        (f"podium{part}", _method_said(_("Among the first three of a season"), scores), scores.podium),
    )
    return judged_as(kinds)


def _method_said(text: str, scores: SeasonScores) -> str:
    """Return the text with the method, where that is not the method of today."""
    if scores.method == SEASON_METHOD:
        return text
    return _("{text} (method {method})").format(text=text, method=scores.method)


def places_held(scores: SeasonScores) -> str:
    """Return how many of the intervals of places that said 80 % held; "" before a season with forecasts is over."""
    if not scores.intervals:
        return ""
    sentence = ngettext(
        "Of {n} interval of places at the end of a season {share} held; four in five should.",
        "Of {n} intervals of places at the end of a season {share} held; four in five should.",
        scores.intervals,
    )
    share = percent(scores.within * WHOLE // scores.intervals)
    return _method_said(sentence.format(n=_number(scores.intervals), share=share), scores)
