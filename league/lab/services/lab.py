"""Experiments of the lab: ordered, run on with more pairs, and played. The chunk without totals is the job.

Totals of an experiment change only at a look, once every pair before it is played, in the transaction that writes the
last of their chunks. So they, and when it ends, are the same for any number of workers.
"""

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.rules.choices import BadChoice, checked_choices
from characters.rules.house_rules import DEFAULTS, is_digest
from engine import SYSTEMS, EngineError, simulate
from engine.careers.editions import edition, edition_ids
from engine.translatable import spoken
from games.rules.bots import too_patient
from games.rules.sheets import ScoreSheet
from games.rules.tables import LONDON, TablePlayer, engine_options
from games.services.jobs import Jobs
from games.services.thinking import refuse_spent, watch
from league.core.queries.access import is_member
from league.core.queries.systems import system_by_id
from league.core.services.quotas import use_quota
from league.lab.models import Experiment, ExperimentChunk
from league.lab.queries.lab import arms_of
from league.lab.rules.lab import (
    KINDS,
    METHOD,
    MOST_PAIRS,
    MOST_SEATS,
    TURNS,
    Arm,
    Measure,
    Pairs,
    PairTotals,
    chunks,
    difference,
    is_enough,
    measure_of,
    measures_of,
    next_look,
)
from league.lab.services.orders import Work, one_at_a_time, refuse_old
from league.models import BoardVersion

MOST_OF_A_GUEST = 20_000  # pairs, of somebody who belongs to no league
SEEDS = 1 << 32
TARGET, MINUTES = 100, 30
MOST_WIDTH = 10_000 * 1_000
NOTHING = Measure("")  # to compare
# The least advanced first, so that a small experiment does not wait for the end of a big one.
PAIRS = Jobs(ExperimentChunk, to_do=Q(totals__isnull=True), order=("first", "pk"))
ASK_EVERY = 16  # actions between two looks at the clock, so that it is not read too often


@dataclass(frozen=True, slots=True)
class Setup:
    """One of the two ways to play, as somebody asks for it. `board`: of Careers, an edition or the digest of a board of
    one of the person's leagues; `settings` of the game, as far as they differ from the book."""

    seats: int
    bots: tuple[str, ...]
    board: str = ""
    mode: str = ""
    target: int | None = None
    minutes: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)


@transaction.atomic
def order_experiment(
    *,
    system: str,
    a: Setup,
    b: Setup | None = None,
    measure: Measure = NOTHING,
    width: int | None = None,
    most: int,
    seed: int | None = None,
    by: User | None = None,
) -> Experiment:
    """Order an experiment, which workers play from now on; without `b`, `a` is played alone, and nothing is measured.
    `width` is half of a 95 % interval in ten-thousandths.

    Raise ValidationError, by `a`, `b`, `measure`, `width` and `most` if it is about them, and QuotaError."""
    if system not in SYSTEMS:
        raise ValidationError({"system": _("Choose one of the games.")})
    _check_amount(most=most, width=width, by=by)
    refuse_spent(by)
    setups = {"a": a} if b is None else {"a": a, "b": b}
    arms, options, boards = [], [], []
    for name, setup in setups.items():
        if setup.seats > MOST_SEATS and b is not None:
            raise ValidationError({name: _("The lab compares tables of up to {most} seats.").format(most=MOST_SEATS)})
        board, definition = _board(setup, system, by)
        arm_as_asked, arm = _arm(system, name, setup, definition)
        arms.append(arm_as_asked)
        options.append(arm)
        boards.append(board)
    if b is not None:
        _check_measure(measure, options)
    use_quota("orders", by=by)
    look = next_look(0, most)
    with one_at_a_time():
        experiment = Experiment.objects.create(
            system=system,
            method=METHOD,
            rules_version=SYSTEMS[system].version,
            arms=arms,
            board_a=boards[0],
            board_b=boards[1] if b else None,
            seed=secrets.randbelow(SEEDS) if seed is None else seed,
            measure=measure.key if b else "",
            width=width if b else None,
            most=most,
            look=look,
            asked_by=by,
        )
    open_stage(experiment, 0)
    return experiment


