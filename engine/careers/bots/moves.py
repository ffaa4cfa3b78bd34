"""Choose the greedy bot's moves: throw, card, Opportunity, entering, retiring, getting out."""

from collections.abc import Sequence

from engine.careers import actions as a
from engine.careers.board import ENTRANCE, HOLIDAY, next_of
from engine.careers.bots.values import NEED_HAPPINESS, Values, landing_value, needs, values_for
from engine.careers.state import State
from engine.core.bots import best_of
from engine.core.rng import Stream

_ROLL, _ENTER = a.ROLL, a.ENTER
_PIPS = tuple(a.pips_of(action) for action in range(len(a.TABLE)))
_FIRST_CARD = a.CARD[0][0]
_FIRST_PLAY = a.PLAY[0][0]
_LAST_PLAY = a.PLAY[a.FIRST_OWN - 1][-1]
_FIRST_OWN_PLAY = a.PLAY[a.FIRST_OWN][0]
_LAST_OWN_PLAY = a.PLAY[-1][-1]
_BORDER_THROW = 1.4
_KEEP_CARD = 1.5  # how much better than a throw a card must be
_KEEP_PLAY = 2.2
_WORTH_ENTERING = 1.5
_FIXED = {"extra_turn": 5.0}  # what a play is worth that leads nowhere


def _play_of(action: int) -> tuple[str, int]:
    """Return the kind of card that a play spends, and the path or the square that it leads to."""
    card = a.OPPORTUNITY[a.FIRST[action]]
    if card["kind"] == "join":
        return "join", a.PATH_IDS.index(card["to"])
    return card["kind"], a.BORDER_IDS.index(card["to"]) if card["kind"] == "advance" else a.SECOND[action]


_PLAYS = {action: _play_of(action) for actions in a.PLAY for action in actions}


