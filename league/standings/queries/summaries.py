"""Figures that need all games of a season or league. If the games are few they are worked out for the page that
asks; if they are many a worker does it now and then, and the page says when."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from typing import Any

from django.conf import settings
from django.db.models import QuerySet, Sum

from league.models import League, ResultsChange, Season, Summary

SEASON, LEAGUE = "season", "league"


@dataclass(frozen=True, slots=True)
class Summarised:
    """`content` as JSON can hold it; `made_at` is None if it was worked out just now."""

    content: Any
    made_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Summariser:
    """Works out a `kind` of summary `of` SEASON or LEAGUE. `when_over`: of each season that is over, however few
    results it has, and again only if they have changed."""

    kind: str
    of: str
    work_out: Callable[[Any], Any]
    when_over: bool = False

    def __call__(self, subject: Season | League) -> Summarised | None:
        """Return what is known; None until a worker has reached it."""
        if is_small(subject):
            return Summarised(self.work_out(subject))
        row = self._rows(subject).first()
        return Summarised(row.content, row.made_at) if row else None

    def parts(self, subject: Season | League, *paths: str) -> Summarised | None:
        """Return the same in parts, such as `places__c7`: a list of what is there, None if there is nothing. The
        rest of what may be megabytes stays in the database."""
        if is_small(subject):
            content = self.work_out(subject)
            return Summarised([reduce(_within, path.split("__"), content) for path in paths])
        row = self._rows(subject).values_list("made_at", *(f"content__{path}" for path in paths)).first()
        return Summarised(list(row[1:]), row[0]) if row else None

    def _rows(self, subject: Season | League) -> QuerySet[Summary]:
        return Summary.objects.filter(kind=self.kind, subject=subject.pk).order_by()

    def made_at(self, subject: Season | League) -> datetime | None:
        """Return when a worker looked through many games; None for few, and before."""
        return None if is_small(subject) else self._rows(subject).values_list("made_at", flat=True).first()


def _within(content: Any, key: str) -> Any:
    return content.get(key) if content else None


def is_small(subject: Season | League) -> bool:
    """Return whether it has so few results that all of them may be read for one answer."""
    changes = ResultsChange.objects.filter(season__in=seasons_of(subject))
    return (changes.aggregate(results=Sum("results"))["results"] or 0) <= settings.SUMMARISED_FROM


def seasons_of(subject: Season | League) -> Collection[int] | QuerySet[Season, Any]:
    return [subject.pk] if isinstance(subject, Season) else subject.seasons.order_by().values("pk")
