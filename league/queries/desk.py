"""The organiser's desk: what the state of a tournament is made of, in a fixed number of queries."""

from dataclasses import dataclass

from characters.rules.career import RETIRED
from league.models import Entry, Round, Stage, Tournament
from league.queries.draw_fields import least_of
from league.queries.entrants import HAS_A_PLACE, Places, places_of
from league.queries.round_state import FROZEN, table_states
from league.rules.desk_steps import (
    FieldHint,
    Playing,
    Situation,
    Step,
    explained_problems,
    field_hint,
    next_step,
    state_sentence,
    too_few,
)

NAMED = 5


@dataclass(frozen=True, slots=True)
class DeskView:
    """What the desk shows. `hint` is for everybody with a place, None for too few; `may_start`: those who are here are
    enough."""

    places: Places
    sentence: str
    step: Step
    problems: list[str]
    stages: list[Stage]
    hint: FieldHint | None
    may_start: bool


def desk_view(tournament: Tournament) -> DeskView:
    """Seven queries at most, however many entries there are."""
    places, stages = places_of(tournament), list(tournament.stages.order_by("number"))
    now = _situation(tournament, places, stages)
    problems = [*explained_problems(now), *_retired(tournament)]
    return DeskView(
        places=places,
        sentence=state_sentence(now),
        step=next_step(now),
        problems=problems,
        stages=stages,
        hint=hint_for(tournament, places.taken),
        may_start=bool(places.checked_in) and not too_few(now, places.checked_in),
    )


def hint_for(tournament: Tournament, players: int) -> FieldHint | None:
    """Tables and rounds for so many characters, None for too few."""
    try:
        return field_hint(players, tournament.table_size, tournament.shortfall, least_of(tournament))  # type: ignore[arg-type]
    except ValueError:
        return None


def _situation(tournament: Tournament, places: Places, stages: list[Stage]) -> Situation:
    planned = [stage for stage in stages if stage.status == Stage.PLANNED]
    running = next((stage for stage in stages if stage.status == Stage.RUNNING), None)
    return Situation(
        name=tournament.name,
        status=tournament.status,
        registration_open=tournament.registration_open,
        registered=places.registered,
        checked_in=places.checked_in,
        waiting=places.waiting,
        dropped=places.dropped,
        capacity=places.capacity,
        table_size=tournament.table_size,
        least=least_of(tournament),
        shortfall=tournament.shortfall,  # type: ignore[arg-type]
        first=stages[0].format if stages else "",
        next_stage=planned[0].name if planned else "",
        playing=_playing(running) if running else Playing(),
    )


def _playing(stage: Stage) -> Playing:
    newest = Round.objects.filter(stage=stage).order_by("-number").first()
    states = table_states(newest) if newest else []
    return Playing(
        stage=stage.name,
        format=stage.format,
        rounds=stage.rounds,
        round=newest.number if newest else 0,
        round_status=newest.status if newest else "",
        tables=len(states),
        settled=sum(state.settled for state in states),
        frozen=sum(state.state == FROZEN for state in states),
        byes=newest.byes.count() if newest and stage.format == Stage.KNOCK_OUT else 0,
    )


def _retired(tournament: Tournament) -> list[str]:
    """Those with a place whose sheet would be refused, because they retired since they entered."""
    if tournament.status not in (Tournament.PLANNED, Tournament.RUNNING):
        return []
    gone = Entry.objects.filter(
        tournament=tournament,
        status__in=HAS_A_PLACE,
        character__careers__current=True,
        character__careers__status=RETIRED,
    )
    names = list(gone.order_by("number").values_list("character__name", flat=True))
    if not names:
        return []
    who = ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED:,} more" if len(names) > NAMED else "")
    return [f"{who} left by golden parachute and can't play. Start a new career, or take them out."]
