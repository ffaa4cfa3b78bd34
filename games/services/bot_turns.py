"""Ask the bots at tables for their choices. A bot of the house thinks here; one of a package thinks in a separate
process, so that it may hang or end without holding up anybody else at this worker."""

import hmac
import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from django.conf import settings
from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import Error, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import SYSTEMS, BadBot, Game
from engine.core.bots import make_bot, parse_spec
from engine.core.rng import Stream
from engine.translatable import said
from games.models import Play, PlaySeat
from games.queries.plays import key_of_play
from games.services.jobs import Jobs
from games.services.plays import STANDS_STILL, await_decision, game_of, locked, refuse_unless_running, tell_of_change
from games.services.thinking import by_share, computed_elsewhere

SECONDS = 5  # that a bot of a package may think about one choice
log = structlog.get_logger(__name__)
PLAIN_BOT = "greedy"  # plays for a person who is away, and where thinking time is used up
# By person: thirty tables of somebody who has had much of the day's time hold up nobody else's.
BOTS = Jobs(Play, to_do=Q(bot_decides=True) & ~Q(problem=STANDS_STILL), order=("share", "changed_at"))
MOST_ASKED = 3  # of the tries; in those after them chance decides
CHANCE_DECIDES = said("The bots failed again and again at one turn. Chance decides for them from now on.")


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of a bot. `failed`: it had no answer, and chance decided for it. `problem`: why none is asked now."""

    action: str
    failed: bool = False
    problem: str = ""


def waiting_bot(*, ordered: bool | None = None) -> Play | None:
    """Claim the play of the person whose bots have thought least today, of theirs the one in which a bot has waited
    longest, and return it; None if no bot is at turn.

    `ordered`: only games ordered from bots, only games that people play, or by default both. An ordered game
    of somebody who has spent the day's time waits for the next day, because its bots are what it is about.
    """
    plays = by_share(Play.objects.all())
    if ordered is not None:
        plays = plays.exclude(ordered_as="") if ordered else plays.filter(ordered_as="")
    plays = plays.filter(Q(ordered_as="") | Q(share__lt=1000 * settings.THINKING_SECONDS))
    return BOTS.claim(plays, _stand_still)


@transaction.atomic
def _stand_still(play: Play) -> None:
    now = timezone.now()
    if BOTS.release(play, problem=STANDS_STILL, changed_at=now):
        log.error("play_stands_still", play=play.pk, number=play.number)
        tell_of_change(play.pk)


@transaction.atomic
def ask_bots_again(*, play_id: int, by: Person) -> None:
    """Have the bots decide again in a play in which they are no longer asked. Only the person who opened the play
    and the players who sit there may do so. Raise ValidationError."""
    play = locked(play_id)
    refuse_unless_running(play)
    seats = list(play.seats.order_by("seat"))
    if by.pk not in (play.opened_by_id, *(seat.person_id for seat in seats)):
        raise ValidationError(_("You don't sit at this table."), code="not_yours")
    if not play.problem:
        raise ValidationError(_("The bots at this table play."), code="stale")
    play.problem = ""
    await_decision(play, seats, timezone.now(), play.decides_since)
    play.save()


def bots_turn(*, play: Play, plainly: bool = False) -> Decided:
    """Return what the bot at turn decides, or any legal action if it fails. Writes nothing. `plainly`: a quick bot
    decides in its place, because the time of the person who opened the play is used up."""
    game = game_of(play)
    legal = game.legal_actions()
    if len(legal) == 1 or play.problem:
        return Decided(_any(play, game, legal))
    if play.tries > MOST_ASKED:
        return Decided(_any(play, game, legal), failed=True, problem=CHANCE_DECIDES)
    try:
        return Decided(_asked(play, game, legal, plainly=plainly))
    except Error:
        raise
    except Exception:  # a stranger's bot may raise anything; the people at the table go on
        log.exception("bot_failed", play=play.pk, number=play.number)
        return Decided(_any(play, game, legal), failed=True)


def _any(play: Play, game: Game, legal: Sequence[int]) -> str:
    return game.describe(legal[Stream(play.number).below(len(legal))])


def _asked(play: Play, game: Game, legal: Sequence[int], *, plainly: bool) -> str:
    seats = list(PlaySeat.objects.filter(play=play).order_by("seat"))
    spec = (not plainly and seats[game.actor].bot) or PLAIN_BOT
    drawn = hmac.digest(key_of_play(play, seats), b"bot %d" % play.actions, "sha256")
    seed = int.from_bytes(drawn[:8], "big")
    system = SYSTEMS[play.system]
    if parse_spec(spec)[0] in system.bots:
        action = make_bot(system, spec).choose(game, legal, Stream(seed))
    else:
        with computed_elsewhere():
            action = _process().ask(
                {"system": play.system, "bot": spec, "state": play.state, "seed": seed, "seconds": SECONDS}
            )
    if action not in legal:
        raise BadBot(f"The bot '{spec}' in seat {game.actor + 1} chose what is not legal.")
    return game.describe(action)


class BotProcess:
    """One thread's process for bots of packages; a new one is started if the last one failed."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[str] | None = None

    def ask(self, question: dict[str, Any]) -> int:
        """Return the action that the bot chooses. Raise BadBot if it fails, thinks too long or ends its process."""
        child = self._child = self._child or _started()
        answer = _answer(child, json.dumps(question))
        if "action" in answer:
            return int(answer["action"])
        self._child = None
        child.kill()
        child.communicate()
        raise BadBot(answer.get("problem") or f"The bot '{question['bot']}' ended its process: {child.returncode}.")


def _answer(child: subprocess.Popen[str], question: str) -> dict[str, Any]:
    """Return the answer of the process, empty once it has ended."""
    assert child.stdin is not None and child.stdout is not None
    try:
        child.stdin.write(question + "\n")
        child.stdin.flush()
        return dict(json.loads(child.stdout.readline() or "{}"))
    except BrokenPipeError:
        return {}


def _started() -> subprocess.Popen[str]:
    """Start a process that sees the packages of this one and none of its secrets."""
    seen = {"PYTHONPATH": os.pathsep.join(sys.path), "PATH": os.environ.get("PATH", "")}
    command = [sys.executable, "-m", "games.services.bot_child"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=seen, text=True)


_own = threading.local()


def _process() -> BotProcess:
    if not hasattr(_own, "process"):
        _own.process = BotProcess()
    return _own.process  # type: ignore[no-any-return]
