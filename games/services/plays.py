"""Plays: opened, seated, started, and played turn by turn.

A turn is one short transaction behind the lock of its play: the number that the sender saw must still be the next one,
so of many senders one is heard. Bots think without any lock, and their turn is sent like everybody else's. Who may sit
down, and what happens to a play that is over , is the league's business."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.models import Character
from characters.queries.compiled import Compiled
from engine import SYSTEMS, EngineError, Game, HostAction, Move, new_game
from engine.core.bots import parse_spec
from engine.core.records import play_keyed
from engine.translatable import said, spoken
from games.models import Play, PlayHours, PlaySeat, Turn
from games.queries.plays import key_of_play, turns_of
from games.rules.absence import seats_of_bots
from games.rules.bots import too_patient
from games.rules.clocks import TIME_UP, bank_after, begins, first_bank, is_slow, runs_out
from games.rules.fair_chance import commitment_to, is_hash, new_secret, salt_from
from games.rules.hours import hours_in
from games.rules.rewinds import with_overtime
from games.rules.told import Told, told_first, told_of, told_of_kind
from games.services.whose_turn import refuse_aside, refuse_for_another
from games.signals import play_changed, turn_asked

# A pass that the site makes comes no sooner and no later than that of a person who need not think.
LEAST_DELAY, MOST_MILLISECONDS = timedelta(seconds=1), 5_000
ANY_BOT = "random"  # plays for a bot that failed
STANDS_STILL = said("The bots failed again and again at this turn. The game is stuck.")
# No turn changes these, so they are not written with each.
AGREED = {"id", "system", "edition", "table", "counts", "passes", "secret", "commitment"}
OPENED = {"opened_by", "opened_at", "ordered_as"}
BEGUN = {"setup", "rules_version", "started_at"}
CHANGING = [field.name for field in Play._meta.concrete_fields if field.name not in AGREED | OPENED | BEGUN]
_LOCKED = Compiled(lambda pk: Play.objects.select_for_update(no_key=True).filter(pk=pk))
_SEATS = Compiled(lambda play: PlaySeat.objects.filter(play=play).order_by("seat"))


@transaction.atomic
def open_play(
    *,
    system: str,
    edition: str,
    seats: int,
    table: Mapping[str, Any],
    counts: bool,
    by: Person,
    pace: str = Play.NO_CLOCK,
    visibility: str = Play.LEAGUE,
    passes: bool = False,
    ordered_as: str = "",
) -> Play:
    """Open a play with empty seats; its commitment is known before anybody sits. Raise ValidationError, and
    IntegrityError for a game of bots that this person has ordered with the same word."""
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
        pace=pace,
        visibility=visibility,
        passes=passes,
        secret=secret,
        commitment=commitment_to(secret),
        opened_by=by,
        ordered_as=ordered_as,
    )
    PlaySeat.objects.bulk_create(PlaySeat(play=play, seat=number) for number in range(1, seats + 1))
    return play


def locked(pk: int) -> Play:
    """Return the play, behind its lock until the transaction ends."""
    play = _LOCKED.first(pk)
    if play is None:
        raise Play.DoesNotExist
    return play


@transaction.atomic
def take_seat(
    *, play: Play, seat: int, character: Character | None, name: str, by: Person, salt_hash: str = ""
) -> PlaySeat:
    """Seat a person, for a character or under a name. `salt_hash`: of the salt that their browser keeps until
    `show_salt`. Raise ValidationError when the seat is taken."""
    if salt_hash and not is_hash(salt_hash):
        raise ValidationError({"salt_hash": _("The hash of a salt is 64 hexadecimal digits.")})
    row = _free_seat(play, seat)
    row.person, row.character, row.name, row.salt_hash = by, character, name, salt_hash
    return _seated(row)


@transaction.atomic
def seat_bot(*, play: Play, seat: int, bot: str, name: str, character: Character | None = None) -> PlaySeat:
    """Seat a bot, for itself or for a character. Raise ValidationError."""
    try:
        patient = too_patient(play.system, [bot])
    except EngineError as error:
        raise ValidationError({"bot": spoken(error.args[0])}) from error
    if patient:
        raise ValidationError({"bot": [spoken(reason) for reason in patient]})
    row = _free_seat(play, seat)
    row.bot, row.name, row.character = bot, name, character
    return _seated(row)


def _free_seat(play: Play, seat: int) -> PlaySeat:
    row = locked(play.pk)
    if row.status != Play.OPEN or row.sealed_at is not None:
        raise ValidationError(_("This game has begun: nobody can sit down now."), code="stale")
    place = PlaySeat.objects.filter(play=play, seat=seat).first()
    if place is None:
        raise ValidationError({"seat": _("There is no seat {number} at this table.").format(number=seat)})
    if place.taken:
        raise ValidationError({"seat": _("Seat {number} is taken.").format(number=seat)}, code="stale")
    return place


def _seated(row: PlaySeat) -> PlaySeat:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        raise ValidationError({"character": _("{name} already sits at this table.").format(name=row.name)}) from error
    touch(row.play_id)
    return row


def touch(pk: int) -> None:
    """Note that an open play has changed."""
    Play.objects.filter(pk=pk).update(changed_at=timezone.now())
    tell_of_change(pk)


def tell_of_change(pk: int, *persons: int | None) -> None:
    """Tell of a change to a play; to be called in the transaction that makes the change."""
    play_changed.send(pk, persons)


@transaction.atomic
def leave_seat(*, play: Play, seat: int) -> None:
    """Empty a seat before the start. Raise ValidationError afterwards."""
    row = locked(play.pk)
    if row.status != Play.OPEN or row.sealed_at is not None:
        raise ValidationError(_("This game has begun. Play on, or give up."), code="stale")
    empty_seats(play, [seat])
    touch(play.pk)


def empty_seats(play: Play, seats: Collection[int]) -> None:
    """Empty seats, from 1; the caller has the lock of the play and tells of the change."""
    emptied = {"person": None, "character": None, "name": "", "bot": "", "salt": "", "salt_hash": ""}
    PlaySeat.objects.filter(play=play, seat__in=seats).update(**emptied)


@transaction.atomic
def close_play(*, play: Play, by: Person) -> None:
    """Close an open play that nobody begins; in the record, if the browsers had to show their salts. Raise
    ValidationError once it has begun."""
    row = locked(play.pk)
    if row.status != Play.OPEN:
        raise ValidationError(_("This game has begun, or is over."), code="stale")
    if row.sealed_at is not None:
        log_turn(row, None, author=Turn.PERSON, by=by, kind=Turn.CLOSED, sentences=told_of_kind(Turn.CLOSED, None))
    row.status, row.changed_at = Play.CLOSED, timezone.now()
    row.save(update_fields=["status", "changed_at", "number"])
    tell_of_change(play.pk)


@transaction.atomic
def start_play(*, play: Play, setup: Mapping[str, Any]) -> Play:
    """Start a play in which all are seated: the key is drawn and the game opened. A seat that gave no hash has the salt
    that follows from the secret. `setup`: the engine's options. Raise ValidationError."""
    row = locked(play.pk)
    if row.status != Play.OPEN:
        raise ValidationError(_("This game has already begun."), code="stale")
    seats = list(row.seats.order_by("seat"))
    empty = [seat.seat for seat in seats if not seat.taken]
    if empty:
        sentence = _("Seat {number} is empty. A player or a bot has to take it first.")
        raise ValidationError(sentence.format(number=empty[0]))
    if not row.of_bots and all(seat.person_id is None for seat in seats):
        raise ValidationError(_("Only bots sit at this table. Take a seat."))
    if any(seat.owes_salt for seat in seats):
        raise ValidationError(_("A browser still has to show what it adds to chance."))
    for seat in seats:
        seat.salt = seat.salt or salt_from(bytes(row.secret), seat.seat)
    try:
        game = new_game(row.system, len(seats), options=setup, key=key_of_play(row, seats))
    except EngineError as error:
        raise ValidationError(spoken(error.args[0])) from error
    now = timezone.now()
    row.setup, row.rules_version, row.started_at = game.setup, SYSTEMS[row.system].version, now
    row.save(update_fields=BEGUN)
    for seat in seats:
        seat.bank = first_bank(row.pace) if seat.person_id else None
    PlaySeat.objects.bulk_update(seats, ["bank", "salt"])
    keep(row, game, seats, now)
    _play_what_is_forced(row, game, seats)
    return row


