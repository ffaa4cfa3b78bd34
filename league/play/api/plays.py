"""Plays for programs: the same deeds as on the page, for bots of others and clients of all kinds."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from django.core.exceptions import ValidationError
from django.db.models import Prefetch, prefetch_related_objects
from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from characters.rules.facts import stamp
from engine import EngineError
from games.models import Play, PlaySeat, Turn
from games.queries.plays import record_of
from games.rules.told import told_to
from games.services.plays import StaleTurn
from games.services.presence import note_seen
from games.tasks import review_soon
from league.core.api import lookup
from league.core.api.described import described
from league.core.api.errors import Conflict, Unplayable
from league.core.api.schema import ErrorAnswer, answer, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.forms import network_of
from league.core.live.views import events_url
from league.core.queries.access import require
from league.core.rules.records import Moment, OneOf
from league.core.rules.scopes import REPORT
from league.models import SeasonPlay
from league.play.forms import LEAST_SEATS, MOST_SEATS
from league.play.queries.attendance import AWAY, away_of
from league.play.queries.lobby import play_to_see, plays_seen
from league.play.queries.table_plays import TablePlace, place_of
from league.play.queries.tables import table_view
from league.play.rules.systems import PLAYED_HERE
from league.play.services.origins import origin_at
from league.play.services.season_plays import open_season_play, take_own_turn
from league.play.tasks import bots_soon
from league.talk.api import RemarkRow, remark_row
from league.talk.queries import thread_of
from league.talk.rules import AT_A_TABLE
from league.talk.services import say

SEAT = {
    "seat": 1,
    "name": "Ada",
    "character": "ada",
    "bot": "",
    "mine": True,
    "away": "here",
    "salt_hash": "c4f1" * 16,
    "owes_salt": False,
}
CHOICE = {"action": "throw", "text": "Throw the die", "surely": []}
ROW = {
    "id": 7,
    "season": "spring-2026",
    "system": "career_compass",
    "status": "running",
    "counts": False,
    "pace": "day",
    "visibility": "league",
    "commitment": "9a0c" * 16,
    "number": 12,
    "seats": [
        SEAT,
        SEAT | {"seat": 2, "name": "Aldo", "character": None, "bot": "greedy", "mine": False, "salt_hash": ""},
    ],
    "opened_at": "2026-11-22T19:00:00Z",
    "sealed": True,
    "game": None,
}
DETAIL = ROW | {
    "actor": 1,
    "decide_by": "2026-11-23T19:00:00Z",
    "paused": False,
    "problem": "",
    "view": {"prompt": "throw", "players": [{"cards": 16}, {"cards": 17}]},
    "legal": [CHOICE],
    "asides": [],
    "log": [{"number": 12, "author": "person", "seat": 1, "told": ["Ada takes the trick: 2 cards."]}],
    "outcome": None,
    "remarks": [{"id": 3, "by": "ada", "text": "Good luck!", "at": "2026-11-22T19:01:00Z", "hidden": None}],
    "table": None,
    "events": "https://league.example/events/?ticket=WyJwbGF5OjciXQ:1vN2xq:Zk1",
}
TURN = {"number": 12, "action": "throw", "key": "9b2e"}
OPEN = {"season": "spring-2026", "system": "career_compass", "seats": 2, "pace": "day", "visibility": "league"}


class PlayTableRow(TypedDict):
    tournament: Annotated[str, "Slug."]
    stage: int
    round: int
    table: int
    ends_at: Annotated[Moment | None, "When the time of the round is out; null while its clock stands."]
    called: Annotated[bool, "Its time is out: the referee says how this game ends."]
    is_over: Annotated[bool, "The round has ended: the game becomes no result by itself any more."]


def table_row(place: TablePlace | None) -> PlayTableRow | None:
    if place is None:
        return None
    return {
        "tournament": place.slug,
        "stage": place.stage,
        "round": place.round,
        "table": place.table,
        "ends_at": stamp(place.clock.ends_at) if place.clock and place.clock.ends_at else None,
        "called": place.called,
        "is_over": place.is_over,
    }


@extend_schema_field(OpenApiTypes.OBJECT)
class PlaySettingsField(serializers.Field[Any, Any, Any, Any]):
    """Override the season's settings for this one game, such as {"deals": 4}."""

    default_error_messages = {"not_an_object": 'The settings must be an object, such as {{"deals": 4}}.'}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            self.fail("not_an_object")
        return dict(data)


