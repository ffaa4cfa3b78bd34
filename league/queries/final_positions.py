"""Who came where in a whole tournament: the last stage in its order, then those of the stage before who were not in it,
and so on. Whoever never played is not in it."""

from league.models import Tournament
from league.queries.stage_standings import stage_table


def final_positions(tournament: Tournament) -> dict[int, int]:
    """Positions from 1 by the id of the entry. Seven queries a stage at most."""
    found: dict[int, int] = {}
    for stage in tournament.stages.select_related("tournament").order_by("-number"):
        table = stage_table(stage)
        for character in table.standings:
            entry = table.entries.get(character)
            if entry is not None and entry not in found:
                found[entry] = len(found) + 1
    return found
