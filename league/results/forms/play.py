"""Games that bots play: one of the season (seats, bots, length), or a simulation."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.models import Character
from characters.rules.house_rules import HouseRules
from engine import SYSTEMS as ENGINE
from engine import bot_specs
from engine.careers.editions import edition, edition_ids
from engine.core.bots import bot_names
from engine.core.questions import PLAY, Question
from engine.said import said, spoken
from games.rules.bots import MOST_EFFORT
from games.rules.systems import SYSTEMS, seats_by
from games.services.simulations import MOST_GAMES
from league.clubs.forms import WholeNumbersField, answer, question_field, questions
from league.core.forms import PlainForm

OWN_BOARDS = [one for one in edition_ids() if edition(one).own_board]
NOBODY, GUEST = "nobody", "guest"
PLAYABLE = {key: system for key, system in SYSTEMS.items() if key in ENGINE}
SEATS = max(system.SEATS[1] for system in PLAYABLE.values())
MODES = {key: words for system in PLAYABLE.values() for key, words in system.MODES.items()}


Boards = Sequence[tuple[str, str]]  # boards of leagues by their digest


def _built_in() -> Iterator[tuple[str, str]]:
    return ((one, edition(one).name) for one in OWN_BOARDS)


def number_box() -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})


def number_list() -> forms.TextInput:
    return forms.TextInput(attrs={"autocomplete": "off"})


class SetupForm(PlainForm):
    """What is to be played, and to which end."""

    system = forms.ChoiceField(
        label=gettext_lazy("Game"), choices=[(key, system.NAME) for key, system in PLAYABLE.items()]
    )
    mode = forms.ChoiceField(label=gettext_lazy("Careers is played by"), choices=list(MODES.items()))
    target = forms.IntegerField(
        label=gettext_lazy("Target of a success formula, in points"),
        min_value=1,
        max_value=5000,
        initial=100,
        widget=number_box(),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Length of a timed game, in minutes"),
        help_text=gettext_lazy("A minute is a round of turns."),
        min_value=1,
        max_value=300,
        initial=30,
        widget=number_box(),
    )

    def setup(self) -> dict[str, Any]:
        """Mode, target and minutes, as far as the chosen game has them."""
        modes = PLAYABLE[self.cleaned_data["system"]].MODES
        wished = self.cleaned_data.get("mode", "")
        mode = wished if wished in modes else next(iter(modes), "")
        return {
            "mode": mode,
            "target": self.cleaned_data["target"] if mode == "formula" else None,
            "minutes": self.cleaned_data["minutes"] if mode == "timed" else None,
        }


class PlayForm(SetupForm):
    """Two fields for each seat: who sits there, and the bot. A seat where nobody sits is left out."""

    token = forms.CharField(max_length=80, widget=forms.HiddenInput)
    sure = forms.BooleanField(
        required=False,
        label=gettext_lazy("Yes, let it count: the careers and standings of those at the table follow from it."),
    )

    def __init__(
        self,
        *args: Any,
        characters: QuerySet[Character],
        rules: HouseRules,
        boards: Boards = (),
        system: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.asks = rules.engine_games == "count"
        self.plays = next(one for one in (self.data.get("system", system), next(iter(PLAYABLE))) if one in PLAYABLE)
        self.fields["system"].widget = forms.HiddenInput()
        self.initial["system"] = self.plays
        if not self.asks:
            del self.fields["sure"]
        if not PLAYABLE[self.plays].MODES:
            for name in ("mode", "target", "minutes"):
                del self.fields[name]
        self.fields["board"] = forms.ChoiceField(
            label=_("Board of Careers"),
            required=False,
            choices=[("", _("As in this season")), *_built_in(), *boards],
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
                widget=number_list(),
            )
        else:
            self.fields["board"].widget = forms.HiddenInput()
        for key, name, one in _of_one_game():
            in_season = one.words(rules.choices(key).get(name, one.default))
            if key == self.plays:
                self.fields[f"{key}__{name}"] = _own_field(one, in_season)
        self.characters = {str(character.pk): character for character in characters}
        people = [(key, character.name) for key, character in self.characters.items()]
        choices = [(NOBODY, _("Nobody")), (GUEST, _("Computer player")), *people]
        bots = sorted({name for key in PLAYABLE for name in bot_names(ENGINE[key])})
        self.seats = range(1, seats_by(PLAYABLE[self.plays], rules.choices(self.plays))[1] + 1)
        for seat in self.seats:
            self.fields[f"who_{seat}"] = forms.ChoiceField(
                label=_("Seat {seat}").format(seat=seat), choices=choices, initial=NOBODY
            )
            self.fields[f"bot_{seat}"] = forms.ChoiceField(
                label=_("Bot in seat {seat}").format(seat=seat),
                choices=[(name, name) for name in bots],
                initial="greedy",
            )

    def clean(self) -> dict[str, Any]:
        """Before it counts for somebody they are asked once."""
        told: dict[str, Any] = super().clean() or {}
        seated = any(told.get(f"who_{seat}") in self.characters for seat in self.seats)
        if self.asks and seated and not told.get("sure"):
            self.add_error("sure", _("Games of bots count in this season. Say that it shall count, or seat nobody."))
        return told

    def seat_rows(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        for seat in self.seats:
            yield self[f"who_{seat}"], self[f"bot_{seat}"]

    def choices(self) -> dict[str, Any]:
        """What the chosen game plays by instead of the season's settings."""
        told = self.cleaned_data
        found = {
            name: answer(one, told.get(f"{system}__{name}"))
            for system, name, one in _of_one_game()
            if system == told["system"]
        }
        return {name: value for name, value in found.items() if value is not None and value != []}

    def choice_fields(self) -> Iterator[tuple[str, list[forms.BoundField], bool]]:
        """The name of the game, the fields of its settings, and whether one of them is refused."""
        fields = [self[f"{key}__{name}"] for key, name, _question in _of_one_game() if key == self.plays]
        if fields:
            yield PLAYABLE[self.plays].NAME, fields, any(field.errors for field in fields)

    def table_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("board", "mode", "target", "formula", "minutes") if name in self.fields]

    def formula(self) -> list[int]:
        """The common formula of a game that is played by formula; nothing where none was given."""
        return (self.cleaned_data.get("formula") or []) if self.setup()["mode"] == "formula" else []

    def chairs(self) -> list[tuple[Character | None, str]]:
        """Who sits down, with the bot, in the order of the seats."""
        told = self.cleaned_data
        return [
            (self.characters.get(told[f"who_{seat}"]), told[f"bot_{seat}"])
            for seat in self.seats
            if told[f"who_{seat}"] != NOBODY
        ]


