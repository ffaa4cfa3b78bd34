"""The games of an archive, version by version through the services that every table uses, in the order in which it
happened: so each sheet is judged by what was known then, and careers and standings follow as anywhere.

Each step is one transaction and finds out whether it was taken before, so that a call that was stopped is repeated."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.rules.names import name_key
from games.models import Decision, Sheet
from games.queries.sheets import score_sheet
from games.rules.definitions import definition
from games.rules.figures import read_figures
from games.rules.sheets import ScoreSheet, SeatLine, sheet_digest
from games.rules.systems import SYSTEMS, SheetSystem
from games.services.sheets import close_versions, lock_game, record_decision
from league.clubs.queries import season_game_of
from league.core.rules.csv_text import FileProblem
from league.models import OwnGameVersion, SeasonGame, Table, Tournament
from league.results.services.games import (
    confirm_game,
    correct_game,
    dispute_game,
    reference_taken,
    report_game,
    resubmit_game,
    void_game,
)
from league.tournaments.archive.rules.archive import at, moment
from league.tournaments.archive.services.archive_rows import People
from league.tournaments.entries.services.tournament_log import lock_tournament

Archive = Mapping[str, Any]
Step = tuple[datetime, int, int, int]  # when, which game, which version, what


def record_games(
    *,
    tournament: Tournament,
    archive: Archive,
    ids: Mapping[str, int],
    people: People,
    taken: Callable[[int, int], None] = lambda done, of: None,
) -> list[FileProblem]:
    """Bring the games to the tables that have them in the archive, and return every sheet that cannot stand; the other
    games are there. The rows of the tournament are brought before. `taken` is told after each step how many are done,
    and of how many."""
    games = archive["games"]
    replay = GamesReplay(tournament, archive, ids, people)
    steps = sorted(step for place, game in enumerate(games) for step in _steps(place, game["sheets"]))
    for number, step in enumerate(steps, start=1):
        replay.take(step)
        taken(number, len(steps))
    replay.check_states()
    return [problem for _place, problems in sorted(replay.found.items()) for problem in problems]


SUBMIT, CORRECT, DISPUTE, CONFIRM, VOID, SET_ASIDE = range(6)


def _steps(place: int, sheets: Sequence[Archive]) -> Iterator[Step]:
    """Yield the steps of a game in their order, even if a clock was put back. A version after one that was confirmed or
    voided is a correction."""
    settled, last = False, datetime.min.replace(tzinfo=UTC)

    def step(when: datetime | None, version: int, what: int) -> Step:
        nonlocal last
        last = max(last, when or last)
        return last, place, version, what

    for sheet in sheets:
        version, sent = sheet["version"], datetime.fromisoformat(sheet["submitted_at"])
        yield step(sent, version, CORRECT if settled else SUBMIT)
        if sheet["closed_reason"] and sheet["status"] != Sheet.VOID:
            yield step(sent, version, DISPUTE)
        if sheet["confirmed_at"] and not settled:
            yield step(moment(sheet["confirmed_at"]), version, CONFIRM)
        if sheet["status"] == Sheet.VOID:
            yield step(moment(sheet["closed_at"]), version, VOID)
        if sheet is sheets[-1] and sheet["status"] == Sheet.SUPERSEDED:
            yield step(moment(sheet["closed_at"]), version, SET_ASIDE)
        settled = settled or bool(sheet["confirmed_at"]) or sheet["status"] == Sheet.VOID


ACTS = ("submitted", "confirmed", "closed")
_DONE: Mapping[int, Callable[[Sheet], bool]] = {
    DISPUTE: lambda sheet: sheet.status != Sheet.SUBMITTED,
    CONFIRM: lambda sheet: sheet.confirmed_at is not None,
    VOID: lambda sheet: sheet.status == Sheet.VOID,
    SET_ASIDE: lambda sheet: sheet.status == Sheet.SUPERSEDED,
}
LOGGED = {
    SUBMIT: (Decision.SUBMITTED, "submitted_by"),
    CORRECT: (Decision.CORRECTED, "submitted_by"),
    DISPUTE: (Decision.DISPUTED, "closed_by"),
    CONFIRM: (Decision.CONFIRMED, "confirmed_by"),
    VOID: (Decision.VOIDED, "closed_by"),
    SET_ASIDE: (Decision.RULED, "closed_by"),
}


class GamesReplay:
    def __init__(self, tournament: Tournament, archive: Archive, ids: Mapping[str, int], people: People) -> None:
        self.tournament, self.games, self.ids, self.people = tournament, archive["games"], ids, people
        self.places = {
            table["game"]: (stage["number"], played["number"], table["number"], table["confirm_by"])
            for stage in archive["stages"]
            for played in stage["played_rounds"]
            for table in played["tables"]
        }
        self.found: dict[int, list[FileProblem]] = {}
        self.versions: dict[tuple[str, str], SheetSystem] = {}

    def take(self, step: Step) -> None:
        """Take one step of one game, unless it was taken before or an earlier step of the game failed."""
        _when, place, version, what = step
        if place in self.found:
            return
        try:
            with transaction.atomic():
                self._take(self.games[place], version, what)
        except ValidationError as error:
            path = f"games[{place}].sheets[{version - 1}]"
            taken = hasattr(error, "error_dict") and "reference" in error.error_dict
            self.found[place] = [at(f"games[{place}].reference" if taken else path, text) for text in error.messages]

    def check_states(self) -> None:
        """Find the sheets whose state is not the one that their steps led to."""
        rows = Sheet.objects.filter(game__table__round__stage__tournament=self.tournament).order_by()
        columns = rows.values_list("game__season_game__reference", "version", "status")
        status = {(reference, version): status for reference, version, status in columns}
        for place, game in enumerate(self.games):
            for sheet in game["sheets"] if place not in self.found else ():
                here = status[game["reference"], sheet["version"]]
                if here != sheet["status"]:
                    path = f"games[{place}].sheets[{sheet['version'] - 1}].status"
                    text = f"By its history this sheet is {here}, not {sheet['status']}."
                    self.found.setdefault(place, []).append(at(path, text))

    def _take(self, game: Archive, version: int, what: int) -> None:
        lock_tournament(self.tournament.pk, hall=self.tournament.hall_id)
        table, confirm_by = self._table(game["reference"])
        before, sheets = _sheets(table.game_id), game["sheets"]
        if max(before, default=0) > len(sheets):
            raise _says_otherwise(max(before))
        sheet, after = sheets[version - 1], before
        given: dict[str, Any] = {}
        if not self._is_done(game, sheet, what, before.get(version)):
            season_game = season_game_of(table.game_id) if table.game_id else None
            if season_game is None:
                season_game = self._report(game, sheet, table)
            elif what in (SUBMIT, CORRECT):
                self._write(season_game, game, sheet, table, correct=what == CORRECT)
            else:
                self._decide(season_game, sheet, table, what)
            given = {"game": season_game.game_id, "changed": ""}
            after = _sheets(season_game.game_id)
            self._restore(before, after, sheets)
            self._name_decider(season_game.game_id, sheet, what)
        if confirm_by and len(after) == len(sheets):
            given |= {"confirm_by": moment(confirm_by), "confirm_version": len(sheets)}
        if given:
            Table.objects.filter(pk=table.pk).update(**given)

    def _table(self, reference: str) -> tuple[Table, str | None]:
        """Return the table that has the game in the archive, and when silence confirms its sheet. Raise
        ValidationError if it has another game here."""
        stage, played, number, confirm_by = self.places[reference]
        rows = Table.objects.filter(round__stage__tournament=self.tournament, round__stage__number=stage)
        table = rows.select_related("game__season_game").get(round__number=played, number=number)
        if table.game and table.game.season_game.reference != reference:
            other = _("Table {number} has another game here, {reference}.")
            text = other.format(number=number, reference=table.game.season_game.reference)
            raise ValidationError({"reference": text})
        return table, confirm_by

    def _is_done(self, game: Archive, sheet: Archive, what: int, here: Sheet | None) -> bool:
        """Return whether the step was taken before. Raise ValidationError if the version differs here."""
        if here is None or what not in (SUBMIT, CORRECT):
            return here is not None and _DONE[what](here)
        if sheet_digest(score_sheet(here)) != sheet_digest(self.value(game, sheet)):
            raise _says_otherwise(here.version)
        return True

    def _report(self, game: Archive, sheet: Archive, table: Table) -> SeasonGame:
        made = report_game(
            season=self.tournament.season,
            reference=game["reference"],
            sheet=self.value(game, sheet),
            source=sheet["source"],
            by=self.people.account(sheet["submitted_by"]),
            played_by_bots=game["played_by_bots"],
            table=table,
        )
        if made.reference != game["reference"]:
            raise reference_taken(game["reference"])
        return made

    def _write(self, season_game: SeasonGame, game: Archive, sheet: Archive, table: Table, *, correct: bool) -> None:
        value, by, reason = self.value(game, sheet), self.people.account(sheet["submitted_by"]), sheet["reason"]
        written: dict[str, Any] = {"season_game": season_game, "sheet": value, "source": sheet["source"]}
        if correct:
            confirmed = by if sheet["confirmed_by"] == sheet["submitted_by"] else None
            correct_game(**written, reason=reason, by=confirmed, table=table)
        else:
            resubmit_game(**written, reason=reason, by=by, table=table)

    def _decide(self, season_game: SeasonGame, sheet: Archive, table: Table, what: int) -> None:
        reason, version = sheet["closed_reason"], sheet["version"]
        by = self.people.account(sheet["confirmed_by" if what == CONFIRM else "closed_by"])
        if what == CONFIRM:
            confirm_game(season_game=season_game, expected_version=version, by=by, table=table)
        elif what == DISPUTE:
            dispute_game(season_game=season_game, reason=reason, by=by, table=table)
        elif what == SET_ASIDE:
            game = lock_game(season_game.game_id)
            close_versions(game, by=by)
            record_decision(game, Decision.RULED, version=version, by=by, text=reason)
        else:
            void_game(season_game=season_game, reason=reason, expected_version=version, by=by, table=table)

    def _restore(self, before: Mapping[int, Sheet], after: Mapping[int, Sheet], sheets: Sequence[Archive]) -> None:
        """Set the times and the people of what this step did to those of the archive."""
        for version, row in after.items():
            acts = [act for act in ACTS if getattr(row, f"{act}_at") != getattr(before.get(version), f"{act}_at", None)]
            if "closed" in acts:
                row.closed_by = self.people.account(sheets[version - 1]["closed_by"])
            for act in acts:
                by, when = sheets[version - 1][f"{act}_by"], moment(sheets[version - 1][f"{act}_at"])
                setattr(row, f"{act}_at", when or getattr(row, f"{act}_at"))
                setattr(row, f"{act}_by_name", "" if getattr(row, f"{act}_by_id") else by or "")
            if acts:
                row.save(update_fields=[f"{act}_{column}" for act in acts for column in ("at", "by", "by_name")])

    def _name_decider(self, game: int, sheet: Archive, what: int) -> None:
        """Write the name into the log of the game if the step has entered no account."""
        if what in LOGGED:
            kind, act = LOGGED[what]
            decisions = Decision.objects.filter(game=game, version=sheet["version"], kind=kind, by=None)
            decisions.update(by_name=sheet[act] or "")

    def _made_by(self, system: str, digest: str) -> SheetSystem:
        """Return the game, in the version that a sheet was made by. Raise ValidationError."""
        key = system, digest
        if digest and key not in self.versions:
            versions = OwnGameVersion.objects.filter(game__system=system, definition=digest)
            for text in versions.values_list("definition__content", flat=True):
                self.versions[key] = definition(text, system)
        made_by = self.versions.get(key) if digest else SYSTEMS.get(system)
        if made_by is None:
            raise ValidationError(f"There is no game system '{system}'.")
        return made_by

    def value(self, game: Archive, sheet: Archive) -> ScoreSheet:
        """Return the score sheet. Raise ValidationError for figures that cannot be read."""
        system = self._made_by(game["system"], sheet.get("definition", ""))
        lines, refusals = [], []
        for seat in sheet["seats"]:
            who = f"Seat {seat['seat']} ({seat['name'] or 'guest'})"
            figures, problems = read_figures(system.FIGURES, seat["score"], who=who, seat=seat["seat"])
            refusals += [problem.message for problem in problems]
            unknown = seat["score"].keys() - {column.name for column in system.FIGURES}
            refusals += [f"{who}: {system.NAME} has no figure '{column}'." for column in sorted(unknown)]
            character = self.ids[name_key(seat["character"])] if seat["character"] else None
            lines.append(SeatLine(seat["seat"], character, seat["name"], seat["won"], figures))
        if refusals:
            raise ValidationError(refusals)
        played_at = datetime.fromisoformat(sheet["played_at"])
        header = (sheet["mode"], sheet["target"], sheet["minutes"], sheet.get("settings", {}), system.content)
        return ScoreSheet(game["system"], game["edition"], played_at, tuple(lines), *header)


def _sheets(game: int | None) -> dict[int, Sheet]:
    """Return the versions of a game that are here, by number."""
    return {row.version: row for row in Sheet.objects.filter(game=game).order_by("version")}


def _says_otherwise(version: int) -> ValidationError:
    return ValidationError(_("Version {version} of this game says something else here.").format(version=version))
