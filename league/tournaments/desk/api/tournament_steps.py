"""What organisers decide about a tournament as a whole: one step each, answered by the tournament as it is then."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.core.api.fields import Nothing, ReasonInput
from league.core.api.lookup import TAGS, staff
from league.core.api.schema import ErrorAnswer, answer, question
from league.core.api.views import ApiView, read, signed_in
from league.models import Tournament
from league.tournaments.desk.api.tournaments import TournamentDetail
from league.tournaments.desk.services import end_stage, finish_tournament, start_stage
from league.tournaments.draws.services.draws import draw_next_round, running_stage
from league.tournaments.entries.api import examples_tournaments as examples
from league.tournaments.stages.queries.tournament_records import tournament_record
from league.tournaments.stages.services import cancel_tournament
from league.tournaments.tables.api.shapes import RoundDetail
from league.tournaments.tables.queries.round_records import round_record


def step(
    summary: str, description: str, run: Callable[..., object], form: type[Nothing | ReasonInput] = Nothing
) -> type[ApiView]:
    """A view that lets organisers `run` this with the tournament."""

    class View(ApiView):
        @extend_schema(
            tags=TAGS,
            summary=summary,
            description=f"{description} Organisers only; 409 when it is done already.",
            request=form if form is not Nothing else None,
            responses={200: TournamentDetail, 409: ErrorAnswer},
            examples=[
                answer(examples.TOURNAMENT_DETAIL),
                *([] if form is Nothing else [question({"reason": "The hall is closed."})]),
            ],
        )
        def post(self, request: Request, slug: str) -> Response:
            plays = staff(request, slug, "administer")
            run(tournament=plays, by=signed_in(request), **read(form(data=request.data)))
            return Response(tournament_record(plays))

    return View


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


class DrawView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Draw the next round",
        description=(
            "A draft of the next round of the running stage, for organisers' eyes until it is published. Organisers "
            "only; 409 while a round is open."
        ),
        request=None,
        responses={201: RoundDetail, 409: ErrorAnswer},
        examples=[answer(examples.ROUND_DETAIL, status="201")],
    )
    def post(self, request: Request, slug: str) -> Response:
        plays = staff(request, slug, "administer")
        made = draw_next_round(tournament=plays, by=signed_in(request))
        return Response(round_record(made), status.HTTP_201_CREATED)