def game_of(play: Play) -> Game:
    """Return the game as it stands, by the rules that it was begun with; the play has begun."""
    assert play.state is not None
    return SYSTEMS[play.system].load(play.state)


def refuse_unless_running(play: Play, number: int | None = None) -> None:
    """Raise StaleTurn for a play in which nothing can be decided, or whose next turn is not `number`."""
    if play.status != Play.RUNNING or play.actor is None:
        begun = play.status in (Play.OVER, Play.CLOSED)
        raise StaleTurn(_("This game is over.") if begun else _("This game has not begun."), code="stale")
    if number is not None and number != play.number:
        raise StaleTurn(_("Somebody was faster. Look again, then decide."), code="stale")


@dataclass(frozen=True, slots=True)
class Taken:
    """`again`: this very turn was sent before, and is not taken twice."""

    play: Play
    again: bool = False


class StaleTurn(ValidationError):
    """Somebody was faster: nothing is changed."""


def take_turn(*, play_id: int, number: int, action: str, key: str = "", by: Person) -> Taken:
    """Take a person's turn. `number`: that of the turn, as many as were taken when the sender looked. `key`: the
    sender's word for this turn; sent again with it, the turn is answered and not taken twice.

    An aside of their own seat may be sent while another decides, whose clock begins again when they are asked again.
    Raise StaleTurn when somebody was faster, ValidationError when the seat is not theirs or the action not legal.
    """
    try:
        with transaction.atomic():
            play = locked(play_id)
            if play.status == Play.RUNNING and number == play.number:
                return _take_next(play, action, key, by)
            return _taken_before(play, number, action, key, by)
    except IntegrityError as error:
        raise StaleTurn(_("This key belongs to another turn."), code="stale") from error


