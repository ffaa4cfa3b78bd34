"""Offer photos of printed sheets to the pages of results and tables, from an app that may be left out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.contrib.auth.models import AnonymousUser, User

from games.models import SheetSeat
from league.core.queries.access import may
from league.models import SeasonGame
from league.sheets.rules.sheet_cells import ReadField

Who = Sequence[int | None]  # the characters of the seats, in order


@dataclass(frozen=True, slots=True)
class TablePhoto:
    """Hold a photo that stays with a table: of a `report`, or None if a referee decided by it."""

    pk: int
    report: int | None


# The fields, by name, of the last photo that was taken and not sent yet: of a table by a phone (the digest of its
# secret), or of no table for a form (`form_digest`); none where others sit there now.
READ: list[Callable[[int | None, str, Who], Mapping[str, ReadField]]] = []
# The photos that stay with a table, and those that stay with a game.
OF_TABLE: list[Callable[[int], Sequence[TablePhoto]]] = []
OF_GAME: list[Callable[[int], Sequence[int]]] = []


def fields_read(table: int | None, device: str, who: Who) -> Mapping[str, ReadField]:
    return {name: field for read in READ for name, field in read(table, device, who).items()} if device else {}


def photos_of_table(table: int) -> list[TablePhoto]:
    return [photo for photos in OF_TABLE for photo in photos(table)]


def photos_of_game(game: int) -> list[int]:
    return [photo for photos in OF_GAME for photo in photos(game)]


def may_see_photos(user: User | AnonymousUser, season_game: SeasonGame) -> bool:
    """Return whether somebody has a seat in any version of the game, or organises its league."""
    if may(user, "administer", season_game.season.league):
        return True
    seats = SheetSeat.objects.filter(sheet__game=season_game.game_id, character__owner=user.pk)
    return user.is_authenticated and seats.exists()


def form_digest(user: int, token: str) -> str:
    """Return the digest that identifies the photo taken for the form with this token."""
    return sha256(f"{user} {token}".encode()).hexdigest()
