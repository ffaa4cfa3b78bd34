"""The formats of a tournament: ready-made plans of stages, and what keeps stages from following each other. And the
bounds of its settings, for forms and services alike; bounds are included."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.core.settings import refusal
from engine.translatable import said
from games.rules import sheets
from league.tournaments.formats import FORMATS, format_of
from league.tournaments.formats.format import cuts
from league.tournaments.formats.knock_out import KNOCK_OUT
from league.tournaments.formats.swiss import SWISS

SWISS_AND_CUT = "swiss_and_cut"
MOST_STAGES = 8
NAME_LENGTH, PLACE_LENGTH = 120, 200
BOUNDS = sheets.BOUNDS | {
    "table_size": (2, 8),
    "capacity": (2, 100_000),
    "round_minutes": (1, 24 * 60),
    "confirm_seconds": (10, 24 * 60 * 60),
}
ROUNDS = (1, 60)  # of a stage
LINE_UP = (1, 20)


def setting_problems(settings: Mapping[str, int | None]) -> dict[str, str]:
    """Return why some of these can't be set, by name, in sentences. None means no limit."""
    refusals = {name: refusal(value, bounds=BOUNDS[name]) for name, value in settings.items() if value is not None}
    return {name: said("This {must_be}.", must_be=refused) for name, refused in refusals.items() if refused}


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A future stage. `rounds` None: as many as are recommended when it starts, or as it takes. `cut`: how many enter
    from the stage before; None is everybody. `line_up`: how many of each team play a round, if teams meet."""

    format: str
    name: str
    rounds: int | None = None
    cut: int | None = None
    line_up: int | None = None


@dataclass(frozen=True, slots=True)
class ReadyPlan:
    """A choice on the form: what it is called and what it is for."""

    name: str
    text: str
    formats: tuple[str, ...]


def plans() -> dict[str, ReadyPlan]:
    """Return the choices of the form: each format alone, and after Swiss the one plan of two stages."""
    alone = {key: ReadyPlan(kind.name, kind.text, (key,)) for key, kind in FORMATS.items()}
    return {SWISS.key: alone.pop(SWISS.key), SWISS_AND_CUT: _SWISS_AND_CUT, **alone}


_SWISS_AND_CUT = ReadyPlan(
    said("Swiss and top cut"),
    said("Swiss rounds first. Then the best play on in a knock-out, down to one final table."),
    (SWISS.key, KNOCK_OUT.key),
)


def stages_of(
    plan: str, *, rounds: int | None = None, cut: int | None = None, line_up: int | None = None
) -> tuple[StagePlan, ...]:
    """Return the stages of a ready-made plan. `rounds` and `line_up` are those of its first stage, `cut` how many reach
    its second. Raise KeyError for an unknown plan."""
    first, *later = plans()[plan].formats
    stages = [StagePlan(first, FORMATS[first].name, rounds if FORMATS[first].counted else None, line_up=line_up)]
    return (*stages, *(StagePlan(key, f"Top {cut}" if cut else "Top cut", cut=cut) for key in later))


def top_cut(cut: int) -> StagePlan:
    """Return the stage in which the best play on."""
    return StagePlan(KNOCK_OUT.key, f"Top {cut}", cut=cut)


def plan_of(formats: Sequence[str]) -> str | None:
    """Return the key of the ready-made plan with these formats, None if there is no such plan."""
    return next((key for key, plan in plans().items() if plan.formats == tuple(formats)), None)


def offered_cuts(table_size: int) -> tuple[int, ...]:
    """Return sizes of a top cut from which knock-out tables are all full."""
    return cuts(table_size, 10**6)


def plan_problems(stages: Sequence[StagePlan], *, system: str, table_size: int, least: int) -> list[str]:
    """Return what keeps these stages from being played one after the other, in sentences. `least`: the smallest table
    of the game."""
    if not stages:
        return [said("Choose how the tournament is played: it needs at least one stage.")]
    if len(stages) > MOST_STAGES:
        return [said("{number} stages are too many; the limit is {most}.", number=len(stages), most=MOST_STAGES)]
    problems = [problem for stage in stages for problem in _alone(stage, system, table_size, least)]
    if stages[0].cut is not None:
        problems.append(
            said("{stage} comes first, so there is nobody to cut: leave the cut out.", stage=stages[0].name)
        )
    for before, stage in pairwise(stages):
        ends = FORMATS[before.format].nothing_follows if before.format in FORMATS else ""
        if ends:
            problems.append(
                said("{stage} can't follow {before}: {reason}.", stage=stage.name, before=before.name, reason=ends)
            )
        if before.cut is not None and stage.cut is not None and stage.cut > before.cut:
            problems.append(
                said(
                    "{stage} takes {cut} of the {all} who play in {before}.",
                    stage=stage.name,
                    cut=stage.cut,
                    all=before.cut,
                    before=before.name,
                )
            )
    return problems


def _alone(stage: StagePlan, system: str, table_size: int, least: int) -> Iterator[str]:
    if stage.format not in FORMATS:
        yield said(
            "There is no format '{format}'; choose one of {known}.", format=stage.format, known=", ".join(FORMATS)
        )
        return
    played = format_of(stage)
    if not stage.name.strip():
        yield said("Every stage needs a name.")
    if played.system not in ("", system):
        yield played.other_system
    if stage.rounds is not None and not played.counted:
        yield said(
            "{stage}: the rounds of {format} are not chosen; leave them out.",
            stage=stage.name,
            format=played.within or played.name.lower(),
        )
    elif stage.rounds is not None and (refused := refusal(stage.rounds, bounds=ROUNDS)):
        yield said("{stage}: the number of rounds {must_be}.", stage=stage.name, must_be=refused)
    if stage.line_up is not None:
        yield from _line_up(stage, stage.line_up)
    if stage.cut is not None:
        yield from _cut(stage, stage.cut, table_size, least)


def _line_up(stage: StagePlan, line_up: int) -> Iterator[str]:
    if not format_of(stage).of_teams:
        yield said("{stage}: teams meet only in Swiss rounds or in a fixed schedule.", stage=stage.name)
    if stage.cut is not None:
        yield said("{stage}: a cut takes characters, not teams. Leave it out.", stage=stage.name)
    if refused := refusal(line_up, bounds=LINE_UP):
        yield said("{stage}: the number of members who play {must_be}.", stage=stage.name, must_be=refused)


def _cut(stage: StagePlan, cut: int, table_size: int, least: int) -> Iterator[str]:
    if cut < table_size:
        yield said(
            "{stage}: a cut to {cut} leaves no table of {size}. Take {size} or more.",
            stage=stage.name,
            cut=cut,
            size=table_size,
        )
        return
    try:
        format_of(stage).check_players(cut, table_size, "bye", least)
    except ValueError as error:
        yield said("{stage}: {problem}", stage=stage.name, problem=error.args[0])
