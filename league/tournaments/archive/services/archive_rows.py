"""The rows of a tournament as its archive has them, times and people included, applied to the ones that are here. A row
is known by what the archive calls it, and stays the same row: notices, photos, fees and people of this site hang on it.
Nothing is told to anybody: the events are marked as told."""

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import CASCADE, DateTimeField, Model
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.rules.names import name_key
from league.accounts.rules import former_name
from league.core.rules.grouping import grouped
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
from league.tournaments.entries.services.tournament_log import lock_tournament
from league.tournaments.stages.rules.seeds import link
from league.tournaments.tables.rules import digest, sheet_from_json

Archive = Mapping[str, Any]
Key = tuple[Any, ...]
Wanted = Mapping[type[Model], Mapping[Key, Archive]]
PEOPLE = ("created_by", "registered_by", "ended_by", "made_by", "by", "rescinded_by")
BATCH = 500
# The ways from a kind of row to its tournament, and what it is called there; rows that are called alike are told apart
# by their order. Each kind follows those that it names.
KINDS: Mapping[type[Model], tuple[tuple[str, ...], tuple[str, ...]]] = {
    Entry: (("tournament",), ("character",)),  # who comes back gets another number
    KeptApart: (("tournament",), ("one", "other")),
    Stage: (("tournament",), ("number",)),
    StageEntry: (("stage__tournament",), ("stage", "entry")),
    Round: (("stage__tournament",), ("stage", "number")),
    Draw: (("tournament",), ("number",)),
    DrawChange: (("draw__tournament",), ("draw",)),
    Table: (("round__stage__tournament",), ("round", "number")),
    TableSeat: (("round__stage__tournament",), ("table", "seat")),
    Bye: (("round__stage__tournament",), ("round", "entry")),
    TableReport: (("table__round__stage__tournament",), ("table", "key")),
    Ruling: (("tournament",), ()),
    TeamContest: (("tournament",), ()),
    Team: (("contest__tournament",), ("number",)),
    # Members who never entered are in no archive, and stay.
    TeamMember: (("contest__tournament", "character__entries__tournament"), ("team", "character", "since")),
}
# What two rows may exchange although no two may have it at once: such rows are made again.
EXCHANGED: Mapping[type[Model], str] = {TableSeat: "entry", StageEntry: "seeding"}


class Brought(NamedTuple):
    """A tournament, and its deciding rows that were written and deleted."""

    tournament: Tournament
    written: list[Model]
    gone: list[Model]


class People:
    """The people of an archive, which proves nothing about accounts of this site: their names stay text. Only the
    importer's own name stands for an account, unless the writing site had that name from another one; and so do the
    names of `accounts`, which that site got from here."""

    def __init__(
        self, importer: User | None, archived: Collection[str] = (), accounts: Mapping[str, User] = {}
    ) -> None:
        own = {} if importer is None else {importer.get_username(): importer}
        self._accounts = {name: user for name, user in own.items() if name not in archived} | {**accounts}

    def account(self, name: str | None) -> User | None:
        """Return the account for which the name stands, if there is one."""
        return self._accounts.get(name) if name else None

    def fields(self, column: str, name: str | None) -> dict[str, int | str | None]:
        """Return the values of the account column and of the text column beside it."""
        account = self.account(name)
        return {f"{column}_id": account.pk if account else None, f"{column}_name": "" if account else name or ""}


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


@transaction.atomic
def record_tournament(*, season: Season, archive: Archive, ids: Mapping[str, int], people: People) -> Brought:
    """Create the tournament in this season with all its rows; its tables have no games yet. `ids` are the ids of
    characters by the key of their name."""
    row = archive["tournament"]
    fields: dict[str, Any] = {name: row[name] for name in (*SET_UP, "draw_secret", "created_by")}
    if row["zone"] != season.league.zone:
        fields["zone"] = row["zone"]
    if fields["draw_secret"] is None:
        secret = secrets.token_hex(32)
        fields |= {"draw_secret": secret, "draw_commitment": link(secret, 0)}
    division = None
    if row["division"]:
        tier, name = row["division"]["tier"], row["division"]["name"]
        division, _made = Division.objects.get_or_create(season=season, tier=tier, defaults={"name": name})
    values = _Rows(people).values(Tournament, fields)
    tournament = Tournament.objects.create(season=season, division=division, **values)
    brought = bring_rows(tournament=tournament, archive=archive, ids=ids, people=people)
    made = [row for row in (tournament, division) if row is not None]
    return brought._replace(written=[*made, *brought.written])


