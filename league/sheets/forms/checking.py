"""A score sheet from a draft, with every problem at the step where it can be corrected; the boxes of the whole game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from characters.models import within_bounds
from characters.queries.history import rules_in
from characters.rules.names import tidy
from engine.careers.editions import edition, edition_ids
from engine.translatable import spoken
from games.rules.names import LONGEST_NAME, refused_name
from games.rules.sheets import BOUNDS, ERROR, WAITS, WARNING, Knowledge, Problem, ScoreSheet
from games.rules.systems import SheetSystem, problems
from league.clubs.queries import doubt_of_day, known_for, names_in, rule_set_of
from league.core.forms import PlainForm, TypedMomentField
from league.models import Season
from league.sheets.forms.drafts import DETAILS, Draft, given_figures, names_at, read_sheet
from league.sheets.forms.own_settings import own_answers, own_fields
from league.sheets.rules.result_rows import REFERENCE_LENGTH

STEPS = ("seats", "figures", "check")
HOW = ("mode", "target", "minutes")
MODES_IN_A_LINE = {
    "careers": gettext_lazy(
        "By success formula, everybody splits the target between happiness, fame and cash in secret, and the first to "
        "live up to it wins. A timed game ends by the clock, and the most points win."
    )
}


class NameField(forms.CharField):
    def __init__(self, label: Any, help_text: Any) -> None:
        super().__init__(
            required=False,
            max_length=LONGEST_NAME,
            label=label,
            help_text=help_text,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )

    def clean(self, value: object) -> str:
        text = tidy(str(super().clean(value)))
        if why := refused_name(text):
            raise ValidationError(_("It {problem}.").format(problem=spoken(why)))
        return text


class NameForm(PlainForm):
    name = NameField(gettext_lazy("Name of the game"), gettext_lazy("What you call it, such as Thursday at Ann's."))
    place = NameField(pgettext_lazy("venue", "Place"), gettext_lazy("Where you played, such as The Red Lion."))


class GameDetailsForm(NameForm):
    """`reference` is fixed once a game has one, and its name has its own page. Mode, target and minutes belong to
    systems that have modes."""

    edition = forms.ChoiceField(
        label=gettext_lazy("Board (edition)"),
        help_text=gettext_lazy("The board that you played on. Characters belong to one edition."),
    )
    played_at = TypedMomentField(
        label=gettext_lazy("Played at"),
        validators=[within_bounds],
        error_messages={
            "invalid": gettext_lazy("Give day and time, such as 2026-03-12 19:30."),
            "required": gettext_lazy("Say when it was played."),
        },
    )
    mode = forms.ChoiceField(
        widget=forms.RadioSelect,
        label=gettext_lazy("How was it played?"),
        error_messages={"required": gettext_lazy("Choose how it was played.")},
    )
    target = forms.IntegerField(
        error_messages={"required": gettext_lazy("A formula game needs the target that the table agreed on.")},
        min_value=BOUNDS["target"][0],
        max_value=BOUNDS["target"][1],
        label=gettext_lazy("Target"),
        help_text=gettext_lazy("Points that the table agreed on."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    minutes = forms.IntegerField(
        required=False,
        min_value=BOUNDS["minutes"][0],
        max_value=BOUNDS["minutes"][1],
        label=gettext_lazy("Minutes played"),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    reference = forms.CharField(
        required=False,
        max_length=REFERENCE_LENGTH,
        label=gettext_lazy("Reference"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self,
        *args: Any,
        system: SheetSystem,
        next_reference: str = "",
        fixed: bool = False,
        least_target: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._kind: dict[str, Any] = {"system": system, "next_reference": next_reference}
        self._kind |= {"fixed": fixed, "least_target": least_target}
        self.fields["edition"].choices = [(board, edition(board).offered_as) for board in edition_ids()]  # type: ignore[attr-defined]
        self.order_fields(DETAILS)
        self.fields |= own_fields(system)
        if not system.MODES:
            for name in ("mode", "target", "minutes"):
                del self.fields[name]
        else:
            self.fields["mode"].choices = list(system.MODES.items())  # type: ignore[attr-defined]
            self.fields["mode"].help_text = MODES_IN_A_LINE.get(system.ID, "")
            if least_target:
                bound = _("Points that the table agreed on: {least} at least.")
                self.fields["target"].help_text = bound.format(least=least_target)
        if not system.BY_THE_BOOK:
            del self.fields["edition"]
        if fixed:
            for name in ("name", "place", "reference", "edition"):
                self.fields.pop(name, None)
        else:
            own_number = _("Your own number for this game. Left empty, it becomes {reference}.")
            self.fields["reference"].help_text = own_number.format(reference=next_reference)

    @property
    def how(self) -> list[forms.BoundField]:
        """Return the fields that say how it was played."""
        return [self[name] for name in HOW if name in self.fields]

    @property
    def rest(self) -> list[forms.BoundField]:
        """Return the fields whose answers are mostly known: time, board, name and place."""
        return [self[name] for name in self.fields if name not in HOW and "__" not in name]

    @property
    def own(self) -> list[forms.BoundField]:
        """Return the fields of what only this game was played by."""
        return [self[name] for name in self.fields if "__" in name]

    @property
    def is_rest_open(self) -> bool:
        return any(field.errors for field in self.rest) or self.is_own_open

    @property
    def is_own_open(self) -> bool:
        return any(field.value() not in (None, "") or field.errors for field in self.own)

    @property
    def board(self) -> str:
        """Return the name of the chosen board; "" if it is fixed."""
        choices = dict(self.fields["edition"].choices) if "edition" in self.fields else {}  # type: ignore[attr-defined]
        return str(choices.get(self["edition"].value(), "")) if choices else ""

    def again(self) -> GameDetailsForm:
        """Return the same form without its errors."""
        return GameDetailsForm(initial=dict(self.data.items()), **self._kind)

    def clean(self) -> dict[str, Any]:
        """Ignore the one of target and minutes that does not belong to the mode."""
        values: dict[str, Any] = super().clean() or {}
        unused = {"formula": "minutes", "timed": "target"}.get(values.get("mode", ""))
        if unused:
            values[unused] = None
            self.errors.pop(unused, None)
        values["settings"] = own_answers(values, self._kind["system"])
        return values


@dataclass(slots=True)
class CheckedDraft:
    """`sheet` is None while the details can't be read."""

    form: GameDetailsForm
    sheet: ScoreSheet | None
    problems: list[Problem]
    knowledge: Knowledge | None = None

    def first_refused(self, before: str) -> str | None:
        """Return the first step before `before` (a step, or "send" for all) that an error belongs to."""
        upto = STEPS.index(before) if before in STEPS else len(STEPS)
        refused = {step_of(problem) for problem in self.problems if problem.severity == ERROR}
        return next((step for step in STEPS[:upto] if step in refused), None)

    @property
    def waits(self) -> list[Problem]:
        """Return what keeps the sheet from being confirmed, but not from being stored."""
        return [problem for problem in self.problems if problem.severity == WAITS]

    def at(self, step: str) -> list[Problem]:
        return [problem for problem in self.problems if step_of(problem) == step]


