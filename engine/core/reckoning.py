"""Turn the sums of a study (engine.core.luck) into chances, luck and decisions. Pure arithmetic on whole numbers:
values are millionths of a win, results are ten-thousandths, errors are bounds that 95 of 100 studies keep within."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from engine.core.values import WHOLE, Sums, ValueEstimate, sums_of, total_of

TURNING = 3
COSTLIEST = 3
_NEAR = 4  # moments to either side that know about how far off the outlook is
_FEWEST = 8  # pairs
_TOLD = 100  # ten-thousandths by which a chance turned at least

Results = Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Effort:
    """The budget of a study, in games and parts of games. `openings`: games from the start, in tasks of `block`. At
    each of up to `moments` moments, `short` continuations of `rounds` rounds, and `long` ones to the end. `pairs` for
    all decisions together, at most `most` for one. `bot`: the bot that says what it would have done."""

    openings: int = 300
    block: int = 25
    moments: int = 40
    short: int = 100
    long: int = 24
    rounds: int = 2
    pairs: int = 8_000
    most: int = 200
    pairs_of_best: int = 100
    bot: str = "ismcts:visits=120,rounds=3"


class FacedDecision(NamedTuple):
    """Action `number`, from 0, at which `seat` chose differently from the greedy bot, which would have chosen
    `usual`."""

    number: int
    seat: int
    chosen: int
    usual: int


@dataclass(frozen=True, slots=True)
class ReckoningPlan:
    """The plan of a study. `moments`: numbers of actions played; `faced`: decisions of each seat; `end`: how it ended
    for each seat."""

    effort: Effort
    seats: int
    moments: tuple[int, ...]
    decisions: tuple[FacedDecision, ...]
    faced: tuple[int, ...]
    end: tuple[int, ...]

    @property
    def counts(self) -> tuple[tuple[str, int], ...]:
        """Return the kinds of tasks in their order, and how many there are of each."""
        openings = self.effort.openings // self.effort.block
        many = (openings, len(self.moments), len(self.decisions), self.turning, self.turning)
        return tuple(zip(("opening", "moment", "decision", "turn", "best"), many, strict=True))

    @property
    def turning(self) -> int:
        return min(TURNING, len(self.moments) - 1)

    @property
    def tasks(self) -> int:
        return sum(many for _kind, many in self.counts)

    def task(self, number: int) -> tuple[str, int]:
        for kind, many in self.counts:
            if number < many:
                return kind, number
            number -= many
        raise IndexError("This study is done.")

    def of(self, kind: str, results: Results) -> Results:
        """Return the results of one kind. Raise KeyError for an unknown kind."""
        first = 0
        for name, many in self.counts:
            if name == kind:
                return results[first : first + many]
            first += many
        raise KeyError(kind)


def pairs_of(plan: ReckoningPlan) -> int:
    """Return the number of pairs for each decision."""
    return max(_FEWEST, min(plan.effort.most, plan.effort.pairs // max(1, len(plan.decisions))))


def slope(plan: ReckoningPlan, results: Results) -> Fraction:
    """Return how much of a lead by the outlook came true in the long continuations. It is the slope of the line through
    an even share that fits best: 1 if the outlook judges rightly, less if it is too sure."""
    rows = [row for _short, missed in plan.of("moment", results) for row in missed[2]]
    product, squares = -sum(row[3] for row in rows), sum(row[4] for row in rows)
    return Fraction(round(Fraction(product * WHOLE, squares)), WHOLE) if squares and product > 0 else Fraction(1)


def chances(plan: ReckoningPlan, results: Results) -> list[list[ValueEstimate]]:
    """Return for every moment and seat the mean of the short continuations plus what the long ones around it add."""
    b, moments = slope(plan, results), plan.of("moment", results)
    return [_chances(plan, b, short, _around(moments, at)) for at, (short, _missed) in enumerate(moments)]


def _around(moments: Results, at: int) -> Sums:
    """Return what the outlook did not foresee around a moment."""
    return sums_of(*(missed for _short, missed in moments[max(0, at - _NEAR) : at + _NEAR + 1]))


def _chances(plan: ReckoningPlan, b: Fraction, short: Sequence[Any], missed: Sums) -> list[ValueEstimate]:
    """Return the chances of each seat at a moment. Continuations that ended before they were judged need no
    correction."""
    here = sums_of(short)
    still = Fraction(here.open, here.count)
    return [
        total_of([here.mean(seat, b), missed.mean(seat, b, missed.open).scaled(still)]) for seat in range(plan.seats)
    ]


def start(plan: ReckoningPlan, results: Results) -> list[ValueEstimate]:
    """Return each seat's chance before anything is dealt."""
    sums = sums_of(*plan.of("opening", results))
    return [sums.mean(seat, Fraction(1)) for seat in range(plan.seats)]


def effects(plan: ReckoningPlan, results: Results) -> list[tuple[FacedDecision, list[ValueEstimate]]]:
    """Return what every decision that differs from the greedy bot's did to each seat."""
    b = slope(plan, results)
    worths = []
    for decision, result in zip(plan.decisions, plan.of("decision", results), strict=True):
        sums = sums_of(result)
        worths.append((decision, [sums.mean(seat, b) for seat in range(plan.seats)]))
    return worths


