"""The games of an archive, version by version through the services that every table uses, in the order in which it
happened: so each sheet is judged by what was known then, and careers and standings follow as anywhere."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from characters.rules.names import name_key
from games.models import Decision, Sheet
from games.rules.definitions import definition
from games.rules.figures import read_figures
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS, SheetSystem
from games.services.sheets import close_versions
from league.core.rules.csv_text import FileProblem
from league.models import LedgerEntry, OwnGameVersion, Season, SeasonGame
from league.results.services.games import (
    confirm_game,
    correct_game,
    dispute_game,
    report_game,
    resubmit_game,
    void_game,
)
from league.tournaments.archive.rules.archive import at, moment
from league.tournaments.archive.services.archive_rows import People

Archive = Mapping[str, Any]
Step = tuple[datetime, int, int, int]  # when, which game, which version, what


def record_games(
    *, season: Season, games: Sequence[Archive], ids: Mapping[str, int], people: People
) -> tuple[Mapping[str, int], list[FileProblem]]:
    """Return the id of each game by its reference, and every sheet that cannot stand. Run within the caller's
    transaction, which is rolled back when there are problems."""
    replay = _GamesReplay(season, games, ids, people)
    for step in sorted(step for place, game in enumerate(games) for step in _steps(place, game["sheets"])):
        replay.take(step)
    if not replay.problems:
        _restore(games, replay, people)
        _tell_nobody(season_game.game_id for season_game in replay.made.values())
    return {
        games[place]["reference"]: season_game.game_id for place, season_game in replay.made.items()
    }, replay.problems


def _tell_nobody(games: Iterable[int]) -> None:
    """Mark the events of these games as told: what happened elsewhere is no news here."""
    LedgerEntry.objects.filter(game__in=list(games), told_at=None).update(told_at=timezone.now())


SUBMIT, CORRECT, DISPUTE, CONFIRM, VOID, SET_ASIDE = range(6)


def _steps(place: int, sheets: Sequence[Archive]) -> Iterator[Step]:
    """Yield the steps of a game. A version after one that was confirmed or voided is a correction."""
    settled = False
    for sheet in sheets:
        version, sent = sheet["version"], datetime.fromisoformat(sheet["submitted_at"])
        yield sent, place, version, CORRECT if settled else SUBMIT
        if sheet["closed_reason"] and sheet["status"] != Sheet.VOID:
            yield sent, place, version, DISPUTE
        if sheet["confirmed_at"] and not settled:
            yield max(sent, datetime.fromisoformat(sheet["confirmed_at"])), place, version, CONFIRM
        if sheet["status"] == Sheet.VOID:
            yield max(sent, moment(sheet["closed_at"]) or sent), place, version, VOID
        if sheet is sheets[-1] and sheet["status"] == Sheet.SUPERSEDED:
            yield max(sent, moment(sheet["closed_at"]) or sent), place, version, SET_ASIDE
        settled = settled or bool(sheet["confirmed_at"]) or sheet["status"] == Sheet.VOID


class _GamesReplay:
    def __init__(self, season: Season, games: Sequence[Archive], ids: Mapping[str, int], people: People) -> None:
        self.season, self.games, self.ids, self.people = season, games, ids, people
        self.made: dict[int, SeasonGame] = {}
        self.found: dict[int, list[FileProblem]] = {}
        self.versions: dict[tuple[str, str], SheetSystem] = {}

    @property
    def problems(self) -> list[FileProblem]:
        return [problem for _, problems in sorted(self.found.items()) for problem in problems]

    def take(self, step: Step) -> None:
        """Take one step of one game, unless an earlier step of it failed."""
        _, place, version, what = step
        if place in self.found:
            return
        sheet = self.games[place]["sheets"][version - 1]
        try:
            if what in (SUBMIT, CORRECT):
                self._write(place, sheet, correct=what == CORRECT)
            else:
                self._decide(place, sheet, what)
        except ValidationError as error:
            path = f"games[{place}].sheets[{version - 1}]"
            taken = hasattr(error, "error_dict") and "reference" in error.error_dict
            self.found[place] = [at(f"games[{place}].reference" if taken else path, text) for text in error.messages]

    def _write(self, place: int, sheet: Archive, *, correct: bool) -> None:
        game = self.games[place]
        value, by, source = self._value(game, sheet), self.people.account(sheet["submitted_by"]), sheet["source"]
        if place not in self.made:
            self.made[place] = report_game(
                season=self.season,
                reference=game["reference"],
                sheet=value,
                source=source,
                by=by,
                played_by_bots=game["played_by_bots"],
            )
            return
        season_game, reason = self.made[place], sheet["reason"]
        if correct:
            confirmed = by if sheet["confirmed_by"] == sheet["submitted_by"] else None
            correct_game(season_game=season_game, sheet=value, reason=reason, source=source, by=confirmed)
        else:
            resubmit_game(
                season_game=season_game, sheet=value, source=source, reason=reason, expected_version=None, by=by
            )

    def _decide(self, place: int, sheet: Archive, what: int) -> None:
        season_game, reason = self.made[place], sheet["closed_reason"]
        by = self.people.account(sheet["confirmed_by" if what == CONFIRM else "closed_by"])
        if what == CONFIRM:
            confirm_game(season_game=season_game, by=by)
        elif what == DISPUTE:
            dispute_game(season_game=season_game, reason=reason, by=by)
        elif what == SET_ASIDE:
            close_versions(season_game.game, by=by)
        else:
            void_game(season_game=season_game, reason=reason, by=by)

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

    def _value(self, game: Archive, sheet: Archive) -> ScoreSheet:
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


_SUBMITTER, _CONFIRMER, _CLOSER = ACTS = ("submitted_by", "confirmed_by", "closed_by")
_RESTORED = ["submitted_at", "confirmed_at", "closed_at", "closed_by", *(f"{act}_name" for act in ACTS)]
_BY_WHOM = {
    Decision.SUBMITTED: _SUBMITTER,
    Decision.CORRECTED: _SUBMITTER,
    Decision.CONFIRMED: _CONFIRMER,
    Decision.DISPUTED: _CLOSER,
    Decision.VOIDED: _CLOSER,
    "sheet_submitted": _SUBMITTER,
    "sheet_corrected": _SUBMITTER,
    "sheet_confirmed": _CONFIRMER,
    "sheet_disputed": _CLOSER,
    "game_voided": _CLOSER,
}


def _restore(games: Sequence[Archive], replay: _GamesReplay, people: People) -> None:
    """Set when it was done and who did it, as in the archive. A state to which no step led is a problem."""
    rows = {(row.game_id, row.version): row for row in Sheet.objects.filter(game__season_game__in=replay.made.values())}
    archived: dict[tuple[int, int], Archive] = {}
    for place, game in enumerate(games):
        for sheet in game["sheets"]:
            key = replay.made[place].game_id, sheet["version"]
            row, archived[key] = rows[key], sheet
            if row.status != sheet["status"]:
                path = f"games[{place}].sheets[{sheet['version'] - 1}].status"
                text = f"By its history this sheet is {row.status}, not {sheet['status']}."
                replay.found.setdefault(place, []).append(at(path, text))
            _restore_sheet(row, sheet, people)
    Sheet.objects.bulk_update(rows.values(), _RESTORED, batch_size=500)
    _name_deciders(archived)


def _restore_sheet(row: Sheet, sheet: Archive, people: People) -> None:
    row.submitted_at = moment(sheet["submitted_at"]) or row.submitted_at
    row.confirmed_at, row.closed_at = moment(sheet["confirmed_at"]), moment(sheet["closed_at"])
    row.closed_by = people.account(sheet[_CLOSER])
    for act in ACTS:
        setattr(row, f"{act}_name", "" if getattr(row, f"{act}_id") else sheet[act] or "")


def _name_deciders(archived: Mapping[tuple[int, int], Archive]) -> None:
    """Write names into the logs of the games and the ledger where the replay has entered nobody."""
    here = {game for game, _ in archived}
    decisions = list(Decision.objects.filter(game__in=here, by=None))
    for decision in decisions:
        decision.by_name = archived[decision.game_id, decision.version][_BY_WHOM[decision.kind]] or ""
    Decision.objects.bulk_update(decisions, ["by_name"], batch_size=500)
    entries = list(LedgerEntry.objects.filter(game__in=here, by=None, kind__in=_BY_WHOM))
    for entry in entries:
        key = entry.game_id or 0, entry.about["version"]
        entry.by_name = archived[key][_BY_WHOM[entry.kind]] or ""
    LedgerEntry.objects.bulk_update(entries, ["by_name"], batch_size=500)
