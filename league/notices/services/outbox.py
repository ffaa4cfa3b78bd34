"""The outbox: events of the ledger, changes of careers, comments and turns that wait to be told.

What nobody has told yet is the queue. Each is told in a transaction that also marks it, so a worker that is killed
leaves it untold and whole, and of two workers at the same one the faster tells it.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from characters.models import CareerEvent, Character
from games.models import Play, PlaySeat
from league.models import Enrolment, League, LedgerEntry, Remark, Webhook, WebhookDelivery
from league.notices.queries import game_letters, tournament_letters
from league.notices.queries.career_letters import career_news
from league.notices.queries.comment_letters import comment_letters
from league.notices.queries.game_letters import waiting_key
from league.notices.queries.letters import Letter
from league.notices.queries.turn_letters import turn_letter, turn_payload, turns_to_tell
from league.notices.rules.webhooks import KINDS
from league.notices.services.inbox import settle
from league.notices.services.telling import tell
from league.tournaments.archive.queries.event_subjects import OF_DRAFTS, round_of, tournament_of

log = structlog.get_logger(__name__)
T = TypeVar("T")
MOST_PER_SWEEP = 100
WRITERS = {**tournament_letters.WRITERS, **game_letters.WRITERS}
DECIDED = ("sheet_confirmed", "game_voided")  # nobody has to confirm it any more


def tell_events() -> int:
    waiting = LedgerEntry.objects.filter(told_at=None).order_by("pk").values_list("pk", flat=True)
    return _tell_each(waiting, _tell_event)


def tell_careers() -> int:
    waiting = CareerEvent.objects.to_tell().order_by("character").values_list("character", flat=True).distinct()
    return _tell_each(waiting, _tell_career)


def tell_comments() -> int:
    waiting = Remark.objects.filter(told_at=None, play=None).order_by("pk").values_list("pk", flat=True)
    return _tell_each(waiting, _tell_comment)


def tell_turns() -> int:
    """Tell those who are away, or always want to be told, that it is their turn; the key of the notice marks it."""
    return _tell_each(turns_to_tell(timezone.now()), _tell_turn)


def _tell_each(waiting: "QuerySet[Any, T]", tell_one: Callable[[T], bool]) -> int:
    """Tell the first that wait; return how many were told. One that fails is left for later and does not stand in the
    way of the others. Raises what the database fails with: the others would meet the same."""
    count = 0
    for subject in list(waiting[:MOST_PER_SWEEP]):
        try:
            count += tell_one(subject)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            log.exception("not_told", by=tell_one.__name__, subject=getattr(subject, "pk", subject))
    return count


def _tell_event(pk: int) -> bool:
    event = LedgerEntry.objects.select_related("league", "tournament__season__league", "by").get(pk=pk)
    # Read and written down first: the transaction that holds up other writers is short.
    letters = _letters(event)
    deliveries = _deliveries_of_event(event)
    with transaction.atomic():
        if not LedgerEntry.objects.filter(pk=pk, told_at=None).update(told_at=timezone.now()):
            return False
        if event.league is not None:
            tell(letters, league=event.league, tournament=event.tournament)
            if event.kind in DECIDED:
                settle(users=event.league.memberships.values("user"), keys=waiting_key(event.game_id))
        WebhookDelivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    return True


@transaction.atomic
def _tell_career(pk: int) -> bool:
    character = Character.objects.select_for_update(no_key=True).get(pk=pk)
    news = career_news(character)
    now = timezone.now()
    CareerEvent.objects.filter(pk__in=news.told).update(told_at=now)
    CareerEvent.objects.filter(pk__in=news.taken_back).update(taken_back_at=now)
    enrolment = Enrolment.objects.select_related("league").filter(character=pk).first()
    if enrolment is not None:
        tell(news.letters, league=enrolment.league)
    return bool(news.told or news.taken_back)


@transaction.atomic
def _tell_comment(pk: int) -> bool:
    waiting = Remark.objects.select_for_update(of=("self",)).select_related("by")
    remark = waiting.filter(pk=pk, told_at=None).first()
    if remark is None:
        return False
    Remark.objects.filter(pk=pk).update(told_at=timezone.now())
    tell(comment_letters(remark), league=League.objects.get(seasons__season_games__game=remark.game_id))
    return True


@transaction.atomic
def _tell_turn(seat: PlaySeat) -> bool:
    league, payload = seat.play.season_play.season.league, turn_payload(seat, timezone.now())
    tell([turn_letter(seat)], league=league)
    if seat.play.visibility != Play.LINK:  # a channel of the league would show the link to all
        deliveries = _deliveries(_hooks(league.pk, payload["kind"]), payload)
        WebhookDelivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    return True


def _letters(event: LedgerEntry) -> Sequence[Letter]:
    write = WRITERS.get(event.kind)
    return list(write(event)) if write else []


def _deliveries_of_event(event: LedgerEntry) -> list[WebhookDelivery]:
    if event.kind not in KINDS or (event.kind in OF_DRAFTS and round_of(event) is None):
        return []
    hooks = _hooks(event.league_id, event.kind)
    return _deliveries(hooks, _payload(event)) if hooks else []


def _hooks(league: int | None, kind: str) -> list[Webhook]:
    return [hook for hook in Webhook.objects.filter(league=league, active=True) if kind in hook.kinds]


def _deliveries(hooks: Sequence[Webhook], payload: dict[str, Any]) -> list[WebhookDelivery]:
    return [WebhookDelivery(webhook=hook, key=payload["id"], payload=payload) for hook in hooks]


def _payload(event: LedgerEntry) -> dict[str, Any]:
    tournament = tournament_of(event)
    return {
        "id": f"event-{event.pk}",
        "kind": event.kind,
        "at": event.at.isoformat(),
        "tournament": {
            "slug": tournament.slug,
            "name": tournament.name,
            "url": settings.SITE_URL + tournament.get_absolute_url(),
        },
        "text": event.text,
        "about": event.about,
    }
