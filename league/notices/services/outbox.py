"""The outbox: events of the ledger, changes of careers, comments and turns that wait to be told.

What nobody has told yet is the queue. Each is told in a transaction that also marks it, so a worker that is killed
leaves it untold and whole, and of two workers at the same one the faster tells it. To tell is to write a notice
for each person, and rows for what goes to them by e-mail and push because of it; nothing is written a second time.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

import structlog
from django.conf import settings
from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language

from characters.models import CareerEvent, Character
from games.models import Play, PlaySeat
from games.services.plays import locked
from league.core.queries.languages import in_language_of
from league.core.services.quotas import hour_for_letters
from league.models import (
    Enrolment,
    GameNight,
    League,
    LedgerEntry,
    MailNotice,
    MailWish,
    NightDate,
    Notice,
    NoticeWish,
    PushDelivery,
    PushEndpoint,
    Remark,
    Tournament,
    Webhook,
    WebhookDelivery,
)
from league.notices.queries import game_letters, night_letters, team_letters, tournament_letters
from league.notices.queries.career_letters import career_news
from league.notices.queries.event_subjects import OF_DRAFTS, round_of, tournament_of
from league.notices.queries.game_letters import comment_letters, waiting_key
from league.notices.queries.letters import Letter, worded
from league.notices.queries.outgoing import reachable_by_mail
from league.notices.queries.turn_letters import rewind_letter, rewinds_to_tell, turn_letter, turn_payload, turns_to_tell
from league.notices.rules.notices import MAIL, PUSH, QuietHours, due_at, goes_by
from league.notices.rules.webhooks import KINDS
from league.notices.services.wishes import settle

log = structlog.get_logger(__name__)
T = TypeVar("T")
MOST_PER_SWEEP = 100
AT_ONCE = 500
WRITERS = {**tournament_letters.WRITERS, **game_letters.WRITERS, **night_letters.WRITERS, **team_letters.WRITERS}
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
    """Tell players who are away, or always want to be told, that it is their turn; the key of the notice marks it."""
    return _tell_each(turns_to_tell(timezone.now()), _tell_turn)


def tell_rewinds() -> int:
    """Tell players who are away, or always want to be told, that somebody at their table proposes to go back."""
    return _tell_each(rewinds_to_tell(timezone.now()), _tell_rewind)


def tell_nights() -> int:
    """Remind people of nights that begin within a day, and tell the people who decide what was not agreed in time."""
    now = timezone.now()
    reminded = _tell_each(night_letters.nights_to_remind(now), _remind_of_night)
    return reminded + _tell_each(night_letters.nights_too_late(now), _tell_late_night)


def _tell_each(waiting: "QuerySet[Any, T]", tell_one: Callable[[T], bool]) -> int:
    """Tell the first that wait; return how many were told. One that fails is left for later and does not stand in the
    way of the others. Raise what the database fails with: the others would meet the same."""
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
    write = WRITERS.get(event.kind)
    letters = list(write(event)) if write else []
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
    CareerEvent.objects.filter(pk__in=news.announced).update(told_at=now)
    CareerEvent.objects.filter(pk__in=news.taken_back).update(taken_back_at=now)
    enrolment = Enrolment.objects.select_related("league").filter(character=pk).first()
    if enrolment is not None:
        tell(news.letters, league=enrolment.league)
    return bool(news.announced or news.taken_back)


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


@transaction.atomic
def _tell_rewind(seat: PlaySeat) -> bool:
    locked(seat.play_id)  # so that nobody answers meanwhile
    now = timezone.now()
    asked = rewinds_to_tell(now).filter(pk=seat.pk).first()
    if asked is None:
        return False
    tell([rewind_letter(asked, now)], league=asked.play.season_play.season.league)
    return True


@transaction.atomic
def _remind_of_night(date: NightDate) -> bool:
    if not NightDate.objects.filter(pk=date.pk, reminded_at=None).update(reminded_at=timezone.now()):
        return False
    tell(night_letters.reminders(date), league=date.night.league)
    return True


@transaction.atomic
def _tell_late_night(night: GameNight) -> bool:
    if not GameNight.objects.filter(pk=night.pk, late_told_at=None).update(late_told_at=timezone.now()):
        return False
    tell(night_letters.late_letters(night), league=night.league)
    return True


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
    url = settings.SITE_URL + tournament.get_absolute_url()
    return {
        "id": f"event-{event.pk}",
        "kind": event.kind,
        "at": event.at.isoformat(),
        "tournament": {"slug": tournament.slug, "name": tournament.name, "url": url},
        "text": event.text,
        "about": event.about,
    }


def tell(letters: Iterable[Letter], *, league: League, tournament: Tournament | None = None) -> None:
    """Tell what the letters say, only to members of the league."""
    to_members = list(letters)
    members = User.objects.filter(
        pk__in={letter.user for letter in to_members}, is_active=True, memberships__league=league
    )
    readers = {reader.pk: reader for reader in members.select_related("language_choice")} if to_members else {}
    to_members = [letter for letter in to_members if letter.user in readers]
    if not to_members:
        return
    told = ("key", "kind", "subject", "text", "link", "words")
    rows = [
        Notice(user_id=letter.user, league=league, **{name: getattr(letter, name) for name in told})
        for letter in to_members
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True, batch_size=AT_ONCE)
    wishes = {wish.user_id: wish for wish in NoticeWish.objects.filter(user__in=readers)}
    _write_letters(_in_their_languages(to_members, readers, league), wishes, league, tournament)
    _write_pushes(to_members, wishes)


def _in_their_languages(letters: Sequence[Letter], users: Mapping[int, User], league: League) -> list[Letter]:
    translated = []
    for letter in letters:
        with in_language_of(users[letter.user], league):
            subject, text = worded(letter)
            translated.append(replace(letter, subject=subject, text=text, language=get_language() or ""))
    return translated


def quiet_hours(wish: NoticeWish | None) -> QuietHours | None:
    if wish is None or wish.quiet_from is None or wish.quiet_until is None:
        return None
    return QuietHours(wish.quiet_from, wish.quiet_until, wish.zone)


def _going_by(way: str, letters: Iterable[Letter], wishes: dict[int, NoticeWish]) -> list[tuple[Letter, datetime]]:
    """Return the letters that go this way, and when each may."""
    now, going = timezone.now(), []
    for letter in letters:
        wish = wishes.get(letter.user)
        if goes_by(way, letter.kind, wish.ways if wish else {}):
            going.append((letter, due_at(letter.kind, max(now, letter.after or now), quiet_hours(wish))))
    return going


def _write_letters(
    letters: Sequence[Letter], wishes: dict[int, NoticeWish], league: League, tournament: Tournament | None
) -> None:
    reachable = reachable_by_mail({letter.user for letter in letters})
    going = [(letter, due) for letter, due in _going_by(MAIL, letters, wishes) if letter.user in reachable]
    if not going:
        return
    MailWish.objects.bulk_create(
        [MailWish(user_id=user) for user in sorted(reachable)], ignore_conflicts=True, batch_size=AT_ONCE
    )
    later = hour_for_letters(league=league, amount=len(going))
    if later:
        log.warning("letters_wait", league=league.slug, letters=len(going), until=later.isoformat())
    rows = [
        MailNotice(
            user_id=letter.user,
            key=letter.key,
            tournament=tournament,
            subject=letter.subject,
            text=f"{letter.text}\n\n{settings.SITE_URL}{letter.link}",
            wished=True,
            language=letter.language,
            next_try_at=max(due, later) if later else due,
        )
        for letter, due in going
    ]
    MailNotice.objects.bulk_create(rows, ignore_conflicts=True, batch_size=AT_ONCE)


def _write_pushes(letters: Sequence[Letter], wishes: dict[int, NoticeWish]) -> None:
    endpoints: dict[int, list[PushEndpoint]] = defaultdict(list)
    for endpoint in PushEndpoint.objects.filter(user__in={letter.user for letter in letters}):
        endpoints[endpoint.user_id].append(endpoint)
    going = [(letter, due) for letter, due in _going_by(PUSH, letters, wishes) if letter.user in endpoints]
    if not going:
        return
    written = Notice.objects.filter(user__in=endpoints, key__in={letter.key for letter, _ in going})
    ids = {(user, key): pk for pk, user, key in written.values_list("pk", "user_id", "key")}
    rows = [
        PushDelivery(endpoint=endpoint, notice_id=ids[letter.user, letter.key], key=letter.key, next_try_at=due)
        for letter, due in going
        for endpoint in endpoints[letter.user]
    ]
    PushDelivery.objects.bulk_create(rows, ignore_conflicts=True, batch_size=AT_ONCE)