def costliest(plan: ReckoningPlan, results: Results) -> list[tuple[FacedDecision, ValueEstimate]]:
    """Return for each seat up to COSTLIEST of its decisions that cost it more than their error, with what they gained
    against the greedy bot's, the worst first."""
    own = [(decision, worth[decision.seat]) for decision, worth in effects(plan, results)]
    costly = sorted((pair for pair in own if -pair[1].whole > pair[1].give), key=lambda pair: pair[1].value)
    return [pair for seat in range(plan.seats) for pair in [row for row in costly if row[0].seat == seat][:COSTLIEST]]


def turns(plan: ReckoningPlan, results: Results) -> list[tuple[int, int]]:
    """Return the stretches between moments in which a chance changed most, the greatest change first, each as its first
    and its last action."""
    swings = [_swing(before, after)[0] for before, after in pairwise(chances(plan, results))]
    order = sorted(range(len(swings)), key=lambda at: (-swings[at], at))
    return [(plan.moments[at], plan.moments[at + 1]) for at in order[:TURNING]]


def _swing(before: Sequence[ValueEstimate], after: Sequence[ValueEstimate]) -> tuple[Fraction, int]:
    """Return the greatest change, and the seat whose chance it was."""
    changes = [abs(now.value - then.value) for then, now in zip(before, after, strict=True)]
    return max(changes), changes.index(max(changes))


def _steps(plan: ReckoningPlan, results: Results, which: int) -> list[list[ValueEstimate]]:
    """Return the chances at every step of a stretch."""
    b, first = slope(plan, results), turns(plan, results)[which][0]
    missed = _around(plan.of("moment", results), plan.moments.index(first))
    return [_chances(plan, b, short, missed) for short in plan.of("turn", results)[which]]


def step_of(plan: ReckoningPlan, results: Results, which: int) -> int:
    """Return the action of a stretch, counted from 1, after which a chance had changed most."""
    swings = [_swing(before, after)[0] for before, after in pairwise(_steps(plan, results, which))]
    return turns(plan, results)[which][0] + 1 + swings.index(max(swings))


def figures(plan: ReckoningPlan, results: Results) -> dict[str, Any]:
    """Return everything that a finished study says, JSON-able."""
    course, b = chances(plan, results), slope(plan, results)
    return {
        "chances": [
            {"at": at, "seats": [_within(chance.whole) for chance in row], "give": [chance.give for chance in row]}
            for at, row in zip(plan.moments, course, strict=True)
        ],
        "seats": _seats(plan, results),
        "turning": sorted(_turnings(plan, results), key=lambda turning: turning["at"]),
        "slope": round(b * WHOLE),
        "continued": len(plan.moments) * (plan.effort.short + plan.effort.long),
        "openings": plan.effort.openings,
        "pairs": pairs_of(plan),
    }


def _within(chance: int) -> int:
    return min(WHOLE, max(0, chance))


def _seats(plan: ReckoningPlan, results: Results) -> list[dict[str, int]]:
    """Return a row per seat. Luck is what start and decisions leave, so every row adds up."""
    begun, did = start(plan, results), effects(plan, results)
    rows = []
    for seat in range(plan.seats):
        own = total_of([worth[seat] for decision, worth in did if decision.seat == seat])
        others = total_of([worth[seat] for decision, worth in did if decision.seat != seat])
        end = ValueEstimate(Fraction(plan.end[seat]))
        luck = total_of([begun[seat], own, others])
        rows.append(
            {
                "start": begun[seat].whole,
                "luck": end.whole - begun[seat].whole - own.whole - others.whole,
                "luck_give": luck.give,
                "own": own.whole,
                "own_give": own.give,
                "others": others.whole,
                "others_give": others.give,
                "end": end.whole,
                "faced": plan.faced[seat],
                "otherwise": sum(decision.seat == seat for decision in plan.decisions),
            }
        )
    return rows


def _turnings(plan: ReckoningPlan, results: Results) -> list[dict[str, Any]]:
    """Return the turning points that are large enough to mention."""
    turnings = [_turning(plan, results, which) for which in range(plan.turning)]
    return [turning for turning in turnings if abs(turning["after"] - turning["before"]) >= _TOLD]


def _turning(plan: ReckoningPlan, results: Results, which: int) -> dict[str, Any]:
    at = step_of(plan, results, which)
    step = at - turns(plan, results)[which][0]
    before, after = _steps(plan, results, which)[step - 1 : step + 1]
    seat = _swing(before, after)[1]
    return {
        "at": at,
        "seat": seat,
        "before": _within(before[seat].whole),
        "after": _within(after[seat].whole),
        "best": _decision(plan, results, which),
    }


def _decision(plan: ReckoningPlan, results: Results, which: int) -> dict[str, Any] | None:
    best_choice = plan.of("best", results)[which]
    if not best_choice:
        return None
    number, seat, chosen, best, result = best_choice
    gain = sums_of(result).mean(seat, slope(plan, results))
    return {"at": number, "seat": seat, "chosen": chosen, "best": best, "gain": gain.whole, "give": gain.give}
