"""Report the outcome of a finished game as score sheets: the columns of the league's results, one dict per seat."""

from engine.core.outcome import Outcome
from engine.game_of_the_year.rules.ending import categories_of
from engine.game_of_the_year.state import State


def outcome_of(g: State) -> Outcome | None:
    """Return the outcome, or None while the game runs. Turns that were lost count as turns."""
    if not g.over:
        return None
    scores = []
    for seat in range(g.table.seats):
        fame, family, red_letter = g.tokens[seat * 3 : seat * 3 + 3]
        scores.append(
            {
                "seat": seat,
                "won": seat in g.winners,
                "points": sum(categories_of(g, seat)),
                "fame_tokens": fame,
                "family_tokens": family,
                "red_letter_tokens": red_letter,
                "holiday_cards": g.holidays[seat],
                "money": g.money[seat],
            }
        )
    return Outcome(g.winners, g.reason, g.turn, scores)
