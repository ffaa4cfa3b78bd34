"""Choose what the greedy bot buys, gambles and insures, and its wild cards for amounts."""

from collections.abc import Callable, Sequence

from engine.careers import actions as a
from engine.careers.bots.moves import wants_to_stay
from engine.careers.bots.values import NEED_CASH, NEED_HAPPINESS, needs, values_for
from engine.careers.rules.ledger import CASH, SALARY
from engine.careers.state import Prompt, Purpose, State
from engine.core.bots import best_of
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


def _policies(g: State, seat: int, most: int) -> int:
    return 1 if not g.policies[seat] and g.cash[seat] >= 8000 else 0


def _from_list(g: State, seat: int, most: int) -> int:
    square = g.table.board.raw[g.where[seat]]
    values = values_for(g.table.board, needs(g, seat))
    weight = values.happiness if square["gives"] == "happiness" else values.fame
    worth = [0.0, *(points * weight - price / 1000 * values.cash for points, price in square["prices"][:most])]
    return worth.index(max(worth))


_WANTED: dict[str, Callable[[State, int, int], int]] = {
    "buy_hearts": _hearts,
    "buy_experience": _cards,
    "buy_insurance": _policies,
    "buy_from_list": _from_list,
}


def _gamble(g: State, legal: Sequence[int], stream: Stream) -> int:
    eager = g.cash[g.actor] >= 6000 and needs(g, g.actor) & NEED_CASH
    return a.ACCEPT if eager else legal[0]


def _amount(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Return a wild card for an amount: the best call where pips are gained, a 7 at the casino, else the dice."""
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


def _renewal(g: State, legal: Sequence[int], stream: Stream) -> int:
    return a.ACCEPT if g.cash[g.actor] >= 9000 else a.DECLINE


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


def _give_up(g: State, legal: Sequence[int], stream: Stream) -> int:
    return legal[0]


def _holiday(g: State, legal: Sequence[int], stream: Stream) -> int:
    return a.STAY if wants_to_stay(g, g.actor) else a.GO


def _shortcut(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Take the shortcut through the University, and elsewhere only for the hearts of the short branch."""
    board = g.table.board
    university = board.paths[board.path_of[g.where[g.actor]]].university
    return a.ACCEPT if university or needs(g, g.actor) == NEED_HAPPINESS else a.DECLINE


SHOPPING: dict[int, Callable[[State, Sequence[int], Stream], int]] = {
    Prompt.BUY: _buy,
    Prompt.GAMBLE: _gamble,
    Prompt.AMOUNT_DIE: _amount,
    Prompt.INSURANCE: _insurance,
    Prompt.RENEWAL: _renewal,
    Prompt.DEBT: _debt,
    Prompt.PAY_OR_LEAVE: _pay_or_leave,
    Prompt.GIVE_UP_CARD: _give_up,
    Prompt.HOLIDAY: _holiday,
    Prompt.SHORTCUT: _shortcut,
}
