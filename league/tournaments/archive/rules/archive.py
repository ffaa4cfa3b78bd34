"""The archive of a tournament as text: read, checked against `archive.schema.json`, written; its draws and their seeds.

Problems are collected with their path in the file, such as `stages[0].entries[3].seeding`, never raised.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError

from characters.rules.facts import BETWEEN, bounds_problem
from engine.translatable import Translatable, said, said_again
from games.rules.definitions import BadDefinition, canonical, digest_of
from games.rules.figures import shown_value
from league.core.rules.csv_text import BOM, FileProblem, refuse_unstorable
from league.core.rules.zones import is_zone
from league.tournaments.draws.rules.proof import archived_draws, check_draws
from league.tournaments.stages.rules.seeds import link

FORMAT = "corner-office-tournament"
VERSION = 2
BEFORE_TEAMS = 1  # the version of archives without teams, which 1.0 reads
MOST_PROBLEMS = 1000
TOO_MUCH = said("The file holds more than any tournament that fits here: reading it would take too much memory.")
_SCHEMA = Path(__file__).with_name("archive.schema.json")
_KINDS = {
    "object": said("an object"),
    "array": said("a list"),
    "string": said("text"),
    "integer": said("a whole number"),
    "boolean": said("true or false"),
    "null": said("null"),
}
MOST_MEMORY: Final = 300_000_000
# Bytes that CPython 3.11 takes at most (tests/benchmarks/archive_memory.py). A number is counted at its comma.
_OBJECT, _LIST, _PAIR, _VALUE, _TEXT, _WIDE_TEXT, _NEW_KEY = 184, 56, 32, 40, 64, 80, 110
_MOST_KEYS = 1000
_STRING = re.compile(rb'"([^"\\]*(?:\\.[^"\\]*)*)(?:"(\s*:)?)?', re.DOTALL)
_WIDE = re.compile(rb"[\xc4-\xff]|\\u")
_SENTENCES = frozenset(("text", "frozen_because", "closed_reason", "reason"))  # keys of what the site may have said
_GAP = re.compile(r"\{\w+(:,)?\}")


def write_archive(archive: Mapping[str, Any]) -> bytes:
    """Return the archive as a file with a line for every row, so that two archives can be compared."""
    parts = ",\n".join(f"{json.dumps(key)}: {_section(value)}" for key, value in archive.items())
    return f"{{\n{parts}\n}}\n".encode()


def _section(value: Any) -> str:
    if not isinstance(value, list) or not value:
        return json.dumps(value, ensure_ascii=False)
    return "[\n " + ",\n ".join(json.dumps(row, ensure_ascii=False) for row in value) + "\n]"


def read_archive(data: bytes) -> tuple[dict[str, Any], list[FileProblem]]:
    """Return the content of a file and everything that is wrong with its form; the content is empty if the file
    cannot be read as an archive."""
    if memory_needed(data) > MOST_MEMORY:
        return {}, [at("", TOO_MUCH)]
    try:
        content = json.loads(data.decode().removeprefix(BOM), parse_float=_no_number, parse_constant=_no_number)
        refuse_unstorable(content)
    except RecursionError:
        return {}, [at("", said("The file is nested too deeply."))]
    except UnicodeDecodeError as error:
        return {}, [at("", said("Byte {number:,} is not UTF-8.", number=error.start + 1))]
    except ValueError as error:
        return {}, [at("", said("This can't be read as JSON: {error}", error=str(error)))]
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        other = said("This is not the archive of a tournament: its format must be '{format}'.", format=FORMAT)
        return {}, [at("format", other)]
    if content.get("version") not in (BEFORE_TEAMS, VERSION) or isinstance(content["version"], bool):
        return {}, [at("version", _other_version(content.get("version")))]
    problems = [_of_schema(error) for error in islice(_validator().iter_errors(content), MOST_PROBLEMS)]
    return ({} if problems else content), problems


def words_of(part: Any) -> list[dict[str, Any]]:
    """Return each sentence of the site in this part, with the words that other languages need."""
    sentences = {str(sentence): sentence for sentence in _said_in(part)}
    return [{"text": text, **sentence.kept()} for text, sentence in sentences.items()]


def _said_in(part: Any) -> Iterator[Translatable]:
    if isinstance(part, Mapping):
        yield from (value for key, value in part.items() if key in _SENTENCES and isinstance(value, Translatable))
    if isinstance(part, Mapping | list):
        for value in part.values() if isinstance(part, Mapping) else part:
            yield from _said_in(value)


def with_words(archive: Mapping[str, Any]) -> dict[str, Any]:
    """Return a checked archive whose sentences have their words, if those say what is written there."""
    sentences = {row["text"]: _sentence_of(row) for row in archive.get("words", ())}
    return {key: _with_words(value, sentences) for key, value in archive.items() if key != "words"}


def _with_words(part: Any, sentences: Mapping[str, str]) -> Any:
    if isinstance(part, Mapping):
        return {
            key: sentences.get(value, value)
            if key in _SENTENCES and isinstance(value, str)
            else _with_words(value, sentences)
            for key, value in part.items()
        }
    return [_with_words(value, sentences) for value in part] if isinstance(part, list) else part


def _sentence_of(row: Mapping[str, Any]) -> str:
    """Return the text as the sentence of its words. A pattern of a stranger may hold nothing but plain gaps."""
    try:
        sentence = said_again(row) if _is_plain(row) else None
    except (LookupError, TypeError, ValueError):
        sentence = None
    return sentence if sentence is not None and sentence == row["text"] else str(row["text"])


def _is_plain(words: Mapping[str, Any]) -> bool:
    patterns = _GAP.sub("", words["one"] + (words["many"] or ""))
    inner = (value for value in words["values"].values() if isinstance(value, Mapping) and "one" in value)
    return {*patterns}.isdisjoint("{}") and all(map(_is_plain, inner))


def at(path: str, message: str) -> FileProblem:
    """Return a problem at this place of the file."""
    return FileProblem(None, path, message)


def moment(text: str | None) -> datetime | None:
    """Return a time of a checked archive."""
    return datetime.fromisoformat(text) if text else None


def twice(
    rows: Sequence[Mapping[str, Any]], key: str, path: str, *, alike: Callable[[Any], Any] = lambda value: value
) -> Iterator[FileProblem]:
    """Yield a problem for every row whose `key`, passed through `alike`, equals that of an earlier row."""
    seen: set[Any] = set()
    for place, row in enumerate(rows):
        if alike(row[key]) in seen:
            yield at(f"{path}[{place}].{key}", said("{what} appears twice.", what=shown_value(row[key])))
        seen.add(alike(row[key]))


def essence(archive: Mapping[str, Any], named: Callable[[str], str]) -> dict[str, Any]:
    """Return what two archives of the same tournament share, no matter when and where they were made: without the
    moment, the league and its clocks, what follows from the rest, what only organisers see and the secret. Characters
    carry the names that `named` gives them."""
    draws_follow = archive["tournament"]["draw_secret"] is None
    hidden = {"draw_secret", "zone"} | ({"draw_commitment"} if draws_follow else set())
    renamed = {key: _renamed(archive[key], named) for key in ("games", "rulings", "events")}
    entries = [{**row, "household": ""} for row in archive["entries"]]
    stages = [{key: value for key, value in stage.items() if key != "standings"} for stage in archive["stages"]]
    return renamed | {
        "season": archive["season"]["slug"],
        "entries": _renamed(entries, named),
        "tournament": {key: value for key, value in archive["tournament"].items() if key not in hidden},
        "kept_apart": [(row["one"], row["other"]) for row in archive["kept_apart"]],
        "stages": _renamed(stages, named),
        "team_contest": archive.get("team_contest"),
    }


def played_as(archive: Mapping[str, Any], system: str) -> dict[str, Any]:
    """Return an archive whose games are of that system: the site that wrote it had another id for the game."""
    return {
        **archive,
        "tournament": {**archive["tournament"], "system": system},
        "games": [{**game, "system": system} for game in archive["games"]],
        "stages": _reported_as(archive["stages"], system),
    }


def _reported_as(part: Any, system: str) -> Any:
    if isinstance(part, Mapping):
        return {
            key: {**value, "system": system} if key == "sheet" else _reported_as(value, system)
            for key, value in part.items()
        }
    return [_reported_as(value, system) for value in part] if isinstance(part, list) else part


def own_versions(archive: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts of the versions of the league's own game by their digests; if they can be played."""
    versions = {}
    for version in archive.get("own_game", ()):
        with suppress(BadDefinition):  # the import says what is wrong with it
            text = canonical(version)
            versions[digest_of(text)] = text
    return versions


