"""In which order a stage ended, whatever its format: what the cut of the next stage and the final standings go by."""

from league.models import Stage, Tournament
from league.queries.knock_out import runs
from league.queries.stage_standings import stage_table


def stage_order(stage: Stage) -> list[int]:
    """Characters from first to last."""
    if stage.format == Stage.KNOCK_OUT:
        return [run.character for run in runs(stage)]
    return list(stage_table(stage).standings)


def final_order(tournament: Tournament) -> list[tuple[Stage, int]]:
    """Everybody who played, with the last stage that they reached: first those of the last stage in its order, then
    those who were cut before, in the order of the stage that was their last."""
    seen: set[int] = set()
    order = []
    for stage in tournament.stages.exclude(status=Stage.PLANNED).order_by("-number"):
        stage.tournament = tournament
        for who in stage_order(stage):
            if who not in seen:
                seen.add(who)
                order.append((stage, who))
    return order
