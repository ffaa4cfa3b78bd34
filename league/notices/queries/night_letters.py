"""The letters about game nights: who is asked, and who is told the outcome."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from league.models import GameNight, LedgerEntry, NightAnswer, NightDate
from league.nights.queries import agreed_dates, asked, nights_of, organisers_of, places_of, title_of
from league.nights.rules import NO, SOON
from league.notices.queries.letters import Letter, composed


def _letter(user: int, night: GameNight, deed: str, key: str, *, kind: str = "night", **about: Any) -> Letter:
    values = {"deed": deed, "title": title_of(night), "zone": night.zone, "when": None, "more": 0, **about}
    values["place"] = "" if night.hidden_at else night.place
    link = reverse("night_list", args=[night.league.slug]) if values["more"] else night.get_absolute_url()
    template = "night_dates" if kind == "dates" else "night"
    return composed(user, key=key, kind=kind, template=template, link=link, **values)


def _nights(event: LedgerEntry) -> list[GameNight]:
    numbers = [number for number in event.about.get("nights", ()) if isinstance(number, int)]
    if event.league is None:
        return []
    return list(nights_of(event.league).filter(pk__in=numbers).prefetch_related("dates").order_by("pk"))


def _when(night: GameNight) -> datetime | None:
    return next((date.starts_at for date in night.dates.all() if date.agreed_at), None)


def _proposed(event: LedgerEntry) -> Iterator[Letter]:
    nights = _nights(event)
    people = asked(nights)
    for night in nights:
        about: dict[str, Any] = {"dates": len(night.dates.all()), "until": night.answer_by, "by": event.who}
        for user in sorted(people[night.pk] - {event.by_id}):
            yield _letter(user, night, "proposed", f"event-{event.pk}-{night.pk}", kind="dates", **about)


def _changed(event: LedgerEntry) -> Iterator[Letter]:
    """Yield letters about the first of the nights, which says how many more were announced with it. People who said no
    hear nothing more of a night that is moved or called off."""
    nights, deed = _nights(event), event.kind.removeprefix("night_")
    if not nights:
        return
    night = nights[0]
    people = asked([night])[night.pk] - {event.by_id}
    if deed != "agreed":
        people -= set(NightAnswer.objects.filter(date__night=night, answer=NO).values_list("user", flat=True))
    about: dict[str, Any] = {"when": _when(night), "more": len(nights) - 1}
    for user in sorted(people):
        yield _letter(user, night, deed, f"event-{event.pk}", **about)


def _placed(event: LedgerEntry) -> Iterator[Letter]:
    for night in _nights(event):
        for user in event.about.get("users", ()):
            yield _letter(user, night, "place", f"event-{event.pk}", when=_when(night))


def nights_to_remind(now: datetime) -> QuerySet[NightDate]:
    """Return the agreed dates that begin within a day and of which nobody was reminded."""
    soon = agreed_dates().filter(reminded_at=None, starts_at__gt=now, starts_at__lte=now + SOON)
    return soon.filter(night__cancelled_at=None, night__league__closed_at=None).order_by("starts_at", "pk")


def reminders(date: NightDate) -> Iterator[Letter]:
    key = f"night-soon-{date.pk}-{date.starts_at:%Y%m%d%H%M}"
    for user in places_of(date)[0]:
        yield _letter(user, date.night, "soon", key, when=date.starts_at)


def nights_too_late(now: datetime) -> QuerySet[GameNight]:
    """Return the nights whose people have not agreed in time, and of which nobody was told so."""
    late = GameNight.objects.filter(answer_by__lte=now, late_told_at=None, cancelled_at=None, league__closed_at=None)
    zones = ("table", "league", "round__stage__tournament__season__league")
    return late.exclude(dates__agreed_at__isnull=False).select_related(*zones).order_by("answer_by", "pk")


def late_letters(night: GameNight) -> Iterator[Letter]:
    """Yield letters to the people who decide: the organisers, who proposed the night, and the people of a table."""
    own = asked([night])[night.pk] if night.table_id is not None else ()
    people: Iterable[int | None] = {*organisers_of(night.league_id), night.proposed_by_id, *own} - {None}
    for user in sorted(pk for pk in people if pk is not None):
        yield _letter(user, night, "late", f"night-late-{night.pk}-{night.answer_by:%Y%m%d%H%M}")


WRITERS: Mapping[str, Callable[[LedgerEntry], Iterator[Letter]]] = {
    "night_proposed": _proposed,
    "night_place": _placed,
    **dict.fromkeys(("night_agreed", "night_moved", "night_reopened", "night_cancelled"), _changed),
}
