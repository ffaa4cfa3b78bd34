"""Read what a play is made of, for callers that may know it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from characters.queries.compiled import Compiled
from engine import SYSTEMS, BadRecord, EngineError, Game, Move, Outcome, may_be_taken_back, new_game
from engine.core.chance import chance_before, opening_chance
from engine.core.films import Film
from engine.core.records import play_keyed
from engine.translatable import said
from games.models import Play, PlaySeat, Turn
from games.rules.fair_chance import key_of
from games.rules.play_records import TurnLine, game_record, play_record, prove, that_stand

NOTHING_YET = said("You have no choice to take back.")
TOO_LATE = said("Somebody has acted since, so your choice can't be taken back.")
LEARNT = said("Your choice revealed something or was followed by chance, so it can't be taken back.")
OTHER_RULES = said("The site's rules have changed since this game began, so nothing can be taken back.")
_LAST_OF_A_PERSON = Compiled(
    lambda play: (
        Turn.objects.filter(Q(by__isnull=False) | Q(kind=Turn.REWOUND), play=play)
        .only("kind", "by")
        .order_by("-number")[:1]
    )
)


def key_of_play(play: Play, seats: Sequence[PlaySeat]) -> bytes:
    """Return the key of the game. Nobody may see it before the end."""
    return key_of(bytes(play.secret), [row.salt for row in seats])


def setup_of(play: Play) -> Mapping[str, Any]:
    """Return the options that mean today what the play began with. Raise OldRules."""
    assert play.setup is not None
    return SYSTEMS[play.system].options_of(play.rules_version, play.setup) or {}


def turns_of(play: Play) -> list[TurnLine]:
    """Return every turn, in order."""
    return _lines(Turn.objects.filter(play=play).order_by("number"))


def _lines(turns: QuerySet[Turn]) -> list[TurnLine]:
    return [TurnLine(*row) for row in turns.values_list(*TurnLine._fields)]


def actions_of(play: Play) -> list[Move]:
    """Return every action that the game as it stands is made of, in order."""
    return [turn.move for turn in that_stand(turns_of(play))]


def film_of_play(play: Play) -> Film:
    """Return the game as it stands, under today's rules. Raise OldRules when the rules of the play are no longer known.
    The play has begun; nobody may see what is hidden from them, nor the key."""
    seats, system = list(play.seats.order_by("seat")), SYSTEMS[play.system]
    key = key_of_play(play, seats)
    return Film(system.new_game(len(seats), options=setup_of(play), key=key), tuple(actions_of(play)), key)


def record_of(play: Play) -> str:
    """Return the proof of a play that is over, see `games.rules.play_records.prove`. Raise BadRecord if today's
    rules lead to another end, and EngineError if they know no such game."""
    assert play.status == Play.OVER
    turns, seats, film = turns_of(play), list(play.seats.order_by("seat")), film_of_play(play)
    assert film.key is not None
    outcome = film.at(len(film.actions))[0].outcome()
    if outcome is None or outcome.as_dict() != play.outcome:
        raise BadRecord("The rules have changed since: by those of today this game would end otherwise.")
    record = game_record(play.system, len(seats), film.opened.setup, film.key, film.actions)
    salts, hashes = [row.salt for row in seats], [row.salt_hash for row in seats]
    return play_record(bytes(play.secret), salts, hashes, turns, record)


def prove_play(play: Play, record: str) -> Outcome | None:
    """Return how the play ended, by its record and what was public before it began. Raise what `prove` raises."""
    hashes = list(play.seats.order_by("seat").values_list("salt_hash", flat=True))
    return prove(record.splitlines(), published=play.commitment, hashes=hashes)


def chances_of(play: Play) -> list[str]:
    """Return the chance of the opening and of each action of a play that is over, as decimal digits; today's rules draw
    from these. Raise what `film_of_play` raises."""
    assert play.status == Play.OVER
    film = film_of_play(play)
    assert film.key is not None
    before = (chance_before(film.key, number) for number in range(len(film.actions)))
    return [str(chance) for chance in (opening_chance(film.key), *before)]


@dataclass(frozen=True, slots=True)
class WayBack:
    """The way back for a person: `game` after `actions` actions, or `why` there is none."""

    why: str = ""
    game: Game | None = None
    actions: int = 0


def another_decided_last(play: Play, person: int) -> bool:
    """Return whether somebody else made the last choice of a person, so that there is no way back for this one; after a
    rewind that is for `way_back` to say. Call it before that one, which costs more."""
    last = _LAST_OF_A_PERSON.first(play.pk)
    return last is None or (last.kind == Turn.ACT and last.by_id != person)


def way_back(play: Play, seats: Sequence[PlaySeat], person: int) -> WayBack:
    """Return the way back to before this person's last choice, if nobody acted since and nobody learnt anything by
    it."""
    assert play.status == Play.RUNNING
    at, since = _last_choice(play)
    if not since or since[0].by != person:
        turns = that_stand(turns_of(play))
        return WayBack(TOO_LATE if any(turn.by == person for turn in turns) else NOTHING_YET)
    if not all(turn.seat is not None and seats[turn.seat].decides_herself for turn in since[1:]):
        return WayBack(TOO_LATE)
    try:
        return _way_back_to(play, seats, at, since)
    except EngineError:
        return WayBack(OTHER_RULES)


def asked_at(play: Play, actions: int) -> datetime | None:
    """Return when the choice after that many actions was first asked for, or asked for again by a rewind."""
    turns = turns_of(play)
    first = that_stand(turns)[actions - 1].at if actions else play.started_at
    again = [turn.at for turn in turns if turn.kind == Turn.REWOUND]
    return max(filter(None, (first, *again)), default=None)


def _last_choice(play: Play) -> tuple[int, list[TurnLine]]:
    """Return the number of actions before the last choice of a person, and the turns that stand from it on; no turns if
    no person chose."""
    if play.actions_before is not None:
        latest = Turn.objects.filter(play=play, kind=Turn.ACT).order_by("-number")
        return play.actions_before, _lines(latest[: play.actions - play.actions_before])[::-1]
    turns = that_stand(turns_of(play))
    at = next((number for number in reversed(range(len(turns))) if turns[number].by is not None), len(turns))
    return at, turns[at:]


def _way_back_to(play: Play, seats: Sequence[PlaySeat], at: int, since: Sequence[TurnLine]) -> WayBack:
    key = key_of_play(play, seats)
    game = _game_before(play, seats, at, key)
    before = game.clone()
    for number, turn in enumerate(since, at):
        if number > at and len(game.legal_actions()) != 1:
            return WayBack(TOO_LATE)
        if not may_be_taken_back(game, game.parse(turn.action)):
            return WayBack(LEARNT)
        play_keyed(game, turn.action, key, number)
    if play.state is None or game != SYSTEMS[play.system].load(play.state):
        return WayBack(OTHER_RULES)
    return WayBack(game=before, actions=at)


def _game_before(play: Play, seats: Sequence[PlaySeat], actions: int, key: bytes) -> Game:
    """Return the game before the last choice of a person, after `actions` actions."""
    if play.state_before is not None:
        return SYSTEMS[play.system].load(play.state_before)
    game = new_game(play.system, len(seats), options=setup_of(play), key=key)
    for number, action in enumerate(actions_of(play)[:actions]):
        play_keyed(game, action, key, number)
    return game
