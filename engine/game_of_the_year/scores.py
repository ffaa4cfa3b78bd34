"""The outcome of a finished game as score sheets: the columns of the league's results, one dict per seat."""

from typing import TYPE_CHECKING

from engine.core.outcome import Outcome
from engine.game_of_the_year.scoring import Categories, categories

if TYPE_CHECKING:
    from engine.game_of_the_year.state import GameOfTheYear


def categories_of(g: "GameOfTheYear", seat: int) -> Categories:
    """A seat's points by category."""
    fame, family, red_letter = g.tokens[seat * 3 : seat * 3 + 3]
    return categories(fame, family, red_letter, g.holidays[seat], g.money[seat], g.table.settings.points)


def outcome_of(g: "GameOfTheYear") -> Outcome | None:
    """None while the game runs. Turns that were lost count as turns."""
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
