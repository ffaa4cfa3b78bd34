"""Two ways to play one of the games, side by side. Only what differs from A is chosen for B."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.rules.choices import MAX_PLAYERS, QUESTIONS
from engine import SYSTEMS as ENGINE
from engine import bot_specs
from engine.careers.editions import edition, edition_ids
from engine.core.bots import bot_names
from engine.translatable import spoken
from games.rules.bots import MOST_EFFORT
from league.clubs.forms import answer, question_field, typed
from league.core.forms import PlainForm
from league.core.queries.systems import system_by_id
from league.lab.rules.lab import FIRST_LOOK, MOST_PAIRS, POINTS, TURNS, WHOLE, WINS, Measure
from league.lab.services.lab import MINUTES, SEEDS, TARGET, Setup

Boards = Sequence[tuple[str, str]]  # boards of leagues by their digest
COMPARED = (
    (WINS, gettext_lazy("How often somebody wins")),
    (POINTS, gettext_lazy("How many points somebody makes")),
    (TURNS, gettext_lazy("How many turns a game takes")),
)
BOTS = {
    "a": gettext_lazy(
        "Seat by seat, separated by commas; a shorter list is dealt out in turn. Known: {names}. The search bot of "
        "Careers takes parameters, such as search:visits=80,turns=2,width=8: it plays out visits (or 3 × width, if "
        "that is more) times turns rounds for one decision, {most} at most. So does ismcts, which knows every game: "
        "ismcts:visits=100,rounds=4 plays out visits times rounds."
    ),
    "b": gettext_lazy("Seat by seat, separated by commas; a shorter list is dealt out in turn. Known: {names}."),
}
PLAIN = {field.name for field in fields(Setup)} - {"settings"}


def _whole(**kwargs: Any) -> forms.IntegerField:
    box = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(required=False, widget=box, **kwargs)


def _boards() -> Iterator[tuple[str, str]]:
    return ((board, edition(board).name) for board in edition_ids() if edition(board).own_board)


class RunForm(PlainForm):
    """The amount to play."""

    width = forms.DecimalField(
        label=gettext_lazy("Until it is known to ±"),
        help_text=gettext_lazy(
            "In percent of the games, in turns or in points; it holds in 95 of 100 cases. Empty: all pairs are played."
        ),
        min_value=Decimal("0.01"),
        max_value=Decimal(1000),
        decimal_places=2,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    most = forms.IntegerField(
        label=gettext_lazy("Pairs of games at most"),
        min_value=2,
        max_value=MOST_PAIRS,
        initial=4 * FIRST_LOOK,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["most"].help_text = _("From 2 to {most:,} pairs of games.").format(most=MOST_PAIRS)

    def width_for(self, kind: str) -> int | None:
        """Return the width that a valid form asks for, in ten-thousandths of a win, a turn or a point."""
        width = self.cleaned_data["width"]
        return None if width is None else int(width * (100 if kind == WINS else WHOLE))


class LabForm(RunForm):
    kind = forms.ChoiceField(label=gettext_lazy("What is compared"), choices=COMPARED, initial=WINS)
    who = forms.CharField(
        label=gettext_lazy("Of which seat or bot"),
        help_text=gettext_lazy(
            "The number of a seat, or a bot that plays in both, such as greedy. For turns it does not matter."
        ),
        max_length=100,
        required=False,
        initial="1",
    )
    seed = _whole(
        label=gettext_lazy("Seed"),
        help_text=gettext_lazy("The same seed gives the same games. Empty: chance decides."),
        min_value=0,
        max_value=SEEDS - 1,
    )

    def __init__(self, *args: Any, system: str, boards: Boards = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        self.questions = {name: question for name, question in QUESTIONS[system].items() if name != MAX_PLAYERS}
        for arm in "ab":
            for name, field in self._fields(arm, boards):
                self.fields[f"{arm}_{name}"] = field

    def _fields(self, arm: str, boards: Boards) -> Iterator[tuple[str, forms.Field]]:
        """Yield the same fields for both; of B everything may stay empty."""
        as_a = [("", _("As A"))] if arm == "b" else []
        least, most = ENGINE[self.system].seats
        yield "seats", _whole(label=_("Seats"), min_value=least, max_value=most)
        names = ", ".join(sorted(bot_names(ENGINE[self.system])))
        help_text = str(BOTS[arm]).format(names=names, most=MOST_EFFORT)
        yield "bots", forms.CharField(label=_("Bots"), max_length=300, required=False, help_text=help_text)
        if self.system == "careers":
            chosen = [*as_a, *_boards(), *boards]
            yield "board", forms.ChoiceField(label=_("Board"), choices=chosen, required=False)
        if system_by_id(self.system).MODES:
            modes = [*as_a, *system_by_id(self.system).MODES.items()]
            yield "mode", forms.ChoiceField(label=_("Played by"), choices=modes, required=False)
            yield "target", _whole(label=_("Target of a success formula, in points"), min_value=1, max_value=5000)
            yield "minutes", _whole(label=_("Length of a timed game, in minutes"), min_value=1, max_value=300)
        for name, question in self.questions.items():
            field = question_field(question)
            if isinstance(field, forms.ChoiceField):
                answer = spoken(question.words(question.default))
                empty = _("As A") if arm == "b" else _("The book: {answer}").format(answer=answer)
                field.choices = [("", empty), *field.choices]  # type: ignore[misc]
            yield name, field

    def plain_fields(self, arm: str) -> list[forms.BoundField]:
        return [self[f"{arm}_{name}"] for name in PLAIN_ORDER if f"{arm}_{name}" in self.fields]

    @property
    def sides(self) -> list[tuple[str, list[forms.BoundField], list[forms.BoundField], bool]]:
        """Return for A and B the letter, what every game has, the settings, and whether one of those is chosen or
        wrong."""
        sides = []
        for arm in "ab":
            settings = [self[f"{arm}_{name}"] for name in self.questions]
            is_open = any(setting.errors or setting.value() not in (None, "") for setting in settings)
            sides.append((arm.upper(), self.plain_fields(arm), settings, is_open))
        return sides

    @property
    def compared(self) -> list[forms.BoundField]:
        return [self[name] for name in ("kind", "who", "width", "most", "seed")]

    def setups(self) -> tuple[Setup, Setup | None]:
        """Return the setups of a valid form: A, and B as far as it differs; None if it does not."""
        least = ENGINE[self.system].seats[0]
        given = {"seats": max(least, 4), "bots": ("greedy",), **self._told("a")}
        a = Setup(settings=self._settings("a"), **given)
        b = replace(a, settings={**a.settings, **self._settings("b")}, **self._told("b"))
        return a, None if b == a else b

    def _told(self, arm: str) -> dict[str, Any]:
        values = {name: self.cleaned_data.get(f"{arm}_{name}") for name in PLAIN}
        values["bots"] = tuple(bot_specs(values["bots"] or ""))
        return {name: value for name, value in values.items() if value not in (None, "", ())}

    def _settings(self, arm: str) -> dict[str, Any]:
        answers = {
            name: answer(question, self.cleaned_data.get(f"{arm}_{name}")) for name, question in self.questions.items()
        }
        return {name: value for name, value in answers.items() if value not in (None, "", [])}

    @property
    def measure(self) -> Measure:
        """Return the measure of a valid form."""
        kind = self.cleaned_data["kind"]
        return Measure(kind, "" if kind == TURNS else self.cleaned_data["who"].strip() or "1")


PLAIN_ORDER = ("seats", "bots", "board", "mode", "target", "minutes")
FIRST = {"a_seats": 4, "a_bots": "greedy", "a_target": TARGET, "a_minutes": MINUTES}


def beginning(system: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is in the form before anybody types: `values`, and what is usual."""
    modes = {"a_target", "a_minutes"} if not system_by_id(system).MODES else set()
    return {**{name: value for name, value in FIRST.items() if name not in modes}, **values}


def again(arms: Sequence[Mapping[str, Any]], system: str, measure: Measure) -> dict[str, Any]:
    """Return what is in the form of an experiment that is like another one."""
    initial: dict[str, Any] = {"kind": measure.kind, "who": measure.who} if measure.kind else {}
    for arm, setup in zip("ab", arms, strict=False):
        for name in PLAIN_ORDER:
            value = ", ".join(setup[name]) if name == "bots" else setup[name]
            if value not in (None, "") and (arm == "a" or setup[name] != arms[0][name]):
                initial[f"{arm}_{name}"] = value
        for name, question in QUESTIONS.get(system, {}).items():
            value = setup["settings"].get(name, question.default if arm == "b" else None)
            if value is not None and (arm == "a" or value != arms[0]["settings"].get(name, question.default)):
                initial[f"{arm}_{name}"] = typed(value, question)
    return initial
