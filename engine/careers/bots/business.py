"""Choose the greedy bot's dealings with the others: bumps, backstabs, offers, degrees, rides."""

from collections.abc import Callable, Sequence

from engine.careers import actions as a
from engine.careers.board import next_of
from engine.careers.bots.values import NEED_HAPPINESS, needs, values_for
from engine.careers.rules.bundles import is_bundle, sides_of
from engine.careers.rules.goods import PEACE, UNIT, Side
from engine.careers.rules.sums import next_figure
from engine.careers.rules.trading import open_sum
from engine.careers.state import Prompt, State
from engine.core.bots import best_of
from engine.core.rng import Stream

_PEACE = 3.0  # points that not being bumped is worth, and bumping to all the others together
_POLICY = 4.0
_CARD = 1.6
_PRICE = 15  # hundreds that a card is offered for
_FEE = 20  # hundreds that a bot offers for peace, if it has twice as many


def _standing(g: State, seat: int) -> int:
    return g.happiness[seat] + g.fame[seat] + g.cash[seat] // 1000


def _bump(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Bump the best placed of the players who can be bumped."""
    victims = [action for action in legal if a.VERB[action] == "bump"]
    return best_of(victims, lambda action: _standing(g, a.FIRST[action]), stream)


def _backstab(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Backstab when there are no hearts to lose, or against somebody who is far ahead."""
    seat = g.actor
    cheap = g.happiness[seat] == 0 or not needs(g, seat) & NEED_HAPPINESS
    if len(legal) == 1:
        return a.DECLINE
    victim = best_of(legal[1:], lambda action: _standing(g, a.FIRST[action]), stream)
    return victim if cheap or _standing(g, a.FIRST[victim]) > _standing(g, seat) + 15 else a.DECLINE


def _degree(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Continue the program with the most degrees; begin with the one whose company serves best."""
    seat, board = g.actor, g.table.board
    values = values_for(board, needs(g, seat))
    count = len(board.programs)

    def rank(action: int) -> tuple[int, float]:
        program = a.FIRST[action]
        return g.degrees[seat * count + program], values.route[board.primary[program]]

    return best_of(legal, rank, stream)


def _ride(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Choose the station with the better squares within a throw of it."""
    board, seat = g.table.board, g.actor
    values = values_for(board, needs(g, seat))

    def outlook(action: int) -> float:
        stations = board.underground if a.FIRST[action] else board.rail
        station = next_of(stations, g.where[seat])
        salary = g.salary[seat] / 1000 * values.cash if station < g.where[seat] else 0.0
        ahead = [values.square[(station + pips) % board.size] * (6 - abs(7 - pips)) for pips in range(2, 13)]
        return sum(ahead) / 36 + salary

    return best_of(legal, outlook, stream)


def _worth(side: Side) -> float:
    return sum(_worth_of(item, hundreds) for item, hundreds in side)


def _worth_of(item: int, hundreds: int) -> float:
    if item in (a.CASH, a.LOAN):
        return hundreds / 10
    return {a.POLICY: _POLICY, PEACE: _PEACE}.get(item, _CARD)


def _answer(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Accept what is worth more than it costs, and answer too high a price of peace with the usual fee.

    The more opponents a mover has, the less peace with one of them costs.
    """
    gives, takes = sides_of(g.arg)
    cost = _PEACE / (g.table.seats - 1) if (PEACE, 0) in takes else _worth(takes)
    if a.ACCEPT in legal and _worth(gives) > cost:
        return a.ACCEPT
    return a.COUNTER if a.COUNTER in legal and (PEACE, 0) in gives and _pays_for_peace(g) else a.DECLINE


def _plea(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Offer the usual fee before being bumped."""
    return legal[1] if _pays_for_peace(g) else a.DECLINE


def _pays_for_peace(g: State) -> bool:
    """Return whether the bot can spare the fee and anybody would take it, which nobody does between two players."""
    return g.table.seats > 2 and g.cash[g.actor] >= 2 * _FEE * UNIT


def cards_for_debt(g: State) -> int:
    """Return how many cards would pay the debt together, or 0 when a single one would or all of them would not.

    It is the only bundle that the bot offers. A bot that has offered it in vain sells one card at a time.
    """
    (prompt, old, *following), partner, *_ = g.arg
    if prompt != Prompt.DEBT or following:
        return 0
    seat, missing = g.actor, old[0] - g.cash[g.actor]
    count = -(-missing // (_PRICE * UNIT))
    have = len(g.experience[seat]) + len(g.opportunity[seat])
    return count if 1 < count <= have and g.cash[partner] >= missing else 0


def _give(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Sell cards to pay a debt: as many as it takes together, else one, the last in the list."""
    if (PEACE, 0) in sides_of(g.arg)[1]:
        return legal[-1] if legal[-1] == a.NOTHING_MORE else legal[0]
    if is_bundle(g.arg):
        done = len(g.arg[2]) >= cards_for_debt(g) or legal[-2] < a.EXPERIENCE_ITEM[0]
        return a.NOTHING_MORE if done else legal[-2]
    if legal[-1] != a.SEVERAL or len(legal) == 1:
        return legal[-1]
    return a.SEVERAL if cards_for_debt(g) else legal[-2]


def _take(g: State, legal: Sequence[int], stream: Stream) -> int:
    if is_bundle(g.arg) and legal[-1] == a.NOTHING_MORE and g.arg[3]:
        return a.NOTHING_MORE
    return a.CASH if a.CASH in legal else legal[0]


def _sum(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Sell cards for what they are worth, and buy peace."""
    gives, takes = sides_of(g.arg)
    price = _FEE if (PEACE, 0) in takes else max(1, len(gives) if is_bundle(g.arg) else 1) * _PRICE
    hundreds, most = open_sum(g)
    unit, so_far = next_figure(hundreds, most)
    figure = max(0, min(most, price) - so_far) // unit
    return legal[figure - a.FIRST[legal[0]]]


BUSINESS: dict[int, Callable[[State, Sequence[int], Stream], int]] = {
    Prompt.BUMP: _bump,
    Prompt.BACKSTAB: _backstab,
    Prompt.DEGREE: _degree,
    Prompt.RIDE: _ride,
    Prompt.ANSWER: _answer,
    Prompt.PLEA: _plea,
    Prompt.GIVE: _give,
    Prompt.TAKE: _take,
    Prompt.SUM: _sum,
}
