"""The game after a game: the table that the same people open to play again."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person

from games.models import Play, PlaySeat
from league.models import SeasonPlay

AGAIN = "again"  # in what was agreed at a table (`Play.table`): the play after which its people play again


@dataclass(frozen=True, slots=True)
class Rematch:
    """`opener`: the name of the person who opened it. `joins`: a seat waits there for the reader."""

    play: Play
    opener: str
    joins: bool


def next_table(play: Play, seats: Iterable[PlaySeat]) -> SeasonPlay | None:
    """Return the table at which the people of these seats play again; None if nobody has opened it, or it was
    closed."""
    people = [seat.person_id for seat in seats if seat.person_id is not None]
    later = SeasonPlay.objects.filter(play__opened_by__in=people, pk__gt=play.pk, play__table__again=play.pk)
    return later.exclude(play__status=Play.CLOSED).select_related("play", "season__league").first()


def rematch_of(play: Play, seats: Iterable[PlaySeat], reader: Person | AnonymousUser) -> Rematch | None:
    """Return the next table of a game that is over, as this reader is asked to it; None if there is none."""
    seats = list(seats)
    table = next_table(play, seats)
    if table is None:
        return None
    opener = next(seat.name for seat in seats if seat.person_id == table.play.opened_by_id)
    own = [seat.character_id for seat in seats if seat.person_id is not None and seat.person_id == reader.pk]
    waits = table.play.seats.filter(character__in=own, person=None, bot="") if own else PlaySeat.objects.none()
    return Rematch(table.play, opener, table.play.status == Play.OPEN and waits.exists())
