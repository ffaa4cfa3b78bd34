"""What an organiser can do next with the stages of a tournament, and what the next draw would be made of."""

from dataclasses import dataclass
from typing import Literal

from league.models import Entry, Round, Stage, Tournament
from league.queries.draw_fields import least_of, newcomers
from league.queries.draw_sources import participants
from league.rules.draws.table_sizes import knockout, most_rounds_without_repeats, recommended_rounds, sizes

Step = Literal["plan", "start", "draw", "round", "open", "end", "finish", "over"]


@dataclass(frozen=True, slots=True)
class NextDraw:
    """Round `number` as it would be drawn now. `tables` says which sizes, `problem` why it can't be drawn."""

    number: int
    players: int
    joining: int
    tables: str
    why: str
    recommended: int
    most: int
    problem: str


@dataclass(frozen=True, slots=True)
class NextStep:
    """`step` is what can be done now, with this stage and, where one is open, this round."""

    step: Step
    stage: Stage | None = None
    round: Round | None = None
    rounds_left: int | None = None


def next_step(tournament: Tournament) -> NextStep:
    """Three queries."""
    if tournament.status in (Tournament.FINISHED, Tournament.CANCELLED):
        return NextStep("over")
    stages = list(tournament.stages.order_by("number"))
    running = next((stage for stage in stages if stage.status == Stage.RUNNING), None)
    if running is None:
        planned = next((stage for stage in stages if stage.status == Stage.PLANNED), None)
        if planned is not None:
            return NextStep("start", planned)
        return NextStep("finish", stages[-1]) if stages else NextStep("plan")
    running.tournament = tournament
    last = running.played_rounds.order_by("number").last()
    if running.format == Stage.OPEN:
        return NextStep("open", running, last)
    if last is not None and last.status != Round.ENDED:
        return NextStep("round", running, last)
    left = None if running.rounds is None else running.rounds - (last.number if last else 0)
    if running.format != Stage.KNOCK_OUT and left is not None and left <= 0:
        return NextStep("end", running, last)
    return NextStep("draw", running, last, left)


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
    tournament, tables, why, problem, recommended, most = stage.tournament, "", "", "", 0, 0
    size, least = tournament.table_size, least_of(tournament)
    try:
        if stage.format == Stage.KNOCK_OUT:
            if number > 1 and least <= players < size:
                size = players
            found = knockout(players, size, least)
            tables, why = _knock_out(found.full, found.small, found.byes, size), ""
        else:
            needed = sizes(players, size, shortfall=tournament.shortfall, least=least)  # type: ignore[arg-type]
            parts = [_tables(needed.full, size), _tables(needed.small, size - 1)]
            parts += [_tables(needed.bots, size, " with a bot"), _byes(needed.byes)]
            tables, why = ", ".join(part for part in parts if part), needed.why
            recommended, most = recommended_rounds(players, size), most_rounds_without_repeats(players, size)
    except ValueError as error:
        problem = str(error)
    return NextDraw(number, players, joining, tables, why, recommended, most, problem)


def _tables(number: int, size: int, more: str = "") -> str:
    return f"{number:,} {'table' if number == 1 else 'tables'} of {size}{more}" if number else ""


def _byes(number: int) -> str:
    return f"{number:,} {'bye' if number == 1 else 'byes'}" if number else ""


def _knock_out(full: int, small: int, byes: int, size: int) -> str:
    through = f"{byes:,} through without playing" if byes else ""
    return ", ".join(part for part in (_tables(full, size), _tables(small, size - 1), through) if part)
