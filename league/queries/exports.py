"""Careers as others read them: the JSON of contract section 4, for the API and `export_careers` alike."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from characters.models import Career, CareerEvent, Character
from characters.queries.history import order_of_play
from league.models import Result, Season

BATCH = 2000
_TOTALS = ("games", "wins", "points_since_level_change", "happiness", "fame", "cash", "degrees", "trips")


def careers(
    *, characters: QuerySet[Character] | None = None, season: Season | None = None, rescinded: bool = False
) -> Iterator[dict[str, Any]]:
    """The present career of each character, sorted by name, with the history of all its careers.

    `season` limits to characters that played a confirmed game in it. History holds what still stands, with
    `rescinded` also what does not any more. Two queries for every 2,000 characters.
    """
    wanted = Character.objects.all() if characters is None else characters
    if season is not None:
        wanted = wanted.filter(Exists(Result.objects.filter(season=season, character=OuterRef("pk"))))
    events = CareerEvent.objects.all() if rescinded else CareerEvent.objects.standing()
    rows = (
        Career.objects.filter(current=True, character__in=wanted.order_by().values("pk"))
        .select_related("character__owner")
        .prefetch_related(Prefetch("character__events", queryset=events.order_by()))
        .order_by("character__name_key")
    )
    return map(_career, rows.iterator(chunk_size=BATCH))


def stamp(moment: datetime) -> str:
    """ISO 8601 in UTC, such as 2026-01-06T18:00:00Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def history_row(event: CareerEvent) -> dict[str, Any]:
    """One row of a character's history; `game` is the reporter's reference, None for a restart."""
    return {
        "game": event.reference or None,
        "at": stamp(event.at),
        "kind": event.kind,
        "from": event.from_level,
        "to": event.to_level,
        "performance": None if event.performance is None else str(event.performance),
        "points": event.points,
        "rescinded": event.rescinded or None,
    }


def _career(row: Career) -> dict[str, Any]:
    who = row.character
    return {
        "name": who.name,
        "slug": who.slug,
        "owner": who.owner.get_username(),
        "edition": who.edition,
        "specialty": who.specialty,
        "side_interest": who.side_interest,
        "title": who.title,
        "level": row.level,
        "level_name": who.level_name(row.level),
        "status": row.status,
        "career": row.number,
        **{name: getattr(row, name) for name in _TOTALS},
        "history": [history_row(event) for event in sorted(who.events.all(), key=order_of_play)],
    }
