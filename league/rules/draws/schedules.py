"""Small fields, and many rounds for the field: nothing is drawn that spoils the rounds to come."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from league.rules.draws.cost import cost_of
from league.rules.draws.field import Draw, DrawnTable, Field
from league.rules.draws.history import after
from league.rules.draws.outlook import Outlook
from league.rules.draws.pairing import BannedPairs, draw_round, refuse_bans
from league.rules.draws.planning import Plan
from league.rules.draws.seat_plans import EMPTY, seat_plan
from league.rules.draws.table_sizes import most_rounds_without_repeats

SMALL = 24
MOST_SEATS_PLANNED = 2_000  # people times rounds: beyond, only a known design is planned


def needs_schedule(players: int, table_size: int, rounds: int) -> bool:
    """Whether all rounds are better planned together: small fields, or over 60 % of the rounds without repeats."""
    return players <= SMALL or 10 * rounds > 6 * most_rounds_without_repeats(players, table_size)


def next_round(field: Field, seed: str, locked: Sequence[DrawnTable] = ()) -> Draw:
    """The round to play now. Where a schedule is needed: a draw by the standings if the rounds left can follow it as
    well as any, else the best round of a schedule. Around locked tables there is no schedule.

    ValueError where the numbers do not work out, BannedPairs where the bans do not.
    """
    if locked or not needs_schedule(len(field.players), field.table_size, _rounds(field)):
        return draw_round(field, seed, locked)
    outlook = Outlook(field, seed)
    if len(field.players) * field.rounds_left > MOST_SEATS_PLANNED and not outlook.by_design(field.rounds_left):
        return draw_round(field, seed)
    try:
        drawn = draw_round(field, seed)
    except BannedPairs:
        drawn = _first(outlook, field.rounds_left).draw
        refuse_bans(field, drawn.tables)
        return drawn
    follows = _valued(outlook, outlook.finished(outlook.companies(drawn), field.rounds_left))
    if follows.least:
        return follows.draw
    scheduled = _first(outlook, field.rounds_left)
    return min(follows, scheduled, key=lambda one: (one.price, cost_of(field, one.draw))).draw


@dataclass(frozen=True, slots=True)
class Prospect:
    """A round to play now, the `price` of it with those to follow, and whether that is the `least` there can be."""

    draw: Draw
    price: int
    least: bool


def _valued(outlook: Outlook, plan: Plan) -> Prospect:
    price, least = outlook.price(plan)
    return Prospect(outlook.draw(plan[0]), price, least)


def _rounds(field: Field) -> int:
    """Rounds of the whole tournament, played ones guessed from whoever met most."""
    met = Counter[int]()
    for two, times in field.meetings.items():
        for who in two:
            met[who] += times
    return max(met.values(), default=0) // max(field.table_size - 1, 1) + field.rounds_left


def _first(outlook: Outlook, rounds: int) -> Prospect:
    """The cheapest round of a plan to play now."""
    plan = outlook.plan(rounds)
    costs = [cost_of(outlook.field, outlook.draw(companies)) for companies in plan]
    undue = [sum(outlook.undue[who] for who in chain(*companies[outlook.shape.full :])) for companies in plan]
    best = min(range(len(plan)), key=lambda number: (costs[number].bans, undue[number], costs[number]))
    others = [companies for number, companies in enumerate(plan) if number != best]
    return _valued(outlook, [plan[best], *others[: rounds - 1]])


def whole_schedule(field: Field, rounds: int, seed: str) -> list[Draw]:
    """All rounds at once: as few repeats, and as even seats and short tables, as can be found.

    ValueError where the numbers do not work out, BannedPairs where the bans do not.
    """
    outlook = Outlook(field, seed)
    draws = _draws(outlook, _in_turn(outlook, outlook.plan(rounds)[:rounds]))
    for draw in draws:
        refuse_bans(field, draw.tables)
    return draws


def _in_turn(outlook: Outlook, plan: Plan) -> Plan:
    """The rounds in an order in which nobody is short again before their turn, as far as the plan has one."""
    left, ordered, shorts = list(plan), [], list(outlook.shorts)
    while left:
        rows = [[who for company in companies[outlook.shape.full :] for who in company] for companies in left]
        next_one = min(range(len(left)), key=lambda number: sum(shorts[who] for who in rows[number]))
        ordered.append(left.pop(next_one))
        for who in rows[next_one]:
            shorts[who] += 1
    return ordered


def _draws(outlook: Outlook, plan: Plan) -> list[Draw]:
    """A plan's rounds with everybody in a seat: chosen for all rounds together, or round by round for the neighbours."""
    field = outlook.field
    if len(plan) == 1 or field.neighbours_matter or not field.seats_matter:
        return _one_by_one(outlook, plan)
    size = outlook.shape.size
    draws = [outlook.draw(companies) for companies in plan]
    had = [(player.seats + (0,) * size)[:size] for player in field.players]
    number = outlook.number
    tables = [
        [[EMPTY if who is None else number[who] for who in table.seats] for table in draw.tables] for draw in draws
    ]
    return [
        Draw(tuple(_table(outlook, table) for table in seated), draw.byes)
        for seated, draw in zip(seat_plan(had, tables), draws, strict=True)
    ]


def _table(outlook: Outlook, seats: Sequence[int]) -> DrawnTable:
    return DrawnTable(tuple(None if who == EMPTY else outlook.ids[who] for who in seats))


def _one_by_one(outlook: Outlook, plan: Plan) -> list[Draw]:
    draws = []
    field = outlook.field
    for companies in plan:
        draws.append(outlook.draw(companies, field))
        field = after(field, draws[-1])
    return draws
