"""The proof that figures follow from the sheets: every version of each, its seats' places and points, the results, and
the facts recorded; that the ledger holds the seals of the versions; and what reviews leave on sheets: doubts, and no
mark as waiting once they are done."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db.models import Count, QuerySet

from characters.models import CareerEvent, Character
from characters.models import Fact as Row
from characters.queries.bulk import moment, moment_text, read_json, rows
from characters.queries.history import RulesByDigest
from characters.rules.choices import SCORED
from characters.rules.facts import RESULT, CareerFact, decode, encode, says
from characters.rules.house_rules import HouseRules
from games.models import Decision, Game, Sheet, SheetSeat, read_sentence
from games.queries.doubts import LEVEL_KINDS, Suspect, doubts_about
from games.queries.sheets import definition_text, figures_of, sealed
from games.rules.lines import result_facts
from games.rules.sheets import ScoreSheet, SeatLine, seals, void_seal
from games.rules.systems import SheetOutcome, outcome
from league.core.ledger.rules.kinds import GROUPS, SHEETS
from league.models import LedgerEntry, Result, SeasonGame
from league.standings.rules.tiebreaks import table_results

_GAME = ("pk", "system", "edition", "played_by_bots", "revision", "season_game__season_id", "season_game__reference")
_RESULT = ("game_id", "season_id", "character_id", "system", "moment", "table_points", "place", "share")
_SEAT = ("sheet_id", "seat", "character_id", "name", "won", "place", "points", "figures")
_CONFIRMING = (Decision.CONFIRMED, Decision.CORRECTED, Decision.RULED)
UNREADABLE = (ArithmeticError, LookupError, TypeError, ValueError)
Entry = tuple[str, dict[str, Any]]
TOLD_BY = (*GROUPS[SHEETS], "result_confirmed")
POLITICS = frozenset(("layoffs", "reorgs", "free_passes", "boss", "laid_off", "backstabbed", "bumped"))


class Reviewed(NamedTuple):
    """A confirmed sheet that a review has looked at, with the doubts that are stored with it."""

    name: str
    doubts: list[str]
    suspect: Suspect


class SheetHistory(NamedTuple):
    """The record of a game's stored versions: which one is confirmed, the seal and reason of each, and of each void the
    seal before it, who did it and why."""

    name: str
    confirmed: int | None
    seals: Mapping[int, str]
    reasons: Mapping[int, str]
    voids: Sequence[tuple[str, int | None, str]]


Expected = Callable[[int, str], Mapping[int, CareerFact]]


class StoredVersion(NamedTuple):
    """A stored version of a sheet, by the columns that it is read from."""

    game_id: int
    id: int
    status: str
    closed_by_id: int | None
    closed_reason: str
    reviewed: object
    doubts: list[str]
    version: int
    source: str
    played_at: datetime
    mode: str
    target: int | None
    minutes: int | None
    rules_id: str
    reason: str
    own_settings: Any
    definition_id: str | None
    submitted_by_id: int | None
    confirmed_by_id: int | None
    sealed_people: Any


_COLUMNS = {"reviewed": "reviewed_at", "played_at": "moment"}
_VERSION = tuple(_COLUMNS.get(name, name) for name in StoredVersion._fields)
_SEALED, _DOUBTS, _PLAYED_AT, _OWN = map(
    StoredVersion._fields.index, ("version", "doubts", "played_at", "own_settings")
)
_SENTENCES = tuple(map(StoredVersion._fields.index, ("closed_reason", "reason")))


@dataclass(slots=True)
class Book:
    """All that is stored of a game."""

    game: int
    system: str
    edition: str
    by_bots: bool
    revision: int
    season: int | None = None
    reference: str | None = None
    at: str | None = None
    versions: list[StoredVersion] = field(default_factory=list)
    seats: dict[int, list[tuple[Any, ...]]] = field(default_factory=dict)
    results: list[tuple[Any, ...]] = field(default_factory=list)
    facts: list[tuple[int, str]] = field(default_factory=list)
    decisions: list[tuple[Any, ...]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    sheets: dict[int, ScoreSheet] = field(default_factory=dict)
    outcomes: dict[int, SheetOutcome] = field(default_factory=dict)
    house: Mapping[str, HouseRules] = field(default_factory=dict)
    confirmed: StoredVersion | None = None

    def __str__(self) -> str:
        return f"Game {self.reference or f'number {self.game}'}"

    def sheet(self, version: StoredVersion) -> ScoreSheet:
        if version.version not in self.sheets:
            self.sheets[version.version] = self._read(version)
        return self.sheets[version.version]

    def outcome(self, version: StoredVersion) -> SheetOutcome:
        if version.version not in self.outcomes:
            self.outcomes[version.version] = outcome(self.sheet(version))
        return self.outcomes[version.version]

    def _read(self, version: StoredVersion) -> ScoreSheet:
        lines = (
            SeatLine(seat, character, name, won, figures_of(figures))
            for seat, character, name, won, _, _, figures in self.seats.get(version.id, ())
        )
        header = (version.mode, version.target, version.minutes, version.own_settings or {})
        definition = definition_text(version.definition_id) if version.definition_id else ""
        choices = self.house[version.rules_id].choices(self.system) if self.system in SCORED else {}
        return ScoreSheet(self.system, self.edition, version.played_at, tuple(lines), *header, definition, choices)


def sheet_differences(first: int, last: int) -> Iterator[str]:
    """Yield a sentence for every figure of the games with ids from `first` to `last` that their sheets do not bear
    out."""
    books, strangers = _books(first, last)
    house = RulesByDigest()
    reviewed: list[Reviewed] = []
    for book in books:
        book.house = house
        yield from _versions(book)
        yield from _log(book)
        try:
            yield from _game(book, house)
            reviewed += _reviewed(book, house)
        except UNREADABLE as error:
            yield f"{book}: its sheet can't have been confirmed as it stands ({error})."
    yield from strangers
    yield from doubt_differences(reviewed)
    yield from waiting_differences(first, last)


def _reviewed(book: Book, house: Mapping[str, HouseRules]) -> Iterator[Reviewed]:
    """Yield the confirmed sheet, if levels were held and reviewed."""
    confirmed = book.confirmed
    if confirmed is not None and confirmed.reviewed and book.system == "careers":
        rules = house[confirmed.rules_id]
        if rules.counts(played_by_bots=book.by_bots):
            yield Reviewed(str(book), confirmed.doubts, Suspect(book.game, book.sheet(confirmed), rules))


def _books(first: int, last: int) -> tuple[list[Book], list[str]]:
    """Return games in order, and a sentence for each fact that belongs to no game here."""
    within = {"game__gte": first, "game__lte": last}
    games = Game.objects.filter(pk__gte=first, pk__lte=last).order_by("pk")
    placed = games.annotate(moment=moment_text("season_game__played_at")).values_list(*_GAME, "moment")
    books = {row[0]: Book(*row) for row in rows(placed)}
    owners: dict[int, Book] = {}
    for version in _read_versions(Sheet.objects.filter(**within)):
        owners[version.id] = book = books[version.game_id]
        book.versions.append(version)
        if version.status == Sheet.CONFIRMED and book.confirmed is None:
            book.confirmed = version
    seats = SheetSeat.objects.filter(sheet__game__gte=first, sheet__game__lte=last).order_by("sheet_id", "seat")
    for sheet, *values, figures in rows(seats.values_list(*_SEAT)):
        owners[sheet].seats.setdefault(sheet, []).append((*values, read_json(figures)))
    results = Result.objects.filter(**within).order_by().annotate(moment=moment_text("played_at"))
    for game, season, character, system, at, *values in rows(results.values_list(*_RESULT)):
        books[game].results.append((character, season, system, moment(at), *values))
    decisions = Decision.objects.filter(**within).order_by("game_id", "revision")
    for game, *decided in rows(decisions.values_list("game_id", "revision", "kind", "version", "by_id")):
        books[game].decisions.append(tuple(decided))
    for game, entry in seal_entries(first, last):
        books[game].entries.append(entry)
    strangers: Counter[int] = Counter()
    facts = Row.objects.filter(**within).order_by("game", "character_id", "number")
    for game, character, content in rows(facts.values_list("game", "character_id", "content")):
        if game in books:
            books[game].facts.append((character, content))
        else:
            strangers[game] += 1
    return list(books.values()), [
        f"Game number {game}: has {number} facts and does not exist." for game, number in strangers.items()
    ]


def _read_versions(sheets: QuerySet[Sheet]) -> Iterator[StoredVersion]:
    ordered = sheets.order_by("game_id", "version").annotate(moment=moment_text("played_at"))
    for row in rows(ordered.values_list(*_VERSION)):
        values = list(row)
        values[_PLAYED_AT], values[_DOUBTS] = moment(row[_PLAYED_AT]), read_json(row[_DOUBTS])
        for at in (_OWN, -1):
            values[at] = read_json(row[at]) if row[at] else None
        for at in _SENTENCES:
            values[at] = read_sentence(row[at])
        yield StoredVersion._make(values)


def _versions(book: Book) -> Iterator[str]:
    """Yield gaps in the versions, which count from 1, and older versions that are open or count."""
    if not book.versions:
        yield f"{book}: no version of its sheet is there."
        return
    newest = book.versions[-1]
    for number in sorted(set(range(1, newest.version)) - {version.version for version in book.versions}):
        yield f"{book}: version {number} of its sheet is missing."
    for older in book.versions[:-1]:
        if older.status not in (Sheet.SUPERSEDED, Sheet.VOID):
            yield f"{book}, version {older.version}: is {older.status}, though version {newest.version} followed it."
    if newest.status == Sheet.SUPERSEDED and not _is_set_aside(book, newest):
        yield f"{book}, version {newest.version}: is superseded, and no version follows it."


def _log(book: Book) -> Iterator[str]:
    """Yield decisions that the log does not hold exactly once, and versions confirmed by a person other than the log
    says."""
    if [revision for revision, *_ in book.decisions] != list(range(1, book.revision + 1)):
        yield f"{book}: is at revision {book.revision}, and its log of decisions has not each of them once."
    confirmers: dict[int, set[int | None]] = {}
    for _, kind, version, by in book.decisions:
        if kind in _CONFIRMING:
            confirmers.setdefault(version, set()).add(by)
    for row in book.versions:
        if row.confirmed_by_id not in confirmers.get(row.version, {None}) and not _is_set_aside(book, row):
            yield f"{book}, version {row.version}: was confirmed by somebody else than its log of decisions says."


def _is_set_aside(book: Book, row: StoredVersion) -> bool:
    """Return whether a referee has set the open version aside, because others sit at the table since."""
    ruled = any(kind == Decision.RULED and version == row.version for _, kind, version, _by in book.decisions)
    return ruled and row.status == Sheet.SUPERSEDED and row.confirmed_by_id is None


def _game(book: Book, house: Mapping[str, HouseRules]) -> Iterator[str]:
    confirmed, sheets = book.confirmed, {version.version: book.sheet(version) for version in book.versions}
    if confirmed is not None and book.season is None:
        yield f"{book}: belongs to no season."
    if book.at is not None and book.versions and moment(book.at) != book.versions[-1].played_at:
        yield f"{book}: its season has it at {moment(book.at)}, its sheet at {book.versions[-1].played_at}."
    for version in book.versions:
        yield from _seats(book, version)
    if confirmed is None:
        if book.results:
            yield f"{book}: has results without a confirmed sheet."
    else:
        counted = not book.by_bots or house[confirmed.rules_id].counts(played_by_bots=True)
        yield from _results(book, confirmed if counted else None, house)
    history = _history(book, sheets)
    yield from fact_differences(history, book.facts, partial(_expected, book))
    yield from seal_differences(history, book.entries)


def _seats(book: Book, version: StoredVersion) -> Iterator[str]:
    points, places, *_ = book.outcome(version)
    which = "" if version.status == Sheet.CONFIRMED else f", version {version.version}"
    for seat, _, _, _, place, scored, _ in book.seats.get(version.id, ()):
        if place != places[seat] or scored != points[seat]:
            yield (
                f"{book}{which}, seat {seat}: place {place} with {scored} points is stored, the sheet says "
                f"place {places[seat]} with {points[seat]}."
            )


def _results(book: Book, version: StoredVersion | None, house: Mapping[str, HouseRules]) -> Iterator[str]:
    """Yield a sentence if the results differ from the sheet's. `version` is None if the house rules count the game for
    nobody."""
    expected: list[tuple[Any, ...]] = []
    if version is not None:
        sheet = book.sheet(version)
        scores = house[version.rules_id].leavers_place
        expected = [
            (character, book.season, sheet.system, sheet.played_at, table_points, place, share)
            for character, place, table_points, share in table_results(
                sheet, book.outcome(version), leavers_score=scores
            )
        ]
    if sorted(expected) != sorted(book.results):
        yield f"{book}: the results in the standings are not those of its sheet."


def _history(book: Book, sheets: Mapping[int, ScoreSheet]) -> SheetHistory:
    stored = [book.seats.get(version.id, ()) for version in book.versions]
    chain = seals(sealed(version[_SEALED:], seats) for version, seats in zip(book.versions, stored, strict=True))
    voids = [
        (place, version.closed_by_id or (version.sealed_people or (None,) * 3)[2], version.closed_reason)
        for place, version in enumerate(book.versions)
        if version.status == Sheet.VOID
    ]
    return SheetHistory(
        name=str(book),
        confirmed=book.confirmed.version if book.confirmed else None,
        seals=dict(zip(sheets, chain, strict=True)),
        reasons={version.version: version.reason for version in book.versions},
        voids=[(chain[place], by, reason) for place, by, reason in voids],
    )


def _expected(book: Book, version: int, seal: str) -> Mapping[int, CareerFact]:
    """Return, by character, the fact that confirming this version recorded, without its reason."""
    row = next((row for row in book.versions if row.version == version), None)
    if row is None:
        return {}
    facts = result_facts(
        book.game,
        version,
        row.rules_id,
        book.sheet(row),
        reference=book.reference or "",
        seal=seal,
        played_by_bots=book.by_bots,
        result=book.outcome(row),
    )
    return dict(facts)


def seal_entries(first: int, last: int) -> Iterator[tuple[int, Entry]]:
    """Yield game, kind and data of the ledger's entries about versions that this site saw, in order."""
    entries = LedgerEntry.objects.filter(game__gte=first, game__lte=last, kind__in=TOLD_BY, imported=False)
    for game, kind, about in entries.order_by("id").values_list("game_id", "kind", "about").iterator(2000):
        if "seal" in about:
            yield game, (kind, about)


