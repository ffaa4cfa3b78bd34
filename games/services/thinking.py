"""Limit how long bots may think on the site: seconds of a game, and seconds of computing for a person and day. The
engine has no clock. It calls a `go_on` before every action, which is made here."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db.models import Case, F, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from engine.translatable import said, spoken
from games.models import Play, ThinkingTime

GAME_SECONDS = 20
ASK_EVERY = 1
AHEAD = 1  # seconds that a portion is charged before it begins
SPENT = said("Today's thinking time is used up. You get more after midnight UTC.")

TOO_LONG = said(
    "The game took too long: the bots did not finish within {seconds} seconds. Take quicker bots, fewer seats or a "
    "shorter game.",
    seconds=GAME_SECONDS,
)


_elsewhere = threading.local()  # seconds, within `counted`


class TookTooLong(ValidationError):
    """A game that bots did not finish in its time."""


class NoLongerWanted(Exception):
    """A job that somebody stopped, or that another worker has."""


def watch(is_wanted: Callable[[], bool]) -> Callable[[], bool]:
    """Return the `go_on` of one game, which the engine calls before every action. It calls `is_wanted` about once a
    second. It raises TookTooLong after GAME_SECONDS, NoLongerWanted when `is_wanted` returns False."""
    now = time.monotonic()
    until = now + GAME_SECONDS
    ask_at = min(until, now + ASK_EVERY)

    def go_on() -> bool:
        nonlocal ask_at
        now = time.monotonic()
        if now < ask_at:
            return True
        if now >= until:
            raise TookTooLong(spoken(TOO_LONG))
        ask_at = min(until, now + ASK_EVERY)
        if not is_wanted():
            raise NoLongerWanted
        return True

    return go_on


def has_spent(person: int | None) -> bool:
    """Return whether the person's time for today is used up. The site's own work (None) has no limit."""
    spent = ThinkingTime.objects.filter(
        person=person, day=timezone.now().date(), milliseconds__gte=1000 * settings.THINKING_SECONDS
    )
    return person is not None and spent.exists()


def by_share(plays: QuerySet[Play]) -> QuerySet[Play]:
    """Return plays with `share`, what their openers have used of their time for today, in milliseconds."""
    today = ThinkingTime.objects.filter(person=OuterRef("opened_by"), day=timezone.now().date())
    return plays.annotate(share=Coalesce(Subquery(today.values("milliseconds")), 0))


def refuse_spent(person: Person | None) -> None:
    """Raise ValidationError when the person's thinking time for today is used up."""
    if person and has_spent(person.pk):
        raise ValidationError(spoken(SPENT))


@contextmanager
def counted(person: int | None) -> Iterator[None]:
    """Count the computing within as the person's thinking time for today, whether or not it succeeds: `AHEAD` before it
    begins, so that many at once can't each find room, and then what it took."""
    begun, _elsewhere.seconds = time.thread_time(), 0.0
    if person is not None:
        _add(person, 1000 * AHEAD)
    try:
        yield
    finally:
        if person is not None:
            _add(person, round(1000 * (time.thread_time() - begun + _elsewhere.seconds - AHEAD)))


@contextmanager
def computed_elsewhere() -> Iterator[None]:
    """Count the time within as computing that another process does."""
    begun = time.monotonic()
    try:
        yield
    finally:
        _elsewhere.seconds = getattr(_elsewhere, "seconds", 0.0) + time.monotonic() - begun


def _add(person: int, milliseconds: int) -> None:
    today = timezone.now().date()
    row, _ = ThinkingTime.objects.get_or_create(person_id=person, defaults={"day": today})
    so_far = Case(When(day=today, then=F("milliseconds")), default=0)
    # What was charged before midnight is not given back to the day after.
    ThinkingTime.objects.filter(pk=row.pk).update(day=today, milliseconds=Greatest(so_far + milliseconds, 0))
