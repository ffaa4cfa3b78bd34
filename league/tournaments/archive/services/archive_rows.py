"""The rows of a tournament as its archive has them, times and people included. Nothing is told to anybody: the events
are marked as told. Within the caller's transaction, after the games."""

import secrets
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model
from django.utils import timezone

from characters.rules.names import name_key
from games.models import Sheet
from league.accounts.rules import former_name
from league.models import (
    Bye,
    Division,
    Draw,
    DrawChange,
    Entry,
    KeptApart,
    LedgerEntry,
    Round,
    Ruling,
    Season,
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
from league.tournaments.archive.queries.archive import SET_UP
from league.tournaments.archive.queries.archived_names import COLUMNS, tournaments_that_name
from league.tournaments.archive.rules.archive import moment, own_versions
from league.tournaments.stages.rules.seeds import link
from league.tournaments.tables.rules import digest, sheet_from_json

Archive = Mapping[str, Any]
PEOPLE = ("created_by", "registered_by", "ended_by", "made_by", "by", "rescinded_by")
BATCH = 500


class People:
    """The people of an archive, which proves nothing about accounts of this site: their names stay text. Only the
    importer's own name stands for an account, unless the site that wrote the archive had that name from another one."""

    def __init__(self, importer: User | None, archived: Collection[str] = ()) -> None:
        name = importer.get_username() if importer is not None else None
        self._importer, self._name = importer, None if name in archived else name

    def account(self, name: str | None) -> User | None:
        """Return the importer's account if the name is the importer's, else None."""
        return self._importer if name and name == self._name else None

    def fields(self, column: str, name: str | None) -> dict[str, User | str | None]:
        """Return the values of the account column and of the text column beside it."""
        account = self.account(name)
        return {column: account, f"{column}_name": "" if account else name or ""}


def forget_archived_name(user: User, label: str) -> None:
    """Replace the user name of a person who is being forgotten in the archives of their leagues, in this transaction,
    unless it stays as the label of their characters."""
    name, instead = user.get_username(), former_name(user.pk)
    if label == name:
        return
    leagues = user.memberships.values("league")
    tournaments = list(tournaments_that_name(name).filter(season__league__in=leagues).values_list("pk", flat=True))
    for model, path, columns in COLUMNS:
        for column in columns:
            rows = model._default_manager.filter(**{f"{path}__in": tournaments, column: name})
            rows.update(**{column: instead})


def record_tournament(
    *, season: Season, archive: Archive, ids: Mapping[str, int], people: People, games: Mapping[str, int]
) -> Tournament:
    """Create the tournament in this season. `ids` are the ids of characters by the key of their name, `games` those of
    games by reference."""
    return _Rows(season, archive, ids, people, games).tournament


def archived_rows(tournament: Tournament) -> Iterator[Model]:
    """Yield every deciding row of a tournament that was just recorded."""
    yield tournament
    if tournament.division:
        yield tournament.division
    for rows in (tournament.entries, tournament.kept_apart, tournament.rulings, tournament.stages, tournament.draws):
        yield from rows.all()
    yield from DrawChange.objects.filter(draw__tournament=tournament)
    yield from StageEntry.objects.filter(stage__tournament=tournament)
    yield from Round.objects.filter(stage__tournament=tournament)
    yield from TeamContest.objects.filter(tournament=tournament)
    yield from Team.objects.filter(contest__tournament=tournament)
    yield from TeamMember.objects.filter(contest__tournament=tournament)
    for model in (Bye, Table, TableSeat):
        yield from model._default_manager.filter(round__stage__tournament=tournament)


class _Rows:
    def __init__(
        self, season: Season, archive: Archive, ids: Mapping[str, int], people: People, games: Mapping[str, int]
    ) -> None:
        self.ids, self.people, self.games, self.versions = ids, people, games, own_versions(archive)
        self.tournament = self._tournament(season, archive["tournament"])
        here = {"tournament": self.tournament}
        rows = [
            Entry(character_id=ids[name_key(row["character"])], **here, **self._of(row, "character"))
            for row in sorted(archive["entries"], key=lambda row: int(row["number"]))
        ]
        self.entries = {entry.number: entry for entry in Entry.objects.bulk_create(rows, batch_size=BATCH)}
        KeptApart.objects.bulk_create(
            KeptApart(one=self.entries[row["one"]], other=self.entries[row["other"]], reason=row["reason"], **here)
            for row in archive["kept_apart"]
        )
        self.rounds: dict[tuple[int, int], Round] = {}
        self.tables: dict[tuple[int, int, int], Table] = {}
        for stage in archive["stages"]:
            self._stage(stage)
        self._rulings(archive["rulings"])
        if "team_contest" in archive:
            self._teams(archive["team_contest"])
        now = timezone.now()
        LedgerEntry.objects.bulk_create(
            (
                LedgerEntry(
                    league_id=self.tournament.season.league_id,
                    season_id=self.tournament.season_id,
                    tournament=self.tournament,
                    told_at=now,
                    imported=True,
                    **self._of(row),
                )
                for row in archive["events"]
            ),
            batch_size=BATCH,
        )

    def _of(self, row: Archive, *apart_from: str) -> dict[str, Any]:
        """Return the fields of a row: times as datetimes, people as an account or as text."""
        fields: dict[str, Any] = {}
        for key, value in row.items():
            if key in PEOPLE:
                fields |= self.people.fields(key, value)
            elif key not in apart_from:
                fields[key] = moment(value) if key in ("at", "confirm_by") or key.endswith("_at") else value
        return fields

    def _tournament(self, season: Season, row: Archive) -> Tournament:
        fields = self._of({key: row[key] for key in (*SET_UP, "draw_secret", "created_by")})
        if row["zone"] != season.league.zone:
            fields["zone"] = row["zone"]
        if fields["draw_secret"] is None:
            secret = secrets.token_hex(32)
            fields |= {"draw_secret": secret, "draw_commitment": link(secret, 0)}
        division = None
        if row["division"]:
            tier, name = row["division"]["tier"], row["division"]["name"]
            division, _ = Division.objects.get_or_create(season=season, tier=tier, defaults={"name": name})
        return Tournament.objects.create(season=season, division=division, **fields)

    def _stage(self, stage_row: Archive) -> None:
        fields = self._of(stage_row, "entries", "played_rounds", "standings")
        stage = Stage.objects.create(tournament=self.tournament, **fields)
        entries = (
            StageEntry(stage=stage, entry=self.entries[row["entry"]], seeding=row["seeding"])
            for row in stage_row["entries"]
        )
        StageEntry.objects.bulk_create(entries, batch_size=BATCH)
        for played in stage_row["played_rounds"]:
            self._round(stage, played)

    def _round(self, stage: Stage, round_row: Archive) -> None:
        played = Round.objects.create(stage=stage, **self._of(round_row, "draws", "tables", "byes"))
        self.rounds[stage.number, played.number] = played
        Bye.objects.bulk_create(
            Bye(round=played, entry=self.entries[row["entry"]], through=row["through"]) for row in round_row["byes"]
        )
        for row in round_row["draws"]:
            draw = Draw.objects.create(tournament=self.tournament, round=played, **self._of(row, "changes"))
            DrawChange.objects.bulk_create(DrawChange(draw=draw, **self._of(change)) for change in row["changes"])
        tables = Table.objects.bulk_create(self._tables(played, round_row), batch_size=BATCH)
        self.tables |= {(stage.number, played.number, table.number): table for table in tables}
        self._seats(played, dict(zip((table.number for table in tables), tables, strict=True)), round_row)

    def _tables(self, played: Round, round_row: Archive) -> Iterator[Table]:
        for row in round_row["tables"]:
            fields = self._of(row, "game", "seats", "reports")
            game = self.games.get(row["game"])
            if game and row["confirm_by"]:
                fields["confirm_version"] = Sheet.objects.filter(game=game).latest("version").version
            yield Table(round=played, game_id=game, **fields)

    def _seats(self, played: Round, tables: Mapping[int, Table], round_row: Archive) -> None:
        rows = [
            TableSeat(
                table=tables[table["number"]],
                round=played,
                seat=row["seat"],
                entry=self.entries[row["entry"]] if row["entry"] else None,
                absent=row["absent"],
                free=row["free"],
            )
            for table in round_row["tables"]
            for row in table["seats"]
        ]
        seats = {(row.table_id, row.seat): row for row in TableSeat.objects.bulk_create(rows, batch_size=BATCH)}
        TableReport.objects.bulk_create(
            (
                TableReport(
                    table=tables[table["number"]],
                    seat=seats[tables[table["number"]].pk, row["seat"]],
                    **self._of(row, "seat", "sheet"),
                    **self._reported(row["sheet"]),
                )
                for table in round_row["tables"]
                for row in table["reports"]
            ),
            batch_size=BATCH,
        )

    def _reported(self, sheet: Archive) -> dict[str, Any]:
        """Return the sheet that a seat reported, with the ids of this site and the digest of the result."""
        seats = [
            {**seat, "character": self.ids[name_key(seat["character"])] if seat["character"] else None}
            for seat in sheet["seats"]
        ]
        made_by = {"definition": self.versions[sheet["definition"]]} if "definition" in sheet else {}
        here = {**sheet, "seats": seats, **made_by}
        return {"sheet": here, "digest": digest(sheet_from_json(here))}

    def _rulings(self, rulings: Any) -> None:
        Ruling.objects.bulk_create(
            Ruling(
                tournament=self.tournament,
                round=self.rounds[row["stage"], row["round"]],
                table=self.tables.get((row["stage"], row["round"], row["table"])),
                entry=self.entries[row["entry"]] if row["entry"] else None,
                **self._of(row, "stage", "round", "table", "entry"),
            )
            for row in rulings
        )

    def _teams(self, contest_row: Archive) -> None:
        here = {"season": self.tournament.season, "tournament": self.tournament}
        contest = TeamContest.objects.create(**here, **self._of(contest_row, "teams"))
        for row in contest_row["teams"]:
            key = name_key(row["name"])
            team = Team.objects.create(contest=contest, name_key=key, **self._of(row, "members"))
            TeamMember.objects.bulk_create(
                TeamMember(
                    contest=contest,
                    team=team,
                    character=self.entries[member["entry"]].character,
                    since=moment(member["since"]),
                    until=moment(member["until"]),
                    place=member.get("place"),
                )
                for member in row["members"]
            )
