"""Planning all rounds that are left, for small fields and where there are many rounds for the field."""

from collections.abc import Sequence

from league.rules.draws.field import Draw, DrawnTable, Field
from league.rules.draws.pairing import draw_round
from league.rules.draws.table_sizes import most_rounds_without_repeats

SMALL = 24


def needs_schedule(players: int, table_size: int, rounds: int) -> bool:
    """Whether this many rounds are better planned to the end: small fields, or over 60 % of the rounds without repeats."""
    return players <= SMALL or 10 * rounds > 6 * most_rounds_without_repeats(players, table_size)


def next_round(field: Field, seed: str, locked: Sequence[DrawnTable] = ()) -> Draw:
    """The round to play now: the best of a schedule where one is needed, or a draw by the standings."""
    return draw_round(field, seed, locked)


def whole_schedule(field: Field, rounds: int, seed: str) -> list[Draw]:
    """All rounds that are left, repeats avoided as far as can be."""
    return [draw_round(field, f"{seed}:{number}") for number in range(rounds)]
