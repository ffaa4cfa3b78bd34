"""The proof that figures follow from the sheets: every version of each, its seats' places and points, the results, and
the facts recorded."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from characters.models import Fact as Row
from characters.queries.history import RulesByDigest
from characters.rules.facts import Fact
from characters.rules.house_rules import HouseRules
from games.models import Decision, Game, Sheet, SheetSeat
from games.queries.doubts import Suspect
from games.queries.sheets import figures_of, sealed
from games.rules.lines import result_facts
from games.rules.sheets import ScoreSheet, SeatLine, seals
from games.rules.systems import SYSTEMS
from league.models import Result, SeasonGame
from league.results.queries.fact_check import Told, fact_differences
from league.results.queries.waiting_check import Reviewed, doubt_differences, waiting_differences
from league.standings.rules.tiebreaks import table_results

_GAME = ("pk", "system", "edition", "played_by_bots", "revision")
_RESULT = ("game_id", "season_id", "character_id", "system", "played_at", "table_points", "place", "share")
_SEAT = ("sheet_id", "seat", "character_id", "name", "won", "place", "points", "figures")
_CONFIRMING = (Decision.CONFIRMED, Decision.CORRECTED)
UNREADABLE = (ArithmeticError, LookupError, TypeError, ValueError)


class Version(NamedTuple):
    """A stored version of a sheet, by the columns that it is read from."""

    game_id: int
    id: int
    status: str
    closed_by_id: int | None
    closed_reason: str
    reviewed: datetime | None
    doubts: list[str]
    version: int
    source: str
    played_at: datetime
    mode: str
    target: int | None
    minutes: int | None
    rules_id: str
    reason: str
    submitted_by_id: int | None
    confirmed_by_id: int | None


_VERSION = tuple("reviewed_at" if name == "reviewed" else name for name in Version._fields)
_SEALED = Version._fields.index("version")


@dataclass(slots=True)
class Book:
    """All that is stored of a game."""

    game: int
    system: str
    edition: str
    by_bots: bool
    revision: int
    season: int | None = None
    reference: str = ""
    at: datetime | None = None
    versions: list[Version] = field(default_factory=list)
    seats: dict[int, list[tuple[Any, ...]]] = field(default_factory=dict)
    results: Sequence[tuple[Any, ...]] = ()
    facts: Sequence[tuple[int, str]] = ()
    decisions: Sequence[tuple[int, str, int, int | None]] = ()
    sheets: dict[int, ScoreSheet] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"Game {self.reference or f'number {self.game}'}"

    @property
    def confirmed(self) -> Version | None:
        return next((one for one in self.versions if one.status == Sheet.CONFIRMED), None)

    def sheet(self, one: Version) -> ScoreSheet:
        if one.version not in self.sheets:
            self.sheets[one.version] = self._read(one)
        return self.sheets[one.version]

    def _read(self, one: Version) -> ScoreSheet:
        lines = (
            SeatLine(seat, character, name, won, figures_of(figures))
            for seat, character, name, won, _, _, figures in self.seats.get(one.id, ())
        )
        return ScoreSheet(self.system, self.edition, one.played_at, tuple(lines), one.mode, one.target, one.minutes)


def sheet_differences(first: int, last: int) -> Iterator[str]:
    """A sentence for every figure of the games with ids from `first` to `last` that their sheets do not bear out."""
    books, strangers = _books(first, last)
    house = RulesByDigest()
    reviewed: list[Reviewed] = []
    for book in books:
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
    """The confirmed sheet, where levels were held and reviewed."""
    one = book.confirmed
    if one is not None and one.reviewed and book.system == "careers":
        rules = house[one.rules_id]
        if rules.counts(played_by_bots=book.by_bots):
            yield Reviewed(str(book), one.doubts, Suspect(book.game, book.sheet(one), rules))


def _books(first: int, last: int) -> tuple[list[Book], list[str]]:
    """Games in order, and a sentence for each fact that is of none of them."""
    within = {"game__gte": first, "game__lte": last}
    rows = Game.objects.filter(pk__gte=first, pk__lte=last).order_by("pk")
    found: Iterable[tuple[Any, ...]] = rows.values_list(*_GAME)
    books = {row[0]: Book(*row) for row in found}
    placed = SeasonGame.objects.filter(**within).order_by()
    for game, season, reference, at in placed.values_list("game_id", "season_id", "reference", "played_at"):
        books[game].season, books[game].reference, books[game].at = season, reference, at
    owners: dict[int, Book] = {}
    for one in map(Version._make, Sheet.objects.filter(**within).order_by("game_id", "version").values_list(*_VERSION)):
        owners[one.id] = books[one.game_id]
        books[one.game_id].versions.append(one)
    seats = SheetSeat.objects.filter(sheet__game__gte=first, sheet__game__lte=last).order_by("sheet_id", "seat")
    for sheet, values in _by_first(seats.values_list(*_SEAT)).items():
        owners[sheet].seats[sheet] = values
    for game, values in _by_first(Result.objects.filter(**within).order_by().values_list(*_RESULT)).items():
        books[game].results = values
    decisions = Decision.objects.filter(**within).order_by("game_id", "revision")
    for game, values in _by_first(decisions.values_list("game_id", "revision", "kind", "version", "by_id")).items():
        books[game].decisions = values
    strangers = []
    facts = Row.objects.filter(**within).order_by("game", "character_id", "number")
    for game, told in _by_first(facts.values_list("game", "character_id", "content")).items():
        if game in books:
            books[game].facts = told
        else:
            strangers.append(f"Game number {game}: has {len(told)} facts and does not exist.")
    return list(books.values()), strangers


def _by_first(rows: Iterable[tuple[Any, ...]]) -> Mapping[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for key, *rest in rows:
        found[key].append(tuple(rest))
    return found


def _versions(book: Book) -> Iterator[str]:
    """Versions count from 1 without gaps, and only the newest one can be open or count."""
    if not book.versions:
        yield f"{book}: no version of its sheet is there."
        return
    newest = book.versions[-1]
    for number in sorted(set(range(1, newest.version)) - {one.version for one in book.versions}):
        yield f"{book}: version {number} of its sheet is missing."
    for one in book.versions[:-1]:
        if one.status not in (Sheet.SUPERSEDED, Sheet.VOID):
            yield f"{book}, version {one.version}: is {one.status}, though version {newest.version} followed it."
    if newest.status == Sheet.SUPERSEDED:
        yield f"{book}, version {newest.version}: is superseded, and no version follows it."


def _log(book: Book) -> Iterator[str]:
    """Every decision is in the log once, and who confirmed a version is who the log says. Games from before the log
    have no revision for what happened then."""
    if [revision for revision, *_ in book.decisions] != list(range(1, book.revision + 1)):
        yield f"{book}: is at revision {book.revision}, and its log of decisions has not each of them once."
    deciders = {version: by for _, kind, version, by in book.decisions if kind in _CONFIRMING}
    for one in book.versions:
        if one.confirmed_by_id != deciders.get(one.version, one.confirmed_by_id):
            yield f"{book}, version {one.version}: was confirmed by somebody else than its log of decisions says."


def _game(book: Book, house: Mapping[str, HouseRules]) -> Iterator[str]:
    confirmed, sheets = book.confirmed, {one.version: book.sheet(one) for one in book.versions}
    if confirmed is not None and book.season is None:
        yield f"{book}: belongs to no season."
    if book.versions and book.at not in (None, book.versions[-1].played_at):
        yield f"{book}: its season has it at {book.at}, its sheet at {book.versions[-1].played_at}."
    for one in book.versions:
        yield from _seats(book, one, sheets[one.version])
    if confirmed is None:
        if book.results:
            yield f"{book}: has results without a confirmed sheet."
    else:
        counted = not book.by_bots or house[confirmed.rules_id].counts(played_by_bots=True)
        yield from _results(book, sheets[confirmed.version] if counted else None)
    yield from fact_differences(_told(book, sheets), book.facts, partial(_expected, book, sheets))


def _seats(book: Book, one: Version, sheet: ScoreSheet) -> Iterator[str]:
    system = SYSTEMS[sheet.system]
    places: dict[int, int] = {}
    for group in system.ranking(sheet):
        places |= dict.fromkeys(group, len(places) + 1)
    which = "" if one.status == Sheet.CONFIRMED else f", version {one.version}"
    for line, row in zip(sheet.seats, book.seats.get(one.id, ()), strict=True):
        place, points = row[4], row[5]
        if (place, points) != (places[line.seat], system.points(line, sheet)):
            yield (
                f"{book}{which}, seat {line.seat}: place {place} with {points} points is stored, the sheet says "
                f"place {places[line.seat]} with {system.points(line, sheet)}."
            )


def _results(book: Book, sheet: ScoreSheet | None) -> Iterator[str]:
    """`sheet` is None where the house rules count it for nobody."""
    expected = set()
    if sheet is not None:
        expected = {
            (book.season, one.character, sheet.system, sheet.played_at, one.table_points, one.place, one.share)
            for one in table_results(sheet)
        }
    if expected != set(book.results) or len(book.results) != len(expected):
        yield f"{book}: the results in the standings are not those of its sheet."


def _told(book: Book, sheets: Mapping[int, ScoreSheet]) -> Told:
    stored = [book.seats.get(one.id, ()) for one in book.versions]
    chain = seals(sealed(one[_SEALED:], rows) for one, rows in zip(book.versions, stored, strict=True))
    voids = [
        (place, one.closed_by_id, one.closed_reason)
        for place, one in enumerate(book.versions)
        if one.status == Sheet.VOID
    ]
    return Told(
        name=str(book),
        confirmed=book.confirmed.version if book.confirmed else None,
        seals=dict(zip(sheets, chain, strict=True)),
        reasons={one.version: one.reason for one in book.versions},
        voids=[(chain[place], by, reason) for place, by, reason in voids],
    )


def _expected(book: Book, sheets: Mapping[int, ScoreSheet], version: int, seal: str) -> Mapping[int, Fact]:
    """By character: the fact that confirming this version recorded, without its reason."""
    sheet = sheets.get(version)
    if sheet is None:
        return {}
    rules = next(one.rules_id for one in book.versions if one.version == version)
    said = result_facts(
        book.game, version, rules, sheet, reference=book.reference, seal=seal, played_by_bots=book.by_bots
    )
    return dict(said)
