"""A score sheet in JSON. Columns are read as CSV cells are, and all problems are reported at once."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.db.models import Q
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from characters.models import NAME_LENGTH, Character, FormerName
from characters.rules.choices import BadChoice, read_choices
from characters.rules.names import name_key, search_key
from games.rules.figures import LARGEST, Unreadable, read_figures, yes_or_no
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SheetSystem
from league.core.api.fields import MomentField, SystemField
from league.core.queries.characters import NearNames
from league.core.queries.systems import find_system
from league.models import League

MOST_SEATS = 99


class CharacterField(serializers.CharField):
    """A character by name, former name or address. Nobody (null or empty) is a guest."""

    default_error_messages = {
        "unknown": "There is no character '{value}'.",
        "nearly": "There is no character '{value}'; did you mean '{nearest}'?",
    }

    def run_validation(self, data: Any = empty) -> Any:
        text = super().run_validation(data)
        if not text:
            return None
        character = _sheet_of(self).known_character(text)
        if character is None:
            nearest = _sheet_of(self).nearest_name(text)
            self.fail("nearly" if nearest else "unknown", value=text, nearest=nearest)
        return character


@extend_schema_field(OpenApiTypes.BOOL)
class WonField(serializers.Field[Any, Any, Any, Any]):
    """true, false, "yes" or "no"; null if the system's own scores decide."""

    def to_internal_value(self, data: Any) -> bool:
        try:
            return yes_or_no(data)
        except Unreadable as error:
            raise serializers.ValidationError(f"The value {error}.") from error


@extend_schema_field(OpenApiTypes.OBJECT)
class ScoreField(serializers.Field[Any, Any, Any, Any]):
    """The columns of the game system. Tallies are objects, or text as in a CSV cell: `law=2;journalism=1`."""

    default_error_messages = {"not_an_object": 'The score must be an object of columns, such as {{"cash": 47400}}.'}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            self.fail("not_an_object")
        system = _sheet_of(self).game
        if system is None:
            return {}  # the field `system` says so
        figures, problems = read_figures(system.FIGURES, data, who="Score", seat=None)
        # Without the "Score: " that stands for the seat: `attr` says where.
        texts = {problem.figure: problem.message.removeprefix("Score: ") for problem in problems}
        errors = {figure: [text[:1].upper() + text[1:]] for figure, text in texts.items()}
        for column in data.keys() - {figure.name for figure in system.FIGURES}:
            errors[column] = [f"{system.NAME} has no figure '{column}'."]
        if errors:
            raise serializers.ValidationError(errors)
        return figures


@extend_schema_field(OpenApiTypes.OBJECT)
class SettingsField(serializers.Field[Any, Any, Any, Any]):
    """Override the season's settings for this one game, such as {"deals": 4}; or text as in a CSV cell:
    `deals=4;auto_pass=yes`."""

    default_error_messages = {"not_an_object": 'The settings must be an object, such as {{"deals": 4}}.'}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if isinstance(data, str):
            try:
                return read_choices(game.QUESTIONS if (game := _sheet_of(self).game) else {}, data)
            except BadChoice as error:
                raise serializers.ValidationError(str(error)) from error
        if not isinstance(data, Mapping):
            self.fail("not_an_object")
        return dict(data)


class SeatInput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS)
    character = CharacterField(
        required=False, allow_null=True, allow_blank=True, max_length=NAME_LENGTH + 20, help_text="Name or slug."
    )
    won = WonField(required=False, allow_null=True, default=False)
    score = ScoreField(help_text="The columns of results.csv for this system.")


class SheetInput(serializers.Serializer[Any]):
    """Report a table: the sheet that every kind of report shares."""

    system = SystemField()
    edition = serializers.CharField(max_length=40)
    mode = serializers.CharField(required=False, allow_blank=True, default="", max_length=20)
    target = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=LARGEST)
    minutes = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=LARGEST)
    settings = SettingsField(required=False)
    played_at = MomentField()
    seats = SeatInput(many=True, allow_empty=False, max_length=MOST_SEATS)  # type: ignore[call-arg]

    @cached_property
    def game(self) -> SheetSystem | None:
        """Return the game that the sheet is of, in the version that the game to be corrected has or else the newest;
        None if there is no such game."""
        corrected: SheetSystem | None = self.context.get("game")
        return corrected or find_system(str(self.initial_data.get("system", "")))

    def known_character(self, text: str) -> Character | None:
        names, slugs = self._characters
        return names.get(name_key(text)) or slugs.get(text)

    def nearest_name(self, text: str) -> str:
        """Return the character's name in the league that the text nearly is; "" if there is no such name."""
        return self._near.nearest(text) if self._near else ""

    @cached_property
    def _near(self) -> NearNames | None:
        league = self.league()
        return NearNames(league) if league else None

    def league(self) -> League | None:
        """Return the league whose characters the user may know of."""
        league: League | None = self.context.get("league")
        return league

    @cached_property
    def _characters(self) -> tuple[dict[str, Character], dict[str, Character]]:
        """Return everybody named by the seats, in two queries."""
        seats = self.initial_data.get("seats")
        entries = [seat.get("character") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
        texts = {" ".join(text.split()) for text in entries if isinstance(text, str)}
        keys = {name_key(text) for text in texts}
        rows = list(Character.objects.filter(Q(name_key__in=keys) | Q(slug__in=texts)))
        names = {row.name_key: row for row in rows}
        known = FormerName.objects.shown()
        for former in known.filter(search_key__in={*map(search_key, texts)}).select_related("character"):
            names.setdefault(name_key(former.name), former.character)
        return names, {row.slug: row for row in rows}

    def score_sheet(self) -> ScoreSheet:
        """Return the sheet; valid only after `is_valid`."""
        data: dict[str, Any] = self.validated_data
        return ScoreSheet(
            system=data["system"],
            edition=data["edition"],
            played_at=data["played_at"],
            mode=data["mode"],
            target=data.get("target"),
            minutes=data.get("minutes"),
            settings=data.get("settings") or {},
            definition=self.game.content if self.game else "",
            seats=tuple(_line(seat) for seat in data["seats"]),
        )

    def seat_numbers(self) -> list[int]:
        return [seat["seat"] for seat in self.validated_data["seats"]]


def _sheet_of(field: serializers.Field[Any, Any, Any, Any]) -> SheetInput:
    root = field.root
    assert isinstance(root, SheetInput)
    return root


def _line(seat: Mapping[str, Any]) -> SeatLine:
    character: Character | None = seat.get("character")
    return SeatLine(
        seat=seat["seat"],
        character=character.pk if character else None,
        name=character.name if character else "",
        won=bool(seat["won"]),
        figures=seat["score"],
    )
