"""The stages of a tournament: what is planned can be changed until it starts."""

from collections.abc import Sequence

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction

from characters.rules.names import tidy
from games.rules.systems import SYSTEMS
from league.models import Stage, Tournament
from league.rules.stage_plans import COUNTED, StagePlan, plan_problems
from league.services.tournament_log import lock_tournament, log_event, refuse_when_over

User = Person | None


@transaction.atomic
def set_stages(*, tournament: Tournament, plans: Sequence[StagePlan], by: User = None) -> list[Stage]:
    """These stages instead of those that have not started; stages that have started stay in front of them.

    Raises ValidationError under `plan`.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_when_over(tournament)
    started = list(tournament.stages.exclude(status=Stage.PLANNED).order_by("number"))
    refuse_stages(tournament, [*map(as_plan, started), *plans])
    tournament.stages.filter(status=Stage.PLANNED).delete()
    stages = add_stages(tournament, plans, first=len(started) + 1)
    said = ", then ".join(stage.name for stage in [*started, *stages])
    log_event(tournament=tournament, kind="edited", text=f"It is played as: {said}.", by=by, changed=["stages"])
    return stages


@transaction.atomic
def set_rounds(*, stage: Stage, rounds: int, by: User = None) -> Stage:
    """Another number of rounds, also while the stage runs. Raises ValidationError below the rounds that are drawn."""
    tournament = lock_tournament(stage.tournament_id)
    stage = Stage.objects.get(pk=stage.pk)
    if stage.status == Stage.ENDED:
        raise ValidationError({"rounds": f"{stage.name} has ended; its rounds stay as they were."})
    drawn = stage.played_rounds.count()
    if rounds < drawn:
        raise ValidationError({"rounds": f"{drawn} rounds of {stage.name} are drawn already, so {rounds} are too few."})
    stage.rounds = rounds
    others = tournament.stages.exclude(pk=stage.pk)
    refuse_stages(tournament, [as_plan(one) for one in sorted([*others, stage], key=lambda one: one.number)])
    stage.save(update_fields=["rounds"])
    text = f"{stage.name} has {rounds} round{'s' * (rounds != 1)} now."
    log_event(tournament=tournament, kind="edited", text=text, by=by, stage=stage.number, rounds=rounds)
    return stage


def refuse_stages(tournament: Tournament, plans: Sequence[StagePlan]) -> None:
    """Raises ValidationError under `plan`."""
    least = SYSTEMS[tournament.system].SEATS[0]
    found = plan_problems(plans, system=tournament.system, table_size=tournament.table_size, least=least)
    if found:
        raise ValidationError({"plan": found})


def as_plan(stage: Stage) -> StagePlan:
    return StagePlan(stage.format, stage.name, stage.rounds if stage.format in COUNTED else None, stage.cut)


def add_stages(tournament: Tournament, plans: Sequence[StagePlan], *, first: int) -> list[Stage]:
    """Planned stages, numbered from `first`. The caller has checked them."""
    return Stage.objects.bulk_create(
        Stage(
            tournament=tournament,
            number=number,
            name=tidy(plan.name)[:80],
            format=plan.format,
            rounds=plan.rounds,
            cut=plan.cut,
        )
        for number, plan in enumerate(plans, start=first)
    )
