"""Pieces on the board: moves, quarter ends, being sent (rules 17, 25, 31, 32; B3, B10, B11, B13, B25)."""

from engine.game_of_the_year.state import State, Work


def relocate(g: State, seat: int, day: int) -> None:
    """Puts a piece on a day. Whoever passes a quarter end, by whatever cause, is paid for it."""
    quarters = g.table.board.quarters
    before, after = quarters[g.where[seat]], quarters[day]
    if g.events is not None:
        g.events.append(("moves", seat, g.where[seat], day))
    g.where[seat] = day
    for quarter in range(before, after):
        _pass_quarter(g, seat, quarter)


def _pass_quarter(g: State, seat: int, quarter: int) -> None:
    """$400 every time; tokens of choice for the first and the second player, once (rules 30 to 32)."""
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
        if g.events is not None:
            g.events.append(("quarter_tokens", seat, place, figures["quarter_tokens"][place]))
        g.todo.append((Work.TAKE_TOKENS, seat, figures["quarter_tokens"][place]))


def send(g: State, seat: int, day: int) -> None:
    """A move in another player's turn or by a swap: no entry is followed, and of the stop only the own Lucky Number
    counts (rules 17 and 25, B13)."""
    relocate(g, seat, day)
    board = g.table.board
    if board.number[day] == g.lucky[seat]:
        reveal_own(g, seat)
    if day == board.finish:
        g.done |= 1 << seat


def reveal_own(g: State, seat: int) -> None:
    """Rule 25: $200 from the bank for the own Lucky Number."""
    g.revealed |= 1 << seat
    g.money[seat] += g.table.figures["lucky"]
    if g.events is not None:
        g.events.append(("own_number", seat, g.lucky[seat], g.table.figures["lucky"]))


def shift(g: State, seat: int, day: int) -> None:
    """What a day or a card does to a piece; the active player's piece comes to a further stop (rule 16)."""
    if day == g.where[seat]:
        return
    if seat == g.seat:
        relocate(g, seat, day)
        g.moved = True
    else:
        send(g, seat, day)


def day_at(g: State, seat: int, days: int) -> int:
    """Where a move of so many days leads: not beyond the finish, and backwards not beyond the first day (B2, B25)."""
    board, here = g.table.board, g.where[seat]
    if days < 0:
        return max(here + days, min(here, board.start + 1))
    return min(here + days, board.finish)
