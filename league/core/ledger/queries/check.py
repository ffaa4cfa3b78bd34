"""The proof that the ledger was not altered, nor what the newest stored head covers."""

from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from league.core.ledger.queries.ends import head_differences, head_file
from league.core.ledger.rules.chain import CONTENT, FIRST_DIGEST, chain_name, content_of, digest
from league.core.ledger.rules.heads import read_head
from league.core.rules.signatures import is_signed
from league.models import LedgerEntry, SignedHead

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
    """Yield every stored head that is not as it was signed, and what the newest covers and the database no longer
    holds."""
    for kept in SignedHead.objects.order_by("pk").iterator(AT_ONCE):
        signed = {name: value for name, value in kept.statement.items() if name != "signature"}
        stored = {"tree_size": kept.tree_size, "tree_root": kept.tree_root, "made_at": kept.made_at.isoformat()}
        signature, key = str(kept.statement.get("signature")), str(signed.get("key"))
        if signed | stored != signed or not is_signed(signed, signature=signature, public=key):
            yield f"Head {kept.pk}: is not as it was signed."
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
