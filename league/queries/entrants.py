"""Which characters can enter a tournament, and how many places are left."""

from dataclasses import dataclass

from django.db.models import Count, F, FilteredRelation, Q, QuerySet

from characters.models import Character
from characters.rules.career import RETIRED
from engine.careers.editions import edition
from league.models import Entry, Stage, Tournament
from league.queries.tables import house_rules_of
from league.rules.entering import Applicant, Conditions, entry_refusal

HAS_A_PLACE = (Entry.REGISTERED, Entry.CHECKED_IN)


@dataclass(frozen=True, slots=True)
class Places:
    """Entries by status. `capacity` None: there is no limit."""

    registered: int
    checked_in: int
    waiting: int
    dropped: int
    capacity: int | None

    @property
    def taken(self) -> int:
        return self.registered + self.checked_in

    @property
    def free(self) -> int | None:
        return None if self.capacity is None else max(self.capacity - self.taken, 0)

    @property
    def full(self) -> bool:
        return self.free == 0


def places_of(tournament: Tournament) -> Places:
    """One query."""
    counted = dict(
        Entry.objects.filter(tournament=tournament).order_by().values_list("status").annotate(number=Count("pk"))
    )
    return Places(
        registered=counted.get(Entry.REGISTERED, 0),
        checked_in=counted.get(Entry.CHECKED_IN, 0),
        waiting=counted.get(Entry.WAITING, 0),
        dropped=counted.get(Entry.DROPPED, 0),
        capacity=tournament.capacity,
    )


def conditions_of(tournament: Tournament) -> Conditions:
    """What the tournament asks of who enters; one query for the house rules."""
    mixed = house_rules_of(tournament.season).cross_edition
    return Conditions(
        league=tournament.season.league_id,
        league_name=tournament.season.league.name,
        edition=None if mixed else tournament.edition,
        edition_name=edition(tournament.edition).name,
        division=tournament.division_id,
        division_name=tournament.division.name if tournament.division else "",
    )


def applicants(tournament: Tournament, characters: QuerySet[Character]) -> dict[int, Applicant]:
    """These characters as applicants, by id. One query."""
    rows = characters.annotate(
        now=FilteredRelation("careers", condition=Q(careers__current=True)),
        here=FilteredRelation("division_places", condition=Q(division_places__season=tournament.season_id)),
    ).values_list("pk", "name", "enrolment__league", "edition", F("now__status"), F("here__division"))
    return {
        pk: Applicant(name, league, board, status == RETIRED, division)
        for pk, name, league, board, status, division in rows.order_by()
    }


def refusal_of(tournament: Tournament, character: Character) -> str:
    """Why this character cannot enter; "" if it can."""
    who = applicants(tournament, Character.objects.filter(pk=character.pk))[character.pk]
    return entry_refusal(who, conditions_of(tournament))


def late_entry_refusal(tournament: Tournament) -> str:
    """Why nobody can join any more; "" before the start and in the first stage, unless that is a knock-out."""
    if tournament.status != Tournament.RUNNING:
        return ""
    stage = tournament.stages.exclude(status=Stage.PLANNED).order_by("-number").first()
    if stage is None or (stage.number == 1 and stage.format != Stage.KNOCK_OUT and stage.status == Stage.RUNNING):
        return ""
    return f"{stage.name} is under way or over, and nobody can join any more."
