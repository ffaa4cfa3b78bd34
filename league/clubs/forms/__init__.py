"""Leagues, seasons, members.

House rules as a form, built from the same data as the page that shows them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.models import Character, within_bounds
from characters.rules.choices import QUESTIONS
from characters.rules.house_rules import SETTINGS, HouseRules, Setting
from engine import SYSTEMS
from engine.careers.actions import EXPERIENCE_NUMBER
from engine.careers.added_cards import AMOUNTS, GO_TO, read_line, written_card
from engine.core.errors import BadOptions
from engine.core.questions import BOTH, OPTION, Question
from engine.translatable import spoken
from league.clubs.rules import CONCERNS, KINDS
from league.clubs.services.joining import DAYS, DEFAULT_DAYS, MOST_USES
from league.clubs.services.leagues import WHY_LENGTH
from league.core.forms import PlainForm, date_orders, zone_choices
from league.core.queries.languages import offered
from league.models.organisation import Joining, Role


class LeagueForm(PlainForm):
    name = forms.CharField(
        label=gettext_lazy("Name of the league"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=zone_choices,
        required=False,
        help_text=gettext_lazy("Times are shown and entered in this zone. A tournament elsewhere may have another."),
    )
    place = forms.CharField(
        label=gettext_lazy("Where you play"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("What a new tournament begins with."),
    )
    date_order = forms.ChoiceField(
        label=gettext_lazy("Dates in figures"),
        choices=date_orders,
        required=False,
        help_text=gettext_lazy("In your spreadsheets."),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=[("", gettext_lazy("Each reader's own")), *offered().items()],
        required=False,
        help_text=gettext_lazy("For its pages and letters, until a reader chooses another."),
    )


class ClosingForm(PlainForm):
    why = forms.CharField(
        label=gettext_lazy("Why the league is closed"),
        max_length=WHY_LENGTH,
        help_text=gettext_lazy(
            "A sentence that everybody reads on its page, such as: The club has moved to another site."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    sure = forms.BooleanField(
        label=gettext_lazy("Yes, close the league: nothing in it can be changed until it is opened again")
    )


def day_input() -> forms.DateInput:
    """Return the input of a day. A browser shows a date of an input of this type in ISO format only; with any other
    format it shows an empty field."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class SeasonForm(PlainForm):
    name = forms.CharField(
        label=gettext_lazy("Name of the season"),
        max_length=120,
        help_text=gettext_lazy("Such as Spring 2027."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    starts_on = forms.DateField(
        label=gettext_lazy("Starts on"), required=False, validators=[within_bounds], widget=day_input()
    )
    ends_on = forms.DateField(
        label=gettext_lazy("Ends on"), required=False, validators=[within_bounds], widget=day_input()
    )


class InvitationForm(PlainForm):
    role = forms.ChoiceField(
        label=gettext_lazy("Role of the person who opens the link"), choices=Role.choices, initial=Role.PLAYER
    )


class HouseRulesForm(PlainForm):
    """One field for each house rule, and for each setting of a game: `career_poker__deals`. What a form says nothing
    about stays as it is. `boards`: the ones that the league has made, by digest."""

    def __init__(self, *args: Any, rules: HouseRules, boards: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        for setting in SETTINGS:
            field = setting_field(setting, boards if setting.own else ())
            field.initial = str(getattr(rules, setting.name))
            self.fields[setting.name] = field
        for system, name, question in questions():
            field = question_field(question)
            field.initial = typed(rules.choices(system).get(name, question.default), question)
            self.fields[f"{system}__{name}"] = field

    def values(self) -> dict[str, Any]:
        """Return the choices in the types of `HouseRules`."""
        games: dict[str, dict[str, Any]] = {}
        for system, name, question in questions():
            games.setdefault(system, {})[name] = self._answer(system, name, question)
        own = {setting.name: setting_value(setting, self.cleaned_data[setting.name]) for setting in SETTINGS}
        return {**own, "games": games}

    def _answer(self, system: str, name: str, question: Question) -> Any:
        value = answer(question, self.cleaned_data.get(f"{system}__{name}"))
        return self.rules.choices(system).get(name, question.default) if value is None else value

    def groups(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """Yield group names with their fields, in the order of the data."""
        for group, settings in groupby(SETTINGS, key=lambda setting: setting.group):
            yield group, [self[setting.name] for setting in settings]

    def games(self) -> list["GameFields"]:
        return [GameFields(self, system) for system in QUESTIONS]


class GameFields:
    """The fields of one game, by kind; each with whether it differs from the book."""

    def __init__(self, form: HouseRulesForm, system: str) -> None:
        self.form, self.system, self.name = form, system, SYSTEMS[system].title
        self.groups = [
            (title, [self._field(question) for question in QUESTIONS[system].values() if question.of == kind])
            for kind, title in KINDS.items()
        ]

    @property
    def changed(self) -> int:
        return sum(differs for _, fields in self.groups for _, differs in fields)

    @property
    def is_open(self) -> bool:
        return bool(self.changed) or any(field.errors for _, fields in self.groups for field, _ in fields)

    def _field(self, question: Question) -> tuple[forms.BoundField, bool]:
        field = self.form[f"{self.system}__{question.name}"]
        return field, str(field.value()) != typed(question.default, question)


def as_the_book(data: QueryDict, system: str) -> QueryDict:
    """Return what was sent, with that game's settings as in the book."""
    changed = data.copy()
    for key, name, question in questions():
        if key == system:
            changed[f"{key}__{name}"] = typed(question.default, question)
    return changed


def questions() -> Iterator[tuple[str, str, Question]]:
    """Yield every setting of every game that a season may choose: game, name, question."""
    for system, of_system in QUESTIONS.items():
        for name, question in of_system.items():
            yield system, name, question


def answer(question: Question, text: Any) -> Any:
    """Return what the field of a question holds, in the type of the setting; None if it says nothing."""
    if text is None or text == "" or question.options is None:
        return None if text == "" else text
    return next(value for value in question.options if str(value) == text)


def typed(value: Any, question: Question) -> str:
    if question.entries is not None:
        return ", ".join(question.entries[name] for name in value)
    if isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
        return "\n".join(map(written_card, value))
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


class WholeNumbersField(forms.CharField):
    """Whole numbers with commas between them; nothing typed is an empty list, nothing sent is None."""

    def to_python(self, value: Any) -> Any:
        if value is None:
            return None
        parts = str(value).replace(";", ",").replace(" ", ",").split(",")
        try:
            return [int(part) for part in parts if part]
        except ValueError as error:
            raise forms.ValidationError(_("Write whole numbers with commas between them, such as 5, 5, 1.")) from error


class NamesField(forms.CharField):
    """Names out of a few with commas between them, as their ids; nothing typed is an empty list, nothing sent None."""

    def __init__(self, entries: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids = {text.casefold(): key for key, name in entries.items() for text in (key, name)}

    def to_python(self, value: Any) -> Any:
        if value is None:
            return None
        names = [part.strip() for part in str(value).replace(";", ",").split(",") if part.strip()]
        unknown = [name for name in names if name.casefold() not in self.ids]
        if unknown:
            raise forms.ValidationError(_("'{unknown}' can't be named here.").format(unknown=unknown[0][:60]))
        return [self.ids[name.casefold()] for name in names]


class AddedCardsField(forms.CharField):
    """A kind of added card in each line; nothing typed is an empty list, nothing sent is None."""

    def to_python(self, value: Any) -> Any:
        if value is None:
            return None
        try:
            return [dict(read_line(line, EXPERIENCE_NUMBER)) for line in str(value).splitlines() if line.strip()]
        except BadOptions as error:
            raise forms.ValidationError(spoken(error.args[0])) from error


def question_field(question: Question) -> forms.Field:
    pattern = _("{clause}. The book: {answer}.") if question.of == OPTION else _("{clause}. Our reading: {answer}.")
    clause = f"{question.clause[:1].upper()}{question.clause[1:]}"
    sentence = pattern.format(clause=clause, answer=spoken(question.words(question.default)))
    help_text = f"{sentence} {spoken(CONCERNS[question.concerns == BOTH])}"
    shared: dict[str, Any] = {"label": question.text, "required": False, "help_text": help_text}
    text = forms.TextInput(attrs={"autocomplete": "off"})
    if question.options is not None:
        return forms.ChoiceField(choices=[(str(value), words) for value, words in question.options.items()], **shared)
    if question.written is not None:
        area = forms.Textarea(attrs={"rows": 4, "autocomplete": "off"})
        names = _("Choose from {names} (hospital or unemployment).").format(names=", ".join((*AMOUNTS, GO_TO)))
        shared["help_text"] += f" {names}"
        return AddedCardsField(max_length=2000, widget=area, **shared)
    if question.entries is not None:
        names = ", ".join(map(spoken, question.entries.values()))
        some = _("{most} of: {names}.").format(most=question.most, names=names)
        shared["help_text"] += f" {some}"
        return NamesField(question.entries, max_length=200, widget=text, **shared)
    if isinstance(question.default, tuple):
        return WholeNumbersField(max_length=100, widget=text, **shared)
    if isinstance(question.default, str):
        return forms.CharField(max_length=10, widget=text, **shared)
    shared["help_text"] += f" {_between(question.least, question.most)}"
    digits = forms.TextInput(attrs={"inputmode": "numeric" if question.least >= 0 else "text", "autocomplete": "off"})
    return forms.IntegerField(min_value=question.least, max_value=question.most, widget=digits, **shared)


def setting_field(setting: Setting, own: Sequence[tuple[str, str]]) -> forms.Field:
    clause = _("Clause {clause}.").format(clause=setting.clause) if setting.clause[:1] == "R" else ""
    if setting.options is not None:
        choices = [(str(value), words) for value, words in setting.options.items()]
        choices += [(value, f"{spoken(setting.own)}: {name}") for value, name in own]
        return forms.ChoiceField(choices=choices, label=setting.question, help_text=clause)
    return forms.IntegerField(
        min_value=setting.least,
        max_value=setting.most,
        label=setting.question,
        help_text=f"{clause} {_between(setting.least, setting.most)}".strip(),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


def _between(least: int, most: int) -> str:
    return _("From {least:,} to {most:,}.").format(least=least, most=most)


def setting_value(setting: Setting, chosen: Any) -> Any:
    if setting.options is None:
        return chosen
    return next((value for value in setting.options if str(value) == chosen), chosen)


MOST_OFFERED = 300


class JoinForm(PlainForm):
    """`guest` is who the person has been at the table so far, `name` what a new character will be called. Both are
    asked only of somebody who has no character in the league."""

    guest = forms.ModelChoiceField(
        Character.objects.none(),
        label=gettext_lazy("Do you already play here?"),
        empty_label=gettext_lazy("No, I am new"),
        to_field_name="slug",
        required=False,
        help_text=gettext_lazy("If you do, an organiser confirms it, and everything you have played becomes yours."),
    )
    name = forms.CharField(
        label=gettext_lazy("Your name at the table"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def __init__(self, *args: Any, guests: QuerySet[Character], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        meant = self.initial.get("guest")
        offered = dict.fromkeys([*([meant] if meant else []), *guests[:MOST_OFFERED]])
        if not offered:
            del self.fields["guest"]
            return
        field = cast(forms.ModelChoiceField[Character], self.fields["guest"])
        field.queryset = guests
        field.choices = [("", field.empty_label or ""), *((guest.slug, guest.name) for guest in offered)]


class DoorsForm(PlainForm):
    """Choose who gets in by the link (`switch`) and without one (`joining`)."""

    switch = forms.ChoiceField(
        label=gettext_lazy("Who gets in by this link"), choices=Joining.choices, widget=forms.RadioSelect
    )
    joining = forms.ChoiceField(label=gettext_lazy("Without a link"), choices=Joining.choices, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in {"switch", "joining"} - {*self.initial}:
            del self.fields[name]


class LinkForm(PlainForm):
    how = forms.ChoiceField(
        label=gettext_lazy("Who gets in by this link"),
        choices=Joining.choices,
        initial=Joining.OPEN,
        widget=forms.RadioSelect,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"), choices=list(DAYS.items()), coerce=int, initial=DEFAULT_DAYS
    )
    most_uses = forms.IntegerField(
        label=gettext_lazy("For how many people"),
        required=False,
        min_value=1,
        max_value=MOST_USES,
        help_text=gettext_lazy("Leave it empty for no limit."),
    )
