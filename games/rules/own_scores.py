"""Systems whose own scores decide who won: the winner need not be stated, but must not contradict them."""

from collections.abc import Iterator

from games.rules.sheets import Problem, ScoreSheet


def wrong_winners(
    sheet: ScoreSheet, ranking: tuple[tuple[int, ...], ...], decides: str, clause: str
) -> Iterator[Problem]:
    """A problem for each seat whose stated win, or lack of one, contradicts the figures. `decides` says in words what
    the system goes by."""
    if not any(line.won for line in sheet.seats):
        return
    first = ranking[0]
    who = " and ".join(f"seat {seat}" for seat in sorted(first))
    for line in sheet.seats:
        if line.won and line.seat not in first:
            text = f"stated as winner, but by the figures {who} won: {decides}"
        elif line.seat in first and not line.won:
            text = f"won by the figures ({decides}), but is not stated as winner"
        else:
            continue
        yield Problem(f"{line}: {text}.", line.seat, "won", clause)
