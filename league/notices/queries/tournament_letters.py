"""The letters about a tournament's events: who gets them, and what they say."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from django.urls import reverse

from engine.translatable import said
from league.core.rules.roles import ORGANISER, SCORE_KEEPER
from league.core.rules.words import listed
from league.models import Bye, Entry, LedgerEntry, Notice, Round, TableSeat, TeamMember
from league.notices.queries.event_subjects import entries_of, round_of, table_of, tournament_of
from league.notices.queries.letters import Letter, composed
from league.tournaments.entries.queries import places_of
from league.tournaments.stages.queries.stage_standings import final_order
from league.tournaments.teams.queries import name_of


def letter(
    event: LedgerEntry, user: int, kind: str, *, template: str = "", key: str = "", link: str = "", **values: Any
) -> Letter:
    """Return the letter about an event, a notice of `kind`, from the template of the event unless another is named."""
    tournament = tournament_of(event)
    return composed(
        user,
        key=key or f"event-{event.pk}",
        kind=kind,
        template=template or event.kind,
        link=link or tournament.get_absolute_url(),
        tournament=tournament.name,
        **values,
    )


class LetterPlace(NamedTuple):
    """The place of a character in a round: a table and a seat, or a bye (`table` is None)."""

    name: str
    table: int | None = None
    seat: int = 0
    company: str = ""
    through: bool = False
    address: str = ""


def table_letters(event: LedgerEntry, round: Round) -> Iterator[Letter]:
    """Yield letters to players who were told nothing of this round yet, or something else. Four queries."""
    prefix = f"round-{round.pk}-"
    seated = _places(round)
    earlier = Notice.objects.filter(user__in=seated, key__startswith=prefix).order_by("pk")
    texts = dict(earlier.values_list("user_id", "text"))
    for owner, places in seated.items():
        seat_letter = letter(
            event,
            owner,
            "seat",
            template="round_published",
            key=f"{prefix}{event.pk}",
            round=round.number,
            stage=round.stage.name if round.stage.number > 1 else "",
            minutes=round.minutes,
            places=[place._asdict() for place in places],
            changed=owner in texts,
        )
        if seat_letter.text != texts.get(owner):
            yield seat_letter


def _places(round: Round) -> dict[int, list[LetterPlace]]:
    by_owner: dict[int, list[LetterPlace]] = defaultdict(list)
    seats = TableSeat.objects.filter(round=round).select_related("table", "entry__character")
    for table, group in groupby(seats.order_by("table__number", "seat"), key=lambda seat: seat.table):
        seated = list(group)
        names = [seat.entry.character.name if seat.entry else said("a bot") for seat in seated]
        for at, seat in enumerate(seated):
            if seat.entry and seat.entry.character.owner_id:
                place = LetterPlace(names[at], table.number, seat.seat, listed([*names[:at], *names[at + 1 :]]))
                by_owner[seat.entry.character.owner_id].append(place)
    for bye in Bye.objects.filter(round=round).select_related("entry__character"):
        if bye.entry.character.owner_id:
            by_owner[bye.entry.character.owner_id].append(LetterPlace(bye.entry.character.name, through=bye.through))
    return by_owner


IN_IT = (Entry.REGISTERED, Entry.WAITING, Entry.CHECKED_IN)


def _to_the_entrants(event: LedgerEntry) -> Iterator[Letter]:
    tournament = tournament_of(event)
    waiting = tournament.entries.filter(status=Entry.WAITING).order_by("number")
    queue = {pk: at for at, pk in enumerate(waiting.values_list("pk", flat=True), start=1)}
    entries = entries_of(event).filter(status__in=IN_IT)
    members = TeamMember.objects.filter(
        contest__tournament=tournament, until=None, character__in=entries.values("character")
    )
    teams = {member.character_id: name_of(member.team) for member in members.select_related("team")}
    where: dict[str, Any] = {name: getattr(tournament, name) for name in ("starts_at", "played_in", "place")}
    for owner, own in _by_owner(entries).items():
        places = [(entry.character.name, entry.number, queue.get(entry.pk)) for entry in own]
        in_teams = [(entry.character.name, teams[entry.character_id]) for entry in own if entry.character_id in teams]
        names = ", ".join(name for name, *_ in places)
        yield letter(event, owner, "entry", places=places, names=names, teams=in_teams, **where)


def _to_all_entrants(event: LedgerEntry) -> Iterator[Letter]:
    entries = tournament_of(event).entries.filter(status__in=IN_IT).select_related("character")
    for owner, own in _by_owner(entries).items():
        yield letter(event, owner, "finished", names=", ".join(entry.character.name for entry in own), text=event.text)


def _positions(event: LedgerEntry) -> Iterator[Letter]:
    positions = {who: at for at, (_, who) in enumerate(final_order(tournament_of(event)), start=1)}
    entries = tournament_of(event).entries.filter(character__in=positions).select_related("character")
    for owner, own in _by_owner(entries).items():
        came = sorted((positions[entry.character_id], entry.character.name) for entry in own)
        yield letter(event, owner, "finished", came=came, of=len(positions))


def _to_referees(event: LedgerEntry) -> Iterator[Letter]:
    table = table_of(event)
    members = tournament_of(event).season.league.memberships.filter(role__in=(ORGANISER, SCORE_KEEPER))
    for referee in members.values_list("user_id", flat=True):
        yield letter(event, referee, "referee", table=table.number if table else None, text=event.text)


def _to_the_desk(event: LedgerEntry) -> Iterator[Letter]:
    """Yield letters about somebody who withdrew, or who left the league or the site: nobody at the desk has dropped
    them."""
    if event.by_id is not None:
        yield from _of_entrants(event)
        return
    tournament = tournament_of(event)
    link = reverse("tournament_desk", args=[tournament.slug])
    members = tournament.season.league.memberships.filter(role=ORGANISER)
    for organiser in members.values_list("user_id", flat=True):
        yield letter(event, organiser, "left", link=link, text=event.text)


def _of_entrants(event: LedgerEntry) -> Iterator[Letter]:
    """Yield letters to the organisers about players who enter or withdraw without them."""
    tournament = tournament_of(event)
    league = tournament.season.league
    staff = dict(league.memberships.filter(role__in=(ORGANISER, SCORE_KEEPER)).values_list("user_id", "role"))
    if event.by_id is None or event.by_id in staff:
        return
    places, link = places_of(tournament), reverse("desk_entries", args=[tournament.slug])
    counts = {"taken": places.taken, "waiting": places.waiting}
    for user, role in staff.items():
        if role == ORGANISER:
            key = f"entrant-{event.pk}"
            yield letter(event, user, "entrant", template="entrant", key=key, link=link, text=event.text, **counts)


def _registered(event: LedgerEntry) -> Iterator[Letter]:
    yield from _to_the_entrants(event)
    yield from _of_entrants(event)


def _to_the_owner(event: LedgerEntry) -> Iterator[Letter]:
    table = table_of(event)
    entries = tournament_of(event).entries.filter(pk=event.about.get("entry"), character__owner__isnull=False)
    for owner in entries.values_list("character__owner", flat=True):
        yield letter(event, owner, "seat", table=table.number if table else None, text=event.text)


def _tables(event: LedgerEntry) -> Iterator[Letter]:
    round = round_of(event)
    return table_letters(event, round) if round and round.status != Round.ENDED else iter(())


def _by_owner(entries: Any) -> Mapping[int, list[Entry]]:
    by_owner: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.character.owner_id:
            by_owner[entry.character.owner_id].append(entry)
    return by_owner


WRITERS: Mapping[str, Callable[[LedgerEntry], Iterator[Letter]]] = {
    "registered": _registered,
    "moved_up": _to_the_entrants,
    "cancelled": _to_all_entrants,
    "round_published": _tables,
    "drawn": _tables,
    "draw_changed": _tables,
    "referee_called": _to_referees,
    "dropped": _to_the_desk,
    "seat_spoken_for": _to_the_owner,
    "finished": _positions,
}
