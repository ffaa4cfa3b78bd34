"""Plays for programs: the same deeds as on the page, for bots of others and clients of all kinds."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Prefetch, prefetch_related_objects
from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from engine import EngineError
from games.models import Play, PlaySeat, Turn
from games.queries.plays import record_of
from games.rules.told import told_to
from games.services.plays import StaleTurn
from games.services.presence import note_seen
from games.tasks import review_soon
from league.core.api import lookup
from league.core.api.errors import Conflict, Unplayable
from league.core.api.fields import IsThereField, StampField
from league.core.api.schema import ErrorAnswer, answer, example, examples_beside, question
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.forms import network_of
from league.core.live.views import events_url
from league.core.queries.access import require
from league.core.rules.scopes import REPORT
from league.models import SeasonPlay
from league.play.forms import LEAST_SEATS, MOST_SEATS
from league.play.queries.attendance import AWAY, away_of
from league.play.queries.lobby import play_to_see, plays_seen
from league.play.queries.rewinds import proposal_at
from league.play.queries.table_plays import place_of
from league.play.queries.tables import table_view
from league.play.rules.systems import PLAYED_HERE
from league.play.services.origins import origin_at
from league.play.services.season_plays import open_season_play, take_own_turn
from league.play.tasks import bots_soon
from league.talk.api import RemarkRow
from league.talk.queries import thread_of
from league.talk.rules import AT_A_TABLE
from league.talk.services import say

EXAMPLES = examples_beside(__file__)
DETAIL = EXAMPLES["PlayRow"] | EXAMPLES["PlayDetail"]


class PlayTableRow(serializers.Serializer[Any]):
    tournament = serializers.CharField(source="slug", help_text="Slug.")
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    ends_at = StampField(
        source="clock.ends_at",
        allow_null=True,
        help_text="When the time of the round is out; null while its clock stands.",
    )
    called = serializers.BooleanField(help_text="Its time is out: the referee says how this game ends.")
    is_over = serializers.BooleanField(help_text="The round has ended: the game becomes no result by itself any more.")


@extend_schema_field(OpenApiTypes.OBJECT)
class PlaySettingsField(serializers.Field[Any, Any, Any, Any]):
    """Override the season's settings for this one game, such as {"deals": 4}."""

    default_error_messages = {"not_an_object": 'The settings must be an object, such as {{"deals": 4}}.'}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            self.fail("not_an_object")
        return dict(data)


@example(EXAMPLES["OpenInput"], "Request")
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


class PlaySeatRow(serializers.Serializer[Any]):
    seat = serializers.IntegerField(source="row.seat")
    name = serializers.CharField(source="row.name", help_text="Empty while nobody sits there.")
    character = serializers.CharField(
        source="row.character.slug", allow_null=True, help_text="Slug of the character that the seat plays for."
    )
    bot = serializers.CharField(
        source="row.bot", help_text="The bot that sits there, such as `greedy`; empty for a person."
    )
    mine = serializers.BooleanField()
    away = serializers.ChoiceField(AWAY)
    salt_hash = serializers.CharField(
        source="row.salt_hash",
        help_text="SHA-256 of what the seat adds to chance; empty where that follows from the secret.",
    )
    owes_salt = serializers.BooleanField(
        source="row.owes_salt", help_text="Whether what the hash stands for is still to be shown."
    )


@example(EXAMPLES["PlayRow"])
class PlayRow(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="play.pk")
    season = serializers.CharField(source="season.slug", help_text="Slug of the season.")
    system = serializers.ChoiceField(PLAYED_HERE, source="play.system")
    status = serializers.ChoiceField(Play.STATUSES, source="play.status")
    counts = serializers.BooleanField(
        source="play.counts", help_text="Whether it becomes a game of the season when it is over."
    )
    pace = serializers.ChoiceField(Play.PACES, source="play.pace")
    visibility = serializers.ChoiceField(Play.VISIBILITIES, source="play.visibility")
    commitment = serializers.CharField(
        source="play.commitment",
        help_text="SHA-256 of the secret that chance is drawn from, known before anybody sits.",
    )
    number = serializers.IntegerField(
        source="play.number", help_text="How many turns were taken; the next turn has this number."
    )
    seats = PlaySeatRow(many=True)
    opened_at = StampField(source="play.opened_at")
    sealed = IsThereField(
        source="play.sealed_at",
        help_text="Whether nobody sits down or leaves any more: salts may be shown, see `salt/`.",
    )
    game = serializers.IntegerField(
        source="play.game_id", allow_null=True, help_text="The game of the season that it became."
    )


