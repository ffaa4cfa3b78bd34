"""The proof that figures follow from the confirmed sheets: seats' places and points, results, and the facts
recorded."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from characters.models import Fact as Row
from characters.queries.lives import RulesByDigest
from characters.rules.facts import RESULT, Fact, Line, decode
from games.models import Sheet, SheetSeat
from games.queries.sheets import figures_of
from games.rules.lines import result_facts
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS
from league.models import Result, SeasonGame
from league.rules.table_points import table_results

_SHEET = (
    "id",
    "game_id",
    "game__system",
    "game__edition",
    "game__played_by_bots",
    "version",
    "played_at",
    "mode",
    "target",
    "minutes",
    "rules_id",
)
_SEAT = ("sheet_id", "seat", "character_id", "name", "won", "figures", "place", "points")
_RESULT = ("game_id", "season_id", "character_id", "system", "played_at", "table_points", "place", "share")
Rows = Mapping[int, list[tuple[Any, ...]]]


def sheet_differences(first: int, last: int) -> Iterator[str]:
    """A sentence for every figure of the games with ids from `first` to `last` that their confirmed sheets do not
    bear out."""
    games = {
        game: (season, reference, at)
        for game, season, reference, at in SeasonGame.objects.filter(game__gte=first, game__lte=last)
        .order_by()
        .values_list("game_id", "season_id", "reference", "played_at")
    }
    seats = _by_first(
        SheetSeat.objects.filter(sheet__game__gte=first, sheet__game__lte=last, sheet__status=Sheet.CONFIRMED), _SEAT
    )
    results = _by_first(Result.objects.filter(game__gte=first, game__lte=last), _RESULT)
    lines = _recorded_lines(first, last)
    confirmed = set()
    house = RulesByDigest()
    for sheet_id, game, system, edition, by_bots, version, at, mode, target, minutes, rules in (
        Sheet.objects.confirmed().filter(game__gte=first, game__lte=last).order_by("game_id").values_list(*_SHEET)
    ):
        confirmed.add(game)
        season, reference, stored_at = games.get(game, (None, f"number {game}", at))
        sheet = ScoreSheet(system, edition, at, _lines(seats.get(sheet_id, [])), mode, target, minutes)
        if season is None:
            yield f"Game {reference}: belongs to no season."
        if stored_at != at:
            yield f"Game {reference}: its season has it at {stored_at}, its sheet at {at}."
        recorded = lines.pop(game, {})
        try:
            counted = not by_bots or house[rules].counts(played_by_bots=True)
            yield from _seats(reference, sheet, seats.get(sheet_id, []))
            yield from _results(reference, season, sheet if counted else None, results.get(game, []))
            facts = result_facts(game, version, rules, sheet, reference=reference, played_by_bots=by_bots)
            yield from _facts(reference, facts, recorded)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            yield f"Game {reference}: its sheet can't have been confirmed as it stands ({error})."
    for game in sorted(set(results) - confirmed):
        yield f"Game {games[game][1] if game in games else game}: has results without a confirmed sheet."
    for game in sorted(lines):
        yield f"Game {game}: counts for {len(lines[game])} characters without a confirmed sheet."


def _by_first(rows: Any, columns: Sequence[str]) -> Rows:
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for key, *rest in rows.order_by().values_list(*columns):
        found[key].append(tuple(rest))
    return found


def _lines(rows: list[tuple[Any, ...]]) -> tuple[SeatLine, ...]:
    return tuple(
        SeatLine(seat, character, name, won, figures_of(figures)) for seat, character, name, won, figures, *_ in rows
    )


def _recorded_lines(first: int, last: int) -> dict[int, dict[int, Line]]:
    """By game and character: the line of the latest fact, where that fact is no withdrawal."""
    found: dict[int, dict[int, Line]] = defaultdict(dict)
    rows = Row.objects.filter(game__gte=first, game__lte=last).order_by("game", "character_id", "number")
    for game, character, content in rows.values_list("game", "character_id", "content"):
        try:
            fact = decode(content)
        except (LookupError, TypeError, ValueError):
            continue  # the chain of its character tells
        if game is None:
            continue
        if fact.kind == RESULT and fact.line is not None:
            found[game][character] = fact.line
        else:
            found[game].pop(character, None)
    return {game: lines for game, lines in found.items() if lines}


def _seats(reference: str, sheet: ScoreSheet, rows: list[tuple[Any, ...]]) -> Iterator[str]:
    system = SYSTEMS[sheet.system]
    places: dict[int, int] = {}
    for group in system.ranking(sheet):
        places |= dict.fromkeys(group, len(places) + 1)
    for line, (*_, place, points) in zip(sheet.seats, rows, strict=True):
        if (place, points) != (places[line.seat], system.points(line, sheet)):
            yield (
                f"Game {reference}, seat {line.seat}: place {place} with {points} points is stored, the sheet says "
                f"place {places[line.seat]} with {system.points(line, sheet)}."
            )


def _results(
    reference: str, season: int | None, sheet: ScoreSheet | None, rows: list[tuple[Any, ...]]
) -> Iterator[str]:
    """`sheet` is None where the house rules count it for nobody."""
    expected = set()
    if sheet is not None:
        expected = {
            (season, one.character, sheet.system, sheet.played_at, one.table_points, one.place, one.share)
            for one in table_results(sheet)
        }
    if expected != set(rows) or len(rows) != len(expected):
        yield f"Game {reference}: the results in the standings are not those of its sheet."


def _facts(reference: str, facts: Sequence[tuple[int, Fact]], lines: Mapping[int, Line]) -> Iterator[str]:
    if {pk: fact.line for pk, fact in facts} != lines:
        yield f"Game {reference}: the characters' facts are not those of its confirmed sheet."
