"""Build the view of a seat: its own hand and formula, and everything that lies open on the table. Hidden are the other
hands, the order of the piles, chance, and (R9) the others' formulas until the end."""

from functools import lru_cache
from typing import Any

from engine.careers import actions as a
from engine.careers.about import said_sides
from engine.careers.players import LEVELS
from engine.careers.rules.bundles import is_bundle, sides_of
from engine.careers.rules.opening import random_formula
from engine.careers.rules.trading import maker_of
from engine.careers.rules.winning import fulfils, points
from engine.careers.state import Prompt, State
from engine.careers.table import Table
from engine.core.game import Memory
from engine.core.views import recalled, situation

_EXPERIENCE, _OPPORTUNITIES = (tuple(card["id"] for card in deck) for deck in (a.EXPERIENCE, a.OPPORTUNITY))
_OFFERING = (Prompt.TAKE, Prompt.SUM, Prompt.ANSWER)


def view_of(g: State, seat: int | None, memory: Memory | None = None) -> dict[str, Any]:
    """Return the view of `seat` (None: a spectator), JSON-able; with a memory see `Game.look`. Raise BadSeats."""
    return {
        **situation(g, seat, memory),
        "turn": g.turn,
        "on_turn": g.seat,
        "offer": _offer(g),
        "players": _players(g, seat, memory),
        "experience": [_EXPERIENCE[kind] for kind in g.experience[seat]] if seat is not None else [],
        "opportunities": [_OPPORTUNITIES[kind] for kind in g.opportunity[seat]] if seat is not None else [],
        "experience_left": len(g.experience_pile) - g.experience_top,
        "opportunities_left": len(g.opportunity_pile) - g.opportunity_top,
        "experience_discard": list(_sorted_ids(_EXPERIENCE, g.experience_discard)),
        "opportunity_discard": list(_sorted_ids(_OPPORTUNITIES, g.opportunity_discard)),
        **_own_cards(g),
        "deeds": list(g.deeds),
        "checkpoints": list(g.checkpoints),
        "overtime": list(g.overtime),
        "target": g.table.settings.target if g.table.settings.mode == "formula" else None,
    }


def _players(g: State, seat: int | None, memory: Memory | None) -> list[dict[str, Any]]:
    """Return what `seat` knows of every player; of a formula only its own, until all are open (R9)."""
    table, settings = g.table, g.table.settings
    all_visible = g.over or not settings.formulas_hidden or settings.formula.endswith("common")
    shared = (table, g.bosses, g.formulas, g.may_retire, g.owed, g.degrees[:], g.trips[:])
    amounts = zip(g.cash, g.salary, g.happiness, g.fame, g.where, g.policies, g.lost_turns, g.extra_turns,
                  map(len, g.experience), map(len, g.opportunity), strict=True)  # fmt: skip
    players = []
    for other, own in enumerate(amounts):
        is_visible = all_visible or other == seat
        players.append(recalled(memory, (other, is_visible), (own, shared), _player, g, other, is_visible))
    return players


def _player(g: State, seat: int, is_visible: bool) -> dict[str, Any]:
    board, seats = g.table.board, g.table.seats
    name, level, specialty = _characters(g.table)[seat]
    programs, paths = len(board.programs), len(board.paths)
    return {
        "name": name,
        "level": level,
        "specialty": specialty,
        "boss": g.bosses[seat] if g.bosses[seat] >= 0 else None,
        "formula": list(g.formulas[seat]) if is_visible else None,
        "cash": g.cash[seat],
        "salary": g.salary[seat],
        "happiness": g.happiness[seat],
        "fame": g.fame[seat],
        "points": points(g, seat),
        "location": board.ids[g.where[seat]],
        "policies": g.policies[seat],
        "lost_turns": g.lost_turns[seat],
        "extra_turns": g.extra_turns[seat],
        "experience_cards": len(g.experience[seat]),
        "opportunity_cards": len(g.opportunity[seat]),
        "may_retire": bool(g.may_retire >> seat & 1),
        "degrees": g.degrees[seat * programs : (seat + 1) * programs],
        "trips": g.trips[seat * paths : (seat + 1) * paths],
        "owes": list(g.owed[seat * seats : (seat + 1) * seats]),
    }


