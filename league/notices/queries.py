"""Letters: to whom, in which words (a template's first line is the subject), and what became of what was sent."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.template.loader import render_to_string

from league.accounts.queries import verified
from league.core.rules.roles import ORGANISER, SCORE_KEEPER
from league.core.rules.words import listed
from league.models import Bye, Entry, League, LedgerEntry, MailNotice, Round, TableSeat, Webhook, WebhookDelivery
from league.notices.rules import without_links
from league.tournaments.archive.queries.event_subjects import entries_of, round_of, table_of, tournament_of
from league.tournaments.stages.queries.stage_standings import final_order

LONGEST_SUBJECT = 200
OWN_ADDRESS = "\x00"  # stands for the only link of a letter; no stored text can hold it
_EMPTY_LINES = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Letter:
    """`key` keeps it from being written twice to the same person."""

    user: int
    key: str
    subject: str
    text: str


def letter(event: LedgerEntry, user: int, *, template: str = "", key: str = "", **context: Any) -> Letter:
    """The letter about an event, from the template of its kind unless another is named."""
    tournament = tournament_of(event)
    address = settings.SITE_URL + tournament.get_absolute_url()
    context = {"event": event, "tournament": tournament, "address": OWN_ADDRESS, **context}
    whole = without_links(render_to_string(f"league/notices/mail/{template or event.kind}.txt", context).strip())
    whole = whole.replace(OWN_ADDRESS, address)
    subject, _, text = whole.partition("\n\n")
    subject = " ".join(subject.split())
    if len(subject) > LONGEST_SUBJECT:
        subject = f"{subject[: LONGEST_SUBJECT - 3]}..."
    return Letter(user, key or f"event-{event.pk}", subject, _EMPTY_LINES.sub("\n\n", text.strip()))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a character plays: a table and a seat, or a bye (`table` is None)."""

    name: str
    table: int | None = None
    seat: int = 0
    company: str = ""
    through: bool = False
    address: str = ""


def table_letters(event: LedgerEntry, round: Round) -> Iterator[Letter]:
    """For who was told nothing of this round yet, or something else. Four queries."""
    prefix = f"round-{round.pk}-"
    earlier = MailNotice.objects.filter(tournament=event.tournament_id, key__startswith=prefix).order_by("pk")
    told = dict(earlier.values_list("user_id", "text"))
    for owner, places in _places(round).items():
        found = letter(
            event,
            owner,
            template="round_published",
            key=f"{prefix}{event.pk}",
            round=round,
            places=places,
            changed=owner in told,
        )
        if found.text != told.get(owner):
            yield found


def _places(round: Round) -> dict[int, list[Place]]:
    found: dict[int, list[Place]] = defaultdict(list)
    seats = TableSeat.objects.filter(round=round).select_related("table", "entry__character")
    for table, group in groupby(seats.order_by("table__number", "seat"), key=lambda seat: seat.table):
        seated = list(group)
        names = [seat.entry.character.name if seat.entry else "a bot" for seat in seated]
        for at, seat in enumerate(seated):
            if seat.entry and seat.entry.character.owner_id:
                place = Place(names[at], table.number, seat.seat, listed([*names[:at], *names[at + 1 :]]))
                found[seat.entry.character.owner_id].append(place)
    for bye in Bye.objects.filter(round=round).select_related("entry__character"):
        if bye.entry.character.owner_id:
            found[bye.entry.character.owner_id].append(Place(bye.entry.character.name, through=bye.through))
    return found


IN_IT = (Entry.REGISTERED, Entry.WAITING, Entry.CHECKED_IN)


def letters(event: LedgerEntry) -> list[Letter]:
    """One for each person concerned who can be reached and wants to be. The queries do not grow with the people."""
    write = _WRITERS.get(event.kind)
    found = list(write(event)) if write else []
    wanted = reachable(tournament_of(event).season.league, {one.user for one in found})
    return [one for one in found if one.user in wanted]


