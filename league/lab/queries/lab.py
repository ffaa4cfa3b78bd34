"""Experiments of the lab: who sees which, how far they are, and what is known of them."""

from typing import Any

from django.db.models import Q, QuerySet, Sum

from league.core.queries.access import is_superuser
from league.lab.models import Experiment, ExperimentChunk
from league.lab.rules.lab import METHOD, Arm, PairTotals


def experiments_for(user: Any) -> QuerySet[Experiment]:
    """Return experiments, the newest first. Everybody sees all of them, but for boards of leagues that they don't
    belong to."""
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
    """Return the number of pairs, with those that are played since the last look."""
    played = experiment.chunks.filter(totals__isnull=False).aggregate(pairs=Sum("count"))
    return experiment.done + (played["pairs"] or 0)


def totals_of(experiment: Experiment) -> PairTotals | None:
    """Return the totals as of the last look; before the first, of the pairs that are played without a gap from the
    first on. None where there are no such pairs, and for another method, whose totals nobody here can read."""
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