def _take_next(play: Play, action: str, key: str, by: Person) -> Taken:
    seats, game = _SEATS.all(play.pk), game_of(play)
    seat = _seat_of(game, action)
    refuse_for_another(play, seats[seat], by)
    if seat != play.actor:
        refuse_aside(play, seats, timezone.now())
    _charge(play, seats)
    _take(play, game, seats, action, author=Turn.PERSON, by=by, key=key)
    _play_what_is_forced(play, game, seats)
    return Taken(play)


def _taken_before(play: Play, number: int, action: str, key: str, by: Person) -> Taken:
    """Return the answer to a turn that was sent before. Raise StaleTurn for any other."""
    earlier = Turn.objects.filter(play=play, key=key, by=by).first() if key else None
    if earlier is not None and (earlier.number, earlier.action) == (number, action):
        return Taken(play, again=True)
    if earlier is not None:
        raise StaleTurn(_("This key belongs to another turn."), code="stale")
    refuse_unless_running(play, number)
    raise AssertionError("a turn that is not one of these is the next one")


def _seat_of(game: Game, action: str) -> int:
    """Return whose turn it would be. Raise ValidationError for text that is not an action."""
    try:
        return game.seat_of(game.parse(action))
    except EngineError as error:
        raise ValidationError(spoken(error.args[0]), code="not_legal") from error


def _charge(play: Play, seats: list[PlaySeat]) -> None:
    """Take from the bank what the choice took beyond its time."""
    assert play.actor is not None and play.decides_since is not None
    actor = seats[play.actor]
    left = bank_after(play.pace, actor.bank, play.decides_since, timezone.now(), hours_in(actor.hours))
    if left is not None and actor.bank is not None and left != actor.bank:
        play.overtime = with_overtime(play.overtime, play.actions, play.actor, actor.bank - left)
        actor.bank = left
        actor.save(update_fields=["bank"])


def _take(
    play: Play,
    game: Game,
    seats: list[PlaySeat],
    move: Move,
    *,
    author: str,
    by: Person | None = None,
    key: str = "",
    failed: bool = False,
) -> None:
    """Play and log one action, whose author the caller has made sure of: a seat's is text, the host's is its own
    type."""
    if isinstance(move, HostAction):
        seat, action = None, move.text
    else:
        seat, action = _seat_of(game, move), move
    try:
        events = play_keyed(game, move, key_of_play(play, seats), play.actions)
    except EngineError as error:
        raise ValidationError(spoken(error.args[0]), code="not_legal") from error
    sentences = told_of(game, events)
    if failed and seat is not None:
        sentences = told_first("failed", seat, sentences)
    log_turn(play, seat, author=author, by=by, action=action, key=key, sentences=sentences)
    if by is not None:
        play.state_before, play.actions_before = play.state, play.actions
    play.actions += 1
    keep(play, game, seats, timezone.now())


@transaction.atomic
def call_time(*, play_id: int) -> Play | None:
    """End the time of a game as its host does, once, and return the play; None if it can't be ended so."""
    play = locked(play_id)
    if play.status != Play.RUNNING or Turn.objects.filter(play=play, author=Turn.HOST, kind=Turn.ACT).exists():
        return None
    seats, game = _SEATS.all(play.pk), game_of(play)
    if TIME_UP not in game.host_actions():
        return None
    _take(play, game, seats, TIME_UP, author=Turn.HOST)
    _play_what_is_forced(play, game, seats)
    return play


def log_turn(
    play: Play, seat: int | None, *, author: str, sentences: Told, by: Person | None = None, **turn: Any
) -> None:
    """Log the next turn, which withdraws a proposal to go back; the caller saves the play."""
    Turn.objects.create(play=play, number=play.number, seat=seat, author=author, by=by, told=sentences, **turn)
    play.number += 1
    play.rewind_to = None


