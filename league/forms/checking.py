"""From a draft to a score sheet, with every problem at the step of the form where it can be mended."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError

from characters.models import NAME_LENGTH, Character
from characters.rules.names import can_be_shown, tidy
from games.rules.figures import read_figures
from games.rules.sheets import ERROR, Known, Problem, ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS, problems
from league.forms.details import GameDetailsForm
from league.forms.draft import DETAILS, Draft, DraftSeat
from league.models import Season
from league.queries.tables import known_for

STEPS = ("details", "seats", "figures", "check")
_WORD_OF_FIGURE = {"played_at": "Played at", "reference": "Reference", "reason": "Reason"}


@dataclass(slots=True)
class Checked:
    """`sheet` is None while the details can't be read."""

    form: GameDetailsForm
    sheet: ScoreSheet | None
    problems: list[Problem]
    known: Known | None = None

    def first_refused(self, before: str) -> str | None:
        """The first step before `before` (a step, or "send" for all) that an error belongs to."""
        upto = STEPS.index(before) if before in STEPS else len(STEPS)
        refused = {step_of(problem) for problem in self.problems if problem.severity == ERROR}
        return next((step for step in STEPS[:upto] if step in refused), None)

    def at(self, step: str) -> list[Problem]:
        return [problem for problem in self.problems if step_of(problem) == step]


def step_of(problem: Problem) -> str:
    """The step of the form where a problem is mended."""
    if problem.figure in (*DETAILS, "system", "season"):
        return "details"
    if problem.figure in ("seat", "character"):
        return "seats"
    return "check" if problem.figure == "reason" else "figures"


def check_draft(
    draft: Draft, season: Season, *, reference: str, next_reference: str = "", game_id: int | None = None
) -> Checked:
    """Everything about the draft that the rules say. `game_id` when it is another version of that game."""
    system = SYSTEMS[draft.fields["system"]]
    form = GameDetailsForm(draft.fields, system=system, next_reference=next_reference, fixed=game_id is not None)
    found = [
        Problem(f"{form.fields[name].label}: {message}", figure=name)
        for name, messages in form.errors.items()
        for message in messages
    ]
    if found:
        return Checked(form, None, found)
    sheet, unreadable = read_sheet(draft, form.cleaned_data, names_at(draft, season))
    known = known_for(season, sheet, reference, game_id=game_id)
    ruled = [one for one in problems(sheet, known) if not _hangs_on(one, unreadable)]
    return Checked(form, sheet, [*unreadable, *ruled], known)


def read_sheet(draft: Draft, details: Mapping[str, Any], names: Mapping[int, str]) -> tuple[ScoreSheet, list[Problem]]:
    """The sheet as far as it can be read, and what can't; `names` of the characters at the table."""
    lines, found = [], []
    for number, seat in enumerate(draft.seats, 1):
        line = SeatLine(number, seat.character_id, seat_name(seat, names), str(number) in draft.winners)
        figures, unreadable = read_figures(
            SYSTEMS[draft.fields["system"]].FIGURES, _given(seat), who=str(line), seat=number
        )
        lines.append(replace(line, figures=figures))
        found += [*_unshowable(line), *unreadable]
    sheet = ScoreSheet(
        system=draft.fields["system"],
        edition=details.get("edition") or draft.fields["edition"],
        played_at=details["played_at"],
        seats=tuple(lines),
        mode=details.get("mode", ""),
        target=details.get("target"),
        minutes=details.get("minutes"),
    )
    return sheet, found


def names_at(draft: Draft, season: Season) -> dict[int, str]:
    """The names of the league's characters at the table."""
    found = Character.objects.filter(enrolment__league=season.league_id, pk__in=draft.character_ids)
    return dict(found.values_list("pk", "name"))


def seat_name(seat: DraftSeat, names: Mapping[int, str]) -> str:
    """The name at a seat; a guest may have none."""
    if seat.character_id is not None:
        return names.get(seat.character_id, "unknown")
    return tidy(seat.name)[:NAME_LENGTH]


def _unshowable(line: SeatLine) -> list[Problem]:
    """A guest's name is free, as long as everybody sees the same."""
    if line.character is not None or not line.name or can_be_shown(line.name):
        return []
    return [Problem(f"{line}: the name contains a character that can't be shown.", line.seat, "character")]


def refused(error: ValidationError) -> list[Problem]:
    """The reasons of a service, as problems of the sheet."""
    if hasattr(error, "error_dict"):
        return [
            Problem(f"{_WORD_OF_FIGURE.get(name, name)}: {message}", figure=name)
            for name, messages in error.message_dict.items()
            for message in messages
        ]
    return [
        Problem(message, (one.params or {}).get("seat"), one.code or "")
        for one in error.error_list
        for message in one.messages
    ]


def unnoticed(found: Iterable[Problem], draft: Draft) -> list[Problem]:
    """While somebody is still typing: what a figure that is there says, not what is missing yet."""
    required = [column.name for column in SYSTEMS[draft.fields["system"]].FIGURES if column.required]
    given = [_given(seat) for seat in draft.seats]
    complete = [all(name in figures for name in required) for figures in given]

    def shown(one: Problem) -> bool:
        if one.seat is None or one.seat > len(given):
            return all(complete)
        return one.figure in given[one.seat - 1] or (one.figure == "won" and complete[one.seat - 1])

    return [one for one in found if shown(one)]


def _hangs_on(problem: Problem, unreadable: Iterable[Problem]) -> bool:
    """Whether a problem only follows from a figure that could not be read."""
    return any(problem.seat == other.seat and problem.figure in (other.figure, "won") for other in unreadable)


def _given(seat: DraftSeat) -> dict[str, Any]:
    """The figures that were filled in; an untouched tally counts nothing."""
    kept = {
        name: {key: number for key, number in value.items() if number.strip()} if isinstance(value, dict) else value
        for name, value in seat.raw.items()
    }
    return {name: value for name, value in kept.items() if value}
