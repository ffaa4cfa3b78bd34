"""Covering the decisions about games by entries: only before a head, so that a decision itself costs no more."""

from django.db import transaction

from league.core.ledger.queries.decision_logs import AT_ONCE, KIND, decision_links, unsealed_games
from league.core.ledger.services import record
from league.models import League


def seal_decisions() -> int:
    """Write an entry for every five hundred games with new decisions, and return the number of games. A second run
    changes nothing."""
    total = 0
    for league in League.objects.order_by("pk"):
        games = unsealed_games(league.pk)
        for first in range(0, len(games), AT_ONCE):
            _seal(league, games[first : first + AT_ONCE])
        total += len(games)
    return total


@transaction.atomic
def _seal(league: League, games: list[int]) -> None:
    links = {str(game): max(links.items()) for game, links in decision_links(games).items()}
    text = f"The decisions about games were covered: {len(links)} with new ones."
    record(kind=KIND, text=text, league=league, games=links)