def _of_one_game() -> Iterator[tuple[str, str, Question]]:
    """Settings that a single game may have of its own: those that its score sheet does not depend on."""
    return (row for row in questions() if row[2].concerns == PLAY)


def _own_field(one: Question, in_season: str) -> forms.Field:
    field = question_field(one)
    text = _("{clause}. This season: {answer}.")
    field.help_text = text.format(clause=f"{one.clause[:1].upper()}{one.clause[1:]}", answer=spoken(in_season))
    if one.options is not None and isinstance(field, forms.ChoiceField):
        words = [(str(value), said) for value, said in one.options.items()]
        field.choices = [("", _("As in this season")), *words]
    return field


class SimulationForm(SetupForm):
    """`rng_seed` stays None where nobody wishes one."""

    seats = forms.IntegerField(
        label=gettext_lazy("Seats"), min_value=2, max_value=SEATS, initial=4, widget=number_box()
    )
    games = forms.IntegerField(
        label=gettext_lazy("Games"),
        min_value=1,
        max_value=MOST_GAMES,
        initial=1000,
        help_text=said("At most {most:,}.", most=MOST_GAMES),
    )
    board = forms.ChoiceField(label=gettext_lazy("Board of Careers"), required=False)
    bots = forms.CharField(label=gettext_lazy("Bots"), max_length=500, initial="greedy, random")
    rng_seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        help_text=gettext_lazy("The same seed, seats and bots give the same games. Empty: chance decides."),
        min_value=0,
        max_value=2**32 - 1,
        required=False,
        widget=number_box(),
    )

    field_order = ("system", "board", "seats", "games", "bots", "mode", "target", "minutes", "rng_seed")

    def __init__(self, *args: Any, boards: Boards = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["games"].widget = number_box()
        self.fields["board"].choices = [*_built_in(), *boards]  # type: ignore[attr-defined]
        names = sorted({name for key in PLAYABLE for name in bot_names(ENGINE[key])})
        self.fields["bots"].help_text = _(
            "Seat by seat, with commas; fewer than seats are dealt in turn. Known: {names}. The search bot of Careers "
            "takes parameters, such as search:visits=80,turns=2,width=8: it plays out visits (or 3 × width, if that is "
            "more) times turns rounds for one decision, {most} at most. So does ismcts, which knows every game: "
            "ismcts:visits=100,rounds=4 plays out visits times rounds."
        ).format(names=", ".join(names), most=MOST_EFFORT)

    def clean_board(self) -> str:
        """London where none was chosen."""
        return str(self.cleaned_data["board"] or OWN_BOARDS[0])

    def clean_bots(self) -> list[str]:
        return bot_specs(self.cleaned_data["bots"])
