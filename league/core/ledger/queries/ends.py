"""The ends of all chains, the heads that cover them, and the check that the database still holds what a head says."""

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from hashlib import sha256
from itertools import groupby
from operator import or_
from typing import Any

from django.db.models import Q

from characters.models import Fact
from league.core.ledger.rules.chain import INSTALLATION, chain_name
from league.core.ledger.rules.heads import ChainEnd, Head
from league.core.rules.signatures import canonical
from league.models import Draw, HeadFile, LedgerEntry, SignedHead

AT_ONCE = 200  # SQLite takes some hundred conditions in one question
Found = dict[str, tuple[int, str]]

# By the index to the last link of each chain: 53 ms for 20,000 chains of 400,000 links, 472 by GROUP BY.
LEDGER_ENDS = """SELECT id,
   (SELECT number FROM league_ledgerentry WHERE league_id = league.id AND number > 0 ORDER BY number DESC LIMIT 1),
   (SELECT digest FROM league_ledgerentry WHERE league_id = league.id AND number > 0 ORDER BY number DESC LIMIT 1)
   FROM league_league AS league UNION ALL SELECT * FROM (SELECT league_id, number, digest FROM league_ledgerentry
   WHERE league_id IS NULL AND number > 0 ORDER BY number DESC LIMIT 1) AS installation"""
FACT_ENDS = """SELECT id,
   (SELECT number FROM characters_fact WHERE character_id = person.id ORDER BY number DESC LIMIT 1),
   (SELECT digest FROM characters_fact WHERE character_id = person.id ORDER BY number DESC LIMIT 1)
   FROM characters_character AS person"""
DRAWS = "SELECT tournament_id, number, method, seed, digest FROM league_draw ORDER BY tournament_id, number"


def ends(cursor: Any, tables: Iterable[str] | None = None) -> list[ChainEnd]:
    """Return the ends of all chains of the database behind a cursor of Python's database API, in the order of their
    names. `tables`: the existing tables, for a database that may be older than this program."""
    all_ends = []
    if tables is None or "league_ledgerentry" in tables:
        cursor.execute(LEDGER_ENDS)
        all_ends += [ChainEnd(chain_name(league), *last) for league, *last in cursor.fetchall() if last[0]]
    if tables is None or "characters_fact" in tables:
        cursor.execute(FACT_ENDS)
        all_ends += [ChainEnd(f"character/{character}", *last) for character, *last in cursor.fetchall() if last[0]]
    if tables is None or "league_draw" in tables:
        cursor.execute(DRAWS)
        for tournament, draws in groupby(cursor.fetchall(), key=lambda row: row[0]):
            *_, (length, digest) = draw_links(draw[1:] for draw in draws)
            all_ends.append(ChainEnd(f"draws/{tournament}", length, digest))
    return sorted(all_ends)


def draw_links(draws: Iterable[Sequence[Any]]) -> Iterator[tuple[int, str]]:
    """Yield the links of a tournament's draws, each a number, method, seed and digest, in order."""
    link = ""
    for length, draw in enumerate(draws, start=1):
        link = sha256(link.encode() + b"\n" + canonical(list(draw))).hexdigest()
        yield length, link


def head_differences(head: Head) -> Iterator[str]:
    """Yield a sentence for everything that the head covers and the database no longer holds."""
    kinds: dict[str, list[ChainEnd]] = {}
    for end in head.ends:
        kinds.setdefault(end.chain.partition("/")[0], []).append(end)
    for kind, ends_of_kind in kinds.items():
        for at in range(0, len(ends_of_kind), AT_ONCE):
            some = ends_of_kind[at : at + AT_ONCE]
            links = _LINKS[kind](some)
            for end in some:
                yield from _difference(end, *links.get(end.chain, (0, "")), since=head.made_at)


def _difference(end: ChainEnd, length: int, digest: str, *, since: str) -> Iterator[str]:
    """Yield a sentence if the chain has lost or rewritten the link of `end`. `length` and `digest` are those of the
    link at that place, or of the last one of a shorter chain."""
    if not length:
        yield f"{end.chain}: the chain is gone; the head of {since} has {end.length} links of it."
    elif length < end.length:
        yield f"{end.chain}: the chain has {length} links, the head of {since} has {end.length}."
    elif digest != end.digest:
        yield f"{end.chain}: link {end.length} is not that of the head of {since}; it or one before was rewritten."


def _ledger_links(head_ends: Sequence[ChainEnd]) -> Found:
    links: Found = {}
    for end in head_ends:
        league = None if end.chain == INSTALLATION else int(end.chain.partition("/")[2])
        entries = LedgerEntry.objects.filter(league=league).exclude(number=None)
        link = entries.filter(number=end.length).values_list("digest", flat=True).first()
        longest = end.length if link else entries.order_by("-number").values_list("number", flat=True).first()
        links[end.chain] = (longest or 0, link or "")
    return links


def _fact_links(head_ends: Sequence[ChainEnd]) -> Found:
    lengths = {int(end.chain.partition("/")[2]): end.length for end in head_ends}
    at_those_places = reduce(or_, (Q(character=pk, number=length) for pk, length in lengths.items()))
    rows = Fact.objects.order_by().filter(at_those_places).values_list("character_id", "number", "digest")
    links: Found = {f"character/{pk}": (number, digest) for pk, number, digest in rows}
    missing = [pk for pk in lengths if f"character/{pk}" not in links]
    shorter = Fact.objects.filter(character__in=missing).order_by("character_id", "number")
    links |= {f"character/{pk}": (number, "") for pk, number in shorter.values_list("character_id", "number")}
    return links


def _draw_links(head_ends: Sequence[ChainEnd]) -> Found:
    lengths = {int(end.chain.partition("/")[2]): end.length for end in head_ends}
    rows = Draw.objects.filter(tournament__in=lengths).order_by("tournament_id", "number")
    reached: Found = {}
    columns = ("tournament_id", "number", "method", "seed", "digest")
    for draw, drawn in groupby(rows.values_list(*columns), lambda row: row[0]):
        links = dict(draw_links(draw_row[1:] for draw_row in drawn))
        length = min(lengths[draw], len(links))
        reached[f"draws/{draw}"] = (length, links[length])
    return reached


_LINKS: dict[str, Callable[[Sequence[ChainEnd]], Found]] = {
    "installation": _ledger_links,
    "league": _ledger_links,
    "character": _fact_links,
    "draws": _draw_links,
}


def head_file(head: SignedHead) -> str | None:
    """Return the whole file of a head; None if it was deleted."""
    file = HeadFile.objects.filter(head=head).first()
    return zlib.decompress(bytes(file.content)).decode() if file else None
