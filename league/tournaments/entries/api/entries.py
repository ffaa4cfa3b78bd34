"""Entries of a tournament: who plays, who waits, who is here."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from characters.models import Character
from games.rules.figures import LARGEST
from league.core.api import lookup
from league.core.api.fields import NUMBER, SMALL, Input, Nothing, ReasonInput, StampField, columns_of
from league.core.api.lookup import TAGS, staff
from league.core.api.schema import ErrorAnswer, example, examples_beside
from league.core.api.steps import ReadBody, step_view
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import may, require
from league.models import Entry, Tournament
from league.tournaments.entries.services.check_in import check_in, check_in_everybody, undo_check_in
from league.tournaments.entries.services.entries import (
    drop_entry,
    keep_apart,
    register_entry,
    reinstate_entry,
    withdraw_entry,
)

EXAMPLES = examples_beside(__file__)
IN_ITS_TOURNAMENT = "The number of an entry in its tournament."


@example(EXAMPLES["EntryInput"], "Request")
class EntryInput(Input):
    character = serializers.CharField(max_length=220, help_text="Slug of the character.")
    club = serializers.CharField(max_length=80, allow_blank=True, required=False, default="")
    household = serializers.CharField(max_length=80, allow_blank=True, required=False, default="")


@example(EXAMPLES["CheckInInput"], "Request")
class CheckInInput(Input):
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST),
        required=False,
        max_length=10_000,
        help_text="Numbers of entries; everybody who is registered when left out.",
    )


@example(EXAMPLES["KeepApartInput"], "Request")
class KeepApartInput(Input):
    one = serializers.IntegerField(min_value=1, max_value=SMALL, help_text=NUMBER)
    other = serializers.IntegerField(min_value=1, max_value=SMALL, help_text=NUMBER)
    reason = serializers.CharField(max_length=300, allow_blank=True, required=False, default="")


@example(EXAMPLES["EntryRow"])
class EntryRow(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    character = serializers.CharField(source="character__name")
    slug = serializers.CharField(source="character__slug")
    status = serializers.ChoiceField(choices=Entry.STATUSES)
    club = serializers.CharField()
    household = serializers.CharField(allow_null=True, help_text="For organisers; null for others.")
    registered_at = StampField()
    checked_in_at = StampField(allow_null=True)
    dropped_at = StampField(allow_null=True)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        row = super().to_representation(instance)
        return row if self.context["private"] else row | {"household": None}


@example(EXAMPLES["CheckedIn"])
class CheckedIn(serializers.Serializer[Any]):
    entries = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of those who were not before.")


@example(EXAMPLES["KeptApartRow"])
class KeptApartRow(serializers.Serializer[Any]):
    one = serializers.IntegerField(source="one.number", help_text=IN_ITS_TOURNAMENT)
    other = serializers.IntegerField(source="other.number", help_text=IN_ITS_TOURNAMENT)
    reason = serializers.CharField()


def referees(request: Request, plays: Tournament) -> bool:
    return may(request.user, "referee", plays.season.league)


def organises(request: Request, plays: Tournament) -> bool:
    return may(request.user, "administer", plays.season.league)


class EntryFilter(filters.FilterSet):  # type: ignore[misc]
    status = filters.ChoiceFilter(choices=[(state, state) for state in Entry.STATUSES])
    character = filters.CharFilter(field_name="character__slug", label="Slug of a character.")


class EntryList(ApiList[Entry]):
    ordering = ("number", "pk")
    queryset = Entry.objects.none()
    filterset_class = EntryFilter
    serializer_class = EntryRow

    def get_queryset(self) -> QuerySet[Entry]:
        return Entry.objects.filter(tournament__slug=self.kwargs["slug"])

    @extend_schema(
        tags=TAGS,
        summary="List entries",
        description="Who entered, by number. Those who wait move up in this order.",
        responses=EntryRow(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.listed(private=organises(request, lookup.tournament(slug)))

    @extend_schema(
        tags=TAGS,
        summary="Enter a character",
        description=(
            "Owners enter their own characters while registration is open, referees anybody's until the first cut. "
            "When every place is taken, the entry waits."
        ),
        request=EntryInput,
        responses={201: EntryRow, 409: ErrorAnswer},
    )
    def post(self, request: Request, slug: str) -> Response:
        return Response(_register(request, lookup.tournament(slug)), status.HTTP_201_CREATED)


def entry_record(request: Request, entry: Entry) -> dict[str, Any]:
    row = Entry.objects.values(*columns_of(EntryRow)).get(pk=entry.pk)
    return EntryRow(row, context={"private": organises(request, entry.tournament)}).data


def _register(request: Request, plays: Tournament) -> dict[str, Any]:
    data = read(EntryInput(data=request.data))
    who = Character.objects.filter(slug=data.pop("character")).select_related("owner").first()
    if who is None:
        raise ValidationError({"character": "There is no such character. Send its slug."})
    own = not referees(request, plays)
    if own:
        require(request.user, "register", plays.season.league)
        if who.owner_id != request.user.pk:
            raise PermissionDenied(f"Only the owner of {who}, a referee or an organiser can enter {who}.")
    entry = register_entry(tournament=plays, character=who, by=signed_in(request), own=own, **data)
    return entry_record(request, entry)


class EntryView(ApiView):
    @extend_schema(tags=TAGS, summary="Read an entry", description="One entry by its number.", responses=EntryRow)
    def get(self, request: Request, slug: str, number: int) -> Response:
        entry = lookup.entry(slug, number)
        return Response(entry_record(request, entry))


def entry_step(
    summary: str,
    description: str,
    run: Callable[..., object],
    *,
    form: type[Nothing | ReasonInput] = Nothing,
    owners: bool = False,
) -> type[ApiView]:
    """Return a view that calls `run` with an entry, for referees, and with `owners` also for the owner of the
    character."""
    who = "The owner, referees and organisers." if owners else "Referees and organisers."

    def decide(request: Request, body: ReadBody, slug: str, number: int) -> dict[str, Any]:
        entry = lookup.entry(slug, number)
        if not (owners and entry.character.owner == request.user):
            require(request.user, "referee", entry.tournament.season.league)
        run(entry=entry, by=signed_in(request), **body())
        return entry_record(request, entry)

    return step_view(
        decide,
        summary=summary,
        description=f"{description} {who}",
        row=EntryRow,
        form=form,
        body=None if form is Nothing else {"reason": "Must catch a train."},
    )


def _check_in(*, entry: Entry, by: Any) -> None:
    check_in(tournament=entry.tournament, entries=[entry], by=by)


def _undo(*, entry: Entry, by: Any) -> None:
    undo_check_in(tournament=entry.tournament, entries=[entry], by=by)


WithdrawView = entry_step(
    "Withdraw", "Not to play after all, before the start; who waits longest moves up.", withdraw_entry, owners=True
)
DropView = entry_step("Drop", "Out of the draws to come; every result stays.", drop_entry, form=ReasonInput)
ReinstateView = entry_step("Reinstate", "Back in the draws to come.", reinstate_entry)
CheckInEntryView = entry_step("Check in", "The character is here and will be drawn.", _check_in)
UndoCheckInView = entry_step("Undo a check-in", "Not here after all, as long as no draw has seated them.", _undo)


class CheckInView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Check in many",
        description="These entries, or everybody who is registered and can play. Referees and organisers.",
        request=CheckInInput,
        responses={200: CheckedIn, 409: ErrorAnswer},
    )
    def post(self, request: Request, slug: str) -> Response:
        plays, by = staff(request, slug, "referee"), signed_in(request)
        numbers = read(CheckInInput(data=request.data)).get("entries")
        if numbers is None:
            fresh = check_in_everybody(tournament=plays, by=by)
        else:
            fresh = check_in(tournament=plays, entries=_numbered(plays, numbers), by=by)
        return Response(CheckedIn({"entries": [entry.number for entry in fresh]}).data)


def _numbered(plays: Tournament, numbers: list[int]) -> list[Entry]:
    entries = list(plays.entries.filter(number__in=numbers).select_related("character"))
    unknown = sorted(set(numbers) - {entry.number for entry in entries})
    if unknown:
        raise ValidationError({"entries": f"There is no entry {', '.join(map(str, unknown[:5]))}."})
    return entries


class KeepApartView(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Keep two apart",
        description="Two entries that are never drawn to one table. Organisers only.",
        request=KeepApartInput,
        responses={201: KeptApartRow, 409: ErrorAnswer},
    )
    def post(self, request: Request, slug: str) -> Response:
        staff(request, slug, "administer")
        data = read(KeepApartInput(data=request.data))
        entry, other = lookup.entry(slug, data["one"]), lookup.entry(slug, data["other"])
        pair = keep_apart(entry=entry, other=other, reason=data["reason"], by=signed_in(request))
        return Response(KeptApartRow(pair).data, status.HTTP_201_CREATED)
