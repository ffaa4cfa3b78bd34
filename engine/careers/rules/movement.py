"""Move a piece, and apply what follows when it comes to rest. Every voluntary arrival goes through `land`: the effects
of the square, then (if the piece is still there) the bump. `via` tells effects how the piece came: by dice, by an
Opportunity card, or backward."""

from engine.careers import actions as a
from engine.careers.board import HOSPITAL, UNEMPLOYMENT
from engine.careers.menus import ONE_DIE
from engine.careers.rules.encounters import after_landing
from engine.careers.rules.ledger import (
    PAID_TUITION,
    SHORTCUT,
    ask,
    draw_experience,
    gain_cash,
    note_retirement,
    pay_salaries,
    usable_experience,
    use_experience,
)
from engine.careers.state import Prompt, State, Work

BY_DICE, BY_CARD, BACKWARD = range(3)
UNDERWAY, AT_GATE, AT_GATE_DICE_ONLY = range(3)
_AFTER_LANDING = Work.AFTER_LANDING


def move(g: State, seat: int, pips: int) -> None:
    """Move a piece from where it stands, along the border or its path; negative pips go backward."""
    location = g.where[seat]
    if location < g.table.board.size:
        move_on_border(g, seat, location, pips)
    elif pips > 0:
        table = g.table.board.shortcut if g.trip[seat] & SHORTCUT else g.table.board.forward
        g.trip[seat] &= ~SHORTCUT
        target = table[location][pips]
        if target > 0:
            g.via = BY_DICE
            g.where[seat] = target
            if g.events is not None:
                g.events.append(("moved", seat, target))
            land(g, seat)
        else:
            leave_path(g, seat, -target)
    else:
        target = g.table.board.backward[location][-pips]
        g.trip[seat] &= 0 if target < g.table.board.size else ~SHORTCUT
        g.via = BACKWARD
        g.where[seat] = target
        g.happened("moved_back", seat, target)
        land(g, seat)


def move_on_border(g: State, seat: int, location: int, pips: int) -> None:
    """Move along the border. Forward past Payday pays one salary; backward pays nothing for passing (R24)."""
    size = g.table.board.size
    target = location + pips
    g.via = BY_DICE if pips >= 0 else BACKWARD
    if g.events is not None:
        g.events.append(("moved" if pips >= 0 else "moved_back", seat, target % size))
    if target >= size:
        target -= size
        if target:
            pay_salaries(g, seat, 1)
    g.where[seat] = target % size
    land(g, seat)


def advance_to(g: State, seat: int, target: int) -> None:
    """Advance voluntarily to a border square, clockwise, by card, rail or retirement; the piece does not land yet.
    Passing Payday pays, unless a house rule says otherwise (R23)."""
    if g.events is not None:
        g.events.append(("advanced", seat, target))
    if 0 < target < g.table.board.base[g.where[seat]] and g.table.settings.card_moves_pay:
        pay_salaries(g, seat, 1)
    g.where[seat] = target
    g.trip[seat] = 0


def leave_path(g: State, seat: int, spare: int) -> None:
    """Complete a trip when a piece passes the last square of its path. Finishers of a company get Experience cards
    (R54), University graduates choose their degree first; then the spare pips count from the exit (R21)."""
    board = g.table.board
    path = board.paths[board.path_of[g.where[seat]]]
    if path.university and open_programs(g, seat):
        g.todo.append((Work.LEAVE_PATH, seat, path.index, spare))
        ask(g, Prompt.DEGREE, seat)
        return
    if not path.university:
        at = seat * len(board.paths) + path.index
        g.trips[at] += 1
        earned = board.figures["experience_on_completion"]
        g.happened("completed", seat, path.index, g.trips[at])
        draw_experience(g, seat, earned[min(g.trips[at], len(earned)) - 1])
        note_retirement(g, seat)
    come_out(g, seat, path.index, spare)


def come_out(g: State, seat: int, path_index: int, spare: int) -> None:
    """Move from the exit on along the border. The way from entrance to exit never pays (R22), except by house rule;
    spare pips that pass Payday do."""
    path = g.table.board.paths[path_index]
    g.happened("came_out", seat, path_index)
    if path.exit < path.entrance and g.table.settings.rolls_royce_exit_pays:
        pay_salaries(g, seat, 1)
    g.trip[seat] = 0
    move_on_border(g, seat, path.exit, spare - 1)


def open_programs(g: State, seat: int) -> list[int]:
    """Return the degree programs in which a seat has fewer than four degrees (R55), as actions."""
    count, most = len(g.table.board.programs), g.table.board.figures["degrees"]["most"]
    return [a.DEGREE[at] for at in range(count) if g.degrees[seat * count + at] < most]


