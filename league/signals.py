"""Events in one room of the league that a room above it acts upon (`games.signals.Signal`)."""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from django.contrib.auth.models import User

from games.models import Game
from games.rules.sheets import ScoreSheet
from games.signals import Signal
from league.models import Farewell, KnownBrowser, League, Membership, Season, SeasonGame, SeasonPlay, TableReport


@dataclass(frozen=True, slots=True)
class GameChange:
    """A decision about a game that is being made. `kind` is one of `games.models.Decision.KINDS`; `redraw`: tables that
    were drawn for what no longer holds are drawn again."""

    season_game: SeasonGame
    kind: str
    by: User | None
    reason: str = ""
    sheet: ScoreSheet | None = None
    redraw: bool = False


class Affected(Protocol):
    """The effects of a decision outside its season."""

    @property
    def nothing(self) -> bool: ...


# Somebody signed in with a browser that the account did not know.
new_browser: Signal[[KnownBrowser], None] = Signal()
# A decision about a game is being made. Each answer stands around it: it is entered in the transaction before the game
# is locked, may refuse with ValidationError, and does on its way out what follows. So a game of a table is always
# decided by its table.
game_changing: Signal[[GameChange], AbstractContextManager[None]] = Signal()
# A decision is about to be tried out. The answers say afterwards what it reached.
game_watched: Signal[[SeasonGame], Callable[[], Affected | None]] = Signal()
# A play that belongs to a table is over: its sheet becomes the confirmed one of the table.
table_play_over: Signal[[SeasonPlay, ScoreSheet], Game] = Signal()
# A seat has reported its table, in this transaction.
table_reported: Signal[[TableReport], None] = Signal()
# A form for a result of a season has made this game, in this transaction. The text is the digest of the form
# (`league.sheets.queries.photos.form_digest`).
form_reported: Signal[[SeasonGame, ScoreSheet, str], None] = Signal()
# A membership is about to end, in this transaction.
member_leaving: Signal[[Membership], None] = Signal()
# A former name of a character of the league is hidden, in this transaction: its name of now, and the former one.
name_hidden: Signal[[League, str, str], None] = Signal()
# An account is to be deleted at a day that its owner can still call off, in this transaction.
farewell_asked: Signal[[Farewell], None] = Signal()
# A confirmed sheet names another character in a seat, as two are merged or parted, in this transaction; the texts say
# why, and where the sheet came from. It becomes a correction.
seats_changing_hands: Signal[[SeasonGame, ScoreSheet, str, str, User], None] = Signal()
# Something is to be tried out for a season and these characters. The answer is what would follow, as pages show it.
tried_out: Signal[[Season, Collection[int], Callable[[], object]], object] = Signal()
# A person is being forgotten, in this transaction, and characters are left under this label: what points at the
# account, or is of it, has to go while characters and memberships are still theirs.
person_leaving: Signal[[User, str], None] = Signal()
# The same person in the same transaction: characters and memberships end.
person_left: Signal[[User, str], None] = Signal()
