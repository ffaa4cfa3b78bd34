"""The archive of a tournament as text: read, checked against `archive.schema.json`, written; its draws and their seeds.

Problems are collected with their path in the file, such as `stages[0].entries[3].seeding`, never raised.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError

from characters.rules.moments import BETWEEN, bounds_problem
from games.rules.figures import shown
from league.core.rules.csv_text import BOM, FileProblem, refuse_unstorable
from league.core.rules.zones import is_zone
from league.tournaments.archive.rules.archive_size import MOST_MEMORY, memory_needed
from league.tournaments.draws.rules.methods import CannotRepeat
from league.tournaments.draws.rules.proof import archived_draws, check_draws
from league.tournaments.stages.rules.seeds import link

FORMAT = "corner-office-tournament"
VERSION = 4
READABLE = (1, 2, 3, VERSION)
MOST_PROBLEMS = 1000
TOO_MUCH = "The file holds more than any tournament that fits here: reading it would take too much memory."
_SCHEMA = Path(__file__).with_name("archive.schema.json")
_KINDS = {
    "object": "an object",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}


def write_archive(archive: Mapping[str, Any]) -> bytes:
    """The archive as a file: a line for every row, so that two of them can be compared."""
    parts = ",\n".join(f"{json.dumps(key)}: {_section(value)}" for key, value in archive.items())
    return f"{{\n{parts}\n}}\n".encode()


def _section(value: Any) -> str:
    if not isinstance(value, list) or not value:
        return json.dumps(value, ensure_ascii=False)
    return "[\n " + ",\n ".join(json.dumps(row, ensure_ascii=False) for row in value) + "\n]"


def read_archive(data: bytes) -> tuple[dict[str, Any], list[FileProblem]]:
    """The content of a file and all that is wrong with its form; no content where it cannot be read as an archive."""
    if memory_needed(data) > MOST_MEMORY:
        return {}, [at("", TOO_MUCH)]
    try:
        content = json.loads(data.decode().removeprefix(BOM), parse_float=_no_number, parse_constant=_no_number)
        refuse_unstorable(content)
    except RecursionError:
        return {}, [at("", "The file is nested too deeply.")]
    except UnicodeDecodeError as error:
        return {}, [at("", f"Byte {error.start + 1:,} is not UTF-8.")]
    except ValueError as error:
        return {}, [at("", f"This is not JSON that can be read: {error}")]
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        return {}, [at("format", f"This is no archive of a tournament: its format must be '{FORMAT}'.")]
    if content.get("version") not in READABLE:
        return {}, [at("version", _other_version(content.get("version")))]
    problems = [_of_schema(error) for error in islice(_validator().iter_errors(content), MOST_PROBLEMS)]
    return ({} if problems else content), problems


def at(path: str, message: str) -> FileProblem:
    """A problem at this place of the file."""
    return FileProblem(None, path, message)


def moment(text: str | None) -> datetime | None:
    """A time of a checked archive."""
    return datetime.fromisoformat(text) if text else None


def twice(
    rows: Sequence[Mapping[str, Any]], key: str, path: str, *, alike: Callable[[Any], Any] = lambda value: value
) -> Iterator[FileProblem]:
    """A problem for every row whose `key` is `alike` that of an earlier one."""
    seen: set[Any] = set()
    for place, row in enumerate(rows):
        if alike(row[key]) in seen:
            yield at(f"{path}[{place}].{key}", f"{shown(row[key])} is there twice.")
        seen.add(alike(row[key]))


def essence(archive: Mapping[str, Any], named: Callable[[str], str]) -> dict[str, Any]:
    """What two archives of the same tournament share, whenever and wherever they were made: without the moment, the
    league and its clocks, what follows from the rest, what only organisers see and the secret. Characters as `named`
    calls them."""
    draws_follow = archive["tournament"]["draw_secret"] is None
    hidden = {"draw_secret", "zone"} | ({"draw_commitment"} if draws_follow else set())
    kept = {key: _renamed(archive[key], named) for key in ("games", "rulings", "events")}
    entries = [{**row, "household": ""} for row in archive["entries"]]
    stages = [{key: value for key, value in stage.items() if key != "standings"} for stage in archive["stages"]]
    return kept | {
        "season": archive["season"]["slug"],
        "entries": _renamed(entries, named),
        "tournament": {key: value for key, value in archive["tournament"].items() if key not in hidden},
        "kept_apart": [(row["one"], row["other"]) for row in archive["kept_apart"]],
        "stages": _renamed(stages, named),
    }


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


def _other_version(version: object) -> str:
    if isinstance(version, int) and version > VERSION:
        return f"The archive has version {version}; this site reads up to {VERSION}. Update the site, then import it."
    return f"The version must be {' or '.join(map(str, READABLE))}, not {shown(version)}."


def _of_schema(error: ValidationError) -> FileProblem:
    return at(_path(error.absolute_path), _sentence(error))


def _path(parts: Iterable[str | int]) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return text.removeprefix(".")


def _sentence(error: ValidationError) -> str:
    asked: Any = error.validator_value
    match error.validator:
        case "required":
            return f"{error.message.partition(' is a required')[0]} is missing."
        case "additionalProperties":
            known: Mapping[str, Any] = error.schema["properties"]
            return f"There is no {', '.join(shown(name) for name in error.instance if name not in known)} here."
        case "type":
            kinds = [_KINDS[kind] for kind in ([asked] if isinstance(asked, str) else asked)]
            return f"{shown(error.instance)} must be {' or '.join(kinds)}."
        case "enum":
            return f"{shown(error.instance)} must be one of {', '.join(str(one) for one in asked if one is not None)}."
        case "minimum" | "maximum":
            return f"{error.instance} must be {'at least' if error.validator == 'minimum' else 'at most'} {asked:,}."
        case "minLength" | "minItems":
            return "This is empty."
        case "maxLength":
            return f"This has {len(error.instance):,} characters; {asked:,} is the most."
        case "format" if asked == "zone":
            return f"{shown(error.instance)} is no time zone that is known here, such as Europe/London."
        case "format":
            example = "2026-01-06T18:00:00Z" if asked == "moment" else "2026-01-06"
            return f"{shown(error.instance)} must look like {example}, and {BETWEEN.removeprefix('must ')}."
    return f"{shown(error.instance)} is not what belongs here."


Archive = Mapping[str, Any]


def draw_problems(archive: Archive) -> list[FileProblem]:
    """Everything that speaks against the draws, in the order in which they were made. What can be neither proved nor
    refuted here does not."""
    commitment, records = archived_draws(archive)
    secret, paths = archive["tournament"]["draw_secret"], _paths(archive)
    found = list(twice(records, "number", "draws"))
    if secret is not None and link(secret, 0) != commitment:
        found.append(at("tournament.draw_secret", "This is not the secret that was committed to."))
    for number, problems in check_draws(commitment, records).items():
        found += [at(paths[number], problem) for problem in problems if not isinstance(problem, CannotRepeat)]
    return found


def missing_secret(archive: Archive) -> list[FileProblem]:
    """Why nobody could go on with this tournament, if so. Before its first draw it can do with another secret."""
    tournament = archive["tournament"]
    if tournament["draw_secret"] is not None or (tournament["status"] == "planned" and not _paths(archive)):
        return []
    text = "The secret of the draws is missing, so nobody could draw the next round. Export the tournament when it is "
    return [at("tournament.draw_secret", f"{text}finished, or with its secret (export_tournament --with-secret).")]


def _paths(archive: Archive) -> dict[int, str]:
    """Where each draw stands, by its number."""
    return {
        draw["number"]: f"stages[{one}].played_rounds[{two}].draws[{three}]"
        for one, stage in enumerate(archive["stages"])
        for two, played in enumerate(stage["played_rounds"])
        for three, draw in enumerate(played["draws"])
    }
