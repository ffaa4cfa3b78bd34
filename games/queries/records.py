"""Read a character's record in every game it has played: other games have their own records and never touch the
level."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Count

from characters.models import Character
from characters.queries.history import RulesByDigest
from games.models import Sheet, SheetSeat
from games.queries.sheets import definition_text
from games.rules import career_poker
from games.rules.definitions import definition
from games.rules.systems import SYSTEMS


@dataclass(slots=True)
class Record:
    """Confirmed games of one system. `best` is in the system's own words; if equal, the earlier game holds it.
    `held`: the position after the last game, for the next one."""

    system: str
    name: str
    played: int
    won: int
    best: str
    last_played: datetime

    best_key: tuple[Fraction | int, ...] = ()
    held: str = ""


def records_of(character: Character, **lookups: Any) -> list[Record]:
    """Return one record per system that the character has played, own games by name after the built-in ones. Bot
    practice games are excluded. `lookups`: what the seats must have beside."""
    seats = SheetSeat.objects.filter(character=character, sheet__status=Sheet.CONFIRMED, **lookups)
    rows = (
        seats.annotate(table=Count("sheet__seats"))
        .order_by("sheet__played_at")
        .values_list(
            "sheet__game__system",
            "sheet__definition",
            "sheet__played_at",
            "won",
            "points",
            "figures",
            "sheet__game__played_by_bots",
            "sheet__rules",
            "table",
        )
    )
    rules = RulesByDigest()
    records: dict[str, Record] = {}
    for system, made_by, played_at, won, points, figures, by_bots, digest, table in rows:
        if by_bots and not rules[digest].counts(played_by_bots=True):
            continue
        game = definition(definition_text(made_by), system) if made_by else SYSTEMS[system]
        key, words = game.best(figures, points)
        record = records.setdefault(system, Record(system, game.NAME, 0, 0, words, played_at, key))
        record.name = game.NAME
        record.played += 1
        record.won += won
        record.last_played = played_at
        if system == career_poker.ID:
            record.held = career_poker.position_held(figures, table, rules[digest].choices(system))
        if key > record.best_key:
            record.best, record.best_key = words, key
    own = sorted((record for record in records.values() if record.system not in SYSTEMS), key=lambda own: own.name)
    return [*(records[system] for system in SYSTEMS if system in records), *own]
