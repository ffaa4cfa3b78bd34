"""Play Game of the Year with bots. The greedy one goes where it does best and saves up for one category. It looks at
what its seat can see and nothing else. Values are in points (a token is 5, $100 is 1)."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from engine.core.bots import BotFactory, Casual, RandomBot, best_by, best_of
from engine.core.decisions import names_of
from engine.core.errors import BadOptions
from engine.core.ismcts import Ismcts, Outlook
from engine.core.rng import Stream
from engine.game_of_the_year import actions as a
from engine.game_of_the_year.data import read_data
from engine.game_of_the_year.rules.ending import categories_of
from engine.game_of_the_year.scoring import HUNDRED, categories_led
from engine.game_of_the_year.state import Prompt, State
from engine.game_of_the_year.table import Table
from engine.game_of_the_year.vocabulary import DECKS

_TOKEN, _HOLIDAY, _TURN = 5.0, 4.0, 1.0
_RUSH = 4.0  # for passing a quarter end while there are still tokens to be had
_RESERVE = 300  # money that is kept, so that a debt does not cost a token
_LED = 4.0
_FURTHEST = 4  # days that it may be worth buying


def _worth(entries: Sequence[Mapping[str, Any]], deck: Mapping[str, float], seats: int, pace: float) -> float:
    """Return what operations are worth to the player who follows them, regardless of where a move leads."""
    total = 0.0
    for entry in entries:
        op, n = entry["op"], entry.get("n", 0)
        mine = entry["who"] in ("self", "all")
        if op == "pay":
            total += n / 100 * (seats - 1) * (entry["to"] == "self") - n / 100 * mine
        elif mine:
            worth = {"move": pace * n, "cash": n / 100, "token": _TOKEN * n, "holiday": _HOLIDAY * n, "spin": 2 * n}
            worth |= {"skip": -_TURN * n, "next": 3 * pace, "give_token": -_TOKEN, **deck}
            total += worth.get(op, 0.0)
    return total


@lru_cache(maxsize=64)
def _values(table: Table, pace: float) -> tuple[float, ...]:
    """Return what landing on each day is worth: its entry, and half the worth of the day that it leads to."""
    data = read_data()
    deck: dict[str, float] = {}
    for name in DECKS:
        cards = [card for card in data[name] for _ in range(card["count"])]
        branches = [card.get(branch, card["do"]) for card in cards for branch in ("do", "else")]
        deck[name] = sum(_worth(branch, {}, table.seats, pace) for branch in branches) / len(branches)
    board = table.board
    plain = [0.0] * len(board.dates)
    for day, entry in board.days.items():
        plain[day] = _worth(entry["do"], deck, table.seats, pace)
    values = plain[:]
    for day, entry in board.days.items():
        for op in entry["do"]:
            if op["op"] == "move" and op["who"] == "self":
                values[day] += plain[min(max(day + op["n"], 1), board.finish)] / 2
    return tuple(values)


class GreedyBot:
    """A greedy bot. `pace`: what a day ahead is worth, in hundredths of a point."""

    def __init__(self, pace: int = 5) -> None:
        if not isinstance(pace, int) or not 0 <= pace <= 1000:
            raise BadOptions("pace is a number of hundredths from 0 to 1000")
        self.pace = pace / 100
        self._table: Table | None = None
        self._values: tuple[float, ...] = ()
        choosers: dict[int, Callable[[State, Sequence[int], Stream], int]] = {
            Prompt.PAGE: self._page, Prompt.BUY_DAYS: self._buy_days, Prompt.PUSH: self._push,
            Prompt.VACATION: self._vacation, Prompt.BUY_TOKEN: _buy_token, Prompt.TAKE_TOKEN: _take,
            Prompt.PAY_TOKEN: _pay, Prompt.GIVE_TOKEN: _give, Prompt.CHOOSE_PLAYER: _victim,
        }  # fmt: skip
        self._choosers = tuple(choosers.get(prompt, _first) for prompt in range(len(names_of(Prompt))))

    def choose(self, game: Any, legal: Sequence[int], stream: Stream) -> int:
        g: State = game
        return self._choosers[g.decision](g, legal, stream)

    def _there(self, g: State, seat: int, day: int) -> float:
        """Return the worth of going to a day: what it does, the way there, and being early at a quarter end."""
        table, here = g.table, g.where[seat]
        if table is not self._table:
            self._table, self._values = table, _values(table, self.pace)
        board = table.board
        if day > board.finish:
            day = board.finish
        worth = self._values[day] + self.pace * (day - here)
        quarter = board.quarters[here]
        if board.quarters[day] > quarter and g.arrivals[quarter] < 2 and not g.passed[seat] >> quarter & 1:
            worth += _RUSH
        return worth

    def _page(self, g: State, legal: Sequence[int], stream: Stream) -> int:
        seat, (low, high) = g.actor, legal
        here = g.where[seat] - a.MOVE[0]
        return best_by(legal, (self._there(g, seat, here + low), self._there(g, seat, here + high)), stream)

    def _buy_days(self, g: State, legal: Sequence[int], stream: Stream) -> int:
        seat = g.seat
        gap = g.table.board.gap[g.where[seat]]
        if gap > _FURTHEST or gap >= len(legal):
            return legal[0]
        return legal[gap] if self._there(g, seat, g.where[seat] + gap) > gap else legal[0]

    def _push(self, g: State, legal: Sequence[int], stream: Stream) -> int:
        """Push when the next day hurts the mover more than it costs, shared among the players who gain by it."""
        seat = g.seat
        here = g.where[seat]
        if g.table.board.gap[here] != 1:
            return legal[0]
        harm = -self._there(g, seat, here + 1)
        return legal[1] if harm > g.table.seats - 1 else legal[0]

    def _vacation(self, g: State, legal: Sequence[int], stream: Stream) -> int:
        days = g.table.figures["vacation"]
        return legal[1] if self._there(g, g.seat, g.where[g.seat] + days) > _HOLIDAY else legal[0]


def _buy_token(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Buy a token of the type that the seat holds most of: one category must be led to win."""
    if g.money[g.seat] < g.table.figures["token"] + _RESERVE:
        return legal[0]
    return _most_held(g, legal[1:], a.BUY[0], stream)


