"""Draw a league as a house: who works on which floor, and who has moved there of late."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q

from characters.models import CareerEvent
from characters.queries.companies import Tier, tiers_of
from characters.queries.history import HistoryLine, line
from characters.queries.people import Person
from engine.careers.editions import edition
from league.core.queries.games import with_headlines
from league.models import League

FACES, MOVES, OF_LATE = 6, 3, timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Floor:
    """A level of the league. `faces` are the first of its people, each with the kind of event that brought it here of
    late, or ""."""

    tier: Tier
    faces: tuple[tuple[Person, str], ...]


@dataclass(frozen=True, slots=True)
class House:
    """The floors from the corner office down, and the newest moves between them. Nobody works in an `empty` one."""

    floors: tuple[Floor, ...]
    moves: tuple[HistoryLine, ...]

    @property
    def empty(self) -> bool:
        return not any(floor.tier.count for floor in self.floors)


def house_of(league: League) -> House:
    """Return the people at work in a league by level. Ten queries, for leagues of every size."""
    here = Q(character__enrolment__league=league)
    events = CareerEvent.objects.standing().filter(here, kind__in=CareerEvent.OF_NOTE).order_by("-at", "-id")
    newest = list(events.select_related("character")[:MOVES])
    tiers = tiers_of(edition("london"), here, most=FACES, filters={"league": league.slug})
    moved = _moved([person.pk for tier in tiers for person in tier.people], newest[0]) if newest else {}
    floors = (Floor(tier, tuple((person, moved.get(person.pk, "")) for person in tier.people)) for tier in tiers)
    return House(tuple(floors), tuple(with_headlines(line(event, event.character) for event in newest)))


def _moved(characters: list[int], newest: CareerEvent) -> Mapping[int, str]:
    """Return the last event of note of each character that had one in the days up to the newest of the league."""
    events = CareerEvent.objects.standing().filter(character__in=characters, kind__in=CareerEvent.OF_NOTE)
    return dict(events.filter(at__gte=newest.at - OF_LATE).order_by("at", "id").values_list("character", "kind"))