def take_degree(g: State, action: int) -> None:
    """Take a degree with its raise; from a certain one on the tuition is refunded (R57)."""
    seat, board, program = g.actor, g.table.board, a.FIRST[action]
    rules, at = board.figures["degrees"], seat * len(board.programs) + program
    g.degrees[at] += 1
    more = rules["salary_increases"][g.degrees[at] - 1]
    g.salary[seat] += more
    g.happened("degree", seat, program, g.degrees[at], more)
    if g.degrees[at] == rules["refund_from"] and g.trip[seat] & PAID_TUITION:
        university = next(path for path in board.paths if path.university)
        gain_cash(g, seat, university.fee)
        g.happened("refund", seat, university.fee)
    note_retirement(g, seat)


def land(g: State, seat: int) -> None:
    """Land a piece on a square: its effects, then the consequences of standing there."""
    location = g.where[seat]
    effects = g.table.effects[location]
    if not g.table.moves_on[location]:
        if not effects:
            after_landing(g, seat, location)
            return
        g.todo.append((_AFTER_LANDING, seat, location))
    if len(effects) == 1:
        effects[0][0](g, seat, effects[0][1])
    else:
        run_effects(g, seat, location, 0)


def run_effects(g: State, seat: int, location: int, start: int) -> None:
    """Run the effects of a square from number `start` on; the rest waits while somebody has to decide."""
    effects = g.table.effects[location]
    last = len(effects) - 1
    for at in range(start, last + 1):
        run, arg = effects[at]
        run(g, seat, arg)
        if g.decision and at < last:
            g.todo.append((Work.EFFECTS, seat, location, at + 1))
            return


def must_throw(g: State, seat: int, kind: int = UNDERWAY) -> None:
    """Ask for a throw that follows at once, as after a ride, a card that says so, the gate of a path, or a path square.
    An Experience card may replace it, unless R19 is set otherwise for cards. When the time is up and stops play at the
    roll, no further throw is made (R14)."""
    if g.table.settings.timed_stop == "roll" and 0 <= g.round_end <= g.turn:
        return
    ask(g, Prompt.MOVE, seat, (kind,))


def throw(g: State, seat: int) -> tuple[int, bool]:
    """Throw the dice for a move from where the piece stands, two on the border, one on a path, and return (pips,
    doubles)."""
    first = g.below(6) + 1
    if g.where[seat] >= g.table.board.size:
        if g.events is not None:
            g.events.append(("threw", seat, first, 0))
        return first, False
    second = g.below(6) + 1
    if g.events is not None:
        g.events.append(("threw", seat, first, second))
    return first + second, first == second


def cards_for_move(g: State, seat: int) -> tuple[int, ...]:
    """Return the Experience cards that may replace the throw from where the piece stands."""
    if not g.experience[seat]:
        return ()
    menu = ONE_DIE if g.where[seat] >= g.table.board.size else g.table.two_dice
    return menu.of(usable_experience(g, seat))


def move_doubles(g: State, seat: int, pips: int, doubles: bool) -> None:
    """Move on the border by a throw that may have been doubles."""
    if not third_doubles(g, seat, doubles):
        move(g, seat, pips)


def doubles_always_count(g: State) -> bool:
    """Return whether doubles count that do not move a piece, or set it free (R72)."""
    return bool(g.table.settings.doubles_count == "always")


def third_doubles(g: State, seat: int, doubles: bool) -> bool:
    """Apply doubles by house rule (R72): an extra turn, and Unemployment instead for the third in a row; then return
    True. Extra turns that were granted before stay."""
    if doubles and g.table.settings.doubles_extra_turn:
        g.doubles_run += 1
        if g.doubles_run == 3:
            g.doubles_run = 0
            if not doubles_always_count(g):
                g.extra_turns[seat] = 0
            g.where[seat] = g.table.board.unemployment
            g.trip[seat] = 0
            g.happened("third_doubles", seat)
            return True
        g.extra_turns[seat] += 1
        g.happened("doubles", seat)
    elif not doubles:
        g.doubles_run = 0
    return False


def move_choices(g: State) -> list[int]:
    """Return the throw, and what may replace it: Experience cards (R19) and, except for the throw that enters a path,
    retiring (R49)."""
    kind = g.arg[0]
    if kind == AT_GATE_DICE_ONLY:
        return [a.ROLL]
    retires = kind == UNDERWAY and g.may_retire >> g.actor & 1
    return [a.ROLL, *[a.RETIRE] * retires, *cards_for_move(g, g.actor)]


def choose_move(g: State, action: int) -> None:
    """Move by a throw or an Experience card, or retire."""
    if action == a.RETIRE:
        retire(g, g.actor)
        return
    if action == a.ROLL:
        pips, doubles = throw(g, g.actor)
    else:
        pips, doubles = a.pips_of(action), a.is_doubles(action)
        use_experience(g, g.actor, action)
    move_doubles(g, g.actor, pips, doubles)


def retire(g: State, seat: int) -> None:
    """Retire straight to Holiday, which counts as landing there (R49)."""
    g.happened("retires", seat)
    g.via = BY_CARD
    advance_to(g, seat, g.table.board.holiday)
    land(g, seat)


def held(g: State, seat: int) -> bool:
    """Return whether a piece is in the Hospital or in Unemployment."""
    return g.table.board.place[g.where[seat]] in (HOSPITAL, UNEMPLOYMENT)
