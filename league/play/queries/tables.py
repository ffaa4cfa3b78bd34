"""A play as one reader may see it, and the lobby. What is hidden from the reader's seat never reaches a page:
everything here is made from the engine's view of that seat and from what was told to it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.utils import timezone

from characters.models import Character
from characters.queries.compiled import Compiled
from engine import Game, all_surely
from engine.translatable import spoken
from games.models import Play, PlaySeat
from games.rules.absence import is_here
from games.rules.fair_chance import seconds_to_show
from games.services.plays import game_of
from games.services.whose_turn import is_out_of_time
from league.boards.charts.drawing import BoardDrawing, drawing
from league.models import Season, SeasonPlay
from league.play.charts.careers import pictured
from league.play.queries.levels import BotFace, face_of
from league.play.queries.turn_log import LINES, HeardTurn, LogLine, heard, last_heard, speaks_to
from league.play.rules.choices import Label
from league.play.rules.last_words import last_word
from league.play.rules.systems import LineFigure, arranged, consequences, label_of, laid_out, line_of, shown
from league.play.rules.tokens import Token

LOG_PAGE = 5  # turns: what stands on a page of the log does not change once it is full
PER_LIST = 20
MOST_AT_TURN = 5
LATEST = 4  # turns: what who waits reads of what happened
CARD_GAMES = frozenset({"career_compass", "career_poker"})
MOST_BUTTONS = 9  # on a phone
MOST_HELD = 4  # cards in the hand, in two rows of a phone
MOST_SURE = 60  # choices whose consequences are worked out: nobody reads a hundred
_GLANCED = ("actor", "changed_at", "counts", "decide_by", "decides_since", "game", "number", "status")
_GLANCE = Compiled(
    lambda play: (
        PlaySeat.objects.filter(play=play)
        .select_related("play")
        .only("seat", "person", "seen_at", "order", *(f"play__{name}" for name in _GLANCED))
        .order_by("seat")
    )
)
_SEATS = Compiled(lambda play: PlaySeat.objects.filter(play=play).select_related("character").order_by("seat"))


def glance_at(play: int) -> list[PlaySeat]:
    """Return the seats of a play, with no more of them and of the play than shows who is there and whether anything is
    new; an empty list if there is no such play."""
    return _GLANCE.all(play)


def seats_of(play: Play) -> list[PlaySeat]:
    """Return the seats in order, with the characters that sit there."""
    return _SEATS.all(play.pk)


@dataclass(frozen=True, slots=True)
class SeatView:
    """`number` from 1. `salt_hash`, `owes_salt`: what its browser adds to chance, see `PlaySeat`. `knows`: what the
    engine's view says of the seat to everybody, such as its number of cards. `face`: of a bot that plays for itself."""

    number: int
    name: str
    character: Character | None
    bot: str
    taken: bool
    mine: bool
    decides: bool
    won: bool
    here: bool
    knows: dict[str, Any]
    salt_hash: str = ""
    owes_salt: bool = False
    face: BotFace | None = None

    @property
    def token(self) -> Token:
        return Token(self.number, self.name)


class SeatInLine(NamedTuple):
    """A seat in the line of all, drawn once for the same values. `token`: None if nobody stands on a board; `here`:
    None if nobody needs to know."""

    number: int
    name: str
    token: Token | None
    face: BotFace | None
    here: bool | None
    decides: bool
    mine: bool
    figures: tuple[LineFigure, ...]


@dataclass(frozen=True, slots=True)
class TableChoice:
    """A choice of the reader. `sure`: what it surely does, told to the seat that decides; `token`: of the player that
    it picks."""

    action: str
    text: str
    detail: str
    label: Label
    sure: tuple[str, ...]
    token: Token | None

    @property
    def piles(self) -> list[tuple[str, int]]:
        """Return the cards that it plays, each value with how many of it."""
        return [(card, len(list(same))) for card, same in groupby(self.label.cards)]


