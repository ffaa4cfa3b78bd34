"""The rounds that are left of a tournament, as a plan: who can still meet whom without meeting again."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, islice
from math import comb

from league.standings.rules.tiebreaks import FIRST, LAST
from league.tournaments.draws.rules import planning as exact
from league.tournaments.draws.rules.chance import Search
from league.tournaments.draws.rules.designs import Round, design, recovered
from league.tournaments.draws.rules.field import Draw, DrawnTable, Field, Player
from league.tournaments.draws.rules.pairing import ranks
from league.tournaments.draws.rules.planning import BAN, Companies, Plan, Planning, Shape, planned, random_plan
from league.tournaments.draws.rules.seating import seat_table
from league.tournaments.formats.table_sizes import sizes

FEW = 24
SIMILAR = (FIRST - LAST) // 3  # points apart: a place at a table of four


class Outlook:
    """A field by number, in its order. Plans are lists of rounds of companies, as in `planning`."""

    def __init__(self, field: Field, seed: str, search: Search) -> None:
        self.search = search
        self.asked_solver = False
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
            self._count(two, BAN)

    def _undue(self, player: Player) -> int:
        """How many more short seats than somebody with a similar score."""
        near = (other.shorts for other in self.field.players if abs(other.points - player.points) <= SIMILAR)
        return player.shorts - min(near)

    def _count(self, two: tuple[int, int], times: int) -> None:
        if two[0] in self.number and two[1] in self.number:
            one, other = self.number[two[0]], self.number[two[1]]
            self.met[one][other] += times
            self.met[other][one] += times

    def price(self, plan: Plan) -> tuple[int, bool]:
        """What the plan costs, and whether no plan for as many rounds can cost less."""
        planning = Planning(self.shape, plan, self.met, self.shorts, self.undue)
        return planning.cost, planning.cost == planning.least

    def finished(self, first: Companies, rounds: int) -> Plan:
        """A plan of `rounds` rounds that begins with this one."""
        begun = Planning(self.shape, [first], self.met, self.shorts)
        return [first, *self._searched(begun, rounds - 1, [], self.search.steps)] if rounds > 1 else [first]

    def plan(self, rounds: int) -> Plan:
        """At least `rounds` rounds that go together; as few repeats, and as evenly short, as can be found."""
        known = self.by_design(rounds)
        enough = len(known) >= rounds
        if enough and self.price(known[:rounds])[1]:
            return known
        found = [known[:rounds]] if enough else []
        now = Planning(self.shape, [], self.met, self.shorts, self.undue)
        found.append(self._searched(now, rounds, [] if enough else known, self.search.more_steps))
        if not self.price(found[-1])[1] and self._may_have_none(rounds):
            due = [who for who, times in enumerate(self.undue) if not times]
            self.asked_solver = True
            solved = exact.without_repeats(self.shape, rounds, self.met, due)
            found += [solved] if solved else []
        return min(found, key=lambda plan: self.price(plan)[0])

    def _may_have_none(self, rounds: int) -> bool:
        """Whether a plan without repeats is possible as far as counting shows."""
        size, shape = self.field.table_size, self.shape
        used = shape.full * comb(size, 2) + shape.short * comb(size - 1, 2)
        free = (sum(not times for row in self.met for times in row) - len(self.ids)) // 2
        return used * rounds <= free and (rounds == 1 or not shape.full or shape.tables >= size)

    def _searched(self, begun: Planning, rounds: int, start: Plan, steps: int) -> Plan:
        """`rounds` rounds more, from those of `start` on."""
        start = [*start, *random_plan(self.shape, len(self.ids), rounds - len(start), self.random)]
        planning = Planning(self.shape, start, begun.met, begun.shorts, begun.undue if not begun.plan else ())
        steps = steps * FEW // max(len(self.ids), FEW)
        return planned(planning, self.random, steps, self.search.tenure)[1]

    def by_design(self, rounds: int) -> Plan:
        """Rounds of a known design that go with what was played, `rounds` of them or as many as there are."""
        known = design(self.shape.tables, self.shape.size)
        most = max(map(sum, ([times % BAN for times in row] for row in self.met)))
        played = -(-most // (self.shape.size - 1))
        again = any(times % BAN > 1 for row in self.met for times in row)
        if self.shape.byes or again or len(known) < played + 1 or len(known) == 1:
            return []
        best: Plan = []
        for _ in range(self.search.shuffles if self.field.bans else 1):
            plan = self._placed(known, played)
            best = max(best, plan, key=len)
            if len(best) >= rounds or not plan:
                break
        return best

    def _placed(self, known: Sequence[Round], played: int) -> Plan:
        """The design's other rounds with people, by chance, in the place of points. Points without people are the
        missing seats; rounds that bring two of them or a banned pair together are left out."""
        order = list(range(len(self.ids)))
        self.random.shuffle(order)
        place = {who: number for number, who in enumerate(order)}
        met = [{place[other] for other, times in enumerate(self.met[who]) if times % BAN} for who in order]
        found = recovered(known, met, played) if played else (list(range(len(order))), list(known))
        if found is None:
            return []
        who_at = dict(zip(found[0], order, strict=True))
        plan = []
        for tables in found[1]:
            companies = [[who_at[point] for point in table if point in who_at] for table in tables]
            if all(len(one) >= self.shape.size - 1 and self._allowed(one) for one in companies):
                plan.append(sorted(companies, key=len, reverse=True))
        return plan

    def _allowed(self, company: Sequence[int]) -> bool:
        return all(self.met[one][other] < BAN for one, other in combinations(company, 2))

    def companies(self, draw: Draw) -> Companies:
        """A draw's round as part of a plan."""
        tables = sorted(draw.tables, key=lambda table: len(table.players), reverse=True)
        byes = [[self.number[who] for who in draw.byes]] if draw.byes else []
        return [[self.number[who] for who in table.players] for table in tables] + byes

    def draw(self, companies: Companies, field: Field | None = None) -> Draw:
        """A round of a plan with everybody in a seat, the table of the best first. `field` has their seats so far where
        that is not the outlook's own."""
        field = field or self.field
        tables = sorted(islice(companies, self.shape.tables), key=lambda company: Fraction(sum(company), len(company)))
        byes = [self.ids[who] for company in companies[self.shape.tables :] for who in company]
        seated = tuple(self._table(field, company) for company in tables)
        return Draw(seated, tuple(sorted(byes, key=self.ranks.__getitem__)))

    def _table(self, field: Field, company: Sequence[int]) -> DrawnTable:
        people = [field.players[who] for who in company]
        bots = 1 if self.bots and len(company) < self.shape.size else 0
        return DrawnTable(seat_table(field, people, bots, self.ranks.__getitem__))
