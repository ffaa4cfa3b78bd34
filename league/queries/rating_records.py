"""Ratings as programs read them, a page in one query."""

from collections.abc import Mapping
from typing import Any

from league.queries.exports import stamp
from league.rules.ratings import Estimate, shown

_SAME = ("games", "mu", "sigma")
ROW = (
    *_SAME,
    "pk",
    "played_at",
    "character__name",
    "character__slug",
    "rating_list__system",
    "rating_list__league__slug",
)


def rating_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of `.values(*ROW)`."""
    rating = shown(Estimate(row["mu"], row["sigma"], row["games"]))
    return {
        "name": row["character__name"],
        "slug": row["character__slug"],
        "league": row["rating_list__league__slug"],
        "system": row["rating_list__system"],
        "rating": rating.value,
        "margin": rating.margin,
        "certainty": rating.certainty,
        **{name: row[name] for name in _SAME},
        "last_played_at": stamp(row["played_at"]),
    }