@dataclass(frozen=True, slots=True)
class PlayPage:
    """`eyes`: the seat, from 0, through which the reader looks; None for a spectator. `hand_over`: one person plays
    several seats, and this one, from 1, is to look at the screen now. `asides`: what the reader may do beside the
    choices, also while another decides."""

    play: Play
    season: Season
    seats: list[SeatView]
    eyes: int | None
    hand_over: SeatView | None
    view: dict[str, Any]
    drawn: dict[str, Any]
    choices: list[TableChoice]
    log: list[LogLine]
    my_move: bool
    controls: Any
    board: Any
    pieces: Any
    asides: list[TableChoice] = field(default_factory=list)

    @property
    def log_pages(self) -> list[tuple[int, list[LogLine]]]:
        """Return the log in pages, the newest first, each with its number; an oldest page that is cut off is left
        out."""
        first = max(0, self.play.number - LINES)
        pages = groupby(self.log, key=lambda line: (line.number - 1) // LOG_PAGE)
        return [(number, list(lines)) for number, lines in pages if number * LOG_PAGE >= first]

    @property
    def in_play(self) -> bool:
        """Return whether the game is under way, so that its page is one screen."""
        return self.play.status == Play.RUNNING and bool(self.view)

    @property
    def line(self) -> list[SeatInLine]:
        """Return every seat with the figures of it that count."""
        watched, on_board = self.watched, self.play.system not in CARD_GAMES
        return [
            SeatInLine(
                seat.number,
                seat.name,
                seat.token if on_board else None,
                seat.face,
                seat.here if seat in watched else None,
                seat.decides,
                seat.mine,
                tuple(figures),
            )
            for seat, figures in zip(
                self.seats, line_of(self.play.system, self.view["players"], self.board), strict=True
            )
        ]

    @property
    def latest(self) -> list[LogLine]:
        """Return what was told of the last turns, for a player who waits."""
        return self.log[:LATEST]

    @property
    def places(self) -> list[tuple[SeatView, Any]]:
        """Return every seat with what is drawn of it."""
        return list(zip(self.seats, self.drawn["seats"], strict=True))

    @property
    def trades(self) -> list[tuple[SeatView, TableChoice]]:
        """Return what may be done with other seats, each with its seat."""
        return [(self.seats[at], choice) for at, choices in self.controls.people.items() for choice in choices]

    @property
    def picture(self) -> BoardDrawing:
        """Return the board without what lies on it."""
        return drawing(self.board)

    @property
    def decider(self) -> SeatView | None:
        return None if self.play.actor is None else self.seats[self.play.actor]

    @property
    def hand(self) -> list[tuple[dict[str, Any], list[TableChoice]]]:
        """Return the cards of the reader, each with the choices that play it."""
        choices = [] if self.too_many_buttons else self.choices
        return [(card, [choice for choice in choices if choice.label.card == card["key"]]) for card in self._cards]

    @property
    def held(self) -> list[dict[str, Any]]:
        """Return the cards of the reader that nothing can be done with now."""
        return [card for card, ways in self.hand if not ways]

    @property
    def held_first(self) -> list[dict[str, Any]]:
        """Return the held cards that a small screen has room for beside a board."""
        return self.held if len(self.held) <= MOST_HELD else self.held[: MOST_HELD - 1]

    @property
    def held_others(self) -> list[dict[str, Any]]:
        """Return the held cards that lie under the last place of the first ones."""
        return self.held[len(self.held_first) :]

    @property
    def other_choices(self) -> list[TableChoice]:
        """Return the choices that play no card of the reader."""
        hand = {card["key"] for card in self._cards}
        return [choice for choice in self.choices if choice.label.card not in hand]

    @property
    def only_on_cards(self) -> bool:
        """Return whether every choice is made by tapping a card of the hand."""
        return bool(self.choices) and not self.too_many_buttons and not self.other_choices

    @property
    def _cards(self) -> list[dict[str, Any]]:
        cards: list[dict[str, Any]] = self.drawn.get("hand", [])
        return cards

    @property
    def too_many_buttons(self) -> bool:
        """Return whether the choices are a list to pick from: more than fit on a phone, neither cards nor
        on a board."""
        buttons = self.board is not None or any(choice.label.cards for choice in self.choices)
        return len(self.choices) > MOST_BUTTONS and not buttons

    @property
    def template(self) -> str:
        return f"league/play/table_{self.play.system}.html"

    @property
    def winners(self) -> list[SeatView]:
        return [seat for seat in self.seats if seat.won]

    @property
    def last_word(self) -> tuple[SeatView, str] | None:
        """Return what a bot says of a game that is over, a beaten one if there is any, and which."""
        bots = [seat for seat in self.seats if seat.face]
        if self.play.status != Play.OVER or not self.play.outcome or not bots:
            return None
        text = last_word(self.play.system, self.play.outcome, [seat.name for seat in self.seats])
        return (min(bots, key=lambda seat: seat.won), spoken(text)) if text else None

    @property
    def watched(self) -> list[SeatView]:
        """Return the seats of people, if there are several, who look or do not."""
        people = [seat for seat in self.seats if seat.taken and not seat.bot]
        return people if len(people) > 1 else []

    @property
    def free_seats(self) -> bool:
        return not all(seat.taken for seat in self.seats)

    @property
    def seats_for_anybody(self) -> bool:
        """Return whether a free seat waits for nobody."""
        return any(not seat.taken and seat.character is None for seat in self.seats)

    @property
    def too_few_to_count(self) -> bool:
        """Return whether every seat is taken, so that the game could begin, but only one person sits there."""
        people = [seat for seat in self.seats if not seat.bot]
        alone = len(people) < 2 or all(seat.mine for seat in people)
        return alone and self.play.counts and all(seat.taken for seat in self.seats)

    @property
    def awaited(self) -> list[SeatView]:
        """Return the seats whose browsers have to show their salts before the game begins."""
        return [seat for seat in self.seats if seat.owes_salt] if self.play.sealed_at else []

    @property
    def seconds_to_show(self) -> int:
        """Return for how many seconds the awaited may still show their salts, before others can begin without them."""
        return seconds_to_show(self.play.sealed_at, timezone.now()) if self.play.sealed_at else 0

    @property
    def sits(self) -> bool:
        """Return whether the reader has a seat."""
        return any(seat.mine for seat in self.seats)

    @property
    def asks_for_more(self) -> bool:
        """Return whether others may ask the reader to play again, so that the page of the end listens."""
        return self.play.status == Play.OVER and self.sits and len(self.watched) > 1

    @property
    def me(self) -> SeatView | None:
        return None if self.eyes is None else self.seats[self.eyes]


def version_of(play: Play, seats: Iterable[PlaySeat]) -> str:
    """Return a text that changes whenever a page of the play may look different. For both arguments a glance is
    enough."""
    now = timezone.now()
    here = "".join("h" if is_here(seat.seen_at, now) else "a" for seat in seats if seat.person_id is not None)
    late = play.decide_by is not None and play.decide_by <= now
    at = f"{play.changed_at.timestamp():.6f}"
    return f"{play.pk}.{play.number}.{play.status}.{at}.{play.game_id or 0}.{here}.{late}"


def table_view(
    season_play: SeasonPlay,
    reader: Person | AnonymousUser,
    *,
    seat: int | None = None,
    acting: bool = False,
    seats: list[PlaySeat] | None = None,
    unkept: Sequence[HeardTurn] | None = None,
) -> PlayPage:
    """Return what this person may see of the table.

    `seat`, from 1: the one of several own seats through which they look; `acting`: always the one that decides, as
    programs do, which need no curtain. `seats`: those of the play, if already known. `unkept`: what was
    told in a play that is in no database, the newest first, as `heard` takes it.
    """
    play = season_play.play
    seats = seats or seats_of(play)
    own = [seat.seat - 1 for seat in seats if seat.person_id is not None and seat.person_id == reader.pk]
    game = game_of(play) if play.state is not None else None
    eyes = _eyes(own, play, play.actor if acting else None if seat is None else seat - 1)
    view = game.view(eyes) if game else {}
    names = [seat.name for seat in seats]
    mine = game is not None and play.actor in own and decides_now(play, seats)
    lines = [_seat(seat, play, own, view) for seat in seats]
    turns = last_heard(play.pk, eyes, names) if unkept is None else heard(unkept, eyes, names)
    sentences = [sentence for turn in turns for sentence in reversed(turn.sentences)]
    spread = laid_out(play.system, view, game, sentences) if game else {}
    drawn = shown(play.system, spread, names) if game else {}
    choices = _choices(play.system, game, spread, names) if game and mine and eyes == play.actor else []
    asides = _asides(play, game, seats, eyes, names) if game and eyes is not None else []
    return PlayPage(
        play=play,
        season=season_play.season,
        seats=lines,
        eyes=eyes,
        hand_over=lines[play.actor] if mine and eyes != play.actor and play.actor is not None else None,
        view=view,
        drawn=drawn,
        choices=choices,
        log=[turn.line for turn in turns if turn.sentences],
        my_move=mine,
        controls=arranged(play.system, [*choices, *asides]),
        board=spread.get("board"),
        pieces=pictured(spread, drawn, choices),
        asides=asides,
    )


def decides_now(play: Play, seats: Sequence[PlaySeat]) -> bool:
    """Return whether a person is asked for a choice."""
    return play.actor is not None and play.paused_at is None and seats[play.actor].decides_herself


def _eyes(own: Sequence[int], play: Play, wished: int | None) -> int | None:
    """Return the person's own seat through which they look. One who plays several names it each time, for the screen
    goes round."""
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
        here=is_here(row.seen_at, timezone.now()),
        salt_hash=row.salt_hash,
        owes_salt=row.owes_salt,
        won=bool(play.outcome) and at in (play.outcome or {})["winners"],
        knows=view["players"][at] if view else {},
        face=face_of(play.system, row.bot, row.name) if row.bot and row.character is None else None,
    )


