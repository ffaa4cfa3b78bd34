"""Small fields, and many rounds for the field: nothing is drawn that spoils the rounds to come."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from league.tournaments.draws.rules.chance import Search
from league.tournaments.draws.rules.field import Draw, DrawnTable, Field
from league.tournaments.draws.rules.outlook import Outlook
from league.tournaments.draws.rules.pairing import BannedPairs, draw_round, refuse_bans
from league.tournaments.draws.rules.planning import Plan
from league.tournaments.draws.rules.seating import EMPTY, after, cost_of, seat_plan
from league.tournaments.formats.table_sizes import most_rounds_without_repeats

SMALL = 24
MOST_SEATS_PLANNED = 2_000  # people times rounds: beyond, only a known design is planned


def needs_schedule(players: int, table_size: int, rounds: int) -> bool:
    """Whether all rounds are better planned together: small fields, or over 60 % of the rounds without repeats."""
    return players <= SMALL or 10 * rounds > 6 * most_rounds_without_repeats(players, table_size)


class Found(NamedTuple):
    """The round to play now; the plan that it begins (empty where it is drawn alone); whether a solver was asked."""

    draw: Draw
    plan: Plan = []
    asked_solver: bool = False


def is_planned(field: Field, locked: Sequence[DrawnTable]) -> bool:
    """Whether the round is drawn as the first of a plan. Around locked tables there is none; a large field has one only
    where a known design goes on."""
    return not locked and needs_schedule(len(field.players), field.table_size, _rounds(field))


def is_small(field: Field) -> bool:
    """Whether a plan of all rounds is looked for, known design or not."""
    return len(field.players) * field.rounds_left <= MOST_SEATS_PLANNED


def next_round(field: Field, seed: str, search: Search, locked: Sequence[DrawnTable] = ()) -> Found:
    """The round to play now. Where a schedule is needed: a draw by the standings if the rounds left can follow it as
    well as any, else the best round of a schedule.

    ValueError where the numbers do not work out, BannedPairs where the bans do not.
    """
    if not is_planned(field, locked):
        return Found(draw_round(field, seed, locked, search))
    outlook = Outlook(field, seed, search)
    if not is_small(field) and not outlook.by_design(field.rounds_left):
        return Found(draw_round(field, seed, (), search))
    try:
        drawn = draw_round(field, seed, (), search)
    except BannedPairs:
        only = _first(outlook, field.rounds_left)
        refuse_bans(field, only.draw.tables)
        return Found(only.draw, only.plan, outlook.asked_solver)
    found = _valued(outlook, outlook.finished(outlook.companies(drawn), field.rounds_left))
    if not found.least:
        scheduled = _first(outlook, field.rounds_left)
        found = min(found, scheduled, key=lambda one: (one.price, cost_of(field, one.draw)))
    return Found(found.draw, found.plan, outlook.asked_solver)


@dataclass(frozen=True, slots=True)
class Prospect:
    """A round to play now, the `plan` that it begins, its `price`, and whether that is the `least` there can be."""

    draw: Draw
    plan: Plan
    price: int
    least: bool


def _valued(outlook: Outlook, plan: Plan) -> Prospect:
    price, least = outlook.price(plan)
    return Prospect(outlook.draw(plan[0]), plan, price, least)


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


def whole_schedule(outlook: Outlook, plan: Plan) -> list[Draw]:
    """The rounds of a plan as they are played, with everybody in a seat. BannedPairs where the bans do not work out."""
    draws = _draws(outlook, _in_turn(outlook, plan))
    for draw in draws:
        refuse_bans(outlook.field, draw.tables)
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
    """A plan's rounds with everybody in a seat: chosen for all rounds at once, or round by round for neighbours."""
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
