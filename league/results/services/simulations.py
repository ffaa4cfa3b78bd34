"""Simulations that people order; what becomes of them is the business of `games.services.simulations`."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from games.models import Simulation
from games.services.simulations import resume_simulation, start_simulation
from league.core.services.quotas import use_quota


@transaction.atomic
def order_simulation(
    *, system: str, seats: int, games: int, bots: Sequence[str], rng_seed: int, options: Mapping[str, Any], by: User
) -> Simulation:
    """Order a simulation that counts against the person's day. Raise ValidationError as `start_simulation`, and
    QuotaError."""
    use_quota("simulations", by=by)
    return start_simulation(
        system=system, seats=seats, games=games, bots=bots, rng_seed=rng_seed, options=options, by=by
    )


@transaction.atomic
def go_on_with_simulation(*, simulation: Simulation, by: User) -> None:
    """Continue a simulation. Raise ValidationError as `resume_simulation`, and QuotaError."""
    resume_simulation(simulation=simulation)
    use_quota("resumptions", by=by)
