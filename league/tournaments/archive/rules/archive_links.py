"""The check that the parts of an archive fit together: everything named is there, and nothing is there twice.

Takes an archive that keeps to the schema. What the database would refuse anyway is said here in words.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from characters.rules.names import name_key
from engine.translatable import said
from games.rules.figures import shown_value
from league.core.rules.csv_text import FileProblem, FileRow
from league.people.rules.characters import COLUMNS, read_characters
from league.tournaments.archive.rules.archive import BEFORE_TEAMS, VERSION, at, moment, own_versions, twice
from league.tournaments.formats import FORMATS

Archive = Mapping[str, Any]
_SAYS_WHY = {"void": said("A void sheet says why."), "disputed": said("A disputed sheet says why.")}


def link_problems(archive: Archive) -> list[FileProblem]:
    """Return everything that does not fit together, in the order of the file."""
    return [
        *_characters(archive["characters"]),
        *_entries(archive),
        *_kept_apart(archive),
        *_stages(archive),
        *_games(archive),
        *_rulings(archive),
        *_teams(archive),
    ]


def _characters(rows: Sequence[Archive]) -> Iterator[FileProblem]:
    _, problems = read_characters(
        [FileRow(place, {column: row[column] for column in COLUMNS}) for place, row in enumerate(rows)]
    )
    for problem in problems:
        yield at(f"characters[{problem.line}].{problem.column}", problem.message)


def _names(archive: Archive) -> set[str]:
    return {name_key(row["name"]) for row in archive["characters"]}


def _known(name: str, path: str, names: set[str]) -> Iterator[FileProblem]:
    if name_key(name) not in names:
        yield at(path, said("{name} is not one of the characters.", name=shown_value(name)))


def _entered(entry: int, path: str, numbers: set[int]) -> Iterator[FileProblem]:
    if entry not in numbers:
        yield at(path, said("There is no entry {number}.", number=entry))


def _entries(archive: Archive) -> Iterator[FileProblem]:
    rows, names = archive["entries"], _names(archive)
    yield from twice(rows, "number", "entries")
    yield from twice(rows, "character", "entries", alike=name_key)
    for place, row in enumerate(rows):
        yield from _known(row["character"], f"entries[{place}].character", names)


def _kept_apart(archive: Archive) -> Iterator[FileProblem]:
    numbers = {row["number"] for row in archive["entries"]}
    for place, row in enumerate(archive["kept_apart"]):
        for side in ("one", "other"):
            yield from _entered(row[side], f"kept_apart[{place}].{side}", numbers)
        if row["one"] >= row["other"]:
            yield at(f"kept_apart[{place}]", said("The lower number comes first."))


def _teams(archive: Archive) -> Iterator[FileProblem]:
    contest = archive.get("team_contest")
    if contest is None:
        return
    if archive["version"] == BEFORE_TEAMS:
        yield at("team_contest", said("An archive with teams has version {version}.", version=VERSION))
    numbers = {row["number"] for row in archive["entries"]}
    yield from twice(contest["teams"], "number", "team_contest.teams")
    yield from twice(contest["teams"], "name", "team_contest.teams", alike=name_key)
    now: set[int] = set()
    for place, team in enumerate(contest["teams"]):
        for at_place, row in enumerate(team["members"]):
            path = f"team_contest.teams[{place}].members[{at_place}]"
            yield from _entered(row["entry"], f"{path}.entry", numbers)
            if row["until"] is None and row["entry"] in now:
                yield at(f"{path}.entry", said("Entry {number} is in two teams.", number=row["entry"]))
            if row["until"] is None:
                now.add(row["entry"])
            elif row["since"] is not None and moment(row["since"]) > moment(row["until"]):  # type: ignore[operator]
                yield at(f"{path}.until", said("A member leaves after joining."))


def _stages(archive: Archive) -> Iterator[FileProblem]:
    stages = archive["stages"]
    numbers = {row["number"] for row in archive["entries"]}
    references, names = {row["reference"] for row in archive["games"]}, _names(archive)
    yield from twice(stages, "number", "stages")
    if sum(stage["status"] == "running" for stage in stages) > 1:
        yield at("stages", said("Only one stage can be running."))
    teams = {team["number"] for team in archive.get("team_contest", {}).get("teams", ())}
    for place, stage in enumerate(stages):
        path = f"stages[{place}]"
        yield from _line_ups(archive, stage, path, numbers, teams)
        yield from twice(stage["entries"], "entry", f"{path}.entries")
        yield from twice(stage["entries"], "seeding", f"{path}.entries")
        for at_place, row in enumerate(stage["entries"]):
            yield from _entered(row["entry"], f"{path}.entries[{at_place}].entry", numbers)
        yield from twice(stage["played_rounds"], "number", f"{path}.played_rounds")
        if sum(played["status"] != "ended" for played in stage["played_rounds"]) > 1:
            yield at(f"{path}.played_rounds", said("Only one round of a stage can be open."))
        for at_place, played in enumerate(stage["played_rounds"]):
            yield from _round(played, f"{path}.played_rounds[{at_place}]", numbers, references, names)


def _line_ups(archive: Archive, stage: Archive, path: str, numbers: set[int], teams: set[int]) -> Iterator[FileProblem]:
    """Yield what is wrong with a stage of teams, and with draws that are of teams if the stage is not, or not."""
    line_up = stage.get("line_up")
    if line_up is not None and archive["version"] == BEFORE_TEAMS:
        yield at(f"{path}.line_up", said("An archive with teams has version {version}.", version=VERSION))
    if line_up is not None and (not FORMATS[stage["format"]].of_teams or stage["cut"] is not None):
        yield at(f"{path}.line_up", said("Teams meet only in Swiss rounds or in a fixed schedule, without a cut."))
    for at_place, played in enumerate(stage["played_rounds"]):
        for at_draw, draw in enumerate(played["draws"]):
            if not _are_line_ups(draw["source"], line_up, numbers, teams):
                where = f"{path}.played_rounds[{at_place}].draws[{at_draw}].source"
                yield at(where, said("The line-ups are not of this stage, or name somebody who is not here."))


def _are_line_ups(source: Archive, line_up: int | None, numbers: set[int], teams: set[int]) -> bool:
    if line_up is None:
        return not {"line_up", "line_ups"} & source.keys()
    try:
        return source["line_up"] == line_up and all(
            team in teams and numbers.issuperset(members) for team, members in source["line_ups"]
        )
    except (KeyError, TypeError, ValueError):
        return False


def _round(
    played: Archive, path: str, numbers: set[int], references: set[str], names: set[str]
) -> Iterator[FileProblem]:
    if played["status"] == "ended" and played["ended_at"] is None:
        yield at(f"{path}.ended_at", said("A round that has ended says when."))
    yield from twice(played["tables"], "number", f"{path}.tables")
    met: set[int] = set()
    for place, row in enumerate(played["byes"]):
        yield from _seated(row["entry"], f"{path}.byes[{place}].entry", numbers, met)
    for place, table in enumerate(played["tables"]):
        here = f"{path}.tables[{place}]"
        yield from twice(table["seats"], "seat", f"{here}.seats")
        for at_place, row in enumerate(table["seats"]):
            if row["entry"] is not None:
                yield from _seated(
                    row["entry"], f"{here}.seats[{at_place}].entry", numbers, set() if row["free"] else met
                )
        if table["game"] is not None and table["game"] not in references:
            yield at(f"{here}.game", said("There is no game {reference}.", reference=shown_value(table["game"])))
        yield from _reports(table, here, names)


def _seated(entry: int, path: str, numbers: set[int], met: set[int]) -> Iterator[FileProblem]:
    yield from _entered(entry, path, numbers)
    if entry in met:
        yield at(path, said("Entry {number} is in this round twice.", number=entry))
    met.add(entry)


def _reports(table: Archive, path: str, names: set[str]) -> Iterator[FileProblem]:
    seats = {row["seat"] for row in table["seats"]}
    yield from twice(table["reports"], "key", f"{path}.reports")
    standing = Counter(row["seat"] for row in table["reports"] if row["replaced_at"] is None)
    for place, row in enumerate(table["reports"]):
        if row["seat"] not in seats:
            yield at(f"{path}.reports[{place}].seat", said("There is no seat {seat} at this table.", seat=row["seat"]))
        elif standing[row["seat"]] > 1 and row["replaced_at"] is None:
            yield at(f"{path}.reports[{place}].seat", said("Seat {seat} has two valid reports.", seat=row["seat"]))
        if any(seat["character"] and name_key(seat["character"]) not in names for seat in row["sheet"]["seats"]):
            yield at(f"{path}.reports[{place}].sheet", said("It names somebody who is not one of the characters."))


def _games(archive: Archive) -> Iterator[FileProblem]:
    names, tournament = _names(archive), archive["tournament"]
    tables = [table for stage in archive["stages"] for played in stage["played_rounds"] for table in played["tables"]]
    used = Counter(table["game"] for table in tables)
    yield from twice(archive["games"], "reference", "games")
    for place, game in enumerate(archive["games"]):
        path = f"games[{place}]"
        if used[game["reference"]] != 1:
            text = said("{game} must be the game of exactly one table.", game=shown_value(game["reference"]))
            yield at(f"{path}.reference", text)
        if game["system"] != tournament["system"]:
            text = said("{game} is not what the tournament plays.", game=shown_value(game["system"]))
            yield at(f"{path}.system", text)
        yield from _sheets(game["sheets"], f"{path}.sheets", names)
    yield from _made_by(archive, tables)


def _made_by(archive: Archive, tables: Sequence[Archive]) -> Iterator[FileProblem]:
    """Yield sheets and reports that were made by a version of an own game that the archive has not."""
    versions, expected = own_versions(archive), bool(archive.get("own_game"))
    sheets = [(f"games[{place}]", sheet) for place, game in enumerate(archive["games"]) for sheet in game["sheets"]]
    reports = [("stages", report["sheet"]) for table in tables for report in table["reports"]]
    for path, sheet in (*sheets, *reports):
        made_by = sheet.get("definition")
        if made_by not in versions if expected else made_by is not None:
            text = said("The archive has no version {digest} of the game.", digest=shown_value((made_by or "")[:12]))
            yield at(path, text)


def _sheets(sheets: Sequence[Archive], path: str, names: set[str]) -> Iterator[FileProblem]:
    for place, sheet in enumerate(sheets):
        here = f"{path}[{place}]"
        if sheet["version"] != place + 1:
            yield at(f"{here}.version", said("This must be version {number}.", number=place + 1))
        if place and not sheet["reason"]:
            yield at(f"{here}.reason", said("A later version says why."))
        if sheet["status"] == "confirmed" and sheet["confirmed_at"] is None:
            yield at(f"{here}.confirmed_at", said("A confirmed sheet says when."))
        if sheet["status"] in ("void", "disputed") and not sheet["closed_reason"]:
            yield at(f"{here}.closed_reason", _SAYS_WHY[sheet["status"]])
        if place + 1 < len(sheets) and sheet["status"] not in ("superseded", "void"):
            yield at(f"{here}.status", said("Only the newest version can be open or confirmed."))
        # One that nobody has confirmed is set aside when others sit there.
        if place + 1 == len(sheets) and sheet["status"] == "superseded" and sheet["confirmed_at"] is not None:
            yield at(f"{here}.status", said("The newest version can't be superseded."))
        for at_place, row in enumerate(sheet["seats"]):
            if row["character"] is not None:
                yield from _known(row["character"], f"{here}.seats[{at_place}].character", names)


def _rulings(archive: Archive) -> Iterator[FileProblem]:
    numbers = {row["number"] for row in archive["entries"]}
    rounds = {
        (stage["number"], played["number"]): {table["number"] for table in played["tables"]}
        for stage in archive["stages"]
        for played in stage["played_rounds"]
    }
    for place, row in enumerate(archive["rulings"]):
        path = f"rulings[{place}]"
        tables = rounds.get((row["stage"], row["round"]))
        if tables is None:
            text = said("There is no round {round} of stage {stage}.", round=row["round"], stage=row["stage"])
            yield at(f"{path}.round", text)
        elif row["table"] is not None and row["table"] not in tables:
            yield at(f"{path}.table", said("There is no table {table} in that round.", table=row["table"]))
        if row["entry"] is not None:
            yield from _entered(row["entry"], f"{path}.entry", numbers)
        if row["kind"] == "penalty" and (not row["units"] or row["entry"] is None):
            yield at(path, said("A penalty takes points from an entry."))
        if row["rescinded_at"] is not None and not row["rescinded_because"]:
            yield at(f"{path}.rescinded_because", said("A rescinded ruling says why."))
