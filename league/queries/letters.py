"""What people are told by e-mail about an event of a tournament: to whom, and in which words."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from django.contrib.auth.models import User

from league.models import Entry, Round, TournamentEvent
from league.queries.event_subjects import entries_of, round_of, table_of
from league.queries.letter_text import Letter, letter
from league.queries.stage_order import final_order
from league.queries.table_letters import table_letters
from league.rules.roles import ORGANISER, SCORE_KEEPER

IN_IT = (Entry.REGISTERED, Entry.WAITING, Entry.CHECKED_IN)


def letters(event: TournamentEvent) -> list[Letter]:
    """One for each person concerned who can be reached and wants to be. The queries do not grow with the people."""
    write = _WRITERS.get(event.kind)
    found = list(write(event)) if write else []
    wanted = reachable({one.user for one in found})
    return [one for one in found if one.user in wanted]


def reachable(users: Collection[int]) -> set[int]:
    """Those among them with an e-mail address and a password of their own who have not turned notices off."""
    found = User.objects.filter(pk__in=users, is_active=True).exclude(mail_wish__wanted=False)
    found = found.exclude(email="").exclude(password="").exclude(password__startswith="!")
    return set(found.values_list("pk", flat=True)) if users else set()


def _to_the_entrants(event: TournamentEvent) -> Iterator[Letter]:
    waiting = event.tournament.entries.filter(status=Entry.WAITING).order_by("number")
    queue = {pk: at for at, pk in enumerate(waiting.values_list("pk", flat=True), start=1)}
    for owner, own in _by_owner(entries_of(event).filter(status__in=IN_IT)).items():
        yield letter(event, owner, places=[(entry, queue.get(entry.pk)) for entry in own])


def _to_all_entrants(event: TournamentEvent) -> Iterator[Letter]:
    entries = event.tournament.entries.filter(status__in=IN_IT).select_related("character")
    for owner, own in _by_owner(entries).items():
        yield letter(event, owner, entries=own)


def _positions(event: TournamentEvent) -> Iterator[Letter]:
    positions = {who: at for at, (_, who) in enumerate(final_order(event.tournament), start=1)}
    entries = event.tournament.entries.filter(character__in=positions).select_related("character")
    for owner, own in _by_owner(entries).items():
        came = sorted((positions[entry.character_id], entry.character.name) for entry in own)
        yield letter(event, owner, came=came, of=len(positions))


def _to_referees(event: TournamentEvent) -> Iterator[Letter]:
    table = table_of(event)
    members = event.tournament.season.league.memberships.filter(role__in=(ORGANISER, SCORE_KEEPER))
    for referee in members.values_list("user_id", flat=True):
        yield letter(event, referee, table=table)


def _tables(event: TournamentEvent) -> Iterator[Letter]:
    round = round_of(event)
    return table_letters(event, round) if round and round.status != Round.ENDED else iter(())


def _by_owner(entries: Any) -> Mapping[int, list[Entry]]:
    found: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        found[entry.character.owner_id].append(entry)
    return found


_WRITERS: Mapping[str, Callable[[TournamentEvent], Iterator[Letter]]] = {
    "registered": _to_the_entrants,
    "moved_up": _to_the_entrants,
    "cancelled": _to_all_entrants,
    "round_published": _tables,
    "drawn": _tables,
    "draw_changed": _tables,
    "referee_called": _to_referees,
    "finished": _positions,
}
