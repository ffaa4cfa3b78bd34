"""The proof that the changes of results add up to the results that are there."""

from collections.abc import Iterator

from django.db.models import Count, Model, OuterRef, QuerySet, Subquery, Sum
from django.db.models.aggregates import Aggregate

from league.models import Result, ResultsChange, Season


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


def _of_season(rows: QuerySet[Model], figure: Aggregate) -> Subquery:
    own = rows.filter(season=OuterRef("pk")).order_by().values("season")
    return Subquery(own.annotate(figure=figure).values("figure"))
