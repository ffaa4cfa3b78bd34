"""Telling owners of promotions, demotions and golden parachutes, and that one is taken back. The events themselves are
the queue: what nobody has told, or taken back, is told in the transaction that marks it, behind the lock of its
character. Killed on the way, it waits and is whole; of two workers one is faster."""

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from characters.models import CareerEvent, Character
from league.models import Enrolment
from league.notices.queries.career_letters import career_news
from league.notices.services.telling import tell

log = structlog.get_logger(__name__)
MOST_PER_SWEEP = 100


def tell_careers() -> int:
    """Tell what waits; of how many characters. One that cannot be told does not stand in the way of the others.
    Raises what the database fails with: the others would meet the same."""
    waiting = CareerEvent.objects.to_tell().order_by("character").values_list("character", flat=True).distinct()
    told = 0
    for pk in list(waiting[:MOST_PER_SWEEP]):
        try:
            told += _tell(pk)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            log.exception("career_not_told", character=pk)
    return told


@transaction.atomic
def _tell(pk: int) -> bool:
    character = Character.objects.select_for_update(no_key=True).get(pk=pk)
    news = career_news(character)
    now = timezone.now()
    CareerEvent.objects.filter(pk__in=news.told).update(told_at=now)
    CareerEvent.objects.filter(pk__in=news.taken_back).update(taken_back_at=now)
    enrolment = Enrolment.objects.select_related("league").filter(character=pk).first()
    if enrolment is not None:
        tell(news.letters, league=enrolment.league)
    return bool(news.told or news.taken_back)
