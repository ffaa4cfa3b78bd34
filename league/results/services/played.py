"""A season's game played by the engine, with bots in every seat. Its outcome is a score sheet like any other.

The bots play before anything is written: no lock is held while they think. What they sat down with, levels and house
rules of that moment, is checked again when the sheet is handed in.

Nobody can choose what comes out: the key of the game is drawn when it is played and known to nobody before its record
is written, and the sheet confirms itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from characters.models import Character
from characters.queries.history import lives_of
from characters.rules.career import Life
from characters.rules.game_choices import BadChoice
from characters.rules.house_rules import BadHouseRule, HouseRules, house_rules
from characters.rules.own_choices import one_games_choices
from engine import SYSTEMS as ENGINE
from engine import BadBot, EngineError, new_game, new_key, record_game
from engine.careers.editions import edition_ids
from engine.core.records import Recorder
from engine.core.simulation import seat_bots
from engine.said import said, spoken
from games.models import Sheet
from games.rules.bots import too_patient
from games.rules.sheets import Known, ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS, setup_problems
from games.rules.tables import Player, engine_options, played_sheet
from games.services.sheets import keep_record, refuse
from league.boards.queries import own_board
from league.clubs.queries import known_for
from league.models import BoardVersion, Season, SeasonGame
from league.results.queries.carry_over import Held, last_positions
from league.results.services.games import next_reference, report_game

User = Person | None
NOBODY_WON = said("Nobody won: the game was broken off at its turn limit. Take another target or other bots.")


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at the table: a character that the bot plays for, or None for a computer player (R104)."""

    character: Character | None
    bot: str


@dataclass(frozen=True, slots=True)
class Table:
    """What is to be played, by whom, to which end. `choices`: settings of this one game, instead of the season's, and
    `board` its board of Careers: an edition's id or the digest of a board of the league; "" for the season's.
    `formula`: the common one of a game of Careers that plays for one, cash in thousands, happiness and fame."""

    seats: tuple[Chair, ...]
    system: str = "careers"
    mode: str = ""
    target: int | None = None
    minutes: int | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)
    board: str = ""
    formula: Sequence[int] = ()

    def as_dict(self) -> dict[str, Any]:
        """JSON-able; `from_dict` is the inverse."""
        seats = [{"character": seat.character and seat.character.pk, "bot": seat.bot} for seat in self.seats]
        return {name: getattr(self, name) for name in _PLAIN} | {"seats": seats}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Table":
        """The table that `as_dict` wrote, with its characters as they are now."""
        characters = Character.objects.in_bulk([seat["character"] for seat in data["seats"] if seat["character"]])
        seats = tuple(Chair(seat["character"] and characters[seat["character"]], seat["bot"]) for seat in data["seats"])
        return cls(seats, **{name: data[name] for name in _PLAIN if name in data})


_PLAIN = ("system", "mode", "target", "minutes", "choices", "board", "formula")


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A game that is over: its sheet, and its record as text."""

    sheet: ScoreSheet
    record: str


def check_table(season: Season, table: Table) -> None:
    """Raises ValidationError when the table can't play. No bot thinks here."""
    prepared(season, table)


def play_table(*, season: Season, table: Table, go_on: Callable[[], bool], key: bytes | None = None) -> PlayedTable:
    """Plays a game now, with dice and bots that nobody can have known: a new key every time, but for the games of the
    sample, which give their own. `go_on` is asked before every action, and raises to break the game off.

    Raises ValidationError when the table can't play, when a bot fails, or when nobody wins.
    """
    blank, options = prepared(season, table)
    key = key or new_key()
    bots_draw_from = int.from_bytes(key[:8], "big")
    try:
        recorder = record_game(blank.system, len(table.seats), _bots(table), bots_draw_from, options, go_on, key)
    except BadBot as error:
        raise ValidationError(spoken(error.args[0])) from error
    return PlayedTable(_sheet(blank, recorder), recorder.text())