def choose_turn(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Return the best of throw, cards, plays, entrance and retirement at the start of a turn."""
    if g.table.own_cards:
        return _with_own_cards(g, legal, stream)
    return _choose_turn(g, legal, stream)


def _with_own_cards(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Return a card that the club added, if it is worth more than a turn, else the usual choice."""
    own = [action for action in legal if _FIRST_OWN_PLAY <= action <= _LAST_OWN_PLAY]
    best = best_of(own, lambda action: _own_value(g, action), stream) if own else _ROLL
    if own and _own_value(g, best) > _KEEP_PLAY + _BORDER_THROW:
        return best
    others = [action for action in legal if action not in own]
    return _choose_turn(g, others, stream) if len(others) > 1 else others[0]


def _own_value(g: State, action: int) -> float:
    """Return what a card that the club added brings, in points."""
    worth = {"happiness": 1.0, "fame": 1.0, "cash": 0.001, "salary": 0.002, "experience": 1.2, "opportunity": 1.0,
             "lose_happiness": -1.0, "lose_fame": -1.0, "lose_cash": -0.001, "lose_turn": -3.0,
             "extra_turn": 5.0}  # fmt: skip
    does = g.table.own_cards[a.FIRST[action] - a.FIRST_OWN].does
    return sum(worth[operation] * amount if operation in worth else -4.0 for operation, amount in does)


def _choose_turn(g: State, legal: Sequence[int], stream: Stream) -> int:
    second = legal[1]
    if second > _LAST_PLAY:
        return _ROLL
    seat, board = g.seat, g.table.board
    location = g.where[seat]
    values = values_for(board, needs(g, seat))
    if location == board.hospital or location == board.unemployment:
        return _get_out(g, legal)
    if second == _ENTER:
        if values.route[board.door[location]] > _WORTH_ENTERING:
            return _ENTER
        legal = legal[1:]
    if g.may_retire >> seat & 1 and _wants_holiday(g, seat, values, location) and a.RETIRE in legal:
        return a.RETIRE
    best, best_value = _best_card(g, seat, legal, values)
    for action in legal:
        if action > _LAST_PLAY:
            break
        if action >= _FIRST_PLAY:
            value = play_value(g, seat, action, values) - _KEEP_PLAY
            if value > best_value:
                best, best_value = action, value
    if best == _ROLL and g.table.characters:
        return _office(g, legal, stream)
    return best


def choose_move(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Return the throw that follows at once, or a card in its place."""
    seat = g.actor
    return _best_card(g, seat, legal, values_for(g.table.board, needs(g, seat)))[0]


def _best_card(g: State, seat: int, legal: Sequence[int], values: Values) -> tuple[int, float]:
    """Return the throw or the Experience card that leads to the best square, and its worth."""
    location = g.where[seat]
    inside = location >= g.table.board.size
    best, best_value = _ROLL, values.throw[location] if inside else _BORDER_THROW
    worth = _worth_on_path if inside else _worth_on_border
    worths: dict[int, float] = {}
    for action in legal:
        if action >= _FIRST_PLAY:
            break
        if action >= _FIRST_CARD:
            pips = _PIPS[action]
            value = worths.get(pips)
            if value is None:
                value = worths[pips] = worth(g, seat, location, pips, values) - _KEEP_CARD
            if value > best_value:
                best, best_value = action, value
    return best, best_value


def card_value(g: State, seat: int, action: int, values: Values) -> float:
    """Return what an Experience card, called as the action says, is worth from where the piece stands."""
    worth = _worth_on_path if g.where[seat] >= g.table.board.size else _worth_on_border
    return worth(g, seat, g.where[seat], _PIPS[action], values)


def _worth_on_border(g: State, seat: int, location: int, pips: int, values: Values) -> float:
    """Return the worth of the square reached, and of the salary for passing Payday."""
    size = g.table.board.size
    paid = g.salary[seat] / 1000 * values.cash if location + pips > size else 0.0
    return values.square[(location + pips) % size] + paid


def _worth_on_path(g: State, seat: int, location: int, pips: int, values: Values) -> float:
    """Return the worth of the square reached, or of coming out; going backward off the path is never worth it."""
    if pips < 0:
        return -1.0
    end = g.table.board.forward[location][pips]
    if end > 0:
        return landing_value(g, seat, end, values)
    return 5.0 if g.table.board.paths[g.table.board.path_of[location]].university else 2.5


def choose_play(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Move by the throw that set the piece free, or play an Opportunity card."""
    seat = g.actor
    values = values_for(g.table.board, needs(g, seat))
    best, best_value = a.GO, _BORDER_THROW
    for action in legal:
        if _FIRST_PLAY <= action <= _LAST_PLAY:
            value = play_value(g, seat, action, values) - _KEEP_PLAY
            if value > best_value:
                best, best_value = action, value
    return best


def play_value(g: State, seat: int, action: int, values: Values) -> float:
    """Return what playing an Opportunity card is worth, a golden one by its target."""
    board, location = g.table.board, g.where[seat]
    kind, target = _PLAYS[action]
    leaving = values.throw[location] * 1.5 if location >= board.size else 0.0
    if kind in ("join", "join_any"):
        return values.route[target] * 2.2 - leaving
    if kind in ("advance", "advance_any"):
        return _advance_value(g, seat, target, values) - leaving
    if kind == "travel":
        stations = board.rail if a.OPPORTUNITY[a.FIRST[action]]["travel_class"] == "rail" else board.underground
        far = (next_of(stations, board.base[location]) - board.base[location]) % board.size
        return 1.5 + far / board.size * g.salary[seat] / 1000 - leaving
    if kind == "collect_experience":
        return 1.3 * (g.table.seats - 1)
    return 3.0 - leaving if kind == "knocks" else _FIXED.get(kind, 9.0)


def _advance_value(g: State, seat: int, target: int, values: Values) -> float:
    board = g.table.board
    paid = g.salary[seat] / 1000 * values.cash
    passing = paid if 0 < target < board.base[g.where[seat]] else 0.0
    effect = board.raw[target]["effect"]
    if effect == "payday":
        return 2 * paid
    if effect == "buy_insurance":
        return 5.0 if not g.policies[seat] and g.cash[seat] >= 9000 else 0.0
    if board.place[target] == ENTRANCE:
        return values.route[board.door[target]] * 2.2 + passing
    return landing_value(g, seat, target, values) + passing


def _wants_holiday(g: State, seat: int, values: Values, location: int) -> bool:
    """Return whether retiring pays: happiness is lacking, or the way there passes Payday."""
    board = g.table.board
    if location >= board.size and values.throw[location] > 3.0:
        return False
    gain = 6 * values.happiness
    if board.base[location] > board.holiday:
        gain += g.salary[seat] / 1000 * values.cash
    return gain >= 5.0


def _get_out(g: State, legal: Sequence[int]) -> int:
    """Leave the Hospital or Unemployment by a free way, a card, a fee that does not hurt, or the dice."""
    seat = g.seat
    if a.FREE_PASS in legal:
        return a.FREE_PASS
    plays = [action for action in legal if _FIRST_PLAY <= action <= _LAST_PLAY]
    values = values_for(g.table.board, needs(g, seat)) if plays else None
    worth = [(play_value(g, seat, action, values), action) for action in plays] if values else []
    if worth and max(worth)[0] > _KEEP_PLAY + _BORDER_THROW:
        return max(worth)[1]
    cards = [action for action in legal if _FIRST_CARD <= action < _FIRST_PLAY and a.pips_of(action) > 0]
    if cards and not g.freed:
        return cards[0]
    if a.PAY_FEE in legal and g.cash[seat] >= 2 * g.salary[seat]:
        return a.PAY_FEE
    return a.ROLL


def _office(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Lay off only a subordinate who is well ahead, because a layoff costs a move."""
    points = [g.happiness[v] + g.fame[v] + g.cash[v] // 1000 for v in range(g.table.seats)]
    ahead = [action for action in legal if action in a.LAY_OFF and points[a.FIRST[action]] > points[g.seat] + 20]
    return best_of(ahead, lambda action: points[a.FIRST[action]], stream) if ahead else a.ROLL


def wants_to_stay(g: State, seat: int) -> bool:
    """Return whether three hearts on Holiday are worth a turn, which they are while happiness is lacking."""
    at_holiday = g.table.board.place[g.where[seat]] == HOLIDAY
    return at_holiday and bool(needs(g, seat) & NEED_HAPPINESS)
