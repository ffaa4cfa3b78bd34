"""Small fields, and many rounds for the field: nothing is drawn that spoils the rounds ahead (`RoundsAhead`)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, islice
from math import comb
from typing import NamedTuple

from league.standings.rules.tiebreaks import FIRST, LAST
from league.tournaments.draws.rules import planning as exact
from league.tournaments.draws.rules.chance import SearchEffort
from league.tournaments.draws.rules.designs import Round, design, recovered
from league.tournaments.draws.rules.field import Cost, DrawnRound, DrawnTable, Field, FieldPlayer
from league.tournaments.draws.rules.pairing import BannedPairs, draw_round, ranks, refuse_bans
from league.tournaments.draws.rules.planning import BANNED, Companies, Plan, Planning, Shape, planned, random_plan
from league.tournaments.draws.rules.seating import EMPTY, after, cost_of, seat_plan, seat_table
from league.tournaments.formats.format import most_rounds_without_repeats, sizes

FEW = 24
SIMILAR = (FIRST - LAST) // 3  # points apart: a place at a table of four


class RoundsAhead:
    """A field by number, in its order. Plans are lists of rounds of companies, as in `planning`."""

    def __init__(self, field: Field, seed: str, search: SearchEffort) -> None:
        self.search = search
        self.field = field
        self.random = search.stream(seed, "schedule")
        self.ranks = ranks(field, search.stream(seed))
        self.ids = [player.id for player in field.players]
        self.number = {who: number for number, who in enumerate(self.ids)}
        needed = sizes(len(self.ids), field.table_size, shortfall=field.shortfall, least=field.least)
        self.bots = needed.bots
        self.shape = Shape.of(needed, field.table_size)
        fewest = min(player.shorts for player in field.players)
        self.shorts = [player.shorts - fewest for player in field.players]
        self.undue = [self._undue(player) for player in field.players]
        self.met = [[0] * len(self.ids) for _ in self.ids]
        for two, times in field.meetings.items():
            self._count(two, times)
        for two in field.bans:
            self._count(two, BANNED)

    def _undue(self, player: FieldPlayer) -> int:
        """Return how many more short seats the player had than somebody with a similar score."""
        near = (other.shorts for other in self.field.players if abs(other.points - player.points) <= SIMILAR)
        return player.shorts - min(near)

    def _count(self, two: tuple[int, int], times: int) -> None:
        if two[0] in self.number and two[1] in self.number:
            who, other = self.number[two[0]], self.number[two[1]]
            self.met[who][other] += times
            self.met[other][who] += times

    def price(self, plan: Plan) -> tuple[int, bool]:
        """Return what the plan costs, and whether no plan for as many rounds can cost less."""
        planning = Planning(self.shape, plan, self.met, self.shorts, self.undue)
        return planning.cost, planning.cost == planning.least

    def finished(self, first: Companies, rounds: int) -> Plan:
        """Return a plan of `rounds` rounds that begins with this one."""
        begun = Planning(self.shape, [first], self.met, self.shorts)
        return [first, *self._searched(begun, rounds - 1, [], self.search.steps)] if rounds > 1 else [first]

    def plan(self, rounds: int) -> Plan:
        """Return at least `rounds` rounds that go together, with as few repeats, and as evenly short, as can be
        found."""
        ready = self.by_design(rounds)
        enough = len(ready) >= rounds
        if enough and self.price(ready[:rounds])[1]:
            return ready
        plans = [ready[:rounds]] if enough else []
        now = Planning(self.shape, [], self.met, self.shorts, self.undue)
        plans.append(self._searched(now, rounds, [] if enough else ready, self.search.more_steps))
        return min(plans, key=lambda plan: self.price(plan)[0])

    def solved(self, rounds: int) -> Plan:
        """Return the solver's plan without repeats; empty if it finds no such plan."""
        due = [who for who, times in enumerate(self.undue) if not times]
        return exact.without_repeats(self.shape, rounds, self.met, due) or []

    def may_have_none(self, rounds: int) -> bool:
        """Return whether a plan without repeats is possible as far as counting shows."""
        size, shape = self.field.table_size, self.shape
        used = shape.full * comb(size, 2) + shape.short * comb(size - 1, 2)
        free = (sum(not times for row in self.met for times in row) - len(self.ids)) // 2
        return used * rounds <= free and (rounds == 1 or not shape.full or shape.tables >= size)

    def _searched(self, begun: Planning, rounds: int, start: Plan, steps: int) -> Plan:
        """Return `rounds` rounds more, searched from those of `start` on."""
        start = [*start, *random_plan(self.shape, len(self.ids), rounds - len(start), self.random)]
        planning = Planning(self.shape, start, begun.met, begun.shorts, begun.undue if not begun.plan else ())
        steps = steps * FEW // max(len(self.ids), FEW)
        return planned(planning, self.random, steps, self.search.tenure)[1]

    def by_design(self, rounds: int) -> Plan:
        """Return rounds of a known design that fit the rounds played, `rounds` of them or as many as there are."""
        design_rounds = design(self.shape.tables, self.shape.size)
        most = max(map(sum, ([times % BANNED for times in row] for row in self.met)))
        played = -(-most // (self.shape.size - 1))
        again = any(times % BANNED > 1 for row in self.met for times in row)
        if self.shape.byes or again or len(design_rounds) < played + 1 or len(design_rounds) == 1:
            return []
        best: Plan = []
        for _ in range(self.search.shuffles if self.field.bans else 1):
            plan = self._placed(design_rounds, played)
            best = max(best, plan, key=len)
            if len(best) >= rounds or not plan:
                break
        return best

    def _placed(self, design_rounds: Sequence[Round], played: int) -> Plan:
        """Return the design's other rounds with people, by chance, in the place of points. Points without people are
        the missing seats; rounds that bring two of them or a banned pair together are left out."""
        order = list(range(len(self.ids)))
        self.random.shuffle(order)
        place = {who: number for number, who in enumerate(order)}
        met = [{place[other] for other, times in enumerate(self.met[who]) if times % BANNED} for who in order]
        match = recovered(design_rounds, met, played) if played else (list(range(len(order))), list(design_rounds))
        if match is None:
            return []
        who_at = dict(zip(match[0], order, strict=True))
        plan = []
        for tables in match[1]:
            companies = [[who_at[point] for point in table if point in who_at] for table in tables]
            if all(len(company) >= self.shape.size - 1 and self._allowed(company) for company in companies):
                plan.append(sorted(companies, key=len, reverse=True))
        return plan

    def _allowed(self, company: Sequence[int]) -> bool:
        return all(self.met[who][other] < BANNED for who, other in combinations(company, 2))

    def companies(self, draw: DrawnRound) -> Companies:
        """Return a draw's round as part of a plan."""
        tables = sorted(draw.tables, key=lambda table: len(table.players), reverse=True)
        byes = [[self.number[who] for who in draw.byes]] if draw.byes else []
        return [[self.number[who] for who in table.players] for table in tables] + byes

    def draw(self, companies: Companies, field: Field | None = None) -> DrawnRound:
        """Return a round of a plan with everybody in a seat, the table of the best first. `field` has their seats so
        far if that is not the outlook's own field."""
        field = field or self.field
        tables = sorted(islice(companies, self.shape.tables), key=lambda company: Fraction(sum(company), len(company)))
        byes = [self.ids[who] for company in companies[self.shape.tables :] for who in company]
        seated = tuple(self._table(field, company) for company in tables)
        return DrawnRound(seated, tuple(sorted(byes, key=self.ranks.__getitem__)))

    def _table(self, field: Field, company: Sequence[int]) -> DrawnTable:
        people = [field.players[who] for who in company]
        bots = 1 if self.bots and len(company) < self.shape.size else 0
        return DrawnTable(seat_table(field, people, bots, self.ranks.__getitem__))


SMALL = 24
MOST_SEATS_PLANNED = 2_000  # people times rounds: beyond, only a known design is planned


def needs_schedule(players: int, table_size: int, rounds: int) -> bool:
    """Return whether all rounds are better planned together: small fields, or over 60 % of the rounds without
    repeats."""
    return players <= SMALL or 10 * rounds > 6 * most_rounds_without_repeats(players, table_size)


class Found(NamedTuple):
    """The round to play now, and the plan that it begins (empty if it is drawn alone)."""

    draw: DrawnRound
    plan: Plan = []


def is_planned(field: Field, locked: Sequence[DrawnTable]) -> bool:
    """Return whether the round is drawn as the first of a plan. There is no plan around locked tables; a large field
    has one only if a known design continues."""
    return not locked and needs_schedule(len(field.players), field.table_size, _rounds(field))


def is_small(field: Field) -> bool:
    """Return whether a plan of all rounds is searched, known design or not."""
    return len(field.players) * field.rounds_left <= MOST_SEATS_PLANNED


def next_round(field: Field, seed: str, search: SearchEffort, locked: Sequence[DrawnTable] = ()) -> Found:
    """Return the round to play now. If a schedule is needed: a draw by the standings if the rounds left can follow
    it as well as any, else the best round of a schedule.

    Raise ValueError if the numbers do not work out, BannedPairs if the bans do not.
    """
    if not is_planned(field, locked):
        return Found(draw_round(field, seed, locked, search))
    outlook = RoundsAhead(field, seed, search)
    if not is_small(field) and not outlook.by_design(field.rounds_left):
        return Found(draw_round(field, seed, (), search))
    try:
        drawn = draw_round(field, seed, (), search)
    except BannedPairs:
        only = _first(outlook, field.rounds_left)
        refuse_bans(field, only.draw.tables)
        return Found(only.draw, only.plan)
    prospect = _valued(outlook, outlook.finished(outlook.companies(drawn), field.rounds_left))
    if not prospect.least:
        scheduled = _first(outlook, field.rounds_left)
        prospect = min(prospect, scheduled, key=lambda option: _worth(field, option))
    return Found(prospect.draw, prospect.plan)


def _worth(field: Field, prospect: "Prospect") -> tuple[int, int, Cost]:
    cost = cost_of(field, prospect.draw)
    return cost.bans, prospect.price, cost


@dataclass(frozen=True, slots=True)
class Prospect:
    """A round to play now, the `plan` that it begins, its `price`, and whether that is the `least` there can be."""

    draw: DrawnRound
    plan: Plan
    price: int
    least: bool


def _valued(outlook: RoundsAhead, plan: Plan) -> Prospect:
    price, least = outlook.price(plan)
    return Prospect(outlook.draw(plan[0]), plan, price, least)


def _rounds(field: Field) -> int:
    """Return the rounds of the whole tournament; those played are estimated from the player who met most people."""
    met = Counter[int]()
    for two, times in field.meetings.items():
        for who in two:
            met[who] += times
    return max(met.values(), default=0) // max(field.table_size - 1, 1) + field.rounds_left


def _first(outlook: RoundsAhead, rounds: int) -> Prospect:
    """Return the round of a plan that is cheapest to play now."""
    return _valued(outlook, best_first(outlook, outlook.plan(rounds), rounds))


def best_first(outlook: RoundsAhead, plan: Plan, rounds: int) -> Plan:
    """Return `rounds` rounds of a plan, beginning with the cheapest to play now."""
    costs = [cost_of(outlook.field, outlook.draw(companies)) for companies in plan]
    undue = [sum(outlook.undue[who] for who in chain(*companies[outlook.shape.full :])) for companies in plan]
    best = min(range(len(plan)), key=lambda number: (costs[number].bans, undue[number], costs[number]))
    others = [companies for number, companies in enumerate(plan) if number != best]
    return [plan[best], *others[: rounds - 1]]


def whole_schedule(outlook: RoundsAhead, plan: Plan) -> list[DrawnRound]:
    """Return the rounds of a plan in order of play, with everybody in a seat. Raise BannedPairs if the bans do not work
    out."""
    draws = _draws(outlook, _in_turn(outlook, plan))
    for draw in draws:
        refuse_bans(outlook.field, draw.tables)
    return draws


def _in_turn(outlook: RoundsAhead, plan: Plan) -> Plan:
    """Return the rounds in an order in which nobody is short again before their turn, as far as the plan has one."""
    left, ordered, shorts = list(plan), [], list(outlook.shorts)
    while left:
        rows = [[who for company in companies[outlook.shape.full :] for who in company] for companies in left]
        next_one = min(range(len(left)), key=lambda number: sum(shorts[who] for who in rows[number]))
        ordered.append(left.pop(next_one))
        for who in rows[next_one]:
            shorts[who] += 1
    return ordered


def _draws(outlook: RoundsAhead, plan: Plan) -> list[DrawnRound]:
    """Return a plan's rounds with everybody in a seat: chosen for all rounds at once, or round by round if
    neighbours matter."""
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
        DrawnRound(tuple(_table(outlook, table) for table in seated), draw.byes)
        for seated, draw in zip(seat_plan(had, tables), draws, strict=True)
    ]


def _table(outlook: RoundsAhead, seats: Sequence[int]) -> DrawnTable:
    return DrawnTable(tuple(None if who == EMPTY else outlook.ids[who] for who in seats))


def _one_by_one(outlook: RoundsAhead, plan: Plan) -> list[DrawnRound]:
    draws = []
    field = outlook.field
    for companies in plan:
        draws.append(outlook.draw(companies, field))
        field = after(field, draws[-1])
    return draws
