"""Characters that can enter a tournament, places that are left, and entries as the desk and programs read them."""

import base64
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Case, Count, F, FilteredRelation, IntegerField, Q, QuerySet, Sum, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from characters.models import Character
from characters.queries.people import name_fits, search_keys
from characters.rules.career import RETIRED
from characters.rules.names import by_name, name_key, same_person, search_key, search_words, tidy
from engine.careers.editions import edition
from engine.translatable import Translatable, said
from games.models import Sheet
from league.clubs.queries import house_rules_of
from league.core.queries.systems import system_by_id
from league.core.rules.grouping import grouped
from league.core.rules.words import listed
from league.models import ClaimLink, Entry, EntryFee, RoomCode, Round, Stage, StageEntry, TableSeat, Tournament
from league.tournaments.entries.rules import Applicant, Conditions, Places, entry_refusal, in_currency
from league.tournaments.formats import format_of
from league.tournaments.formats.format import Shortfall

HAS_A_PLACE = (Entry.REGISTERED, Entry.CHECKED_IN)


def is_hall(tournament: Tournament) -> bool:
    """Return whether this installation is the hall of the tournament."""
    return tournament.halls.exclude(secret="").exists()


def places_of(tournament: Tournament) -> Places:
    """Return the number of places by state. One query."""
    rows = Entry.objects.filter(tournament=tournament).order_by().values_list("status").annotate(number=Count("pk"))
    counted = Counter(dict(rows))
    here, late = counted[Entry.CHECKED_IN], counted[Entry.WAITING]
    return Places(counted[Entry.REGISTERED], here, late, counted[Entry.DROPPED], tournament.capacity)


def conditions_of(tournament: Tournament) -> Conditions:
    """Return what the tournament requires of a character; one query for the house rules."""
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
    """Return these characters as applicants, by id. One query."""
    rows = characters.annotate(
        now=FilteredRelation("careers", condition=Q(careers__current=True)),
        here=FilteredRelation("division_places", condition=Q(division_places__season=tournament.season_id)),
    ).values_list("pk", "name", "enrolment__league", "edition", F("now__status"), F("here__division"))
    return {
        pk: Applicant(name, league, board, status == RETIRED, division)
        for pk, name, league, board, status, division in rows.order_by()
    }


def refusal_of(tournament: Tournament, character: Character) -> str:
    """Return why this character cannot enter; "" if it can."""
    who = applicants(tournament, Character.objects.filter(pk=character.pk))[character.pk]
    return entry_refusal(who, conditions_of(tournament))


def late_entry_refusal(tournament: Tournament) -> str:
    """Return why nobody can join now; "" before the start and in the first stage, unless that is a knock-out."""
    if tournament.status != Tournament.RUNNING:
        return ""
    stage = tournament.stages.exclude(status=Stage.PLANNED).order_by("-number").first()
    if stage is None or (stage.number == 1 and not format_of(stage).eliminates and stage.status == Stage.RUNNING):
        return ""
    return said("{stage} is under way or over, and nobody can join now.", stage=stage.name)


def shortfall_of(tournament: Tournament) -> Shortfall:
    """Return what fills a round up. At tables of two a bot would leave one character without another, which is not a
    game of the league (R104): somebody sits out instead."""
    return "bye" if tournament.table_size == 2 else cast(Shortfall, tournament.shortfall)


def least_of(tournament: Tournament) -> int:
    """Return the fewest people at a table of this game."""
    return max(system_by_id(tournament.system).SEATS[0], 2)


def present_entries(stage: Stage) -> list[Entry]:
    """Return who plays on in the stage, by seeding: checked in and not dropped."""
    rows = StageEntry.objects.filter(stage=stage, entry__status=Entry.CHECKED_IN)
    return [row.entry for row in rows.select_related("entry__character").order_by("seeding")]


OVER = (Tournament.FINISHED, Tournament.CANCELLED)


