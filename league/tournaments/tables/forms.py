"""The forms of a referee, and the figures of a table as a phone sends them: from the page, from what it kept while it
was offline, or from a program. Seats and game are the table's; a form that says otherwise belongs to another table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.translatable import said
from games.rules.figures import LARGEST, Unreadable
from games.rules.figures import whole_number as whole_figure
from games.rules.sheets import Problem, ScoreSheet
from games.rules.systems import problems
from games.services.sheets import REASON_LENGTH
from league.clubs.queries import known_for
from league.core.forms import PlainForm
from league.sheets.forms.drafts import Draft, none_waits, read_sheet
from league.sheets.forms.own_settings import VariantsForm
from league.tournaments.tables.queries.table_state import TableState, lines_of, reference_of

WARNING, PENALTY, ABSENT, PRESENT, FREE = ("warning", "penalty", "absent", "present", "free")
_EXTRA_TIME = re.compile(r"(\d{1,18})-(\d{1,3})-(\d{1,3})", re.ASCII)
_POINTS = re.compile(r"\d{1,5}([.,]\d{1,3})?", re.ASCII)


def read_extra_time(text: str) -> tuple[int, int, int] | None:
    """Return table, minutes in all and the minutes that the sender saw, of a button for extra time."""
    match = _EXTRA_TIME.fullmatch(text)
    return (int(match[1]), int(match[2]), int(match[3])) if match else None


class TakenPointsField(forms.CharField):
    """Points, whole or with decimals, as a fraction."""

    default_error_messages = {"unreadable": _("Give points as 2, 1.5 or 0.25.")}

    def clean(self, value: Any) -> Fraction | None:
        text = super().clean(value)
        if not text:
            return None
        if not _POINTS.fullmatch(text):
            raise forms.ValidationError(self.error_messages["unreadable"])
        return Fraction(text.replace(",", "."))


class ReasonForm(PlainForm):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        help_text=_("Everybody sees it."),
        error_messages={"required": _("Say why, so that the others understand it.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RulingForm(ReasonForm):
    """Something that a referee does about one player. `free` asks for no reason."""

    ACTIONS = (
        (WARNING, _("Warn")),
        (PENALTY, _("Take points")),
        (ABSENT, _("Mark as absent")),
        (PRESENT, _("Mark as present again")),
        (FREE, _("Free the seat for another phone")),
    )
    who = forms.ChoiceField(label=_("Who"))
    action = forms.ChoiceField(choices=ACTIONS, label=_("What"))
    points = TakenPointsField(
        required=False,
        label=_("Points"),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        help_text=_("Only if points are taken, such as 2 or 1.5."),
    )
    drop = forms.BooleanField(required=False, label=_("A no-show drops out of the tournament, too"))
    field_order = ("who", "action", "points", "drop", "reason")

    def __init__(self, *args: Any, who: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["who"].choices = who  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if values.get("action") == FREE:
            self.errors.pop("reason", None)
        if values.get("action") == PENALTY and not values.get("points") and "points" not in self.errors:
            self.add_error("points", gettext("Say how many points."))
        return values


MOST_FIELDS = 1_000
_OTHERS = said(
    "This page shows an earlier line-up. Open it again: the referee may have changed who sits at this table."
)


@dataclass(slots=True)
class TableEntry:
    """`sheet` is None when nobody sits as the form says; `problems` keep it from being sent."""

    draft: Draft
    sheet: ScoreSheet | None
    problems: list[Problem]


def entry_of(state: TableState) -> TableEntry:
    """Return the initial form: the figures of the table's sheet so far, else empty figures."""
    fits = state.sheet is not None and _seats(state) == [(line.seat, line.character) for line in state.sheet.seats]
    draft = (
        Draft.of(state.sheet)
        if state.sheet and fits
        else Draft.read(_completed(state, QueryDict(mutable=True)), state.system)
    )
    return TableEntry(draft, state.sheet if fits else None, [])


def read_entry(state: TableState, data: QueryDict, *, by_rules: bool = True) -> TableEntry:
    """Return what was posted, with everything that keeps it from being sent; without `by_rules` only what can't be
    read, for a caller that sends it at once."""
    seats = [(f"seat-{number}-character", str(who or "")) for number, who in _seats(state)]
    if any(name in data and data[name] != who for name, who in seats) or f"seat-{len(seats) + 1}-character" in data:
        return TableEntry(entry_of(state).draft, None, [Problem(_OTHERS, figure="seat")])
    draft = Draft.read(_completed(state, data), state.system)
    details, bad_details = _details(draft)
    names = {line.character: line.name for line in lines_of(state) if line.character is not None}
    sheet, unreadable = read_sheet(draft, details, names)
    if not by_rules:
        return TableEntry(draft, sheet, [*bad_details, *unreadable])
    knowledge = known_for(state.tournament.season, sheet, reference_of(state.table), game_id=state.table.game_id)
    missing = {(problem.seat, problem.figure) for problem in unreadable}
    ruled = [problem for problem in problems(sheet, knowledge) if (problem.seat, problem.figure) not in missing]
    return TableEntry(draft, sheet, [*bad_details, *unreadable, *none_waits(ruled)])


def posted(figures: Mapping[str, Any]) -> QueryDict:
    """Return the fields of a form that came as JSON: texts, or lists of texts. Raise ValueError for anything else."""
    data = QueryDict(mutable=True)
    if len(figures) > MOST_FIELDS:
        raise ValueError(f"there are more than {MOST_FIELDS:,} figures")
    for name, value in figures.items():
        values = value if isinstance(value, list) else [value]
        if not all(isinstance(item, str | int) and not isinstance(item, bool) for item in values):
            raise ValueError(f"'{name[:60]}' must be text, a whole number or a list of them")
        data.setlist(name, [str(item) for item in values])
    return data


def asks_target(state: TableState) -> bool:
    """Return whether the table itself agrees on the target of a formula game."""
    return _mode(state) == "formula" and not state.tournament.target


def _completed(state: TableState, data: QueryDict) -> QueryDict:
    plan = state.tournament
    whole = data.copy()
    fixed = {
        "system": plan.system,
        "season": plan.season.slug,
        "edition": plan.edition,
        "mode": _mode(state),
        "target": str(plan.target or data.get("target", "")),
        "minutes": str(plan.minutes or ""),
    }
    for name, value in fixed.items():
        whole[name] = value
    for line in lines_of(state):
        whole[f"seat-{line.seat}-character"] = str(line.character or "")
        whole[f"seat-{line.seat}-name"] = line.name
    return whole


def _details(draft: Draft) -> tuple[dict[str, Any], list[Problem]]:
    """Return mode, target, minutes and variants in the types of a sheet, and what can't be read."""
    fields, unreadable, target = draft.fields, [], None
    if fields.get("mode") == "formula" and fields.get("target"):
        try:
            target = whole_figure(fields["target"], most=LARGEST)
        except Unreadable as error:
            unreadable.append(Problem(f"The target {error}.", figure="target"))
    minutes = int(fields["minutes"]) if fields.get("mode") == "timed" and fields.get("minutes") else None
    details = {"mode": fields.get("mode", ""), "target": target, "minutes": minutes}
    variants = VariantsForm(fields, system=draft.game).settings
    return {"played_at": timezone.now(), **details, "settings": variants}, unreadable


def _mode(state: TableState) -> str:
    return state.tournament.mode or next(iter(state.system.MODES), "")


def _seats(state: TableState) -> list[tuple[int, int | None]]:
    return [(line.seat, line.character) for line in lines_of(state)]
