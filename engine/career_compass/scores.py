"""Report the outcome of a finished game as score sheets: the columns of the league's results, one dict per seat."""

from engine.career_compass.cards import SKILL_IDS
from engine.career_compass.state import State
from engine.core.outcome import Outcome


def outcome_of(g: State) -> Outcome | None:
    """Return the outcome, or None while the game runs. A turn is a throw. Points are cards (rule 3)."""
    if not g.over:
        return None
    joker = SKILL_IDS[g.joker]
    scores = [
        {"seat": seat, "won": seat in g.winners, "points": len(pack), "cards": len(pack), "joker": joker}
        for seat, pack in enumerate(g.packs)
    ]
    return Outcome(g.winners, g.reason, g.trials, scores)