def seal_differences(history: SheetHistory, entries: list[Entry]) -> Iterator[str]:
    voids = {void_seal(before, by=by, reason=reason) for before, by, reason in history.voids}
    for kind, about in entries:
        version = about["version"]
        held = voids if kind == "game_voided" else {history.seals.get(version)}
        if about["seal"] not in held:
            yield f"{history.name}, version {version}: is not as the ledger says that it was sealed ({kind})."


def doubt_differences(reviewed: Sequence[Reviewed]) -> Iterator[str]:
    """Yield a sentence for each sheet whose doubts don't follow from the levels of the time."""
    games = [row.suspect.game for row in reviewed]
    met: dict[int | None, int] = {}
    if games:
        rows = CareerEvent.objects.standing().filter(game__gte=min(games), game__lte=max(games), kind__in=LEVEL_KINDS)
        met = dict(rows.order_by().values("game").annotate(n=Count("*")).values_list("game", "n"))
    doubtful = [row for row in reviewed if row.doubts or _may_be_doubted(row.suspect.sheet, met.get(row.suspect.game))]
    if not doubtful:
        return
    suspects = [row.suspect for row in doubtful]
    doubts, then = doubts_about(suspects), doubts_about(suspects, names_of_the_time=True)
    for row in doubtful:
        now = doubts[row.suspect.game]
        if row.doubts not in (now, then[row.suspect.game]):
            yield f"{row.name}: the doubts about its sheet are {row.doubts or 'empty'}, its levels lead to {now}."


