"""Taking a name out of what archives brought here."""

from collections.abc import Collection

from league.tournaments.archive.queries.archived_names import COLUMNS, tournaments_that_name


def replace_archived_name(*, name: str, instead: str, leagues: Collection[int]) -> None:
    """Replace the name in every tournament of these leagues, within the caller's transaction."""
    tournaments = list(tournaments_that_name(name).filter(season__league__in=leagues).values_list("pk", flat=True))
    for model, path, columns in COLUMNS:
        for column in columns:
            rows = model._default_manager.filter(**{f"{path}__in": tournaments, column: name})
            rows.update(**{column: instead})
