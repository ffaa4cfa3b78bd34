"""Play the success formula greedily, one choice at a time, without looking ahead. The bot picks paths that serve what
it still lacks, uses Experience cards to reach good squares and avoid bad ones, insures itself, and retires to Holiday
when it needs happiness. It looks at what its seat can see and nothing else."""

from collections.abc import Callable, Sequence
from typing import cast

from engine.careers import actions as a
from engine.careers.board import next_of
from engine.careers.bots.moves import choose_move, choose_play, choose_turn, wants_to_stay
from engine.careers.bots.values import NEED_CASH, NEED_HAPPINESS, needs, values_for
from engine.careers.rules.bundles import is_bundle, sides_of
from engine.careers.rules.goods import PEACE, UNIT, Side, next_figure
from engine.careers.rules.ledger import CASH, SALARY
from engine.careers.rules.trading import open_sum
from engine.careers.state import Prompt, Purpose, State
from engine.core.bots import best_of
from engine.core.decisions import names_of
from engine.core.errors import BadOptions
from engine.core.game import Game
from engine.core.rng import Stream


def _buy(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Return the `amount n` to buy, from legal[0] on, which is 0 unless a card obliges."""
    seat = g.actor
    square = g.table.board.raw[g.where[seat]]
    most = a.FIRST[legal[-1]]
    amount = _WANTED[square["effect"]](g, seat, most)
    return legal[min(max(amount - a.FIRST[legal[0]], 0), len(legal) - 1)]


def _hearts(g: State, seat: int, most: int) -> int:
    formula = g.formulas[seat]
    lacking = formula[1] - g.happiness[seat] if formula else 0
    spare = g.cash[seat] // 1000 - (formula[0] if formula else 0)
    return max(min(1, most), min(lacking, most, spare))


def _cards(g: State, seat: int, most: int) -> int:
    return min(most, 3 - len(g.experience[seat])) if g.cash[seat] >= 5000 else min(1, most)


def _from_list(g: State, seat: int, most: int) -> int:
    square = g.table.board.raw[g.where[seat]]
    values = values_for(g.table.board, needs(g, seat))
    weight = values.happiness if square["gives"] == "happiness" else values.fame
    worth = [0.0, *(points * weight - price / 1000 * values.cash for points, price in square["prices"][:most])]
    return worth.index(max(worth))


_WANTED: dict[str, Callable[[State, int, int], int]] = {
    "buy_hearts": _hearts,
    "buy_experience": _cards,
    "buy_insurance": lambda g, seat, most: 1 if not g.policies[seat] and g.cash[seat] >= 8000 else 0,
    "buy_from_list": _from_list,
}


def _gamble(g: State, legal: Sequence[int], stream: Stream) -> int:
    eager = g.cash[g.actor] >= 6000 and needs(g, g.actor) & NEED_CASH
    return a.ACCEPT if eager else legal[0]


def _amount(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Return a wild card for an amount: the best call if pips are gained, a 7 at the casino, else the dice."""
    _, what_for, amount = g.arg
    if what_for == Purpose.FIRST_THROW:
        return next((action for action in legal[1:] if a.pips_of(action) == 7), a.ROLL)
    cash = what_for == Purpose.BONUS or (what_for == Purpose.SECOND_THROW and amount > 0)
    if what_for in (Purpose.RAISE, Purpose.HEARTS, Purpose.STARS) or (cash and needs(g, g.actor) & NEED_CASH):
        return max(legal[1:], key=a.pips_of)
    return a.ROLL


def _insurance(g: State, legal: Sequence[int], stream: Stream) -> int:
    what, amount = g.arg
    worth = amount >= 4000 if what == CASH else amount >= (2000 if what == SALARY else 5)
    return a.INSURE if worth else a.DECLINE


def _debt(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Pay if possible, else use or sell the policy, else sell something, and only then give up."""
    for action in (a.INSURE, a.PAY, a.SELL_POLICY):
        if action in legal:
            return action
    if legal[0] != a.BANKRUPT and (g.experience[g.actor] or g.opportunity[g.actor]):
        return best_of(legal[:-1], lambda action: g.cash[a.FIRST[action]], stream)
    return a.BANKRUPT


def _pay_or_leave(g: State, legal: Sequence[int], stream: Stream) -> int:
    if a.PAY in legal and g.arg[0] <= max(2000, g.cash[g.actor] // 3):
        return a.PAY
    return a.INSURE if a.INSURE in legal else a.TO_UNEMPLOYMENT


def _shortcut(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Take the shortcut through the University, and elsewhere only for the hearts of the short branch."""
    board = g.table.board
    university = board.paths[board.path_of[g.where[g.actor]]].university
    return a.ACCEPT if university or needs(g, g.actor) == NEED_HAPPINESS else a.DECLINE


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
    """Accept what is worth more than it costs, and answer too high a price of peace with the usual fee. The more
    opponents a mover has, the less peace with one of them costs."""
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
    """Return how many cards would pay the debt together, or 0 when a single one would or all of them would not. It is
    the only bundle that the bot offers. A bot whose offer failed sells one card at a time."""
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


Chooser = Callable[[State, Sequence[int], Stream], int]
CHOOSERS: dict[int, Chooser] = {
    Prompt.TURN: choose_turn,
    Prompt.MOVE: choose_move,
    Prompt.FREED_MOVE: choose_play,
    Prompt.BUY: _buy,
    Prompt.GAMBLE: _gamble,
    Prompt.AMOUNT_DIE: _amount,
    Prompt.INSURANCE: _insurance,
    Prompt.RENEWAL: lambda g, legal, stream: a.ACCEPT if g.cash[g.actor] >= 9000 else a.DECLINE,
    Prompt.DEBT: _debt,
    Prompt.PAY_OR_LEAVE: _pay_or_leave,
    Prompt.HOLIDAY: lambda g, legal, stream: a.STAY if wants_to_stay(g, g.actor) else a.GO,
    Prompt.SHORTCUT: _shortcut,
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
_TABLE: tuple[Chooser | None, ...] = tuple(CHOOSERS.get(prompt) for prompt in range(len(names_of(Prompt))))


class GreedyBot:
    """A greedy bot. `cash` and `happiness`: percent of the points that it puts there when it writes its own formula."""

    def __init__(self, cash: int = 35, happiness: int = 30) -> None:
        if not (isinstance(cash, int) and isinstance(happiness, int) and cash >= 0 <= happiness <= 100 - cash):
            raise BadOptions("cash and happiness are percentages that add up to 100 at most")
        self.shares = (cash, happiness)

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        g = cast(State, game)
        if len(legal) == 1:
            return legal[0]
        chooser = _TABLE[g.decision]
        if chooser:
            return chooser(g, legal, stream)
        return self._formula(g, legal) if g.decision == Prompt.FORMULA else legal[0]

    def _formula(self, g: State, legal: Sequence[int]) -> int:
        """Return the `amount n` (from the least on) nearest to the bot's share of the target."""
        part = g.table.settings.target * self.shares[len(g.arg)] // 100
        unit = -(-g.table.settings.target // 1000)
        least = -(-g.table.settings.min_part // unit)
        return legal[min(max(0, part // unit - least), len(legal) - 1)]
