"""The differences between a hall and home after both have gone on."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from characters.rules.names import name_key
from engine.translatable import Translatable, said
from league.tournaments.hall.rules.following import log_of, who_entered

MOST_AT_ONCE: Final = 30  # results that are shown and taken in one request
MOST_CORRECTIONS: Final = 3  # of them: each asks what follows for the rounds that are drawn
NEW, CONFIRM, INSTEAD = "new", "confirm", "instead"  # how a result of the hall can be taken
_NO_RESULT = ("", "void", "superseded")
_NOT_LISTED = ("result_reported", "result_confirmed", "came_back")  # of the log of the hall


class Difference(NamedTuple):
    """A result of the hall that is not here as it is there: the games as both archives have them, and how it can be
    taken, or `why` it can't be."""

    place: tuple[int, int, int]  # stage, round, table
    there: Mapping[str, Any]
    here: Mapping[str, Any] | None
    how: str = ""
    why: str = ""

    @property
    def reference(self) -> str:
        return str(self.there["reference"])

    @property
    def key(self) -> str:
        """Return what somebody decides on: another key after anything has changed here."""
        sheets = self.here["sheets"] if self.here else ()
        return f"{self.how}:{len(sheets)}:{sheets[-1]['status'] if sheets else ''}:{self.reference}"


class Differences(NamedTuple):
    """Results, people, rounds (stage and number) and lines of the log that only the hall has. Results that can be
    taken come first; `same` counts the ones that are here, too."""

    same: int
    results: Sequence[Difference]
    people: Sequence[str]
    rounds: Sequence[tuple[int, int]]
    log: Sequence[Mapping[str, Any]]


def entered_on_both(here: Mapping[str, Any], hall: Mapping[str, Any], known: Mapping[str, int]) -> dict[str, int]:
    """Return the ids of everybody who has entered here and in the hall, by the key of the name that the hall has.
    `known` as in `who_entered`. A number says who somebody is only if both sides have it from the same registration."""
    ids = {row["number"]: known[name_key(row["character"])] for row in here["entries"]}
    given = {(row["number"], row["registered_at"]) for row in hall["entries"]}
    before = {
        number: ids[number]
        for number, _at in given & {(row["number"], row["registered_at"]) for row in here["entries"]}
    }
    named = {key: known.get(key, 0) for key in (name_key(row["character"]) for row in hall["entries"])}
    return {key: pk for key, pk in named.items() if pk in ids.values()} | who_entered(before, hall["entries"], known)


def differences(
    here: Mapping[str, Any], hall: Mapping[str, Any], known: Mapping[str, int], entered: Mapping[str, int]
) -> Differences:
    """Compare the archive of a hall with the tournament that has gone on here. `known` as in `who_entered`, `entered`
    of `entered_on_both`."""
    ours, theirs = ({game["reference"]: game for game in archive["games"]} for archive in (here, hall))
    tables = {place: (status, table) for place, status, table in _tables(here)}
    who = {row["number"]: known[name_key(row["character"])] for row in here["entries"]}
    same, results = 0, []
    for place, _status, table in _tables(hall):
        if table["game"] is None:
            continue
        there, (status, at_home) = theirs[table["game"]], tables.get(place, ("", None))
        game = ours.get(at_home["game"]) if at_home else None
        sheet, other = there["sheets"][-1], game["sheets"][-1] if game else {"status": ""}
        stands, stands_here = (each["status"] not in _NO_RESULT for each in (sheet, other))
        if stands and stands_here and _figures(sheet, entered) == _figures(other, known):
            if sheet["status"] == "confirmed" != other["status"]:
                results.append(Difference(place, there, game, CONFIRM))
            else:
                same += 1
        elif why := _not_here(place, sheet, status, at_home, who, entered):
            results.append(Difference(place, there, game, why=why))
        elif stands:
            results.append(Difference(place, there, game, NEW if game is None else INSTEAD))
        elif stands_here:
            results.append(Difference(place, there, game, why=said("The result was voided in the hall.")))
    rounds, log = _rounds(here), {*log_of(here)}
    return Differences(
        same,
        sorted(results, key=lambda each: ((NEW, CONFIRM, INSTEAD, "").index(each.how), each.place)),
        [row["character"] for row in hall["entries"] if name_key(row["character"]) not in entered],
        [place for place, draws in _rounds(hall).items() if place not in rounds or not draws <= rounds[place]],
        [row for row in hall["events"] if (row["kind"], row["at"]) not in log and row["kind"] not in _NOT_LISTED],
    )


def _tables(archive: Mapping[str, Any]) -> Iterator[tuple[tuple[int, int, int], str, Mapping[str, Any]]]:
    for stage in archive["stages"]:
        for played in stage["played_rounds"]:
            for table in played["tables"]:
                yield (stage["number"], played["number"], table["number"]), played["status"], table


def _rounds(archive: Mapping[str, Any]) -> dict[tuple[int, int], set[str]]:
    """Return the digests of the draws of each round, by stage and number."""
    rounds = ((stage["number"], played) for stage in archive["stages"] for played in stage["played_rounds"])
    return {(stage, played["number"]): {draw["digest"] for draw in played["draws"]} for stage, played in rounds}


def _not_here(
    place: tuple[int, int, int],
    sheet: Mapping[str, Any],
    status: str,
    table: Mapping[str, Any] | None,
    who: Mapping[int, int],
    entered: Mapping[str, int],
) -> Translatable | None:
    """Return why a sheet of the hall has no table here; None for one that has."""
    names = [row["character"] for row in sheet["seats"] if row["character"]]
    strangers = [name for name in names if name_key(name) not in entered]
    if strangers:
        return said("Not entered here: {names}.", names=", ".join(strangers))
    if table is None or status == "draft":
        return said("Round {round} has no table {table} here.", round=place[1], table=place[2])
    present = [seat for seat in sorted(table["seats"], key=lambda seat: seat["seat"]) if not seat["absent"]]
    here = [(number, who.get(seat["entry"])) for number, seat in enumerate(present, start=1)]
    if here != [(row["seat"], entered.get(name_key(row["character"] or ""))) for row in sheet["seats"]]:
        return said("Others sit at this table here, or the same people in other seats.")
    return None


def _figures(sheet: Mapping[str, Any], ids: Mapping[str, int]) -> list[Any]:
    """Return what a sheet says, whenever and by whatever name somebody played; a figure of zero may be left out."""
    header = [sheet["mode"], sheet["target"], sheet["minutes"], sheet.get("settings")]
    for row in sheet["seats"]:
        score = {name: figure for name, figure in row["score"].items() if figure}
        header += [row["seat"], ids.get(name_key(row["character"] or "")), row["won"], score]
    return header