def _check_amount(*, most: int, width: int | None, by: User | None) -> None:
    if not 2 <= most <= MOST_PAIRS:
        raise ValidationError({"most": _("From 2 to {most:,} pairs of games.").format(most=MOST_PAIRS)})
    if by is not None and most > MOST_OF_A_GUEST and not is_member(by):
        sentence = _("Without a league you can order at most {most:,} pairs. Join a league, or found one, for more.")
        raise ValidationError({"most": sentence.format(most=MOST_OF_A_GUEST)})
    if width is not None and not 1 <= width <= MOST_WIDTH:
        raise ValidationError({"width": _("Say how exactly you want to know it, from 0.01 up.")})


def _board(setup: Setup, system: str, by: User | None) -> tuple[BoardVersion | None, Mapping[str, Any] | None]:
    if system != "careers" or not is_digest(setup.board):
        return None, None
    mine = BoardVersion.objects.filter(board__league__memberships__user=by) if by else BoardVersion.objects.none()
    version = mine.filter(digest=setup.board).first()
    if version is None:
        raise ValidationError(_("That board belongs to none of your leagues."))
    return version, version.definition


def _arm(system: str, name: str, setup: Setup, board: Mapping[str, Any] | None) -> tuple[dict[str, Any], Arm]:
    """Return what is stored of one way to play, and what the engine makes of it."""
    boards = [board for board in edition_ids() if edition(board).own_board]
    if system == "careers" and board is None and setup.board not in ("", *boards):
        raise ValidationError({name: _("There is no board '{board}'.").format(board=setup.board[:40])})
    try:
        checked = replace(_ended(system, setup), settings=checked_choices(system, setup.settings))
        arm = Arm(setup.seats, setup.bots, _options(system, checked, board))
        patient = too_patient(system, arm.bots)
        if patient:
            raise ValidationError({name: [spoken(reason) for reason in patient]})
        simulate(system, arm.seats, 0, 0, arm.bots, 1, arm.options)
    except (EngineError, BadChoice) as error:
        raise ValidationError({name: spoken(error.args[0])}) from error
    return {**asdict(checked), "bots": list(setup.bots), "options": arm.options}, arm


def _ended(system: str, setup: Setup) -> Setup:
    """Return the setup with how the game ends, if the game asks: by a success formula of 100 points unless it says
    otherwise."""
    modes = system_by_id(system).MODES
    if not modes:
        return replace(setup, board="", mode="", target=None, minutes=None)
    mode = setup.mode or next(iter(modes))
    if mode == "formula":
        return replace(setup, mode=mode, target=setup.target or TARGET, minutes=None)
    return replace(setup, mode=mode, target=None, minutes=setup.minutes or MINUTES)


def _options(system: str, setup: Setup, board: Mapping[str, Any] | None) -> dict[str, Any]:
    edition_id = LONDON if board is not None or not setup.board else setup.board
    table = ScoreSheet(system, edition_id, timezone.now(), (), setup.mode, setup.target, setup.minutes)
    rules = replace(DEFAULTS, games={system: setup.settings}) if setup.settings else DEFAULTS
    players = [TablePlayer(f"Seat {seat + 1}") for seat in range(setup.seats)]
    return engine_options(table, players, rules, board)


def _check_measure(measure: Measure, arms: Sequence[Arm]) -> None:
    measures = measures_of(arms)
    if measure.kind not in KINDS or measure not in measures:
        who = dict.fromkeys(choice.who for choice in measures if choice.kind != TURNS and (choice.kind == measure.kind))
        sentence = _("That can’t be compared: choose the turns, or one of {known}.")
        raise ValidationError({"measure": sentence.format(known=", ".join(who))})


def open_stage(experiment: Experiment, first: int) -> None:
    """Open the chunks of the pairs from `first` to the next look, for workers to claim."""
    ExperimentChunk.objects.bulk_create(
        ExperimentChunk(experiment=experiment, first=start, count=count)
        for start, count in chunks(first, experiment.look)
    )


