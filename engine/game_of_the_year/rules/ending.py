"""End the year (rule 2; B2, B33)."""

from engine.game_of_the_year.scoring import Categories, categories, ranking
from engine.game_of_the_year.state import Prompt, State


def is_over(g: State) -> bool:
    """End the game when all are done, or by house rule the first, or when it has lasted too long; return whether it is
    over."""
    table, done = g.table, g.done
    if done and (done == table.everybody or table.first_ends):
        _end(g, "year_end")
    elif g.turn >= table.last_turn:
        _end(g, "turn_limit")
    return g.over


def _end(g: State, reason: str) -> None:
    players = [categories_of(g, seat) for seat in range(g.table.seats)]
    g.winners = ranking(players, g.money, g.table.settings.category_rule == "leaders")[0]
    g.reason = reason
    if g.events is not None:
        g.events.extend(("scored", seat, mine) for seat, mine in enumerate(players))
        g.events.append(("ended", g.winners, sum(players[g.winners[0]]), reason))
    g.over = True
    g.decision = Prompt.OVER


def categories_of(g: State, seat: int) -> Categories:
    """Return a seat's points by category."""
    fame, family, red_letter = g.tokens[seat * 3 : seat * 3 + 3]
    return categories(fame, family, red_letter, g.holidays[seat], g.money[seat], g.table.settings.points)
