"""Play office politics between characters: layoffs, reorganisations, choosing a boss ("Relationship Rules"; R94, R96 to
R98)."""

from engine.careers import actions as a
from engine.careers.rules.ledger import FREE_PASS, LAYOFF, REORG, deeds_of, hand_in_experience, note, send
from engine.careers.rules.movement import held
from engine.careers.state import State


def left(g: State, seat: int, kind: int) -> int:
    """Return how many layoffs, reorganisations or free passes a seat still has in this game, by the level it came
    with."""
    level = g.table.players[seat].level
    if level < 0:
        return 0
    name = {LAYOFF: "layoffs", REORG: "reorgs", FREE_PASS: "free_passes"}[kind]
    allowed: int = g.table.board.figures["powers"][name][level]
    return allowed - deeds_of(g, kind, seat)


def reports_to(g: State, seat: int) -> list[int]:
    """Return the seats that a seat may lay off: its subordinates, or only those whose boss it is (R94)."""
    mask = g.table.relations.subordinates[seat]
    return [
        v for v in range(g.table.seats) if mask >> v & 1 and (not g.table.settings.boss_only or g.bosses[v] == seat)
    ]


def reorganised(g: State, seat: int) -> list[int]:
    """Return the seats that lose their cards in a reorganisation: all subordinates (R94, R98)."""
    if g.table.settings.reorg_reaches == "reporting":
        return reports_to(g, seat)
    mask = g.table.relations.subordinates[seat]
    return [v for v in range(g.table.seats) if mask >> v & 1]


def sent_back(g: State, seat: int) -> list[int]:
    """Return the seats that leave a path when `seat` reorganises: its subordinates or, by house rule, everyone on the
    primary company's path."""
    board = g.table.board
    if g.table.settings.reorg_scope == "everyone_on_primary_path":
        primary = board.primary[g.table.players[seat].specialty]
        return [v for v in range(g.table.seats) if v != seat and board.path_of[g.where[v]] == primary]
    return [v for v in reorganised(g, seat) if g.where[v] >= board.size]


def _reaches_somebody(g: State, seat: int) -> bool:
    """Return whether a reorganisation would change anything; otherwise it is not offered (R98)."""
    if g.table.settings.reorg_reaches == "reporting":
        return True
    return any(g.experience[v] for v in reorganised(g, seat)) or bool(sent_back(g, seat))


def office_moves(g: State, seat: int) -> list[int]:
    """Return reorganising and laying off, which are the move of a turn and come at its start (R96, R98)."""
    if g.table.players[seat].level < 0 or not g.table.relations.subordinates[seat]:
        return []
    if held(g, seat) and not g.table.settings.layoff_from_hospital:
        return []
    moves: list[int] = []
    if left(g, seat, REORG) and _reaches_somebody(g, seat):
        moves.append(a.REORGANISE)
    if left(g, seat, LAYOFF):
        unemployment = g.table.board.unemployment
        moves += [a.LAY_OFF[v] for v in reports_to(g, seat) if g.where[v] != unemployment]
    return moves


def lay_off(g: State, seat: int, victim: int) -> None:
    """Send the victim to Unemployment without Payday, with the next turn lost; not insurable."""
    note(g, LAYOFF, seat, victim)
    g.happened("lays_off", seat, victim)
    send(g, victim, g.table.board.unemployment)
    g.lost_turns[victim] += 1
    g.happened("loses_turn", victim)


def reorganise(g: State, seat: int) -> None:
    """Make subordinates hand in their Experience cards and leave their paths for the entrance, without a refund. By
    house rule, everyone on the primary company's path leaves instead."""
    board = g.table.board
    note(g, REORG, seat, seat)
    g.happened("reorganises", seat)
    for v in reorganised(g, seat):
        hand_in_experience(g, v)
    for v in sent_back(g, seat):
        send(g, v, board.base[g.where[v]])


def boss_choices(g: State) -> list[int]:
    """Return the superiors that a seat may choose as its boss (R94)."""
    mask = g.table.relations.superiors[g.actor]
    return [a.BOSS[v] for v in range(g.table.seats) if mask >> v & 1]


def choose_boss(g: State, action: int) -> None:
    """Choose a boss for the game."""
    bosses = list(g.bosses)
    bosses[g.actor] = a.FIRST[action]
    g.bosses = tuple(bosses)
    g.happened("boss", g.actor, bosses[g.actor])
