"""A league, its first season and its people on one page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.models import NAME_LENGTH, within_bounds
from engine.careers.editions import edition, edition_ids
from games.rules.systems import SYSTEMS
from league.accounts.forms import SignUpForm
from league.clubs.forms import LeagueForm, day_input
from league.people.forms.characters import NamesField

GAMES = [(system.ID, system.NAME) for system in SYSTEMS.values()]


@dataclass(frozen=True, slots=True)
class Fold:
    """Something with a default: the sentence that says so, and the fields that change it."""

    sentence: str
    fields: Sequence[forms.BoundField]

    @property
    def is_open(self) -> bool:
        return any(field.errors for field in self.fields)


class FoundingForm(LeagueForm):
    """A name and the people are asked; the rest has a default, in a sentence that unfolds."""

    own_name = forms.CharField(
        label=gettext_lazy("Your name at the table"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=gettext_lazy("Leave it empty if you only organise."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    names = NamesField(
        rows=4,
        label=gettext_lazy("Who else plays, one per line"),
        required=False,
        help_text=gettext_lazy("Names will do: nobody needs an account."),
    )
    system = forms.ChoiceField(
        label=gettext_lazy("The first game"), choices=GAMES, initial=GAMES[0][0], widget=forms.RadioSelect
    )
    edition = forms.ChoiceField(
        label=gettext_lazy("Board (edition)"),
        choices=[(key, edition(key).offered_as) for key in edition_ids()],
        initial=edition_ids()[0],
        help_text=gettext_lazy("The board that the characters belong to, for good."),
    )
    season = forms.CharField(
        label=gettext_lazy("Name of the season"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    starts_on = forms.DateField(
        label=gettext_lazy("Starts on"), required=False, validators=[within_bounds], widget=day_input()
    )

    field_order = ("name", "own_name", "names")

    def own_name_of(self, founder: User) -> str:
        """Return the name under which the founder plays; "" for somebody who only organises."""
        return str(self.cleaned_data["own_name"])

    @property
    def folds(self) -> list[Fold]:
        season = self["season"].value() or ""
        today = str(self["starts_on"].value()) == str(self.initial["starts_on"])
        sentences = {
            ("system",): _("You begin with {game}.").format(game=self._chosen("system")),
            ("edition",): _("The board is {edition}.").format(edition=self._chosen("edition")),
            ("season", "starts_on"): (_("“{season}” begins today.") if today else "{season}").format(season=season),
            ("zone", "place", "date_order", "language"): _("Times are in the zone {zone}.").format(
                zone=self._chosen("zone")
            ),
        }
        return [Fold(sentence, [self[name] for name in names]) for names, sentence in sentences.items()]

    def _chosen(self, name: str) -> Any:
        value = self[name].value()
        return dict(self[name].field.choices).get(value, value or "")  # type: ignore[attr-defined]


class StrangersFoundingForm(FoundingForm):
    """The same for somebody who has no account yet, and is known at the table by its username."""

    only_organises = forms.BooleanField(label=gettext_lazy("I only organise"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["own_name"].help_text = _("Only if it is not your username.")

    def own_name_of(self, founder: User) -> str:
        if self.cleaned_data["only_organises"]:
            return ""
        return super().own_name_of(founder) or founder.get_username()

    @property
    def folds(self) -> list[Fold]:
        own = Fold(_("You play under your username."), [self["own_name"], self["only_organises"]])
        return [own, *super().folds]


class FoundersAccountForm(SignUpForm):
    """A new account that `found` gives a league, both or neither."""

    def __init__(self, *args: Any, found: Callable[[User], object], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._found = found

    @transaction.atomic
    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Save the account and found its league. Raise ValidationError if the league is refused."""
        user, answer = super().try_save(request)
        if user is not None:
            self._found(user)
        return user, answer
