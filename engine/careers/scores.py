"""Report the outcome of a finished game as score sheets, one dict per seat, with the ids that the league uses."""

from typing import Any

from engine.careers.players import LEVELS
from engine.careers.rules.ledger import BACKSTABBED, BANKRUPTCY, BUMPED, FREE_PASS, LAYOFF, REORG, deeds_of
from engine.careers.rules.winning import points
from engine.careers.state import State
from engine.core.outcome import Outcome

_VICTIMS = ((LAYOFF, "laid_off"), (BUMPED, "bumped"), (BACKSTABBED, "backstabbed"))


def outcome_of(g: State) -> Outcome | None:
    """Return the outcome, or None while the game runs."""
    if not g.over:
        return None
    return Outcome(
        winners=g.winners, reason=g.reason, turns=g.turn, scores=[score_of(g, seat) for seat in range(g.table.seats)]
    )


def score_of(g: State, seat: int) -> dict[str, Any]:
    """Return a seat's sheet: cash in pounds, points, formula parts (cash in thousands; None in a timed game), degrees
    and trips earned in this game by id, office politics done and suffered (other seats as numbers from 0)."""
    player, board = g.table.players[seat], g.table.board
    formula = g.formulas[seat] or (None, None, None)
    carried = g.table.settings.carry_over == "degrees_and_trips"
    sheet: dict[str, Any] = {
        "seat": seat,
        "name": player.name,
        "level": LEVELS[player.level] if player.level >= 0 else None,
        "won": seat in g.winners,
        "points": points(g, seat),
        "happiness": g.happiness[seat],
        "fame": g.fame[seat],
        "cash": g.cash[seat],
        "salary": g.salary[seat],
        "formula_cash": formula[0],
        "formula_happiness": formula[1],
        "formula_fame": formula[2],
        "degrees": _counts(board.programs, g.degrees, seat, player.degrees if carried else ()),
        "trips": _counts(tuple(path.id for path in board.paths), g.trips, seat, player.trips if carried else ()),
        "layoffs": deeds_of(g, LAYOFF, seat),
        "reorgs": deeds_of(g, REORG, seat),
        "free_passes": deeds_of(g, FREE_PASS, seat),
        "bankruptcies": deeds_of(g, BANKRUPTCY, seat),
        "checkpoints": [mark for mark, by in g.checkpoints if by == seat],
    }
    if g.table.settings.insurance_on_sheet:
        sheet["insurance"] = g.policies[seat]
    return {**sheet, **_victims(g, seat)}


def _victims(g: State, seat: int) -> dict[str, list[int]]:
    sheet: dict[str, list[int]] = {}
    for kind, name in _VICTIMS:
        sheet[name] = [victim for what, actor, victim, _ in g.deeds if what == kind and actor == seat]
        sheet[f"{name}_by"] = [actor for what, actor, victim, _ in g.deeds if what == kind and victim == seat]
    return sheet


def _counts(ids: tuple[str, ...], counts: list[int], seat: int, before: tuple[int, ...]) -> dict[str, int]:
    mine = counts[seat * len(ids) : (seat + 1) * len(ids)]
    gained = [count - (before[at] if before else 0) for at, count in enumerate(mine)]
    return {name: count for name, count in zip(ids, gained, strict=True) if count}
