"""The draws in the archive of a tournament, as records for the proof."""

from collections.abc import Iterator, Mapping
from typing import Any


def archived_draws(archive: Mapping[str, Any]) -> tuple[str, list[dict[str, Any]]]:
    """The commitment and all records by number. KeyError or TypeError for something that is no archive."""
    commitment = archive["tournament"]["draw_commitment"]
    records = sorted(_records(archive), key=lambda record: int(record["number"]))
    seeds = {0: commitment} | {record["number"]: record["seed"] for record in records}
    return commitment, [{**record, "previous": seeds.get(record["number"] - 1)} for record in records]


def _records(archive: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for stage in archive["stages"]:
        for played in stage["played_rounds"]:
            newest = max((draw["number"] for draw in played["draws"]), default=0)
            for draw in played["draws"]:
                holds = draw["number"] == newest
                yield {
                    **draw,
                    "stage": stage["number"],
                    "round": played["number"],
                    "published_at": played.get("published_at"),
                    "tables": [_table(table) for table in played["tables"]] if holds else None,
                    "byes": sorted(bye["entry"] for bye in played["byes"]) if holds else None,
                }


def _table(table: Mapping[str, Any]) -> dict[str, Any]:
    seats = sorted(table["seats"], key=lambda seat: int(seat["seat"]))
    return {"number": table["number"], "seats": [seat["entry"] for seat in seats]}
