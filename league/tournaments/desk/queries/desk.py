"""The organiser's desk: the state of a tournament, its next step, and what the next draw would be made of."""

from collections.abc import Iterable
from dataclasses import dataclass

from characters.rules.career import RETIRED
from engine.translatable import said, said_list, said_of
from league.core.rules.words import listed
from league.models import Entry, Round, Stage, Tournament
from league.tournaments.desk.rules.desk_steps import (
    DeskStep,
    FieldHint,
    Phase,
    Playing,
    Situation,
    explained_problems,
    field_hint,
    matches_of,
    next_step,
    phase,
    state_sentence,
    tables_of,
    too_few,
)
from league.tournaments.draws.queries.draw_sources import newcomers, participants
from league.tournaments.draws.queries.team_sources import teams_here, teams_problem
from league.tournaments.entries.queries import HAS_A_PLACE, least_of, places_of, shortfall_of
from league.tournaments.entries.rules import Places
from league.tournaments.formats import format_of
from league.tournaments.formats.format import Format, KnockoutSizes, knockout
from league.tournaments.tables.queries.round_tables import progress_of
from league.tournaments.tables.rules import FROZEN

NAMED, AT_MOST = 5, 100


@dataclass(frozen=True, slots=True)
class NextDraw:
    """Round `number` as it would be drawn now. `tables` says which sizes, `problem` why it can't be drawn. If teams
    meet, `players` are teams, `tables` matches, and `line_up` how many of each play; else 0."""

    number: int
    players: int
    joining: int
    tables: str = ""
    why: str = ""
    recommended: int = 0
    most: int = 0
    problem: str = ""
    line_up: int = 0


@dataclass(frozen=True, slots=True)
class DeskView:
    """The content of the desk. `hint` is for everybody with a place, None if they are too few; `may_start`: enough of
    them are here. `teams`: the first draw of a stage of teams, None if everybody plays for themselves."""

    places: Places
    sentence: str
    step: DeskStep
    problems: list[str]
    stages: list[tuple[Stage, Format]]
    hint: FieldHint | None
    may_start: bool
    teams: NextDraw | None


def desk_view(tournament: Tournament) -> DeskView:
    """Return the desk. Eight queries at most, however many entries there are."""
    places, stages = places_of(tournament), list(tournament.stages.order_by("number"))
    teams = _first_teams(tournament, places, stages)
    now = _situation(tournament, places, stages, teams.problem if teams else None)
    problems = explained_problems(now)
    if tournament.status in (Tournament.PLANNED, Tournament.RUNNING):
        problems += [*_retired(tournament), *_elsewhere(tournament)]
    return DeskView(
        places=places,
        sentence=state_sentence(now),
        step=next_step(now),
        problems=problems,
        stages=[(stage, format_of(stage)) for stage in stages],
        hint=None if teams else hint_for(tournament, places.taken),
        may_start=bool(places.checked_in) and not too_few(now, places.checked_in),
        teams=teams,
    )


def hint_for(tournament: Tournament, players: int) -> FieldHint | None:
    """Return the tables and rounds for that many characters, None if they are too few."""
    try:
        return field_hint(players, tournament.table_size, shortfall_of(tournament), least_of(tournament))
    except ValueError:
        return None


def _situation(tournament: Tournament, places: Places, stages: list[Stage], teams_problem: str | None) -> Situation:
    planned = [stage for stage in stages if stage.status == Stage.PLANNED]
    running = next((stage for stage in stages if stage.status == Stage.RUNNING), None)
    return Situation(
        name=tournament.name,
        status=tournament.status,
        registration_open=tournament.registration_open,
        places=places,
        table_size=tournament.table_size,
        least=least_of(tournament),
        shortfall=shortfall_of(tournament),
        first=stages[0].format if stages else "",
        next_stage=planned[0].name if planned else "",
        playing=_playing(running) if running else Playing(),
        teams_problem=teams_problem,
    )


def _first_teams(tournament: Tournament, places: Places, stages: list[Stage]) -> NextDraw | None:
    """Return the first draw with the teams of players who are here, or before check-in of everybody with a place."""
    if not stages or not stages[0].line_up or tournament.status != Tournament.PLANNED:
        return None
    stages[0].tournament = tournament
    status = [Entry.CHECKED_IN] if places.checked_in and not places.registered else HAS_A_PLACE
    return _matched(stages[0], 1, tournament.entries.filter(status__in=status).select_related("character"), 0)


def _playing(stage: Stage) -> Playing:
    newest = Round.objects.filter(stage=stage).order_by("-number").first()
    states = progress_of(newest) if newest else []
    return Playing(
        stage=stage.name,
        format=stage.format,
        rounds=stage.rounds,
        round=newest.number if newest else 0,
        round_status=newest.status if newest else "",
        tables=len(states),
        settled=sum(state.settled for state in states),
        frozen=sum(state.phase == FROZEN for state in states),
        byes=newest.byes.count() if newest and format_of(stage).eliminates else 0,
    )


