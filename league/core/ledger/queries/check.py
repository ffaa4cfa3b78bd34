"""The proof that the ledger was not altered, and that what pages show of members, invitations, owners, names, house
rules, divisions and draws is what it says."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.utils import timezone

from characters.models import Character
from league.core.ledger.queries.ends import head_differences, head_file
from league.core.ledger.queries.rows import is_whole, row_differences
from league.core.ledger.rules.chain import CONTENT, FIRST_DIGEST, chain_name, content_of, digest
from league.core.ledger.rules.heads import read_head
from league.models import (
    Division,
    DivisionPlace,
    Draw,
    Invitation,
    LedgerEntry,
    Membership,
    SignedHead,
)

AT_ONCE = 2000
PATIENCE = timedelta(minutes=1)


def ledger_differences(league: int | None) -> Iterator[str]:
    """Yield a sentence for the first link of the chain that does not follow from the one before."""
    linked = LedgerEntry.objects.filter(league=league).exclude(number=None).order_by("number")
    previous = FIRST_DIGEST
    for expected, row in enumerate(linked.values(*CONTENT, "number", "digest").iterator(AT_ONCE), start=1):
        if row["number"] != expected or digest(previous, content_of(row)) != row["digest"]:
            yield (
                f"Ledger {chain_name(league)}: entry {expected} was altered or removed; its digest does not follow "
                "from the entries before it."
            )
            return
        previous = row["digest"]


def waiting_entries() -> int:
    """Return how many entries have waited for their links longer than the sweep takes. They are complete, only not
    chained."""
    return LedgerEntry.objects.filter(number=None, at__lt=timezone.now() - PATIENCE).count()


def kept_differences() -> Iterator[str]:
    """Yield what the newest stored head covers and the database no longer holds."""
    newest = SignedHead.objects.first()
    text = head_file(newest) if newest else None
    if newest is None or text is None:
        return
    try:
        head = read_head(text)
    except ValueError as error:
        yield f"The newest kept head: {error}"
        return
    if head.statement != newest.statement:
        yield "The newest kept head: its file is another one than its statement."
    yield from head_differences(head)


def decision_differences(league: int) -> Iterator[str]:
    """Yield a sentence for every member, owner, name, version and draw of the league that is not what the ledger
    says."""
    entries = LedgerEntry.objects.filter(league=league, imported=False)
    if is_whole(league):
        yield from _members(league, entries)
        yield from _owners(league, entries)
    yield from _invitations(league, entries)
    yield from _divisions(league, entries)
    yield from _places(league, entries)
    yield from _draws(league, entries)
    yield from row_differences(league)


def _told(entries: Any, *kinds: str) -> Iterator[tuple[str, dict[str, Any]]]:
    rows = entries.filter(kind__in=kinds).order_by("id").values_list("kind", "about")
    yield from rows.iterator(AT_ONCE)


def _members(league: int, entries: Any) -> Iterator[str]:
    roles: dict[int, str] = {}
    for kind, about in _told(entries, "ledger_began", "member_joined", "role_changed", "member_left"):
        if kind == "ledger_began":
            roles |= {int(user): role for user, role in about["roles"].items()}
        elif kind == "member_left":
            roles.pop(about["user"], None)
        else:
            roles[about["user"]] = about["role"]
    stored = dict(Membership.objects.filter(league=league).order_by().values_list("user_id", "role"))
    for user in sorted(stored.keys() | roles.keys()):
        if stored.get(user) != roles.get(user):
            yield (
                f"Ledger {chain_name(league)}: account {user} is {stored.get(user, 'no member')} of the league, "
                f"the ledger says {roles.get(user, 'no member')}."
            )


def _owners(league: int, entries: Any) -> Iterator[str]:
    owners: dict[int, int | None] = {}
    names: dict[int, str] = {}
    kinds = ("ledger_began", "character_registered", "owner_changed", "character_renamed")
    for kind, about in _told(entries, *kinds):
        if kind == "ledger_began":
            owners |= {int(pk): owner for pk, (_, owner) in about["characters"].items()}
            names |= {int(pk): name for pk, (name, _) in about["characters"].items()}
            continue
        if "owner" in about:
            owners[about["character"]] = about["owner"]
        if "name" in about:
            names[about["character"]] = about["name"]
    stored = Character.objects.filter(enrolment__league=league).order_by("pk").values_list("pk", "name", "owner_id")
    for pk, name, owner in stored.iterator(AT_ONCE):
        if pk not in owners:
            yield f"Ledger {chain_name(league)}: {name} is in the league, and the ledger knows of no registration."
        elif owners[pk] != owner:
            yield f"Ledger {chain_name(league)}: {name} has another owner than the ledger says."
        if names.get(pk, name) != name:
            yield f"Ledger {chain_name(league)}: {name} is called {names[pk]} in the ledger."


def _invitations(league: int, entries: Any) -> Iterator[str]:
    """Yield invitations that give another role than they were made for, or that are valid although withdrawn."""
    roles = {about["invitation"]: about["role"] for _, about in _told(entries, "invited")}
    withdrawn = {about["invitation"] for _, about in _told(entries, "invitation_withdrawn")}
    stored = Invitation.objects.filter(league=league, pk__in=roles).order_by("pk")
    for pk, role, used, until in stored.values_list("pk", "role", "used_at", "expires_at"):
        if roles[pk] != role:
            yield f"Ledger {chain_name(league)}: invitation {pk} is for {role}, the ledger says {roles[pk]}."
        if pk in withdrawn and (used or until > timezone.now()):
            yield f"Ledger {chain_name(league)}: invitation {pk} was withdrawn and is good again."


def _divisions(league: int, entries: Any) -> Iterator[str]:
    """Yield divisions whose names differ from those that the ledger has for their season, from the top."""
    changes = entries.filter(kind="divisions_changed").order_by("id").values_list("season_id", "about")
    names = {(season, tier): name for season, about in changes for tier, name in enumerate(about["names"], 1)}
    last = {season: len(about["names"]) for season, about in changes}
    divisions = Division.objects.filter(season__in=last).order_by().values_list("season_id", "tier", "name")
    stored = {(season, tier): name for season, tier, name in divisions}
    for season, tier in sorted(names):
        if tier <= last[season] and stored.get((season, tier)) != names[season, tier]:
            yield (
                f"Ledger {chain_name(league)}: division {tier} of season {season} is "
                f"{stored.get((season, tier), 'gone')}, the ledger says {names[season, tier]}."
            )


def _places(league: int, entries: Any) -> Iterator[str]:
    """Yield places in divisions that differ from the ledger, in either direction."""
    placed: dict[tuple[int, int], int | None] = {}
    rows = entries.filter(kind="division_placed").order_by("id").values_list("season_id", "about")
    for season, about in rows.iterator(AT_ONCE):
        placed |= {(season, int(who)): tier for who, tier in about["places"].items()}
    seasons = {season for season, _ in placed}
    places = DivisionPlace.objects.filter(season__in=seasons).order_by()
    stored = {
        (season, who): tier for season, who, tier in places.values_list("season_id", "character_id", "division__tier")
    }
    for season, who in sorted(placed.keys() | stored.keys()):
        if stored.get((season, who)) != placed.get((season, who)):
            yield (
                f"Ledger {chain_name(league)}: character {who} is in division {stored.get((season, who), 'none')} of "
                f"season {season}, the ledger says {placed.get((season, who)) or 'none'}."
            )


def _draws(league: int, entries: Any) -> Iterator[str]:
    """Yield draws that the log has and the database lacks, or the reverse, or whose digests differ: no draw was taken
    away, put in another's place or slipped in."""
    rows = list(entries.filter(kind="drawn").values_list("tournament_id", "about"))
    logged = {
        (tournament, about["draw"]): about["digest"]
        for tournament, about in rows
        if "draw" in about and "digest" in about
    }
    numbered = {tournament for tournament, _ in logged}
    without_numbers = {tournament for tournament, about in rows if "draw" not in about}
    draws = Draw.objects.filter(tournament__season__league=league).order_by()
    stored = {
        (tournament, number): digest
        for tournament, number, digest in draws.values_list("tournament_id", "number", "digest")
    }
    for tournament, number in sorted(logged):
        if stored.get((tournament, number)) != logged[tournament, number]:
            yield f"Ledger {chain_name(league)}: draw {number} of tournament {tournament} is gone or another one."
    for tournament, number in sorted(stored.keys() - logged.keys()):
        if tournament in numbered - without_numbers:
            yield f"Ledger {chain_name(league)}: draw {number} of tournament {tournament} is in no entry of its log."
