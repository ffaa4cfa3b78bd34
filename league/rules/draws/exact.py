"""Rounds without any repeat, by constraint solving, where exchanging alone does not find them.

One worker, a fixed seed and deterministic time: the same question gets the same answer with the same OR-Tools.
"""

from collections.abc import Sequence
from itertools import chain, combinations

from league.rules.draws.planning import Plan, Shape

MOST_COMPANIES = 6_000
MOST_CHOICES = 24_000
EFFORT = 4  # in the solver's own units, about seconds


def without_repeats(shape: Shape, rounds: int, met: Sequence[Sequence[int]], due: Sequence[int]) -> Plan | None:
    """`rounds` rounds in which nobody meets anybody that they have met in `met`, and nobody twice. `due` says who may
    have short seats in the first round. None: no such plan, the question too large or the effort spent.
    """
    tables = list(_companies(met, shape.size)) if shape.full else []
    smaller = list(_companies(met, shape.size - 1)) if shape.short else []
    choices = len(tables) + len(smaller)
    if shape.byes or max(len(tables), len(smaller)) > MOST_COMPANIES or choices * rounds > MOST_CHOICES:
        return None
    return _solved(shape, rounds, len(met), tables, smaller, set(due))


def _companies(met: Sequence[Sequence[int]], size: int) -> list[tuple[int, ...]]:
    """Everybody who could sit together, up to one company more than is allowed."""
    found: list[tuple[int, ...]] = []

    def grow(company: tuple[int, ...], free: list[int]) -> None:
        if len(company) == size:
            found.append(company)
            return
        for place, who in enumerate(free):
            if len(found) > MOST_COMPANIES:
                return
            grow((*company, who), [other for other in free[place + 1 :] if not met[who][other]])

    grow((), list(range(len(met))))
    return found


def _solved(
    shape: Shape,
    rounds: int,
    people: int,
    tables: list[tuple[int, ...]],
    smaller: list[tuple[int, ...]],
    due: set[int],
) -> Plan | None:
    from ortools.sat.python import cp_model  # slow to load, and few draws need it

    model = cp_model.CpModel()
    chosen: list[dict[tuple[int, ...], cp_model.IntVar]] = []
    together: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    for number in range(rounds):
        allowed = [one for one in smaller if number or due.issuperset(one)]
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
    return [_round(shape, [one for one, used in row.items() if solver.value(used)]) for row in chosen]


def _round(shape: Shape, companies: list[tuple[int, ...]]) -> list[list[int]]:
    return [list(one) for one in sorted(companies, key=lambda one: (-len(one), one))]