def _renamed(part: Any, named: Callable[[str], str]) -> Any:
    if isinstance(part, Mapping):
        return {
            key: named(value) if key == "character" and value else _renamed(value, named) for key, value in part.items()
        }
    return [_renamed(value, named) for value in part] if isinstance(part, list) else part


@cache
def _validator() -> Draft202012Validator:
    checker = FormatChecker(formats=())
    checker.checks("moment", ValueError)(_is_moment)
    checker.checks("day", ValueError)(_is_day)
    checker.checks("zone")(_is_zone)
    return Draft202012Validator(json.loads(_SCHEMA.read_text(encoding="utf-8")), format_checker=checker)


def _is_moment(value: object) -> bool:
    return not isinstance(value, str) or (value.endswith("Z") and not bounds_problem(datetime.fromisoformat(value)))


def _is_day(value: object) -> bool:
    return not isinstance(value, str) or not bounds_problem(date.fromisoformat(value))


def _is_zone(value: object) -> bool:
    return not isinstance(value, str) or is_zone(value)


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a whole number.")


def _other_version(version: object) -> Translatable:
    if isinstance(version, int) and version > VERSION:
        return said(
            "The archive has version {version}; this site reads up to {newest}. Update the site, then import it.",
            version=version,
            newest=VERSION,
        )
    readable = _either([str(BEFORE_TEAMS), str(VERSION)])
    return said("The version must be {readable}, not {version}.", readable=readable, version=shown_value(version))


