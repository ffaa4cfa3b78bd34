"""Play Office Job with bots: a random one, and a greedy one that plays the card that is worth most at the moment. The
worth of a card is computed once from its effects, in points; the part that depends on the state of the game is added on
demand. The bot looks at its own hand and at what lies open."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from engine.core.bots import BotFactory, Casual, RandomBot, best_by, best_of
from engine.core.decisions import names_of
from engine.core.ismcts import Ismcts, Outlook
from engine.core.rng import Stream
from engine.office_job import actions as a
from engine.office_job.cards import BAR_PLAY, BOOST, CSUITE, EFFECTS, KINDS, LASTS, SHIELD, SHIFT, Effect
from engine.office_job.rules.conditions import holds
from engine.office_job.state import Prompt, State

# The worth of one unit to its recipient, in points.
_WORTH = {"gain": 1.0, "lose": -1.0, "steal": -1.0, "draw": 0.3, "discard": -0.3, "take": -0.5, "play": 0.8,
          "clear": 0.2}  # fmt: skip
_LASTING_WORTH = {"lock up": -0.5, "lock down": 0.3, "shield": 0.25, "boost": 0.9, "bar play": -1.6,
                  "bar ability": -0.7, "ward": 0.4, "rank": 0.0}  # fmt: skip
_HARM, _HELP = 0.45, 0.35  # how much others' losses and gains matter
_SKILL = 6.0  # a first C-Suite Skill
_LAST_RANK = 6.0  # a rank up or down that scores
_KEEP_FROM = 1.0  # a drawn card worth less is replaced
_DELEGATE_FROM = 0.3


def _worth(effect: Effect) -> float:
    """Return the worth of an effect to its recipient."""
    if effect.status < 0:
        return _WORTH[effect.op] * effect.n
    names = ("lock up", "lock down", "rank", "shield", "bar play", "bar ability", "ward", "boost")
    return _LASTING_WORTH[names[effect.status]] * (effect.n if effect.status != SHIFT else 1)


def _felt(worth: float) -> float:
    """Return what a gain or loss of others is worth to a player."""
    return -_HELP * worth if worth > 0 else -_HARM * worth


def _for_player(effect: Effect) -> float:
    """Return the worth of an effect to the player of the card: what it brings the player, and what it does to
    others."""
    own = effect.n * -_WORTH[effect.op] if effect.op in ("steal", "take") else 0.0
    if effect.who == "self":
        return _worth(effect)
    both = _worth(effect) if effect.who == "all" else 0.0
    return own + both + (_felt(_worth(effect)) if effect.who != "any" else abs(_worth(effect)))


def _for_manager(effect: Effect) -> float:
    """Return the worth of an effect to a Manager who has somebody else play the card and picks its target."""
    worth = _worth(effect)
    if effect.who == "self":
        return _felt(worth)
    if effect.who in ("others", "all"):
        return worth
    return worth if worth > 0 else -_HARM * worth


def _sums(value: Callable[[Effect], float], which: Callable[[Effect], bool]) -> tuple[float, ...]:
    return tuple(sum(value(effect) for effect in effects if which(effect)) for effects in EFFECTS)


def _sure(effect: Effect) -> bool:
    return not effect.test and not effect.rank and effect.hit is None


BASE = _sums(_for_player, _sure)
DELEGATED = tuple(
    worth - _SKILL * csuite for worth, csuite in zip(_sums(_for_manager, lambda e: not e.rank), CSUITE, strict=True)
)
# The worth of each card to its target, and to its player.
ON_TARGET = _sums(_worth, lambda effect: effect.who in ("target", "any"))
ON_PLAYER = _sums(_worth, lambda effect: effect.who == "self")
# The parts that depend on the state of the game: (rank required of a target, condition, worth).
UNSURE = tuple(
    tuple((e.rank, e.test, _for_player(e)) for e in effects if not _sure(e) and (e.rank or e.test))
    for effects in EFFECTS
)
CLEARS = tuple(any(effect.op == "clear" for effect in effects) for effects in EFFECTS)
RANKING = tuple(sum(e.n if e.who == "self" else -e.n for e in effects if e.status == SHIFT) for effects in EFFECTS)
TIRING = tuple(any(e.status == BAR_PLAY and e.who == "self" for e in effects) for effects in EFFECTS)
VARIES = tuple(any(of) for of in zip(UNSURE, CSUITE, RANKING, TIRING, strict=True))


def value_of(g: State, seat: int, card: int) -> float:
    """Return the worth of playing a card now."""
    value = BASE[card]
    for rank_above, test, worth in UNSURE[card]:
        if rank_above:
            applies = max(g.rank) > g.rank[seat] if rank_above > 0 else min(g.rank) < g.rank[seat]
        else:
            applies = holds(g, seat, test)
        if applies:
            value += worth
    if CSUITE[card] and not g.skilled >> seat & 1:
        value += _SKILL
    if not g.deck_left[seat]:
        value += 1.6 * TIRING[card] + (_LAST_RANK * RANKING[card] if RANKING[card] < 0 or g.rank[seat] < 3 else 0.0)
    elif RANKING[card]:
        value -= 1.0
    return value


class GreedyBot:
    """A greedy bot: takes its free point, delegates what does good in other hands, plays its best card."""

    def choose(self, game: Any, legal: Sequence[int], stream: Stream) -> int:
        g: State = game
        return _CHOOSERS[g.decision](g, legal, stream)


def _best(g: State, cards: Sequence[int], stream: Stream) -> int:
    seat = g.actor
    return best_by(cards, [value_of(g, seat, card) if VARIES[card] else BASE[card] for card in cards], stream)


def _replacement(g: State, legal: Sequence[int], stream: Stream) -> int:
    card = g.drawn
    value = value_of(g, g.seat, card) if VARIES[card] else BASE[card]
    return a.KEEP if value >= _KEEP_FROM else a.REPLACE


def _play(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Use abilities first, then play the best card; an optional play only when it does good."""
    if legal[-1] >= a.GAIN:
        if a.GAIN in legal:
            return a.GAIN
        if legal[-1] >= a.FIRST_DELEGATE:
            card = best_of(g.hands[g.seat], DELEGATED.__getitem__, stream)
            if DELEGATED[card] >= _DELEGATE_FROM:
                return _delegate(g, legal, card, stream)
    cards = legal if legal[-1] < a.END else [action for action in legal if action < a.END]
    if not cards:
        return a.END
    card = _best(g, cards, stream) if len(cards) > 1 else cards[0]
    return card if g.must or value_of(g, g.seat, card) > 0 else a.END