class OpenInput(serializers.Serializer[Any]):
    season = serializers.CharField(help_text="Slug of the season.")
    system = serializers.ChoiceField(choices=PLAYED_HERE)
    seats = serializers.IntegerField(min_value=LEAST_SEATS, max_value=MOST_SEATS)
    counts = serializers.BooleanField(default=False)
    pace = serializers.ChoiceField(choices=Play.PACES, default=Play.NO_CLOCK)
    visibility = serializers.ChoiceField(choices=Play.VISIBILITIES, default=Play.LEAGUE)
    passes = serializers.BooleanField(
        default=True, help_text="Career Poker: the site passes for a person at the table who can't follow."
    )
    edition = serializers.CharField(required=False, max_length=40, help_text="Its board, for Careers.")
    settings = PlaySettingsField(required=False)
    mode = serializers.CharField(required=False, max_length=20, help_text="For Careers: `formula` or `timed`.")
    target = serializers.IntegerField(required=False, min_value=1, max_value=5000, help_text="For the mode `formula`.")
    minutes = serializers.IntegerField(required=False, min_value=1, max_value=300, help_text="For the mode `timed`.")


class PlaySeatRow(TypedDict):
    seat: int
    name: Annotated[str, "Empty while nobody sits there."]
    character: Annotated[str | None, "Slug of the character that the seat plays for."]
    bot: Annotated[str, "The bot that sits there, such as `greedy`; empty for a person."]
    mine: bool
    away: Annotated[str, OneOf(AWAY)]
    salt_hash: Annotated[str, "SHA-256 of what the seat adds to chance; empty where that follows from the secret."]
    owes_salt: Annotated[bool, "Whether what the hash stands for is still to be shown."]


class PlayRow(TypedDict):
    id: int
    season: Annotated[str, "Slug of the season."]
    system: Annotated[str, OneOf(PLAYED_HERE)]
    status: Annotated[str, OneOf(Play.STATUSES)]
    counts: Annotated[bool, "Whether it becomes a game of the season when it is over."]
    pace: Annotated[str, OneOf(Play.PACES)]
    visibility: Annotated[str, OneOf(Play.VISIBILITIES)]
    commitment: Annotated[str, "SHA-256 of the secret that chance is drawn from, known before anybody sits."]
    number: Annotated[int, "How many turns were taken; the next turn has this number."]
    seats: list[PlaySeatRow]
    opened_at: Moment
    sealed: Annotated[bool, "Whether nobody sits down or leaves any more: salts may be shown, see `salt/`."]
    game: Annotated[int | None, "The game of the season that it became."]


class ChoiceRow(TypedDict):
    action: Annotated[str, "What to send."]
    text: str
    surely: Annotated[list[str], "What it surely does, whatever is hidden and however chance falls."]


class AsideRow(TypedDict):
    action: Annotated[str, "What to send, like a turn."]
    text: str


class LineRow(TypedDict):
    number: Annotated[int, "Of the turn, from 1."]
    author: Annotated[str, OneOf(Turn.AUTHORS), "Who did it; the site, where the seat had no choice."]
    seat: Annotated[int | None, "From 1; null for what the host or somebody did to the whole table."]
    told: list[str]


EVENTS = (
    "Where to hear of it (Server-Sent Events): that there is a new `turn`, other `seats` or a remark (`said`), and "
    "never what. The ticket in it lasts 12 hours. Null where no events process runs: ask every few seconds then."
)


PROBLEM = (
    "While it runs: why its bots are not asked any more (`ask/` has them asked again). Once it is over: why it could "
    "not be handed in, or came in without its record. Else empty."
)


class PlayDetail(PlayRow):
    actor: Annotated[int | None, "The seat that decides, from 1."]
    decide_by: Annotated[Moment | None, "When the time of the seat that decides is out; null without a clock."]
    paused: bool
    problem: Annotated[str, PROBLEM]
    view: Annotated[dict[str, Any], "All that your seat knows, by the engine; as a spectator where you have none."]
    legal: Annotated[list[ChoiceRow], "Only where your seat decides."]
    asides: Annotated[list[AsideRow], "What your seat may do beside `legal`, or while another decides."]
    log: Annotated[list[LineRow], "The last turns as they were told to your seat, the newest first."]
    outcome: Annotated[dict[str, Any] | None, "Once it is over."]
    remarks: Annotated[list[RemarkRow], "What was said at the table, the newest last; for members of the league."]
    table: Annotated[PlayTableRow | None, "The tournament's table that is played here instead of at a board."]
    events: Annotated[str | None, EVENTS]


