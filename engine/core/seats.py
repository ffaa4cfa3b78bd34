"""Check seat numbers: 0-based in code, 1-based in every text a person reads."""

from engine.core.errors import BadSeats
from engine.core.system import System


def check_seats(system: System, seats: object) -> int:
    """Return the number of seats. Raise BadSeats unless the system allows it."""
    if isinstance(seats, bool) or not isinstance(seats, int):
        raise BadSeats(f"The number of seats must be a whole number, not {seats!r}.")
    fewest, most = system.seats
    if not fewest <= seats <= most:
        raise BadSeats(f"{system.title} needs {fewest} to {most} seats, not {seats}.")
    return seats


def check_seat(seats: int, seat: object) -> int:
    """Return a seat number from 0 to seats-1. Raise BadSeats for anything else."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
        raise BadSeats(f"There is no seat {seat!r}; seats are numbered from 0 to {seats - 1}.")
    return seat
