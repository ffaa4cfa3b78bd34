"""A game of an experiment, moment by moment."""

import time
from dataclasses import replace

from django.utils.translation import gettext as _

from engine import SYSTEMS, EngineError
from engine.core.errors import BrokenOff
from engine.core.simulation import film_of_game
from league.lab.models import Experiment
from league.lab.queries.lab import arms_of
from league.play.queries.replays import Reel, ReplaySitter

SECONDS = 1.0  # for bots who play it again


def reel_of_experiment(experiment: Experiment, at: int, number: int) -> Reel:
    """Return the reel of game `number` (from 1) of arm `at` (from 0): bots play it again, as they did, within
    SECONDS."""
    until, arm = time.monotonic() + SECONDS, arms_of(experiment)[at]
    reel = Reel(
        system=experiment.system,
        title=_("Experiment {number}, game {game}").format(number=experiment.pk, game=number),
        eyebrow=_("Replay"),
        back=experiment.get_absolute_url(),
        sitters=tuple(
            ReplaySitter(_("{bot} {seat}").format(bot=bot.partition(":")[0].title(), seat=seat), bot=bot)
            for seat, bot in enumerate(arm.dealt, 1)
        ),
    )
    if not experiment.is_of_today:
        trouble = _("The rules have changed since this game was played, so it can't be played again move by move.")
        return replace(reel, trouble=trouble)
    game = SYSTEMS[experiment.system], arm.seats, arm.bots, experiment.seed, number - 1, arm.options
    try:
        film = film_of_game(*game, lambda: time.monotonic() < until)
    except BrokenOff:
        return replace(reel, trouble=_("These bots think too long for their game to be played again while you wait."))
    except EngineError as error:
        return replace(reel, trouble=_("This game can't be played again: {why}").format(why=error))
    return replace(reel, film=film)