class ChoiceRow(serializers.Serializer[Any]):
    action = serializers.CharField(help_text="What to send.")
    text = serializers.CharField()
    surely = serializers.ListField(
        source="sure",
        child=serializers.CharField(),
        help_text="What it surely does, whatever is hidden and however chance falls.",
    )


class AsideRow(serializers.Serializer[Any]):
    action = serializers.CharField(help_text="What to send, like a turn.")
    text = serializers.CharField()


class FromOneField(serializers.IntegerField):
    """Answer what is counted from 0 here, and from 1 by people."""

    def to_representation(self, value: int) -> int:
        return value + 1


@example(EXAMPLES["PlayDetail"]["log"][0])
class LineRow(serializers.Serializer[Any]):
    number = FromOneField(help_text="Of the turn, from 1.")
    author = serializers.ChoiceField(Turn.AUTHORS, help_text="Who did it; the site, where the seat had no choice.")
    seat = FromOneField(allow_null=True, help_text="From 1; null for what the host or somebody did to the whole table.")
    told = serializers.ListField(child=serializers.CharField())


EVENTS = (
    "Where to hear of it (Server-Sent Events): that there is a new `turn`, other `seats` or a remark (`said`), and "
    "never what. The ticket in it lasts 12 hours. Null where no events process runs: ask every few seconds then."
)


PROBLEM = (
    "While it runs: why its bots are not asked any more (`ask/` has them asked again). Once it is over: why it could "
    "not be handed in, or came in without its record. Else empty."
)


class RewindRow(serializers.Serializer[Any]):
    to = serializers.IntegerField(help_text="The last move that would stay, counted as by `replay/`.")
    agreed = serializers.ListField(
        source="seats", child=serializers.IntegerField(), help_text="The seats that agree, from 1; the first one asked."
    )


@example(DETAIL)
class PlayDetail(PlayRow):
    actor = FromOneField(source="play.actor", allow_null=True, help_text="The seat that decides, from 1.")
    decide_by = StampField(
        source="play.decide_by",
        allow_null=True,
        help_text="When the time of the seat that decides is out; null without a clock.",
    )
    paused = IsThereField(source="play.paused_at")
    problem = serializers.CharField(source="play.problem", help_text=PROBLEM)
    rewind = RewindRow(
        allow_null=True, help_text="What somebody proposes, see `rewind/`; null where nobody wants to go back."
    )
    view = serializers.DictField(
        source="table.view", help_text="All that your seat knows, by the engine; as a spectator where you have none."
    )
    legal = ChoiceRow(source="table.choices", many=True, help_text="Only where your seat decides.")
    asides = AsideRow(
        source="table.asides", many=True, help_text="What your seat may do beside `legal`, or while another decides."
    )
    log = LineRow(many=True, help_text="The last turns as they were told to your seat, the newest first.")
    outcome = serializers.DictField(source="play.outcome", allow_null=True, help_text="Once it is over.")
    remarks = RemarkRow(many=True, help_text="What was said at the table, the newest last; for members of the league.")
    table = PlayTableRow(
        source="place", allow_null=True, help_text="The tournament's table that is played here instead of at a board."
    )
    events = serializers.CharField(allow_null=True, help_text=EVENTS)


@example(EXAMPLES["TurnInput"], "Request")
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


def _facts(season_play: SeasonPlay, reader: Any) -> dict[str, Any]:
    """Return what `PlayRow` reads."""
    play = season_play.play
    seats = [
        {"row": seat, "mine": seat.person_id is not None and seat.person_id == reader.pk, "away": away_of(seat)}
        for seat in play.seats.all()
    ]
    return {"play": play, "season": season_play.season, "seats": seats}


def play_detail(request: Request, play_id: int) -> dict[str, Any]:
    """Return the play as the reader may see it."""
    reader: Any = request.user
    season_play = found_play(play_id, reader)
    seats = PlaySeat.objects.select_related("character", "person").order_by("seat")
    prefetch_related_objects([season_play.play], Prefetch("seats", seats))
    table = table_view(season_play, reader, acting=True)
    told = [[text for text, _why in line.sentences] for line in table.log]
    address = events_url(request, f"play:{play_id}")
    more = {
        "table": table,
        "rewind": proposal_at(season_play.play, [*season_play.play.seats.all()], reader),
        "log": [
            {"number": line.number - 1, "author": line.author, "seat": line.seat, "told": texts}
            for line, texts in zip(table.log, told, strict=True)
        ],
        "remarks": thread_of(season_play, reader).remarks,
        "place": place_of(season_play),
        "events": request.build_absolute_uri(address) if address else None,
    }
    return PlayDetail(_facts(season_play, reader) | more).data


