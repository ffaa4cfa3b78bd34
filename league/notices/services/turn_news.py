"""Telling people that it is their turn in a play: once for each turn, by the ways that they chose. The plays are the
queue; the key of the notice says what was told, so it may run twice and be killed anywhere."""

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from games.models import Play, PlaySeat
from league.models import Webhook, WebhookDelivery
from league.notices.queries.turn_letters import turn_letter, turn_payload, turns_to_tell
from league.notices.services.telling import tell

log = structlog.get_logger(__name__)
MOST_PER_SWEEP = 100


def tell_turns() -> int:
    """Tells those who are away, or always want to be told; how many. One that can't be told does not stand in the way.
    Raises what the database fails with: the others would meet the same."""
    told = 0
    for seat in list(turns_to_tell(timezone.now())[:MOST_PER_SWEEP]):
        try:
            _tell(seat)
            told += 1
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            log.exception("turn_not_told", play=seat.play_id)
    return told


@transaction.atomic
def _tell(seat: PlaySeat) -> None:
    league, payload = seat.play.season_play.season.league, turn_payload(seat, timezone.now())
    tell([turn_letter(seat)], league=league)
    if seat.play.visibility == Play.LINK:  # a channel of the league would show the link to all
        return
    hooks = [one for one in Webhook.objects.filter(league=league, active=True) if payload["kind"] in one.kinds]
    rows = [WebhookDelivery(webhook=one, key=payload["id"], payload=payload) for one in hooks]
    WebhookDelivery.objects.bulk_create(rows, ignore_conflicts=True)
