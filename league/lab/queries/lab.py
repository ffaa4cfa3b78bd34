"""Experiments of the lab: who sees which, how far they are, what is known of them, and their two ways to play in words:
what each of them is, and what is different."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet, Sum
from django.utils.translation import gettext as _

from characters.rules.choices import QUESTIONS
from engine import SYSTEMS
from engine.careers.editions import edition, edition_ids
from engine.translatable import spoken
from league.core.queries.access import is_superuser
from league.core.queries.figures import figure
from league.core.queries.systems import find_system
from league.lab.models import Experiment, ExperimentChunk
from league.lab.rules.lab import METHOD, Arm, PairTotals
from league.models import BoardVersion

LONGEST = 60  # letters of what differs, to be the name of a way to play


def experiments_for(user: Any) -> QuerySet[Experiment]:
    """Return experiments, the newest first. Everybody sees all of them, except boards of leagues that they don't belong
    to."""
    experiments = Experiment.objects.select_related("asked_by", "board_a", "board_b")
    if is_superuser(user):
        return experiments
    return experiments.filter(*(_seen(f"board_{arm}", user) for arm in "ab"))


def _seen(board: str, user: Any) -> Q:
    free = Q(**{board: None})
    if not user.is_authenticated:
        return free
    return free | Q(**{f"{board}__board__league__in": user.memberships.values("league")})


def in_short(experiments: QuerySet[Experiment]) -> QuerySet[Experiment]:
    """Return the experiments without what a list does not show."""
    return experiments.defer("totals", "looks")


def arms_of(experiment: Experiment) -> list[Arm]:
    return [Arm(arm["seats"], tuple(arm["bots"]), arm["options"]) for arm in experiment.arms]


def pairs_played(experiment: Experiment) -> int:
    """Return the number of pairs, with the ones played since the last look."""
    played = experiment.chunks.filter(totals__isnull=False).aggregate(pairs=Sum("count"))
    return experiment.done + (played["pairs"] or 0)


def totals_of(experiment: Experiment) -> PairTotals | None:
    """Return the totals as of the last look; before the first, of the pairs that are played without a gap from the
    first on. None if there are no such pairs, and for another method, whose totals nobody here can read."""
    if experiment.method != METHOD:
        return None
    if experiment.totals:
        return PairTotals.of(experiment.totals)
    totals = PairTotals.none_yet(arms_of(experiment))
    played = ExperimentChunk.objects.filter(experiment=experiment, totals__isnull=False)
    for first, part in played.order_by("first").values_list("first", "totals"):
        if first != totals.pairs or part is None:
            break
        totals.merge(PairTotals.of(part))
    return totals if totals.pairs else None


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
    """Return what was chosen, the settings of the game only if one is not the book's."""
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
    """Return what differs, if that is short; else A and B."""
    lines = [line for line in setup_lines(experiment) if line.differs]
    settings = [arm["settings"] for arm in experiment.arms]
    if not lines or settings[0] != settings[-1]:
        return Names("A", "B")
    named = [", ".join(_named(line.answers[at]) for line in lines) for at in (0, 1)]
    return Names("A", "B") if max(map(len, named)) > LONGEST else Names(*named)


def _named(value: str) -> str:
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
    sheet = find_system(system)
    figures = sheet.FIGURES if sheet else ()
    labels = {column.name: column.label for column in figures if column.kind in ("number", "money")}
    return {"points": _("Points"), **{name: str(spoken(label)) for name, label in labels.items()}}