@transaction.atomic
def bring_rows(*, tournament: Tournament, archive: Archive, ids: Mapping[str, int], people: People) -> Brought:
    """Make the tournament and its rows what the archive says, and return what that has changed. What belongs to this
    site stays: division, zone, the secret, the games of the tables, and people who are already named.

    Raise ValidationError for draws that are not those of here: a draw never changes.
    """
    tournament = lock_tournament(tournament.pk, hall=tournament.hall_id)
    wanted, there = _wanted(tournament, archive, ids), _Rows(people)
    if wanted[Draw] and archive["tournament"]["draw_commitment"] != tournament.draw_commitment:
        raise ValidationError(_("The draws here follow from a different secret."))
    there.read(tournament)
    gone = there.remove(wanted)
    for model, rows in wanted.items():
        there.bring(model, rows)
    _append_events(tournament, archive["events"], there)
    return Brought(tournament, there.written, gone)


class _Rows:
    """The rows that are here, by their names in the archive."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.rows: dict[type[Model], dict[Key, Any]] = {}
        self.keys: dict[type[Model], dict[int, Key]] = {}
        self.written: list[Model] = []

    def add(self, model: type[Model], rows: Mapping[Key, Any]) -> None:
        self.rows[model] = {**self.rows.get(model, {}), **rows}
        self.keys[model] = {row.pk: key for key, row in self.rows[model].items()}

    def read(self, tournament: Tournament) -> None:
        self.add(Tournament, {(): tournament})
        for model, (ways, columns) in KINDS.items():
            rows = list(model._default_manager.filter(**dict.fromkeys(ways, tournament)).order_by("pk"))
            keys = _keys(model, ([self._told(row, column) for column in columns] for row in rows))
            self.add(model, dict(zip(keys, rows, strict=True)))

    def values(self, model: type[Model], fields: Archive) -> dict[str, Any]:
        """Return the columns of a row: times as datetimes, people as an account or as text, others by their ids."""
        values: dict[str, Any] = {}
        for name, value in fields.items():
            field: Any = model._meta.get_field(name)
            if name in PEOPLE:
                values |= self.people.fields(name, value)
            elif field.related_model in self.rows and value is not None:
                values[field.attname] = self.rows[field.related_model][value].pk
            else:
                is_time = isinstance(field, DateTimeField) and isinstance(value, str)
                values[field.attname] = moment(value) if is_time else value
        if model is KeptApart:
            values["one_id"], values["other_id"] = sorted((values["one_id"], values["other_id"]))
        return values

    def remove(self, wanted: Wanted) -> list[Model]:
        """Delete what is no longer there, with all that hangs on it, and what is made again; return what decided."""
        gone: dict[type[Model], dict[int, Model]] = {model: {} for model in KINDS}
        for model in KINDS:
            related: Iterable[Any] = (field for field in model._meta.fields if field.related_model in gone)
            parents = [field for field in related if field.remote_field.on_delete is CASCADE]
            for key, row in [*self.rows[model].items()]:
                goes_along = any(getattr(row, parent.attname) in gone[parent.related_model] for parent in parents)
                if key not in wanted[model] or goes_along or self._exchanges(row, wanted[model][key]):
                    gone[model][row.pk] = self.rows[model].pop(key)
        for draw in gone[Draw].values():
            _refuse_draw(draw)
        for model in reversed([*KINDS]):
            model._default_manager.filter(pk__in=gone[model]).delete()
        return [row for model, rows in gone.items() if model is not TableReport for row in rows.values()]

    def bring(self, model: type[Model], wanted: Mapping[Key, Archive]) -> None:
        """Update the rows that differ, ending ones first, and create missing ones."""
        there, new, changes = self.rows[model], {}, []
        for key, fields in wanted.items():
            values = self.values(model, fields)
            if key not in there:
                new[key] = model(**values)
            elif changed := _changed(there[key], values):
                changes.append((there[key], changed))
        for row, changed in changes:
            if model is Draw and not changed.keys() <= {"made_by_id", "made_by_name"}:
                _refuse_draw(row)
            if "name_key" in changed:  # another team may have that name until now
                Team.objects.filter(pk=row.pk).update(name_key=f"\n{row.pk}")
        for row, changed in sorted(changes, key=lambda change: change[1].get("status") != "ended"):
            for name, value in changed.items():
                setattr(row, name, value)
            row.save(update_fields=[*changed])
        model._default_manager.bulk_create(new.values(), batch_size=BATCH)
        if model is not TableReport:
            self.written += [*(row for row, _changed in changes), *new.values()]
        self.add(model, new)

    def _told(self, row: Model, column: str) -> Any:
        """Return the value of the column as the archive has it."""
        field: Any = row._meta.get_field(column)
        value, keys = getattr(row, field.attname), self.keys.get(field.related_model)
        return value if keys is None or value is None else keys[value]

    def _exchanges(self, row: Model, fields: Archive) -> bool:
        column = EXCHANGED.get(type(row))
        return column is not None and self._told(row, column) != fields[column]


def _keys(model: type[Model], rows: Iterable[Iterable[Any]]) -> Iterator[Key]:
    """Yield the key of each row from its parts, with a number for each but the first that has it."""
    seen: Counter[Key] = Counter()
    for parts in rows:
        key = tuple(chain.from_iterable(part if isinstance(part, tuple) else (part,) for part in parts))
        if model is KeptApart:
            key = tuple(sorted(key))
        yield (*key, seen[key]) if seen[key] else key
        seen[key] += 1


def _changed(row: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that differ, without people if somebody is named, and without names of teams that are hidden
    here."""
    named = [who for who in PEOPLE if getattr(row, f"{who}_id", None) or getattr(row, f"{who}_name", "")]
    kept = {f"{who}_{column}" for who in named for column in ("id", "name")}
    if getattr(row, "hidden_at", None):
        kept |= {"name", "name_key"}
    return {name: value for name, value in values.items() if name not in kept and getattr(row, name) != value}


