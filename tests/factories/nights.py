"""Game nights of the Thursday Club, and time that passes for them."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from league.models import GameNight, NightDate
from league.nights.services import answer_date, propose_night, settle_night
from tests.factories.thursday_club import ThursdayClub


def in_days(days: float) -> datetime:
    """Half past seven in the evening (UTC), so many days from now."""
    return (timezone.now() + timedelta(days=days)).replace(hour=19, minute=30, second=0, microsecond=0)


def a_night(club: ThursdayClub, *days: float, by: str = "otto", **about: Any) -> GameNight:
    """A night for which `by` proposes dates so many days from now, by default a week and eight days."""
    dates = [in_days(day) for day in days or (7, 8)]
    about = {"title": "Game night", "place": "12 Cork Street", "minutes": 180, "league": club.league, **about}
    return propose_night(dates=dates, by=club.users[by], **about)


def dates_of(night: GameNight) -> list[NightDate]:
    return list(night.dates.order_by("starts_at"))


def answered(club: ThursdayClub, night: GameNight, name: str, *answers: str) -> None:
    """Somebody answers the dates in their order."""
    for date, answer in zip(dates_of(night), answers, strict=False):
        answer_date(night=night, date=date.pk, answer=answer, by=club.users[name])


def an_agreed_night(club: ThursdayClub, *coming: str, **about: Any) -> GameNight:
    """A night a week from now that Otto has settled on, who does not come himself."""
    night = a_night(club, 7, **about)
    answered(club, night, "otto", "no")
    settle_night(night=night, date=dates_of(night)[0].pk, by=club.users["otto"])
    for name in coming:
        answered(club, night, name, "yes")
    return GameNight.objects.get(pk=night.pk)


def it_begins(night: GameNight, *, hours_ago: float = 0.5) -> None:
    """As if the agreed date had come."""
    night.dates.filter(agreed_at__isnull=False).update(starts_at=timezone.now() - timedelta(hours=hours_ago))


def the_deadline_passes(night: GameNight) -> None:
    GameNight.objects.filter(pk=night.pk).update(answer_by=timezone.now() - timedelta(minutes=1))
