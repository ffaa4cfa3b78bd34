"""All rounds at once: exchanges within a round, until pairs meet as evenly as can be.

Works on people by number. A round is a list of companies in the order of the `Shape`. A step away from the best plan so
far is allowed, a step back at once is not (tabu search); the number of steps decides when to stop, never a clock.
Rounds without any repeat that exchanging alone does not find come from constraint solving, with one worker, a fixed
seed and deterministic time: the same question gets the same answer with the same OR-Tools.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from itertools import chain, combinations
from math import comb

from league.tournaments.draws.rules.chance import Chance
from league.tournaments.formats.format import Sizes

Companies = list[list[int]]
Plan = list[Companies]
# What a plan costs, in meetings of people who have met once before.
BANNED = 1_000  # pairs that must not meet have met as often
SHORT = 50  # for each short seat that somebody with another one has had before
SHORT_NOW = 100_000  # for each that somebody short in the first round has had more than others with a similar score


@dataclass(frozen=True, slots=True)
class Shape:
    """The companies of a round: `full` tables of `size`, `short` ones of a seat less, and `byes` who sit out."""

    size: int
    full: int
    short: int
    byes: int

    @classmethod
    def of(cls, needed: Sizes, size: int) -> "Shape":
        return cls(size, needed.full, needed.small + needed.bots, needed.byes)

    @property
    def lengths(self) -> list[int]:
        byes = [self.byes] if self.byes else []
        return [self.size] * self.full + [self.size - 1] * self.short + byes

    @property
    def tables(self) -> int:
        return self.full + self.short

    def is_short(self, company: int) -> bool:
        return company >= self.full


class Planning:
    """A plan and what it costs. `met` counts meetings before (a ban counts `BANNED`), `shorts` short seats before;
    `undue` how many more of them somebody has had than others with a similar score, who should be short before them."""

    def __init__(
        self, shape: Shape, plan: Plan, met: Sequence[Sequence[int]], shorts: Sequence[int], undue: Sequence[int] = ()
    ) -> None:
        self.shape, self.tables = shape, shape.tables
        self.undue = undue or [0] * len(met)
        self.plan = [[list(company) for company in companies] for companies in plan]
        self.met = [[*row[:who], 0, *row[who + 1 :]] for who, row in enumerate(met)]  # nobody meets themselves
        self.before = list(shorts)
        self.shorts = list(shorts)
        self.company_of = [
            {who: number for number, company in enumerate(companies) for who in company} for companies in self.plan
        ]
        self.cost, self.least = 0, self._least()
        for number, companies in enumerate(self.plan):
            for place, company in enumerate(companies):
                self._enter(number, place, company)

    def _least(self) -> int:
        """Return a lower bound for the cost of any plan of as many rounds: pairs and turns at a short seat as even as
        the numbers allow."""
        rounds, shape = len(self.plan), self.shape
        pairs = [self.met[who][other] for who, other in combinations(range(len(self.met)), 2)]
        meetings = shape.full * comb(shape.size, 2) + shape.short * comb(shape.size - 1, 2)
        seats = shape.short * (shape.size - 1) + shape.byes
        now = SHORT_NOW * sum(sorted(self.undue)[:seats])
        return even(pairs, rounds * meetings) + SHORT * even(self.before, rounds * seats) + now

    def _enter(self, number: int, place: int, company: list[int]) -> None:
        if place < self.shape.tables:
            for person, other in combinations(company, 2):
                self.cost += self.met[person][other]
                self.met[person][other] += 1
                self.met[other][person] += 1
        if self.shape.is_short(place):
            for who in company:
                self.cost += self._price_of_short(number, who, 0)
                self.shorts[who] += 1

    def _price_of_short(self, number: int, who: int, less: int) -> int:
        now = SHORT_NOW * self.undue[who] if number == 0 else 0
        return SHORT * (self.shorts[who] - less) + now

    def saving(self, number: int, person: int, other: int) -> int:
        """Return the cost (below zero: the saving) of exchanging two people of different companies in round
        `number`."""
        mine, theirs = self.company_of[number][person], self.company_of[number][other]
        first, second = self.met[person], self.met[other]
        tables, full = self.tables, self.shape.full
        change = 0
        if mine < tables:
            change -= second[person] + 1  # is counted with the others, who are left
            for who in self.plan[number][mine]:
                change += second[who] - first[who] + 1
        if theirs < tables:
            change -= first[other] + 1
            for who in self.plan[number][theirs]:
                change += first[who] - second[who] + 1
        if (mine >= full) != (theirs >= full):
            out, into = (person, other) if mine >= full else (other, person)
            change += self._price_of_short(number, into, 0) - self._price_of_short(number, out, 1)
        return change

    def exchange(self, number: int, person: int, other: int) -> None:
        self.cost += self.saving(number, person, other)
        mine, theirs = self.company_of[number][person], self.company_of[number][other]
        for who, place, following in ((person, mine, other), (other, theirs, person)):
            company = self.plan[number][place]
            company.remove(who)
            if place < self.shape.tables:
                for neighbour in company:
                    self._count(who, neighbour, -1)
                    self._count(following, neighbour, 1)
            if self.shape.is_short(place):
                self.shorts[who] -= 1
                self.shorts[following] += 1
        self.plan[number][mine].append(other)
        self.plan[number][theirs].append(person)
        self.company_of[number][person], self.company_of[number][other] = theirs, mine

    def _count(self, person: int, other: int, step: int) -> None:
        self.met[person][other] += step
        self.met[other][person] += step

    def unhappy(self, number: int) -> list[int]:
        """Return who meets somebody again in this round, or is short again."""
        people, met, shorts, companies = [], self.met, self.shorts, self.plan[number]
        most = min(shorts) + 1
        for place, company in enumerate(companies):
            short = place >= self.shape.full and len(companies) > 1
            for who in company:
                if short and shorts[who] > most:
                    people.append(who)
                elif place < self.tables:
                    row = met[who]
                    for other in company:  # a loop: this is asked for thousands of plans, and a generator is slow
                        if row[other] > 1:
                            people.append(who)
                            break
        return people

    def copy(self) -> Plan:
        return [[list(company) for company in companies] for companies in self.plan]


def even(counts: Sequence[int], more: int) -> int:
    """Return the least that `more` turns cost, each costing as many as its taker has had before."""
    heap = list(counts)
    heapify(heap)
    total = 0
    for _ in range(more):
        total += heap[0]
        heapreplace(heap, heap[0] + 1)
    return total


def planned(planning: Planning, rng: Chance, steps: int, tenure: int) -> tuple[int, Plan]:
    """Return the cost of the best plan met in `steps` exchanges, and that plan."""
    best, plan = planning.cost, planning.copy()
    waiting: dict[tuple[int, int, int], int] = {}
    people = range(len(planning.met))
    for step in range(steps):
        if best == planning.least:
            break
        rounds = [(number, unhappy) for number in range(len(planning.plan)) if (unhappy := planning.unhappy(number))]
        if not rounds:
            break
        number, unhappy = rng.choice(rounds)
        person = rng.choice(unhappy)
        company = planning.company_of[number]
        options = []
        for other in people:
            if company[other] == company[person]:
                continue
            change = planning.saving(number, person, other)
            key = (number, min(person, other), max(person, other))
            if waiting.get(key, 0) <= step or planning.cost + change < best:
                options.append((change, rng.lot(), other))
        if not options:
            continue
        _, _, other = min(options)
        planning.exchange(number, person, other)
        waiting[number, min(person, other), max(person, other)] = step + tenure + rng.below(tenure)
        if planning.cost < best:
            best, plan = planning.cost, planning.copy()
    return best, plan


def random_plan(shape: Shape, people: int, rounds: int, rng: Chance) -> Plan:
    plan = []
    for _ in range(rounds):
        order = list(range(people))
        rng.shuffle(order)
        companies, start = [], 0
        for length in shape.lengths:
            companies.append(order[start : start + length])
            start += length
        plan.append(companies)
    return plan


MOST_COMPANIES = 6_000
MOST_CHOICES = 24_000
EFFORT = 4  # in the solver's own units, about seconds


def without_repeats(shape: Shape, rounds: int, met: Sequence[Sequence[int]], due: Sequence[int]) -> Plan | None:
    """Return `rounds` rounds in which nobody meets the same person twice, or a person they have met in `met`. `due`
    says who may have short seats in the first round. Return None if there is no such plan, the question is too large or
    the effort is spent."""
    tables = list(_companies(met, shape.size)) if shape.full else []
    smaller = list(_companies(met, shape.size - 1)) if shape.short else []
    choices = len(tables) + len(smaller)
    if shape.byes or max(len(tables), len(smaller)) > MOST_COMPANIES or choices * rounds > MOST_CHOICES:
        return None
    return _solved(shape, rounds, len(met), tables, smaller, set(due))


def _companies(met: Sequence[Sequence[int]], size: int) -> list[tuple[int, ...]]:
    """Return every group that could sit together, up to one company more than is allowed."""
    groups: list[tuple[int, ...]] = []

    def grow(company: tuple[int, ...], free: list[int]) -> None:
        if len(company) == size:
            groups.append(company)
            return
        for place, who in enumerate(free):
            if len(groups) > MOST_COMPANIES:
                return
            grow((*company, who), [other for other in free[place + 1 :] if not met[who][other]])

    grow((), list(range(len(met))))
    return groups


def _solved(
    shape: Shape, rounds: int, people: int, tables: list[tuple[int, ...]], smaller: list[tuple[int, ...]], due: set[int]
) -> Plan | None:
    from ortools.sat.python import cp_model  # slow to load, and few draws need it

    model = cp_model.CpModel()
    chosen: list[dict[tuple[int, ...], cp_model.IntVar]] = []
    together: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    for number in range(rounds):
        allowed = [company for company in smaller if number or due.issuperset(company)]
        sits: list[list[cp_model.IntVar]] = [[] for _ in range(people)]
        chosen.append({})
        for company in chain(tables, allowed):
            chosen[number][company] = used = model.new_bool_var("")
            for who in company:
                sits[who].append(used)
            for two in combinations(company, 2):
                together.setdefault(two, []).append(used)
        for options in sits:
            model.add_exactly_one(options)
    for options in together.values():
        model.add_at_most_one(options)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = EFFORT
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return [_round(shape, [company for company, used in row.items() if solver.value(used)]) for row in chosen]


def _round(shape: Shape, companies: list[tuple[int, ...]]) -> list[list[int]]:
    return [list(company) for company in sorted(companies, key=lambda company: (-len(company), company))]
