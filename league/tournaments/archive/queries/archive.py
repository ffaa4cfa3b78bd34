"""A whole tournament as one JSON archive (docs/tournament-archive.md): names and numbers, no id of this database.

The rest of the chain of seeds follows from the secret, so it leaves only when no draw can follow, or when
the operator moves a running tournament elsewhere. The number of queries does not depend on tables or rounds.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from characters.models import OWNER_NAME, Character
from characters.queries.people import hidden_names
from characters.rules.facts import stamp
from characters.rules.names import by_name
from engine.translatable import renamed, said
from games.models import Sheet, SheetSeat
from games.rules.definitions import digest_of
from games.rules.people import columns, plainly
from league.boards.queries import own_board
from league.clubs.queries import house_rules_of
from league.core.rules.grouping import grouped
from league.models import (
    Bye,
    Draw,
    DrawChange,
    OwnGameVersion,
    Round,
    Season,
    SeasonGame,
    Stage,
    StageEntry,
    Table,
    TableReport,
    TableSeat,
    Team,
    TeamContest,
    TeamMember,
    Tournament,
)
from league.people.rules.characters import COLUMNS
from league.tournaments.archive.queries.archived_names import archived_names
from league.tournaments.archive.rules.archive import BEFORE_TEAMS, FORMAT, VERSION, words_of
from league.tournaments.entries.queries import OVER
from league.tournaments.stages.queries.explanations import explained_table, plain_points

_SHEET = (
    *("pk", "game_id", "version", "status", "source", "played_at", "mode", "target", "minutes", "own_settings"),
    "definition_id",
    *("reason", *columns("submitted_by"), "submitted_at", *columns("confirmed_by"), "confirmed_at"),
    *(*columns("closed_by"), "closed_at", "closed_reason"),
)


def json_rows(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return rows of `values()` in a form that JSON can hold."""
    return [json_row(row) for row in rows]


def json_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row with the plain name of each relation as its key: `by__username` is `by`, `round__stage__number` is
    `stage`."""
    keys = [key for key in row if not key.endswith("by_name")]
    return {(key.split("__")[-2] if "__" in key else key): _told(row, key) for key in keys}


def _told(row: Mapping[str, Any], key: str) -> Any:
    return plainly(row, key.removesuffix("__username")) if key.endswith("__username") else as_json(row[key])


def as_json(value: Any) -> Any:
    return stamp(value) if isinstance(value, datetime) else value


def archived_games(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the games in the order of their references. The points and places of a sheet follow from its figures."""
    games = SeasonGame.objects.filter(game__table__round__stage__tournament=tournament).order_by("reference")
    rows = games.values_list("game_id", "reference", "game__system", "game__edition", "game__played_by_bots")
    sheets = _sheets(tournament)
    return [
        {"reference": reference, "system": system, "edition": edition, "played_by_bots": bots, "sheets": sheets[pk]}
        for pk, reference, system, edition, bots in rows
    ]


def _sheets(tournament: Tournament) -> dict[int, list[dict[str, Any]]]:
    seats = _seats(tournament)
    by_game: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Sheet.objects.filter(game__table__round__stage__tournament=tournament).order_by("game", "version")
    for row in rows.values(*_SHEET):
        pk, game, settings, made_by = (row.pop(name) for name in ("pk", "game_id", "own_settings", "definition_id"))
        own = {name: value for name, value in (("settings", settings), ("definition", made_by)) if value}
        by_game[game].append({**json_row(row), **own, "seats": seats[pk]})
    return by_game


def _seats(tournament: Tournament) -> dict[int, list[dict[str, Any]]]:
    rows = SheetSeat.objects.filter(sheet__game__table__round__stage__tournament=tournament).order_by("sheet", "seat")
    columns = ("sheet_id", "seat", "character__name", "name", "won", "figures")
    return grouped(
        (sheet, {"seat": seat, "character": character, "name": name, "won": won, "score": figures})
        for sheet, seat, character, name, won, figures in rows.values_list(*columns)
    )


_ROUND = (
    *("pk", "stage_id", "number", "status", "minutes", "created_at", "published_at", "started_at", "paused_at"),
    *("paused_seconds", "ended_at", *columns("ended_by")),
)
_TABLE = (
    *("pk", "round_id", "number", "locked", "reasons", "game__season_game__reference", "confirm_by", "frozen_at"),
    "frozen_because",
)
_DRAW = ("pk", "round_id", "number", "method", "seed", "source", "outcome", "cost", "digest", "reason")
_CHANGE = ("draw_id", "kind", "what", "cost_before", "cost_after", "reason", *columns("by"), "at")
_REPORT = ("table_id", "seat__seat", "key", "sheet", *columns("by"), "reported_at", "replaced_at")


