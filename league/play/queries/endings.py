"""The people and bots shown first when a game is over: who won it."""

from dataclasses import dataclass

from characters.charts.portraits import Portrait, portrait
from characters.queries.people import people
from league.play.queries.tables import PlayPage, SeatView


@dataclass(frozen=True, slots=True)
class Winner:
    """`mine`: the reader sat there."""

    name: str
    portrait: Portrait
    mine: bool


def winners_of(table: PlayPage) -> list[Winner]:
    """Return who won, each with a face as it is now, in one query if characters are among them."""
    seats = table.winners
    characters = [seat.character.pk for seat in seats if seat.character]
    faces = people(characters) if characters else {}
    return [
        Winner(seat.name, faces[seat.character.pk].portrait if seat.character else _face(seat), seat.mine)
        for seat in seats
    ]


def _face(seat: SeatView) -> Portrait:
    return seat.face.portrait if seat.face else portrait(seat.name, level="entry", firm=8)
