"""Run the match: deals, positions, the end (rules 8-13, 27; B13, B14, B15)."""

from engine.career_poker.rules.exchange import begin_play, keeper, swap, take_leftovers
from engine.career_poker.rules.leads import ask_lead
from engine.career_poker.rules.points import points_of, winner_of
from engine.career_poker.state import Prompt, State

HAND = 13


def open_match(g: State) -> None:
    """Open the match up to the first decision. Start positions make the first deal like any later one (B15)."""
    g.over = g.time_up = False
    g.turn = g.deal = g.gone = 0
    g.history = g.winners = ()
    g.reason = ""
    start = g.table.settings.start_positions
    deal(g, start or tuple(range(g.table.seats)), sticky=bool(start))


def deal(g: State, order: tuple[int, ...], sticky: bool) -> None:
    """Deal to the seats in their order; `sticky`: they hold the positions of that order."""
    seats = g.table.seats
    g.deal += 1
    _seat(g, order, sticky)
    g.dealer = keeper(g) if sticky else g.below(seats)
    pile = g.shuffled(g.table.deck)
    g.aside = sum(pile[HAND * seats :])
    g.leftovers = g.aside if sticky else 0
    g.hands = [0] * seats
    for at, seat in enumerate(order):
        cards = sum(pile[HAND * at : HAND * at + HAND])
        if g.gone >> seat & 1:
            g.aside += cards
        else:
            g.hands[seat] = cards
    g.active = sum(1 for cards in g.hands if cards)
    g.finished = g.giving = ()
    g.left = tuple(seat for seat in reversed(order) if g.gone >> seat & 1)
    g.played, g.gave, g.tricks = [0] * seats, [0] * seats, [0] * seats
    g.owner = -1
    if g.events is not None:
        g.events.append(("seated", tuple(seat for seat in order if not g.gone >> seat & 1)))
        g.events.append(("dealt", g.deal, g.dealer, tuple(g.hands)))
    if sticky:
        _privileges(g)
    else:
        ask_lead(g, _first_leader(g))


def _seat(g: State, order: tuple[int, ...], sticky: bool) -> None:
    """Seat the players clockwise by position from the boss down, and round again (rule 11)."""
    seats = len(order)
    g.order = order
    after, place = [0] * seats, [0] * seats
    for at, seat in enumerate(order):
        after[seat] = order[(at + 1) % seats]
        place[seat] = at
    g.after = tuple(after)
    g.place = tuple(place) if sticky else ()


def _privileges(g: State) -> None:
    """Give the dishwasher the leftovers (rule 12), then exchange, or the other way round (B6)."""
    if g.table.settings.leftovers_before_exchange:
        take_leftovers(g)
    g.top, g.size, g.value = -1, 0, 0
    swap(g)
    begin_play(g)


def _first_leader(g: State) -> int:
    """Return the first leader: the player left of the dealer, or as the house rule says (B1)."""
    match g.table.settings.first_lead:
        case "dealer":
            return g.dealer
        case "random":
            return g.below(g.table.seats)
        case _:
            return g.after[g.dealer]


def end_deal(g: State) -> None:
    """End a deal, and go on to the next. Positions go by going out, then to the players who still hold cards, then to
    players who left (rule 8, B19)."""
    holding = tuple(seat for seat in g.order if g.hands[seat])
    result = (*g.finished, *holding, *reversed(g.left))
    g.history += (result,)
    g.happened("deal_over", g.deal, result)
    present = tuple(seat for seat in result if not g.gone >> seat & 1)
    if g.time_up:
        end_match(g, "time")
    elif g.deal >= g.table.settings.deals:
        end_match(g, "deals")
    elif len(present) < 2:
        end_match(g, "left")
    else:
        deal(g, (*present, *(seat for seat in result if g.gone >> seat & 1)), sticky=True)


def end_match(g: State, reason: str) -> None:
    """End the match after a complete deal."""
    g.over = True
    g.decision = Prompt.OVER
    g.reason = reason
    g.winners = (winner_of(g),)
    g.happened("ended", g.winners[0], points_of(g, g.winners[0]), len(g.history), reason)
