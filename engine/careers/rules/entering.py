"""Enter a company or the University: requirements, fees, and the gate (R18, R20, R55, R56, R59)."""

from engine.careers.board import Path
from engine.careers.rules.ledger import PAID_TUITION
from engine.careers.rules.movement import must_throw
from engine.careers.state import State


def enters_free(g: State, seat: int, path: Path) -> bool:
    """Return whether a finished trip or the degrees open a company free of charge; the University never is (R55, R59).
    Some boards have companies that no degree opens."""
    if path.university:
        return False
    board = g.table.board
    return g.trips[seat * len(board.paths) + path.index] > 0 or (
        path.program >= 0 and g.degrees[seat * len(board.programs) + path.program] >= path.degrees_required
    )


def can_enter(g: State, seat: int, path: Path) -> bool:
    """Return whether a seat meets the requirements of a path, or has the fee (R18, R20)."""
    return g.cash[seat] >= path.fee or enters_free(g, seat, path)


def enter(g: State, seat: int, path: Path, kind: int, expenses_paid: bool = False) -> None:
    """Pay what is due and stand at the gate; the throw follows at once."""
    g.trip[seat] = 0
    pays = not expenses_paid and not enters_free(g, seat, path)
    if g.events is not None:
        g.events.append(("entered", seat, path.index, path.fee if pays else 0, expenses_paid))
    if pays:
        g.cash[seat] -= path.fee
        g.trip[seat] = PAID_TUITION if path.university else 0
    g.where[seat] = path.gate
    must_throw(g, seat, kind)
