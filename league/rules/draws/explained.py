"""Why each table of a round is composed as it is, whatever the format."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.rules.draws.field import Draw, DrawnTable, Field
from league.rules.draws.methods import field_in
from league.rules.draws.reasons import reasons
from league.rules.workings import counted


def explained(method: str, source: Mapping[str, Any], draw: Draw) -> list[list[str]]:
    """For each table of the draw its sentences."""
    field = field_in(source)
    if method == "knock_out":
        return [[_seeds(field, table)] for table in draw.tables]
    if method == "fixed":
        return [[_planned(source), _met(field, table)] for table in draw.tables]
    found = [[text] for text in reasons(field, draw)]
    if method == "career_poker":
        return [[*texts, "Seats run from the boss down, by the last positions held."] for texts in found]
    return found


def _seeds(field: Field, table: DrawnTable) -> str:
    seeding = {player.id: place for place, player in enumerate(field.players, start=1)}
    places = sorted(seeding[who] for who in table.players)
    return f"Number {_listed(places)} of the {len(field.players):,} who are still in, by seeding."


def _planned(source: Mapping[str, Any]) -> str:
    plan = source.get("plan")
    if plan is None:
        return "Drawn anew, apart from the schedule."
    if plan["rounds"] == 1:
        return "The last round of the schedule."
    return f"Round {plan['round'] + 1} of a schedule of {plan['rounds']} that was planned in one go."


def _met(field: Field, table: DrawnTable) -> str:
    people = table.players
    pairs = [(min(one, other), max(one, other)) for place, one in enumerate(people) for other in people[place + 1 :]]
    again = sum(two in field.meetings for two in pairs)
    if not again:
        return "Nobody here has met before."
    return f"{counted(again, 'pair')} {'meets' if again == 1 else 'meet'} again."


def _listed(places: Sequence[int]) -> str:
    names = [f"{place:,}" for place in places]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