SHOWN = 40
_FIRST = Case(
    When(status=Entry.REGISTERED, then=Value(0)),
    When(status=Entry.WAITING, then=Value(1)),
    When(status=Entry.CHECKED_IN, then=Value(2)),
    default=Value(3),
    output_field=IntegerField(),
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A character with its entry, or why it can't enter ("" if it can)."""

    character: Character
    entry: Entry | None
    refusal: str


def _candidates(tournament: Tournament, people: Sequence[Character], entries: Iterable[Entry] = ()) -> list[Candidate]:
    applicant_of = applicants(tournament, Character.objects.filter(pk__in=[person.pk for person in people]))
    conditions, entry_of = conditions_of(tournament), {entry.character_id: entry for entry in entries}
    return [
        Candidate(person, entry_of.get(person.pk), entry_refusal(applicant_of[person.pk], conditions))
        for person in people
    ]


def entries_for_check_in(tournament: Tournament, text: str = "") -> QuerySet[Entry]:
    """Return entries whose name, owner or number matches: first those not checked in, then the waiting list, then those
    checked in. Among equals, names that begin with the text come first."""
    entries = Entry.objects.filter(tournament=tournament).select_related("character__owner")
    if not text.strip():
        return entries.exclude(status=Entry.DROPPED).order_by(_FIRST, *by_name("character__"))
    begins = Case(
        When(character__search_key__startswith=f" {' '.join(search_words(text))}", then=Value(0)),
        default=Value(1),
        output_field=IntegerField(),
    )
    return entries.filter(_fits(text)).order_by(_FIRST, begins, *by_name("character__"))


def entries_by_number(tournament: Tournament, text: str = "", club: str = "", status: str = "") -> QuerySet[Entry]:
    """Return the list of the desk, in order of registration."""
    entries = Entry.objects.filter(tournament=tournament).select_related("character__owner").order_by("number")
    if text.strip():
        entries = entries.filter(_fits(text))
    if club:
        entries = entries.filter(club=club)
    return entries.filter(status=status) if status in Entry.STATUSES else entries


def clubs_of(tournament: Tournament) -> list[str]:
    rows = Entry.objects.filter(tournament=tournament).exclude(club="")
    return list(rows.order_by("club").values_list("club", flat=True).distinct())


def entry_named(tournament: Tournament, text: str) -> Entry | None:
    """Return the entry with this number, or this whole name."""
    entries = Entry.objects.filter(tournament=tournament).select_related("character")
    return entries.filter(Q(character__name_key=name_key(text)) | _numbered(text)).order_by("number").first()


def newcomers_to(tournament: Tournament, text: str = "", limit: int = 12) -> list[Candidate]:
    """Return characters of the league that could be entered, and why not if they can't. Players who dropped may queue
    again before the start."""
    entered = Entry.objects.filter(tournament=tournament)
    if tournament.status == Tournament.PLANNED:
        entered = entered.exclude(status=Entry.DROPPED)
    characters = Character.objects.filter(enrolment__league=tournament.season.league_id, careers__current=True)
    characters = characters.exclude(pk__in=entered.values("character")).filter(name_fits(text)).select_related("owner")
    retired_last = Case(When(careers__status=RETIRED, then=Value(1)), default=Value(0), output_field=IntegerField())
    people = list(characters.annotate(now=F("careers__status")).order_by(retired_last, *by_name())[:limit])
    return _candidates(tournament, people)


def candidates_of(tournament: Tournament, user: User) -> list[Candidate]:
    """Return the user's characters in the league. Before the start players who dropped may enter again."""
    entries = tournament.entries.all()
    if tournament.status == Tournament.PLANNED:
        entries = entries.exclude(status=Entry.DROPPED)
    mine = Character.objects.filter(owner=user, enrolment__league=tournament.season.league_id)
    return _candidates(tournament, list(mine.order_by(*by_name())), entries.filter(character__in=mine))


def namesakes(tournament: Tournament, name: str, limit: int = 5) -> list[Candidate]:
    """Return everybody in the league with this name now, in any spelling, or in the past, or whose player has that
    name; the likeliest first."""
    called_so = tidy(name)
    if not called_so:
        return []
    here = Character.objects.filter(enrolment__league=tournament.season.league_id)
    alike = {pk: at for at, pk in enumerate(same_person(name, search_keys(here))[:limit])}
    called = Q(pk__in=alike) | Q(label_search_key=search_key(name))
    characters = here.filter(called | Q(owner__username__iexact=called_so)).select_related("owner").distinct()
    people = sorted(characters.order_by(*by_name()), key=lambda character: alike.get(character.pk, -1))[:limit]
    return _candidates(tournament, people, tournament.entries.filter(character__in=people).select_related("character"))


CLAIM_SALT = "league.claims_on_paper"
CLAIM_BYTES = 12  # 96 bits, 16 letters
CLAIM_AFTER = timedelta(days=30)


def claim_tokens(entries: Iterable[Entry]) -> dict[int, str]:
    """Return, by id of the entry, the secret on its paper; only for characters without an owner. It contains how often
    the character was claimed, so that a claim that was undone can't be repeated with the same paper."""
    free = {entry.pk: entry.character_id for entry in entries if entry.character.owner_id is None}
    used = claims_so_far(free.values())
    return {pk: f"{pk}-{_claim_mac(pk, used[who], settings.SECRET_KEY)}" for pk, who in free.items()}


def claims_so_far(characters: Iterable[int]) -> Counter[int]:
    links = ClaimLink.objects.filter(character__in=list(characters), used_at__isnull=False)
    return Counter(links.values_list("character", flat=True))


def entry_of_claim(token: str) -> Entry | None:
    """Return the entry of this paper; None if the secret is wrong or was used."""
    number = token.partition("-")[0]
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    rows = Entry.objects.select_related("tournament", "character__owner", "character__enrolment__league")
    entry = rows.filter(pk=int(number)).first()
    if entry is None:
        return None
    used = claims_so_far([entry.character_id])[entry.character_id]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    good = (f"{entry.pk}-{_claim_mac(entry.pk, used, key)}" for key in keys)
    return entry if any(constant_time_compare(token, mac) for mac in good) else None


def paper_problem(entry: Entry) -> str:
    """Return why the entry's paper no longer works; "" when it does."""
    tournament = entry.tournament
    over = tournament.finished_at is not None and tournament.finished_at < timezone.now() - CLAIM_AFTER
    if over or tournament.status == Tournament.CANCELLED:
        return said("This paper is too old. Ask an organiser of the league for a claim link.")
    if entry.character.owner_id is not None:
        return said("{character} already has an owner.", character=entry.character.name)
    return ""


def _claim_mac(entry: int, used: int, key: str) -> str:
    mac = salted_hmac(CLAIM_SALT, f"{entry}/{used}", secret=key, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac[:CLAIM_BYTES]).decode("ascii")


MOST_NAMED = 12


def seated_elsewhere(tournament: Tournament, characters: Collection[int] | QuerySet[Any]) -> list[Translatable]:
    """Return which of these characters sit at an open table of another tournament's published round in the league: a
    sentence for each round. One query."""
    rows = (
        TableSeat.objects.filter(
            entry__character__in=characters,
            round__status__in=(Round.PUBLISHED, Round.RUNNING),
            round__stage__tournament__season__league=tournament.season.league_id,
            round__stage__tournament__status=Tournament.RUNNING,
            absent=False,
            free=False,
        )
        .exclude(round__stage__tournament=tournament)
        .exclude(entry__status=Entry.DROPPED)
        .exclude(table__game__sheets__status=Sheet.CONFIRMED)
        .order_by("round__stage__tournament__name", "round", *by_name("entry__character__"))
    )
    columns = ("entry__character__name", "round__stage__tournament__name", "round__number", "round")
    names = grouped(((called, number, pk), name) for name, called, number, pk in rows.values_list(*columns))
    return [
        said(
            "At a table of {tournament}, round {number}, at the same time: {names}.",
            tournament=called,
            number=number,
            names=listed(here, MOST_NAMED),
        )
        for (called, number, _), here in names.items()
    ]


def _fits(text: str) -> Q:
    typed = text.strip()
    labelled = Q(character__owner=None) & name_fits(text, "character__label_")
    fits = name_fits(text, "character__") | labelled | Q(character__owner__username__icontains=typed)
    return fits | _numbered(typed)


def _numbered(text: str) -> Q:
    return Q(number=int(text)) if text.isascii() and text.isdecimal() and len(text) < 9 else Q(pk__in=())


@dataclass(frozen=True, slots=True)
class FeeLine:
    """An entry with what it owes and has paid, in hundredths. `open` is below 0 if money must be paid back."""

    entry: Entry
    owed: int
    paid: int
    currency: str

    @property
    def open(self) -> int:
        return self.owed - self.paid

    @property
    def open_shown(self) -> str:
        return in_currency(abs(self.open), self.currency)

    @property
    def paid_shown(self) -> str:
        return in_currency(self.paid, self.currency)


@dataclass(frozen=True, slots=True)
class FeeAccount:
    """The fees of a tournament by entry, and their totals as texts."""

    fee: EntryFee
    lines: tuple[FeeLine, ...]

    def _total(self, amounts: Iterable[int]) -> str:
        return in_currency(sum(amounts), self.fee.currency)

    @property
    def paid(self) -> str:
        return self._total(line.paid for line in self.lines)

    @property
    def open(self) -> str:
        return self._total(line.open for line in self.lines if line.open > 0)

    @property
    def to_pay_back(self) -> str:
        return self._total(-line.open for line in self.lines if line.open < 0)


def fee_account(fee: EntryFee, entries: QuerySet[Entry]) -> FeeAccount:
    """Return who owes and has paid what, by number: those with a place owe. One query."""
    paid = Coalesce(Sum("payments__hundredths", filter=Q(payments__taken_back_at=None)), 0)
    rows = entries.select_related("character__owner").order_by("number").annotate(paid_so_far=paid)
    owing = (Entry.REGISTERED, Entry.CHECKED_IN)
    lines = (
        FeeLine(entry, fee.hundredths if entry.status in owing else 0, entry.paid_so_far, fee.currency)
        for entry in rows
    )
    return FeeAccount(fee, tuple(line for line in lines if line.owed or line.paid))


def room_code_of(tournament: Tournament) -> RoomCode | None:
    """Return the code by which people check themselves in now."""
    now = timezone.now()
    return RoomCode.objects.filter(tournament=tournament, opens_at__lte=now, closes_at__gt=now).first()