class TurnInput(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=0, max_value=100_000, help_text="`number` of the play as you saw it.")
    action = serializers.CharField(max_length=200, help_text="One of `legal`, or of `asides`.")
    key = serializers.CharField(
        required=False,
        max_length=64,
        default="",
        allow_blank=True,
        help_text="Sent again, the turn is not taken twice.",
    )


def found_play(play_id: int, reader: Any) -> SeasonPlay:
    """Return the play of this number; raise Http404 for one that the reader may not see."""
    season_play = play_to_see(reader, play_id)
    if season_play.play.status == Play.CLOSED:
        raise Http404
    return season_play


def play_row(season_play: SeasonPlay, reader: Any) -> PlayRow:
    play = season_play.play
    seats: list[PlaySeatRow] = [
        {
            "seat": seat.seat,
            "name": seat.name,
            "character": seat.character.slug if seat.character else None,
            "bot": seat.bot,
            "mine": seat.person_id is not None and seat.person_id == reader.pk,
            "away": away_of(seat),
            "salt_hash": seat.salt_hash,
            "owes_salt": seat.owes_salt,
        }
        for seat in play.seats.all()
    ]
    return {
        "id": play.pk,
        "season": season_play.season.slug,
        "system": play.system,
        "status": play.status,
        "counts": play.counts,
        "pace": play.pace,
        "visibility": play.visibility,
        "commitment": play.commitment,
        "number": play.number,
        "seats": seats,
        "opened_at": stamp(play.opened_at),
        "sealed": play.sealed_at is not None,
        "game": play.game_id,
    }


def _line(number: int, author: str, seat: int | None, sentences: list[str]) -> LineRow:
    return {"number": number + 1, "author": author, "seat": None if seat is None else seat + 1, "told": sentences}


def play_detail(request: Request, play_id: int) -> PlayDetail:
    """Return the play as the reader may see it."""
    reader: Any = request.user
    season_play = found_play(play_id, reader)
    seats = PlaySeat.objects.select_related("character", "person").order_by("seat")
    prefetch_related_objects([season_play.play], Prefetch("seats", seats))
    table = table_view(season_play, reader, acting=True)
    return {
        **play_row(season_play, reader),
        "actor": None if season_play.play.actor is None else season_play.play.actor + 1,
        "decide_by": stamp(season_play.play.decide_by) if season_play.play.decide_by else None,
        "paused": season_play.play.paused_at is not None,
        "problem": season_play.play.problem,
        "view": table.view,
        "legal": [
            {"action": choice.action, "text": choice.text, "surely": list(choice.sure)} for choice in table.choices
        ],
        "asides": [{"action": aside.action, "text": aside.text} for aside in table.asides],
        "log": [
            _line(line.number - 1, line.author, line.seat, [text for text, _why in line.sentences])
            for line in table.log
        ],
        "outcome": season_play.play.outcome,
        "remarks": [remark_row(remark) for remark in thread_of(season_play, reader).remarks],
        "table": table_row(place_of(season_play)),
        "events": _events(request, play_id),
    }


def _events(request: Request, play_id: int) -> str | None:
    address = events_url(request, f"play:{play_id}")
    return request.build_absolute_uri(address) if address else None


class PlayList(ApiList[SeasonPlay]):
    scope = REPORT
    league = "season__league"
    ordering = ("-play",)
    queryset = SeasonPlay.objects.none()
    serializer_class = described(PlayRow)

    @extend_schema(
        tags=["plays"],
        summary="List plays",
        description="Games played on the site: open, running and over, the newest first.",
        responses=described(PlayRow)(many=True),
        examples=[answer(ROW)],
    )
    def get(self, request: Request) -> Response:
        return self.in_pages(
            plays_seen(request.user).prefetch_related("play__seats__character"),
            lambda season_play: play_row(season_play, request.user),
        )

    @extend_schema(
        tags=["plays"],
        summary="Open a play",
        description="A table with empty seats, in a season of a league of yours.",
        request=OpenInput,
        responses={201: described(PlayDetail)},
        examples=[question(OPEN), answer(DETAIL | {"status": "open"}, status="201")],
    )
    def post(self, request: Request) -> Response:
        data, by = read(OpenInput(data=request.data)), signed_in(request)
        play = open_season_play(**data | {"season": lookup.season(data["season"])}, by=by)
        return Response(play_detail(request, play.pk), status.HTTP_201_CREATED)


