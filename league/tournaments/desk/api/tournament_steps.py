"""Decisions of organisers about a tournament as a whole: one step each, answered by the tournament as it is then."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.api.described import described
from league.core.api.fields import Nothing, ReasonInput
from league.core.api.lookup import TAGS, staff
from league.core.api.schema import ErrorAnswer, answer
from league.core.api.steps import ReadBody, step_view
from league.core.api.views import ApiView, signed_in
from league.models import Tournament
from league.tournaments.desk.services import end_stage, finish_tournament, start_stage
from league.tournaments.draws.services.draws import draw_next_round, running_stage
from league.tournaments.entries.api import examples_tournaments as examples
from league.tournaments.stages.queries.tournament_records import TournamentDetail, tournament_record
from league.tournaments.stages.services import cancel_tournament
from league.tournaments.tables.queries.round_records import RoundDetail, round_record


def step(
    summary: str, description: str, run: Callable[..., object], form: type[Nothing | ReasonInput] = Nothing
) -> type[ApiView]:
    """Return a view that lets organisers call `run` with the tournament."""

    def decide(request: Request, body: ReadBody, slug: str) -> TournamentDetail:
        plays = staff(request, slug, "administer")
        run(tournament=plays, by=signed_in(request), **body())
        return tournament_record(plays)

    return step_view(
        decide,
        summary=summary,
        description=f"{description} Organisers only; 409 when it is done already.",
        record=TournamentDetail,
        answered=examples.TOURNAMENT_DETAIL,
        form=form,
        body=None if form is Nothing else {"reason": "The hall is closed."},
    )


def _end(*, tournament: Tournament, by: Any) -> None:
    end_stage(stage=running_stage(tournament), by=by)


CancelView = step(
    "Cancel a tournament",
    "It does not take place, or not to its end; what was played stays.",
    cancel_tournament,
    ReasonInput,
)
StartView = step(
    "Start the next stage",
    "The first with everybody who is checked in, a later one with those above its cut.",
    start_stage,
)
EndStageView = step("End the stage", "Once its last round has ended.", _end)
FinishView = step("Finish a tournament", "Standings are final then but for corrections.", finish_tournament)


class NextDrawView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Draw the next round",
        description=(
            "A draft of the next round of the running stage, for organisers' eyes until it is published. Organisers "
            "only; 409 while a round is open."
        ),
        request=None,
        responses={201: described(RoundDetail), 409: ErrorAnswer},
        examples=[answer(examples.ROUND_DETAIL, status="201")],
    )
    def post(self, request: Request, slug: str) -> Response:
        plays = staff(request, slug, "administer")
        played = draw_next_round(tournament=plays, by=signed_in(request))
        return Response(round_record(played), status.HTTP_201_CREATED)
