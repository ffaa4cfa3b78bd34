"""A play as one reader may see it, and the lobby. What is hidden from the reader's seat never comes near a page:
everything here is made from the engine's view of that seat and from what was told to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from characters.models import Character
from characters.queries.compiled import Compiled
from engine import Game, surely
from engine.said import spoken
from games.models import Play, PlaySeat, Turn
from games.rules.told import told_to
from games.services.plays import game_of
from league.core.queries.access import visible_to
from league.models import Season, SeasonPlay
from league.play.rules import Label, label_of, shown

LINES = 40  # turns that the log tells
PER_LIST = 20
MOST_AT_TURN = 5
MOST_BACKS = 8


def seats_of(play: Play) -> list[PlaySeat]:
    """In order, with who sits there."""
    return list(play.seats.select_related("character", "person").order_by("seat"))


@dataclass(frozen=True, slots=True)
class SeatView:
    """`number` from 1. `knows`: what the engine's view says of the seat to everybody, such as its number of cards."""

    number: int
    name: str
    character: Character | None
    bot: str
    taken: bool
    mine: bool
    decides: bool
    won: bool
    knows: dict[str, Any]

    @property
    def backs(self) -> range:
        """As many cards as are drawn face down."""
        return range(min(MOST_BACKS, self.knows.get("cards", 0)))


@dataclass(frozen=True, slots=True)
class Choice:
    """`sure`: what it surely does, told to the seat that decides."""

    action: str
    text: str
    detail: str
    label: Label
    sure: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    sentences: tuple[tuple[str, str], ...]  # and the clause that each follows from


@dataclass(frozen=True, slots=True)
class TableView:
    """`eyes`: the seat, from 0, through which the reader looks; None for who watches. `hand_over`: one person plays
    several seats, and this one, from 1, is to look at the screen now."""

    play: Play
    season: Season
    seats: list[SeatView]
    eyes: int | None
    hand_over: SeatView | None
    view: dict[str, Any]
    drawn: dict[str, Any]
    choices: list[Choice]
    log: list[Line]
    my_move: bool

    @property
    def decider(self) -> SeatView | None:
        return None if self.play.actor is None else self.seats[self.play.actor]

    @property
    def winners(self) -> list[SeatView]:
        return [seat for seat in self.seats if seat.won]

    @property
    def others(self) -> list[SeatView]:
        """All but the reader, in the order of the table after it."""
        if self.eyes is None:
            return self.seats
        return [*self.seats[self.eyes + 1 :], *self.seats[: self.eyes]]

    @property
    def me(self) -> SeatView | None:
        return None if self.eyes is None else self.seats[self.eyes]


def version_of(play: Play) -> str:
    """Another one whenever a page of the play may look different."""
    return f"{play.pk}.{play.number}.{play.status}.{play.changed_at.timestamp():.6f}.{play.game_id or 0}"


def table_view(
    season_play: SeasonPlay, reader: Person | AnonymousUser, *, seat: int | None = None, acting: bool = False
) -> TableView:
    """What this person may see. `seat`, from 1: the one of several own seats through which they look; `acting`: always
    the one that decides, as programs do, which need no curtain."""
    play = season_play.play
    seats = seats_of(play)
    own = [one.seat - 1 for one in seats if one.person_id is not None and one.person_id == reader.pk]
    game = game_of(play) if play.state is not None else None
    eyes = _eyes(own, play, play.actor if acting else None if seat is None else seat - 1)
    view = game.view(eyes) if game else {}
    names = [one.name for one in seats]
    mine = game is not None and play.actor is not None and play.actor in own
    lines = [_seat(one, play, own, view) for one in seats]
    return TableView(
        play=play,
        season=season_play.season,
        seats=lines,
        eyes=eyes,
        hand_over=lines[play.actor] if mine and eyes != play.actor and play.actor is not None else None,
        view=view,
        drawn=shown(play.system, view, names) if view else {},
        choices=_choices(play.system, game, view, names) if game and mine and eyes == play.actor else [],
        log=_log(play, eyes, names),
        my_move=mine,
    )


