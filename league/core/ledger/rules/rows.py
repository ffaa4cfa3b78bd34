"""The rows that decide, and the digests by which an entry of the ledger names them.

An entry holds the digest of every row that its decision wrote, over the columns that decide; null for a row that it
deleted. So the last entry that names a row says what the row has to be.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple

from league.core.rules.signatures import canonical

LENGTH = 16  # hexadecimal digits: nobody needs two rows that collide, only another row for a given digest


class Deciding(NamedTuple):
    """The way from a row to its league, and the columns that decide."""

    league: str
    columns: Sequence[str]


# A model is entered here together with every place that writes it.
DECIDING: Mapping[str, Deciding] = {
    "games.GameRecord": Deciding("game__season_game__season__league", ("game_id", "rules_version", "text")),
    "league.Bye": Deciding("round__stage__tournament__season__league", ("round_id", "entry_id", "through")),
    "league.Entry": Deciding(
        "tournament__season__league", ("tournament_id", "character_id", "number", "status", "club")
    ),
    "league.HouseRulesVersion": Deciding("season__league", ("season_id", "version", "rules_id")),
    "league.Invitation": Deciding("league", ("league_id", "role", "token", "expires_at", "used_at")),
    "league.JoinLink": Deciding(
        "league", ("league_id", "tournament_id", "how", "digest", "most_uses", "expires_at", "ended_at")
    ),
    "league.KeptApart": Deciding("tournament__season__league", ("tournament_id", "one_id", "other_id")),
    "league.Ruling": Deciding(
        "tournament__season__league",
        (
            *("tournament_id", "round_id", "table_id", "entry_id", "kind", "units", "reason"),
            *("rescinded_at", "rescinded_because"),
        ),
    ),
    "league.StageEntry": Deciding("stage__tournament__season__league", ("stage_id", "entry_id", "seeding")),
    "league.TableSeat": Deciding(
        "round__stage__tournament__season__league", ("table_id", "round_id", "seat", "entry_id", "absent", "free")
    ),
    "league.TrustedKey": Deciding("league", ("league_id", "name", "key", "league_there")),
}


def row_key(model: str, pk: int) -> str:
    """Return the name of a row in an entry, such as `league.Ruling:7`."""
    return f"{model}:{pk}"


def read_key(key: str) -> tuple[str, int]:
    """Return the model and the number in a row's name."""
    model, _, pk = key.partition(":")
    return model, int(pk)


def row_digest(values: Iterable[Any]) -> str:
    """Return the digest over the values of the deciding columns, in their order."""
    return sha256(canonical([_plain(value) for value in values])).hexdigest()[:LENGTH]


def _plain(value: Any) -> Any:
    """Return a value as JSON has it, whether it was just written or comes from the database."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return json.loads(json.dumps(value)) if isinstance(value, dict | list | tuple) else value
