"""The decisions about games, as far as the ledger holds them. A game's decisions are a separate chain, made behind
its lock; before every head, an entry of the league says how far each chain reaches."""

from collections.abc import Collection, Iterator
from datetime import UTC

from games.models import Decision
from league.core.ledger.rules.chain import FIRST_DIGEST, chain_name, digest
from league.models import LedgerEntry

KIND = "decisions_sealed"
Links = dict[int, str]  # by revision


def decision_links(games: Collection[int]) -> dict[int, Links]:
    """Return the link of each decision, by game."""
    links: dict[int, Links] = {}
    last: dict[int, str] = {}
    rows = Decision.objects.filter(game__in=games).order_by("game_id", "revision")
    columns = ("game_id", "revision", "kind", "version", "text", "by_id", "at")
    for game, *values, at in rows.values_list(*columns).iterator(2000):
        content = [*values, at.astimezone(UTC).isoformat(timespec="microseconds")]
        last[game] = digest(last.get(game, FIRST_DIGEST), content)
        links.setdefault(game, {})[values[0]] = last[game]
    return links


def decision_log_differences(league: int) -> Iterator[str]:
    """Yield a sentence for each game whose decisions differ from what the ledger covers. One entry at a time."""
    for entry, games in _sealed(league):
        links = decision_links(games)
        for game, (revision, link) in games.items():
            if links.get(game, {}).get(revision) != link:
                yield (
                    f"Ledger {chain_name(league)}: the decisions about game number {game} up to {revision} are not "
                    f"those that entry {entry} covers; one was altered or removed."
                )


def _sealed(league: int) -> Iterator[tuple[int, dict[int, tuple[int, str]]]]:
    """Yield the number of each entry, and by game its revision and link; oldest first."""
    entries = LedgerEntry.objects.filter(league=league, kind=KIND).order_by("id").values_list("number", "about")
    for number, about in entries.iterator(50):
        yield number or 0, {int(game): (revision, link) for game, (revision, link) in about.get("games", {}).items()}
