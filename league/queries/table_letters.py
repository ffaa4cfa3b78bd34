"""Where everybody sits in a round, as one letter to each owner. Told again when the tables have changed since, and to
those alone for whom they have."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from league.models import Bye, MailNotice, Round, TableSeat, TournamentEvent
from league.queries.letter_text import Letter, letter


@dataclass(frozen=True, slots=True)
class Place:
    """Where a character plays: a table and a seat, or a bye (`table` is None)."""

    name: str
    table: int | None = None
    seat: int = 0
    company: str = ""
    through: bool = False
    address: str = ""


def table_letters(event: TournamentEvent, round: Round) -> Iterator[Letter]:
    """For who was told nothing of this round yet, or something else. Four queries."""
    prefix = f"round-{round.pk}-"
    earlier = MailNotice.objects.filter(tournament=event.tournament_id, key__startswith=prefix).order_by("pk")
    told = dict(earlier.values_list("user_id", "text"))
    for owner, places in _places(round).items():
        found = letter(
            event,
            owner,
            template="round_published",
            key=f"{prefix}{event.pk}",
            round=round,
            places=places,
            changed=owner in told,
        )
        if found.text != told.get(owner):
            yield found


def _places(round: Round) -> dict[int, list[Place]]:
    found: dict[int, list[Place]] = defaultdict(list)
    seats = TableSeat.objects.filter(round=round).select_related("table", "entry__character")
    for table, group in groupby(seats.order_by("table__number", "seat"), key=lambda seat: seat.table):
        seated = list(group)
        names = [seat.entry.character.name if seat.entry else "a bot" for seat in seated]
        for at, seat in enumerate(seated):
            if seat.entry:
                place = Place(names[at], table.number, seat.seat, listed([*names[:at], *names[at + 1 :]]))
                found[seat.entry.character.owner_id].append(place)
    for bye in Bye.objects.filter(round=round).select_related("entry__character"):
        found[bye.entry.character.owner_id].append(Place(bye.entry.character.name, through=bye.through))
    return found


def listed(names: Sequence[str]) -> str:
    """Such as "Ada, Bo and Cleo"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
