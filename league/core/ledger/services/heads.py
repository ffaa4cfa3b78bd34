"""Making heads: every hour where something has happened, and whenever somebody asks."""

import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from league.core.ledger.queries.ends import ends
from league.core.ledger.rules.heads import End, head_text, is_ledger, statement
from league.core.ledger.services.chaining import chain_waiting
from league.core.ledger.services.decision_logs import seal_decisions
from league.core.services.installation_key import signed_by_us
from league.models import HeadFile, SignedHead

FILES_KEPT = timedelta(days=90)


def sign_ends(all_ends: Sequence[End]) -> dict[str, Any]:
    """Return the signed statement over these ends, made now."""
    made_at = timezone.now().isoformat(timespec="seconds")
    return signed_by_us(statement(installation=settings.SITE_URL, made_at=made_at, ends=all_ends))


def make_head() -> SignedHead:
    """Chain what waits, and sign the ends of all chains. Return the newest head if it has the same ends."""
    seal_decisions()
    chain_waiting()
    with connection.cursor() as cursor:
        all_ends = ends(cursor)
    return keep_head(sign_ends(all_ends), all_ends)


@transaction.atomic
def keep_head(signed: Mapping[str, Any], all_ends: Sequence[End]) -> SignedHead:
    newest = SignedHead.objects.first()
    if newest is not None and newest.tree_root == signed["tree_root"] and newest.statement["key"] == signed["key"]:
        return newest
    head = SignedHead.objects.create(
        made_at=datetime.fromisoformat(signed["made_at"]),
        tree_size=signed["tree_size"],
        tree_root=signed["tree_root"],
        statement=dict(signed),
        ledgers={end.chain: end.length for end in all_ends if is_ledger(end.chain)},
    )
    HeadFile.objects.create(head=head, content=zlib.compress(head_text(signed, all_ends).encode(), 6))
    return head


def forget_old_files() -> int:
    """Delete the files of old heads, except the newest one's, and return how many. Their statements stay."""
    newest = SignedHead.objects.values_list("pk", flat=True).first()
    old = HeadFile.objects.filter(head__made_at__lt=timezone.now() - FILES_KEPT).exclude(head=newest)
    return old.delete()[0]