def _either(choices: Sequence[str]) -> str:
    text, *others = choices
    for other in others:
        text = said("{choices} or {choice}", choices=text, choice=other)
    return text


def _of_schema(error: ValidationError) -> FileProblem:
    return at(_path(error.absolute_path), _sentence(error))


def _path(parts: Iterable[str | int]) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return text.removeprefix(".")


def _sentence(error: ValidationError) -> Translatable:
    expected: Any = error.validator_value
    match error.validator:
        case "required":
            return said("{what} is missing.", what=error.message.partition(" is a required")[0])
        case "additionalProperties":
            allowed: Mapping[str, Any] = error.schema["properties"]
            names = [shown_value(name) for name in error.instance if name not in allowed]
            return said("There is no {names} here.", names=", ".join(names))
        case "type":
            kinds = [_KINDS[kind] for kind in ([expected] if isinstance(expected, str) else expected)]
            return said("{what} must be {kind}.", what=shown_value(error.instance), kind=_either(kinds))
        case "enum":
            choices = ", ".join(str(value) for value in expected if value is not None)
            return said("{what} must be one of {choices}.", what=shown_value(error.instance), choices=choices)
        case "minimum" | "maximum":
            if error.validator == "minimum":
                return said("{number} must be at least {bound:,}.", number=error.instance, bound=expected)
            return said("{number} must be at most {bound:,}.", number=error.instance, bound=expected)
        case "minLength" | "minItems":
            return said("This is empty.")
        case "maxLength":
            return said(
                "This has {length:,} characters; the limit is {most:,}.", length=len(error.instance), most=expected
            )
        case "format" if expected == "zone":
            return said(
                "{what} is not a time zone known here, such as Europe/London.", what=shown_value(error.instance)
            )
        case "format":
            example = "2026-01-06T18:00:00Z" if expected == "moment" else "2026-01-06"
            return said(
                "{what} must look like {example}, and {within}.",
                what=shown_value(error.instance),
                example=example,
                within=BETWEEN.removeprefix("must "),
            )
    return said("{what} is not what is expected here.", what=shown_value(error.instance))


Archive = Mapping[str, Any]


def draw_problems(archive: Archive) -> list[FileProblem]:
    """Return every problem of the draws, in the order in which the draws were made."""
    commitment, records = archived_draws(archive)
    secret, paths = archive["tournament"]["draw_secret"], _paths(archive)
    all_problems = list(twice(records, "number", "draws"))
    if secret is not None and link(secret, 0) != commitment:
        all_problems.append(at("tournament.draw_secret", said("This is not the secret that was committed to.")))
    for number, problems in check_draws(commitment, records).items():
        all_problems += [at(paths[number], problem) for problem in problems]
    return all_problems


def missing_secret(archive: Archive) -> list[FileProblem]:
    """Return why nobody could continue this tournament, if so. Before its first draw it can do with another secret."""
    tournament = archive["tournament"]
    if tournament["draw_secret"] is not None or (tournament["status"] == "planned" and not _paths(archive)):
        return []
    text = said(
        "The secret of the draws is missing, so nobody could draw the next round. Export the tournament when it is "
        "finished, or with its secret (export_tournament --with-secret)."
    )
    return [at("tournament.draw_secret", text)]


def _paths(archive: Archive) -> dict[int, str]:
    """Return the place of each draw in the file, by its number."""
    return {
        draw["number"]: f"stages[{stage_at}].played_rounds[{two}].draws[{three}]"
        for stage_at, stage in enumerate(archive["stages"])
        for two, played in enumerate(stage["played_rounds"])
        for three, draw in enumerate(played["draws"])
    }


def memory_needed(data: bytes) -> int:
    """Return an upper bound for the memory that the text of the file and its parsed content need, by a scan of the
    bytes that stores nothing; stop counting beyond MOST_MEMORY."""
    needed = _widest(data) * (len(data) - _continued(data))
    needed += _OBJECT * data.count(b"{") + _LIST * data.count(b"[")
    needed += _PAIR * data.count(b":") + _VALUE * data.count(b",")
    keys: set[bytes] = set()  # json keeps every different key once
    for string in _STRING.finditer(data):
        if needed > MOST_MEMORY:
            break
        text, is_key = string.groups()
        if is_key and text in keys:
            continue
        if is_key:
            needed += _NEW_KEY
            if len(keys) < _MOST_KEYS:
                keys.add(text)
        needed += _WIDE_TEXT + 8 * len(text) if _WIDE.search(text) else _TEXT + len(text)
    return needed


def _widest(data: bytes) -> int:
    """Return the bytes that each letter takes in memory: Python stores a text as wide as its widest letter."""
    if re.search(rb"[\xf0-\xff]", data):
        return 4
    return 2 if re.search(rb"[\xc4-\xef]", data) else 1


def _continued(data: bytes) -> int:
    """Return the number of continuation bytes of UTF-8, which are not separate letters."""
    return len(data) - len(data.translate(None, bytes(range(0x80, 0xC0))))
