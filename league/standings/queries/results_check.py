"""The proof that the changes of results add up to the results that are there, and these to sealed standings."""

from collections.abc import Iterator

from django.db.models import Count, Model, OuterRef, QuerySet, Subquery, Sum
from django.db.models.aggregates import Aggregate

from league.models import Result, ResultsChange, Season, Summary
from league.standings.queries.sealed import digest, sealed
from league.standings.queries.standings import final_tallies, results_versions


def results_differences() -> Iterator[str]:
    """Yield a sentence for every season whose changes add up to other results. One statement, so that a game under way
    is seen whole or not at all."""
    results, changes = Result.objects.all(), ResultsChange.objects.all()
    sums = Season.objects.order_by("pk").values_list(
        "name",
        _of_season(results, Count("pk")),
        _of_season(results, Sum("pk")),
        _of_season(changes, Sum("results")),
        _of_season(changes, Sum("keys")),
    )
    for name, *figures in sums:
        results_there, keys_there, results_noted, keys_noted = (int(figure or 0) for figure in figures)
        if (results_there, keys_there) != (results_noted, keys_noted):
            yield f"Season {name}: has {results_there:,} results, and its changes say {results_noted:,} or others."


def seal_differences(pk: int) -> Iterator[str]:
    """Yield a sentence if a seal that holds is not what the results add up to."""
    seal = Summary.objects.get(pk=pk)
    season = Season.objects.get(pk=seal.subject)
    if str(results_versions([season.pk])[season.pk]) != seal.version:
        return  # a correction has opened it
    content = dict(seal.content)
    if content.pop("digest", "") != digest(content):
        yield f"Season {season}: its sealed standings were altered; their digest does not follow from them."
    elif seal.content != sealed(season, *final_tallies(season)):
        yield f"Season {season}: its sealed standings are not what its results add up to."


def _of_season(rows: QuerySet[Model], figure: Aggregate) -> Subquery:
    own = rows.filter(season=OuterRef("pk")).order_by().values("season")
    return Subquery(own.annotate(figure=figure).values("figure"))
