"""Find the seats that the effects of a card reach. All conditions are read once, from the state before the first
effect; only `target_hit` is read as the effects happen."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.office_job.cards import CSUITE, EFFECTS, KINDS, PLAIN, RANKING, WARD, Effect
from engine.office_job.state import State


def holds(g: State, seat: int, condition: tuple[tuple[str, Any], ...]) -> bool:
    """Return whether every part of a condition holds for a seat."""
    for key, value in condition:  # noqa: SIM110 (measured: a generator takes twice as long)
        if not _PARTS[key](g, seat, value):
            return False
    return True


_PARTS: Mapping[str, Callable[[State, int, int], bool]] = {
    "rank_min": lambda g, seat, least: g.rank[seat] >= least,
    "rank_max": lambda g, seat, most: g.rank[seat] <= most,
    "points_min": lambda g, seat, least: g.points[seat] >= least,
    "points_max": lambda g, seat, most: g.points[seat] <= most,
    "outranked": lambda g, seat, expected: (max(g.rank) > g.rank[seat]) == expected,
    "fewest": lambda g, seat, expected: (min(g.points) == g.points[seat]) == expected,
}


def meets_rank(g: State, actor: int, target: int, direction: int) -> bool:
    """Return whether the target's rank is lower (`direction` -1) or higher (1) than the actor's; 0 allows any."""
    return (g.rank[target] - g.rank[actor]) * direction > 0 if direction else True


def recipients(g: State, card: int, actor: int, target: int) -> tuple[int, ...]:
    """Return for each effect of the card the seats that it is for, as bits; 0 for an effect that is skipped (rule
    25)."""
    masks = g.table.reach[card][actor][target]
    if PLAIN[card]:
        return masks
    return tuple([_filtered(g, effect, actor, mask) for effect, mask in zip(EFFECTS[card], masks, strict=True)])


def _filtered(g: State, effect: Effect, actor: int, mask: int) -> int:
    if not mask or effect.plain:
        return mask
    if effect.test and not holds(g, actor, effect.test):
        return 0
    seats = 0
    for seat in g.table.around[actor][mask]:
        if meets_rank(g, actor, seat, effect.rank) and (not effect.only or holds(g, seat, effect.only)):
            seats |= 1 << seat
    return seats


def without_warded(g: State, card: int, actor: int, masks: tuple[int, ...]) -> tuple[int, ...]:
    """Return `masks` without the seats that a ward protects from rank changes and locks by others' cards."""
    return tuple(
        [
            _unwarded(g, card, actor, mask) if effect.status in RANKING else mask
            for effect, mask in zip(EFFECTS[card], masks, strict=True)
        ]
    )


def _unwarded(g: State, card: int, actor: int, mask: int) -> int:
    for seat in g.table.around[actor][mask]:
        if seat != actor and g.status[seat * KINDS + WARD]:
            mask &= ~(1 << seat)
            g.happened("warded", seat, card)
    return mask


def targets(g: State, card: int, actor: int, target_rank: int, others_only: bool) -> list[int]:
    """Return the seats that may be chosen: other players, for `any` the actor too, all of the rank that every effect
    requires."""
    own = g.rank[actor]
    return [
        seat
        for seat, rank in enumerate(g.rank)
        if not (others_only and seat == actor) and (not target_rank or (rank - own) * target_rank > 0)
    ]


def may_hold(g: State, seat: int, card: int) -> bool:
    """Return whether a seat may have this card in play: one C-Suite Skill at a time (B4, B5)."""
    return not (CSUITE[card] and g.skilled >> seat & 1)
