"""The promotion feed of a season: promotions, demotions, golden parachutes and restarts, newest first."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from characters.models import CareerEvent
from characters.rules import career
from league.models import Season, SeasonGame


def promotions(season: Season) -> QuerySet[CareerEvent]:
    """What still stands and followed from the season's games. A restart belongs to the season of its parachute."""
    played = SeasonGame.objects.filter(season=season).values("game")
    parachute = CareerEvent.objects.standing().filter(
        kind=career.PARACHUTE, character=OuterRef("character"), career=OuterRef("career") - 1, game__in=played
    )
    followed = Q(game__in=played) | Q(Exists(parachute), kind=career.RESTARTED)
    return CareerEvent.objects.standing().of_note().filter(followed).order_by("-at", "-id")
