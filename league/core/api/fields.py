"""Fields that several inputs and answers share."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django_filters.fields import IsoDateTimeField
from django_filters.rest_framework import IsoDateTimeFilter
from rest_framework import serializers

from characters.rules.facts import bounds_problem, stamp
from games.rules.people import columns, who
from league.core.queries.access import visible_to
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


class PersonField(serializers.CharField):
    """Answer who did something, from the columns that `games.rules.people` has for them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", allow_null=True, help_text=PERSON, **kwargs)

    def to_representation(self, value: Mapping[str, Any]) -> str | None:  # type: ignore[override]
        return who(value, str(self.field_name))


def columns_of(row: type[serializers.Serializer[Any]]) -> list[str]:
    """Return the columns for `values()` that the fields of a serializer read."""
    return [
        column
        for name, field in row().fields.items()
        for column in (columns(name) if isinstance(field, PersonField) else [str(field.source)])
    ]