def archived_rounds(tournament: Tournament) -> Mapping[int, list[dict[str, Any]]]:
    """Return the rounds of every stage by the id of the stage."""
    draws, tables = _draws(tournament), _tables(tournament)
    byes = _grouped(
        "round_id",
        Bye.objects.filter(round__stage__tournament=tournament).order_by("entry__number"),
        ("round_id", "entry__number", "through"),
    )
    by_stage: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rounds = Round.objects.filter(stage__tournament=tournament).order_by("stage", "number").values(*_ROUND)
    for row in rounds:
        pk, stage = row.pop("pk"), row.pop("stage_id")
        by_stage[stage].append({**json_row(row), "draws": draws[pk], "tables": tables[pk], "byes": byes[pk]})
    return by_stage


def _draws(tournament: Tournament) -> Mapping[int, list[dict[str, Any]]]:
    changes = _grouped("draw_id", DrawChange.objects.filter(draw__tournament=tournament).order_by("id"), _CHANGE)
    by_round: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Draw.objects.filter(tournament=tournament).order_by("number")
    for row in rows.values(*_DRAW, *columns("made_by"), "made_at"):
        pk, round_id = row.pop("pk"), row.pop("round_id")
        by_round[round_id].append({**json_row(row), "changes": changes[pk]})
    return by_round


def _tables(tournament: Tournament) -> Mapping[int, list[dict[str, Any]]]:
    mine = {"table__round__stage__tournament": tournament}
    seats = _grouped(
        "table_id",
        TableSeat.objects.filter(**mine).order_by("table", "seat"),
        ("table_id", "seat", "entry__number", "absent", "free"),
    )
    reports = _grouped("table_id", TableReport.objects.filter(**mine).order_by("id"), _REPORT)
    sheets = [report["sheet"] for of_table in reports.values() for report in of_table]
    _name_characters(sheets)
    for sheet in sheets:
        if "definition" in sheet:
            sheet["definition"] = digest_of(sheet["definition"])
    by_round: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Table.objects.filter(round__stage__tournament=tournament).order_by("round", "number").values(*_TABLE)
    for row in rows:
        pk, round_id = row.pop("pk"), row.pop("round_id")
        row["game"] = row.pop("game__season_game__reference")
        by_round[round_id].append({**json_row(row), "seats": seats[pk], "reports": reports[pk]})
    return by_round


def _grouped(key: str, rows: Any, fields: Iterable[str]) -> Mapping[int, list[dict[str, Any]]]:
    return grouped((row.pop(key), json_row(row)) for row in rows.values(*fields))


def _name_characters(sheets: Iterable[dict[str, Any]]) -> None:
    """Replace the ids of characters in the reported seats by their names."""
    seats = [seat for sheet in sheets for seat in sheet["seats"]]
    ids = {seat["character"] for seat in seats}
    names = dict(Character.objects.filter(pk__in=ids).values_list("pk", "name"))
    for seat in seats:
        seat["character"] = names.get(seat["character"])


SET_UP = (
    *("name", "slug", "status", "system", "edition", "mode", "target", "minutes", "table_size", "shortfall"),
    *("capacity", "starts_at", "place", "self_registration", "registration_open", "round_minutes", "confirm_seconds"),
    *("played_here", "draw_commitment", "created_at", "finished_at"),
)
CONTEST = ("counting", "best_of", "size", "closes_at")


def tournament_archive(tournament: Tournament, *, private: bool = False, with_secret: bool = False) -> dict[str, Any]:
    """Return the whole archive. The number of queries grows only with the stages. `private` adds households and why
    entries are kept apart, `with_secret` the secret of the draws although more may follow."""
    season = tournament.season
    archive: dict[str, Any] = {
        "format": FORMAT,
        "version": BEFORE_TEAMS,
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
        "games": archived_games(tournament),
        "rulings": _rulings(tournament),
        "events": json_rows(_events(tournament)),
        "boards": _boards(season),
        "archived_names": archived_names(tournament),
    }
    if any("line_up" in stage for stage in archive["stages"]):
        archive["version"] = VERSION
    return archive | _own_game(tournament) | _teams(tournament) | {"words": words_of(archive)}


