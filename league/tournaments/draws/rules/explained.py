"""Why each table of a round is composed as it is, whatever the format."""

from collections.abc import Mapping
from typing import Any

from league.core.rules.words import counted, listed
from league.tournaments.draws.rules.field import Draw, DrawnTable, Field
from league.tournaments.draws.rules.methods import name_of
from league.tournaments.draws.rules.reasons import reasons
from league.tournaments.draws.rules.sources import field_in


def explained(method: str, source: Mapping[str, Any], draw: Draw) -> list[list[str]]:
    """For each table of the draw its sentences."""
    field, method = field_in(source), name_of(method)
    if method == "knock_out":
        return [[_seeds(field, table)] for table in draw.tables]
    if method == "fixed":
        return [[_planned(source), _met_in_a_schedule(field, table)] for table in draw.tables]
    found = [[text] for text in reasons(field, draw)]
    if method == "career_poker":
        return [[*texts, "Seats run from the boss down, by the last positions held."] for texts in found]
    return found


def _seeds(field: Field, table: DrawnTable) -> str:
    seeding = {player.id: place for place, player in enumerate(field.players, start=1)}
    places = [f"{place:,}" for place in sorted(seeding[who] for who in table.players)]
    return f"Number {listed(places)} of the {len(field.players):,} who are still in, by seeding."


def _planned(source: Mapping[str, Any]) -> str:
    plan = source.get("plan")
    if plan is None:
        return "Drawn anew, apart from the schedule."
    if plan["rounds"] == 1:
        return "The last round of the schedule."
    return f"Round {plan['round'] + 1} of a schedule of {plan['rounds']} that was planned in one go."


def _met_in_a_schedule(field: Field, table: DrawnTable) -> str:
    people = table.players
    pairs = [(min(one, other), max(one, other)) for place, one in enumerate(people) for other in people[place + 1 :]]
    again = sum(two in field.meetings for two in pairs)
    if not again:
        return "Nobody here has met before."
    return f"{counted(again, 'pair')} {'meets' if again == 1 else 'meet'} again."
