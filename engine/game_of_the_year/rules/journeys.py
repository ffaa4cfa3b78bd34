"""Move pieces on the board: moves, quarter ends, being sent (rules 17, 25, 31, 32; B3, B10, B11, B13, B25)."""

from engine.game_of_the_year.state import State, Work


def relocate(g: State, seat: int, day: int) -> None:
    """Put a piece on a day. A piece that passes a quarter end, by whatever cause, earns its payment."""
    quarters, where = g.table.board.quarters, g.where
    before, after = quarters[where[seat]], quarters[day]
    if g.events is not None:
        g.events.append(("moves", seat, where[seat], day))
    where[seat] = day
    if before < after:
        for quarter in range(before, after):
            _pass_quarter(g, seat, quarter)


def _pass_quarter(g: State, seat: int, quarter: int) -> None:
    """Pay $400 every time; tokens of choice go to the first and the second player, once (rules 30 to 32)."""
    figures = g.table.figures
    g.money[seat] += figures["quarter"]
    if g.events is not None:
        g.events.append(("quarter", seat, figures["quarter"]))
    if g.passed[seat] >> quarter & 1:
        return
    g.passed[seat] |= 1 << quarter
    place = g.arrivals[quarter]
    g.arrivals[quarter] += 1
    if place < len(figures["quarter_tokens"]):
        g.happened("quarter_tokens", seat, place, figures["quarter_tokens"][place])
        g.todo.append((Work.TAKE_TOKENS, seat, figures["quarter_tokens"][place]))


def send(g: State, seat: int, day: int) -> None:
    """Move a piece in another player's turn or by a swap. No entry is followed, and only the player's own Lucky Number
    counts at the stop (rules 17 and 25, B13)."""
    relocate(g, seat, day)
    board = g.table.board
    if board.number[day] == g.lucky[seat]:
        reveal_own(g, seat)
    if day == board.finish:
        g.done |= 1 << seat


def reveal_own(g: State, seat: int) -> None:
    """Pay $200 from the bank for the player's own Lucky Number (rule 25)."""
    g.revealed |= 1 << seat
    g.money[seat] += g.table.figures["lucky"]
    g.happened("own_number", seat, g.lucky[seat], g.table.figures["lucky"])


def shift(g: State, seat: int, day: int) -> None:
    """Move a piece as a day or a card says; the active player's piece comes to a further stop (rule 16)."""
    if day == g.where[seat]:
        return
    if seat == g.seat:
        relocate(g, seat, day)
        g.moved = True
    else:
        send(g, seat, day)


def day_at(g: State, seat: int, days: int) -> int:
    """Return where a move of that many days leads: not beyond the finish, and backwards not beyond the first day (B2,
    B25)."""
    board, here = g.table.board, g.where[seat]
    if days < 0:
        return max(here + days, min(here, board.start + 1))
    return min(here + days, board.finish)
