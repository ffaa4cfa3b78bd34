"""Plays: opened, seated, started, and played turn by turn.

A turn is one short transaction behind the lock of its play: the number that the sender saw must still be the next one,
so of many senders one is heard. Bots think without any lock, and their turn is sent like everybody else's. Who may sit
down, and what becomes of a play that is over, is the league's business."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import structlog
from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.models import Character
from engine import SYSTEMS, EngineError, Game, new_game
from engine.core.bots import make_bot
from engine.core.records import play_keyed
from engine.core.rng import Stream
from engine.said import spoken
from games.models import Play, PlaySeat, Turn
from games.rules.bots import too_patient
from games.rules.fair_chance import commitment_to, is_salt, key_of, new_salt, new_secret
from games.rules.told import told_of

log = structlog.get_logger(__name__)
LEASE = timedelta(seconds=30)  # longer than any bot of the site thinks about one decision


@transaction.atomic
def open_play(*, system: str, edition: str, seats: int, table: Mapping[str, Any], counts: bool, by: Person) -> Play:
    """A play with empty seats; its commitment is known before anybody sits. Raises ValidationError."""
    least, most = SYSTEMS[system].seats
    if not least <= seats <= most:
        refused = _("{game} is played by {least} to {most}.")
        raise ValidationError({"seats": refused.format(game=SYSTEMS[system].title, least=least, most=most)})
    secret = new_secret()
    play = Play.objects.create(
        system=system,
        edition=edition,
        table=dict(table),
        counts=counts,
        secret=secret,
        commitment=commitment_to(secret),
        opened_by=by,
    )
    PlaySeat.objects.bulk_create(PlaySeat(play=play, seat=number) for number in range(1, seats + 1))
    return play


def _locked(pk: int) -> Play:
    return Play.objects.select_for_update(no_key=True).get(pk=pk)


@transaction.atomic
def take_seat(*, play: Play, seat: int, character: Character | None, name: str, by: Person, salt: str = "") -> PlaySeat:
    """A person sits down, for a character or under a name. Raises ValidationError when the seat is taken."""
    if salt and not is_salt(salt):
        raise ValidationError({"salt": _("What a seat adds to chance is 32 hexadecimal digits.")})
    row = _free_seat(play, seat)
    row.person, row.character, row.name, row.salt = by, character, name, salt or new_salt()
    return _seated(row)


@transaction.atomic
def seat_bot(*, play: Play, seat: int, bot: str, name: str, character: Character | None = None) -> PlaySeat:
    """A bot sits down, for itself or for a character. Raises ValidationError."""
    try:
        patient = too_patient(play.system, [bot])
    except EngineError as error:
        raise ValidationError({"bot": spoken(error.args[0])}) from error
    if patient:
        raise ValidationError({"bot": [spoken(one) for one in patient]})
    row = _free_seat(play, seat)
    row.bot, row.name, row.character, row.salt = bot, name, character, new_salt()
    return _seated(row)


def _free_seat(play: Play, seat: int) -> PlaySeat:
    if _locked(play.pk).status != Play.OPEN:
        raise ValidationError(_("This game has begun: nobody sits down any more."), code="stale")
    row = PlaySeat.objects.filter(play=play, seat=seat).first()
    if row is None:
        raise ValidationError({"seat": _("There is no seat {number} at this table.").format(number=seat)})
    if row.taken:
        raise ValidationError({"seat": _("Seat {number} is taken.").format(number=seat)}, code="stale")
    return row


def _seated(row: PlaySeat) -> PlaySeat:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        raise ValidationError({"character": _("{name} sits at this table already.").format(name=row.name)}) from error
    _touch(row.play_id)
    return row


def _touch(pk: int) -> None:
    Play.objects.filter(pk=pk).update(changed_at=timezone.now())


@transaction.atomic
def leave_seat(*, play: Play, seat: int) -> None:
    """Empties a seat before the start. Raises ValidationError afterwards."""
    if _locked(play.pk).status != Play.OPEN:
        raise ValidationError(_("This game has begun. Play on, or give up."), code="stale")
    emptied = {"person": None, "character": None, "name": "", "bot": "", "salt": ""}
    PlaySeat.objects.filter(play=play, seat=seat).update(**emptied)
    _touch(play.pk)


@transaction.atomic
def close_play(*, play: Play) -> None:
    """An open play that nobody begins. Raises ValidationError once it has begun."""
    if not Play.objects.filter(pk=play.pk, status=Play.OPEN).update(status=Play.CLOSED, changed_at=timezone.now()):
        raise ValidationError(_("This game has begun, or is over."), code="stale")


@transaction.atomic
def start_play(*, play: Play, setup: Mapping[str, Any]) -> Play:
    """All are seated: the key is drawn and the game opened. `setup`: the engine's options. Raises ValidationError."""
    row = _locked(play.pk)
    if row.status != Play.OPEN:
        raise ValidationError(_("This game has begun already."), code="stale")
    seats = list(row.seats.all())
    empty = [one.seat for one in seats if not one.taken]
    if empty:
        told = _("Seat {number} is empty. Somebody sits down there first, or a bot.")
        raise ValidationError(told.format(number=empty[0]))
    if all(one.person_id is None for one in seats):
        raise ValidationError(_("Only bots sit at this table. Take a seat."))
    try:
        game = new_game(row.system, len(seats), options=setup, key=_key(row, seats))
    except EngineError as error:
        raise ValidationError(spoken(error.args[0])) from error
    now = timezone.now()
    row.setup, row.rules_version, row.started_at = game.setup, SYSTEMS[row.system].version, now
    _keep(row, game, seats, now)
    _play_what_is_forced(row, game, seats)
    return row