@transaction.atomic
def run_on(*, experiment: Experiment, most: int, width: int | None = None, by: User | None = None) -> None:
    """Let an experiment go on from the pairs that it has, with more of them or until the difference is known more
    exactly. Raise ValidationError and QuotaError."""
    refuse_old(experiment)
    _check_amount(most=most, width=width, by=by or experiment.asked_by)
    refuse_spent(experiment.asked_by)
    row = Experiment.objects.select_for_update(no_key=True).get(pk=experiment.pk)
    if row.status not in (Experiment.DONE, Experiment.STOPPED):
        raise ValidationError(_("Wait until this experiment has ended, or stop it."))
    if most <= row.done or most < row.look:
        sentence = _("{done:,} pairs have already been played. Ask for more than that.")
        raise ValidationError({"most": sentence.format(done=max(row.done, row.look - 1))})
    was_done = row.status == Experiment.DONE
    row.status, row.finished_at, row.error = Experiment.RUNNING, None, ""
    row.most, row.width, row.orders = most, None if row.is_alone else width, row.orders + 1
    row.look = next_look(row.done, most) if was_done else row.look
    with one_at_a_time():
        row.save(update_fields=["status", "finished_at", "error", "most", "width", "orders", "look"])
    if was_done:
        open_stage(row, row.done)
    use_quota("orders", by=by)


class Watch:
    """The checks of a worker while it plays: whether the experiment is still wanted, whether a pair takes too long, and
    after each pair whether it has played enough for now."""

    def __init__(self, chunk: ExperimentChunk, until: float) -> None:
        running = Experiment.objects.filter(pk=chunk.experiment_id, status=Experiment.RUNNING)
        self.wanted = partial(PAIRS.hold, chunk, Exists(running))
        self.until = until
        self.left, self.look = ASK_EVERY, watch(self.wanted)

    def go_on(self) -> bool:
        """Return True while the work may go on. Raise TookTooLong and NoLongerWanted."""
        self.left -= 1
        if self.left:
            return True
        self.left = ASK_EVERY
        return self.look()

    def enough(self) -> bool:
        self.look = watch(self.wanted)
        return time.monotonic() >= self.until


def _play(chunk: ExperimentChunk, until: float) -> PairTotals:
    """Play at least one pair of a chunk. What is not reached in time becomes a separate chunk."""
    experiment = chunk.experiment
    checks = Watch(chunk, until)
    pairs = Pairs(SYSTEMS[experiment.system], arms_of(experiment), experiment.seed, checks.go_on)
    return pairs.play(chunk.first, chunk.count, checks.enough)


@transaction.atomic
def _keep(chunk: ExperimentChunk, totals: PairTotals) -> None:
    """Write the totals, unless another worker has the chunk by now. The experiment's lock lets the last of several
    workers see that it is the last."""
    experiment = Experiment.objects.select_for_update(no_key=True).get(pk=chunk.experiment_id)
    if not PAIRS.release(chunk, totals=totals.kept(), count=totals.pairs):
        return
    if totals.pairs < chunk.count:
        ExperimentChunk.objects.create(
            experiment=experiment, first=chunk.first + totals.pairs, count=chunk.count - totals.pairs
        )
    elif not experiment.chunks.filter(totals__isnull=True).exists():
        _look(experiment)


def _look(experiment: Experiment) -> None:
    """Add up all pairs before the look, once they are played, and end the experiment or open the next stage."""
    totals = PairTotals.of(experiment.totals) if experiment.totals else PairTotals.none_yet(arms_of(experiment))
    for part in experiment.chunks.values_list("totals", flat=True).iterator():
        totals.merge(PairTotals.of(part or {}))
    experiment.chunks.all().delete()
    measure = measure_of(experiment.measure)
    experiment.totals, experiment.done = totals.kept(), totals.pairs
    if not experiment.is_alone:
        result = difference(totals, measure)
        experiment.looks = [*experiment.looks, [result.pairs, result.mean, result.half]]
    if experiment.done >= experiment.most or is_enough(totals, measure, experiment.width):
        experiment.finished_at = timezone.now()
        experiment.status = Experiment.DONE
        experiment.error = ""
    else:
        experiment.look = next_look(experiment.done, experiment.most)
        open_stage(experiment, experiment.done)
    experiment.save(update_fields=["totals", "done", "looks", "look", "status", "finished_at", "error"])


def _play_and_keep(chunk: ExperimentChunk, until: float) -> None:
    _keep(chunk, _play(chunk, until))


EXPERIMENTS = Work(
    PAIRS,
    lambda: ExperimentChunk.objects.filter(experiment__status=Experiment.RUNNING).select_related("experiment"),
    _play_and_keep,
)
