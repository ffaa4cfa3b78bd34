"""Events in one room of the league that a room above it acts upon (`games.signals.Signal`)."""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from django.contrib.auth.models import User

from characters.models import Character
from games.models import Game
from games.rules.sheets import ScoreSheet
from games.signals import Signal
from league.models import (
    Entry,
    Farewell,
    JoinRequest,
    KnownBrowser,
    League,
    Membership,
    Season,
    SeasonGame,
    SeasonPlay,
    TableReport,
    Tournament,
)


@dataclass(frozen=True, slots=True)
class GameChange:
    """A decision about a game that is being made. `kind` is one of `games.models.Decision.KINDS`; `redraw`: tables
    drawn on outdated results are drawn again."""

    season_game: SeasonGame
    kind: str
    by: User | None
    reason: str = ""
    sheet: ScoreSheet | None = None
    redraw: bool = False


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who enters a league through a door, of a tournament too. `name`: of the character that they want.
    `is_another`: they said that they are not one of the guests with nearly that name."""

    league: League
    user: User
    by: User
    tournament: Tournament | None = None
    name: str = ""
    is_another: bool = False


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
# A game is about to get a name, in this transaction; ValidationError refuses that.
game_naming: Signal[[SeasonGame], None] = Signal()
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
# A former name of somebody in the league is not to be read any more, in this transaction: the one of now, the former.
name_hidden: Signal[[League, str, str], None] = Signal()
# An account is to be deleted at a day that its owner can still call off, in this transaction.
farewell_asked: Signal[[Farewell], None] = Signal()
# A confirmed sheet names another character in a seat, as two are merged or parted, in this transaction; the texts say
# why, and where the sheet came from. It becomes a correction.
seats_changing_hands: Signal[[SeasonGame, ScoreSheet, str, str, User], None] = Signal()
# Something is to be tried out for a season and these characters. The answer is what would follow, as pages show it.
tried_out: Signal[[Season, Collection[int], Callable[[], object]], object] = Signal()
# Somebody who arrives wants a character for the tournament: the answer, or ValidationError for its name.
character_wanted: Signal[[Arrival], Character] = Signal()
# Somebody who arrives wants to enter the tournament with this character; ValidationError says why not.
entry_wanted: Signal[[Arrival, Character], Entry] = Signal()
# A guest of the league is this person, says an organiser, the last of the three, in this transaction.
guest_recognised: Signal[[Character, User, User], None] = Signal()
# Somebody asked to join, in this transaction.
join_asked: Signal[[JoinRequest], None] = Signal()
# A request to join was decided, in this transaction; whether a member had said who they are.
join_decided: Signal[[JoinRequest, bool], None] = Signal()
# A person is being forgotten, in this transaction, and characters are left under this label: what points at the
# account, or is of it, has to go while characters and memberships are still theirs.
person_leaving: Signal[[User, str], None] = Signal()
# The same person in the same transaction: characters and memberships end.
person_left: Signal[[User, str], None] = Signal()
