"""Read how far back a table may go together, and whether it may do so once more."""

from engine import SYSTEMS, EngineError
from engine.translatable import said
from games.models import Play, PlayVote, Turn
from games.queries.plays import OTHER_RULES, film_of_play
from games.rules.rewinds import MOST_REWINDS, Reach, reach_of

OFTEN = said("A game can go back {number} times at most.", number=MOST_REWINDS)
DECLINED = said("Somebody wants to stay here. You can ask again after the next move.")
PAUSED = said("This game is paused. Resume it first.")


def reach_of_play(play: Play) -> Reach:
    """Return how far back a running game may go; nowhere if its rules have changed since it began."""
    assert play.state is not None
    now = SYSTEMS[play.system].load(play.state)
    try:
        reach = reach_of(film_of_play(play))
    except EngineError:
        return Reach({play.actions: now}, OTHER_RULES)
    return reach if reach.games[play.actions] == now else Reach({play.actions: now}, OTHER_RULES)


def why_no_rewind(play: Play) -> str:
    """Return why nobody may propose now that a running game go back; "" if they may."""
    if play.paused_at is not None:
        return PAUSED
    if Turn.objects.filter(play=play, kind=Turn.REWOUND).count() >= MOST_REWINDS:
        return OFTEN
    declined = PlayVote.objects.filter(play=play, kind=PlayVote.STAY, about=play.number).exists()
    return DECLINED if declined else ""