def _choices(system: str, game: Game, view: Mapping[str, Any], names: list[str]) -> list[TableChoice]:
    choices, legal, say = [], game.legal, speaks_to(names)
    ahead = all_surely(game, [action.action for action in legal]) if len(legal) <= MOST_SURE else [[] for _one in legal]
    for choice, sentences in zip(legal, ahead, strict=True):
        sure = tuple(map(say, consequences(system, sentences)))
        choices.append(_choice(choice.text, label_of(system, choice.text, view["about"], names), names, sure))
    return choices


def _choice(action: str, label: Label, names: Sequence[str], sure: tuple[str, ...] = ()) -> TableChoice:
    token = None if label.seat is None else Token(label.seat + 1, names[label.seat])
    return TableChoice(action, spoken(label.text), spoken(label.detail), label, sure, token)


def _asides(play: Play, game: Game, seats: Sequence[PlaySeat], eyes: int, names: list[str]) -> list[TableChoice]:
    """Return what a seat may do beside the choices while a person decides and still has time to."""
    if play.actor is None or not decides_now(play, seats) or not seats[eyes].decides_herself:
        return []
    if eyes != play.actor and is_out_of_time(play, seats[play.actor], timezone.now()):
        return []
    texts = [game.describe(action) for action in game.asides().get(eyes, ())]
    return [_choice(text, label_of(play.system, text, {}, names), names) for text in texts]
