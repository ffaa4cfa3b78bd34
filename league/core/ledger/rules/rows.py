"""The rows that decide, and the digests by which an entry of the ledger names them.

An entry holds the digest of every row that its decision wrote, over the columns that decide; null for a row that it
deleted. So the last entry that names a row says what the row has to be.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any, NamedTuple

from league.core.rules.signatures import canonical

LENGTH = 16  # hexadecimal digits: nobody needs two rows that collide, only another row for a given digest


class Part(NamedTuple):
    """Rows that belong to a row and are in its digest: their model, the column that names the row, and their columns,
    ordered by the first."""

    model: str
    of: str
    columns: Sequence[str]


class Deciding(NamedTuple):
    """The way from a row to its league ("" for rows of the installation), the columns that decide, the rows that
    belong to it, and which rows decide at all. `later`: columns added in a later version; while one is None, the
    digest is that of the versions before."""

    league: str
    columns: Sequence[str]
    parts: Sequence[Part] = ()
    only: Mapping[str, Any] = {}
    later: Sequence[str] = ()

    @property
    def every_column(self) -> Sequence[str]:
        return (*self.columns, *self.later)

    def values(self, row: Sequence[Any]) -> list[Any]:
        """Return what the digest covers of a row that is read by `every_column`."""
        later = zip(self.later, row[len(self.columns) :], strict=True)
        return [*row[: len(self.columns)], *([name, value] for name, value in later if value is not None)]


_OF_TOURNAMENT = "tournament__season__league"
_OF_STAGE = f"stage__{_OF_TOURNAMENT}"
_OF_ROUND = f"round__{_OF_STAGE}"
_OF_CHARACTER = "character__enrolment__league"
_PLAY_SEAT = ("seat", "character_id", "person_id", "bot", "salt", "salt_hash", "played_by_bot")

# A model is entered here together with every place that writes it.
DECIDING: Mapping[str, Deciding] = {
    "characters.Character": Deciding(
        "enrolment__league",
        (
            *("name", "owner_id", "owner_label", "edition", "specialty", "side_interest"),
            *("primary_company", "secondary_company"),
        ),
    ),
    "games.GameRecord": Deciding("game__season_game__season__league", ("game_id", "rules_version", "text")),
    "games.Play": Deciding(
        "season_play__season__league",
        ("game_id", "system", "edition", "secret", "commitment", "setup", "rules_version", "outcome"),
        (
            Part("league.SeasonPlay", "play_id", ("season_id",)),
            Part("games.PlaySeat", "play_id", _PLAY_SEAT),
            Part("games.Turn", "play_id", ("number", "author", "seat", "kind", "action", "back_to", "by_id")),
        ),
        {"game__isnull": False},
    ),
    "league.Block": Deciding("", ("user_id",)),
    "league.Board": Deciding("league", ("league_id",)),
    "league.BoardVersion": Deciding("board__league", ("board_id", "number", "digest")),
    "league.Bye": Deciding(_OF_ROUND, ("round_id", "entry_id", "through")),
    "league.CharacterMerge": Deciding(
        "league",
        (
            *("league_id", "kept_id", "merged_id", "kept_owner_id", "merged_owner_id", "asked_by_id"),
            *("agreed_by_id", "agreed_at", "ended_at", "undone_by_id", "undone_at", "moved"),
        ),
    ),
    "league.CharacterOffer": Deciding(
        _OF_CHARACTER, ("character_id", "made_by_id", "made_to_id", "accepted_at", "ended_at")
    ),
    "league.ClaimLink": Deciding(_OF_CHARACTER, ("character_id", "digest", "expires_at", "used_at", "undone_at")),
    "league.Division": Deciding("season__league", ("season_id", "tier", "name")),
    "league.DivisionPlace": Deciding("season__league", ("season_id", "division_id", "character_id")),
    "league.Draw": Deciding(
        _OF_TOURNAMENT, ("tournament_id", "round_id", "number", "method", "seed", "source", "outcome", "cost", "digest")
    ),
    "league.DrawChange": Deciding(
        f"draw__{_OF_TOURNAMENT}", ("draw_id", "kind", "what", "cost_before", "cost_after", "reason")
    ),
    "league.Enrolment": Deciding("league", ("league_id", "character_id")),
    "league.Entry": Deciding(
        _OF_TOURNAMENT, ("tournament_id", "character_id", "number", "status", "club"), later=("lot",)
    ),
    "league.HouseRulesVersion": Deciding("season__league", ("season_id", "version", "rules_id")),
    "league.Invitation": Deciding("league", ("league_id", "role", "token", "expires_at", "used_at")),
    "league.JoinLink": Deciding(
        "league", ("league_id", "tournament_id", "how", "digest", "most_uses", "expires_at", "ended_at")
    ),
    "league.KeptApart": Deciding(_OF_TOURNAMENT, ("tournament_id", "one_id", "other_id")),
    "league.League": Deciding("pk", ("joining", "closed_at")),
    "league.Membership": Deciding("league", ("league_id", "user_id", "role")),
    "league.OwnGame": Deciding("league", ("league_id", "system")),
    "league.OwnGameVersion": Deciding("game__league", ("game_id", "number", "definition_id")),
    "league.Round": Deciding(_OF_STAGE, ("stage_id", "number", "status")),
    "league.Ruling": Deciding(
        _OF_TOURNAMENT,
        (
            *("tournament_id", "round_id", "table_id", "entry_id", "kind", "units", "reason"),
            *("rescinded_at", "rescinded_because"),
        ),
    ),
    "league.Season": Deciding("league", ("league_id", "starts_on", "ends_on", "draw_seed")),
    "league.Stage": Deciding(
        _OF_TOURNAMENT, ("tournament_id", "number", "format", "rounds", "cut", "status"), later=("line_up",)
    ),
    "league.StageEntry": Deciding(_OF_STAGE, ("stage_id", "entry_id", "seeding")),
    "league.Table": Deciding(_OF_ROUND, ("round_id", "number")),
    "league.TableSeat": Deciding(_OF_ROUND, ("table_id", "round_id", "seat", "entry_id", "absent", "free")),
    "league.Team": Deciding(
        "contest__season__league", ("contest_id", "number", "name", "withdrawn_at"), later=("lot",)
    ),
    "league.TeamContest": Deciding(
        "season__league", ("season_id", "tournament_id", "counting", "best_of", "size", "closes_at")
    ),
    "league.TeamMember": Deciding(
        "contest__season__league", ("contest_id", "team_id", "character_id", "since", "until")
    ),
    "league.Tournament": Deciding(
        "season__league",
        (
            *("season_id", "division_id", "status", "system", "edition", "mode", "target", "minutes", "table_size"),
            *("shortfall", "capacity", "self_registration", "registration_open", "draw_secret", "draw_commitment"),
        ),
        later=("hall_id",),
    ),
    "league.TrustedKey": Deciding("league", ("league_id", "name", "key", "league_there")),
    "league.Webhook": Deciding("league", ("league_id", "url", "kinds", "secret", "active")),
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
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return json.loads(json.dumps(value)) if isinstance(value, dict | list | tuple) else value
