"""Names that this site knows only from archives, in every column that has them."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model, Q, QuerySet

from games.models import Decision, Sheet
from league.models import Draw, DrawChange, Entry, LedgerEntry, Round, Ruling, TableReport, Tournament

_OF_GAME = "game__table__round__stage__tournament"
# A model, the way from it to its tournament, the columns that have names.
COLUMNS: tuple[tuple[type[Model], str, tuple[str, ...]], ...] = (
    (Tournament, "pk", ("created_by_name",)),
    (Entry, "tournament", ("registered_by_name",)),
    (Round, "stage__tournament", ("ended_by_name",)),
    (Draw, "tournament", ("made_by_name",)),
    (DrawChange, "draw__tournament", ("by_name",)),
    (TableReport, "table__round__stage__tournament", ("by_name",)),
    (Ruling, "tournament", ("by_name", "rescinded_by_name")),
    (LedgerEntry, "tournament", ("by_name",)),
    (Sheet, _OF_GAME, ("submitted_by_name", "confirmed_by_name", "closed_by_name")),
    (Decision, _OF_GAME, ("by_name",)),
)


def archived_names(tournament: Tournament) -> list[str]:
    """Return the names in order. One query."""
    first, *rest = [
        _named(model, path, column, tournament.pk) for model, path, columns in COLUMNS for column in columns
    ]
    return sorted(name for (name,) in first.union(*rest))


def tournaments_that_name(name: str) -> QuerySet[Tournament]:
    """Return the tournaments whose archives contain that name, which may be another person's."""
    condition = Q()
    for model, path, columns in COLUMNS:
        for column in columns:
            condition |= Q(pk__in=model._default_manager.filter(**{column: name}).order_by().values(path))
    return Tournament.objects.filter(condition).order_by("pk")


def _named(model: type[Model], path: str, column: str, tournament: int) -> QuerySet[Model, tuple[str]]:
    rows = model._default_manager.filter(**{path: tournament}).exclude(**{column: ""})
    return rows.order_by().values_list(column)


def archives_with_name_of(user: User) -> list[dict[str, Any]]:
    """Return tournaments of other sites that contain this user name; whether it is the same person, nobody knows."""
    tournaments = tournaments_that_name(user.get_username())
    return [dict(row) for row in tournaments.values("name", "slug", "season__league__name")]
