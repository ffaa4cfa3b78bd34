"""A portion of the waiting work."""

from typing import Any

from league.lab.services.lab import EXPERIMENTS
from league.lab.services.orders import SECONDS, Work
from league.lab.services.studies import STUDIES
from league.lab.services.what_if import WHAT_IFS

KINDS: tuple[Work[Any], ...] = (WHAT_IFS, EXPERIMENTS, STUDIES)


def work_on_orders(*, seconds: float = SECONDS) -> bool:
    """Do a portion of one order of each kind; return whether there was any."""
    worked = [kind.portion(seconds=seconds) for kind in KINDS]  # of each, so that none waits for the end of another
    return any(worked)
