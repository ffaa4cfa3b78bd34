"""How a tournament may be played: ready-made plans of stages, and what keeps stages from following each other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.rules import career_poker
from league.rules.draws.table_sizes import cuts, knockout

SWISS, FIXED, OPEN, KNOCK_OUT, CAREER_POKER = "swiss", "fixed", "open", "knock_out", "career_poker"
SWISS_AND_CUT = "swiss_and_cut"
MOST_ROUNDS = 60
MOST_STAGES = 8
COUNTED = (SWISS, FIXED, CAREER_POKER)  # formats whose number of rounds is chosen


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage to come. `rounds` None: as many as are recommended when it starts, or as it takes. `cut`: how many come
    in from the stage before; None is everybody."""

    format: str
    name: str
    rounds: int | None = None
    cut: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A choice on the form: what it is called and what it is for."""

    name: str
    text: str
    formats: tuple[str, ...]


PLANS = {
    SWISS: Plan(
        "Swiss",
        "Everybody plays every round, with others who have done about as well; nobody meets anybody twice if it can "
        "be helped.",
        (SWISS,),
    ),
    SWISS_AND_CUT: Plan(
        "Swiss and top cut",
        "Swiss rounds first. Then the best play on in a knock-out, down to one final table.",
        (SWISS, KNOCK_OUT),
    ),
    FIXED: Plan(
        "Fixed schedule",
        "Everybody meets everybody as evenly as possible. The best choice for up to 24 characters.",
        (FIXED,),
    ),
    OPEN: Plan(
        "Open play",
        "No rounds: whoever is here sits down together, as often as they like. Every game adds its points.",
        (OPEN,),
    ),
    KNOCK_OUT: Plan("Knock-out", "Only the winner of a table goes on, down to one final table.", (KNOCK_OUT,)),
    CAREER_POKER: Plan(
        "Career Poker evening",
        "For Career Poker alone: positions carry over from round to round, from boss to dishwasher.",
        (CAREER_POKER,),
    ),
}
_NAMES = {
    SWISS: "Swiss",
    FIXED: "Fixed schedule",
    OPEN: "Open play",
    KNOCK_OUT: "Knock-out",
    CAREER_POKER: "Career Poker evening",
}


def stages_of(plan: str, *, rounds: int | None = None, cut: int | None = None) -> tuple[StagePlan, ...]:
    """The stages of a ready-made plan. `rounds` are those of its first stage, `cut` how many reach its second.
    KeyError for an unknown plan."""
    first, *later = PLANS[plan].formats
    stages = [StagePlan(first, _NAMES[first], rounds if first in COUNTED else None)]
    return (*stages, *(StagePlan(one, f"Top {cut}" if cut else "Top cut", cut=cut) for one in later))


def plan_of(formats: Sequence[str]) -> str | None:
    """The ready-made plan with these formats, None where there is none."""
    return next((key for key, plan in PLANS.items() if plan.formats == tuple(formats)), None)


def offered_cuts(table_size: int) -> tuple[int, ...]:
    """Sizes of a top cut from which knock-out tables are all full."""
    return cuts(table_size, 10**6)


def plan_problems(stages: Sequence[StagePlan], *, system: str, table_size: int, least: int) -> list[str]:
    """What keeps these stages from being played one after the other, in sentences. `least`: the smallest table of the
    game."""
    if not stages:
        return ["Choose how the tournament is played: it needs at least one stage."]
    if len(stages) > MOST_STAGES:
        return [f"{len(stages)} stages are too many; {MOST_STAGES} are the most."]
    found = [problem for stage in stages for problem in _alone(stage, system, table_size, least)]
    if stages[0].cut is not None:
        found.append(f"{stages[0].name} comes first, so there is nobody to cut: leave the cut out.")
    for before, stage in pairwise(stages):
        if before.format == KNOCK_OUT:
            found.append(f"{stage.name} can't follow {before.name}: a knock-out ends with one final table.")
        if before.cut is not None and stage.cut is not None and stage.cut > before.cut:
            found.append(f"{stage.name} takes {stage.cut} of the {before.cut} who play in {before.name}.")
    return found


def _alone(stage: StagePlan, system: str, table_size: int, least: int) -> Iterator[str]:
    if stage.format not in _NAMES:
        yield f"There is no format '{stage.format}'; known are {', '.join(_NAMES)}."
        return
    if not stage.name.strip():
        yield "Every stage needs a name."
    if stage.format == CAREER_POKER and system != career_poker.ID:
        yield "A Career Poker evening is played with Career Poker; choose that game or another plan."
    if stage.rounds is not None and stage.format not in COUNTED:
        yield f"{stage.name}: the rounds of {_NAMES[stage.format].lower()} are not chosen; leave them out."
    elif stage.rounds is not None and not 1 <= stage.rounds <= MOST_ROUNDS:
        yield f"{stage.name}: {stage.rounds} rounds; 1 to {MOST_ROUNDS} can be played."
    if stage.cut is not None:
        yield from _cut(stage, stage.cut, table_size, least)


def _cut(stage: StagePlan, cut: int, table_size: int, least: int) -> Iterator[str]:
    if cut < table_size:
        yield f"{stage.name}: a cut to {cut} leaves no table of {table_size}. Take {table_size} or more."
    elif stage.format == KNOCK_OUT:
        try:
            knockout(cut, table_size, least)
        except ValueError as error:
            yield f"{stage.name}: {error}"