def _eyes(own: Sequence[int], play: Play, wished: int | None) -> int | None:
    """Through which own seat a person looks. Who plays several says so each time, for the screen goes round."""
    if len(own) == 1:
        return own[0]
    if wished in own and (wished == play.actor or play.status == Play.OVER):
        return wished
    return None


def _seat(row: PlaySeat, play: Play, own: Sequence[int], view: dict[str, Any]) -> SeatView:
    at = row.seat - 1
    return SeatView(
        number=row.seat,
        name=row.name,
        character=row.character,
        bot=row.bot,
        taken=row.taken,
        mine=at in own,
        decides=play.actor == at,
        won=bool(play.outcome) and at in (play.outcome or {})["winners"],
        knows=view["players"][at] if view else {},
    )


def _choices(system: str, game: Game, view: dict[str, Any], names: list[str]) -> list[Choice]:
    made = []
    for choice in game.legal:
        label = label_of(system, choice.text, view["about"], names)
        sure = tuple(one.named(names) for one in surely(game, choice.action))
        made.append(Choice(choice.text, spoken(label.text), spoken(label.detail), label, sure))
    return made


def _log(play: Play, eyes: int | None, names: list[str]) -> list[Line]:
    """The last turns, the newest first, as they were told to these eyes."""
    rows = Turn.objects.filter(play=play).order_by("-number").values_list("number", "told")[:LINES]
    lines = []
    for number, told in rows:
        sentences = tuple((one.named(names), one.why) for one in told_to(told, eyes))
        if sentences:
            lines.append(Line(number + 1, sentences))
    return lines


@dataclass(frozen=True, slots=True)
class Lobby:
    my_turn: list[SeasonPlay]
    waiting: list[SeasonPlay]
    open: list[SeasonPlay]
    running: list[SeasonPlay]
    over: list[SeasonPlay]

    @property
    def nothing(self) -> bool:
        return not (self.my_turn or self.waiting or self.open or self.running or self.over)


def lobby_of(reader: Person | AnonymousUser) -> Lobby:
    """The plays that this person may see: theirs, those that wait for players, those to watch."""
    seen = plays_seen(reader)
    own = PlaySeat.objects.filter(play=OuterRef("play"), person=reader.pk)
    at_turn = own.filter(seat=F("play__actor") + 1)
    running = seen.filter(play__status=Play.RUNNING)
    mine = running.filter(Exists(own)) if reader.pk else running.none()
    others = running.exclude(Exists(own)) if reader.pk else running
    return Lobby(
        my_turn=list(mine.filter(Exists(at_turn))[:PER_LIST]),
        waiting=list(mine.exclude(Exists(at_turn))[:PER_LIST]),
        open=list(seen.filter(play__status=Play.OPEN)[:PER_LIST]),
        running=list(others[:PER_LIST]),
        over=list(seen.filter(play__status=Play.OVER)[:PER_LIST]),
    )


_AT_TURN = Compiled(
    lambda user: (
        SeasonPlay.objects.filter(
            play__status=Play.RUNNING, play__seats__person=user, play__seats__seat=F("play__actor") + 1
        )
        .select_related("play", "season__league")
        .order_by("play__changed_at")[:MOST_AT_TURN]
    )
)


def at_turn(person: Person) -> list[SeasonPlay]:
    """The running plays in which this person decides, the one that has waited longest first."""
    return _AT_TURN(person.pk)


def plays_seen(reader: Person | AnonymousUser) -> QuerySet[SeasonPlay]:
    """With how many seats are taken, the newest first."""
    rows = SeasonPlay.objects.select_related("play__opened_by", "season__league")
    taken = Count("play__seats", filter=~Q(play__seats__salt=""))
    counted = rows.annotate(seat_count=Count("play__seats"), taken=taken)
    return counted.filter(visible_to(reader, "season__league")).exclude(play__status=Play.CLOSED)


def own_characters(season: Season, person: Person) -> QuerySet[Character]:
    """Those that the person may sit down for."""
    return Character.objects.filter(owner=person, enrolment__league=season.league_id).order_by("name")