def _delegate(g: State, legal: Sequence[int], card: int, stream: Stream) -> int:
    """Delegate trouble to the strongest of the lower ranks, anything else to the weakest."""
    open_to = [action for action in legal if action >= a.FIRST_DELEGATE]
    sign = 1 if ON_PLAYER[card] < 0 else -1
    return best_of(open_to, lambda action: sign * g.points[action - a.FIRST_DELEGATE], stream)


def _target(g: State, legal: Sequence[int], stream: Stream) -> int:
    """Target the strongest of the others with harm; help itself, or else the weakest."""
    seat = g.seat
    helps = ON_TARGET[g.card] > 0 and not CLEARS[g.card]
    if helps and a.FIRST_TARGET + seat in legal:
        return a.FIRST_TARGET + seat
    others = [action for action in legal if action != a.FIRST_TARGET + seat] or legal
    sign = -1 if helps else 1
    seats = [action - a.FIRST_TARGET for action in others]
    if CLEARS[g.card]:
        return best_by(others, [(_covered(g, other), g.rank[other], g.points[other]) for other in seats], stream)
    return best_by(others, [(sign * g.rank[other], sign * g.points[other]) for other in seats], stream)


def _covered(g: State, seat: int) -> bool:
    """Return whether a lasting effect lies in its area that may be cleared."""
    return any(LASTS[card] and not CSUITE[card] for card, _, _ in g.areas[seat])


def _discard(g: State, legal: Sequence[int], stream: Stream) -> int:
    return best_of(legal, lambda action: -value_of(g, g.actor, action - a.FIRST_DISCARD), stream)


def _pick_up(g: State, legal: Sequence[int], stream: Stream) -> int:
    return best_of(legal, lambda action: value_of(g, g.actor, action - a.FIRST_PICK), stream)


def _first(g: State, legal: Sequence[int], stream: Stream) -> int:
    return legal[0]


_BY_PROMPT = {
    Prompt.START: lambda g, legal, stream: a.GAIN if legal[1] == a.GAIN else a.DRAW,
    Prompt.REPLACEMENT: _replacement,
    Prompt.PLAY: _play,
    Prompt.DELEGATE: lambda g, legal, stream: best_of(legal, DELEGATED.__getitem__, stream),
    Prompt.TARGET: _target,
    Prompt.DISCARD: _discard,
    Prompt.PICK_UP: _pick_up,
}
_CHOOSERS = tuple(_BY_PROMPT.get(prompt, _first) for prompt in range(len(names_of(Prompt))))


def _standings(g: State) -> list[float]:
    """Return how likely each seat is to win, as the exponent of its share. Points and a C-Suite Skill count more the
    nearer the end is; turns still to come, the two best cards in hand and lasting effects always count the same. The
    weights were fitted to 60,000 positions of games between greedy bots (maximum likelihood of who won)."""
    late = g.table.seats / (g.table.seats + sum(g.deck_left))
    return [_chances(g, seat, late) for seat in range(g.table.seats)]


def _chances(g: State, seat: int, late: float) -> float:
    base, status = seat * KINDS, g.status
    value = late * (1.13 * g.points[seat] + 2.3 * (g.skilled >> seat & 1)) + g.deck_left[seat]
    value += 1.35 * status[base + SHIFT] + 0.88 * status[base + BOOST]
    value += 0.22 * status[base + SHIELD] - 0.3 * status[base + BAR_PLAY]
    return value + 0.25 * sum(sorted([BASE[card] for card in g.hands[seat]])[-2:])


class IsmctsBot(Ismcts):
    """The search bot of engine.core.ismcts for Office Job."""

    outlook = Outlook(GreedyBot, lambda g: g.turn // g.table.seats, _standings, lead=1.0)


BOTS: Mapping[str, BotFactory] = {
    "random": RandomBot, "casual": partial(Casual, GreedyBot), "greedy": GreedyBot, "ismcts": IsmctsBot
}  # fmt: skip
