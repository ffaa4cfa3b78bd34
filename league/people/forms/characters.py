"""Registering a character and changing its papers."""

from datetime import datetime
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.dates import MONTHS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.models import Character
from engine.careers.editions import Edition, edition, edition_ids
from league.core.forms import PlainForm, TypedMomentField
from league.models import League
from league.people.rules.characters import GUEST_TITLE, MOST_GUESTS, OWNER_LENGTH, dealt_programs, guest_lines

NAME_HELP = gettext_lazy("Nobody else may have this one.")
PAPERS_NAME_HELP = gettext_lazy(
    "At most 200 characters. Names are compared without regard to case, and nobody else may have this one. The old "
    "name stays readable in the file."
)
TITLE_HELP = gettext_lazy(
    "What the card on the door says, such as Engineer. At the top it becomes “Chief Engineer Officer”."
)
# With scripts the programs follow the edition at once; without them there is a button.
SHOW_PROGRAMS = {
    "hx-post": "",
    "hx-vals": '{"go": "edition"}',
    "hx-trigger": "change",
    "hx-target": "#papers",
    "hx-select": "#papers",
    "hx-swap": "outerHTML",
}


class RegistrationForm(PlainForm):
    """`board` is the edition whose programs are offered. Only organisers choose the owner. Name and specialty are
    asked; the rest has an answer that suits nearly everybody."""

    name = forms.CharField(
        label=gettext_lazy("Name"), help_text=NAME_HELP, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    league = forms.ModelChoiceField(
        League.objects.none(), label=gettext_lazy("League"), empty_label=None, to_field_name="slug"
    )
    edition = forms.ChoiceField(
        label=gettext_lazy("Edition"),
        help_text=gettext_lazy("The board that the character belongs to."),
        widget=forms.Select(attrs=SHOW_PROGRAMS),
    )
    specialty = forms.ChoiceField(
        label=gettext_lazy("Specialty"),
        help_text=gettext_lazy("The degree program of the career. Its company becomes the employer."),
        error_messages={"invalid_choice": gettext_lazy("Choose a program of this edition.")},
    )
    side_interest = forms.ChoiceField(
        label=gettext_lazy("Side interest"),
        required=False,
        help_text=gettext_lazy(
            "A second program. Degrees in it and trips through its company count towards promotions as well."
        ),
        error_messages={"invalid_choice": gettext_lazy("Choose a program of this edition.")},
    )
    title = forms.CharField(
        label=gettext_lazy("Title"),
        help_text=TITLE_HELP,
        initial=GUEST_TITLE,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    owner = forms.CharField(
        label=gettext_lazy("Owner"),
        required=False,
        max_length=OWNER_LENGTH,
        help_text=(
            gettext_lazy(
                "The user name of a member of the league. Any other word is a label: no account, until the "
                "player follows the character's claim link. Empty: nobody yet."
            )
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def __init__(self, *args: Any, leagues: QuerySet[League], board: str, choose_owner: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        programs = _programs(edition(board))
        choices = {"edition": [(key, edition(key).offered_as) for key in edition_ids()]}
        choices |= {"specialty": programs, "side_interest": [("", _("Any other program")), *programs[1:]]}
        for name, options in choices.items():
            self.fields[name].choices = options  # type: ignore[attr-defined]
        self.fields["league"].queryset = leagues  # type: ignore[attr-defined]
        note = edition(board).figures_note
        self.fields["edition"].help_text += f" {note}" if note else ""
        if not choose_owner:
            del self.fields["owner"]
        if len(leagues) == 1:
            self.fields["league"].widget = forms.HiddenInput()

    def asked(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "league", "specialty")]

    def folded(self) -> list[forms.BoundField]:
        return [self[name] for name in ("side_interest", "title", "owner", "edition") if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """Choose the side interest of somebody who did not."""
        data: dict[str, Any] = super().clean() or {}
        if data.keys() >= {"name", "edition", "specialty"} and data.get("side_interest") == "":
            dealt = dealt_programs(data["name"], data["edition"])
            data["side_interest"] = next(program for program in dealt if program != data["specialty"])
        return data

    def asked_owner(self) -> str | None:
        """Return the owner that the form names; None if it has no such field or it was not sent."""
        return self.cleaned_data["owner"] if "owner" in self.fields and "owner" in self.data else None


class NamesField(forms.CharField):
    """People without an account, a line each, no more than are registered at once."""

    def __init__(self, *, rows: int, **kwargs: Any) -> None:
        area = forms.Textarea(attrs={"rows": rows, "autocomplete": "off", "spellcheck": "false"})
        super().__init__(max_length=60_000, widget=area, **kwargs)

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        lines = len(guest_lines(text))
        if lines > MOST_GUESTS:
            raise forms.ValidationError(
                _("{lines:,} names; the limit is {most_guests} at once.").format(lines=lines, most_guests=MOST_GUESTS)
            )
        return text


class GuestsForm(PlainForm):
    """People without an account, a line each."""

    league = forms.ModelChoiceField(
        League.objects.none(), label=gettext_lazy("League"), empty_label=None, to_field_name="slug"
    )
    edition = forms.ChoiceField(
        label=gettext_lazy("Edition"), help_text=gettext_lazy("The board that the characters belong to, for good.")
    )
    names = NamesField(
        rows=8,
        label=gettext_lazy("Names, one per line"),
        help_text=gettext_lazy("If the character's name differs from the player's: character; player."),
    )

    def __init__(self, *args: Any, leagues: QuerySet[League], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["league"].queryset = leagues  # type: ignore[attr-defined]
        self.fields["edition"].choices = [(key, edition(key).offered_as) for key in edition_ids()]  # type: ignore[attr-defined]


class OfferForm(PlainForm):
    to = forms.CharField(
        label=gettext_lazy("User name of the new owner"),
        max_length=150,
        help_text=gettext_lazy("A member of the league. They have to agree."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


class PapersForm(PlainForm):
    """Name, titles and birthday of a character."""

    name = forms.CharField(label=gettext_lazy("Name"), help_text=PAPERS_NAME_HELP)
    title = forms.CharField(label=gettext_lazy("Title"), help_text=TITLE_HELP)
    c_level_title = forms.CharField(
        label=gettext_lazy("Title at the top"),
        required=False,
        help_text=gettext_lazy("Used at C-level. If empty, it is built from the title: “Chief … Officer”."),
    )

    birth_day = forms.TypedChoiceField(
        label=gettext_lazy("Birthday: day"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", gettext_lazy("Not known")), *((day, str(day)) for day in range(1, 32))],
    )
    birth_month = forms.TypedChoiceField(
        label=gettext_lazy("Birthday: month"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", gettext_lazy("Not known")), *MONTHS.items()],
        help_text=gettext_lazy("For Game of the Year. A character without one draws it at the table."),
    )

    def __init__(self, *args: Any, character: Character, **kwargs: Any) -> None:
        """Offer both programs until a game counts: those of a guest were dealt by its name."""
        super().__init__(*args, **kwargs)
        if not character.last_fact and (not self.is_bound or "specialty" in self.data):
            choices = _programs(character.names)[1:]
            for name, label in (("specialty", _("Specialty")), ("side_interest", _("Side interest"))):
                help_text = _("Can be chosen until the first game counts.")
                self.fields[name] = forms.ChoiceField(label=label, choices=choices, help_text=help_text)
        for name in self.fields:
            self.initial.setdefault(name, getattr(character, name))


def _programs(board: Edition) -> list[tuple[str, str]]:
    offered = [
        (program.id, f"{program.name} ({board.company_of(program.id).name})") for program in board.career_programs
    ]
    return [("", _("Choose …")), *offered]


class RestartForm(PlainForm):
    """The start of a new career: now, or already with the game after the golden parachute."""

    at = TypedMomentField(
        label=gettext_lazy("Begins"),
        required=False,
        help_text=gettext_lazy(
            "Any moment from the golden parachute to the next game. Leave it empty to use the current time. Games "
            "from this moment on count for the new career."
        ),
    )

    def __init__(self, *args: Any, following: datetime | None = None, **kwargs: Any) -> None:
        super().__init__(*args, initial={"at": following}, **kwargs)


class PersonPageForm(PlainForm):
    called = forms.CharField(
        label=gettext_lazy("What you like to be called"),
        help_text=gettext_lazy("Such as Kim, where your user name is kim_1987."),
        max_length=40,
        required=False,
    )
    pronouns = forms.CharField(
        label=gettext_lazy("Pronouns"), help_text=gettext_lazy("Such as she/her."), max_length=40, required=False
    )
    spoken = forms.CharField(
        label=gettext_lazy("How your name is spoken"),
        help_text=gettext_lazy("For a presenter, such as Shiv-AWN."),
        max_length=80,
        required=False,
    )
    shows_leagues = forms.BooleanField(
        label=gettext_lazy("The leagues that you belong to, and your role there"), required=False
    )
    shows_tournaments = forms.BooleanField(
        label=gettext_lazy("The tournaments of all your characters in one list"), required=False
    )

    @property
    def of_the_name(self) -> list[forms.BoundField]:
        return [self["called"], self["pronouns"], self["spoken"]]

    @property
    def of_the_page(self) -> list[forms.BoundField]:
        return [self["shows_leagues"], self["shows_tournaments"]]
