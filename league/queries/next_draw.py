"""What an organiser can do next with the stages of a tournament, and what the next draw would be made of."""

from dataclasses import dataclass

from league.models import Entry, Round, Stage, Tournament
from league.queries.draw_fields import least_of, newcomers
from league.queries.draw_sources import participants
from league.rules.desk_steps import Phase, Playing, field_hint, phase
from league.rules.draws.table_sizes import KnockoutSizes, knockout
from league.rules.workings import counted


@dataclass(frozen=True, slots=True)
class NextDraw:
    """Round `number` as it would be drawn now. `tables` says which sizes, `problem` why it can't be drawn."""

    number: int
    players: int
    joining: int
    tables: str = ""
    why: str = ""
    recommended: int = 0
    most: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the stages wait for, with the stage that it is about and the newest round of it."""

    phase: Phase
    stage: Stage | None = None
    round: Round | None = None


def waiting_for(tournament: Tournament) -> Waiting:
    """Four queries at most, and one more in a knock-out."""
    stages = list(tournament.stages.order_by("number"))
    running = next((stage for stage in stages if stage.status == Stage.RUNNING), None)
    planned = next((stage for stage in stages if stage.status == Stage.PLANNED), None)
    last = running.played_rounds.order_by("number").last() if running else None
    playing = _playing(running, last) if running else Playing()
    found = phase(tournament.status, playing, planned=planned is not None, staged=bool(stages))
    if running is not None:
        running.tournament = tournament
    return Waiting(found, planned if found == "start" else running, last)


def _playing(stage: Stage, last: Round | None) -> Playing:
    if last is None:
        return Playing(stage.name, stage.format, stage.rounds)
    tables, byes = (last.tables.count(), last.byes.count()) if stage.format == Stage.KNOCK_OUT else (0, 0)
    return Playing(stage.name, stage.format, stage.rounds, last.number, last.status, tables, byes=byes)


def next_draw_of(stage: Stage, number: int) -> NextDraw:
    """What round `number` of a running stage would be drawn from."""
    players = len(participants(stage, number))
    return _sized(stage, number, players, joining=len(newcomers(stage)))


def first_draw_of(stage: Stage, players: int) -> NextDraw:
    """The same for a stage that has not begun."""
    return _sized(stage, 1, players, joining=0)


def here(tournament: Tournament) -> int:
    return tournament.entries.filter(status=Entry.CHECKED_IN).count()


def _sized(stage: Stage, number: int, players: int, *, joining: int) -> NextDraw:
    tournament = stage.tournament
    size, least = tournament.table_size, least_of(tournament)
    try:
        if stage.format != Stage.KNOCK_OUT:
            hint = field_hint(players, size, tournament.shortfall, least)  # type: ignore[arg-type]
            return NextDraw(number, players, joining, hint.tables, hint.why, hint.recommended, hint.most)
        if number > 1 and least <= players < size:
            size = players
        return NextDraw(number, players, joining, _knock_out(knockout(players, size, least), size))
    except ValueError as error:
        return NextDraw(number, players, joining, problem=str(error))


def _knock_out(found: KnockoutSizes, size: int) -> str:
    parts = [(found.full, f"of {size}"), (found.small, f"of {size - 1}")]
    said = [f"{counted(number, 'table')} {kind}" for number, kind in parts if number]
    return ", ".join([*said, *([f"{found.byes:,} through without playing"] if found.byes else [])])
