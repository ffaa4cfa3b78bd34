"""Read simulations for pages: how far they are, and what the bots made of their seats."""

from dataclasses import dataclass
from math import sqrt

from django.db.models import Sum

from engine import SYSTEMS as ENGINE
from engine.core.simulation import SimulationTotals
from engine.said import said
from games.models import Simulation
from games.rules.systems import SYSTEMS

Z = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat of a simulation. Rates in percent: of games won, and the bounds of the 95 % Wilson interval; `means` per
    game, each with its label."""

    seat: int
    bot: str
    wins: int
    rate: float
    low: float
    high: float
    means: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The results so far: of `games`, `done` are played."""

    games: int
    done: int
    seats: tuple[SeatResult, ...]
    reasons: tuple[tuple[str, int], ...]
    turns: float


def system_name(simulation: Simulation) -> str:
    return ENGINE[simulation.system].title if simulation.system in ENGINE else simulation.system


def games_done(simulation: Simulation) -> int:
    played = simulation.chunks.filter(totals__isnull=False).aggregate(done=Sum("count"))
    return played["done"] or 0


def totals_of(simulation: Simulation) -> SimulationTotals:
    """Return the sum over the chunks that are played."""
    if simulation.totals is not None:
        return SimulationTotals.from_dict(simulation.totals)
    totals = SimulationTotals(simulation.seats)
    for part in simulation.chunks.filter(totals__isnull=False).values_list("totals", flat=True).iterator():
        if part is not None:
            totals.merge(SimulationTotals.from_dict(part))
    return totals


def report_of(simulation: Simulation) -> Report:
    totals = totals_of(simulation)
    played = totals.games or 1
    columns = _columns(simulation.system)
    seats = tuple(_seat(simulation, totals, seat, columns) for seat in range(simulation.seats))
    reasons = tuple((reason.replace("_", " "), number) for reason, number in totals.reasons.most_common())
    return Report(simulation.games, totals.games, seats, reasons, totals.turns / played)


def _columns(system: str) -> list[tuple[str, str]]:
    """Return points first, then the numbers that every sheet of the system reports."""
    figures = SYSTEMS[system].FIGURES if system in SYSTEMS else ()
    numbers = [
        (figure.name, figure.label) for figure in figures if figure.required and figure.kind in ("number", "money")
    ]
    return [("points", said("Points")), *numbers]


def _seat(simulation: Simulation, totals: SimulationTotals, seat: int, columns: list[tuple[str, str]]) -> SeatResult:
    wins, played = totals.wins[seat], totals.games or 1
    low, high = wilson(wins, totals.games)
    return SeatResult(
        seat=seat + 1,
        bot=simulation.bots[seat % len(simulation.bots)],
        wins=wins,
        rate=100 * wins / played,
        low=100 * low,
        high=100 * high,
        means=tuple((label, totals.figures[seat][name] / played) for name, label in columns),
    )


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the bounds of the true share at 95 % confidence (Wilson's score interval); 0 to 1 without games."""
    if not games:
        return 0.0, 1.0
    share, square = wins / games, Z * Z / games
    middle = (share + square / 2) / (1 + square)
    spread = Z * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return max(0.0, middle - spread), min(1.0, middle + spread)
