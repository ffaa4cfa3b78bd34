"""Report the outcome, and build the view of a seat: its hand, and everything that lies open (B17). Hidden are the other
hands, all personal decks, the central deck except the cards that were put back on top of it in sight of all, and
chance. That a known card was drawn from there into a hand is left to memory."""

from typing import Any

from engine.core.game import Memory
from engine.core.outcome import Outcome
from engine.core.views import recalled, situation
from engine.office_job.cards import IDS, KINDS
from engine.office_job.rules.ranks import RANKS, criteria
from engine.office_job.state import Prompt, State

_STATUS = ("locked_up", "locked_down", "rank_shift", "shield", "no_play", "no_ability", "ward", "boost")
_MOST_TRIES = 200


def outcome_of(g: State) -> Outcome | None:
    """Return the outcome, or None while the game runs."""
    if not g.over:
        return None
    scores: list[dict[str, Any]] = [
        {
            "won": seat in g.winners,
            "points": g.points[seat],
            "career_points": g.points[seat],
            "rank": RANKS[g.rank[seat] - 1],
            "rank_by_card": g.rank[seat] != criteria(g.points[seat], g.skilled >> seat & 1),
        }
        for seat in range(g.table.seats)
    ]
    return Outcome(winners=g.winners, reason=g.reason, turns=g.turn, scores=scores)


def view_of(g: State, seat: int | None, memory: Memory | None = None) -> dict[str, Any]:
    """Return the view of `seat` (None: a spectator), JSON-able; with a memory see `Game.look`. Raise BadSeats."""
    return {
        **situation(g, seat, memory),
        "turn": g.turn,
        "on_turn": g.seat,
        "playing": _playing(g),
        "hand": _ids(g.hands[seat]) if seat is not None else [],
        "drawn": IDS[g.drawn] if seat == g.seat and g.drawn in g.hands[seat] else None,
        "must_play": g.must,
        "more_plays": g.more,
        "delegated": g.delegated,
        "chosen": g.chosen,
        "players": _players(g, memory),
        "central": len(g.central),
        "central_top": _ids(g.central[len(g.central) - g.known :]),
        "discard": recalled(memory, "discard", g.discard[:], _ids, g.discard),
    }


def _ids(cards: "tuple[int, ...] | list[int]") -> list[str]:
    return [IDS[card] for card in cards]


def _playing(g: State) -> dict[str, Any] | None:
    """Return the card whose target or choices are being picked, or None."""
    if g.running:
        return {"card": IDS[g.running[0]], "for": g.running[1]}
    return {"card": IDS[g.card] if g.card >= 0 else None, "for": g.doer} if g.doer >= 0 else None


def _players(g: State, memory: Memory | None) -> list[dict[str, Any]]:
    status = zip(*[iter(g.status)] * KINDS, strict=True)
    own = zip(g.points, g.rank, g.natural, map(len, g.hands), g.deck_left, g.areas, status, strict=True)
    return [recalled(memory, seat, (facts, g.skilled), _player, g, seat) for seat, facts in enumerate(own)]


def _player(g: State, seat: int) -> dict[str, Any]:
    return {
        "points": g.points[seat],
        "rank": RANKS[g.rank[seat] - 1],
        "natural_rank": RANKS[g.natural[seat] - 1],
        "cards": len(g.hands[seat]),
        "deck": g.deck_left[seat],
        "csuite_skill": bool(g.skilled >> seat & 1),
        "area": [{"card": IDS[card], "stays": stay, "reaches": list(reach)} for card, stay, reach in g.areas[seat]],
        **dict(zip(_STATUS, g.status[seat * KINDS : (seat + 1) * KINDS], strict=True)),
    }


def deal_anew(g: State, seat: int | None) -> None:
    """Deal every card that the seat has not seen to the places where cards lie hidden."""
    pool = _unseen(g, seat)
    for _ in range(_MOST_TRIES):
        _deal(g, seat, g.shuffled(pool))
        # A Manager who has begun to delegate holds a card that the delegate may play.
        if g.decision != Prompt.DELEGATE or g.legal_actions():
            break
    if g.drawn >= 0 and seat != g.seat:
        hand = g.hands[g.seat]
        g.drawn = hand[g.below(len(hand))] if hand else -1


def _unseen(g: State, seat: int | None) -> list[int]:
    pool = g.central[: len(g.central) - g.known]
    for other in range(g.table.seats):
        pool += g.decks[other][: g.deck_left[other]]
        pool += g.hands[other] if other != seat else ()
    return sorted(pool)


def _deal(g: State, seat: int | None, pool: tuple[int, ...]) -> None:
    for other in range(g.table.seats):
        g.decks[other], pool = pool[: g.deck_left[other]], pool[g.deck_left[other] :]
        if other != seat:
            count = len(g.hands[other])
            g.hands[other], pool = tuple(sorted(pool[:count])), pool[count:]
    g.central = [*pool, *g.central[len(g.central) - g.known :]]
