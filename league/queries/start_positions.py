"""An evening of Career Poker: the position that each seat carries into a round, and as what it starts there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules import career_poker
from league.models import Round, Stage, TableSeat
from league.queries.carry_over import last_positions, titles


@dataclass(frozen=True, slots=True)
class Start:
    """`title` at this table, "" where the seats are not by position; `was` the last one, "" for who comes new."""

    title: str
    was: str


def start_positions_of(played: Round, seats: Mapping[int, Sequence[TableSeat]]) -> dict[tuple[int, int], Start]:
    """By table and seat, for rounds of Career Poker after the first; `seats` by table with their entries selected. In a
    stage of that format the seats are drawn from the boss down."""
    stage = played.stage
    if stage.tournament.system != career_poker.ID or played.number <= 1:
        return {}
    held = last_positions(stage.tournament.season, stage=stage, before=played.number)
    least, most = career_poker.SEATS
    found = {}
    for table, at_table in seats.items():
        present = [seat for seat in at_table if not seat.absent]
        by_position = stage.format == Stage.CAREER_POKER and least <= len(present) <= most
        names = titles(len(present)) if by_position else [""] * len(present)
        for title, seat in zip(names, present, strict=True):
            was = held.get(seat.entry.character_id) if seat.entry else None
            found[table, seat.seat] = Start(title, f"{was.title} of {was.seats}" if was else "")
    return found