def _key(play: Play, seats: list[PlaySeat]) -> bytes:
    return key_of(bytes(play.secret), [one.salt for one in seats])


def game_of(play: Play) -> Game:
    """The game as it stands; the play has begun."""
    assert play.state is not None
    return SYSTEMS[play.system].load(play.state)


@dataclass(frozen=True, slots=True)
class Taken:
    """`again`: this very turn was sent before, and is not taken twice."""

    play: Play
    again: bool = False


class StaleTurn(ValidationError):
    """Somebody was faster: nothing is changed."""


@transaction.atomic
def take_turn(*, play_id: int, number: int, action: str, key: str = "", by: Person) -> Taken:
    """A person's turn. `number`: that of the turn, as many as were taken when the sender looked. `key`: the sender's
    word for this turn; sent again with it, it is answered and not taken twice.

    Raises StaleTurn when somebody was faster, ValidationError when the seat is not theirs or the action not legal.
    """
    play = _locked(play_id)
    known = Turn.objects.filter(play=play, key=key, by=by).first() if key else None
    if known is not None:
        if (known.number, known.action) == (number, action):
            return Taken(play, again=True)
        raise StaleTurn(_("This key belongs to another turn."), code="stale")
    if play.status != Play.RUNNING or play.actor is None:
        over = play.status == Play.OVER
        raise StaleTurn(_("This game is over.") if over else _("This game has not begun."), code="stale")
    if number != play.number:
        raise StaleTurn(_("Somebody was faster. Look again, then decide."), code="stale")
    seats = list(play.seats.all())
    if seats[play.actor].person_id != by.pk:
        raise ValidationError(_("It is not your turn."), code="not_your_turn")
    game = game_of(play)
    _take(play, game, seats, action, by=by, key=key)
    _play_what_is_forced(play, game, seats)
    return Taken(play)


def _take(
    play: Play, game: Game, seats: list[PlaySeat], action: str, *, by: Person | None = None, key: str = ""
) -> None:
    seat = game.actor
    try:
        events = play_keyed(game, action, _key(play, seats), play.number)
    except EngineError as error:
        raise ValidationError(spoken(error.args[0]), code="not_legal") from error
    Turn.objects.create(
        play=play, number=play.number, seat=seat, action=action, by=by, key=key, told=told_of(game, events)
    )
    play.number += 1
    _keep(play, game, seats, timezone.now())


def _keep(play: Play, game: Game, seats: list[PlaySeat], now: Any) -> None:
    play.state, play.changed_at, play.leased_until = game.save(), now, None
    play.actor = None if game.over else game.actor
    play.status = Play.OVER if game.over else Play.RUNNING
    play.bot_decides = not game.over and seats[game.actor].person_id is None
    outcome = game.outcome()
    if outcome is not None:
        play.outcome, play.over_at = outcome.as_dict(), now
    play.save()


def _play_what_is_forced(play: Play, game: Game, seats: list[PlaySeat]) -> None:
    """A person with one choice needs not be asked, but where chance falls, for there the throw is the fun, and where
    the others can't see that there is no choice: a turn taken at once would tell them."""
    while not game.over and seats[game.actor].person_id is not None and game.openly_forced():
        [action] = game.legal_actions()
        if _chance_falls(game, action):
            return
        _take(play, game, seats, game.describe(action))


def _chance_falls(game: Game, action: int) -> bool:
    after = game.clone()
    after.apply(action)
    return after.rng != game.rng


def waiting_bot() -> Play | None:
    """Claims the play in which a bot has waited longest, for LEASE; None where no bot is at turn."""
    now = timezone.now()
    free = Q(bot_decides=True) & (Q(leased_until=None) | Q(leased_until__lt=now))
    for pk in Play.objects.filter(free).order_by("changed_at").values_list("pk", flat=True)[:5]:
        if Play.objects.filter(free, pk=pk).update(leased_until=now + LEASE):
            return Play.objects.get(pk=pk)
    return None


def bots_turn(*, play: Play) -> str:
    """What the bot at turn decides; nothing is written."""
    game, seats = game_of(play), list(play.seats.all())
    legal = game.legal_actions()
    if len(legal) == 1:
        return game.describe(legal[0])
    bot = make_bot(SYSTEMS[play.system], seats[game.actor].bot)
    drawn = hmac.digest(_key(play, seats), b"bot %d" % play.number, "sha256")
    return game.describe(bot.choose(game, legal, Stream(int.from_bytes(drawn[:8], "big"))))


def any_turn(*, play: Play, stream: Stream) -> str:
    """Some legal action, where the bot at turn fails."""
    game = game_of(play)
    legal = game.legal_actions()
    return game.describe(legal[stream.below(len(legal))])


@transaction.atomic
def take_bots_turn(*, play: Play, action: str) -> Play | None:
    """The turn that a bot decided on; None where somebody was faster."""
    row = _locked(play.pk)
    if row.number != play.number or not row.bot_decides:
        return None
    seats, game = list(row.seats.all()), game_of(row)
    _take(row, game, seats, action)
    _play_what_is_forced(row, game, seats)
    return row
