"""Characters as others read them: with the level of the current career, a page in one query."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet

from characters.models import Character
from league.queries.exports import stamp

_SAME = ("name", "slug", "edition", "specialty", "side_interest", "title", "level", "status", "career")
_NAMES = ("c_level_title", "primary_company", "owner__username", "enrolment__league__slug")
ROW = (*_SAME, *_NAMES, "name_key")


def characters() -> QuerySet[Character]:
    """Everybody, with `level`, `status` and number (`career`) of the current career."""
    rows = Character.objects.annotate(now=FilteredRelation("careers", condition=Q(careers__current=True)))
    return rows.annotate(level=F("now__level"), status=F("now__status"), career=F("now__number"))


def character_rows(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A page of `characters().values(*ROW)`."""
    return [_row(row) for row in rows]


def character_record(who: Character) -> dict[str, Any]:
    """One character: as in a list, with what else the personnel file's cover says."""
    return {
        **_row(characters().values(*ROW).get(pk=who.pk)),
        "secondary_company": who.secondary_company,
        "c_level_title": who.c_level_title,
        "former_names": list(who.former_names.values_list("name", flat=True)),
        "registered_at": stamp(who.registered_at),
    }


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    who = Character(**{name: row[name] for name in ("edition", "specialty", "title", "c_level_title")})
    return {
        **{name: row[name] for name in _SAME},
        "owner": row["owner__username"],
        "league": row["enrolment__league__slug"],
        "company": row["primary_company"],
        "level_name": who.level_name(row["level"]),
    }
