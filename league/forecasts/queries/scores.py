"""The scores of forecasts, as people read them: of characters by the game that followed, as the facts say today; of
last rounds and seasons by the standings as they are today."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, Max, Min, QuerySet
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.models import CareerEvent, Fact
from league.core.queries.figures import figure, percent
from league.core.rules.grouping import grouped
from league.forecasts.charts import Reliability, reliability
from league.forecasts.models import Forecast, RoundForecast, SeasonForecast
from league.forecasts.queries.last_round import eligible, next_stage
from league.forecasts.queries.odds import Tile
from league.forecasts.queries.season_odds import PODIUM, end_of, newest_season_forecast
from league.forecasts.rules.last_round import LAST_ROUND_METHOD
from league.forecasts.rules.odds import METHOD, SOON
from league.forecasts.rules.scores import (
    ForecastOutcome,
    ForecastScore,
    Foretold,
    Happened,
    Outcomes,
    outcomes_of,
    score,
)
from league.forecasts.rules.season_chances import SEASON_METHOD, WHOLE
from league.models import League, Round, Season
from league.standings.queries.standings import standings
from league.tournaments.stages.queries.stage_standings import stage_table

NEWEST = 5000  # forecasts of characters that are scored
_GAME_ENDS = ("review", "promotion", "demotion", "parachute")
NEWEST_OF_MANY = 500  # forecasts of rounds or seasons, each of many characters
OF_TODAY = (METHOD, SEASON_METHOD, LAST_ROUND_METHOD)


@dataclass(frozen=True, slots=True)
class Judged:
    """A kind of forecast by one `method` and its score."""

    forecast: str
    method: str
    title: str
    score: ForecastScore

    @property
    def id(self) -> str:
        """Return the id of the drawing on the page."""
        return self.forecast if self.method in OF_TODAY else f"{self.forecast}-{self.method.replace('/', '-')}"

    @property
    def chart(self) -> Reliability:
        return reliability(self.score.bins)

    @property
    def verdict(self) -> str:
        skill = self.score.skill
        if skill is None:
            return _("The same happened every time so far, so nothing can be said of these forecasts yet.")
        if skill > 0:
            sentence = _("Better than giving everybody the same chance: {skill} of that error is avoided.")
            return sentence.format(skill=percent(int(skill * WHOLE)))
        return _("No better than giving everybody the same chance. Do not rely on these forecasts.")

    @property
    def tiles(self) -> list[Tile]:
        skills = (
            (_("Skill against the base rate"), self.score.skill),
            (_("Skill against “everything stays as it is”"), self.score.skill_over_same),
        )
        return [
            Tile(_("Scored"), figure(self.score.count)),
            Tile(_("Happened"), percent(self.score.happened)),
            Tile(_("Brier score"), number_format(self.score.brier, decimal_pos=3)),
            Tile(_("Log score"), number_format(self.score.log, decimal_pos=3)),
            *(Tile(label, number_format(skill, decimal_pos=3)) for label, skill in skills if skill is not None),
        ]


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of one `method`, of what has happened by now. `within` of `intervals` held."""

    method: str
    judged: list[Judged]
    within: int
    intervals: int


def forecasts_of(league: League) -> QuerySet[Forecast]:
    return Forecast.objects.filter(character__enrolment__league=league, method=METHOD, passes__isnull=False)


def scores_of(league: League) -> Scores:
    """Return the scores of the NEWEST forecasts of characters."""
    rows = forecasts_of(league).order_by("-id")
    columns = ("character", "after_fact", "made_at", "level", "passes", "rises", "soon", "least", "most")
    newest = reversed(rows.values_list(*columns)[:NEWEST])
    forecasts = grouped((character, Foretold(*values)) for character, *values in newest)
    for some in forecasts.values():
        some.sort()
    outcomes = outcomes_of(_lives(forecasts)) if forecasts else Outcomes([], [], [])
    judged = [
        *_judged("passes", METHOD, _("Passes the next review"), outcomes.passed),
        *_judged("rises", METHOD, _("Promoted by the next game"), outcomes.rose),
        *_judged("soon", METHOD, _("Promoted within {n} games").format(n=SOON), outcomes.soon),
    ]
    return Scores(METHOD, judged, outcomes.within, outcomes.within + outcomes.beyond)


def _judged(forecast: str, method: str, title: str, outcomes: Sequence[ForecastOutcome]) -> list[Judged]:
    """Return the forecast with its score; nothing before anything has happened."""
    result = score(outcomes)
    return [Judged(forecast, method, title, result)] if result else []


