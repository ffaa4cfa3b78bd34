"""Keep points and ranks, and name the winners (rules 5-8, 13-16, 29, 30; B11 to B13). The natural rank follows the
criteria at once, unless a lock holds it up or down; the rank adds the shifts of cards in effect. A function that
changes points, locks or shifts of a seat calls `rerank`."""

from engine.office_job.cards import CSUITE_POINTS, DOWN, KINDS, MANAGER_POINTS, SHIELD, SHIFT, UP
from engine.office_job.state import State

ENTRY, MANAGER, C_SUITE = 1, 2, 3
RANKS = ("entry", "manager", "c_suite")


def criteria(points: int, skilled: int) -> int:
    """Return the rank whose criteria are met by points and an active C-Suite Skill (rules 6-8)."""
    if points < MANAGER_POINTS:
        return ENTRY
    return C_SUITE if skilled and points >= CSUITE_POINTS else MANAGER


def rerank(g: State, seat: int) -> None:
    """Promote or demote a seat at once, on anybody's turn (rules 13, 15, 16)."""
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
    """Add points to a seat."""
    g.points[seat] += number
    if g.events is not None:
        g.events.append(("gains", seat, number, g.points[seat]))
    rerank(g, seat)


def gain_by_card(g: State, seat: int, number: int) -> None:
    """Add points that a card brings; the first such gain in the seat's own turn adds the boost."""
    if seat == g.seat and g.extra:
        number += g.extra
        g.happened("boosted", seat, g.extra)
        g.extra = 0
    add_points(g, seat, number)


def lose_points(g: State, by: int, seat: int, number: int) -> int:
    """Take up to `number` points away, never below 0 (rule 14), and return how many were lost. A shield saves some of
    them from another player."""
    if by != seat and g.status[seat * KINDS + SHIELD]:
        saved = min(number, g.status[seat * KINDS + SHIELD])
        number -= saved
        g.happened("shielded", seat, saved)
    number = min(number, g.points[seat])
    if g.events is not None:
        g.events.append(("loses", seat, number, g.points[seat] - number))
    if number <= 0:
        return 0
    g.points[seat] -= number
    rerank(g, seat)
    return number


def winners_of(g: State) -> tuple[int, ...]:
    """Return the seats with the highest rank, then the most points; equal ones share the victory."""
    places = list(zip(g.rank, g.points, strict=True))
    return tuple(seat for seat, place in enumerate(places) if place == max(places))
