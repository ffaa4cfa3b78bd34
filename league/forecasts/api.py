"""Odds, plans, last rounds, and how good such forecasts were, for programs."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, ChoiceField, IntegerField, ListField, Serializer

from characters.models import LEVEL_CHOICES, Character
from characters.rules.ladder import LEVELS, RETIRED
from games.rules.careers import FORMULA, TIMED
from league.core.api import lookup
from league.core.api.fields import StampField
from league.core.api.schema import answer, examples_beside
from league.core.api.views import ApiView
from league.forecasts.forms import NextGameForm
from league.forecasts.queries import plan as queries
from league.forecasts.queries.last_round import last_round_of
from league.forecasts.queries.odds import newest_forecast
from league.forecasts.queries.scores import judged_rounds, scores_of, scores_of_seasons
from league.forecasts.queries.season_odds import newest_season_forecast
from league.forecasts.rules.last_round import VERDICTS
from league.forecasts.rules.plan import LEAST_FIGURE, MOST_FIGURE
from league.models import League, Season, Tournament

EXAMPLES = examples_beside(__file__)
OUTCOMES = (*LEVELS, RETIRED)
SCORED = ("passes", "rises", "soon", "first", "podium", "through")
SHARE = "Ten-thousandths."


class OddsRow(Serializer[Any]):
    method = CharField()
    made_at = StampField()
    after_fact = IntegerField(help_text="Of how many facts of the character it knows.")
    level = ChoiceField(LEVEL_CHOICES)
    passes = IntegerField(help_text="The next review is passed, in ten-thousandths as all of these.")
    rises = IntegerField(help_text="The next game promotes, or opens the golden parachute.")
    soon = IntegerField(help_text="One of the next five does.")
    top = IntegerField(allow_null=True, help_text="At C-level within 60 games; null for who is there.")
    games_least = IntegerField(
        source="least", allow_null=True, help_text="Games to the next level in one of ten lives; null: more than 60."
    )
    games_middle = IntegerField(source="middle", allow_null=True, help_text="In half of them.")
    games_most = IntegerField(source="most", allow_null=True, help_text="In nine of ten.")
    own_games = IntegerField(source="own")
    league_games = IntegerField(source="pool", help_text="Of others at this level.")
    weight = IntegerField(help_text="Of the own games.")


class OddsView(ApiView):
    @extend_schema(
        tags=["characters"],
        summary="Read the odds",
        description=(
            "What is likely for a character: its own games of Careers, pulled towards those of its league at the same "
            "level, drawn again and again through the rules of a career. Made by a worker after each review, and for a "
            "newcomer from the league's games alone; 404 before there is anything to go by."
        ),
        responses=OddsRow,
        examples=[answer(EXAMPLES["odds"])],
    )
    def get(self, request: Request, slug: str) -> Response:
        forecast = newest_forecast(lookup.character(slug))
        if forecast is None:
            raise NotFound("No odds yet: they come after the first confirmed game of Careers.")
        return Response(OddsRow(forecast).data)


class BinRow(Serializer[Any]):
    least = IntegerField(help_text="Percent.")
    most = IntegerField()
    count = IntegerField()
    said = IntegerField(source="chance", help_text=SHARE)
    happened = IntegerField(help_text=SHARE)


class ScoreRow(Serializer[Any]):
    forecast = ChoiceField(SCORED)
    method = CharField(help_text="Each is scored apart: it may have been a worse one that was replaced.")
    count = IntegerField(source="score.count")
    happened = IntegerField(source="score.happened", help_text=SHARE)
    brier = CharField(source="score.brier")
    log = CharField(source="score.log")
    skill = CharField(
        source="score.skill", allow_null=True, help_text="Against the base rate; null where that misses nothing."
    )
    skill_over_same = CharField(
        source="score.skill_over_same", allow_null=True, help_text="Against 'everything stays as it is'."
    )
    reliability = BinRow(source="score.bins", many=True)


class ForecastScores(ApiView):
    @extend_schema(
        tags=["leagues"],
        summary="Read how good the forecasts were",
        description=(
            "Each kind of forecast that has happened, scored by what the records say today: the next review and "
            "promotion of characters, first place and the first three of a season (each method apart), who is through "
            "after a last round."
        ),
        responses=ScoreRow(many=True),
        examples=[answer(EXAMPLES["score"])],
    )
    def get(self, request: Request, slug: str) -> Response:
        league = lookup.by_slug(League.objects.all(), slug)
        judged = [each for scores in (scores_of(league), *scores_of_seasons(league)) for each in scores.judged]
        return Response(ScoreRow([*judged, *judged_rounds(league)], many=True).data)


class SpoilRow(Serializer[Any]):
    kind = ChoiceField(("degrees", "trips"))
    subject = CharField(help_text="Id of the program or company; empty where trips through either company count.")
    missing = IntegerField()


class OutcomeRow(Serializer[Any]):
    least = IntegerField(help_text="Points.")
    most = IntegerField(allow_null=True, help_text="Points; null: without end.")
    leads_to = ChoiceField(OUTCOMES, source="level")


class PlanRow(Serializer[Any]):
    season = CharField(
        source="season.slug",
        allow_null=True,
        help_text="Slug; its house rules hold. Null: the league has none, and the rule book holds.",
    )
    level = ChoiceField(LEVEL_CHOICES, source="plan.level")
    goal = ChoiceField(OUTCOMES, source="plan.goal")
    mode = ChoiceField((FORMULA, TIMED), source="game.mode")
    target = IntegerField(source="game.target", allow_null=True)
    winner_total = IntegerField(source="game.expected_total", allow_null=True)
    minutes = IntegerField(source="game.minutes", allow_null=True)
    spoils = SpoilRow(source="plan.spoils", many=True, help_text="Degrees and trips that the goal still asks for.")
    keeps = IntegerField(
        source="plan.keeps", allow_null=True, help_text="Least points that lose no level, without a win."
    )
    keeps_winning = IntegerField(source="plan.keeps_winning", allow_null=True)
    rises = IntegerField(
        source="plan.rises",
        allow_null=True,
        help_text="Least points that lead to the goal with the spoils, without a win; null: none do.",
    )
    rises_winning = IntegerField(source="plan.rises_winning", allow_null=True)
    outcomes = OutcomeRow(source="plan.bands", many=True, help_text="Without a win, with the spoils.")
    outcomes_winning = OutcomeRow(source="plan.winning", many=True)


def _figure(name: str, words: str) -> OpenApiParameter:
    schema = {"type": "integer", "minimum": LEAST_FIGURE, "maximum": MOST_FIGURE}
    return OpenApiParameter(name, schema, description=words)


class PlanView(ApiView):
    @extend_schema(
        tags=["characters"],
        summary="Plan the next game",
        description=(
            "What the next game of Careers must bring, worked out from the ladder and the house rules of a season: "
            "which points keep the level, and what leads to the next. Without `mode` for the kind of game that the "
            "character plays most often, without `season` for the newest one. 400 after a golden parachute."
        ),
        parameters=[
            OpenApiParameter("season", str, description="Slug of one that runs, or of the league's newest."),
            OpenApiParameter("mode", str, enum=(FORMULA, TIMED), description="Kind of game."),
            _figure("target", "Points that are played for; with `formula`."),
            _figure("winner_total", "Points that the winner may have; with `timed`."),
            _figure("minutes", "With `timed`, where the house rules measure against par."),
        ],
        responses=PlanRow,
        examples=[answer(EXAMPLES["plan"])],
    )
    def get(self, request: Request, slug: str) -> Response:
        character = lookup.character(slug)
        form = NextGameForm(
            request.query_params, seasons=queries.open_seasons(character), usual=queries.usual_game(character)
        )
        if form.refused:
            raise ValidationError({name: [str(sentence) for sentence in words] for name, words in form.errors.items()})
        career = queries.present_career(character)
        if career.status == RETIRED:
            raise ValidationError("A career that has ended by golden parachute plays no further game.")
        plan = queries.next_plan(character, career, form.game, form.rules)
        return Response(PlanRow({"season": form.season_chosen, "game": form.game, "plan": plan}).data)


class LastRoundRowData(Serializer[Any]):
    character = CharField(source="person.slug", help_text="Slug.")
    points = CharField(help_text="Table points until now.")
    table = IntegerField(allow_null=True, help_text="The open table at which they sit.")
    claim = ChoiceField(VERDICTS, source="verdict.claim")
    enough = IntegerField(
        source="verdict.enough",
        allow_null=True,
        help_text="The lowest place at the table that, unshared, is enough in every case.",
    )
    least = IntegerField(source="verdict.least", allow_null=True, help_text="The lowest place that can be enough.")
    chance = IntegerField(
        source="odds.chance",
        allow_null=True,
        help_text="In ten-thousandths; null where nothing is open, and before a worker has drawn it.",
    )
    chance_with_win = IntegerField(source="odds.with_win", allow_null=True, help_text="Where the own table is won.")


class LastRoundView(ApiView):
    @extend_schema(
        tags=["tournaments"],
        summary="Read what the last round decides",
        description=(
            "Who is through, who is out, and which place at the table is enough: exact, for every order in which the "
            "open tables may end. 404 while no last round is drawn, where table points do not decide, and at tables of "
            "more than five. The chances are drawn from the ratings by a worker, some seconds after each result."
        ),
        responses=LastRoundRowData(many=True),
        examples=[answer(EXAMPLES["last_round"])],
    )
    def get(self, request: Request, slug: str) -> Response:
        last_round = last_round_of(lookup.by_slug(Tournament.objects.all(), slug))
        if last_round is None:
            raise NotFound("No last round is open that table points decide.")
        return Response(LastRoundRowData(last_round.rows, many=True).data)


class SeasonOddsRow(Serializer[Any]):
    character = CharField(source="slug", help_text="Slug.")
    position = IntegerField(help_text="When the odds were made; 0 before a first game.")
    places = ListField(
        child=IntegerField(), help_text="Of the first, the second, ... to the eighth place, in ten-thousandths."
    )
    place_least = IntegerField(
        source="least", help_text="With place_most: the places that hold in four of five worlds."
    )
    place_middle = IntegerField(source="middle")
    place_most = IntegerField(source="most")
    up = IntegerField(
        allow_null=True, help_text="Into a better division, in ten-thousandths; null where there is none."
    )
    down = IntegerField(allow_null=True)


class SeasonOdds(Serializer[Any]):
    method = CharField(source="forecast.method")
    made_at = StampField(source="forecast.made_at")
    ends_on = CharField(source="forecast.ends_on", help_text="The last day, as it was set then.")
    results = IntegerField(source="forecast.results", help_text="How many results they know.")
    games_to_come = IntegerField(
        source="forecast.games", help_text="Those that are planned, and as many as the pace lets expect."
    )
    games_planned = IntegerField(
        source="forecast.planned",
        help_text="In tournaments that run: tables that are drawn and rounds that are not yet.",
    )
    characters = IntegerField(
        source="forecast.characters",
        allow_null=True,
        help_text="Of how many; the rows hold the likeliest. Null: the first method did not say.",
    )
    rows = SeasonOddsRow(many=True)


class SeasonOddsView(ApiView):
    @extend_schema(
        tags=["seasons"],
        summary="Read the odds of a season",
        description=(
            "How likely each place at its end is: the season played on to its last day again and again, with strengths "
            "from the ratings. Made by a worker after its results have changed and every day, and kept. The 200 "
            "likeliest; 404 before there are any, and for a season without a last day."
        ),
        responses=SeasonOdds,
        examples=[answer(EXAMPLES["season_odds"])],
    )
    def get(self, request: Request, slug: str) -> Response:
        forecast = newest_season_forecast(lookup.by_slug(Season.objects.all(), slug))
        if forecast is None:
            raise NotFound("No odds yet: they come after the first confirmed game of a season that has a last day.")
        chances = forecast.chances
        slugs = dict(Character.objects.filter(pk__in=[row.character for row in chances]).values_list("pk", "slug"))
        rows = [{"slug": slugs[row.character], **row._asdict()} for row in chances if row.character in slugs]
        return Response(SeasonOdds({"forecast": forecast, "rows": rows}).data)


urlpatterns = [
    path("characters/<str:slug>/odds/", OddsView.as_view(), name="api-odds"),
    path("characters/<str:slug>/plan/", PlanView.as_view(), name="api-plan"),
    path("leagues/<str:slug>/forecasts/", ForecastScores.as_view(), name="api-forecasts"),
    path("seasons/<str:slug>/odds/", SeasonOddsView.as_view(), name="api-season-odds"),
    path("tournaments/<str:slug>/last-round/", LastRoundView.as_view(), name="api-last-round"),
]
