"""Seat a new table: positions carried over from former matches (B15, B16)."""

from collections.abc import Sequence

from engine.core.errors import BadOptions
from engine.core.rng import Stream

NEWCOMERS = ("bottom", "middle", "random")


def start_positions(
    former: Sequence[tuple[int, int] | None], newcomers: str = "bottom", rng_seed: int = 0
) -> tuple[int, ...]:
    """Return the seats from boss to dishwasher, ready for the setting of that name.

    `former`: per seat the last position and the number of seats at that table, None for a newcomer. Returning players
    are ordered by position divided by table size, ties by chance; newcomers go to the bottom, into the middle, or
    anywhere. Raise BadOptions.
    """
    if newcomers not in NEWCOMERS:
        raise BadOptions(f"newcomers must be one of {', '.join(NEWCOMERS)}, not {newcomers!r}.")
    for seat, last in enumerate(former):
        if last is not None and not 1 <= last[0] <= last[1]:
            raise BadOptions(f"Seat {seat + 1}: there is no position {last[0]} at a table of {last[1]}.")
    stream = Stream(rng_seed)
    seats = list(range(len(former)))
    stream.shuffle(seats)
    # Fractions compared without dividing: 840 is a multiple of every table size up to 8.
    returning = sorted(
        (840 * last[0] // last[1], drawn, seat)
        for drawn, seat in enumerate(seats)
        if (last := former[seat]) is not None
    )
    order = [seat for _, _, seat in returning]
    fresh = [seat for seat in seats if former[seat] is None]
    if newcomers == "middle":
        half = len(order) // 2
        return (*order[:half], *fresh, *order[half:])
    for seat in fresh:
        order.insert(stream.below(len(order) + 1) if newcomers == "random" else len(order), seat)
    return tuple(order)