def _teams(tournament: Tournament) -> dict[str, Any]:
    """Return the contest of its teams and the version that has one; nothing for a tournament without. Members are
    named by their entries, and their captains stay with this site."""
    contest = TeamContest.objects.filter(tournament=tournament).values("pk", *CONTEST).first()
    if contest is None:
        return {}
    pk, number_of = contest.pop("pk"), dict(tournament.entries.order_by().values_list("character", "number"))
    members = grouped(
        (
            team,
            {"entry": number_of[who], "since": as_json(since), "until": as_json(until)}
            | ({} if place is None else {"place": place}),
        )
        for team, who, since, until, place in TeamMember.objects.filter(contest=pk, character__in=number_of)
        .order_by("id")
        .values_list("team", "character", "since", "until", "place")
    )
    teams = [
        {
            "number": team.number,
            "name": team.name if team.hidden_at is None else said("Team {number}", number=team.number),
            "entered_at": as_json(team.entered_at),
            "withdrawn_at": as_json(team.withdrawn_at),
            "members": members[team.pk],
        }
        for team in Team.objects.filter(contest=pk).order_by("number")
    ]
    return {"version": VERSION, "team_contest": json_row(contest) | {"teams": teams}}


def _own_game(tournament: Tournament) -> dict[str, Any]:
    """Return the versions of the league's own game that the tournament plays, oldest first; nothing for a built-in
    one."""
    versions = OwnGameVersion.objects.filter(game__system=tournament.system).order_by("number")
    texts = list(versions.values_list("definition__content", flat=True))
    return {"own_game": [json.loads(text) for text in texts]} if texts else {}


def _boards(season: Season) -> list[Mapping[str, Any]]:
    """Return the league's own board that the house rules name, so that its digest in the archive can be resolved."""
    board = own_board(season.league, house_rules_of(season).board)
    return [] if board is None else [board]


def _set_up(tournament: Tournament, *, with_secret: bool) -> dict[str, Any]:
    division = tournament.division
    return {
        **{name: as_json(getattr(tournament, name)) for name in SET_UP},
        "zone": tournament.played_in,
        "draw_secret": tournament.draw_secret if with_secret else None,
        "created_by": tournament.created_by_name or (tournament.created_by and tournament.created_by.get_username()),
        "division": division and {"tier": division.tier, "name": division.name},
    }


def _characters(tournament: Tournament) -> list[dict[str, Any]]:
    """Return everybody who entered or sat at one of its tables."""
    entered = tournament.entries.order_by().values("character")
    sat = SheetSeat.objects.filter(sheet__game__table__round__stage__tournament=tournament, character__isnull=False)
    # As one set of ids: joined to characters, either alone would be looked up for every character of the site.
    named = entered.union(sat.order_by().values("character"))
    rows = Character.objects.filter(pk__in=named).order_by(*by_name())
    values = rows.values_list("name", OWNER_NAME, "edition", "specialty", "side_interest", "title")
    return [dict(zip(COLUMNS, row, strict=True)) for row in values]


def _events(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the log, with the current name in place of a hidden former one."""
    names = hidden_names(Q(character__enrolment__league=tournament.season.league_id))
    rows = tournament.events.order_by("id").values("kind", "text", *columns("by"), "at")
    return [{**row, "text": renamed(row["text"], names)} for row in rows]


def _entries(tournament: Tournament, *, private: bool) -> list[dict[str, Any]]:
    wanted = (
        *("number", "character__name", "status", "club", "household", "registered_at", *columns("registered_by")),
        *("checked_in_at", "dropped_at"),
    )
    rows = tournament.entries.order_by("number").values(*wanted)
    return [row if private else {**row, "household": ""} for row in json_rows(rows)]


def _kept_apart(tournament: Tournament, *, private: bool) -> list[dict[str, Any]]:
    """Return the pairs in order, each with the lower number first: who comes back has a new one."""
    rows = tournament.kept_apart.order_by().values_list("one__number", "other__number", "reason")
    pairs = sorted((*sorted(numbers), reason) for *numbers, reason in rows)
    return [{"one": one, "other": other, "reason": reason if private else ""} for one, other, reason in pairs]


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
        | ({} if stage.line_up is None else {"line_up": stage.line_up})
        for stage in tournament.stages.order_by("number")
    ]


def _standings(stage: Stage) -> list[dict[str, Any]]:
    """Return the standings for readers of the file; an import works them out again."""
    return [
        {
            "position": line.row.position,
            "entry": line.entry,
            "character": line.who.name,
            "games": line.row.tally.games,
            "wins": line.row.tally.wins,
            "points": plain_points(line.row.tally.points),
            "decided_by": line.row.decided_by,
        }
        for line in explained_table(stage)[1]
    ]


def _rulings(tournament: Tournament) -> list[dict[str, Any]]:
    wanted = (
        *("round__stage__number", "round__number", "table__number", "entry__number", "kind", "units", "reason"),
        *(*columns("by"), "at", "rescinded_at", *columns("rescinded_by"), "rescinded_because"),
    )
    rows = tournament.rulings.order_by("id").values(*wanted)
    return json_rows(rows)
