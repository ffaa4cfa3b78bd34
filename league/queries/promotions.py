"""The promotion feed of a season: promotions, demotions, golden parachutes and restarts, newest first."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from characters.models import CareerEvent
from characters.rules import career
from league.models import Season, SeasonGame
from league.queries.exports import history_row


def promotions(season: Season) -> QuerySet[CareerEvent]:
    """What still stands and followed from the season's games. A restart belongs to the season of its parachute."""
    played = SeasonGame.objects.filter(season=season).values("game")
    parachute = CareerEvent.objects.standing().filter(
        kind=career.PARACHUTE, character=OuterRef("character"), career=OuterRef("career") - 1, game__in=played
    )
    followed = Q(game__in=played) | Q(Exists(parachute), kind=career.RESTARTED)
    return CareerEvent.objects.standing().of_note().filter(followed).order_by("-at", "-id")


def feed_row(event: CareerEvent) -> dict[str, Any]:
    """One line of the feed. Select the character for a flat number of queries."""
    who = event.character
    return {
        **history_row(event),
        "character": who.name,
        "slug": who.slug,
        "company": who.primary_company,
        "to_name": who.level_name(event.to_level),
        "why": event.why,
    }
