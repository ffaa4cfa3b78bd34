"""Say in which hours a person plays."""

from collections.abc import Collection

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import PlayHours
from games.rules.hours import DAYS, LEAST_A_WEEK, Hours
from league.core.rules.zones import is_zone


@transaction.atomic
def set_play_hours(*, person: Person, days: Collection[int], start: int, end: int, zone: str) -> None:
    """Set when this person plays, for the choices that they are asked for from now on; without days, always. `start`
    and `end`: full hours, 0 to 23. Raise ValidationError."""
    if not days:
        PlayHours.objects.filter(person=person).delete()
        return
    if not set(days) <= set(DAYS) or not {start, end} <= set(range(24)):
        raise ValidationError(_("Choose weekdays, and two full hours."))
    if start == end != 0:
        raise ValidationError({"end": _("Choose two different hours, or 00:00 twice for whole days.")})
    if not is_zone(zone):
        raise ValidationError({"zone": _("Choose a time zone from the list.")})
    hours = Hours(tuple(sorted(set(days))), start, end, zone)
    if hours.a_week < LEAST_A_WEEK:
        refusal = _("These are {hours} hours a week. Choose at least {least}, so that the others don't wait too long.")
        raise ValidationError({"days": refusal.format(hours=hours.a_week, least=LEAST_A_WEEK)})
    PlayHours.objects.update_or_create(person=person, defaults={"hours": f"{hours}"})