@contextmanager
def answered_by_play(request: Request, play_id: int) -> Iterator[None]:
    """Answer 409 with the play if somebody was faster than the act in the block, 422 if it is refused."""
    try:
        yield
    except StaleTurn as error:
        conflict = Conflict(" ".join(error.messages))
        conflict.play = play_detail(request, play_id)
        raise conflict from error
    except ValidationError as error:
        raise Unplayable(" ".join(error.messages)) from error


class PlayList(ApiList[SeasonPlay]):
    scope = REPORT
    league = "season__league"
    ordering = ("-play",)
    queryset = SeasonPlay.objects.none()
    serializer_class = PlayRow

    @extend_schema(
        tags=["plays"],
        summary="List plays",
        description="Games played on the site: open, running and over, the newest first.",
        responses=PlayRow(many=True),
    )
    def get(self, request: Request) -> Response:
        plays: Any = self.paginate_queryset(plays_seen(request.user).prefetch_related("play__seats__character"))
        rows = [_facts(season_play, request.user) for season_play in plays]
        return self.get_paginated_response(PlayRow(rows, many=True).data)

    @extend_schema(
        tags=["plays"],
        summary="Open a play",
        description="A table with empty seats, in a season of a league of yours.",
        request=OpenInput,
        responses={201: PlayDetail},
        examples=[question(EXAMPLES["OpenInput"]), answer(DETAIL | {"status": "open"}, status="201")],
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
        responses=PlayDetail,
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
        responses=LineRow(many=True),
    )
    def get(self, request: Request, play_id: int) -> Response:
        season_play, since = found_play(play_id, request.user), request.query_params.get("since", "")
        if since and not (since.isascii() and since.isdecimal() and len(since) < 7):
            raise ValidationError({"since": "A whole number from 0."})
        table = table_view(season_play, request.user, acting=True)
        names = [seat.name for seat in table.seats]
        turns = Turn.objects.filter(play=season_play.play, number__gte=int(since or 0))
        rows = turns.values("number", "author", "seat", "told")
        lines = [
            row | {"told": [sentence.named(names) for sentence in told_to(row["told"], table.eyes)]} for row in rows
        ]
        return Response(LineRow(lines, many=True).data)

    @extend_schema(
        tags=["plays"],
        summary="Take a turn",
        description=(
            "One of `legal` or `asides`, with the `number` that you saw. Somebody was faster: 409, with the play. It "
            "is not your turn, or not legal: 422, in a sentence."
        ),
        request=TurnInput,
        responses={200: PlayDetail, 409: ErrorAnswer, 422: ErrorAnswer},
    )
    def post(self, request: Request, play_id: int) -> Response:
        season_play, by = found_play(play_id, request.user), signed_in(request)
        data = read(TurnInput(data=request.data))
        with answered_by_play(request, play_id):
            origin = origin_at(play_id, network=network_of(request))
            take_own_turn(season_play=season_play, by=by, origin=origin, **data)
        bots_soon()
        review_soon()
        return Response(play_detail(request, play_id))


@example({"record": '{"format": "corner-office-play/1", ...}\n'})
class PlayRecordRow(serializers.Serializer[Any]):
    record = serializers.CharField(help_text="JSON Lines; `manage.py verify_play` proves them.")


class RecordView(ApiView):
    @extend_schema(
        tags=["plays"],
        summary="Prove a play",
        description="Once it is over: the secret, the salts with their hashes, every turn and the outcome.",
        responses=PlayRecordRow,
    )
    def get(self, request: Request, play_id: int) -> Response:
        play = found_play(play_id, request.user).play
        if play.status != Play.OVER:
            raise Http404
        try:
            return Response({"record": record_of(play)})
        except EngineError as error:
            raise Http404(error) from error


@example({"text": "Good luck!"}, "Request")
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
        responses={201: PlayDetail, 403: ErrorAnswer},
    )
    def post(self, request: Request, play_id: int) -> Response:
        season_play = found_play(play_id, request.user)
        require(request.user, "comment", season_play.season.league)
        say(venue=season_play, text=read(SayInput(data=request.data))["text"], by=signed_in(request))
        return Response(play_detail(request, play_id), status.HTTP_201_CREATED)
