"""The findings of an experiment, as people read them: the sentence first, then figures side by side."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.translatable import spoken
from league.core.queries.figures import figure, sign, written
from league.handbook.queries.balance import wilson
from league.lab.charts.intervals import Interval, Intervals, intervals
from league.lab.models import Experiment
from league.lab.queries.lab import Names, arms_of, figure_labels, names_of, totals_of
from league.lab.queries.lab_sources import SourceTable, source_tables
from league.lab.rules.lab import (
    POINTS,
    TURNS,
    WHOLE,
    WINS,
    Arm,
    Difference,
    Measure,
    PairTotals,
    difference,
    measure_of,
    measures_of,
)

LEAST_PAIRS = 30  # to say anything
BAD_SPARE = 100  # percent of the pairs: with less, common seeds were no help


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """A measure in both arms, with the difference and how far the true one may lie from it."""

    label: str
    a: str
    b: str
    difference: str
    half: str
    is_clear: bool
    is_asked: bool


@dataclass(frozen=True, slots=True)
class Won:
    """A seat of one arm: how often it won, with the 95 % interval (Wilson), and its figures as means of a game."""

    arm: str
    seat: int
    bot: str
    wins: int
    rate: str
    interval: str
    means: list[tuple[str, str]]


ArmsFigure = tuple[str, list[str]]  # its label, and the value in each arm


@dataclass(frozen=True, slots=True)
class ExperimentReport:
    """`sentences` say when too little was played. `spared`: what pairing brought. What compares is empty if one arm is
    played alone. `looks`: pairs, the difference as it was known then, and half of its interval."""

    pairs: int
    heard: int
    sentences: list[str]
    spared: str
    measures: list[MeasureRow]
    won: list[Won]
    won_chart: Intervals
    figures: list[ArmsFigure]
    ends: list[ArmsFigure]
    looks: list[tuple[str, str, str]]
    looks_chart: Intervals
    sources: list[SourceTable]


def report_of(experiment: Experiment) -> ExperimentReport | None:
    """Return the report; None before anything is played, and for a method that nobody here can read."""
    totals = totals_of(experiment)
    if totals is None:
        return None
    arms, names, goal = arms_of(experiment), names_of(experiment), measure_of(experiment.measure)
    looks = [Difference(pairs, 0, 0, mean, half, None) for pairs, mean, half in experiment.looks]
    labels = _labels(experiment.system, totals)
    named = zip(arms, (names.a, names.b), strict=False)
    won = [row for at, (arm, name) in enumerate(named) for row in _won(arm, totals, at, name, labels)]
    return ExperimentReport(
        totals.pairs,
        totals.heard,
        sentences_of(totals, arms, names, goal),
        "" if experiment.is_alone else _spared(difference(totals, goal)),
        [_compared(totals, measure, goal) for measure in measures_of(arms)],
        [row for row, _bar in won],
        intervals([bar for _row, bar in won]),
        _figures(labels, totals),
        _ends(totals),
        [(figure(look.pairs), _signed(look.mean, goal), in_units(look.half, goal)) for look in looks],
        intervals([_look(look, goal) for look in looks]),
        source_tables(experiment.system, arms, totals),
    )


def sentences_of(totals: PairTotals, arms: Sequence[Arm], names: Names, goal: Measure) -> list[str]:
    """Return what was asked for, then how long a game takes and how often the first seat wins."""
    if len(arms) == 1:
        return []
    if totals.pairs < LEAST_PAIRS:
        return [_("Too little is played yet to say anything: {pairs} pairs.").format(pairs=figure(totals.pairs))]
    if arms[0] == arms[1]:
        return [_("Both ways to play are the same, so every difference is 0.")]
    measures = dict.fromkeys((goal, Measure(TURNS), Measure(WINS, "1")))
    return [_sentence(difference(totals, measure), measure, names) for measure in measures]


_MORE = {
    TURNS: gettext_lazy("With {b} a game takes {number} turns more than with {a} (± {half})."),
    WINS: gettext_lazy("With {b}, {who} wins {number} of 100 games more than with {a} (± {half})."),
    POINTS: gettext_lazy("With {b}, {who} makes {number} points more than with {a} (± {half})."),
}
_LESS = {
    TURNS: gettext_lazy("With {b} a game takes {number} turns fewer than with {a} (± {half})."),
    WINS: gettext_lazy("With {b}, {who} wins {number} of 100 games fewer than with {a} (± {half})."),
    POINTS: gettext_lazy("With {b}, {who} makes {number} points fewer than with {a} (± {half})."),
}
_ALIKE = {
    TURNS: gettext_lazy(
        "A game takes as long with {b} as with {a}, as far as {pairs} pairs can tell (± {half} turns)."
    ),
    WINS: gettext_lazy(
        "With {b}, {who} wins as often as with {a}, as far as {pairs} pairs can tell (± {half} of 100 games)."
    ),
    POINTS: gettext_lazy(
        "With {b}, {who} makes as many points as with {a}, as far as {pairs} pairs can tell (± {half})."
    ),
}


def _sentence(result: Difference, measure: Measure, names: Names) -> str:
    sentences = _ALIKE if not result.is_clear else _MORE if result.mean > 0 else _LESS
    return str(sentences[measure.kind]).format(
        a=names.a,
        b=names.b,
        who=who_of(measure),
        number=_number(abs(result.mean), measure),
        half=_number(result.half, measure),
        pairs=figure(result.pairs),
    )


def who_of(measure: Measure) -> str:
    if measure.who.isdecimal():
        return _("seat {number}").format(number=measure.who)
    return _("a seat of the bot {bot}").format(bot=measure.who)


def label_of(measure: Measure) -> str:
    if measure.kind == TURNS:
        return _("Turns of a game")
    label = _("Games won by {who}") if measure.kind == WINS else _("Points of {who}")
    return label.format(who=who_of(measure))


def in_units(value: int, measure: Measure) -> str:
    """Return a value in percent of the games, turns or points."""
    return _("{number} %").format(number=_number(value, measure)) if measure.kind == WINS else _number(value, measure)


def _number(value: int, measure: Measure) -> str:
    return written(value / 100 if measure.kind == WINS else value / WHOLE, ",.2f")


def _signed(value: int, measure: Measure) -> str:
    return f"{sign(value)}{in_units(abs(value), measure)}"


def _spared(result: Difference) -> str:
    if result.spared is None:
        return ""
    if result.spared <= BAD_SPARE:
        return _("Here the common seeds did not help: the two games of a pair have no more in common than any two.")
    sentence = _("Thanks to common seeds {pairs} pairs say as much as {others} pairs of games without them would.")
    return sentence.format(pairs=figure(result.pairs), others=figure(result.pairs * result.spared // 100))


def _compared(totals: PairTotals, measure: Measure, goal: Measure) -> MeasureRow:
    result = difference(totals, measure)
    return MeasureRow(
        label_of(measure),
        in_units(result.a, measure),
        in_units(result.b, measure),
        _signed(result.mean, measure),
        in_units(result.half, measure),
        result.is_clear,
        measure == goal,
    )


def _look(result: Difference, measure: Measure) -> Interval:
    label = _("{pairs} pairs").format(pairs=figure(result.pairs))
    low, high = result.mean - result.half, result.mean + result.half
    return Interval(label, result.mean, low, high, _signed(result.mean, measure))


def _won(arm: Arm, totals: PairTotals, at: int, name: str, labels: Mapping[str, str]) -> list[tuple[Won, Interval]]:
    games, rows = totals.arms[at].games or 1, []
    for seat, bot in enumerate(arm.dealt):
        wins = totals.arms[at].wins[seat]
        low, high = wilson(wins, totals.arms[at].games)
        rate = _percent(wins / games)
        interval = _("{low} to {high}").format(low=_percent(low), high=_percent(high))
        figures = totals.arms[at].figures[seat]
        means = [(label, written(figures.get(column, 0) / games, ",.1f")) for column, label in labels.items()]
        row = Won(name, seat + 1, bot, wins, rate, interval, means)
        label = _("{arm}, seat {seat}").format(arm="AB"[at], seat=seat + 1)
        bar = Interval(label, round(wins / games * WHOLE), round(low * WHOLE), round(high * WHOLE), rate)
        rows.append((row, bar))
    return rows


def _percent(share: float) -> str:
    return _("{number} %").format(number=written(100 * share, ".1f"))


def _labels(system: str, totals: PairTotals) -> dict[str, str]:
    """Return the figures of a sheet that the games know, by name."""
    columns = {column for arm in totals.arms for seat in arm.figures for column in seat}
    return {name: label for name, label in figure_labels(system).items() if name in columns}


def _figures(labels: Mapping[str, str], totals: PairTotals) -> list[ArmsFigure]:
    """Return the means of a game and seat."""
    return [
        (_("Turns of a game"), _each(totals, lambda arm: arm.turns / arm.games)),
        (_("Choices of a game"), _each(totals, lambda arm: arm.steps / arm.games)),
        *((label, _each(totals, _mean_of(name))) for name, label in labels.items()),
    ]


def _mean_of(name: str) -> Callable[..., float]:
    return lambda arm: sum(seat.get(name, 0) for seat in arm.figures) / arm.games / arm.seats


def _each(totals: PairTotals, value: Callable[..., float]) -> list[str]:
    return [written(value(arm), ",.2f") for arm in totals.arms]


ENDS = {
    "formula": gettext_lazy("a success formula is fulfilled"),
    "time": gettext_lazy("the time is up"),
    "turn_limit": gettext_lazy("the last turn that is allowed is over"),
    "round_limit": gettext_lazy("the last round that is allowed is over"),
    "left": gettext_lazy("nobody is left to play against"),
    "year_end": gettext_lazy("the year is over"),
    "no_cards": gettext_lazy("somebody has no card left"),
    "decks": gettext_lazy("all decks are drawn"),
    "deals": gettext_lazy("all deals are played"),
}


def _ends(totals: PairTotals) -> list[ArmsFigure]:
    reasons = sum((arm.reasons for arm in totals.arms), Counter[str]())
    shares = {reason: [_percent(arm.reasons[reason] / arm.games) for arm in totals.arms] for reason in reasons}
    return [
        (str(ENDS.get(reason, spoken(reason.replace("_", " ")))), shares[reason])
        for reason, _games in reasons.most_common()
    ]