def _take(g: State, legal: Sequence[int], stream: Stream) -> int:
    return _most_held(g, legal, a.TAKE[0], stream)


def _most_held(g: State, legal: Sequence[int], first: int, stream: Stream) -> int:
    """Return the action for the type that the actor holds most of; `first` is the one for the first type."""
    tokens, base = g.tokens, g.actor * 3 - first
    return best_by(legal, [tokens[base + action] for action in legal], stream)


def _pay(g: State, legal: Sequence[int], stream: Stream) -> int:
    return best_of(legal, lambda action: -g.tokens[g.actor * 3 + a.GIVE.index(action)], stream)


def _give(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Give a Holiday Card if that is allowed, else a token of the rarest type."""
    if a.GIVE_HOLIDAY in legal:
        return a.GIVE_HOLIDAY
    tokens = [action for action in legal if action in a.GIVE]
    return _pay(g, tokens, stream) if tokens else legal[0]


def _victim(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Choose the player who seems to be richest."""

    def wealth(action: int) -> float:
        seat = a.CHOOSE.index(action)
        return sum(g.tokens[seat * 3 : seat * 3 + 3]) * _TOKEN + g.holidays[seat] * _TOKEN + g.money[seat] / 100

    return best_of(legal, wealth, stream)


def _first(g: State, legal: Sequence[int], stream: Stream) -> int:
    return legal[0]


def _standings(g: State) -> list[float]:
    """Return points, with money to the dollar. A category that is led counts, because nobody wins without one."""
    seats = range(g.table.seats)
    players = [categories_of(g, seat) for seat in seats]
    led = categories_led(players)
    return [sum(players[s]) + g.money[s] % HUNDRED / HUNDRED + (_LED if led[s] else 0.0) for s in seats]


class IsmctsBot(Ismcts):
    """The search bot of engine.core.ismcts for Game of the Year."""

    outlook = Outlook(GreedyBot, lambda g: g.turn // g.table.seats, _standings, lead=8.0)


BOTS: Mapping[str, BotFactory] = {
    "random": RandomBot, "casual": partial(Casual, GreedyBot), "greedy": GreedyBot, "ismcts": IsmctsBot
}  # fmt: skip