@transaction.atomic
def hand_in(*, season: Season, played: PlayedTable, by: User = None) -> SeasonGame:
    """Reports the game with its record, and confirms it. Raises ValidationError when its sheet can't stand any more."""
    made = report_game(
        season=season,
        reference="",
        sheet=played.sheet,
        source=Sheet.ENGINE,
        by=by,
        confirm=True,
        played_by_bots=True,
    )
    keep_record(game=made.game, text=played.record, rules_version=ENGINE[played.sheet.system].version)
    return made


def _bots(table: Table) -> list[str]:
    return [chair.bot for chair in table.seats]


def prepared(season: Season, table: Table, *, practice: bool = False) -> tuple[ScoreSheet, dict[str, Any]]:
    """The blank sheet and the engine's options, both proved; practice needs not be a game that a league could have."""
    if table.formula:
        table = replace(table, choices={**table.choices, "formula": "common"})
    blank = blank_sheet(table.seats, table.system, table.mode, table.target, table.minutes, timezone.now())
    blank = replace(blank, settings=table.choices)
    known = known_for(season, blank, next_reference(season))
    if not practice:
        refuse(setup_problems(blank, known))
    try:
        patient = too_patient(table.system, _bots(table))
        if patient:
            raise ValidationError([spoken(one) for one in patient])
        rules = _rules_of(table, known.rules)
        board = own_board(season.league, rules.board)
        options = engine_options(blank, _players(table.seats, known, last_positions(season)), rules, board)
        if table.formula:
            options["settings"]["common_formula"] = list(table.formula)
        seat_bots(ENGINE[table.system], len(table.seats), _bots(table))
        new_game(table.system, len(table.seats), options=options)
    except (BadHouseRule, BoardVersion.DoesNotExist, EngineError) as error:
        raise ValidationError(spoken(error.args[0])) from error
    return blank, options


def _rules_of(table: Table, rules: HouseRules) -> HouseRules:
    """The house rules with the choices of this game. Raises ValidationError: what counts is the season's to say."""
    try:
        chosen = one_games_choices(table.system, rules.choices(table.system), table.choices)
    except BadChoice as error:
        raise ValidationError(spoken(error.args[0])) from error
    games = {**rules.games, table.system: chosen}
    return replace(rules, games=games, board=house_rules({"board": table.board or rules.board}).board)


def blank_sheet(
    seats: Sequence[Chair], system: str, mode: str, target: int | None, minutes: int | None, now: datetime
) -> ScoreSheet:
    """The sheet as far as it is known before the game, in the language of its first character."""
    editions = [chair.character.edition for chair in seats if chair.character]
    lines = tuple(
        SeatLine(number, chair.character.pk, chair.character.name)
        if chair.character
        else SeatLine(number, None, f"{chair.bot.partition(':')[0].strip().title()} bot")
        for number, chair in enumerate(seats, start=1)
    )
    return ScoreSheet(system, next(iter(editions), edition_ids()[0]), now, lines, mode, target, minutes)


def _players(seats: Sequence[Chair], known: Known, held: Mapping[int, Held]) -> list[Player]:
    characters = [chair.character for chair in seats if chair.character]
    lives = lives_of(characters) if known.rules.carry_over != "none" else {}
    return [_player(chair, known, lives, held) for chair in seats]


def _player(chair: Chair, known: Known, lives: Mapping[int, Life], held: Mapping[int, Held]) -> Player:
    who = chair.character
    if who is None:
        return Player(name="")
    life, last = lives.get(who.pk), held.get(who.pk)
    return Player(
        name=who.name,
        level=known.seated[who.pk].level,
        edition=who.edition,
        specialty=who.specialty,
        side_interest=who.side_interest,
        degrees=life.current.degrees if life else {},
        trips=life.current.trips if life else {},
        birthday=f"{who.birth_month:02}-{who.birth_day:02}" if who.birth_month else "",
        last=(last.position, last.seats) if last else None,
    )


def _sheet(blank: ScoreSheet, recorder: Recorder) -> ScoreSheet:
    outcome = recorder.game.outcome()
    if outcome is None or (SYSTEMS[blank.system].ONE_WINNER and len(outcome.winners) != 1):
        raise ValidationError(spoken(NOBODY_WON))
    return played_sheet(blank, outcome.scores)
