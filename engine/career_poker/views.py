"""Report the outcome, and build the view of a seat: its hand, the cards it swapped, and everything that lies open
(B18). Hidden are the other hands and the cards set aside. Conclusions, such as that a partner gave the highest cards,
are left to the player: `deal_anew` deals freely among the cards that a seat has not seen."""

from typing import Any

from engine.career_poker import actions as a
from engine.career_poker.cards import held_after, packed, size, texts, values
from engine.career_poker.rules.exchange import partner
from engine.career_poker.rules.points import points_of, positions_of
from engine.career_poker.state import Prompt, State
from engine.core.game import Memory
from engine.core.outcome import Outcome
from engine.core.views import recalled, situation


def outcome_of(g: State) -> Outcome | None:
    """Return the outcome, or None while the match runs. A score's `positions` are those of the score sheet."""
    if not g.over:
        return None
    scores: list[dict[str, Any]] = [
        {"won": seat in g.winners, "points": points_of(g, seat), "positions": positions_of(g, seat)}
        for seat in range(g.table.seats)
    ]
    return Outcome(winners=g.winners, reason=g.reason, turns=g.turn, scores=scores)


def view_of(g: State, seat: int | None, memory: Memory | None = None) -> dict[str, Any]:
    """Return the view of `seat` (None: a spectator), JSON-able; with a memory see `Game.look`. Raise BadSeats."""
    shared = situation(g, seat, memory)
    own: dict[str, Any] = {"hand": [], "gave": [], "received": []}
    if seat is not None:
        other = partner(g, seat)
        own = {
            "hand": _texts(memory, ("hand", seat), g.hands[seat]),
            "gave": _texts(memory, ("gave", seat), g.gave[seat]),
            "received": _texts(memory, ("gave", other), g.gave[other]) if other != seat else [],
        }
    return {
        **shared,
        "deal": g.deal,
        "deals": g.table.settings.deals,
        "dealer": g.dealer,
        "first_deal": not g.place,
        "order": list(g.order),
        "titles": list(g.table.titles),
        "trick": _trick(g),
        "finished": list(g.finished),
        "aside": size(g.aside),
        "time_up": g.time_up,
        "players": _players(g, memory),
        **own,
    }


def about_of(g: State) -> dict[str, Any]:
    """Return what the decision is about: what has to be beaten and whether passing is allowed; or how many cards go
    back to which seat, and which ones came from there."""
    if g.decision == Prompt.OVER:
        return {}
    if g.decision == Prompt.GIVE_BACK:
        seat, number = g.giving[0]
        low = partner(g, seat)
        return {"to": low, "cards": number, "received": texts(g.gave[low]), "gave": texts(g.gave[seat])}
    holding = [seat for seat, hand in enumerate(g.hands) if hand]
    about: dict[str, Any] = {"beat": _trick(g), "may_pass": g.decision == Prompt.FOLLOW, "holding": holding}
    if g.decision == Prompt.LEAD:
        about["next_position"] = {"position": len(g.finished) + 1, "title": g.table.titles[len(g.finished)]}
    return about


def _trick(g: State) -> dict[str, Any] | None:
    if g.top < 0:
        return None
    return {"set": a.TABLE.text(g.top).removeprefix("play "), "size": g.size, "value": g.value, "seat": g.owner}


def _texts(memory: Memory | None, key: tuple[str, int], hand: int) -> list[str]:
    names: list[str] = recalled(memory, key, hand, texts, hand)
    return names


def _players(g: State, memory: Memory | None) -> list[dict[str, Any]]:
    shared = (g.table, g.place, g.gone, g.history)
    facts = zip(g.hands, g.played, g.tricks, strict=True)
    return [recalled(memory, seat, (own, shared), _player, g, seat) for seat, own in enumerate(facts)]


def _player(g: State, seat: int) -> dict[str, Any]:
    return {
        "cards": size(g.hands[seat]),
        "played": texts(g.played[seat]),
        "tricks": g.tricks[seat],
        "position": g.place[seat] + 1 if g.place else None,
        "title": g.table.titles[g.place[seat]] if g.place else None,
        "left": bool(g.gone >> seat & 1),
        "positions": positions_of(g, seat),
        "points": points_of(g, seat),
    }


def _returned(g: State, seat: int, other: int) -> int:
    """Return what `other` chose to give after it had the cards of `seat`: they may be among those (B5)."""
    chose = g.table.settings.return_cards == "choice" and g.place[other] < g.place[seat]
    return g.gave[other] if chose else 0


def deal_anew(g: State, seat: int | None) -> None:
    """Deal the cards that `seat` has not seen; a spectator has seen what was played."""
    seen, partners = [0] * g.table.seats, set[int]()
    if seat is not None:
        seen[seat] = g.hands[seat]
        other = partner(g, seat)
        if other != seat:
            partners = {seat, other}
        if other != seat and g.hands[other]:
            seen[other] = held_after(g.gave[seat], g.played[other] + _returned(g, seat, other))
    unseen = sum(g.hands) + g.aside - sum(seen)
    dealt = list(g.shuffled(list(values(unseen))))
    for holder, hand in enumerate(g.hands):
        missing = size(hand) - size(seen[holder])
        g.hands[holder] = seen[holder] + packed(dealt[:missing])
        del dealt[:missing]
    g.aside, g.leftovers = packed(dealt), packed(dealt[: size(g.leftovers)])
    for giver, gave in enumerate(g.gave):
        if gave and giver not in partners:
            taker = partner(g, giver)
            had = list(values(g.hands[taker] + g.played[taker]))
            g.gave[giver] = packed(g.shuffled(had)[: size(gave)])
