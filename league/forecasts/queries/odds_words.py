"""A forecast and its scores as people read them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.models import Character
from characters.rules import ladder
from league.core.queries.figures import likely, percent
from league.forecasts.charts import Reliability, reliability
from league.forecasts.models import Forecast
from league.forecasts.queries.odds import newest_forecast
from league.forecasts.queries.scores import Scores
from league.forecasts.rules.odds import FEW, HORIZON, LIVES, SOON, WHOLE
from league.forecasts.rules.scores import ForecastScore


@dataclass(frozen=True, slots=True)
class Tile:
    label: str
    value: str
    compare: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """A kind of forecast with its score, `verdict` in a sentence; `id`: that of its drawing on the page."""

    id: str
    title: str
    verdict: str
    tiles: list[Tile]
    chart: Reliability


@dataclass(frozen=True, slots=True)
class OddsPage:
    """`behind`: a newer game is known."""

    tiles: list[Tile]
    how: list[str]
    made_at: datetime
    behind: bool


def odds_of(character: Character) -> OddsPage | None:
    """Return the odds of a character; None before there is anything to go by. One query."""
    forecast = newest_forecast(character)
    if forecast is None:
        return None
    behind = forecast.after_fact != character.last_fact
    return OddsPage(odds_tiles(forecast), how_found(character, forecast), forecast.made_at, behind)


def odds_tiles(forecast: Forecast) -> list[Tile]:
    top = forecast.level == ladder.C_LEVEL
    tiles = []
    if forecast.level != ladder.ENTRY:
        tiles.append(Tile(_("Passes the next review"), likely(forecast.passes)))
    tiles += [
        Tile(
            _("Golden parachute with the next game") if top else _("Promoted by the next game"), likely(forecast.rises)
        ),
        Tile(_("Promoted within {n} games").format(n=SOON), likely(forecast.soon)),
        Tile(_("Games to the golden parachute") if top else _("Games to the next level"), *_reach(forecast)),
    ]
    if forecast.top is not None:
        tiles.append(Tile(_("In the C-suite within {n} games").format(n=HORIZON), likely(forecast.top)))
    return tiles


def _reach(forecast: Forecast) -> tuple[str, str]:
    if forecast.least is None:
        return _("more than {n}").format(n=HORIZON), ""
    middle = str(forecast.middle) if forecast.middle else _("more than {n}").format(n=HORIZON)
    if forecast.most is None:
        return middle, _("in 4 of 5 lives {least} or more").format(least=forecast.least)
    return middle, _("in 4 of 5 lives {least} to {most}").format(least=forecast.least, most=forecast.most)


def how_found(character: Character, forecast: Forecast) -> list[str]:
    """Return what the odds were drawn from, and how far to trust them."""
    own = ngettext("{n} game of {name}", "{n} games of {name}", forecast.own).format(
        n=forecast.own, name=character.name
    )
    pool = ngettext(
        "{n} game that others of the league played at this level",
        "{n} games that others of the league played at this level",
        forecast.pool,
    ).format(n=forecast.pool)
    lives = _("{lives} lives were drawn and taken through the same steps as every review.").format(lives=LIVES)
    if not forecast.pool:
        first = _("Drawn from {own}; nobody else has played at this level yet.").format(own=own)
    elif not forecast.own:
        first = _("Drawn from {pool}.").format(pool=pool)
    else:
        weight = percent(forecast.weight)
        first = _("Drawn from {own}, with a weight of {weight}, and from {pool}.").format(
            own=own, weight=weight, pool=pool
        )
    return [first, lives, *filter(None, [few_games(forecast)])]


def few_games(forecast: Forecast) -> str:
    """Return a warning for a character with few games of its own; "" where it has played enough."""
    if forecast.own >= FEW:
        return ""
    if not forecast.own:
        return _("Without a game of its own this is the league's figure: do not rely on it.")
    few = _("With fewer than {n} games of its own this is mostly the league's figure: do not rely on it.")
    return few.format(n=FEW)


def judged(scores: Scores) -> list[Judged]:
    kinds = (
        ("passes", _("Passes the next review"), scores.passed),
        ("rises", _("Promoted by the next game"), scores.rose),
        ("soon", _("Promoted within {n} games").format(n=SOON), scores.soon),
    )
    return judged_as(kinds)


def judged_as(kinds: Iterable[tuple[str, str, ForecastScore | None]]) -> list[Judged]:
    """Return the kinds that have a score, each with its id and title."""
    return [
        Judged(key, title, _verdict(score), _score_tiles(score), reliability(score.bins))
        for key, title, score in kinds
        if score is not None
    ]


def _verdict(score: ForecastScore) -> str:
    if score.skill is None:
        return _("The same happened every time so far, so nothing can be said of these forecasts yet.")
    if score.skill > 0:
        sentence = _("Better than giving everybody the same chance: {skill} of what that misses is saved.")
        return sentence.format(skill=percent(int(score.skill * WHOLE)))
    return _("No better than giving everybody the same chance. Do not rely on these forecasts.")


def _score_tiles(score: ForecastScore) -> list[Tile]:
    tiles = [
        Tile(_("Scored"), number_format(score.count, force_grouping=True)),
        Tile(_("Happened"), percent(score.happened)),
        Tile(_("Brier score"), _figure(score.brier)),
        Tile(_("Log score"), _figure(score.log)),
    ]
    if score.skill is not None:
        tiles.append(Tile(_("Skill against the base rate"), _figure(score.skill)))
    if score.skill_over_same is not None:
        tiles.append(Tile(_("Skill against “everything stays as it is”"), _figure(score.skill_over_same)))
    return tiles


def _figure(value: Decimal) -> str:
    return number_format(value, decimal_pos=3)


def intervals_held(scores: Scores) -> str:
    """Return how many of the intervals that said 80 % held."""
    if not scores.intervals:
        return _("No interval for the next level is over yet.")
    share = percent(scores.within * WHOLE // scores.intervals)
    sentence = ngettext(
        "Of {n} interval for the games to the next level {share} held; four in five should.",
        "Of {n} intervals for the games to the next level {share} held; four in five should.",
        scores.intervals,
    )
    return sentence.format(n=scores.intervals, share=share)
