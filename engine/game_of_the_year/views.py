"""Report the outcome, and build the view of a seat: its own tokens and Lucky Number, and everything that lies open on
the table. Hidden are the types of the others' tokens (rule 38), Lucky Numbers that were never revealed (rule 5), the
order of the piles, and chance. Everything is visible after the end."""

from collections.abc import Sequence
from typing import Any

from engine.core.game import Memory
from engine.core.outcome import Outcome
from engine.core.views import recalled, situation
from engine.game_of_the_year.rules.ending import categories_of
from engine.game_of_the_year.state import Prompt, State
from engine.game_of_the_year.table import Card
from engine.game_of_the_year.vocabulary import TOKENS


def outcome_of(g: State) -> Outcome | None:
    """Return the outcome, or None while the game runs. Turns that were lost count as turns."""
    if not g.over:
        return None
    scores = []
    for seat in range(g.table.seats):
        fame, family, red_letter = g.tokens[seat * 3 : seat * 3 + 3]
        scores.append(
            {
                "seat": seat,
                "won": seat in g.winners,
                "points": sum(categories_of(g, seat)),
                "fame_tokens": fame,
                "family_tokens": family,
                "red_letter_tokens": red_letter,
                "holiday_cards": g.holidays[seat],
                "money": g.money[seat],
            }
        )
    return Outcome(g.winners, g.reason, g.turn, scores)


def view_of(g: State, seat: int | None, memory: Memory | None = None) -> dict[str, Any]:
    """Return the view of `seat` (None: a spectator), JSON-able; with a memory see `Game.look`. Raise BadSeats."""
    return {
        **situation(g, seat, memory),
        "turn": g.turn,
        "on_turn": g.seat,
        "players": [_player(g, other, is_visible=other == seat or g.over) for other in range(g.table.seats)],
        "bank": dict(zip(TOKENS, g.bank, strict=True)),
        "holiday_cards": g.holiday_bank,
        "quarters": list(g.arrivals),
        "chance_discard": _discard(g, 0, g.chance_pile[: g.chance_top], memory),
        "hazard_discard": _discard(g, 1, g.hazard_pile[: g.hazard_top], memory),
    }


def _discard(g: State, deck: int, cards: tuple[int, ...], memory: Memory | None) -> list[str]:
    ids: list[str] = recalled(memory, deck, (g.table, cards), _ids, g.table.cards[deck], cards)
    return ids


def _ids(deck: Sequence[Card], cards: Sequence[int]) -> list[str]:
    return [deck[card].id for card in cards]


def _player(g: State, seat: int, is_visible: bool) -> dict[str, Any]:
    board = g.table.board
    tokens = g.tokens[seat * 3 : seat * 3 + 3]
    return {
        "date": board.dates[g.where[seat]] if g.where[seat] > board.start else "start",
        "money": g.money[seat],
        "tokens": sum(tokens),
        "types": dict(zip(TOKENS, tokens, strict=True)) if is_visible else None,
        "holiday_cards": g.holidays[seat],
        "lucky": g.lucky[seat] if is_visible or g.revealed >> seat & 1 else None,
        "birthday": board.dates[g.birthdays[seat]],
        "lost_turns": g.skips[seat],
        "done": bool(g.done >> seat & 1),
    }


def deal_anew(g: State, seat: int | None) -> None:
    """Deal everything hidden from `seat`, out of what it cannot see."""
    g.chance_pile = (*g.chance_pile[: g.chance_top], *g.shuffled(sorted(g.chance_pile[g.chance_top :])))
    g.hazard_pile = (*g.hazard_pile[: g.hazard_top], *g.shuffled(sorted(g.hazard_pile[g.hazard_top :])))
    if not g.over:
        _deal_tokens(g, seat)
        _deal_numbers(g, seat)


def _deal_tokens(g: State, seat: int | None) -> None:
    """Shuffle the others' tokens together; each keeps as many as before."""
    others = [other for other in range(g.table.seats) if other != seat]
    counts = {other: sum(g.tokens[other * 3 : other * 3 + 3]) for other in others}
    pool = [kind for kind in range(3) for other in others for _ in range(g.tokens[other * 3 + kind])]
    dealt = list(g.shuffled(pool))
    for other in others:
        mine, dealt = dealt[: counts[other]], dealt[counts[other] :]
        g.tokens[other * 3 : other * 3 + 3] = [mine.count(kind) for kind in range(3)]


def _deal_numbers(g: State, seat: int | None) -> None:
    """Deal the numbers that `seat` has not seen. A seat that is choosing sees which are gone, so these only change
    hands then."""
    numbers = list(g.lucky)
    hidden = [who for who, number in enumerate(numbers) if number and who != seat and not g.revealed >> who & 1]
    if g.decision == Prompt.LUCKY and g.actor == seat:
        pool = sorted([numbers[who] for who in hidden])
    else:
        seen = {number for who, number in enumerate(numbers) if who not in hidden}
        pool = [number for number in g.table.lucky if number not in seen]
    for who, number in zip(hidden, g.shuffled(pool), strict=False):
        numbers[who] = number
    g.lucky = tuple(numbers)