def reachable(league: League, users: Collection[int]) -> set[int]:
    """The members among them with a verified e-mail address and a password of their own who have not turned notices
    off."""
    found = User.objects.filter(pk__in=users, is_active=True, memberships__league=league)
    found = found.exclude(mail_wish__wanted=False)
    found = verified(found).exclude(password="").exclude(password__startswith="!")
    return set(found.values_list("pk", flat=True)) if users else set()


def _to_the_entrants(event: LedgerEntry) -> Iterator[Letter]:
    waiting = tournament_of(event).entries.filter(status=Entry.WAITING).order_by("number")
    queue = {pk: at for at, pk in enumerate(waiting.values_list("pk", flat=True), start=1)}
    for owner, own in _by_owner(entries_of(event).filter(status__in=IN_IT)).items():
        yield letter(event, owner, places=[(entry, queue.get(entry.pk)) for entry in own])


def _to_all_entrants(event: LedgerEntry) -> Iterator[Letter]:
    entries = tournament_of(event).entries.filter(status__in=IN_IT).select_related("character")
    for owner, own in _by_owner(entries).items():
        yield letter(event, owner, entries=own)


def _positions(event: LedgerEntry) -> Iterator[Letter]:
    positions = {who: at for at, (_, who) in enumerate(final_order(tournament_of(event)), start=1)}
    entries = tournament_of(event).entries.filter(character__in=positions).select_related("character")
    for owner, own in _by_owner(entries).items():
        came = sorted((positions[entry.character_id], entry.character.name) for entry in own)
        yield letter(event, owner, came=came, of=len(positions))


def _to_referees(event: LedgerEntry) -> Iterator[Letter]:
    table = table_of(event)
    members = tournament_of(event).season.league.memberships.filter(role__in=(ORGANISER, SCORE_KEEPER))
    for referee in members.values_list("user_id", flat=True):
        yield letter(event, referee, table=table)


def _to_the_owner(event: LedgerEntry) -> Iterator[Letter]:
    table = table_of(event)
    entries = tournament_of(event).entries.filter(pk=event.about.get("entry"), character__owner__isnull=False)
    for owner in entries.values_list("character__owner", flat=True):
        yield letter(event, owner, table=table)


def _tables(event: LedgerEntry) -> Iterator[Letter]:
    round = round_of(event)
    return table_letters(event, round) if round and round.status != Round.ENDED else iter(())


def _by_owner(entries: Any) -> Mapping[int, list[Entry]]:
    found: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.character.owner_id:
            found[entry.character.owner_id].append(entry)
    return found


_WRITERS: Mapping[str, Callable[[LedgerEntry], Iterator[Letter]]] = {
    "registered": _to_the_entrants,
    "moved_up": _to_the_entrants,
    "cancelled": _to_all_entrants,
    "round_published": _tables,
    "drawn": _tables,
    "draw_changed": _tables,
    "referee_called": _to_referees,
    "seat_spoken_for": _to_the_owner,
    "finished": _positions,
}


def webhooks_of(league: League) -> QuerySet[Webhook]:
    """With how many deliveries wait or failed, and what became of the last one that was tried."""
    last = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), tries__gt=0).order_by("-pk")
    return league.webhooks.select_related("league", "created_by").annotate(
        waiting=Count("deliveries", filter=Q(deliveries__status=WebhookDelivery.WAITING)),
        failed=Count("deliveries", filter=Q(deliveries__status=WebhookDelivery.FAILED)),
        last_error=Subquery(last.values("error")[:1]),
        last_at=Subquery(last.values("sent_at")[:1]),
    )


def failed_mail(league: League) -> QuerySet[MailNotice]:
    """Notices about tournaments of a league that could not be sent, newest first. What readers turned off is theirs."""
    found = MailNotice.objects.filter(tournament__season__league=league, status=MailNotice.FAILED, tries__gt=0)
    return found.select_related("user", "tournament").order_by("-pk")
