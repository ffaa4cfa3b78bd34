"""The work on experiments: the chunk without totals is the job.

Totals of an experiment change only at a look, once every pair before it is played, in the transaction that writes the
last of their chunks. So they, and when it ends, are the same for any number of workers.
"""

import time
from functools import partial

from django.db import transaction
from django.db.models import Exists, Q
from django.utils import timezone

from engine import SYSTEMS
from games.services.jobs import Jobs
from games.services.thinking import watch
from league.lab.models import Experiment, ExperimentChunk
from league.lab.queries.lab import arms_of
from league.lab.rules.lab import Pairs, PairTotals, difference, is_enough, measure_of, next_look
from league.lab.services.lab import open_stage
from league.lab.services.orders import Work

# The least advanced first, so that a small experiment does not wait for the end of a big one.
PAIRS = Jobs(ExperimentChunk, to_do=Q(totals__isnull=True), order=("first", "pk"))
ASK_EVERY = 16  # actions between two looks at the clock, so that it is not read too often


class Watch:
    """The checks of a worker while it plays: whether the experiment is still wanted, whether a pair takes too long, and
    after each pair whether it has played enough for now."""

    def __init__(self, chunk: ExperimentChunk, until: float) -> None:
        running = Experiment.objects.filter(pk=chunk.experiment_id, status=Experiment.RUNNING)
        self.wanted = partial(PAIRS.hold, chunk, Exists(running))
        self.until = until
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


def _play(chunk: ExperimentChunk, until: float) -> PairTotals:
    """Play at least one pair of a chunk. What is not reached in time becomes a chunk of its own."""
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