def step_of(problem: Problem) -> str:
    """Return the step of the form where a problem is corrected."""
    if problem.figure in (*DETAILS, "settings", "system", "season", "seat", "character") or "__" in problem.figure:
        return "seats"
    return "check" if problem.figure == "reason" else "figures"


def check_draft(
    draft: Draft, season: Season, *, reference: str, next_reference: str = "", game_id: int | None = None
) -> CheckedDraft:
    """Return everything about the draft that the rules say. `game_id` when it is another version of that game."""
    system = draft.game
    draft.words = names_in(season, system.ID, draft.edition)
    rules = rule_set_of(season)
    form = GameDetailsForm(
        draft.fields,
        system=system,
        next_reference=next_reference,
        fixed=game_id is not None,
        least_target=rules_in(rules).league_min_target,
    )
    unreadable_fields = [
        Problem(f"{form.fields[name].label}: {message}", figure=name)
        for name, messages in form.errors.items()
        for message in messages
    ]
    if unreadable_fields:
        return CheckedDraft(form, None, unreadable_fields)
    sheet, unreadable = read_sheet(draft, form.cleaned_data, names_at(draft, season))
    knowledge = known_for(season, sheet, reference, game_id=game_id, rules=rules)
    hanging = {(problem.seat, figure) for problem in unreadable for figure in (problem.figure, "won")}
    ruled = [problem for problem in problems(sheet, knowledge) if (problem.seat, problem.figure) not in hanging]
    doubt = doubt_of_day(season, sheet.played_at, game_id=game_id)
    day = [Problem(doubt, figure="played_at", severity=WARNING)] if doubt else []
    return CheckedDraft(form, sheet, [*unreadable, *day, *ruled], knowledge)


def unnoticed(problems_found: Iterable[Problem], draft: Draft) -> list[Problem]:
    """Return, while somebody is still typing, the problems of figures that are there, not what is missing yet."""
    required = [column.name for column in draft.game.FIGURES if column.required]
    given = [given_figures(seat) for seat in draft.seats]
    complete = [all(name in figures for name in required) for figures in given]

    def shown(problem: Problem) -> bool:
        if problem.seat is None or problem.seat > len(given):
            return all(complete)
        return problem.figure in given[problem.seat - 1] or (problem.figure == "won" and complete[problem.seat - 1])

    return [problem for problem in problems_found if shown(problem)]
