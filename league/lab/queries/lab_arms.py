"""The two ways to play of an experiment in words: what each of them is, and what is different."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from characters.rules.choices import QUESTIONS
from engine import SYSTEMS
from engine.careers.editions import edition, edition_ids
from engine.translatable import spoken
from games.rules.systems import SYSTEMS as SHEETS
from league.core.queries.figures import figure
from league.lab.models import Experiment
from league.models import BoardVersion

LONGEST = 60  # letters of what differs, to be the name of a way to play


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to be chosen, as each of the ways to play has it."""

    question: str
    answers: list[str]

    @property
    def differs(self) -> bool:
        return len(set(self.answers)) > 1


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the two arms in sentences."""

    a: str
    b: str


def game_name(experiment: Experiment) -> str:
    return SYSTEMS[experiment.system].title if experiment.system in SYSTEMS else experiment.system


def setup_lines(experiment: Experiment) -> list[Line]:
    """Return what was chosen, the settings of the game only where one is not the book's."""
    arms = experiment.arms
    lines = [
        Line(_("Seats"), [str(arm["seats"]) for arm in arms]),
        Line(_("Bots"), [", ".join(arm["bots"]) for arm in arms]),
    ]
    if experiment.system == "careers":
        boards = zip(arms, (experiment.board_a, experiment.board_b), strict=False)
        lines.append(Line(_("Board"), [_board(arm, board) for arm, board in boards]))
        lines.append(Line(_("Played by"), [_end(arm) for arm in arms]))
    questions = QUESTIONS.get(experiment.system, {})
    for name in dict.fromkeys(name for arm in arms for name in arm["settings"]):
        if name in questions:
            lines.append(Line(questions[name].text, [_answer(questions[name], arm) for arm in arms]))
    return lines


def names_of(experiment: Experiment) -> Names:
    """Return what differs, where that is short; else A and B."""
    lines = [line for line in setup_lines(experiment) if line.differs]
    settings = [arm["settings"] for arm in experiment.arms]
    if not lines or settings[0] != settings[-1]:
        return Names("A", "B")
    named = [", ".join(_named(line, line.answers[at]) for line in lines) for at in (0, 1)]
    return Names("A", "B") if max(map(len, named)) > LONGEST else Names(*named)


def _named(line: Line, value: str) -> str:
    return _("{number} seats").format(number=value) if value.isdecimal() else value


def _board(arm: Mapping[str, Any], version: BoardVersion | None) -> str:
    if version is not None:
        return str(version)
    edition_id = arm["board"] or "london"
    return edition(edition_id).name if edition_id in edition_ids() else edition_id


def _end(arm: Mapping[str, Any]) -> str:
    if arm["mode"] == "timed":
        return _("{minutes} minutes").format(minutes=figure(arm["minutes"]))
    return _("{target} points").format(target=figure(arm["target"]))


def _answer(question: Any, arm: Mapping[str, Any]) -> str:
    value = arm["settings"].get(question.name, question.default)
    return str(spoken(question.words(value)))


def figure_labels(system: str) -> dict[str, str]:
    """Return the numbers of a score sheet that bots' games are averaged by, points first."""
    figures = SHEETS[system].FIGURES if system in SHEETS else ()
    labels = {column.name: column.label for column in figures if column.kind in ("number", "money")}
    return {"points": _("Points"), **{name: str(spoken(label)) for name, label in labels.items()}}