def _refuse_draw(draw: Any) -> None:
    other = _("Draw {number} is not the same here and in the archive, and a draw never changes.")
    raise ValidationError(other.format(number=draw.number))


def _append_events(tournament: Tournament, events: Sequence[Archive], there: _Rows) -> None:
    here = {"league_id": tournament.season.league_id, "season_id": tournament.season_id, "tournament_id": tournament.pk}
    now = timezone.now()
    LedgerEntry.objects.bulk_create(
        (
            LedgerEntry(told_at=now, imported=True, **here, **there.values(LedgerEntry, row))
            for row in events[tournament.events.count() :]
        ),
        batch_size=BATCH,
    )


def _wanted(tournament: Tournament, archive: Archive, ids: Mapping[str, int]) -> Wanted:
    """Return the rows of the archive, each by its name there, and others by their names."""
    own = {*SET_UP, "created_by"} - {"slug", "draw_commitment"}
    itself = {(): {column: archive["tournament"][column] for column in own}}
    wanted: dict[type[Model], Mapping[Key, Archive]] = {Tournament: itself}
    rows = grouped(_rows_of(archive, ids, tournament.season_id))
    for model, (ways, columns) in KINDS.items():
        keys = _keys(model, ([row[column] for column in columns] for row in rows[model]))
        above: Archive = {"tournament": ()} if ways == ("tournament",) else {}
        wanted[model] = dict(zip(keys, ({**above, **row} for row in rows[model]), strict=True))
    return wanted


