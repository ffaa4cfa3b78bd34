"""The plan for the next game of a character, for programs."""

from typing import Annotated, Any, TypedDict

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from characters.models import LEVEL_CHOICES
from characters.rules.ladder import LEVELS, RETIRED
from games.rules.careers import FORMULA, TIMED
from league.core.api import lookup
from league.core.api.described import described
from league.core.api.schema import answer
from league.core.api.views import ApiView
from league.core.rules.records import OneOf
from league.forecasts.forms import NextGameForm
from league.forecasts.queries import plan as queries
from league.forecasts.rules.plan import LEAST_FIGURE, MOST_FIGURE, Band, NextGame, NextGamePlan
from league.models import Season

OUTCOMES = (*LEVELS, RETIRED)
ROW = {
    "season": "spring-2026",
    "level": "vp",
    "goal": "c_level",
    "mode": "formula",
    "target": 200,
    "winner_total": None,
    "minutes": None,
    "spoils": [{"kind": "degrees", "subject": "law", "missing": 1}],
    "keeps": 160,
    "keeps_winning": 0,
    "rises": 180,
    "rises_winning": 180,
    "outcomes": [
        {"least": 0, "most": 159, "leads_to": "director"},
        {"least": 160, "most": 179, "leads_to": "vp"},
        {"least": 180, "most": None, "leads_to": "c_level"},
    ],
    "outcomes_winning": [
        {"least": 0, "most": 179, "leads_to": "vp"},
        {"least": 180, "most": None, "leads_to": "c_level"},
    ],
}


class SpoilRow(TypedDict):
    kind: Annotated[str, OneOf(("degrees", "trips"))]
    subject: Annotated[str, "Id of the program or company; empty where trips through either company count."]
    missing: int


class OutcomeRow(TypedDict):
    least: Annotated[int, "Points."]
    most: Annotated[int | None, "Points; null: without end."]
    leads_to: Annotated[str, OneOf(OUTCOMES)]


class PlanRow(TypedDict):
    season: Annotated[str | None, "Slug; its house rules hold. Null: the league has none, and the rule book holds."]
    level: Annotated[str, OneOf(LEVEL_CHOICES)]
    goal: Annotated[str, OneOf(OUTCOMES)]
    mode: Annotated[str, OneOf((FORMULA, TIMED))]
    target: int | None
    winner_total: int | None
    minutes: int | None
    spoils: Annotated[list[SpoilRow], "Degrees and trips that the goal still asks for."]
    keeps: Annotated[int | None, "Least points that lose no level, without a win."]
    keeps_winning: int | None
    rises: Annotated[int | None, "Least points that lead to the goal with the spoils, without a win; null: none do."]
    rises_winning: int | None
    outcomes: Annotated[list[OutcomeRow], "Without a win, with the spoils."]
    outcomes_winning: list[OutcomeRow]


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
        responses=described(PlanRow),
        examples=[answer(ROW)],
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
        return Response(_row(form.season_chosen, form.game, plan))


def _row(season: Season | None, game: NextGame, plan: NextGamePlan) -> dict[str, Any]:
    return {
        "season": season.slug if season else None,
        "level": plan.level,
        "goal": plan.goal,
        "mode": TIMED if game.target is None else FORMULA,
        "target": game.target,
        "winner_total": game.winner_total or None,
        "minutes": game.minutes,
        "spoils": [{"kind": spoil.kind, "subject": spoil.subject, "missing": spoil.missing} for spoil in plan.spoils],
        "keeps": plan.keeps,
        "keeps_winning": plan.keeps_winning,
        "rises": plan.rises,
        "rises_winning": plan.rises_winning,
        "outcomes": [_outcome(band) for band in plan.bands],
        "outcomes_winning": [_outcome(band) for band in plan.winning],
    }


def _outcome(band: Band) -> dict[str, Any]:
    return {"least": band.least, "most": band.most, "leads_to": band.level}
