"""The work on experiments: the chunk without totals is the job.

Totals of an experiment change only at a look, once every pair before it is played, in the transaction that writes the
last of their chunks. So they, and when it ends, are the same for any number of workers.
"""

import time
from functools import partial

import structlog
from django.db import Error, transaction
from django.db.models import Exists, Q
from django.utils import timezone

from engine import SYSTEMS
from engine.said import said
from games.services.jobs import Jobs
from games.services.thinking import SPENT, TOO_LONG, NoLongerWanted, TookTooLong, counted, has_spent, watch
from league.lab.models import Experiment, ExperimentChunk
from league.lab.queries.lab import arms_of
from league.lab.rules.lab import Pairs, Totals, difference, is_enough, measure_of, next_look
from league.lab.services.lab import is_of_today, open_stage

log = structlog.get_logger(__name__)
SECONDS = 1
# The least advanced first, so that a small experiment does not wait for the end of a big one.
PAIRS = Jobs(ExperimentChunk, to_do=Q(totals__isnull=True), order=("first", "pk"))
ASK_EVERY = 16  # actions between two looks at the clock, so that it is not read too often

INTERRUPTED = said("The experiment was interrupted {times} times at pair {pair}.")
OLD = said("The rules or the method of this experiment are not those of this site any more. Run it again.")
ENDS = (SPENT, TOO_LONG, INTERRUPTED, OLD)  # what `error` may say, besides what a bot does wrong


class Watch:
    """The checks of a worker while it plays: whether the experiment is still wanted, whether a pair takes too long, and
    after each pair whether it has played enough for now."""

    def __init__(self, chunk: ExperimentChunk, seconds: float) -> None:
        running = Experiment.objects.filter(pk=chunk.experiment_id, status=Experiment.RUNNING)
        self.wanted = partial(PAIRS.hold, chunk, Exists(running))
        self.until = time.monotonic() + seconds
        self.left, self.look = ASK_EVERY, watch(self.wanted)

    def go_on(self) -> bool:
        """Return True while the work may go on. Raises TookTooLong and NoLongerWanted."""
        self.left -= 1
        if self.left:
            return True
        self.left = ASK_EVERY
        return self.look()

    def enough(self) -> bool:
        self.look = watch(self.wanted)
        return time.monotonic() >= self.until


def play_waiting_pairs(*, seconds: float = SECONDS) -> bool:
    """Claim one waiting chunk and play it, for about so many seconds; return whether there was one. What is not reached
    in time becomes a chunk of its own. Safe with any number of workers."""
    chunk = _claim()
    if chunk is not None:
        with PAIRS.working_on(chunk):
            _work_on(chunk, seconds)
    return chunk is not None


def _claim() -> ExperimentChunk | None:
    waiting = ExperimentChunk.objects.filter(experiment__status=Experiment.RUNNING).select_related("experiment")
    return PAIRS.claim(waiting, _give_up)


def _give_up(chunk: ExperimentChunk) -> None:
    _fail(chunk, said(INTERRUPTED, times=PAIRS.tries, pair=chunk.first + 1))


def _work_on(chunk: ExperimentChunk, seconds: float) -> None:
    person = chunk.experiment.asked_by_id
    try:
        with counted(person):
            totals = _play(chunk, seconds)
    except Error:
        raise
    except NoLongerWanted:
        PAIRS.release(chunk)
    except TookTooLong as error:
        _fail(chunk, f"{error.message}")
    except Exception as error:
        # A pure function: another try fails again.
        log.exception("experiment_failed", experiment=chunk.experiment_id, first=chunk.first)
        _fail(chunk, f"{error}" or type(error).__name__)
    else:
        _keep(chunk, totals)
    if has_spent(person):
        running = Experiment.objects.filter(pk=chunk.experiment_id, status=Experiment.RUNNING)
        running.update(status=Experiment.STOPPED, error=SPENT)


def _play(chunk: ExperimentChunk, seconds: float) -> Totals:
    """Play at least one pair of a chunk."""
    experiment = chunk.experiment
    if not is_of_today(experiment):
        raise ValueError(OLD)
    asked = Watch(chunk, seconds)
    a, b = arms_of(experiment)
    pairs = Pairs(SYSTEMS[experiment.system], a, b, experiment.seed, asked.go_on)
    return pairs.play(chunk.first, chunk.count, asked.enough)


@transaction.atomic
def _keep(chunk: ExperimentChunk, totals: Totals) -> None:
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
    totals = Totals.of(experiment.totals) if experiment.totals else Totals.none_yet(*arms_of(experiment))
    for part in experiment.chunks.values_list("totals", flat=True).iterator():
        totals.merge(Totals.of(part or {}))
    experiment.chunks.all().delete()
    measure = measure_of(experiment.measure)
    known = difference(totals, measure)
    experiment.totals, experiment.done = totals.kept(), totals.pairs
    experiment.looks = [*experiment.looks, [known.pairs, known.mean, known.half]]
    if experiment.done >= experiment.most or is_enough(totals, measure, experiment.width):
        experiment.finished_at = timezone.now()
        experiment.status = Experiment.DONE
        experiment.error = ""
    else:
        experiment.look = next_look(experiment.done, experiment.most)
        open_stage(experiment, experiment.done)
    experiment.save(update_fields=["totals", "done", "looks", "look", "status", "finished_at", "error"])


def _fail(chunk: ExperimentChunk, why: str) -> None:
    if PAIRS.release(chunk):
        running = Experiment.objects.filter(pk=chunk.experiment_id, status=Experiment.RUNNING)
        running.update(status=Experiment.FAILED, error=why[:300])
