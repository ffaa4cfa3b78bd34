"""Play again: the next game of the same people, with one tap of each of them and at one table, however many tap at
once."""

from collections.abc import Sequence

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.careers.editions import edition_ids
from games.models import Play, PlaySeat
from games.services import plays
from league.models import SeasonPlay
from league.play.queries.rematches import next_table
from league.play.queries.tables import seats_of
from league.play.services.season_plays import open_season_play, sit_down


@transaction.atomic
def play_again(*, season_play: SeasonPlay, by: Person, salt_hash: str = "") -> SeasonPlay:
    """Seat this person at the next table of a game that is over, and open that table if they are the first.

    It has the same game, settings and pace. Everybody moves on by a seat: a seat waits for each of the people, and the
    bots sit down at once. With the last person the game begins. `salt_hash`: see `take_seat` of the games. Raise
    ValidationError, PermissionDenied.
    """
    play = plays.locked(season_play.pk)
    if play.status != Play.OVER or play.of_bots or season_play.table_id is not None:
        raise ValidationError(_("This game is not one to play again."))
    seats = seats_of(play)
    own = [seat.character_id for seat in seats if seat.person_id == by.pk]
    if not own:
        raise ValidationError(_("You don't sit at this table."), code="not_yours")
    table = next_table(play, seats) or _opened(season_play, play, seats, by)
    waiting = PlaySeat.objects.filter(play=table.pk, person=None, bot="", character__in=own).select_related("character")
    for seat in waiting.order_by("seat"):
        assert seat.character is not None
        sit_down(season_play=table, seat=seat.seat, character=seat.character, by=by, salt_hash=salt_hash)
    return table


def _opened(season_play: SeasonPlay, play: Play, seats: Sequence[PlaySeat], by: Person) -> SeasonPlay:
    season, agreed = season_play.season, play.table
    opened = open_season_play(
        season=season,
        system=play.system,
        seats=len(seats),
        counts=play.counts and not season.is_over(timezone.localdate()),
        by=by,
        edition=play.edition if play.edition != edition_ids()[0] or "board" in agreed else "",
        settings=agreed.get("choices"),
        mode=agreed.get("mode", ""),
        target=agreed.get("target"),
        minutes=agreed.get("minutes"),
        pace=play.pace,
        visibility=play.visibility,
        passes=play.passes,
        after=play,
    )
    for seat in seats:
        number = seat.seat % len(seats) + 1
        if seat.bot:
            plays.seat_bot(play=opened, seat=number, bot=seat.bot, name=seat.name)
        elif seat.character is not None and seat.character.owner_id == seat.person_id:
            PlaySeat.objects.filter(play=opened, seat=number).update(character=seat.character, name=seat.character.name)
    plays.touch(play.pk)  # so that the pages of the others ask them
    return SeasonPlay.objects.select_related("season__league", "play").get(pk=opened.pk)
