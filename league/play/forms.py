"""Opening a table, sitting down at one, and ordering a game of bots."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.db.models import QuerySet
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.models import Character
from characters.rules.choices import QUESTIONS, of_one_game
from characters.rules.house_rules import HouseRules
from engine import SYSTEMS as ENGINE
from engine.careers.editions import edition, edition_ids
from engine.core.bots import bot_names
from engine.translatable import spoken
from games.rules.hours import DAYS, Hours
from games.rules.systems import seats_by
from league.clubs.forms import WholeNumbersField
from league.core.forms import PlainForm
from league.core.queries.systems import system_by_id
from league.models import Season
from league.play.rules.levels import LEVELS
from league.play.rules.paces import PACES, VISIBILITIES
from league.play.rules.systems import PLAYED_HERE
from league.sheets.forms.own_settings import SetupForm, built_in_boards, own_answers, own_fields

_UNUSED = {"formula": "minutes", "timed": "target"}
_ASKED = ("system", "seats")
MOST_SEATS = max(ENGINE[system].seats[1] for system in PLAYED_HERE)
OFFERED = list(PLAYED_HERE)
NOBODY, GUEST = "nobody", "guest"
USUAL_SEATS = 4
_MOST_MONEY = 10**15  # more than a million turns bring; the game itself knows what the payer has
LEAST_SEATS = min(ENGINE[system].seats[0] for system in PLAYED_HERE)


_HOURS = [(str(hour), f"{hour:02}:00") for hour in range(24)]


class HoursForm(PlainForm):
    """The weekdays and the two full hours between which a person plays; no weekday means always."""

    days = forms.MultipleChoiceField(
        label=gettext_lazy("Days on which I play"),
        choices=[(str(day), WEEKDAYS_ABBR[day]) for day in DAYS],
        widget=forms.CheckboxSelectMultiple(attrs={"class": "weekdays"}),
        required=False,
        help_text=gettext_lazy("If you choose none, your clock never stops."),
    )
    start = forms.ChoiceField(label=gettext_lazy("From"), choices=_HOURS)
    end = forms.ChoiceField(
        label=gettext_lazy("until"), choices=_HOURS, help_text=gettext_lazy("An earlier hour is one of the next day.")
    )
    zone = forms.ChoiceField(
        label=gettext_lazy("In the time zone of"), choices=[(zone, zone) for zone in sorted(available_timezones())]
    )

    def __init__(self, hours: Hours | None, zone: str, data: Any = None) -> None:
        shown = hours or Hours((), 18, 22, zone)
        initial = {"days": [str(day) for day in shown.days], "zone": shown.zone}
        super().__init__(data, initial=initial | {"start": str(shown.start), "end": str(shown.end)})

    def chosen(self) -> dict[str, Any]:
        """Return what the service takes."""
        data = self.cleaned_data
        return data | {"days": [int(day) for day in data["days"]], "start": int(data["start"]), "end": int(data["end"])}


class OpenPlayForm(SetupForm):
    """A table to be opened; `opened` is what the service takes. `salt_hash`: as in SitForm."""

    system = forms.ChoiceField(
        label=gettext_lazy("Game"), choices=[(system, ENGINE[system].title) for system in PLAYED_HERE]
    )
    seats = forms.IntegerField(
        label=gettext_lazy("Seats at the table"),
        help_text=gettext_lazy("Bots take the empty seats."),
        min_value=LEAST_SEATS,
        max_value=MOST_SEATS,
        initial=4,
    )
    season = forms.ModelChoiceField(
        label=gettext_lazy("Season"), queryset=Season.objects.none(), to_field_name="slug", empty_label=None
    )
    pace = forms.ChoiceField(label=gettext_lazy("Time"), required=False)
    visibility = forms.ChoiceField(label=gettext_lazy("Who sees it"), required=False)
    counts = forms.BooleanField(
        label=gettext_lazy("It counts for the season"),
        help_text=gettext_lazy("For games of two people or more. Without it, the game is practice."),
        required=False,
    )
    sits = forms.BooleanField(
        label=gettext_lazy("I take a seat myself"),
        help_text=gettext_lazy("With your character. You can stand up until the game begins."),
        required=False,
        initial=True,
    )
    passes = forms.BooleanField(
        label=gettext_lazy("Pass for players who can't follow"),
        help_text=gettext_lazy("After a few seconds, while they are at the table, so that nobody can tell it."),
        required=False,
        initial=True,
    )
    salt_hash = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    edition = forms.ChoiceField(
        label=gettext_lazy("Edition"),
        help_text=gettext_lazy("Careers is played on the edition's own board, if it has one."),
        required=False,
    )

    def __init__(self, *args: Any, seasons: QuerySet[Season], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["season"].queryset = seasons  # type: ignore[attr-defined]
        for name, words in (("pace", PACES), ("visibility", VISIBILITIES)):
            self.fields[name].choices = [(key, spoken(text)) for key, text in words.items()]  # type: ignore[attr-defined]
        named = [(board, edition(board).offered_as) for board in edition_ids()]
        self.fields["edition"].choices = [("", _("As in this season")), *named]  # type: ignore[attr-defined]
        for system in OFFERED:
            self.fields |= own_fields(system_by_id(system))
        for name in ("mode", "target", "minutes"):
            self.fields[name].required = False
        self.order_fields(
            ("system", "seats", "mode", "target", "minutes", "season", "pace", "visibility", "counts", "sits", "passes")
        )

    def asked(self) -> list[forms.BoundField]:
        """Return the fields that everybody answers."""
        return [self[name] for name in _ASKED]

    def folded(self) -> list[forms.BoundField]:
        """Return the fields whose first answer is right for most tables."""
        apart = (*_ASKED, "edition", "salt_hash")
        return [self[name] for name in self.fields if name not in apart and "__" not in name]

    def changes_usual(self) -> bool:
        """Return whether one of `folded` is refused."""
        return any(field.errors for field in self.folded())

    def settings_of_games(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the name of each game with the fields of what a single game may choose."""
        fields = {system: [self[f"{system}__{name}"] for name in of_one_game(QUESTIONS[system])] for system in OFFERED}
        return [(ENGINE[system].title, of_game) for system, of_game in fields.items() if of_game]

    def changes_settings(self) -> bool:
        """Return whether one of them is filled in, or refused."""
        return any(self[name].data or self[name].errors for name in self.fields if "__" in name)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        modes = system_by_id(values["system"]).MODES if "system" in values else ()
        for name in ("mode", "target", "minutes"):
            if not modes or name == _UNUSED.get(values.get("mode", "")):
                values[name] = None
                self.errors.pop(name, None)
        for name in [name for name in self.errors if "__" in name and not name.startswith(f"{values.get('system')}__")]:
            self.errors.pop(name)  # of another game
        values["settings"] = own_answers(values, system_by_id(values["system"])) if "system" in values else {}
        return values

    def opened(self) -> dict[str, Any]:
        names = ("season", "system", "seats", "counts", "sits", "passes", "salt_hash", "edition", "settings")
        fields = {name: self.cleaned_data[name] for name in names}
        fields |= self.setup() if system_by_id(fields["system"]).MODES else {}
        return fields | {name: self.cleaned_data[name] for name in ("pace", "visibility") if self.cleaned_data[name]}


