"""The links of the chains, and the signed heads over their ends.

An entry without a number is the job: no decision waits for a chain, and entries are chained in the order in which they
are found. Only one process at a time links a chain. Decisions about games are covered by entries only before a head, so
that a decision itself costs no more. Heads are made every hour if something has happened, and whenever somebody asks.
"""

import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Max
from django.db.models.functions import TruncDate
from django.utils import timezone

from engine.translatable import said
from games.models import Game
from league.core.ledger.queries.decision_logs import KIND, decision_links
from league.core.ledger.queries.ends import ends
from league.core.ledger.rules.chain import CONTENT, FIRST_DIGEST, chained, content_of
from league.core.ledger.rules.heads import ChainEnd, head_text, is_ledger, statement
from league.core.ledger.services import record
from league.core.services.installation_key import signed_by_us
from league.models import HeadFile, League, LedgerEntry, SeasonGame, SignedHead

LINKS_AT_ONCE = 1000
AT_ONCE = 500  # games
LOCK = 0x1ED6E5  # the class of advisory locks that stand for chains
ALL_FILES_KEPT, FILES_KEPT = timedelta(days=3), timedelta(days=90)


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
    waiting = list(entries.filter(number=None).order_by("id").values(*CONTENT)[:LINKS_AT_ONCE])
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


def seal_decisions() -> int:
    """Write entries over every game with new decisions, and return the number of games. A second run changes
    nothing."""
    total = 0
    while sealed := _seal_some():
        total += sealed
    return total


@transaction.atomic
def _seal_some() -> int:
    """Write an entry of each league over its games among the next that wait, and return the number of games. One with
    a decision under way waits for the next head."""
    behind = Game.objects.filter(revision__gt=F("sealed_revision")).order_by("pk")
    games = [game.pk for game in behind.select_for_update(skip_locked=True, no_key=True).only("pk")[:AT_ONCE]]
    links = {game: max(of_game.items()) for game, of_game in decision_links(games).items()}
    for league in League.objects.filter(seasons__season_games__game__in=links).distinct().order_by("pk"):
        own = SeasonGame.objects.filter(season__league=league, game__in=links).order_by("game_id")
        here = {str(game): links[game] for game in own.values_list("game_id", flat=True)}
        text = said("The decisions about games were covered: {count} with new ones.", count=len(here))
        record(kind=KIND, text=text, league=league, games=here)
    Game.objects.filter(pk__in=games).update(sealed_revision=F("revision"))
    return len(games)


def sign_ends(all_ends: Sequence[ChainEnd]) -> dict[str, Any]:
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
def keep_head(signed: Mapping[str, Any], all_ends: Sequence[ChainEnd]) -> SignedHead:
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
    """Delete the files of heads that are old, and after a few days all but the last one of each day; return how many.
    Their statements stay."""
    now, newest = timezone.now(), SignedHead.objects.values_list("pk", flat=True).first()
    recent = SignedHead.objects.filter(made_at__gte=now - FILES_KEPT)
    each_day = recent.annotate(day=TruncDate("made_at", tzinfo=UTC)).order_by().values("day").annotate(last=Max("pk"))
    old = HeadFile.objects.filter(head__made_at__lt=now - ALL_FILES_KEPT)
    return old.exclude(head__in=each_day.values("last")).exclude(head=newest).delete()[0]
