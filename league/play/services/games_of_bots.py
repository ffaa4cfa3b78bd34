"""Games that only bots play for a season: ordered, begun at once, and played to the end like any other play.

The organiser who ordered one watches it, and so do the members; nobody can end it or sit down at it, so nobody chooses
the result. The key is drawn when it begins, and its sheet confirms itself in the transaction of its last turn."""

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from engine.translatable import said, spoken
from games.models import Play
from games.services import plays
from games.services.thinking import refuse_spent
from league.core.ledger.services import record
from league.core.queries.access import require
from league.core.services.quotas import use_quota
from league.models import Season, SeasonPlay
from league.play.rules.systems import NOT_HERE, PLAYED_HERE
from league.play.services.table_plays import name_of_bot
from league.results.services.prepared_tables import PreparedTable, prepared

MOST_UNDER_WAY = 20  # of the site


def order_game_of_bots(*, season: Season, table: PreparedTable, by: Person, token: str) -> Play:
    """Begin a game of bots; an order that is sent twice with one token is one game.

    Raise PermissionDenied, and ValidationError when the table can't play, or when the person or the site has enough
    under way.
    """
    require(by, "administer", season.league)
    play = _ordered(by, token)
    if play is not None:
        return play
    refuse_spent(by)
    if Play.objects.filter(status=Play.RUNNING).exclude(ordered_as="").count() >= MOST_UNDER_WAY:
        raise ValidationError(_("Many games are already waiting for the bots. Try again in a few minutes."))
    try:
        return _begun(season, table, by, token)
    except IntegrityError as error:
        play = _ordered(by, token)
        if play is not None:
            return play
        raise ValidationError(_("The bots are still playing a game that you ordered. Wait for it.")) from error


def _ordered(by: Person, token: str) -> Play | None:
    return Play.objects.filter(opened_by=by, ordered_as=token).first()


@transaction.atomic
def _begun(season: Season, table: PreparedTable, by: Person, token: str) -> Play:
    blank, options = prepared(season, table)
    if table.system not in PLAYED_HERE:
        raise ValidationError(spoken(NOT_HERE))
    play = plays.open_play(
        system=table.system,
        edition=blank.edition,
        seats=len(table.seats),
        table=table.agreed(),
        counts=True,
        by=by,
        ordered_as=token,
    )
    for number, chair in enumerate(table.seats, start=1):
        name = chair.character.name if chair.character else name_of_bot(table.system, chair.bot, number)
        plays.seat_bot(play=play, seat=number, bot=chair.bot, name=name, character=chair.character)
    SeasonPlay.objects.create(play=play, season=season)
    begun = plays.start_play(play=play, setup=options)
    use_quota("bot_games", by=by, league=season.league)
    text = said("A game of {system} was ordered from the bots.", system=table.system)
    record(kind="bot_games_ordered", text=text, by=by, season=season, play=play.pk)
    return begun
