"""Check boards that strangers make. A board has the same file as an edition, and every entry is checked before anything
is played on it.

A board is a mapping in the shape of such a file; its digest is the name by which records and house rules find it. First
the shape is checked (which entries, how long, how large), then what the book fixes: nothing is judged that could not be
read.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from engine.careers.board import Board, build_board
from engine.careers.boards import LONDON, edition_board, lay_over
from engine.careers.check import check_edition
from engine.careers.data import PATH_KEYS
from engine.careers.editions import Edition, edition_ids
from engine.core.errors import BadData
from engine.core.shapes import Each, Entries, Flag, Keyed, OneOfWords, Same, TextLine, Whole
from engine.core.toml import read_toml

MOST_BYTES = 64_000
MOST_PROBLEMS = 200

_NAME, _CAPTION, _WORD = TextLine(60), TextLine(80), TextLine(40, word=True)
_MONEY = Whole(0, 100_000, step=100)
_POINTS = Whole(0, 100_000)
_DEGREES = Whole(1, 4)
_NUMBER = Whole(0, 41)
_SQUARE = Keyed(
    {**dict.fromkeys(sorted(PATH_KEYS), _POINTS), "caption": _CAPTION, "effect": _WORD, "of": _WORD, "to": Same()},
    needed=("caption",),
)
_PATH = Keyed(
    {
        "name": _NAME,
        "entrance": _NUMBER,
        "exit": _NUMBER,
        "entry_fee": _MONEY,
        "degree": _WORD,
        "degrees_required": _DEGREES,
        "university": Flag(),
        "squares": Entries(_SQUARE, 30),
    },
    needed=("name", "entrance", "exit", "entry_fee", "squares"),
)
_COMPANY = Keyed(
    {
        "id": _WORD,
        "name": _NAME,
        "entrance": _NUMBER,
        "entry_fee": _MONEY,
        "program": _WORD,
        "program_name": _NAME,
        "degrees_required": _DEGREES,
    },
    needed=("id", "name", "entrance"),
)
# Any other entry of a border square has to equal that of the base.
_BORDER_SQUARE = Keyed({"number": _NUMBER, "name": _NAME, "caption": _CAPTION}, needed=("number",), others=Same())
_RIDE = Keyed({"card": _NAME, "ride": _NAME}, needed=("card", "ride"))
_COUNTS = Each(Whole(0, 60), 60)
BOARD = Keyed(
    {
        "base": OneOfWords(edition_ids()),
        "name": _NAME,
        "currency": TextLine(3),
        "university": _NAME,
        "tuition": _MONEY,
        "companies": Entries(_COMPANY, 9),
        "further_programs": Entries(Keyed({"id": _WORD, "name": _NAME}, needed=("id", "name")), 9),
        "paths": Each(_PATH, 10),
        "captions": Each(Entries(_CAPTION, 30), 10),
        "squares": Entries(_BORDER_SQUARE, 42),
        "figures": Keyed({"starting_cash": _MONEY, "starting_salary": Whole(1000, 100_000, step=1000)}, others=Same()),
        "travel": Keyed({"rail": _RIDE, "underground": _RIDE}, needed=("rail",)),
        "counts": Keyed({"experience": _COUNTS, "opportunity": _COUNTS}),
        # An edition's file is a board; these are its words for characters.
        "id": _WORD,
        "partner_program": _WORD,
        "levels": Each(_NAME, 10),
        "own_board": Flag(),
        "path_word": _WORD,
        "twist": TextLine(300),
        "from_london": Entries(TextLine(100), 20),
    }
)


@dataclass(frozen=True, slots=True)
class CheckedBoard:
    """A checked board. `problems`: every reason why it may not be played, a sentence each. `report`: check_edition's,
    and `data`: the complete data set, both empty while the shape is wrong."""

    problems: tuple[str, ...]
    report: Mapping[str, Any]
    data: Mapping[str, Any]


def read_board(text: str) -> dict[str, Any]:
    """Return the mapping in a board file. Raise BadData if it is too long, not TOML or nested too deep."""
    size = len(text.encode())
    if size > MOST_BYTES:
        raise BadData(f"The file has {size:,} bytes; a board has {MOST_BYTES:,} at most.")
    return read_toml(text)


def check_board(raw: Mapping[str, Any]) -> CheckedBoard:
    """Return everything that is wrong with a board, and what differs from the book and from its base."""
    problems = [*BOARD.problems(raw), *_repetitions(raw)][:MOST_PROBLEMS]
    if problems:
        return CheckedBoard(tuple(problems), {}, {})
    try:
        data = lay_over(raw)
    except BadData as error:
        return CheckedBoard((str(error),), {}, {})
    report = check_edition(data, edition_board(raw.get("base", LONDON)))
    return CheckedBoard(tuple(report["refusals"][:MOST_PROBLEMS]), report, data)


def playable_board(raw: Mapping[str, Any], pfizer_layout: str = "rulebook16") -> Board:
    """Return the compiled board. Raise BadData with every reason why it may not be played."""
    return _playable(_text(raw), pfizer_layout)


@lru_cache(maxsize=32)
def _playable(text: str, pfizer_layout: str) -> Board:
    checked = check_board(json.loads(text))
    if checked.problems:
        raise BadData(f"The board cannot be played: {' '.join(checked.problems)}")
    return build_board(checked.data, pfizer_layout)


def named_on(names: Edition, board: Board) -> Edition:
    """Return an edition's words for players on a board: its currency, its University, and the names of its companies
    and their programs, by their entrances."""
    behind = {path.entrance: path for path in board.paths}
    called = [str(program["name"]) for program in board.figures["degrees"]["programs"]]
    companies = {key: replace(company, name=behind[company.entrance].name) for key, company in names.companies.items()}
    programs = dict(names.programs)
    for key, program in programs.items():
        path = behind[names.companies[program.company].entrance] if program.company else None
        if path is not None and path.program >= 0:
            programs[key] = replace(program, name=called[path.program])
    university = next(path.name for path in board.paths if path.university)
    return replace(names, currency=board.currency, university=university, companies=companies, programs=programs)


def canonical(raw: Mapping[str, Any]) -> str:
    """Return the board as text that is the same for equal boards, on every machine."""
    return json.dumps(raw, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def board_digest(raw: Mapping[str, Any]) -> str:
    """Return SHA-256 of the canonical text."""
    return hashlib.sha256(canonical(raw).encode()).hexdigest()


def _text(raw: Mapping[str, Any]) -> str:
    try:
        return canonical(raw)
    except (RecursionError, TypeError, ValueError) as error:
        raise BadData(f"The board has the wrong shape: {error}.") from error


def _repetitions(raw: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence for every place that has two entries: which of them holds would be chance."""
    yield from _twice("squares", raw.get("squares"), "number")
    yield from _twice("companies", raw.get("companies"), "entrance")
    yield from _twice("companies", raw.get("companies"), "id")
    paths = raw.get("paths")
    yield from _twice("paths", [*paths.values()] if isinstance(paths, Mapping) else None, "entrance")


def _twice(where: str, entries: Any, key: str) -> Iterator[str]:
    seen: list[Any] = []
    for entry in entries if isinstance(entries, list) else ():
        value = entry.get(key) if isinstance(entry, Mapping) else None
        if value is not None and value in seen:
            yield f"{where}: the {key} {str(value)[:40]} stands twice."
        seen.append(value)
