"""The effect of other rules of the table on a league: seasons that the engine plays, each twice, in two worlds with the
same luck (common random numbers: who sits down, and the seed of every game, are the same in both).

At each table sit people who sat together recently; bots play for them, by their levels in that world at that moment,
and the result goes through the same steps as every review. At every CHECK_EVERY-th table it is asked whether politics
decided: from its first layoff, reorg or free pass on, the game is played once more in which nobody uses any. One act
changes every throw that follows, so it is also played once with the act and other dice: as often as that has another
winner, chance alone would have had one too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple

from characters.rules.career import CareerTotals
from characters.rules.ladder import Profile
from engine import SYSTEMS
from engine.careers.actions import FREE_PASS, LAY_OFF, REORGANISE
from engine.core.bots import Bot, make_bot
from engine.core.game import Game
from engine.core.rng import Stream, derive, seeded
from engine.core.simulation import bot_streams, play_out
from games.rules.careers import SEATS
from games.rules.lines import result_facts
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import outcome
from games.rules.tables import TablePlayer, engine_options, played_sheet
from league.lab.rules.what_if import Lived, Living, WorldTotals, side_by_side
from league.lab.rules.what_if_worlds import World
from league.standings.rules.tiebreaks import table_results

METHOD = "what-if-games/2"
POLITICS, OTHER_DICE = "politics", "other_dice"
CHECK_EVERY = 5
USUAL_SEATS = 4  # where nobody has sat together yet
MOST_TURNS = 5_000  # a game that goes on is broken off; nobody wins it, and it counts for nobody
BOT = "greedy"
_CAREERS = SYSTEMS["careers"]
_OFFICE = frozenset((*LAY_OFF, REORGANISE, FREE_PASS))
_DAY = datetime(2000, 1, 1, tzinfo=UTC)
GoOn = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Roster:
    """The characters of a league. `people`: by id the career with which each begins. `tables`: those of them who sat
    together recently."""

    people: Mapping[int, tuple[CareerTotals, Profile]]
    tables: Sequence[Sequence[int]]


class Sitting(NamedTuple):
    """One table's luck. The first of `order` sit down, `together` of them if a world does not have its own number."""

    order: tuple[int, ...]
    together: int
    seed: int


class Played(NamedTuple):
    """A game that is over, and, if examined, whether it had another winner without politics, and with them but
    by other dice."""

    game: Game
    politics: bool = False
    other_dice: bool = False


