"""A whole tournament as one JSON archive (docs/tournament-archive.md): names and numbers, no id of this database.

The rest of the chain of seeds is known to whoever knows the secret, so it leaves only when no draw can follow, or when
the operator moves a running tournament elsewhere.
"""

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from django.db.models import Q
from django.utils import timezone

from characters.models import Character
from league.models import Stage, StageEntry, Tournament
from league.queries.archive_games import archived_games, as_json, json_rows
from league.queries.archive_rounds import archived_rounds
from league.queries.exports import stamp
from league.queries.stage_explained import explained_rows
from league.queries.stage_standings import stage_table
from league.queries.standing_records import plain
from league.queries.tables import house_rules_of
from league.rules.archive import FORMAT, VERSION
from league.rules.table_points import UNIT

SET_UP = (
    "name",
    "slug",
    "status",
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
    "self_registration",
    "registration_open",
    "round_minutes",
    "confirm_seconds",
    "draw_commitment",
    "created_at",
    "finished_at",
)
OVER = (Tournament.FINISHED, Tournament.CANCELLED)


def tournament_archive(tournament: Tournament, *, private: bool = False, with_secret: bool = False) -> dict[str, Any]:
    """Everything, in a number of queries that grows with the stages alone. `private` adds households and why entries
    are kept apart, `with_secret` the secret of the draws although more may follow."""
    season = tournament.season
    games = archived_games(tournament)
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": stamp(timezone.now()),
        "league": {"name": season.league.name, "slug": season.league.slug},
        "season": {
            "slug": season.slug,
            "name": season.name,
            "starts_on": season.starts_on and season.starts_on.isoformat(),
            "ends_on": season.ends_on and season.ends_on.isoformat(),
            "draw_seed": season.draw_seed,
            "house_rules": asdict(house_rules_of(season)),
        },
        "characters": _characters(tournament),
        "tournament": _set_up(tournament, with_secret=with_secret or tournament.status in OVER),
        "entries": _entries(tournament, private=private),
        "kept_apart": _kept_apart(tournament, private=private),
        "stages": _stages(tournament),
        "games": games,
        "rulings": _rulings(tournament),
        "events": json_rows(tournament.events.order_by("id").values("kind", "text", "by__username", "at")),
    }


def _set_up(tournament: Tournament, *, with_secret: bool) -> dict[str, Any]:
    division = tournament.division
    return {
        **{name: as_json(getattr(tournament, name)) for name in SET_UP},
        "draw_secret": tournament.draw_secret if with_secret else None,
        "created_by": tournament.created_by and tournament.created_by.get_username(),
        "division": division and {"tier": division.tier, "name": division.name},
    }


def _characters(tournament: Tournament) -> list[dict[str, Any]]:
    """Everybody who entered or sat at one of its tables."""
    named = Q(entries__tournament=tournament) | Q(seats__sheet__game__table__round__stage__tournament=tournament)
    rows = Character.objects.filter(named).distinct().order_by("name_key")
    return json_rows(rows.values("name", "owner__username", "edition", "specialty", "side_interest", "title"))


def _entries(tournament: Tournament, *, private: bool) -> list[dict[str, Any]]:
    rows = tournament.entries.order_by("number").values(
        "number",
        "character__name",
        "status",
        "club",
        "household",
        "registered_at",
        "registered_by__username",
        "checked_in_at",
        "dropped_at",
    )
    return [row if private else {**row, "household": ""} for row in json_rows(rows)]


def _kept_apart(tournament: Tournament, *, private: bool) -> list[dict[str, Any]]:
    rows = tournament.kept_apart.order_by("one__number", "other__number")
    return [
        {"one": one, "other": other, "reason": reason if private else ""}
        for one, other, reason in rows.values_list("one__number", "other__number", "reason")
    ]


def _stages(tournament: Tournament) -> list[dict[str, Any]]:
    rounds = archived_rounds(tournament)
    seedings = StageEntry.objects.filter(stage__tournament=tournament).order_by("stage", "seeding")
    seeded = list(seedings.values_list("stage_id", "seeding", "entry__number"))
    return [
        {
            "number": stage.number,
            "name": stage.name,
            "format": stage.format,
            "rounds": stage.rounds,
            "cut": stage.cut,
            "status": stage.status,
            "entries": [{"seeding": seeding, "entry": number} for of, seeding, number in seeded if of == stage.pk],
            "played_rounds": rounds[stage.pk],
            "standings": _standings(stage),
        }
        for stage in tournament.stages.order_by("number")
    ]


def _standings(stage: Stage) -> list[dict[str, Any]]:
    """For reading: an import works them out again."""
    rows = explained_rows(stage, stage_table(stage))
    numbers = dict(stage.tournament.entries.values_list("character_id", "number"))
    names = dict(Character.objects.filter(pk__in=[row.character for row in rows]).values_list("pk", "name"))
    return [
        {
            "position": row.position,
            "entry": numbers.get(row.character),
            "character": names[row.character],
            "games": row.tally.games,
            "wins": row.tally.wins,
            "points": plain(Fraction(row.tally.points, UNIT)),
            "decided_by": row.decided_by,
        }
        for row in rows
    ]


def _rulings(tournament: Tournament) -> list[dict[str, Any]]:
    rows = tournament.rulings.order_by("id").values(
        "round__stage__number",
        "round__number",
        "table__number",
        "entry__number",
        "kind",
        "units",
        "reason",
        "by__username",
        "at",
        "rescinded_at",
        "rescinded_by__username",
        "rescinded_because",
    )
    return json_rows(rows)