def _retired(tournament: Tournament) -> list[str]:
    """Return a warning about those with a place whose sheet would be refused because they retired after they
    entered."""
    retired = {"character__careers__current": True, "character__careers__status": RETIRED}
    gone = Entry.objects.filter(tournament=tournament, status__in=HAS_A_PLACE, **retired)
    names = list(gone.order_by("number").values_list("character__name", flat=True))
    if not names:
        return []
    text = said("{names} left by golden parachute and can't play. Start a new career, or take them out.")
    return [said(text, names=listed(names, NAMED))]


def _elsewhere(tournament: Tournament) -> list[str]:
    """Return a warning about players here who also play in another running tournament; its desk says the same."""
    here = tournament.entries.filter(status=Entry.CHECKED_IN).values("character")
    others = Entry.objects.filter(
        character__in=here, status=Entry.CHECKED_IN, tournament__status=Tournament.RUNNING
    ).exclude(tournament=tournament)
    names = list(dict.fromkeys(others.order_by("number").values_list("character__name", flat=True)[:AT_MOST]))
    if not names:
        return []
    return [said("Also at a table of another running tournament: {names}.", names=listed(names, NAMED))]


@dataclass(frozen=True, slots=True)
class Waiting:
    """The step that the stages wait for, with its stage and the newest round of that stage."""

    phase: Phase
    stage: Stage | None = None
    round: Round | None = None

    @property
    def next_number(self) -> int:
        """Return the number of the next round of the stage."""
        return self.round.number + 1 if self.round else 1


def waiting_for(tournament: Tournament) -> Waiting:
    """Return what the tournament waits for. Four queries at most, and one more in a knock-out."""
    stages = list(tournament.stages.order_by("number"))
    running = next((stage for stage in stages if stage.status == Stage.RUNNING), None)
    planned = next((stage for stage in stages if stage.status == Stage.PLANNED), None)
    last = running.played_rounds.order_by("number").last() if running else None
    playing = _playing_round(running, last) if running else Playing()
    state = phase(tournament.status, playing, planned=planned is not None, staged=bool(stages))
    if running is not None:
        running.tournament = tournament
    return Waiting(state, planned if state == "start" else running, last)


def _playing_round(stage: Stage, last: Round | None) -> Playing:
    if last is None:
        return Playing(stage.name, stage.format, stage.rounds)
    tables, byes = (last.tables.count(), last.byes.count()) if format_of(stage).eliminates else (0, 0)
    return Playing(stage.name, stage.format, stage.rounds, last.number, last.status, tables, byes=byes)


def next_draw_of(stage: Stage, number: int) -> NextDraw:
    """Return what round `number` of a running stage would be drawn from."""
    here, joining = participants(stage, number), len(newcomers(stage))
    return _matched(stage, number, here, joining) if stage.line_up else _sized(stage, number, len(here), joining)


def first_draw_of(stage: Stage) -> NextDraw:
    """Return what the first round of a stage that has not begun would be drawn from."""
    here = stage.tournament.entries.filter(status=Entry.CHECKED_IN)
    if stage.line_up:
        return _matched(stage, 1, here.select_related("character"), 0)
    players = here.count()
    return _sized(stage, 1, min(players, stage.cut or players), 0)


def _matched(stage: Stage, number: int, entries: Iterable[Entry], joining: int) -> NextDraw:
    here, tournament = teams_here(stage, entries), stage.tournament
    if problem := teams_problem(stage, here):
        return NextDraw(number, len(here.by_team), joining, problem=problem)
    matches = matches_of(len(here.by_team), tournament.table_size, shortfall_of(tournament), least_of(tournament))
    return NextDraw(number, len(here.by_team), joining, matches, line_up=stage.line_up or 0)


def _sized(stage: Stage, number: int, players: int, joining: int) -> NextDraw:
    tournament = stage.tournament
    size, least = tournament.table_size, least_of(tournament)
    try:
        if not format_of(stage).eliminates:
            hint = field_hint(players, size, shortfall_of(tournament), least)
            return NextDraw(number, players, joining, hint.tables, hint.why, hint.recommended, hint.most)
        if number > 1 and least <= players < size:
            size = players
        needed = knockout(players, size, least)
        return NextDraw(number, players, joining, _knock_out(needed, size), why=why_byes(needed, players, size))
    except ValueError as error:
        return NextDraw(number, players, joining, problem=error.args[0])


def why_byes(needed: KnockoutSizes, players: int, size: int) -> str:
    """Return why some do not play, or why tables differ in size."""
    if not needed.byes and not needed.small:
        return ""
    why = said(
        "Only the winner of a table goes on, and the last table needs {size:,}: so {through:,} must be left "
        "after this round, and {out:,} leave.",
        size=size,
        through=needed.through,
        out=players - needed.through,
    )
    byes = [said("The best seeded go through without playing.")] if needed.byes else []
    full = said("With {number:,} characters everybody would play at a full table.", number=needed.through * size)
    return said_list([why, *byes, full], " ")


def _knock_out(needed: KnockoutSizes, size: int) -> str:
    parts = [tables_of(number, seats) for number, seats in ((needed.full, size), (needed.small, size - 1)) if number]
    through = said_of(needed.byes, "{count:,} through without playing", "{count:,} through without playing")
    return said_list([*parts, *([through] if needed.byes else [])])
