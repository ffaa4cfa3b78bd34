"""Take a game back to an earlier move when everybody who plays agrees. The turns in between stay in the log and in the
record. What they took from the banks is given back, and the time to decide begins when the last one agrees."""

from datetime import datetime

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import Game
from engine.translatable import spoken
from games.models import Play, PlaySeat, PlayVote, Turn
from games.queries.rewinds import reach_of_play, why_no_rewind
from games.rules.absence import all_agree
from games.rules.clocks import first_bank
from games.rules.rewinds import Reach, banks_given_back
from games.rules.told import told_rewound
from games.services.absence import own_voice, people_who_play, raise_voice, voices_for
from games.services.plays import keep, locked, log_turn, refuse_unless_running
from games.signals import rewind_answered

_KINDS = (PlayVote.REWIND, PlayVote.STAY)


@transaction.atomic
def ask_for_rewind(*, play_id: int, number: int, to: int, by: Person) -> bool:
    """Propose that the game go back to after `to` actions, or agree to it; return whether all who play
    agree, and it has. `number`: the number of turns when the sender looked.

    Any turn withdraws the proposal. Raise StaleTurn when somebody was faster, ValidationError if another proposal is
    open or going back would let somebody know chance or a hand in advance.
    """
    play, seats, own = _at_the_table(play_id, number, by)
    if play.rewind_to is None:
        why = why_no_rewind(play)
        if why:
            raise ValidationError(spoken(why), code="stands")
    elif play.rewind_to != to:
        refusal = _("Somebody proposes to go back to move {number}. Answer that first.")
        raise ValidationError({"to": refusal.format(number=play.rewind_to)}, code="open")
    game = _game_at(play, reach_of_play(play), to)
    if play.rewind_to is None:
        PlayVote.objects.filter(play=play, kind__in=_KINDS).delete()
        play.rewind_to = to
        play.save(update_fields=["rewind_to"])
    raise_voice(play, own, PlayVote.REWIND, play.number)
    rewind_answered.send(play.pk, play.number, by.pk)
    if not all_agree(voices_for_rewind(play, seats), people_who_play(seats)):
        return False
    _go_back(play, seats, to, game, timezone.now())
    return True


@transaction.atomic
def decline_rewind(*, play_id: int, number: int, by: Person) -> None:
    """Stay at this move: the proposal is withdrawn, and nobody may make another one before the next turn. Raise
    StaleTurn when somebody was faster, ValidationError if nothing is proposed."""
    play, _seats, own = _at_the_table(play_id, number, by)
    if play.rewind_to is None:
        raise ValidationError(_("Nobody proposes to go back now."), code="stale")
    PlayVote.objects.filter(play=play, kind__in=_KINDS).delete()
    play.rewind_to = None
    play.save(update_fields=["rewind_to"])
    raise_voice(play, own, PlayVote.STAY, play.number)
    rewind_answered.send(play.pk, play.number, None)


def voices_for_rewind(play: Play, seats: list[PlaySeat]) -> set[int]:
    """Return the persons who agree to the open proposal."""
    assert play.started_at is not None
    return voices_for(play, seats, PlayVote.REWIND, since=play.started_at, about=play.number)


def _at_the_table(play_id: int, number: int, by: Person) -> tuple[Play, list[PlaySeat], PlaySeat]:
    play = locked(play_id)
    refuse_unless_running(play, number)
    seats = list(play.seats.all())
    return play, seats, own_voice(seats, by)


def _game_at(play: Play, reach: Reach, to: int) -> Game:
    """Return the game after `to` actions. Raise ValidationError if it can't go back there."""
    if 0 <= to < play.actions and to in reach.games:
        return reach.games[to]
    if 0 <= to < play.actions:
        raise ValidationError({"to": spoken(reach.why)}, code="stands")
    raise ValidationError({"to": _("This game can only go back to an earlier move.")})


def _go_back(play: Play, seats: list[PlaySeat], to: int, game: Game, now: datetime) -> None:
    log_turn(play, None, author=Turn.HOST, kind=Turn.REWOUND, back_to=to, sentences=told_rewound(to))
    back, play.overtime = banks_given_back(play.overtime, to)
    for row in seats:
        if row.bank is not None:
            row.bank = min(row.bank + back.get(row.seat - 1, 0), max(row.bank, first_bank(play.pace) or 0))
        row.order = ""  # which would only do it again
    PlaySeat.objects.bulk_update(seats, ["bank", "order"])
    PlayVote.objects.filter(play=play, kind__in=_KINDS).delete()
    play.actions, play.state_before, play.actions_before = to, None, None
    keep(play, game, seats, now)
