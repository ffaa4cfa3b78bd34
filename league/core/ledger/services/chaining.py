"""The links of the chains. An entry without a number is the job: no decision waits for a chain, and entries are chained
in the order in which they are found. Only one process at a time links a chain."""

from django.db import connection, transaction

from league.core.ledger.queries.entries import CONTENT, content_of
from league.core.ledger.rules.chain import FIRST_DIGEST, chained
from league.models import LedgerEntry

AT_ONCE = 1000
LOCK = 0x1ED6E5  # the class of advisory locks that stand for chains


def chain_waiting() -> int:
    """Chain every committed entry that waits, and return how many there were."""
    waiting = LedgerEntry.objects.filter(number=None).order_by().values_list("league_id", flat=True).distinct()
    total = 0
    for league in list(waiting):
        while linked := chain_entries(league=league):
            total += linked
    return total


@transaction.atomic
def chain_entries(*, league: int | None) -> int:
    """Give up to a thousand waiting entries of a league, or of the installation, their links, and return how many."""
    _lock_chain(league)
    entries = LedgerEntry.objects.filter(league=league)
    last = entries.exclude(number=None).order_by("-number").values_list("number", "digest").first()
    number, previous = (last[0] or 0, last[1]) if last else (0, FIRST_DIGEST)
    waiting = list(entries.filter(number=None).order_by("id").values(*CONTENT)[:AT_ONCE])
    digests = chained(previous, map(content_of, waiting))
    links = [(number + at, link, row["id"]) for at, (link, row) in enumerate(zip(digests, waiting, strict=True), 1)]
    if links:
        with connection.cursor() as cursor:
            cursor.executemany("UPDATE league_ledgerentry SET number = %s, digest = %s WHERE id = %s", links)
    return len(links)


def _lock_chain(league: int | None) -> None:
    """Lock the chain; SQLite has one writer at a time anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK, league or 0])
