"""The ledger and the heads as pages and the API show them."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from characters.queries.people import hidden_names
from engine.translatable import renamed
from games.rules.people import as_said
from league.core.ledger.rules.chain import chain_name
from league.core.ledger.rules.kinds import GROUPS, PUBLIC, TOURNAMENTS
from league.models import League, LedgerEntry, SignedHead

OVER = ("finished", "cancelled")
HEADS_SEARCHED = 200


class Shown(NamedTuple):
    """An entry as a page shows it. `by` and `about` are names of accounts, empty for readers who may not see them."""

    entry: LedgerEntry
    by: str
    about: str
    head: SignedHead | None


def entries_of(league: League | None, *, group: str = "", everything: bool) -> QuerySet[LedgerEntry]:
    """Return the entries of a league or of the installation, newest first; without `everything` only public ones."""
    entries = LedgerEntry.objects.filter(league=league).order_by("-pk")
    if group == TOURNAMENTS:
        entries = entries.exclude(tournament=None)
    elif group in GROUPS:
        entries = entries.filter(kind__in=GROUPS[group])
    if not everything:
        entries = entries.filter(Q(kind__in=PUBLIC, tournament=None) | Q(tournament__status__in=OVER))
    return entries


def shown(league: League | None, entries: Iterable[LedgerEntry], *, everything: bool) -> list[Shown]:
    """Return a page of entries, with names as they are today and the first head that covers each."""
    rows = named_now(entries, league)
    ids = {pk for row in rows for pk in (row.by_id, row.about.get("user")) if isinstance(pk, int)} if everything else ()
    names = dict(User.objects.filter(pk__in=ids).values_list("pk", "username"))
    covering = _Covering(league)
    return [
        Shown(row, _by(row, names, everything), _name(names, row.about.get("user")), covering.head(row.number))
        for row in rows
    ]


def named_now(entries: Iterable[LedgerEntry], league: League | None) -> list[LedgerEntry]:
    """Return entries whose texts say the current name if a former one is hidden. The entries themselves are
    signed, and stay as they were written."""
    rows = list(entries)
    names = hidden_names(Q(character__enrolment__league=league)) if rows and league else {}
    for row in rows:
        row.text = renamed(row.text, names)
    return rows


def _by(row: LedgerEntry, names: Mapping[int, str], everything: bool) -> str:
    if row.by_name:
        return as_said(row.by_name) if everything else ""
    return _name(names, row.by_id)


def _name(names: Mapping[int, str], pk: object) -> str:
    return names.get(pk, "") if isinstance(pk, int) else ""


class _Covering:
    """The newest heads with how much of a chain each covers."""

    def __init__(self, league: League | None) -> None:
        chain = chain_name(league.pk if league else None)
        self._heads = list(SignedHead.objects.defer("statement")[:HEADS_SEARCHED])[::-1]
        self._lengths = [head.ledgers.get(chain, 0) for head in self._heads]

    def head(self, number: int | None) -> SignedHead | None:
        if number is None:
            return None
        at = bisect_left(self._lengths, number)
        return self._heads[at] if at < len(self._heads) else None