def keep(play: Play, game: Game, seats: list[PlaySeat], now: datetime, since: datetime | None = None) -> None:
    """Write the play as the game stands. `since`: when the clock of its next choice began, if not now."""
    play.state = game.save()
    play.actor = None if game.over else game.actor
    play.status = Play.OVER if game.over else Play.RUNNING
    await_decision(play, seats, now, since)
    outcome = game.outcome()
    if outcome is not None:
        play.outcome, play.over_at, play.problem = outcome.as_dict(), now, ""
        _note_seats_of_bots(play, seats)
        play.state_before, play.actions_before = None, None
    play.save(update_fields=CHANGING)


def _note_seats_of_bots(play: Play, seats: list[PlaySeat]) -> None:
    mostly = seats_of_bots(turns_of(play))
    for seat in seats:
        seat.played_by_bot = seat.person_id is not None and seat.seat - 1 in mostly
    PlaySeat.objects.bulk_update(seats, ["played_by_bot"])


def await_decision(play: Play, seats: list[PlaySeat], now: datetime, since: datetime | None = None) -> None:
    """Set whose decision it is from now on, and until when. The caller saves."""
    tell_of_change(play.pk, None if play.actor is None else seats[play.actor].person_id)
    turn_asked.send(play.pk, play.number)
    play.changed_at, play.leased_until, play.bot_decides = now, None, False
    play.tries, play.decides_since, play.decide_by, play.due_at = 0, None, None, None
    play.problem = "" if play.problem == STANDS_STILL else play.problem
    if play.actor is None:
        return
    actor = seats[play.actor]
    play.decides_since = since or begins(now, actor.holiday_until)
    if play.paused_at is not None:
        return
    play.bot_decides = not actor.decides_herself
    if actor.decides_herself:
        if since is None:
            _note_hours(play, actor)
        play.decide_by = runs_out(play.pace, play.decides_since, actor.bank, hours_in(actor.hours))
        alone = all(seat.person_id in (None, actor.person_id) for seat in seats)
        play.due_at = (now if alone else moment_of_a_person(now)) if play.passes or actor.order else None


def _note_hours(play: Play, actor: PlaySeat) -> None:
    """Note the hours by which the clock of a choice counts, so that nobody changes them while they think."""
    if is_slow(play.pace):
        hours = PlayHours.objects.filter(person=actor.person_id).values_list("hours", flat=True).first() or ""
        if hours != actor.hours:
            actor.hours = hours
            actor.save(update_fields=["hours"])


def moment_of_a_person(now: datetime) -> datetime:
    """Return a moment within a few seconds, drawn at random: a person who need not think would take as long."""
    return now + LEAST_DELAY + timedelta(milliseconds=secrets.randbelow(MOST_MILLISECONDS))


def _play_what_is_forced(play: Play, game: Game, seats: list[PlaySeat]) -> None:
    """Play on for a person who has one choice. They are asked all the same if chance falls, for there the throw is
    the fun, and if the others can't see that there is no choice: a turn taken at once would tell them."""
    while not game.over and seats[game.actor].decides_herself and game.openly_forced():
        [action] = game.legal_actions()
        if chance_falls(game, action):
            return
        _take(play, game, seats, game.describe(action), author=Turn.SITE)


def chance_falls(game: Game, action: int) -> bool:
    """Return whether the action draws from chance."""
    after = game.clone()
    after.apply(action)
    return after.rng != game.rng


@transaction.atomic
def take_bots_turn(*, play: Play, action: str, failed: bool = False, problem: str = "") -> Play | None:
    """Take the turn that a bot decided on; return None if somebody was faster. Raise ValidationError for anything
    but what the seat at turn may choose. `failed`: chance decided for it, which everybody is told; a bot of a package
    is not asked again in this game. `problem`: why no bot is."""
    row = locked(play.pk)
    if row.number != play.number or not row.bot_decides:
        return None
    seats, game = list(row.seats.order_by("seat")), game_of(row)
    actor = seats[game.actor]
    if action not in {choice.text for choice in game.legal}:
        raise ValidationError(_("That is not a valid move."), code="not_legal")
    if failed and actor.bot and parse_spec(actor.bot)[0] not in SYSTEMS[row.system].bots:
        actor.bot = ANY_BOT
        actor.save(update_fields=["bot"])
    row.problem = problem or row.problem
    _take(row, game, seats, action, author=Turn.BOT, failed=failed)
    _play_what_is_forced(row, game, seats)
    return row
