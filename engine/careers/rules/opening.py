"""Open the game before the first turn: decks, order of play, formulas, bosses ("The Play", "Optional Play"; R5 to R8,
R16, R94)."""

from engine.careers import actions as a
from engine.careers.rules.ledger import ask, draw_experience, draw_opportunity, note_retirement
from engine.careers.settings import Settings
from engine.careers.state import Prompt, State, Work


def lay_out(g: State) -> None:
    """Fill a new state; the questions before the first turn wait in `todo`."""
    _blank(g)
    table, figures, settings = g.table, g.table.board.figures, g.table.settings
    g.seat = g.actor = g.start = g.below(table.seats)
    g.experience_pile = g.shuffled(table.experience_deck)
    g.opportunity_pile = g.shuffled(table.opportunity_deck)
    if settings.carry_over == "degrees_and_trips":
        g.degrees = [count for player in table.players for count in player.degrees]
        g.trips = [count for player in table.players for count in player.trips]
    for seat in range(table.seats):
        note_retirement(g, seat)
        if settings.mode == "timed" and settings.timed_start_cards:
            draw_opportunity(g, seat, figures["timed_start_opportunity"])
            draw_experience(g, seat, figures["timed_start_experience"])
    g.formulas = _formulas(g)
    superiors = table.relations.superiors
    g.bosses = tuple(mask.bit_length() - 1 if mask.bit_count() == 1 else -1 for mask in superiors)
    if settings.mode == "timed" and settings.clock == "rounds":
        g.round_end = settings.timed_minutes * table.seats
    g.todo.append((Work.SET_UP,))


def _blank(g: State) -> None:
    table, seats, figures = g.table, g.table.seats, g.table.board.figures
    g.over = g.begun = g.gained = False
    g.turn = g.decision = g.opportunities_left = g.offers_left = g.freed = g.via = g.doubles_run = 0
    g.may_retire = g.experience_top = g.opportunity_top = 0
    g.round_end = -1
    g.reason = ""
    g.todo = []
    g.arg = g.fresh = g.deeds = g.owed = g.checkpoints = g.overtime = g.winners = ()
    g.experience_discard = g.opportunity_discard = ()
    g.cash = [figures["starting_cash"]] * seats
    g.salary = [figures["starting_salary"]] * seats
    for name in ("happiness", "fame", "where", "policies", "lost_turns", "extra_turns", "trip", "paydays"):
        setattr(g, name, [0] * seats)
    g.experience = [()] * seats
    g.opportunity = [()] * seats
    g.degrees = [0] * (seats * len(table.board.programs))
    g.trips = [0] * (seats * len(table.board.paths))


def _formulas(g: State) -> tuple[tuple[int, ...], ...]:
    """Return given, common or random formulas; a seat's own formula that is not given yet is asked for later."""
    table, settings = g.table, g.table.settings
    if settings.mode == "timed":
        return ((),) * table.seats
    if settings.formula == "common":
        return (settings.common_formula or equal_parts(settings.target),) * table.seats
    if settings.formula == "random_common":
        return (random_formula(g, settings.target),) * table.seats
    if settings.formula == "random":
        return tuple(random_formula(g, settings.target) for _ in range(table.seats))
    return tuple(player.formula for player in table.players)


def equal_parts(target: int) -> tuple[int, int, int]:
    """Return the common formula of a table that has agreed on no other: equal parts, the remainder going to cash, then
    happiness (S125)."""
    part, over = divmod(target, 3)
    return part + (over > 0), part + (over > 1), part


def random_formula(g: State, target: int) -> tuple[int, int, int]:
    """Return cash from 1 to the target, fame from 1 to what is left (or 0 when nothing is), and happiness as the rest
    (R6)."""
    cash = g.below(target) + 1
    fame = g.below(target - cash) + 1 if cash < target else 0
    return cash, target - cash - fame, fame


def set_up(g: State) -> None:
    """Ask for what is missing, seat after seat; then the first turn begins."""
    settings, relations = g.table.settings, g.table.relations
    for offset in range(g.table.seats):
        seat = (g.start + offset) % g.table.seats
        if settings.mode == "formula" and not g.formulas[seat]:
            g.todo.append((Work.SET_UP,))
            ask(g, Prompt.FORMULA, seat)
            return
        if settings.boss_only and g.bosses[seat] < 0 and relations.superiors[seat]:
            g.todo.append((Work.SET_UP,))
            ask(g, Prompt.BOSS, seat)
            return
    g.todo.append((Work.START_TURN, g.start))


def formula_unit(settings: Settings) -> int:
    """Return the points per step of a formula that is chosen in the game: 1, and more only in very high games."""
    return -(-settings.target // a.MOST_AMOUNT)


def formula_choices(g: State) -> tuple[int, ...]:
    """Return the choices for the cash part, then for happiness; fame is the rest (R5)."""
    settings = g.table.settings
    unit, least = formula_unit(settings), settings.min_part
    most = settings.target - least * (2 - len(g.arg)) - sum(g.arg)
    return a.AMOUNT[-(-least // unit) : most // unit + 1]


def write_formula(g: State, action: int) -> None:
    """Write the cash part of a formula, then happiness; fame is the rest (R5)."""
    part = a.FIRST[action] * formula_unit(g.table.settings)
    if not g.arg:
        ask(g, Prompt.FORMULA, g.actor, (part,))
        g.happened("formula_begun", g.actor, part)
        return
    formulas = list(g.formulas)
    formulas[g.actor] = (g.arg[0], part, g.table.settings.target - g.arg[0] - part)
    g.formulas = tuple(formulas)
    g.happened("formula", g.actor, formulas[g.actor])
