"""Entries as those behind the desk look for them."""

from dataclasses import dataclass

from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When

from characters.models import Character
from characters.rules.career import RETIRED
from characters.rules.names import name_key
from league.models import Entry, Tournament
from league.queries.entrants import applicants, conditions_of
from league.rules.entering import entry_refusal

SHOWN = 40
_FIRST = Case(
    When(status=Entry.REGISTERED, then=Value(0)),
    When(status=Entry.WAITING, then=Value(1)),
    When(status=Entry.CHECKED_IN, then=Value(2)),
    default=Value(3),
    output_field=IntegerField(),
)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A character that is not entered; `refusal` says why it can't be, "" if it can."""

    character: Character
    refusal: str


def entries_for_check_in(tournament: Tournament, text: str = "") -> QuerySet[Entry]:
    """Those whose name, owner or number fits: first who is not here, then who waits, then who is here. Of equals, those
    whose name begins so come first."""
    key = name_key(text)
    found = Entry.objects.filter(tournament=tournament).select_related("character__owner")
    if not key:
        return found.exclude(status=Entry.DROPPED).order_by(_FIRST, "character__name_key")
    begins = Case(
        When(character__name_key__startswith=key, then=Value(0)), default=Value(1), output_field=IntegerField()
    )
    return found.filter(_fits(text)).order_by(_FIRST, begins, "character__name_key")


def entries_by_number(tournament: Tournament, text: str = "", club: str = "", status: str = "") -> QuerySet[Entry]:
    """The list of the desk, in order of registration."""
    found = Entry.objects.filter(tournament=tournament).select_related("character__owner").order_by("number")
    if text.strip():
        found = found.filter(_fits(text))
    if club:
        found = found.filter(club=club)
    return found.filter(status=status) if status in Entry.STATUSES else found


def clubs_of(tournament: Tournament) -> list[str]:
    rows = Entry.objects.filter(tournament=tournament).exclude(club="")
    return list(rows.order_by("club").values_list("club", flat=True).distinct())


def entry_named(tournament: Tournament, text: str) -> Entry | None:
    """By number, or by the whole name."""
    found = Entry.objects.filter(tournament=tournament).select_related("character")
    by_number = Q(number=int(text)) if text.isascii() and text.isdecimal() and len(text) < 9 else Q(pk=None)
    return found.filter(Q(character__name_key=name_key(text)) | by_number).order_by("number").first()


def newcomers_to(tournament: Tournament, text: str = "", limit: int = 12) -> list[Newcomer]:
    """Characters of the league that could be entered, and why not where they can't. Who dropped may queue again before
    the start."""
    key = name_key(text)
    entered = Entry.objects.filter(tournament=tournament)
    if tournament.status == Tournament.PLANNED:
        entered = entered.exclude(status=Entry.DROPPED)
    found = Character.objects.filter(enrolment__league=tournament.season.league_id, careers__current=True)
    found = found.exclude(pk__in=entered.values("character")).filter(name_key__contains=key).select_related("owner")
    retired_last = Case(When(careers__status=RETIRED, then=Value(1)), default=Value(0), output_field=IntegerField())
    people = list(found.annotate(now=F("careers__status")).order_by(retired_last, "name_key")[:limit])
    known = applicants(tournament, Character.objects.filter(pk__in=[one.pk for one in people]))
    asked = conditions_of(tournament)
    return [Newcomer(one, entry_refusal(known[one.pk], asked)) for one in people]


def _fits(text: str) -> Q:
    fits = Q(character__name_key__contains=name_key(text)) | Q(character__owner__username__icontains=text.strip())
    number = text.strip()
    return fits | Q(number=int(number)) if number.isascii() and number.isdecimal() and len(number) < 9 else fits
