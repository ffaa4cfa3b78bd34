"""Standings that this process has put in order already, for as long as the results are the very same.

A version of the results is asked for with each read, so that a change is visible in the next one. Results are written
and deleted, never altered, and keys are given out once. Within a transaction nothing is kept: what it wrote may be
taken back, and its keys given out again.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from django.db import connection
from django.db.models import Count, Max, Sum

from league.models import Result, Season
from league.standings.rules.standings import Standings

MOST = 8
Keeper = Callable[[Hashable, Callable[[], Standings]], Standings]
_kept: OrderedDict[Hashable, Standings] = OrderedDict()
_lock = Lock()


def keeper(season: Season) -> Keeper:
    """Gives standings of a kind over the season's results as they are now: a copy of those kept, or else new ones."""
    if connection.in_atomic_block:
        return lambda what, work_out: work_out()
    version = (connection.settings_dict["NAME"], season.pk, season.draw_seed, *version_of(season))
    return lambda what, work_out: _kept_or_new((*version, what), work_out)


def _kept_or_new(key: Hashable, work_out: Callable[[], Standings]) -> Standings:
    with _lock:
        found = _kept.get(key)
        if found is not None:
            _kept.move_to_end(key)
            return found.unsettled()
    made = work_out()
    with _lock:
        _kept[key] = made.unsettled()
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return made


def version_of(season: Season) -> tuple[int, ...]:
    """Changes with the season's results. SQLite writes one transaction after the other, so there the last key tells of
    everything written and the number of what was deleted; elsewhere a smaller key may be committed after a greater."""
    results = Result.objects.filter(season=season).order_by()
    if connection.vendor == "sqlite":
        last = Result.objects.order_by("-pk").values_list("pk", flat=True).first()
        return results.count(), last or 0
    found = results.aggregate(Count("pk"), Max("pk"), Sum("pk"))
    return found["pk__count"], found["pk__max"] or 0, found["pk__sum"] or 0
