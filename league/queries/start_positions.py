"""An evening of Career Poker: the position that each seat carries into a round, and as what it starts there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import Count

from games.models import Sheet, SheetSeat
from games.rules import career_poker
from league.models import Draw, Round, TableSeat
from league.queries.carry_over import Held, boss_first, titles


@dataclass(frozen=True, slots=True)
class Start:
    """`title` at this table; `was` the last position of the stage in words, "" for who comes new."""

    title: str
    was: str


def start_positions_of(played: Round, seats: Mapping[int, Sequence[TableSeat]]) -> dict[tuple[int, int], Start]:
    """By table and seat, for rounds of Career Poker after the first; `seats` by table with their entries selected.
    Equal positions are told apart by the seed of the round's draw (B16)."""
    if played.stage.tournament.system != career_poker.ID or played.number <= 1:
        return {}
    held = _held(played)
    seed = Draw.objects.filter(round=played).order_by("-number").values_list("seed", flat=True).first()
    chance = int.from_bytes(sha256((seed or "").encode()).digest()[:4])
    least, most = career_poker.SEATS
    found = {}
    for table, at_table in seats.items():
        present = [seat for seat in at_table if not seat.absent]
        if len(present) not in range(least, most + 1):
            continue
        order = boss_first(held, [seat.entry.character_id if seat.entry else None for seat in present], chance + table)
        names = titles(len(present))
        for name, at in zip(names, order, strict=True):
            seat = present[at - 1]
            was = held.get(seat.entry.character_id) if seat.entry else None
            found[table, seat.seat] = Start(name, f"{was.title} of {was.seats}" if was else "")
    return found


def _held(played: Round) -> dict[int, Held]:
    """By character: the last position in the earlier rounds of the stage."""
    rows = SheetSeat.objects.filter(
        sheet__status=Sheet.CONFIRMED,
        sheet__game__table__round__stage=played.stage,
        sheet__game__table__round__number__lt=played.number,
    ).exclude(character=None)
    held = {}
    told = rows.annotate(table=Count("sheet__seats")).order_by("sheet__game__table__round__number")
    for who, game, at, table, figures in told.values_list(
        "character", "sheet__game", "sheet__played_at", "table", "figures"
    ):
        held[who or 0] = Held(figures["positions"][-1], table, game, at)
    return held

