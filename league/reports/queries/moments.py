"""The card of a moment of a play: what anybody may see of it, never more."""

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from engine.said import spoken
from games.models import Play
from games.rules.systems import SYSTEMS
from league.core.queries.figures import figure
from league.play.queries.lobby import plays_to_see
from league.play.queries.replays import NotShown, asked_of, moment_of, reel_of_play
from league.play.rules.hands import MEASURE_NAMES, measure_of, measured
from league.reports.rules import Card

MOST_SEATS = 5


def moment_card(pk: int, at: str, eyes: str) -> Card:
    """Return the card of a moment. Raises Http404, also for what a stranger may not see and where the league is
    hidden."""
    rows = plays_to_see(AnonymousUser()).filter(season__league__hidden_at=None)
    season_play = get_object_or_404(rows.exclude(play__status=Play.CLOSED), pk=pk)
    reel = reel_of_play(season_play, AnonymousUser())
    if reel.film is None:
        raise Http404(reel.trouble)
    try:
        number, through = asked_of(reel, at, eyes)
    except NotShown as error:
        raise Http404(error) from error
    moment = moment_of(reel, number, through)
    said = [one.text for one in moment.step.said] if moment.step else [_("Before the first move")]
    values = sorted(zip(measured(reel.system, moment.view), reel.names, strict=True), reverse=True)
    measure = spoken(MEASURE_NAMES[measure_of(reel.system)])
    move = _("{game}, move {number} of {last}")
    return Card(
        eyebrow=move.format(game=SYSTEMS[reel.system].NAME, number=number, last=reel.last),
        title=said[0] if said else reel.title,
        lines=tuple(f"{name}: {figure(value)} {measure}" for value, name in values[:MOST_SEATS]),
        foot=season_play.season.league.name,
    )
