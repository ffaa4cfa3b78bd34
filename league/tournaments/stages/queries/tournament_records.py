"""Tournaments as others read them: one row in a list, and alone with its stages; entries, rulings, the log."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, TypedDict, cast

from django.db.models import QuerySet

from characters.rules.facts import stamp
from engine.translatable import renamed
from games.rules.people import columns, who
from league.core.rules.records import Moment, OneOf, Person
from league.models import Entry, LedgerEntry, Round, Stage, Tournament

ROW = (
    "slug",
    "name",
    "status",
    "season__slug",
    "season__league__slug",
    "system",
    "edition",
    "mode",
    "target",
    "minutes",
    "table_size",
    "shortfall",
    "capacity",
    "starts_at",
    "place",
    "zone",
    "season__league__zone",
    "self_registration",
    "registration_open",
    "round_minutes",
    "confirm_seconds",
    "played_here",
    "draw_commitment",
    "created_at",
    "finished_at",
)
EVENT = ("pk", "kind", "text", *columns("by"), "at", "imported")
_TIMES = ("starts_at", "created_at", "finished_at")


class RoundPlace(TypedDict):
    stage: int
    number: int
    status: Annotated[str, OneOf(Round.STATUSES)]


class TournamentRow(TypedDict):
    slug: str
    name: str
    status: Annotated[str, OneOf(Tournament.STATUSES)]
    season: Annotated[str, "Slug of the season."]
    league: Annotated[str, "Slug of the league."]
    system: str
    edition: str
    mode: str
    target: int | None
    minutes: int | None
    table_size: int
    shortfall: Annotated[str, OneOf(Tournament.SHORTFALLS), "What fills a table up."]
    capacity: int | None
    starts_at: Moment | None
    place: str
    zone: Annotated[str, "On whose clocks it is played, such as `Europe/London`: its own, or that of the league."]
    self_registration: bool
    registration_open: bool
    round_minutes: int
    confirm_seconds: Annotated[int, "How long silence may last before it confirms a result."]
    played_here: Annotated[bool, "The tables of a round that begins are played on the site, those that can be."]
    draw_commitment: Annotated[str, "To which the first seed hashes."]
    created_at: Moment
    finished_at: Moment | None


class StageRow(TypedDict):
    number: int
    name: str
    format: Annotated[str, OneOf(Stage.FORMATS)]
    rounds: Annotated[int | None, "Planned; null for as many as it takes."]
    cut: Annotated[int | None, "How many come in; null is everybody."]
    status: Annotated[str, OneOf(Stage.STATUSES)]


class TournamentDetail(TournamentRow):
    division: str | None
    entries: Annotated[dict[str, int], "How many are in which state."]
    stages: list[StageRow]
    round: Annotated[RoundPlace | None, "The newest that is published."]


class TournamentEventRow(TypedDict):
    id: int
    kind: Annotated[str, OneOf(LedgerEntry.OF_TOURNAMENTS)]
    text: str
    by: Person
    at: Moment
    imported: Annotated[bool, "An archive says so; this site did not see it."]


def tournament_row(row: Mapping[str, Any]) -> TournamentRow:
    """Return the record of one of `Tournament.objects.values(*ROW)`."""
    record = {name: row[name] for name in ROW if "__" not in name}
    record |= {name: stamp(row[name]) for name in _TIMES}
    record |= {"season": row["season__slug"], "league": row["season__league__slug"]}
    record["zone"] = row["zone"] or row["season__league__zone"]
    return cast(TournamentRow, record)


def tournament_record(tournament: Tournament) -> TournamentDetail:
    """Return one tournament with its stages and the number of entries in each state. Four queries."""
    states = Counter(tournament.entries.values_list("status", flat=True))
    last = Round.objects.filter(stage__tournament=tournament).exclude(status=Round.DRAFT)
    newest = last.order_by("-stage__number", "-number").values_list("stage__number", "number", "status").first()
    stages = tournament.stages.order_by("number").values(*StageRow.__annotations__)
    return {
        **tournament_row(Tournament.objects.values(*ROW).get(pk=tournament.pk)),
        "division": tournament.division.name if tournament.division else None,
        "entries": {status: states[status] for status in Entry.STATUSES},
        "stages": [cast(StageRow, row) for row in stages],
        "round": RoundPlace(stage=newest[0], number=newest[1], status=newest[2]) if newest else None,
    }


def event_row(row: Mapping[str, Any], names: Mapping[str, str]) -> TournamentEventRow:
    """Return the record of one of `LedgerEntry.objects.values(*EVENT)`; `names`: hidden ones, with those of now."""
    return {
        "id": row["pk"],
        "kind": row["kind"],
        "text": renamed(row["text"], names),
        "by": who(row, "by"),
        "at": stamp(row["at"]),
        "imported": row["imported"],
    }


def events_of(tournament: Tournament) -> QuerySet[LedgerEntry]:
    return LedgerEntry.objects.filter(tournament=tournament)