class PlayView(ApiView):
    @extend_schema(
        tags=["plays"],
        summary="Read a play",
        description="The play as your seat may see it, never more.",
        responses=described(PlayDetail),
        examples=[answer(DETAIL)],
    )
    def get(self, request: Request, play_id: int) -> Response:
        note_seen(play_id=min(play_id, lookup.LARGEST_ID), person=request.user)
        return Response(play_detail(request, play_id))


class TurnList(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="List turns",
        description="What was told to your seat of each turn, the oldest first; `since` leaves out those before.",
        parameters=[OpenApiParameter("since", int, description="As many turns as you know of.")],
        responses=described(LineRow)(many=True),
        examples=[answer(DETAIL["log"][0])],  # type: ignore[index]
    )
    def get(self, request: Request, play_id: int) -> Response:
        season_play, since = found_play(play_id, request.user), request.query_params.get("since", "")
        if since and not (since.isascii() and since.isdecimal() and len(since) < 7):
            raise ValidationError({"since": "A whole number from 0."})
        table = table_view(season_play, request.user, acting=True)
        names = [seat.name for seat in table.seats]
        turns = Turn.objects.filter(play=season_play.play, number__gte=int(since or 0))
        rows = turns.values_list("number", "author", "seat", "told")
        return Response(
            [
                _line(number, author, seat, [sentence.named(names) for sentence in told_to(line, table.eyes)])
                for number, author, seat, line in rows
            ]
        )

    @extend_schema(
        tags=["plays"],
        summary="Take a turn",
        description=(
            "One of `legal` or `asides`, with the `number` that you saw. Somebody was faster: 409, with the play. It "
            "is not your turn, or not legal: 422, in a sentence."
        ),
        request=TurnInput,
        responses={200: described(PlayDetail), 409: ErrorAnswer, 422: ErrorAnswer},
        examples=[question(TURN), answer(DETAIL)],
    )
    def post(self, request: Request, play_id: int) -> Response:
        season_play, by, data = (
            found_play(play_id, request.user),
            signed_in(request),
            read(TurnInput(data=request.data)),
        )
        try:
            origin = origin_at(play_id, network=network_of(request))
            take_own_turn(season_play=season_play, by=by, origin=origin, **data)
        except StaleTurn as error:
            conflict = Conflict(" ".join(error.messages))
            conflict.play = play_detail(request, play_id)
            raise conflict from error
        except ValidationError as error:
            raise Unplayable(" ".join(error.messages)) from error
        bots_soon()
        review_soon()
        return Response(play_detail(request, play_id))


class PlayRecordRow(TypedDict):
    record: Annotated[str, "JSON Lines; `manage.py verify_play` proves them."]


class RecordView(ApiView):
    @extend_schema(
        tags=["plays"],
        summary="Prove a play",
        description="Once it is over: the secret, the salts with their hashes, every turn and the outcome.",
        responses=described(PlayRecordRow),
        examples=[answer({"record": '{"format": "corner-office-play/1", ...}\n'})],
    )
    def get(self, request: Request, play_id: int) -> Response:
        play = found_play(play_id, request.user).play
        if play.status != Play.OVER:
            raise Http404
        try:
            return Response({"record": record_of(play)})
        except EngineError as error:
            raise Http404(error) from error


class SayInput(serializers.Serializer[Any]):
    """Plain text; runs of space are made one."""

    text = serializers.CharField(max_length=AT_A_TABLE.longest)


class SayView(ApiView):
    scope = REPORT

    @extend_schema(
        tags=["plays"],
        summary="Say something at the table",
        description="For members of the league, seated or watching. Nobody else reads it.",
        request=SayInput,
        responses={201: described(PlayDetail), 403: ErrorAnswer},
        examples=[question({"text": "Good luck!"}), answer(DETAIL, status="201")],
    )
    def post(self, request: Request, play_id: int) -> Response:
        season_play = found_play(play_id, request.user)
        require(request.user, "comment", season_play.season.league)
        say(venue=season_play, text=read(SayInput(data=request.data))["text"], by=signed_in(request))
        return Response(play_detail(request, play_id), status.HTTP_201_CREATED)