class SitForm(PlainForm):
    """`salt_hash`: of what the reader's browser adds to chance."""

    seat = forms.IntegerField(min_value=1, max_value=MOST_SEATS, widget=forms.HiddenInput)
    character = forms.ModelChoiceField(
        label=gettext_lazy("Character"), queryset=Character.objects.none(), to_field_name="slug", empty_label=None
    )
    salt_hash = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, characters: QuerySet[Character], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["character"].queryset = characters  # type: ignore[attr-defined]


class TurnForm(PlainForm):
    number = forms.IntegerField(min_value=0, max_value=100_000)
    action = forms.CharField(max_length=200)
    amount = forms.IntegerField(min_value=0, max_value=_MOST_MONEY, required=False)
    unit = forms.IntegerField(min_value=1, max_value=_MOST_MONEY, required=False)
    key = forms.CharField(required=False, max_length=64)

    def clean(self) -> dict[str, Any]:
        """Turn an amount in its unit into the action: 300 pounds are `amount 3` if it counts hundreds."""
        data: dict[str, Any] = super().clean() or {}
        amount, unit = data.pop("amount", None), data.pop("unit", None) or 1
        if amount is not None and "action" in data:
            if amount % unit:
                raise forms.ValidationError(_("Choose an amount in steps of {unit}.").format(unit=unit))
            data["action"] = f"{data['action']} {amount // unit}"
        return data