@lru_cache(maxsize=64)
def _characters(table: Table) -> list[tuple[str, str | None, str | None]]:
    """Return name, level and specialty of every seat, which never change during a game."""
    levels, programs = (*LEVELS, None), (*a.PROGRAM_IDS, None)  # the last is -1, which is none
    return [(player.name, levels[player.level], programs[player.specialty]) for player in table.players]


def _own_cards(g: State) -> dict[str, Any]:
    """Return the names and effects of the cards that a club added, by the ids that hands and actions use."""
    own = g.table.own_cards
    return {"own_cards": {f"own{at}": {"name": card.name, "does": [list(operation) for operation in card.does]}
                          for at, card in enumerate(own, 1)}} if own else {}  # fmt: skip


@lru_cache(maxsize=1024)
def _sorted_ids(ids: tuple[str, ...], kinds: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(sorted([ids[kind] for kind in kinds]))


def _offer(g: State) -> dict[str, Any] | None:
    """Return the offer on the table, which is spoken aloud."""
    return {"from": maker_of(g), "to": g.arg[1], **said_sides(g)} if _is_offering(g) else None


def _is_offering(g: State) -> bool:
    """Return whether part of an offer has been spoken: with one thing once it is named, with several from the first
    word."""
    return g.decision in _OFFERING or (g.decision == Prompt.GIVE and is_bundle(g.arg))


def deal_anew(g: State, seat: int | None) -> None:
    """Deal everything hidden from `seat` (None: a spectator), out of what it cannot see."""
    _deal(g, seat, g.experience, g.experience_pile[g.experience_top :], "experience", 4)
    _deal(g, seat, g.opportunity, g.opportunity_pile[g.opportunity_top :], "opportunity", 5)
    if g.fresh and seat != g.seat:
        g.fresh = g.experience[g.seat][: len(g.fresh)]
    settings = g.table.settings
    if settings.formulas_hidden and settings.mode == "formula" and not settings.formula.endswith("common"):
        g.formulas = tuple(
            formula if other == seat or not formula or g.over else _guess(g, other)
            for other, formula in enumerate(g.formulas)
        )
        if g.decision == Prompt.FORMULA and g.actor != seat and g.arg:
            g.arg = (g.below(settings.target - 2 * settings.min_part + 1),)


def _deal(
    g: State, seat: int | None, hands: list[tuple[int, ...]], unseen: tuple[int, ...], deck: str, item: int
) -> None:
    """Shuffle pile and other hands together. Cards that their holder has just offered stay with the holder."""
    spoken = _offered(g, item) if _is_offering(g) else [()] * g.table.seats
    pool = list(unseen)
    for other, hand in enumerate(hands):
        if other != seat:
            rest = list(hand)
            for card in spoken[other]:
                rest.remove(card)
            pool += rest
    dealt = list(g.shuffled(sorted(pool)))
    for other, hand in enumerate(hands):
        if other != seat:
            count = len(hand) - len(spoken[other])
            hands[other] = tuple(sorted([*spoken[other], *dealt[:count]]))
            del dealt[:count]
    setattr(g, f"{deck}_pile", tuple(dealt))
    setattr(g, f"{deck}_top", 0)


def _offered(g: State, kind: int) -> list[tuple[int, ...]]:
    spoken: list[tuple[int, ...]] = [()] * g.table.seats
    gives, _ = sides_of(g.arg)
    spoken[maker_of(g)] = tuple(a.SECOND[item] for item, _ in gives if item >= 0 and a.FIRST[item] == kind)
    return spoken


def _guess(g: State, seat: int) -> tuple[int, ...]:
    """Return a formula that the seat may have: it has not fulfilled it, or the game would be over."""
    real, target = g.formulas, g.table.settings.target
    for _ in range(20):
        guess = random_formula(g, target)
        g.formulas = (*real[:seat], guess, *real[seat + 1 :])
        if not fulfils(g, seat):
            g.formulas = real
            return guess
    g.formulas = real
    parts = (g.cash[seat] // 1000, g.happiness[seat], g.fame[seat])
    least = parts.index(min(parts))
    return tuple(target if part == least else 0 for part in range(3))
