"""Tables that the engine is to play for a season, with people, bots or both: who sits there and to which end, the sheet
as far as it is known before, and the engine's options, by the levels and house rules of the moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from characters.models import Character
from characters.queries.history import lives_of
from characters.rules.career import Life
from characters.rules.choices import BadChoice, one_games_choices
from characters.rules.house_rules import BadHouseRule, HouseRules, house_rules
from engine import SYSTEMS as ENGINE
from engine import EngineError, new_game
from engine.careers.editions import edition_ids
from engine.core.simulation import seat_bots
from engine.translatable import said, spoken
from games.rules.bots import too_patient
from games.rules.sheets import Knowledge, ScoreSheet, SeatLine
from games.rules.systems import setup_problems
from games.rules.tables import TablePlayer, engine_options
from games.services.sheets import refuse
from league.boards.queries import own_board
from league.clubs.queries import known_for
from league.models import BoardVersion, Season
from league.results.queries.carry_over import Held, last_positions
from league.results.services.games import next_reference

NOBODY_WON = said("Nobody won: the game was stopped at its turn limit. Choose another target or other bots.")


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at the table: a character that the bot plays for, or None for a computer player (R104), which has its own
    `name` on the sheet."""

    character: Character | None
    bot: str
    name: str = "Bot"


@dataclass(frozen=True, slots=True)
class PreparedTable:
    """A table to be played: its game, its players and its end. `choices`: settings of this one game, instead of the
    season's, and `board` its board of Careers: an edition's id or the digest of a board of the league; "" for the
    season's. `edition`: in whose words the sheet is written; "" for those of the first character. `formula`: the common
    one of a game of Careers that plays for one, cash in thousands, happiness and fame."""

    seats: tuple[Chair, ...]
    system: str = "careers"
    mode: str = ""
    target: int | None = None
    minutes: int | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)
    board: str = ""
    edition: str = ""
    formula: Sequence[int] = ()

    def agreed(self) -> dict[str, Any]:
        """Return, ready for JSON, everything but the game and who sits there."""
        return {name: getattr(self, name) for name in _AGREED}

    @property
    def own_settings(self) -> Mapping[str, Any]:
        """Return the settings of this one game, with the common formula if it is played for one."""
        return {**self.choices, "formula": "common"} if self.formula else self.choices


_AGREED = ("mode", "target", "minutes", "choices", "board", "edition", "formula")


def bots_of(table: PreparedTable) -> list[str]:
    return [chair.bot for chair in table.seats]


def prepared(season: Season, table: PreparedTable, *, practice: bool = False) -> tuple[ScoreSheet, dict[str, Any]]:
    """Return the blank sheet and the engine's options, both proved; practice need not be a game that a league could
    have."""
    blank = blank_sheet(table, timezone.now())
    knowledge = known_for(season, blank, next_reference(season))
    if not practice:
        refuse(setup_problems(blank, knowledge))
    try:
        patient = too_patient(table.system, bots_of(table))
        if patient:
            raise ValidationError([spoken(problem) for problem in patient])
        rules = _rules_of(table, knowledge.rules)
        board = own_board(season.league, rules.board)
        options = engine_options(blank, _players(table.seats, knowledge, last_positions(season)), rules, board)
        if table.formula:
            options["settings"]["common_formula"] = list(table.formula)
        seat_bots(ENGINE[table.system], len(table.seats), bots_of(table))
        new_game(table.system, len(table.seats), options=options)
    except (BadHouseRule, BoardVersion.DoesNotExist, EngineError) as error:
        raise ValidationError(spoken(error.args[0])) from error
    return blank, options


def _rules_of(table: PreparedTable, rules: HouseRules) -> HouseRules:
    """Return the house rules with the choices of this game. Raise ValidationError for a choice that is the season's."""
    try:
        chosen = one_games_choices(table.system, rules.choices(table.system), table.own_settings)
    except BadChoice as error:
        raise ValidationError(spoken(error.args[0])) from error
    games = {**rules.games, table.system: chosen}
    return replace(rules, games=games, board=house_rules({"board": table.board or rules.board}).board)


def blank_sheet(table: PreparedTable, now: datetime) -> ScoreSheet:
    """Return the sheet as far as it is known before the game."""
    editions = (
        [table.edition] if table.edition else [chair.character.edition for chair in table.seats if chair.character]
    )
    lines = tuple(
        SeatLine(number, chair.character.pk, chair.character.name)
        if chair.character
        else SeatLine(number, None, chair.name)
        for number, chair in enumerate(table.seats, start=1)
    )
    edition = table.edition or next(iter(editions), edition_ids()[0])
    return ScoreSheet(
        table.system, edition, now, lines, table.mode, table.target, table.minutes, settings=table.own_settings
    )


def _players(seats: Sequence[Chair], knowledge: Knowledge, held: Mapping[int, Held]) -> list[TablePlayer]:
    characters = [chair.character for chair in seats if chair.character]
    lives = lives_of(characters) if knowledge.rules.carry_over != "none" else {}
    return [_player(chair, knowledge, lives, held) for chair in seats]


def _player(chair: Chair, knowledge: Knowledge, lives: Mapping[int, Life], held: Mapping[int, Held]) -> TablePlayer:
    who = chair.character
    if who is None:
        return TablePlayer(name="")
    life, last = lives.get(who.pk), held.get(who.pk)
    return TablePlayer(
        name=who.name,
        level=knowledge.seated[who.pk].level,
        edition=who.edition,
        specialty=who.specialty,
        side_interest=who.side_interest,
        degrees=life.current.degrees if life else {},
        trips=life.current.trips if life else {},
        birthday=f"{who.birth_month:02}-{who.birth_day:02}" if who.birth_month else "",
        last=(last.position, last.seats) if last else None,
    )
