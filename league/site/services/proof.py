"""Share the proof of everything among workers: its portions are rows, and any number of processes takes them one by
one. The result depends only on the facts, not on who proved which portion, or how often."""

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.services.jobs import Jobs
from league.models import ProofPortion
from league.site.queries.proof import Portion, differences_of

# A portion that takes longer may be proved by two processes; the first answer counts.
PORTIONS = Jobs(ProofPortion, to_do=Q(differences__isnull=True), order=("pk",), lease=timedelta(minutes=10))
FORGOTTEN = timedelta(days=1)  # after which the command that ordered it has surely ended


@transaction.atomic
def order_proof(portions: Iterable[Portion]) -> UUID:
    """Order these portions, and return the run that they belong to."""
    ProofPortion.objects.filter(ordered_at__lt=timezone.now() - FORGOTTEN).delete()
    run = uuid4()
    ProofPortion.objects.bulk_create(ProofPortion(run=run, **portion._asdict()) for portion in portions)
    return run


def prove_portion(*, run: UUID | None = None) -> bool:
    """Prove one portion that nobody is at, of this run or any; return whether there was one."""
    rows = ProofPortion.objects.all() if run is None else ProofPortion.objects.filter(run=run)
    row = PORTIONS.claim(rows, _give_up)
    if row is None:
        return False
    with PORTIONS.working_on(row):
        _note(row, differences_of(Portion(row.what, row.first, row.last)))
    return True


def end_proof(*, run: UUID) -> None:
    """Delete the run. What workers are still at counts for nothing."""
    ProofPortion.objects.filter(run=run).delete()


def _give_up(row: ProofPortion) -> None:
    _note(row, [f"{row}: {PORTIONS.tries} workers ended over this portion, and it is not proved."])


def _note(row: ProofPortion, differences: list[str]) -> None:
    ProofPortion.objects.filter(PORTIONS.to_do, pk=row.pk).update(differences=differences, leased_until=None)
