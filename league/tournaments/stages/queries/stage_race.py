"""The race of a stage: who stood where after each round."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from characters.charts.lines import LineChart, spread
from league.models import Stage
from league.standings.queries.season_race import SHOWN, chart_of_places
from league.tournaments.formats import format_of
from league.tournaments.stages.queries.stage_standings import stage_results, stage_table

MOST_ROUNDS = 12


def rounds_raced(stage: Stage) -> list[int]:
    """Return the rounds with results of a stage that goes by points; a knock-out and open play have none."""
    form = format_of(stage)
    if form.order != "points" or not form.drawn:
        return []
    return sorted(set(stage_results(stage).values_list("game__table__round__number", flat=True)))


def stage_race(stage: Stage, *, own: Collection[int] = ()) -> LineChart | None:
    """Return the places of the first and of the reader's `own` characters after each round; None before the second.

    Ten queries for each of at most twelve rounds."""
    rounds = spread(rounds_raced(stage), MOST_ROUNDS)
    if len(rounds) < 2:
        return None
    tables = [stage_table(stage, until=number).standings for number in rounds]
    order = list(tables[-1])
    characters = [*order[:SHOWN], *(who for who in order[SHOWN:] if who in own)]
    return chart_of_places(tables, characters, [_("Round {number}").format(number=number) for number in rounds])
