"""The figures of an experiment as files: CSV with a figure in a row, JSON with the sums behind everything."""

import json
from collections.abc import Iterator
from typing import Any

from rest_framework.serializers import CharField, ChoiceField, DictField, IntegerField, ListField, Serializer

from engine import SYSTEMS
from league.core.rules.csv_text import write_csv
from league.lab.models import Experiment
from league.lab.queries.lab import arms_of
from league.lab.queries.lab_sources import name_of
from league.lab.queries.orders import OrderRow
from league.lab.rules.lab import WHOLE, PairTotals, difference, measure_of, measures_of
from league.lab.rules.lab_sources import COLUMNS
from league.play.rules.systems import PLAYED_HERE


class ExperimentArm(Serializer[Any]):
    seats = IntegerField()
    bots = ListField(child=CharField())
    board = CharField()
    mode = CharField()
    target = IntegerField(allow_null=True)
    minutes = IntegerField(allow_null=True)
    settings = DictField()


class ExperimentRow(OrderRow):
    system = ChoiceField(PLAYED_HERE)
    rules_version = IntegerField(help_text="Of the engine: by another one the same seed gives other games.")
    arms = ExperimentArm(many=True)
    seed = IntegerField()
    measure = CharField()
    width = IntegerField(
        allow_null=True, help_text="Half of a 95 % interval, in ten-thousandths of a win, a turn or a point."
    )
    most = IntegerField(help_text="Pairs at most.")
    pairs = IntegerField(source="done", help_text="Pairs in the figures: those before the last look.")
    orders = IntegerField(help_text="How often somebody had it run on, the first order among them.")


class ExperimentLook(Serializer[Any]):
    pairs = IntegerField()
    mean = IntegerField()
    half = IntegerField()


class ExperimentDifference(Serializer[Any]):
    measure = CharField()
    a = IntegerField()
    b = IntegerField()
    mean = IntegerField(help_text="The mean of B - A over the pairs, in ten-thousandths.")
    half = IntegerField(help_text="Half of its 95 % interval, in ten-thousandths.")


class ExperimentDetail(ExperimentRow):
    looks = ExperimentLook(many=True)
    differences = ExperimentDifference(many=True)
    totals = DictField(
        allow_null=True,
        help_text="By measure five sums over the pairs (`paired`: of A, B, their squares, the squared differences; a "
        "win or a point counts 27,720), the engine's totals of both `arms`, and of every twentieth pair (`heard`) "
        "`sources`: by kind and number how often it came up, and what it brought.",
    )


HEADER = ("about", "of", "figure", "pairs", "a", "b", "difference", "half_width_95")


def as_csv(experiment: Experiment, totals: PairTotals) -> bytes:
    return write_csv(HEADER, _rows(experiment, totals))


def as_json(experiment: Experiment, totals: PairTotals) -> bytes:
    return json.dumps(record(experiment, totals), ensure_ascii=False, indent=1).encode()


def record(experiment: Experiment, totals: PairTotals | None) -> dict[str, Any]:
    """Return what the experiment is, and if anything was played the differences (in ten-thousandths) and the sums."""
    arms = arms_of(experiment)
    differences = [] if totals is None else [(measure, difference(totals, measure)) for measure in measures_of(arms)]
    return {
        **ExperimentRow(experiment).data,
        "looks": [{"pairs": pairs, "mean": mean, "half": half} for pairs, mean, half in experiment.looks],
        "differences": [
            {"measure": measure.key, "a": result.a, "b": result.b, "mean": result.mean, "half": result.half}
            for measure, result in differences
        ],
        "totals": None if totals is None else totals.kept(),
    }


def _rows(experiment: Experiment, totals: PairTotals) -> Iterator[tuple[object, ...]]:
    arms, n = arms_of(experiment), totals.pairs
    for measure in measures_of(arms):
        result = difference(totals, measure)
        mark = "asked" if measure == measure_of(experiment.measure) else ""
        values = (value / WHOLE for value in (result.a, result.b, result.mean, result.half))
        yield "difference", mark, measure.key, n, *values
    games = totals.arms
    for seat in range(max(arm.seats for arm in arms)):
        yield _row("seat", f"{seat + 1}", "wins", n, [_at(arm.wins, seat) for arm in games])
        names = sorted({name for arm in games if seat < arm.seats for name in arm.figures[seat]})
        for name in names:
            sums = [arm.figures[seat][name] if seat < arm.seats else None for arm in games]
            yield _row("seat", f"{seat + 1}", name, n, sums)
    for reason in sorted({reason for arm in games for reason in arm.reasons}):
        yield _row("ended by", reason, "games", n, [arm.reasons[reason] for arm in games])
    yield from _sources(experiment, totals)


def _sources(experiment: Experiment, totals: PairTotals) -> Iterator[tuple[object, ...]]:
    boards = [SYSTEMS[experiment.system].new_game(arm.seats, 0, arm.options) for arm in arms_of(experiment)]
    for kind, columns in COLUMNS.get(experiment.system, {}).items():
        both = [sources.get(kind, {}) for sources in totals.sources]
        for ident in sorted({ident for arm in both for ident in arm}, key=int):
            name = name_of(kind, ident, boards)
            for at, column in enumerate(("times", *columns)):
                yield _row(kind, name, column, totals.heard, [_at(arm.get(ident, ()), at) for arm in both])


def _row(about: str, of: str, figure: str, pairs: int, both: list[int | None]) -> tuple[object, ...]:
    """Return a row of sums over the games, without a difference."""
    a, b = ("" if value is None else value for value in (*both, None)[:2])
    return (about, of, figure, pairs, a, b, "", "")


def _at(values: Any, at: int) -> int | None:
    return values[at] if at < len(values) else None
