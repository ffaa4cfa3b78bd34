"""Standings that this process has put in order already, for as long as the results are the very same, or only more.

A version of the results is asked for with each read, so that a change is visible in the next one. Results are written
and deleted, never altered, and keys are given out once. So where none of those counted before is gone, the standings of
before need only those who played since. Within a transaction nothing is kept: what it wrote may be taken back, and its
keys given out again.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple

from django.db import connection
from django.db.models import Count, Max, QuerySet, Sum

from league.models import Result, Season
from league.standings.rules.standings import Standings

MOST = 8
WorkOut = Callable[[], Standings]
CatchUp = Callable[[Standings, int], Standings]


class Version(NamedTuple):
    """Changes with the results that it is of. `last` is the greatest key.

    SQLite writes one transaction after the other, so there the number of results up to a key tells whether they are the
    same; elsewhere a smaller key may be committed after a greater, so their sum is asked for too.
    """

    number: int
    last: int
    keys: int


@dataclass(frozen=True, slots=True)
class Keeper:
    """Gives standings of a kind over the season's results as they are now: a copy of those kept; those kept, caught up
    with results after a key; or else new ones."""

    season: Season
    version: Version | None

    def __call__(self, what: Hashable, work_out: WorkOut, catch_up: CatchUp | None = None) -> Standings:
        if self.version is None:
            return work_out()
        key = (connection.settings_dict["NAME"], self.season.pk, self.season.draw_seed, what)
        with _lock:
            kept = _kept.get(key)
            if kept is not None:
                _kept.move_to_end(key)
        if kept is not None and kept[0] == self.version:
            return kept[1].unsettled()
        if kept is not None and catch_up is not None and self._has_only_more_than(kept[0]):
            made = catch_up(kept[1], kept[0].last)
        else:
            made = work_out()
        with _lock:
            _kept[key] = (self.version, made.unsettled())
            while len(_kept) > MOST:
                _kept.popitem(last=False)
        return made

    def _has_only_more_than(self, earlier: Version) -> bool:
        before = _version(_results(self.season).filter(pk__lte=earlier.last))
        return (before.number, before.keys) == (earlier.number, earlier.keys)


_kept: OrderedDict[Hashable, tuple[Version, Standings]] = OrderedDict()
_lock = Lock()


def keeper(season: Season) -> Keeper:
    return Keeper(season, None if connection.in_atomic_block else _version(_results(season)))


def keepers(seasons: Collection[Season]) -> dict[int, Keeper]:
    """Return a keeper for each season, with no more queries than for one."""
    asked = {season.pk for season in seasons}
    versions = {} if connection.in_atomic_block else _versions(asked)
    return {season.pk: Keeper(season, versions.get(season.pk)) for season in seasons}


def _versions(seasons: Collection[int]) -> dict[int, Version]:
    found = Result.objects.filter(season__in=seasons).order_by().values_list("season").annotate(Count("pk"))
    if connection.vendor == "sqlite":
        counted = dict(found)
        last = Result.objects.aggregate(last=Max("pk"))["last"] or 0
        return {season: Version(counted.get(season, 0), last, 0) for season in seasons}
    versions = {season: Version(*told) for season, *told in found.annotate(Max("pk"), Sum("pk"))}
    return {season: versions.get(season, Version(0, 0, 0)) for season in seasons}


def _results(season: Season) -> QuerySet[Result]:
    return Result.objects.filter(season=season).order_by()


def _version(results: QuerySet[Result]) -> Version:
    if connection.vendor == "sqlite":
        return Version(results.count(), Result.objects.aggregate(last=Max("pk"))["last"] or 0, 0)
    found = results.aggregate(Count("pk"), Max("pk"), Sum("pk"))
    return Version(found["pk__count"], found["pk__max"] or 0, found["pk__sum"] or 0)