def _may_be_doubted(sheet: ScoreSheet, levels: int | None) -> bool:
    """Return whether a sheet may be doubted. Without office politics the only cause is a retired character, which held
    no level."""
    if levels != len(sheet.character_ids):
        return True
    political = (line.figures for line in sheet.seats if not POLITICS.isdisjoint(line.figures))
    return any(figures[figure] for figures in political for figure in POLITICS & figures.keys())


def waiting_differences(first: int, last: int) -> Iterator[str]:
    """Yield a sentence for each sheet that is marked as waiting for its review though every career knows of it."""
    waiting = Sheet.objects.awaiting_review().filter(game__gte=first, game__lte=last).order_by("game_id")
    games = list(waiting.values_list("game_id", flat=True))
    if not games:
        return
    people = Character.objects.awaiting_review().filter(facts__game__in=games).order_by()
    behind = set(people.values_list("facts__game", flat=True))
    names = dict(SeasonGame.objects.filter(game__in=games).values_list("game_id", "reference"))
    for game in games:
        if game not in behind:
            name = names.get(game, f"number {game}")
            yield f"Game {name}: is marked as waiting for its review, and all careers know it; run review_pending."


def fact_differences(history: SheetHistory, recorded: Sequence[tuple[int, str]], expected: Expected) -> Iterator[str]:
    """Yield a sentence for each fact that differs. `recorded` are (character, content) in order of character and
    number, `expected(version, seal)` the facts that confirming it leads to."""
    if history.confirmed == 1 == len(history.seals) and _as_expected(recorded, expected(1, history.seals[1])):
        return
    file = _GameFacts(history, expected)
    for character, content in recorded:
        try:
            fact = decode(content)
        except (LookupError, TypeError, ValueError):
            continue  # the check of its character's chain reports it
        file.read(character, fact)
    yield from file.differences()


