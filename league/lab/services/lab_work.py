"""What workers do with experiments: the chunk without totals is the job, a lease says who is at it, a killed worker's
chunk is played again.

Totals of an experiment change only at a look, once every pair before it is played, in the transaction that writes the
last of their chunks. So they, and when it ends, are the same for any number of workers.
"""

import time
from datetime import timedelta

import structlog
from django.db import DatabaseError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from engine import SYSTEMS
from engine.said import said
from games.services.thinking import SPENT, TOO_LONG, NoLongerWanted, TookTooLong, counted, has_spent, watch
from league.lab.models import Experiment, ExperimentChunk
from league.lab.queries.lab import arms_of
from league.lab.rules.lab import Pairs, Totals, difference, is_enough, measure_of, next_look
from league.lab.services.lab import is_of_today, open_stage

log = structlog.get_logger(__name__)
LEASE = timedelta(minutes=2)  # longer than a portion of SECONDS and both games of a pair at GAME_SECONDS each
SECONDS = 1
MOST_CLAIMS = 5  # more than a row of unlucky restarts: this chunk takes its worker down
ASK_EVERY = 16  # actions between two looks at the clock, which is asked too often else

INTERRUPTED = said("The experiment was interrupted {times} times at pair {pair}.")
OLD = said("The rules or the method of this experiment are not those of this site any more. Run it again.")
ENDS = (SPENT, TOO_LONG, INTERRUPTED, OLD)  # what `error` may say, besides what a bot does wrong


class Watch:
    """What a worker asks while it plays: whether the experiment is still wanted, whether a pair takes too long, and
    after each pair whether it has played enough for now."""

    def __init__(self, chunk: ExperimentChunk, seconds: float) -> None:
        self.wanted = Experiment.objects.filter(pk=chunk.experiment_id, status=Experiment.RUNNING).exists
        self.until = time.monotonic() + seconds
        self.left, self.look = ASK_EVERY, watch(self.wanted)

    def go_on(self) -> bool:
        """Raises TookTooLong and NoLongerWanted."""
        self.left -= 1
        if self.left:
            return True
        self.left = ASK_EVERY
        return self.look()

    def enough(self) -> bool:
        self.look = watch(self.wanted)
        return time.monotonic() >= self.until


def play_waiting_pairs(*, seconds: float = SECONDS) -> bool:
    """Claim one waiting chunk and play it, for about so many seconds; whether there was one. What is not reached in
    time becomes a chunk of its own. Safe with any number of workers."""
    chunk = _claim()
    if chunk is None:
        return False
    person = chunk.experiment.asked_by_id
    try:
        with counted(person):
            totals = _play(chunk, seconds)
    except DatabaseError:
        raise
    except NoLongerWanted:
        _mine(chunk).update(leased_until=None, tries=0)
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
    return True


def _claim() -> ExperimentChunk | None:
    """The chunk that is least far on, so that a small experiment does not wait for the end of a big one."""
    now = timezone.now()
    free = Q(totals__isnull=True) & (Q(leased_until=None) | Q(leased_until__lt=now))
    waiting = ExperimentChunk.objects.filter(free, experiment__status=Experiment.RUNNING)
    for chunk in waiting.filter(tries__gte=MOST_CLAIMS):
        _fail(chunk, said(INTERRUPTED, times=MOST_CLAIMS, pair=chunk.first + 1))
    for pk in waiting.order_by("first", "pk").values_list("pk", flat=True)[:20]:
        if ExperimentChunk.objects.filter(free, pk=pk).update(leased_until=now + LEASE, tries=F("tries") + 1):
            return ExperimentChunk.objects.select_related("experiment").get(pk=pk)
    return None


def _play(chunk: ExperimentChunk, seconds: float) -> Totals:
    """At least one pair."""
    experiment = chunk.experiment
    if not is_of_today(experiment):
        raise ValueError(OLD)
    asked = Watch(chunk, seconds)
    a, b = arms_of(experiment)
    pairs = Pairs(SYSTEMS[experiment.system], a, b, experiment.seed, asked.go_on)
    return pairs.play(chunk.first, chunk.count, asked.enough)


@transaction.atomic
def _keep(chunk: ExperimentChunk, totals: Totals) -> None:
    """Write the totals, unless the lease ran out and somebody else has the chunk. The experiment's lock lets the last
    of several workers see that it is the last."""
    experiment = Experiment.objects.select_for_update(no_key=True).get(pk=chunk.experiment_id)
    if not _mine(chunk).update(totals=totals.kept(), count=totals.pairs, leased_until=None):
        return
    if totals.pairs < chunk.count:
        ExperimentChunk.objects.create(
            experiment=experiment, first=chunk.first + totals.pairs, count=chunk.count - totals.pairs
        )
    elif not experiment.chunks.filter(totals__isnull=True).exists():
        _look(experiment)


def _look(experiment: Experiment) -> None:
    """All pairs before the look are played: add them up, and end it or open the next stage."""
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


def _mine(chunk: ExperimentChunk) -> QuerySet[ExperimentChunk]:
    return ExperimentChunk.objects.filter(pk=chunk.pk, leased_until=chunk.leased_until, totals__isnull=True)


def _fail(chunk: ExperimentChunk, why: str) -> None:
    _mine(chunk).update(leased_until=None, tries=0)
    running = Experiment.objects.filter(pk=chunk.experiment_id, status=Experiment.RUNNING)
    running.update(status=Experiment.FAILED, error=why[:300])
