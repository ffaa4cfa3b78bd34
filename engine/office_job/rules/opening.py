"""Set the game up: 15 cards each, 5 of them in hand, the rest in the middle; the first player (rules 1-5; B15, B16)."""

from engine.office_job.cards import DEALT, DECK, HAND, KINDS
from engine.office_job.rules.ranks import ENTRY
from engine.office_job.state import Phase, State


def open_game(g: State) -> None:
    """Fill a new state up to the first turn. One shuffle is enough: shuffling the dealt cards again changes nothing."""
    seats = g.table.seats
    pile = g.shuffled(DECK)
    piles = [pile[DEALT * seat : DEALT * (seat + 1)] for seat in range(seats)]
    g.hands = [tuple(sorted(cards[-HAND:])) for cards in piles]
    g.decks = [cards[:-HAND] for cards in piles]
    g.deck_left = [DEALT - HAND] * seats
    g.central = list(pile[DEALT * seats :])
    g.discard = []
    g.points = [0] * seats
    g.natural, g.rank = [ENTRY] * seats, [ENTRY] * seats
    g.areas = [()] * seats
    g.status = [0] * (KINDS * seats)
    g.skilled = g.known = g.turn = g.decision = g.extra = g.more = 0
    g.over = g.delegated = g.chosen = g.last_drawn = g.must = False
    g.card = g.doer = g.drawn = -1
    g.running = g.winners = ()
    g.reason = ""
    g.seat = g.actor = first_player(g)
    g.phase = Phase.BEGIN


def first_player(g: State) -> int:
    """Return the first player (B15): chance, the first seat (rotating over a season, B16), or the seat with the lowest
    career."""
    settings, seats = g.table.settings, g.table.seats
    if settings.first_player == "random":
        return g.below(seats)
    if settings.first_player == "seat":
        return settings.game_number % seats if settings.seat_rotation else 0
    least = min(settings.careers)
    lowest = [seat for seat in range(seats) if settings.careers[seat] == least]
    return lowest[g.below(len(lowest))]