def checked(games: int) -> int:
    """Return how many tables of a season are looked at for politics."""
    return -(-games // CHECK_EVERY)


def live_games(
    roster: Roster, today: World, other: World, games: int, *, seed: str, season: int, go_on: GoOn | None = None
) -> WorldTotals:
    """Live season number `season` in both worlds, the same on every worker and at any time. Raise what `go_on` raises,
    which is asked before every action of the engine, and BrokenOff once it says no."""
    chance = Random(f"{METHOD} {seed} {season}")
    luck = [_sitting(roster, chance) for _game in range(games)]
    return side_by_side(*(_lived(roster, luck, world, go_on) for world in (today, other)))


def _sitting(roster: Roster, chance: Random) -> Sitting:
    first = list(chance.choice(roster.tables)) if roster.tables else []
    chance.shuffle(first)
    others = [who for who in roster.people if who not in first]
    order = first + chance.sample(others, min(SEATS[1], len(others)))
    return Sitting(
        tuple(order[: SEATS[1]]), max(len(first), SEATS[0]) if first else USUAL_SEATS, chance.getrandbits(63)
    )


def _lived(roster: Roster, luck: Sequence[Sitting], world: World, go_on: GoOn | None) -> Lived:
    living, checks, unwon = Living(roster.people, world.rules), {POLITICS: 0, OTHER_DICE: 0}, 0
    for number, sitting in enumerate(luck):
        seats = sitting.order[: world.format.seats or sitting.together]
        blank = blank_sheet(roster, seats, world)
        played = play(options_of(roster, living.careers, blank, world), sitting.seed, number % CHECK_EVERY == 0, go_on)
        checks[POLITICS] += played.politics
        checks[OTHER_DICE] += played.other_dice
        ended = played.game.outcome()
        if ended is None or not ended.winners:
            unwon += 1
            continue
        _counts(living, played_sheet(blank, ended.scores), number)
    return living.over(checks, unwon)


def _counts(living: Living, sheet: ScoreSheet, number: int) -> None:
    """Count the sheet in the standings, and in the careers of all who sat there."""
    came = outcome(sheet)
    for who, fact in result_facts(number, 1, "", sheet, reference="", result=came):
        if fact.line is not None:
            living.plays(who, fact.line)
    living.race.ended({result.character: result.table_points for result in table_results(sheet, came)})


def blank_sheet(roster: Roster, seats: Sequence[int], world: World) -> ScoreSheet:
    """Return the sheet of a table in the words of the first character's edition, as for every game of bots in a
    season."""
    edition, form = roster.people[seats[0]][1].edition, world.format
    lines = tuple(SeatLine(number, who, "") for number, who in enumerate(seats, 1))
    return ScoreSheet("careers", edition, _DAY, lines, form.mode, form.target, form.minutes)


def prove(roster: Roster, careers: Mapping[int, CareerTotals], world: World) -> None:
    """Prove that a table could sit down in that world. Raise EngineError."""
    seats = tuple(roster.people)[: world.format.seats or SEATS[0]]
    options = options_of(roster, careers, blank_sheet(roster, seats, world), world)
    _CAREERS.new_game(len(seats), 0, options)


def options_of(roster: Roster, careers: Mapping[int, CareerTotals], blank: ScoreSheet, world: World) -> dict[str, Any]:
    """Return the engine's options for a table, by the careers at that moment."""
    players = [_player(careers[who], roster.people[who][1]) for who in blank.character_ids]
    options = engine_options(blank, players, world.rules, world.board)
    most = min(options["settings"].get("turn_limit", MOST_TURNS), MOST_TURNS)
    return {**options, "settings": {**options["settings"], "turn_limit": most}}


def _player(career: CareerTotals, profile: Profile) -> TablePlayer:
    return TablePlayer(
        name="",
        level=career.level,
        edition=profile.edition,
        specialty=profile.specialty,
        side_interest=profile.side_interest,
        degrees=career.degrees,
        trips=career.trips,
    )


def play(options: Mapping[str, Any], seed: int, check: bool, go_on: GoOn | None = None) -> Played:
    """Play one game to its end. Looking at its politics changes nothing in it."""
    seats = len(options["players"])
    game, streams = _CAREERS.new_game(seats, seed, options), bot_streams(seed, 0, seats)
    bot = make_bot(_CAREERS, BOT)
    if not check:
        play_out(game, [bot] * seats, streams, go_on)
        return Played(game)
    try:
        play_out(game, [_UntilPolitics(bot)] * seats, streams, go_on)
    except _FirstAct:
        return _with_others(game, bot, streams, seed, go_on)
    return Played(game)


def _with_others(game: Game, bot: Bot, streams: Sequence[Stream], seed: int, go_on: GoOn | None) -> Played:
    """Play a game on from its first act of politics: as it goes, without politics, and by other dice."""

    def winners(way: Game, by: Bot) -> Sequence[int]:
        play_out(way, [by] * game.seats, [_same(stream) for stream in streams], go_on)
        ended = way.outcome()
        return ended.winners if ended else ()

    without, shaken = game.clone(), game.clone()
    shaken.rng = seeded(derive(seed, 1))
    won = winners(game, bot)
    others = winners(without, _NoPolitics(bot)), winners(shaken, bot)
    return Played(game, *(bool(won) and other != won for other in others))


def _same(stream: Stream) -> Stream:
    copy = Stream(0)
    copy.state = stream.state
    return copy


class _FirstAct(Exception):
    """Somebody is about to use a power."""


@dataclass(frozen=True, slots=True)
class _UntilPolitics:
    bot: Bot

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        before = stream.state
        choice = self.bot.choose(game, legal, stream)
        if choice in _OFFICE:
            stream.state = before
            raise _FirstAct
        return choice


@dataclass(frozen=True, slots=True)
class _NoPolitics:
    bot: Bot

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        return self.bot.choose(game, [action for action in legal if action not in _OFFICE], stream)
