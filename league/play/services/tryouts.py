"""Try-outs: a stranger plays against bots at once. They count for nobody and are forgotten after a day."""

import secrets
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import SYSTEMS, EngineError, Game, new_game, new_key
from engine.translatable import spoken
from league.models import TryOut
from league.play.rules.alone import play_alone
from league.play.rules.first_games import FIRST_GAMES, TEACHER, secret_of
from league.play.rules.levels import BY_KEY, USUAL
from league.play.rules.systems import PLAYED_HERE

KEPT = timedelta(days=1)  # after the last turn
SEATS = 4  # as many as the game allows, at most
MOST_AT_ONCE = 5_000  # on the whole site
LINES = 40  # turns that the log tells
MOST_MOVES = 5_000  # that are kept: eight long games of Careers


@transaction.atomic
def begin_try_out(*, system: str, level: str = USUAL, instead_of: str = "", game: Game | None = None) -> TryOut:
    """Begin a new game against bots, or go on with `game` in the seat that decides there. `instead_of`: the key of the
    game that this browser gives up for it; one that is over stays for its day. Raise ValidationError."""
    if system not in PLAYED_HERE:
        raise ValidationError(_("This game can't be played on the site yet."))
    if level not in BY_KEY:
        raise ValidationError(_("Choose one of: {known}.").format(known=", ".join(BY_KEY)))
    _give_up(instead_of)
    secret, seat = new_key(), game.actor if game else 0
    if game is None:
        least, most = SYSTEMS[system].seats
        game = new_game(system, min(max(least, SEATS), most), key=secret)
    return _begun(game, secret=secret, seat=seat, level=level)


@transaction.atomic
def begin_first_game(*, system: str, instead_of: str = "") -> TryOut:
    """Begin the game from which somebody learns; `instead_of` as in `begin_try_out`. Raise ValidationError."""
    if system not in FIRST_GAMES:
        raise ValidationError(_("This game can't be played on the site yet."))
    _give_up(instead_of)
    first, secret = FIRST_GAMES[system], secret_of(system)
    game = new_game(system, first.seats, key=secret, options={"settings": dict(first.settings)})
    return _begun(game, secret=secret, seat=game.actor, level=TEACHER, learned=[])


def _give_up(key: str) -> None:
    TryOut.objects.filter(key=key, outcome__isnull=True).delete()


def _begun(game: Game, **fields: Any) -> TryOut:
    _make_room()
    row = TryOut(key=secrets.token_urlsafe(32), system=game.system, opened=game.save(), **fields)
    return _played(row, game, None)


def _make_room() -> None:
    """Forget the games that have waited longest for their next turn, so that no flood of games keeps newcomers out."""
    too_many = TryOut.objects.count() + 1 - MOST_AT_ONCE
    if too_many > 0:
        TryOut.objects.filter(pk__in=TryOut.objects.order_by("at").values("pk")[:too_many]).delete()


@transaction.atomic
def take_try_turn(*, key: str, number: int, action: str) -> TryOut:
    """Take the person's turn, and those of the bots that follow. `number`: as many actions as were played when they
    looked. Raise ValidationError, and nothing has changed."""
    row = TryOut.objects.select_for_update(no_key=True).filter(key=key).first()
    if row is None:
        raise ValidationError(_("This game is forgotten: it was kept for a day. Begin another one."))
    game = game_of_try_out(row)
    if game.over:
        raise ValidationError(_("This game is over."), code="stale")
    if number != row.actions:
        raise ValidationError(_("You have already decided that. Look again, then decide."), code="stale")
    if row.learned is not None and game.prompt not in row.learned:
        row.learned.append(game.prompt)
    return _played(row, game, action)


def game_of_try_out(row: TryOut) -> Game:
    return SYSTEMS[row.system].load(row.state)


def _played(row: TryOut, game: Game, action: str | None) -> TryOut:
    try:
        bot = BY_KEY[row.level].bots[row.system]
        turns = play_alone(game, bytes(row.secret), row.actions, row.seat, action, bot=bot)
    except EngineError as error:
        raise ValidationError(spoken(error.args[0]), code="not_legal") from error
    outcome = game.outcome()
    row.actions += len(turns)
    row.told = [*row.told, *(told for _move, told in turns)][-LINES:]
    row.moves += [move for move, _told in turns]
    if row.opened is None or len(row.moves) > MOST_MOVES:
        row.opened, row.moves = None, []
    row.state, row.at = game.save(), timezone.now()
    row.outcome = outcome.as_dict() if outcome else None
    row.save()
    return row


def forget_old_try_outs() -> int:
    """Forget the games whose last turn was a day ago; return how many there were."""
    return TryOut.objects.filter(at__lt=timezone.now() - KEPT).delete()[0]