def _rows_of(archive: Archive, ids: Mapping[str, int], season: int) -> Iterator[tuple[type[Model], Archive]]:
    entries: dict[int | None, Key | None] = {None: None}
    for row in sorted(archive["entries"], key=lambda row: int(row["number"])):
        entries[row["number"]] = (ids[name_key(row["character"])],)
        yield Entry, {**row, "character": ids[name_key(row["character"])]}
    for row in archive["kept_apart"]:
        yield KeptApart, {**row, "one": entries[row["one"]], "other": entries[row["other"]]}
    versions = own_versions(archive)
    for stage_row in archive["stages"]:
        stage, rest = (stage_row["number"],), _without(stage_row, "entries", "played_rounds", "standings")
        yield Stage, {"line_up": None, **rest}
        for row in stage_row["entries"]:
            yield StageEntry, {"stage": stage, **row, "entry": entries[row["entry"]]}
        for round_row in stage_row["played_rounds"]:
            yield from _rows_of_round(stage, round_row, entries)
            yield from _rows_of_tables((*stage, round_row["number"]), round_row["tables"], entries, ids, versions)
    for row in archive["rulings"]:
        played = (row["stage"], row["round"])
        table = None if row["table"] is None else (*played, row["table"])
        yield Ruling, {**_without(row, "stage"), "round": played, "table": table, "entry": entries[row["entry"]]}
    contest = archive.get("team_contest")
    if contest:
        yield TeamContest, {"season": season, **_without(contest, "teams")}
    for row in contest["teams"] if contest else ():
        yield Team, {"contest": (), "name_key": name_key(row["name"]), **_without(row, "members")}
        for member in row["members"]:
            (character,) = entries[member["entry"]] or ()
            here = {"contest": (), "team": (row["number"],), "character": character, "since": moment(member["since"])}
            yield TeamMember, {"place": None, **_without(member, "entry"), **here}


def _rows_of_round(
    stage: Key, row: Archive, entries: Mapping[int | None, Key | None]
) -> Iterator[tuple[type[Model], Archive]]:
    played = (*stage, row["number"])
    yield Round, {"stage": stage, **_without(row, "draws", "tables", "byes")}
    for bye in row["byes"]:
        yield Bye, {"round": played, **bye, "entry": entries[bye["entry"]]}
    for draw in row["draws"]:
        yield Draw, {"round": played, **_without(draw, "changes")}
        for change in draw["changes"]:
            yield DrawChange, {"draw": (draw["number"],), **change}


def _rows_of_tables(
    played: Key,
    tables: Sequence[Archive],
    entries: Mapping[int | None, Key | None],
    ids: Mapping[str, int],
    versions: Mapping[str, str],
) -> Iterator[tuple[type[Model], Archive]]:
    """Yield the tables of a round without their games, and without countdowns, which begin with a version."""
    for row in tables:
        table, later = (*played, row["number"]), ("confirm_by",) if row["confirm_by"] else ()
        yield Table, {"round": played, **_without(row, "game", *later, "seats", "reports")}
        for seat in row["seats"]:
            yield TableSeat, {"table": table, "round": played, **seat, "entry": entries[seat["entry"]]}
        for report in row["reports"]:
            sheet = _reported(report["sheet"], ids, versions)
            yield TableReport, {**report, "table": table, "seat": (*table, report["seat"]), **sheet}


def _reported(sheet: Archive, ids: Mapping[str, int], versions: Mapping[str, str]) -> dict[str, Any]:
    """Return the sheet that a seat reported, with the ids of this site and the digest of the result."""
    seats = [
        {**seat, "character": ids[name_key(seat["character"])] if seat["character"] else None}
        for seat in sheet["seats"]
    ]
    made_by = {"definition": versions[sheet["definition"]]} if "definition" in sheet else {}
    here = {**sheet, "seats": seats, **made_by}
    return {"sheet": here, "digest": digest(sheet_from_json(here))}


def _without(row: Archive, *columns: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in columns}