class GameOfBotsForm(SetupForm):
    """Two fields for each seat: who sits there, and the bot. A seat where nobody sits is left out. The opened form
    seats the characters of `usual`, as many as the game has room for."""

    system = forms.ChoiceField(
        label=gettext_lazy("Game"), choices=[(system, ENGINE[system].title) for system in OFFERED]
    )
    token = forms.CharField(max_length=80, widget=forms.HiddenInput)
    sure = forms.BooleanField(
        required=False,
        label=gettext_lazy("Yes, let it count: the careers and standings of everybody at the table follow from it."),
    )

    def __init__(
        self,
        *args: Any,
        characters: Iterable[Character],
        usual: Sequence[int],
        rules: HouseRules,
        boards: Sequence[tuple[str, str]] = (),
        system: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.asks = rules.engine_games == "count"
        self.plays = next(key for key in (self.data.get("system", system), OFFERED[0]) if key in OFFERED)
        self.fields["system"].widget = forms.HiddenInput()
        self.initial["system"] = self.plays
        if not self.asks:
            del self.fields["sure"]
        if not system_by_id(self.plays).MODES:
            for name in ("mode", "target", "minutes"):
                del self.fields[name]
        self.fields["board"] = forms.ChoiceField(
            label=_("Board of Careers"),
            required=False,
            choices=[("", _("As in this season")), *built_in_boards(), *boards],
        )
        if self.plays == "careers":
            self.fields["formula"] = WholeNumbersField(
                label=_("Common formula of Careers"),
                help_text=_(
                    "Cash in thousands, happiness and fame, such as 40, 30, 30. Empty: as in this season. "
                    "Optional Play; R5."
                ),
                required=False,
                max_length=40,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
        else:
            self.fields["board"].widget = forms.HiddenInput()
        self.fields |= own_fields(system_by_id(self.plays), rules)
        self.characters = {str(character.pk): character for character in characters}
        people = [(key, character.name) for key, character in self.characters.items()]
        choices = [(NOBODY, _("Nobody")), (GUEST, _("Computer player")), *people]
        levels = [(bot, spoken(level.title)) for level in LEVELS for bot in [level.bots[self.plays]]]
        names = sorted({name for key in OFFERED for name in bot_names(ENGINE[key])} - {bot for bot, _title in levels})
        self.bounds = seats_by(system_by_id(self.plays), rules.choices(self.plays))
        self.seats = range(1, self.bounds[1] + 1)
        first = [key for key in map(str, usual) if key in self.characters] or [*self.characters]
        seated = first[: min(USUAL_SEATS, self.bounds[1])]
        seated += [GUEST] * (self.bounds[0] - len(seated))
        for seat in self.seats:
            self.fields[f"who_{seat}"] = forms.ChoiceField(
                label=_("Seat {seat}").format(seat=seat),
                choices=choices,
                initial=seated[seat - 1] if seat <= len(seated) else NOBODY,
            )
            self.fields[f"bot_{seat}"] = forms.ChoiceField(
                label=_("Bot in seat {seat}").format(seat=seat),
                choices=[*levels, *((name, name) for name in names)],
                initial="greedy",
            )

    def clean(self) -> dict[str, Any]:
        """Ask once for a confirmation before the game counts for somebody."""
        data: dict[str, Any] = super().clean() or {}
        seated = any(data.get(f"who_{seat}") in self.characters for seat in self.seats)
        if self.asks and seated and not data.get("sure"):
            self.add_error("sure", _("Games of bots count in this season. Choose that it counts, or seat nobody."))
        return data

    def seated_names(self) -> list[str]:
        """Return the names of the characters who sit down as the form stands."""
        keys = [str(self[f"who_{seat}"].value()) for seat in self.seats]
        return [self.characters[key].name for key in keys if key in self.characters]

    def seat_rows(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        for seat in self.seats:
            yield self[f"who_{seat}"], self[f"bot_{seat}"]

    def choices(self) -> dict[str, Any]:
        """Return what the chosen game plays by instead of the season's settings."""
        return own_answers(self.cleaned_data, system_by_id(self.cleaned_data["system"]))

    def choice_fields(self) -> Iterator[tuple[str, list[forms.BoundField], bool]]:
        """Yield the name of the game, the fields of its settings, and whether one of them is refused."""
        fields = [self[f"{self.plays}__{name}"] for name in of_one_game(QUESTIONS[self.plays])]
        if fields:
            yield ENGINE[self.plays].title, fields, any(field.errors for field in fields)

    def table_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("board", "mode", "target", "formula", "minutes") if name in self.fields]

    def formula(self) -> list[int]:
        """Return the common formula of a game that is played by formula; an empty list if there is none."""
        return (self.cleaned_data.get("formula") or []) if self.setup()["mode"] == "formula" else []

    def chairs(self) -> list[tuple[Character | None, str]]:
        """Return who sits down, each with the bot, in the order of the seats."""
        data = self.cleaned_data
        return [
            (self.characters.get(data[f"who_{seat}"]), data[f"bot_{seat}"])
            for seat in self.seats
            if data[f"who_{seat}"] != NOBODY
        ]
