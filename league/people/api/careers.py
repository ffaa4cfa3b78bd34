"""Careers as others read them: the JSON of contract section 4, for the API and `export_careers` alike."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import User
from rest_framework import serializers

from characters.models import LEVEL_CHOICES, CareerEvent, Character
from characters.queries.history import order_of_play
from characters.rules.words import in_currency
from league.core.api.fields import StampField, TextOrNull
from league.core.api.schema import example, examples_beside
from league.people.queries.characters import FEED_KINDS, STATUSES, careers

EXAMPLES = examples_beside(__file__)


class LevelNameField(serializers.CharField):
    """Answer a level, by the name of its attribute, in the words of the edition and of the character."""

    def __init__(self, level: str, **kwargs: Any) -> None:
        super().__init__(source="*", **kwargs)
        self.level = level

    def to_representation(self, value: Any) -> str:
        who: Character = value if isinstance(value, Character) else value.character
        return who.level_name(getattr(value, self.level))


class WhyField(serializers.CharField):
    """Answer why something happened, in the currency of the edition."""

    def __init__(self) -> None:
        super().__init__(source="*")

    def to_representation(self, value: CareerEvent) -> str:  # type: ignore[override]
        return in_currency(value.why, value.character.names.currency)


class InOrderOfPlay(serializers.ListSerializer[Any]):
    def to_representation(self, data: Any) -> Any:
        return super().to_representation(sorted(data.all(), key=order_of_play))


class HistoryRow(serializers.Serializer[Any]):
    game = TextOrNull(source="reference", help_text="The reporter's reference; null for a restart.")
    at = StampField()
    kind = serializers.ChoiceField(CareerEvent.KINDS)
    vars()["from"] = serializers.ChoiceField(LEVEL_CHOICES, source="from_level")  # Python keeps the word for itself
    to = serializers.ChoiceField(LEVEL_CHOICES, source="to_level")
    performance = serializers.CharField(allow_null=True, help_text="Percent with two decimals.")
    points = serializers.IntegerField()
    rescinded = TextOrNull(help_text="Why the row does not hold any more; null if it does.")


@example(EXAMPLES["FeedRow"])
class FeedRow(HistoryRow):
    """A line of the promotion feed."""

    kind = serializers.ChoiceField(FEED_KINDS)
    character = serializers.CharField(source="character.name")
    slug = serializers.CharField(source="character.slug")
    company = serializers.CharField(source="character.primary_company")
    to_name = LevelNameField("to_level", help_text="The level reached, in the words of the edition and this character.")
    why = WhyField()


@example(EXAMPLES["CareerDetail"])
class CareerDetail(serializers.Serializer[Any]):
    name = serializers.CharField(source="character.name")
    slug = serializers.CharField(source="character.slug")
    owner = serializers.CharField(
        source="character.owner_name", help_text="User name or label: `characters/{slug}/` says which."
    )
    edition = serializers.CharField(source="character.edition")
    specialty = serializers.CharField(source="character.specialty")
    side_interest = serializers.CharField(source="character.side_interest")
    title = serializers.CharField(source="character.title")
    level = serializers.ChoiceField(LEVEL_CHOICES)
    level_name = LevelNameField("level")
    status = serializers.ChoiceField(STATUSES)
    career = serializers.IntegerField(source="number")
    games = serializers.IntegerField(help_text="Careers games of the current career; so are all totals.")
    wins = serializers.IntegerField()
    points_since_level_change = serializers.IntegerField()
    happiness = serializers.IntegerField()
    fame = serializers.IntegerField()
    cash = serializers.IntegerField(
        help_text="Whole, in the currency of the edition, the golden parachute's bonus included."
    )
    degrees = serializers.DictField(child=serializers.IntegerField())
    trips = serializers.DictField(child=serializers.IntegerField())
    history = InOrderOfPlay(child=HistoryRow(), source="character.events")


def career_records(**chosen: Any) -> Iterator[dict[str, Any]]:
    """Yield the careers that `careers` finds, as programs read them."""
    return map(CareerDetail().to_representation, careers(**chosen))


def own_careers(user: User) -> Iterator[dict[str, Any]]:
    """Yield the careers of a person's characters, with what no longer holds."""
    return career_records(characters=Character.objects.filter(owner=user), rescinded=True)
