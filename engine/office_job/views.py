"""What a seat knows: its hand, and everything that lies open (B17).

Hidden are the other hands, all personal decks, the central deck but for the cards that were put back on top of it in
sight of all, and chance. That a known card was drawn from there into a hand is left to memory.
"""

from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.rng import derive, seeded
from engine.core.seats import check_seat
from engine.office_job import actions as a
from engine.office_job.cards import IDS, KINDS
from engine.office_job.registry import Prompt
from engine.office_job.scores import RANKS

if TYPE_CHECKING:
    from engine.office_job.state import OfficeJob

    Game = TypeVar("Game", bound=OfficeJob)

_STATUS = ("locked_up", "locked_down", "rank_shift", "shield", "no_play", "no_ability", "ward", "boost")
_MOST_TRIES = 200


def view_of(g: "OfficeJob", seat: int | None) -> dict[str, Any]:
    """JSON-able. `seat` None is a spectator. Raises BadSeats."""
    if seat is not None:
        check_seat(g.table.seats, seat)
    choosing = seat is not None and seat == g.actor
    return {
        "over": g.over,
        "turn": g.turn,
        "on_turn": g.seat,
        "actor": g.actor,
        "prompt": g.prompt,
        "legal": [a.TABLE.text(action) for action in g.legal_actions()] if choosing else [],
        "playing": _playing(g),
        "hand": _ids(g.hands[seat]) if seat is not None else [],
        "drawn": IDS[g.drawn] if seat == g.seat and g.drawn in g.hands[seat] else None,
        "must_play": g.must,
        "more_plays": g.more,
        "delegated": g.delegated,
        "chosen": g.chosen,
        "players": [_player(g, other) for other in range(g.table.seats)],
        "central": len(g.central),
        "central_top": _ids(g.central[len(g.central) - g.known :]),
        "discard": _ids(g.discard),
    }


def _ids(cards: "tuple[int, ...] | list[int]") -> list[str]:
    return [IDS[card] for card in cards]


def _playing(g: "OfficeJob") -> dict[str, Any] | None:
    """The card whose target or choices are being picked."""
    if g.running:
        return {"card": IDS[g.running[0]], "for": g.running[1]}
    return {"card": IDS[g.card] if g.card >= 0 else None, "for": g.doer} if g.doer >= 0 else None


def _player(g: "OfficeJob", seat: int) -> dict[str, Any]:
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


def determinized(g: "Game", seat: int, seed: int) -> "Game":
    """A clone with everything hidden from `seat` dealt anew. Raises BadSeats."""
    check_seat(g.table.seats, seat)
    new = g.clone()
    new.rng = seeded(derive(seed, seat))
    for _ in range(_MOST_TRIES):
        _deal(g, new, seat)
        # A Manager who has begun to delegate holds a card that the delegate may play.
        if new.decision != Prompt.DELEGATE or new.legal_actions():
            break
    if g.drawn >= 0 and seat != g.seat:
        hand = new.hands[g.seat]
        new.drawn = hand[new.below(len(hand))] if hand else -1
    new.rng = seeded(derive(seed, seat, 1))
    return new


def _deal(g: "OfficeJob", new: "OfficeJob", seat: int) -> None:
    """Shuffles every card that the seat has not seen, and deals it to where cards lie hidden."""
    seats = range(g.table.seats)
    hidden = len(g.central) - g.known
    pool = g.central[:hidden]
    for other in seats:
        pool += g.decks[other][: g.deck_left[other]]
        pool += g.hands[other] if other != seat else ()
    pool = list(new.shuffled(pool))
    for other in seats:
        new.decks[other], pool = tuple(pool[: g.deck_left[other]]), pool[g.deck_left[other] :]
        if other != seat:
            count = len(g.hands[other])
            new.hands[other], pool = tuple(sorted(pool[:count])), pool[count:]
    new.central = pool + g.central[hidden:]