def _lives(forecasts: Mapping[int, list[Foretold]]) -> dict[int, tuple[list[Foretold], list[Happened]]]:
    standing = CareerEvent.objects.standing().filter(character__in=forecasts, kind__in=_GAME_ENDS)
    ordered = standing.only("character", "game", "kind", "from_level").order_by("at", "id")
    events = grouped(((event.character_id, event.game), event) for event in ordered)
    heard = Fact.objects.filter(character__in=forecasts, game__isnull=False).values("character", "game")
    first = heard.annotate(first=Min("number"), at=Min("recorded_at")).order_by("character", "first")
    games: dict[int, list[Happened]] = defaultdict(list)
    for row in first:
        career_events = events.get((row["character"], row["game"]))
        if career_events:
            kinds = frozenset(event.kind for event in career_events)
            games[row["character"]].append(Happened(row["first"], row["at"], career_events[0].from_level, kinds))
    return {character: (own, games[character]) for character, own in forecasts.items()}


def judged_rounds(league: League) -> list[Judged]:
    """Return how good the forecasts of last rounds were."""
    ended = RoundForecast.objects.filter(
        round__stage__tournament__season__league=league, round__status=Round.ENDED, method=LAST_ROUND_METHOD
    )
    forecasts = (
        ended.filter(made_at__lt=F("round__ended_at")).select_related("round__stage__tournament").order_by("-id")
    )
    final: dict[int, list[int]] = {}
    outcomes = []
    for forecast in forecasts[:NEWEST_OF_MANY]:
        stage = forecast.round.stage
        if stage.pk not in final:
            who = eligible(stage, next_stage(stage)).values_list("entry__character", flat=True)
            final[stage.pk] = sorted(who, key=stage_table(stage).standings.index)
        first = set(final[stage.pk][: forecast.cut])
        outcomes += [
            ForecastOutcome(row.chance, row.character in first, row.position <= forecast.cut) for row in forecast.rows
        ]
    return _judged("through", LAST_ROUND_METHOD, _("Through, or first, after a last round"), outcomes)


def scores_of_seasons(league: League) -> list[Scores]:
    """Return the scores of each method apart, that of today first, then the newest; at least that of today."""
    over = list(league.seasons.filter(ends_on__lt=timezone.localdate(), forecasts__isnull=False).distinct())
    newest = SeasonForecast.objects.filter(season__in=over).order_by().values("method").annotate(last=Max("id"))
    before = newest.exclude(method=SEASON_METHOD).order_by("-last").values_list("method", flat=True)
    return [_scores_in(over, method) for method in (SEASON_METHOD, *before)]


def scores_of_season(season: Season) -> Scores:
    """Return the scores of the method that was used last in the season, once it is over."""
    newest = newest_season_forecast(season)
    return _scores_in([season], newest.method if newest else SEASON_METHOD)


def _scores_in(seasons: Collection[Season], method: str) -> Scores:
    forecasts = SeasonForecast.objects.filter(season__in=seasons, method=method).order_by("-id")
    first: list[ForecastOutcome] = []
    podium: list[ForecastOutcome] = []
    within = intervals = 0
    season_of = {season.pk: season for season in seasons}
    final: dict[int, dict[int, int]] = {}
    for forecast in forecasts[:NEWEST_OF_MANY]:
        season = season_of[forecast.season_id]
        if forecast.made_at >= end_of(season):
            continue  # its last day was brought forward
        if season.pk not in final:
            table = standings(season)
            final[season.pk] = table.positions(list(table))
        for row in forecast.chances:
            came = final[season.pk].get(row.character)
            if came is None:
                continue  # every game of theirs was taken back
            first.append(ForecastOutcome(row.places[0], came == 1, row.position == 1))
            podium.append(ForecastOutcome(sum(row.places[:PODIUM]), came <= PODIUM, 1 <= row.position <= PODIUM))
            within += row.least <= came <= row.most
            intervals += 1
    judged = [
        *_judged("first", method, _with_method(_("First place of a season"), method), first),
        *_judged("podium", method, _with_method(_("Among the first three of a season"), method), podium),
    ]
    return Scores(method, judged, within, intervals)


def _with_method(text: str, method: str) -> str:
    """Return the text with the method, if it is not the current method."""
    if method == SEASON_METHOD:
        return text
    return _("{text} (method {method})").format(text=text, method=method)


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


def places_held(scores: Scores) -> str:
    """Return how many of the intervals of places that said 80 % held; "" before a season with forecasts is over."""
    if not scores.intervals:
        return ""
    sentence = ngettext(
        "Of {n} interval of places at the end of a season {share} held; four in five should.",
        "Of {n} intervals of places at the end of a season {share} held; four in five should.",
        scores.intervals,
    )
    share = percent(scores.within * WHOLE // scores.intervals)
    return _with_method(sentence.format(n=figure(scores.intervals), share=share), scores.method)
