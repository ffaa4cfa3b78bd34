"""Plays of tournament tables: each seat waits for the person whose character sits there, and the last one who sits down
begins the game. The result is written by the room that owns the sheets of tables, which `league.wiring` enters here.

A character without an account is played on the screen of somebody who referees; a seat without a character is a bot's.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.models import Character
from engine.translatable import spoken
from games.models import Play, PlaySeat
from games.services import plays
from league.core.queries.access import may
from league.models import Season, SeasonPlay, Table
from league.play.rules.levels import level_of, name_at
from league.play.rules.systems import PASSED_IN, why_not_here

BOT = "greedy"


@transaction.atomic
def open_table_play(
    *,
    season: Season,
    table: Table,
    system: str,
    edition: str,
    setup: Mapping[str, Any],
    pace: str,
    seats: Sequence[Character | None],
    by: Person,
) -> SeasonPlay:
    """Open the play of a table for the table's owner, behind its lock. `setup`: mode, target and minutes as the
    tournament has them. Raise ValidationError."""
    refused = why_not_here(system, [who.owner_id or by.pk for who in seats if who is not None])
    if refused:
        raise ValidationError(spoken(refused))
    agreed = {name: value for name, value in setup.items() if value} | {"edition": edition}
    play = plays.open_play(
        system=system, edition=edition, seats=len(seats), table=agreed, counts=True, by=by, passes=system in PASSED_IN
    )
    play.pace = pace
    play.save(update_fields=["pace"])
    for number, who in enumerate(seats, start=1):
        if who is None:
            plays.seat_bot(play=play, seat=number, bot=BOT, name=name_of_bot(system, BOT, number))
        else:
            PlaySeat.objects.filter(play=play, seat=number).update(character=who, name=who.name)
    return SeasonPlay.objects.create(play=play, season=season, table=table)


def name_of_bot(system: str, bot: str, seat: int) -> str:
    """Return the name of a bot that plays for itself."""
    level = level_of(system, bot)
    if level is not None:
        return name_at(level, seat)
    return _("{bot} bot {seat}").format(bot=bot.partition(":")[0].strip().title(), seat=seat)


def name_on_sheet(system: str, seat: PlaySeat) -> str:
    """Return the name of a player there without a character, which on a sheet has no face beside it."""
    return f"{seat.name} (bot)" if level_of(system, seat.bot) else seat.name


def refuse_reserved(season_play: SeasonPlay, seat: int, character: Character) -> None:
    """Raise ValidationError if this seat waits for another character."""
    row = PlaySeat.objects.filter(play=season_play.pk, seat=seat).select_related("character").first()
    if row is not None and not row.taken and row.character is not None and row.character != character:
        raise ValidationError(_("Seat {number} is {name}'s.").format(number=seat, name=row.name))


def refuse_for_others(season_play: SeasonPlay, character: Character, by: Person) -> None:
    """Raise ValidationError unless this person plays the character at a table of a tournament."""
    if not plays_for(season_play, character, by):
        refusal = _("{name} is not one of your characters in this league.")
        raise ValidationError({"character": refusal.format(name=character.name)})


def plays_for(season_play: SeasonPlay, character: Character, by: Person) -> bool:
    """Return whether this person sits down for the character: its owner, or a referee if it has no owner."""
    if character.owner_id is None:
        return may(by, "referee", season_play.season.league)
    return character.owner_id == by.pk


def refuse_at_tables(season_play: SeasonPlay) -> None:
    """Refuse at a table of a tournament, which decides who sits there. Raise ValidationError."""
    if season_play.table_id is not None:
        raise ValidationError(_("This is a table of a tournament: ask its referee."))


def everybody_sits(play: Play) -> bool:
    return not play.seats.filter(person=None, bot="").exists()
