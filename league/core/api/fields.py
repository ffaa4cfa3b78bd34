"""Fields that several inputs and answers share."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django_filters.fields import IsoDateTimeField
from django_filters.rest_framework import CharFilter, IsoDateTimeFilter
from rest_framework import serializers

from characters.rules.facts import bounds_problem, stamp
from games.rules.people import columns, who
from games.rules.systems import SYSTEMS
from league.core.queries.access import visible_to
from league.core.queries.systems import find_system
from league.core.rules.records import PERSON
from league.models import League, Season


class MomentField(serializers.DateTimeField):
    """ISO 8601 with offset or Z: a time without one means another hour to every reader."""

    default_error_messages = {"naive": "The time has no offset: add Z for UTC, or one such as +01:00."}

    def enforce_timezone(self, value: datetime) -> datetime:
        if value.tzinfo is None:
            self.fail("naive")
        if problem := bounds_problem(value):
            raise serializers.ValidationError(problem, "out_of_bounds")
        return super().enforce_timezone(value)


class MomentQuery(IsoDateTimeField):  # type: ignore[misc]
    """The same in a query, in UTC: not every database takes every offset."""

    def to_python(self, value: Any) -> datetime | None:
        if value == "":
            raise ValidationError("A time must not be empty: leave it out, or say 2026-01-06T18:00:00Z.", "empty")
        moment: datetime | None = super().to_python(value)
        try:
            return moment and moment.astimezone(UTC)
        except OverflowError as error:
            raise ValidationError("This time is outside the calendar.", "overflow") from error


class MomentFilter(IsoDateTimeFilter):  # type: ignore[misc]
    field_class = MomentQuery


class SeasonField(serializers.SlugRelatedField[Any]):
    """One that the `user` of the context may know of. So is LeagueField."""

    default_error_messages = {
        "does_not_exist": "There is no season '{value}'. An organiser creates seasons, or a file brings them."
    }

    def __init__(self) -> None:
        super().__init__(slug_field="slug", queryset=Season.objects.select_related("league"))

    def get_queryset(self) -> Any:
        return Season.objects.select_related("league").filter(visible_to(self.context["user"], "league"))


class LeagueField(serializers.SlugRelatedField[Any]):
    default_error_messages = {"does_not_exist": "There is no league '{value}'."}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(slug_field="slug", queryset=League.objects.all(), **kwargs)

    def get_queryset(self) -> Any:
        return League.objects.filter(visible_to(self.context["user"], "pk"))


REASON = "Why, in a sentence that others will read."


SMALL = 2**15 - 1


NUMBER = "The number of an entry."


Input = serializers.Serializer[Any]


class Nothing(Input):
    """Accept an empty body."""


class ReasonInput(Input):
    reason = serializers.CharField(max_length=300, help_text=REASON)


class StampField(serializers.DateTimeField):
    """Answer a moment in UTC, whatever zone the account has."""

    def to_representation(self, value: datetime | str) -> str:
        return value if isinstance(value, str) else stamp(value)


class TextOrNull(serializers.CharField):
    """Answer null if the text is empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_null=True, **kwargs)

    def to_representation(self, value: str) -> str | None:  # type: ignore[override]
        return value or None


class IsThereField(serializers.BooleanField):
    """Answer whether there is anything."""

    def get_attribute(self, instance: Any) -> bool:
        return super().get_attribute(instance) is not None


class PersonField(serializers.CharField):
    """Answer who did something, from the columns that `games.rules.people` has for them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", allow_null=True, help_text=PERSON, **kwargs)

    def to_representation(self, value: Mapping[str, Any]) -> str | None:  # type: ignore[override]
        return who(value, str(self.field_name))


class DecisionRow(serializers.Serializer[Any]):
    """An entry of a game's decision log as programs read it."""

    revision = serializers.IntegerField(help_text="That of the game from then on.")
    kind = serializers.CharField(help_text="Such as `submitted`, `confirmed`, `disputed`, `corrected`, `voided`.")
    version = serializers.IntegerField(help_text="Of the sheet that it was about.")
    by = serializers.CharField(
        allow_null=True, help_text="User name, or a name with `, according to the archive`; null for the site itself."
    )
    at = StampField()
    text = serializers.CharField(help_text="The reason that was given.")


def columns_of(row: type[serializers.Serializer[Any]]) -> list[str]:
    """Return the columns for `values()` that the fields of a serializer read, except the rows that it nests."""
    return [
        column
        for name, field in row().fields.items()
        if not isinstance(field, serializers.BaseSerializer)
        for column in (columns(name) if isinstance(field, PersonField) else [str(field.source)])
    ]


SYSTEM_HELP = f"{', '.join(SYSTEMS)}, or the id of a game that the league has described itself, such as own-hearts."


class SystemField(serializers.CharField):
    """A game by its id."""

    default_error_messages = {"unknown": "There is no game system '{system}'."}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 40, "help_text": SYSTEM_HELP, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        system = super().to_internal_value(data)
        if find_system(system) is None:
            self.fail("unknown", system=system)
        return system


class SystemFilter(CharFilter):  # type: ignore[misc]
    """Only what is of one game, by its id."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label=SYSTEM_HELP, validators=[_refuse_unknown_system], **kwargs)


def _refuse_unknown_system(system: str) -> None:
    if find_system(system) is None:
        raise ValidationError(f"There is no game system '{system}'.")
