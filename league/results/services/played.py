"""A season's game played by the engine, with bots in every seat. Its outcome is a score sheet like any other.

The bots play before anything is written: no lock is held while they think. What they sat down with, levels and house
rules of that moment, is checked again when the sheet is handed in.
"""

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from characters.models import Character
from characters.queries.history import lives_of
from characters.rules.career import Life
from engine import SYSTEMS as ENGINE
from engine import EngineError, record_game
from engine.careers.editions import edition_ids
from engine.core.records import Recorder
from games.models import Sheet
from games.rules.bots import too_patient
from games.rules.sheets import Known, ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS, setup_problems
from games.rules.tables import Player, engine_options, played_sheet
from games.services.sheets import keep_record, refuse
from league.clubs.queries import known_for
from league.models import Season, SeasonGame
from league.results.queries.carry_over import Held, last_positions
from league.results.services.games import next_reference, report_game, send_once

User = Person | None
SECONDS = 10
SEEDS = 1 << 32


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at the table: a character that the bot plays for, or None for a computer player (R104)."""

    character: Character | None
    bot: str


def play_game(
    *,
    season: Season,
    seats: Sequence[Chair],
    system: str = "careers",
    mode: str = "",
    target: int | None = None,
    minutes: int | None = None,
    rng_seed: int | None = None,
    by: User = None,
    confirm: bool = False,
    token: str = "",
) -> SeasonGame:
    """Plays a game now and reports it with its record. The same season, levels and seed give the same game.

    With a `token` it is handed in once, however often it is sent. Raises ValidationError when the table cannot play,
    when nobody wins, or when the bots think longer than a person waits.
    """
    blank = _blank_sheet(seats, system, mode, target, minutes, timezone.now())
    known = known_for(season, blank, next_reference(season))
    refuse(setup_problems(blank, known))
    recorder = _play(
        blank, _players(seats, known, last_positions(season)), [chair.bot for chair in seats], known, rng_seed
    )
    sheet = _sheet(blank, recorder)

    @transaction.atomic
    def hand_in() -> SeasonGame:
        made = report_game(
            season=season, reference="", sheet=sheet, source=Sheet.ENGINE, by=by, confirm=confirm, played_by_bots=True
        )
        keep_record(game=made.game, text=recorder.text(), rules_version=ENGINE[system].rules_version)
        return made

    return send_once(token=token, by=by, make=hand_in)[0] if token and by else hand_in()


def _blank_sheet(
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


def _play(
    blank: ScoreSheet, players: Sequence[Player], bots: Sequence[str], known: Known, rng_seed: int | None
) -> Recorder:
    seed = secrets.randbelow(SEEDS) if rng_seed is None else rng_seed
    until = time.monotonic() + SECONDS
    try:
        patient = too_patient(blank.system, bots)
        if patient:
            raise ValidationError(patient)
        options = engine_options(blank, players, known.rules)
        recorder = record_game(blank.system, len(players), bots, seed, options, lambda: time.monotonic() < until)
    except EngineError as error:
        raise ValidationError(str(error)) from error
    if not recorder.game.over:
        raise ValidationError(
            f"The bots did not finish within {SECONDS} seconds. Take quicker bots, fewer seats or a smaller target."
        )
    return recorder


def _sheet(blank: ScoreSheet, recorder: Recorder) -> ScoreSheet:
    outcome = recorder.game.outcome()
    if outcome is None or (SYSTEMS[blank.system].ONE_WINNER and len(outcome.winners) != 1):
        raise ValidationError("Nobody won: the game was broken off at its turn limit. Take another seed or target.")
    return played_sheet(blank, outcome.scores)
