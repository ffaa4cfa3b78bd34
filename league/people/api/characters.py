"""Characters: who there is, what careers they have had, registering and starting over."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from characters.models import LEVEL_CHOICES, NAME_LENGTH, Character, CharacterQuerySet
from characters.queries.people import name_fits
from characters.rules.names import by_name
from league.core.api import lookup
from league.core.api.fields import IsThereField, LeagueField, MomentField, StampField
from league.core.api.schema import asked_for, example
from league.core.api.views import ApiList, ApiView, read, signed_in
from league.core.queries.access import may, require
from league.core.rules.scopes import REPORT
from league.models import League
from league.people.api.careers import EXAMPLES, CareerDetail, LevelNameField, career_records
from league.people.queries.characters import STATUSES, characters
from league.people.rules.characters import OWNER_LENGTH
from league.people.services.registration import owner_for, register_in_league, restart_in_league

OWNER_HELP = (
    "You when left out. Organisers may name a member of the league by user name. Any other word is a label: no "
    "account, until somebody follows the character's claim link. Empty: nobody yet."
)


@example(EXAMPLES["CharacterInput"], "Request")
class CharacterInput(serializers.Serializer[Any]):
    """A new character. The services judge names, programs and titles; here is only what bounds them."""

    name = serializers.CharField(max_length=NAME_LENGTH)
    edition = serializers.CharField(max_length=40, help_text="Such as `london`.")
    specialty = serializers.CharField(max_length=60, help_text="A degree program of the edition.")
    side_interest = serializers.CharField(max_length=60, help_text="Another degree program.")
    title = serializers.CharField(max_length=80, help_text="The base title, such as `Engineer`.")
    league = LeagueField(required=False, help_text="Its slug; the first league when left out.")
    owner = serializers.CharField(required=False, allow_blank=True, max_length=OWNER_LENGTH, help_text=OWNER_HELP)


@example(EXAMPLES["RestartInput"], "Request")
class RestartInput(serializers.Serializer[Any]):
    """The beginning of a new career."""

    at = MomentField(
        required=False,
        allow_null=True,
        help_text="When the new career begins: from the golden parachute to the next game. Now when left out.",
    )


@example(EXAMPLES["CharacterRow"])
class CharacterRow(serializers.Serializer[Any]):
    name = serializers.CharField()
    slug = serializers.CharField()
    owner = serializers.CharField(
        source="owner_name",
        help_text="User name of a member; else what the league calls the player; empty for nobody yet.",
    )
    owner_is_account = IsThereField(
        source="owner_id", help_text="Whether `owner` is an account; a label may be anybody's user name."
    )
    league = serializers.CharField(source="enrolment.league.slug", allow_null=True, help_text="Slug of the league.")
    edition = serializers.CharField()
    specialty = serializers.CharField()
    side_interest = serializers.CharField()
    title = serializers.CharField()
    company = serializers.CharField(source="primary_company", help_text="The primary company.")
    level = serializers.ChoiceField(LEVEL_CHOICES)
    level_name = LevelNameField("level", help_text="The level in the words of the edition and this character.")
    status = serializers.ChoiceField(STATUSES)
    career = serializers.IntegerField(help_text="1 for the first career, 2 after a restart, ...")


@example(EXAMPLES["CharacterRow"] | EXAMPLES["CharacterDetail"])
class CharacterDetail(CharacterRow):
    secondary_company = serializers.CharField()
    c_level_title = serializers.CharField(help_text="The title chosen for C-level; empty for the usual one.")
    former_names = serializers.ListField(source="former_names.shown", child=serializers.CharField())
    registered_at = StampField()


def character_record(who: Character) -> dict[str, Any]:
    return CharacterDetail(characters().get(pk=who.pk)).data


RESCINDED = OpenApiParameter("rescinded", bool, description="With `1`, also history rows that no longer hold.")


class CharacterFilter(filters.FilterSet):  # type: ignore[misc]
    name = filters.CharFilter(method="by_name", label="Words of the name, in any order and spelling.")
    edition = filters.CharFilter(label="Id of an edition, such as `london`.")
    level = filters.ChoiceFilter(choices=LEVEL_CHOICES, label="Level of the current career.")
    status = filters.ChoiceFilter(choices=[(status, status) for status in STATUSES], label="Of the current career.")
    company = filters.CharFilter(field_name="primary_company", label="Id of the primary company.")
    owner = filters.CharFilter(method="by_owner", label="User name or label of the owner.")
    league = filters.CharFilter(field_name="enrolment__league__slug", label="Slug of the league.")

    def by_name(self, rows: QuerySet[Character], field: str, value: str) -> QuerySet[Character]:
        return rows.filter(name_fits(value))

    def by_owner(self, rows: CharacterQuerySet, field: str, value: str) -> QuerySet[Character]:
        return rows.owned_by(value)


class CharacterList(ApiList[Character]):
    scope = REPORT
    league = "enrolment__league"
    ordering = (*by_name(),)
    filterset_class = CharacterFilter
    serializer_class = CharacterRow

    queryset = characters()

    @extend_schema(
        tags=["characters"],
        summary="List characters",
        description="Every character with its current level, sorted by name.",
        responses=CharacterRow(many=True),
    )
    def get(self, request: Request) -> Response:
        return self.listed(self.filter_queryset(self.get_queryset()))

    @extend_schema(
        tags=["characters"],
        summary="Register a character",
        description=(
            "A new character at Entry Level in a league. For members of the league; only organisers register for "
            "somebody else. How many active characters a person may have is a house rule (R101)."
        ),
        request=CharacterInput,
        responses={201: CharacterDetail},
    )
    def post(self, request: Request) -> Response:
        profile = read(CharacterInput(data=request.data, context={"user": request.user}))
        league = profile.pop("league", None) or _first_league()
        named, edition = profile.pop("owner", None), profile.pop("edition")
        require(request.user, "register", league)
        user = signed_in(request)
        owner, label = owner_for(league, named, by=user)
        who = register_in_league(league=league, by=user, owner=owner, owner_label=label, edition_id=edition, **profile)
        return Response(character_record(who), status.HTTP_201_CREATED)


class CharacterView(ApiView):
    @extend_schema(
        tags=["characters"],
        summary="Read a character",
        description="The personnel file's cover: profile, current level, former names.",
        responses=CharacterDetail,
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(character_record(lookup.character(slug)))


class CareerView(ApiView):
    @extend_schema(
        tags=["characters"],
        summary="Read a career",
        description="Totals of the current career and the history of all, as `export_careers` writes them.",
        parameters=[RESCINDED],
        responses=CareerDetail,
    )
    def get(self, request: Request, slug: str) -> Response:
        who = lookup.character(slug)
        rescinded = asked_for(request, "rescinded")
        return Response(next(career_records(characters=Character.objects.filter(pk=who.pk), rescinded=rescinded)))


class RestartView(ApiView):
    @extend_schema(
        tags=["characters"],
        summary="Restart a character",
        description=(
            "After a golden parachute: a new career for the same character, with all counters at 0 (R89). For its "
            "owner or an organiser; refused with 400 while the character is still at work, and for a moment before "
            "the parachute, after the character's next game or in the future. How many active characters a person may "
            "have is a house rule (R101)."
        ),
        request=RestartInput,
        responses={200: CareerDetail},
    )
    def post(self, request: Request, slug: str) -> Response:
        who = lookup.character(slug)
        if who.owner != request.user and not may(request.user, "administer", lookup.league_of(who)):
            raise PermissionDenied(f"Only the owner of {who} or an organiser of the league can do that.")
        at = read(RestartInput(data=request.data)).get("at")
        restart_in_league(league=lookup.league_of(who), character=who, at=at, by=signed_in(request))
        return Response(next(career_records(characters=Character.objects.filter(pk=who.pk))))


def _first_league() -> League:
    league = League.objects.order_by("pk").first()
    if league is None:
        raise ValidationError({"league": "There is no league yet."})
    return league