def _as_expected(recorded: Sequence[tuple[int, str]], expected: Mapping[int, CareerFact]) -> bool:
    """Return whether, as usual, each fact is what its sheet leads to."""
    return len(recorded) == len(expected) and all(
        character in expected and says(content, expected[character]) for character, content in recorded
    )


class _GameFacts:
    """The facts of a game, read one after the other."""

    def __init__(self, history: SheetHistory, expected: Expected) -> None:
        self.history = history
        self.expected = {version: expected(version, "") for version in history.seals}
        self.standing: dict[int, int] = {}
        self.present: dict[int, set[int]] = {}
        self.wrong: set[int] = set()
        self.unsealed: set[int] = set()
        self.taken_back: list[str] = []

    def read(self, character: int, fact: CareerFact) -> None:
        if fact.kind == RESULT and fact.line is not None:
            version = fact.line.version
            self.standing[character] = version
            self.present.setdefault(version, set()).add(character)
            expected = self.expected.get(version, {}).get(character)
            # Their canonical text does not distinguish lists and tuples.
            same = expected is not None and encode(fact._replace(because="", seal="")) == encode(expected)
            # A version that was sent again before anybody confirmed it has a reason that no fact repeats.
            if not same or fact.because not in ("", f"corrected: {self.history.reasons.get(version, '')}"):
                self.wrong.add(version)
            if fact.seal and fact.seal != self.history.seals.get(version):
                self.unsealed.add(version)
        else:
            self.standing.pop(character, None)
            if not self._is_taken_back(fact):
                self.taken_back.append(fact.because)

    def _is_taken_back(self, fact: CareerFact) -> bool:
        """Return whether a void or a correction without this character led to the withdrawal."""
        for before, by, reason in self.history.voids:
            if fact.because == f"voided: {reason}":
                seal = void_seal(before, by=by, reason=reason)
                if fact.seal in ("", seal):
                    return True
        corrected = {f"corrected: {reason}": version for version, reason in self.history.reasons.items() if version > 1}
        version = corrected.get(fact.because)
        return version is not None and (not fact.seal or fact.seal in self.history.seals.values())

    def differences(self) -> Iterator[str]:
        history = self.history
        missing = {version for version, who in self.present.items() if who != set(self.expected.get(version, ()))}
        counting = dict.fromkeys(self.expected.get(history.confirmed or 0, ()), history.confirmed)
        if history.confirmed is None:
            if self.standing:
                yield f"{history.name}: counts for {len(self.standing)} characters without a confirmed sheet."
        elif self.standing != counting or history.confirmed in self.wrong:
            yield f"{history.name}: the characters' facts are not those of its confirmed sheet."
        for version in sorted((self.wrong | missing) - {history.confirmed}):
            yield f"{history.name}, version {version}: is not what the characters' facts say of it."
        for version in sorted(self.unsealed):
            yield (
                f"{history.name}, version {version}: it or a version before it is not as it was sealed: figures, "
                "guests, names, reasons, who reported or who confirmed."
            )
        for because in sorted(set(self.taken_back)):
            yield f"{history.name}: facts take it back because it was {because}; no version of its sheet says so."
