"""The rounds that are left of a tournament, as a plan: who can still meet whom without meeting again."""

from collections.abc import Sequence
from itertools import combinations, islice

from league.rules.draws.designs import Round, design
from league.rules.draws.exact import without_repeats
from league.rules.draws.field import Draw, DrawnTable, Field, stream
from league.rules.draws.pairing import ranks
from league.rules.draws.planning import BAN, Companies, Plan, Planning, Shape, planned, random_plan
from league.rules.draws.recovery import recovered
from league.rules.draws.seating import seat_table
from league.rules.draws.table_sizes import sizes

STEPS = 150_000  # exchanges times people: as long for large fields as for small ones
SHUFFLES = 200


class Outlook:
    """A field by number, in its order. Plans are lists of rounds of companies, as in `planning`."""

    def __init__(self, field: Field, seed: str) -> None:
        self.field = field
        self.random = stream(seed, "schedule")
        self.ranks = ranks(field, seed)
        self.ids = [player.id for player in field.players]
        self.number = {who: number for number, who in enumerate(self.ids)}
        needed = sizes(len(self.ids), field.table_size, shortfall=field.shortfall, least=field.least)
        self.bots = needed.bots
        self.shape = Shape.of(needed, field.table_size)
        fewest = min(player.shorts for player in field.players)
        self.shorts = [player.shorts - fewest for player in field.players]
        self.met = [[0] * len(self.ids) for _ in self.ids]
        for two, times in field.meetings.items():
            self._count(two, times)
        for two in field.bans:
            self._count(two, BAN)

    def _count(self, two: tuple[int, int], times: int) -> None:
        if two[0] in self.number and two[1] in self.number:
            one, other = self.number[two[0]], self.number[two[1]]
            self.met[one][other] += times
            self.met[other][one] += times

    def price(self, plan: Plan) -> tuple[int, bool]:
        """What the plan costs, and whether no plan for as many rounds can cost less."""
        planning = Planning(self.shape, plan, self.met, self.shorts)
        return planning.cost, planning.cost == planning.least

    def finished(self, first: Companies, rounds: int) -> Plan:
        """A plan of `rounds` rounds that begins with this one."""
        begun = Planning(self.shape, [first], self.met, self.shorts)
        return [first, *self._searched(rounds - 1, begun.met, begun.shorts, [])] if rounds > 1 else [first]

    def plan(self, rounds: int) -> Plan:
        """At least `rounds` rounds that go together; as few repeats as can be found."""
        known = self._by_design(rounds)
        if len(known) >= rounds:
            return known
        found = self._searched(rounds, self.met, self.shorts, known)
        if not self.price(found)[1]:
            seats = self.shape.short * (self.shape.size - 1)
            due = sorted(self.shorts)[: seats or 1][-1]
            fair = [who for who, times in enumerate(self.shorts) if times <= due]
            found = without_repeats(self.shape, rounds, self.met, fair) or found
        return found

    def _searched(self, rounds: int, met: Sequence[Sequence[int]], shorts: Sequence[int], start: Plan) -> Plan:
        start = [*start, *random_plan(self.shape, len(self.ids), rounds - len(start), self.random)]
        return planned(Planning(self.shape, start, met, shorts), self.random, STEPS // len(self.ids))[1]

    def _by_design(self, rounds: int) -> Plan:
        """Rounds of a known design that go with what was played; none where there is no such design."""
        known = design(self.shape.tables, self.shape.size)
        most = max(map(sum, ([times % BAN for times in row] for row in self.met)))
        played = -(-most // (self.shape.size - 1))
        again = any(times % BAN > 1 for row in self.met for times in row)
        if self.shape.byes or again or len(known) < played + 1 or len(known) == 1:
            return []
        best: Plan = []
        for _ in range(SHUFFLES if self.field.bans else 1):
            plan = self._placed(known, played)
            best = max(best, plan, key=len)
            if len(best) >= rounds or not plan:
                break
        return best

    def _placed(self, known: Sequence[Round], played: int) -> Plan:
        """The design's other rounds with people in the place of points, in an order by chance. Points without people are
        the missing seats; rounds that bring two of them or a banned pair together are left out."""
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

    def draw(self, companies: Companies) -> Draw:
        """A round of a plan with everybody in a seat, the table of the best first."""
        tables = sorted(islice(companies, self.shape.tables), key=lambda company: (sum(company) * 1000 // len(company)))
        byes = [self.ids[who] for company in companies[self.shape.tables :] for who in company]
        return Draw(tuple(self._table(company) for company in tables), tuple(sorted(byes, key=self.ranks.__getitem__)))

    def _table(self, company: Sequence[int]) -> DrawnTable:
        people = [self.field.players[who] for who in company]
        bots = 1 if self.bots and len(company) < self.shape.size else 0
        return DrawnTable(seat_table(self.field, people, bots, self.ranks.__getitem__))
