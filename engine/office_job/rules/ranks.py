"""Points, ranks and winners (rules 5-8, 13-16, 29, 30; B11 to B13).

The natural rank follows the criteria at once, unless a lock holds it up or down; the rank adds what cards in effect
do to it. Whatever changes points, locks or shifts of a seat calls `rerank`.
"""

from engine.office_job.cards import CSUITE_POINTS, DOWN, KINDS, MANAGER_POINTS, SHIELD, SHIFT, UP
from engine.office_job.state import State

ENTRY, MANAGER, C_SUITE = 1, 2, 3
RANKS = ("entry", "manager", "c_suite")


def criteria(points: int, skilled: int) -> int:
    """The rank whose criteria are met by points and an active C-Suite Skill (rules 6-8)."""
    if points < MANAGER_POINTS:
        return ENTRY
    return C_SUITE if skilled and points >= CSUITE_POINTS else MANAGER


def rerank(g: State, seat: int) -> None:
    """Promotes and demotes at once, whoever's turn it is (rules 13, 15, 16)."""
    status, base = g.status, seat * KINDS
    met, natural = criteria(g.points[seat], g.skilled >> seat & 1), g.natural[seat]
    if met != natural and not status[base + UP if met > natural else base + DOWN]:
        natural = g.natural[seat] = met
    shift = status[base + SHIFT]
    rank = min(C_SUITE, max(ENTRY, natural + shift)) if shift else natural
    if g.events is not None and rank != g.rank[seat]:
        g.events.append(("rank", seat, g.rank[seat], rank, natural))
    g.rank[seat] = rank


def add_points(g: State, seat: int, number: int) -> None:
    """A seat gains points."""
    g.points[seat] += number
    if g.events is not None:
        g.events.append(("gains", seat, number, g.points[seat]))
    rerank(g, seat)


def gain_by_card(g: State, seat: int, number: int) -> None:
    """A card brings a seat points; the first one in an own turn brings what a boost adds."""
    if seat == g.seat and g.extra:
        number += g.extra
        if g.events is not None:
            g.events.append(("boosted", seat, g.extra))
        g.extra = 0
    add_points(g, seat, number)


def lose_points(g: State, by: int, seat: int, number: int) -> int:
    """Takes up to so many points away, never below 0 (rule 14), less what a shield saves from another player.

    Returns how many were lost."""
    if by != seat and g.status[seat * KINDS + SHIELD]:
        saved = min(number, g.status[seat * KINDS + SHIELD])
        number -= saved
        if g.events is not None:
            g.events.append(("shielded", seat, saved))
    number = min(number, g.points[seat])
    if g.events is not None:
        g.events.append(("loses", seat, number, g.points[seat] - number))
    if number <= 0:
        return 0
    g.points[seat] -= number
    rerank(g, seat)
    return number


def winners_of(g: State) -> tuple[int, ...]:
    """The highest rank, then the most points; equal ones share the victory."""
    places = list(zip(g.rank, g.points, strict=True))
    return tuple(seat for seat, place in enumerate(places) if place == max(places))
