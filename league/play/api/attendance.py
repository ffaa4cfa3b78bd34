"""Time and absence for programs: choices taken back, seats given up or played on by a bot, pauses and holidays."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import PlaySeat
from games.services.absence import ask_for_bot, ask_for_pause, come_back, go_on_holiday, resign, wish_to_be_told
from games.services.bot_turns import ask_bots_again
from games.services.rewinds import ask_for_rewind, decline_rewind
from games.services.take_backs import take_back
from league.core.api.fields import Nothing
from league.core.api.schema import ErrorAnswer, asking
from league.core.api.views import ApiView, read, signed_in
from league.core.rules.scopes import REPORT
from league.play.api.plays import PlayDetail, answered_by_play, found_play, play_detail
from league.play.forms import MOST_SEATS
from league.play.tasks import bots_soon


class BackInput(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=0, max_value=100_000, help_text="`number` of the play as you saw it.")


class RewindInput(BackInput):
    to = serializers.IntegerField(
        min_value=0, max_value=100_000, help_text="The last move that stays, counted as by `replay/`; 0: the beginning."
    )


class ReplaceInput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS)


class HolidayInput(serializers.Serializer[Any]):
    days = serializers.IntegerField(min_value=1, max_value=365)


class WantsInput(serializers.Serializer[Any]):
    wants = serializers.ChoiceField(choices=PlaySeat.WANTS)


RESPONSES = {200: PlayDetail, 409: ErrorAnswer, 422: ErrorAnswer}


def step(
    act: Callable[..., object],
    summary: str,
    description: str,
    form: type[serializers.Serializer[Any]] = Nothing,
    body: dict[str, Any] | None = None,
) -> type[ApiView]:
    """Return a view that answers with the play after the service `act` has changed it for the reader. `form` reads what
    the service takes; `body` is an example of it."""

    class ActingStep(ApiView):
        scope = REPORT

        @extend_schema(
            tags=["plays"],
            summary=summary,
            description=description,
            request=asking(form, body) if body else None,
            responses=RESPONSES,
        )
        def post(self, request: Request, play_id: int) -> Response:
            by = signed_in(request)
            play = found_play(play_id, by).play
            data = read(form(data=request.data)) if form is not Nothing else {}
            with answered_by_play(request, play_id):
                act(play_id=play.pk, by=by, **data)
            bots_soon()
            return Response(play_detail(request, play_id))

    return ActingStep


BackView = step(
    take_back,
    "Take a choice back",
    "Your own last one, as long as nobody acted since and nobody learnt anything by it.",
    BackInput,
    {"number": 12},
)
RewindView = step(
    ask_for_rewind,
    "Go back to an earlier move",
    "Your proposal, or your voice for the open one, see `rewind`. The game goes back when everybody who plays agrees "
    "before the next turn. Refused over chance, and over what somebody learnt; the sentence says how far it can go.",
    RewindInput,
    {"number": 12, "to": 9},
)
StayView = step(
    decline_rewind,
    "Stay at this move",
    "Withdraws the open proposal to go back. Nobody can make another one before the next turn.",
    BackInput,
    {"number": 12},
)
ResignView = step(resign, "Give up", "A bot plays your seats to the end.")
ReturnView = step(come_back, "Come back", "Ends at once that a bot plays for you, and a holiday.")
ReplaceView = step(
    ask_for_bot,
    "Let a bot play for who is absent",
    "Your voice for it, once the time of the seat at turn is out or, without a clock, nobody has seen them for three "
    "days. When more than half of the others agree, the bot plays until the person is back.",
    ReplaceInput,
    {"seat": 2},
)
PauseView = step(
    ask_for_pause,
    "Ask for a pause, or for its end",
    "A pause begins when everybody who plays asked for it, and ends when more than half of them did.",
)
AskView = step(
    ask_bots_again,
    "Ask the bots again",
    "In a running play with a `problem`: its bots failed again and again, so chance decides for them, or the game "
    "stands still. For those who sit there, and for the person who opened or ordered it.",
)
HolidayView = step(
    go_on_holiday,
    "Go on holiday",
    "Sets days of your time in reserve aside; the clock of your choices begins after them.",
    HolidayInput,
    {"days": 3},
)
WantsView = step(
    wish_to_be_told,
    "Choose when you are told that it is your turn",
    "By the ways that you chose for notices: always, when you are away from the table, or never.",
    WantsInput,
    {"wants": "away"},
)
