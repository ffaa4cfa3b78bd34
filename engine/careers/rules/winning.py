"""Decide when a game is won: formulas, the end of the time, overtime, checkpoints ("Scoring", "Timed Game"; R10 to
R17)."""

from engine.careers.state import State

FORMULA, TIME, TURN_LIMIT = "formula", "time", "turn_limit"


def net_cash(g: State, seat: int) -> int:
    """Return cash-on-hand in pounds; tracked loans count against it (R12, R13)."""
    if not g.owed:
        return g.cash[seat]
    seats = g.table.seats
    return g.cash[seat] - sum(g.owed[seat * seats : (seat + 1) * seats])


def points(g: State, seat: int) -> int:
    """Return happiness, fame and whole thousands of cash added up."""
    return g.happiness[seat] + g.fame[seat] + net_cash(g, seat) // 1000


def fulfils(g: State, seat: int) -> bool:
    """Return whether a seat has all three parts of its formula."""
    cash, happiness, fame = g.formulas[seat]
    return g.happiness[seat] >= happiness and g.fame[seat] >= fame and net_cash(g, seat) >= cash * 1000


def settle(g: State, owing: int = -1) -> None:
    """Look for a winner after a completed action, first the seat on turn, then in seat order (R10). The seat `owing`
    can neither win nor reach a checkpoint while it may have to pay from its cash on hand."""
    if not g.gained or g.over:
        return
    if g.table.settings.checkpoints:
        _note_checkpoints(g, owing)
    if g.table.settings.win_check == "action":
        g.gained = owing >= 0
        check_formulas(g, owing)


def check_formulas(g: State, owing: int = -1) -> None:
    """End the game when a seat other than `owing` fulfils its formula."""
    seats, formulas, happiness, fame = g.table.seats, g.formulas, g.happiness, g.fame
    for seat in range(g.seat, g.seat + seats):
        seat = seat % seats
        formula = formulas[seat]
        if (
            formula
            and happiness[seat] >= formula[1]
            and fame[seat] >= formula[2]
            and seat != owing
            and fulfils(g, seat)
        ):
            finish(g, (seat,), FORMULA)
            return


def finish(g: State, winners: tuple[int, ...], reason: str) -> None:
    """End the game, with nothing left waiting."""
    g.happened("ended", winners, reason, g.formulas[winners[0]] if reason == FORMULA else None)
    g.over, g.winners, g.reason = True, winners, reason
    g.todo.clear()


def call_time(g: State) -> None:
    """End a timed game: most points win. A tie goes into overtime, in which only the tied can win, by the change of
    their points while it lasts (R15)."""
    totals = [points(g, seat) for seat in range(g.table.seats)]
    if g.overtime:
        tied, before = g.overtime
        score = {seat: totals[seat] - before[seat] for seat in tied}
    else:
        score = dict(enumerate(totals))
    best = max(score.values())
    leaders = tuple(seat for seat, value in score.items() if value == best)
    if len(leaders) == 1:
        finish(g, leaders, TIME)
        return
    settings = g.table.settings
    g.happened("overtime", leaders, best)
    g.overtime = (leaders, tuple(totals))
    g.round_end = g.turn + settings.overtime_minutes * g.table.seats if settings.clock == "rounds" else -1


def _note_checkpoints(g: State, owing: int) -> None:
    """Record the first seat to reach each checkpoint as its winner; that has no effect on the game (R17)."""
    won = {mark for mark, _ in g.checkpoints}
    for mark in g.table.settings.checkpoints:
        if mark not in won:
            for offset in range(g.table.seats):
                seat = (g.seat + offset) % g.table.seats
                if seat != owing and points(g, seat) >= mark:
                    g.checkpoints = (*g.checkpoints, (mark, seat))
                    g.happened("checkpoint", seat, mark)
                    break
