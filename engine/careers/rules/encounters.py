"""Bump and backstab ("Bumping", "Backstabbing"; R67, R68, R92, R95)."""

from typing import Any

from engine.careers import actions as a
from engine.careers.board import HOSPITAL, UNEMPLOYMENT
from engine.careers.rules.goods import has_something
from engine.careers.rules.ledger import BACKSTABBED, BUMPED, ask, gain_happiness, is_pharmacist, note, send
from engine.careers.rules.trading import open_bargain, open_peace_offer
from engine.careers.rules.winning import settle
from engine.careers.state import Prompt, State


def after_landing(g: State, seat: int, location: int) -> None:
    """Test for a win after the effects of a square, then let the piece, if it is still there, bump others."""
    if g.gained:
        settle(g)
    if not g.over and g.where[seat] == location and g.where.count(location) > 1:
        offer_bump(g, seat, 0)


def offer_bump(g: State, seat: int, *bargains: int) -> None:
    """Ask the mover when there is somebody to bump. `bargains`: seats that refused a bargain and, if any, seats that
    agreed to one, as bits."""
    if victims(g, seat, bargains):
        ask(g, Prompt.BUMP, seat, bargains)


def resume(g: State, prompt: int, seat: int, *arg: Any) -> None:
    """Ask the decision again that an offer interrupted."""
    if prompt == Prompt.BUMP:
        offer_bump(g, seat, *arg)
    elif prompt == Prompt.PLEA:
        _send_off(g, *arg)
    else:
        ask(g, prompt, seat, arg)


def victims(g: State, seat: int, bargains: tuple[int, ...]) -> list[int]:
    """Return the seats that may be bumped and have not bought peace."""
    occupants = bumpable(g, seat)
    return [v for v in occupants if not bargains[1] >> v & 1] if len(bargains) > 1 else occupants


def bumpable(g: State, seat: int) -> list[int]:
    """Return the seats that share the square and may be bumped by this seat."""
    board, location = g.table.board, g.where[seat]
    if board.place[location] in (HOSPITAL, UNEMPLOYMENT):
        return []
    if location >= board.size and not g.table.settings.bump_on_paths:
        return []
    mask = g.table.relations.may_bump[seat]
    return [v for v in range(g.table.seats) if v != seat and g.where[v] == location and mask >> v & 1]


def bump_choices(g: State) -> list[int]:
    """Return the occupants to bump, for a Pharmacist also to the Hospital, and those to bargain with."""
    seat, refused = g.actor, g.arg[0]
    occupants = victims(g, seat, g.arg)
    legal = [a.DECLINE, *(a.BUMP[v] for v in occupants)]
    if is_pharmacist(g, seat):
        legal += [a.BUMP_TO_HOSPITAL[v] for v in occupants]
    if g.table.settings.trading:
        legal += [a.BARGAIN[v] for v in occupants if not refused >> v & 1 and has_something(g, v)]
    return legal


def bump(g: State, action: int) -> None:
    """Bump an occupant, bargain first, or let everybody be; the occupant may plead before it goes."""
    if action == a.DECLINE:
        g.happened("bumps_nobody", g.actor)
        return
    verb, seat, victim = a.VERB[action], g.actor, a.FIRST[action]
    if verb == "bargain":
        open_bargain(g, victim, (Prompt.BUMP, g.arg))
        return
    if _may_plead(g, victim):
        g.happened("is_bumping", seat, victim)
        ask(g, Prompt.PLEA, victim, (action, *g.arg))
    else:
        _send_off(g, action, *g.arg)


def _may_plead(g: State, victim: int) -> bool:
    """Return whether an occupant may buy peace: once a landing, and not after refusing the mover's price."""
    settings = g.table.settings
    return bool(
        settings.trading and settings.occupant_offers and not g.arg[0] >> victim & 1 and has_something(g, victim)
    )


def plea_choices(g: State) -> list[int]:
    """Return declining, and an offer of something for peace."""
    return [a.DECLINE, a.BARGAIN[g.seat]]


def plead(g: State, action: int) -> None:
    """Offer the mover something for peace, or be bumped."""
    if action == a.DECLINE:
        _send_off(g, *g.arg)
    else:
        open_peace_offer(g, g.seat, (Prompt.PLEA, g.arg))


def _send_off(g: State, action: int, *bargains: int) -> None:
    """Carry out the mover's bump."""
    seat, victim, board = g.seat, a.FIRST[action], g.table.board
    note(g, BUMPED, seat, victim)
    g.happened("bumps", seat, victim)
    send(g, victim, board.hospital if a.VERB[action] == "bump_to_hospital" else board.unemployment)
    if g.table.settings.bump_all:
        offer_bump(g, seat, *bargains)


# Backstabbing: one victim after the other, until the stabber declines


def stabbable(g: State, seat: int, done: int) -> list[int]:
    """Return the current and former employees of the company whose path the seat is on, without those in `done`
    (bits)."""
    board = g.table.board
    path = board.path_of[g.where[seat]]
    if g.table.settings.backstab_needs_hearts and g.happiness[seat] < board.figures["backstab_self_happiness"]:
        return []
    mask = g.table.relations.may_backstab[seat] & ~done
    return [
        v
        for v in range(g.table.seats)
        if v != seat
        and mask >> v & 1
        and (board.path_of[g.where[v]] == path or g.trips[v * len(board.paths) + path] > 0)
    ]


def backstab_choices(g: State) -> list[int]:
    """Return declining, and the players to backstab."""
    return [a.DECLINE, *(a.BACKSTAB[v] for v in stabbable(g, g.actor, g.arg[0]))]


def backstab(g: State, action: int) -> None:
    """Backstab a player at the cost of hearts, or decline; each may be stabbed once in a visit."""
    if action == a.DECLINE:
        g.happened("backstabs_nobody", g.actor)
        return
    seat, victim, board = g.actor, a.FIRST[action], g.table.board
    note(g, BACKSTABBED, seat, victim)
    g.happened("backstabs", seat, victim)
    gain_happiness(g, seat, -board.figures["backstab_self_happiness"])
    gain_happiness(g, victim, -board.figures["backstab_victim_happiness"])
    send(g, victim, board.unemployment)
    done = g.arg[0] | 1 << victim
    if stabbable(g, seat, done):
        ask(g, Prompt.BACKSTAB, seat, (done,))
