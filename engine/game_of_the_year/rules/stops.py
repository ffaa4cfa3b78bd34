"""Make a stop of the active player: Lucky Numbers, birthdays, the day's entry (rules 12, 16, 25 to 28; B12, B30)."""

from engine.game_of_the_year.rules.effects import run_effects
from engine.game_of_the_year.rules.journeys import reveal_own
from engine.game_of_the_year.rules.money import charge_all
from engine.game_of_the_year.state import State, Step, Work

_ENTRY = (Work.ENTRY,)
_ENTRY_DONE = (Work.ENTRY_DONE,)
_MOVE_OVER = (Work.MOVE_OVER,)


def stop(g: State, after: Step) -> None:
    """Settle the day for the players whose number or birthday it is; then the step `after` follows."""
    day = g.where[g.seat]
    g.todo.append(after)
    if day in g.birthdays or g.table.board.number[day] in g.lucky:
        _settle(g, g.seat, day)


def _settle(g: State, seat: int, day: int) -> None:
    """Apply rules 25 to 28 in this order."""
    figures, number = g.table.figures, g.table.board.number[day]
    everybody = g.table.order[seat]
    bills: list[tuple[int, int, int]] = []
    for other in everybody:
        if g.lucky[other] == number:
            if other == seat:
                reveal_own(g, seat)
            elif not g.done >> other & 1:
                g.revealed |= 1 << other
                if g.events is not None:
                    g.events.append(("number_of", seat, other, number, figures["lucky"]))
                bills.append((seat, other, figures["lucky"]))
    if g.events is not None:
        amount = figures["birthday"]
        g.events.extend(("birthday", other, seat, amount) for other in everybody if g.birthdays[other] == day)
    if g.birthdays[seat] == day:
        bills += [(other, seat, figures["birthday"]) for other in everybody[1:]]
    bills += [(seat, other, figures["birthday"]) for other in everybody[1:] if g.birthdays[other] == day]
    charge_all(g, bills)


def entry(g: State) -> None:
    """Follow the picture's entry at once (rules 12, 13, 15, 16)."""
    g.chain += 1
    if g.events is not None:
        kind = "entry" if g.chain <= g.table.settings.max_chain else "chain_ends"
        g.events.append((kind, g.seat, g.where[g.seat]))
    if g.chain <= g.table.settings.max_chain:
        g.todo.append(_ENTRY_DONE)
        run_effects(g, g.seat, g.table.entry[g.where[g.seat]], 0)


def entry_done(g: State) -> None:
    """Go on to the next picture if the entry led to one; reaching a plain day ends the move (rule 16)."""
    if g.moved:
        g.moved = False
        stop(g, _ENTRY if g.table.board.pictures[g.where[g.seat]] else _MOVE_OVER)
    elif g.spins:
        g.todo.append(_MOVE_OVER)
