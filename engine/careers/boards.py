"""Read the boards that are played: London in its folder, and every other as one file of the differences.

An edition's file gives names and, if the edition has its own board, figures; a stranger's board is the same file
without an edition's words. Anything missing from a file is London's, or taken from the edition named as its `base`. Ids
stay London's on every board, because actions and records use them: `agrivi` is the company behind entrance 4, whatever
it is called.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from engine.careers.data import captioned, check_data, read_data
from engine.careers.editions import edition_ids, edition_text
from engine.core.errors import BadData
from engine.core.toml import read_toml
from engine.translatable import Translatable

LONDON = "london"
# The entries of an edition's file for its characters: no part of the board.
_WORDS = ("id", "partner_program", "levels", "own_board", "path_word", "twist", "from_london")
_PARTS = ("base", "name", "currency", "university", "tuition", "companies", "further_programs", "paths", "captions",
          "squares", "figures", "travel", "counts")  # fmt: skip


@cache
def edition_board(name: str) -> Mapping[str, Any]:
    """Return the checked data set of an edition's board. Raise BadData."""
    if name not in edition_ids():
        raise BadData(f"There is no board '{name}'; known are {', '.join(edition_ids())}.")
    if name == LONDON:
        return read_data()
    data = lay_over(read_toml(edition_text(name)))
    check_data(data)
    return data


def lay_over(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data set of `raw`'s base overlaid with `raw`, not checked yet. Raise BadData.

    `paths.<id>` may have any id when it gives the `entrance` of the module that it replaces. `captions.<id>` puts other
    words on a path's squares, in their order; `squares` change border squares by their `number`, `counts` how often a
    card is in its deck.
    """
    for key in raw:
        if key not in (*_PARTS, *_WORDS):
            raise BadData(f"There is no entry '{key}'; a board says {', '.join(_PARTS)}.")
    try:
        return _laid_over(raw, edition_board(raw.get("base", LONDON)))
    except BadData:
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadData(f"The board has the wrong shape: {error!r}.") from error


def _laid_over(raw: Mapping[str, Any], standard: Mapping[str, Any]) -> dict[str, Any]:
    data = {**standard, **{key: raw[key] for key in ("name", "currency", "travel") if key in raw}}
    data["paths"] = _paths(raw, standard["paths"])
    data["figures"] = _figures(raw, standard["figures"], data["paths"])
    data["border"] = list(_border(raw, standard, data))
    for deck, counts in raw.get("counts", {}).items():
        data[deck] = _recounted(deck, data[deck], counts)
    return data


def _paths(raw: Mapping[str, Any], standard: Mapping[str, Any]) -> dict[str, Any]:
    paths = {key: dict(path) for key, path in standard.items()}
    for company in raw.get("companies", ()):
        key = _module(f"company {company['id']}", company, paths)
        paths[key]["name"] = company["name"]
        paths[key] |= {entry: company[entry] for entry in ("entry_fee", "degrees_required") if entry in company}
        if "program" in company:
            paths[key]["degree"] = _opened_by()[key]
        else:
            paths[key].pop("degree", None)
            paths[key].pop("degrees_required", None)
    for path in paths.values():
        if path.get("university"):
            path["name"] = raw.get("university", path["name"])
            path["entry_fee"] = raw.get("tuition", path["entry_fee"])
    for key, path in raw.get("paths", {}).items():
        if not isinstance(path, Mapping):
            raise BadData(f"paths.{key} is not a table.")
        paths[key if key in paths else _module(f"paths.{key}", path, paths)] = dict(path)
    for key, captions in raw.get("captions", {}).items():
        paths[key] = _captioned(key, paths, captions)
    return paths


def _captioned(key: str, paths: Mapping[str, Any], captions: Sequence[str]) -> dict[str, Any]:
    """Return the path with other words on its squares. Raise BadData."""
    if key not in paths:
        raise BadData(f"captions: there is no path '{key}'; there are {', '.join(paths)}.")
    squares = paths[key]["squares"]
    if len(captions) != len(squares):
        raise BadData(f"captions.{key} has {len(captions)} captions for {len(squares)} squares.")
    pairs = zip(squares, captions, strict=True)
    return {**paths[key], "squares": [{**square, "caption": caption} for square, caption in pairs]}


def _opened_by() -> dict[str, str]:
    """Return the program that opens each of London's paths, by path."""
    programs = read_data()["figures"]["degrees"]["programs"]
    return {program["occupation"]: program["id"] for program in programs}


def _module(where: str, entry: Mapping[str, Any], paths: Mapping[str, Any]) -> str:
    for key, path in paths.items():
        if path["entrance"] == entry.get("entrance"):
            return key
    raise BadData(f"{where}: no module has the entrance {entry.get('entrance')!r}.")


def _figures(raw: Mapping[str, Any], standard: Mapping[str, Any], paths: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures of a board. A program whose company requires no degree takes the name of one that leads
    nowhere."""
    changed = raw.get("figures", {})
    unknown = sorted(set(changed) - {key for key, value in standard.items() if isinstance(value, int)})
    if unknown:
        raise BadData(f"figures: there is no figure '{unknown[0]}'.")
    degrees = dict(standard["degrees"])
    if "companies" in raw:
        degrees["programs"] = list(_programs(raw, degrees["programs"], paths))
    return {**standard, **changed, "degrees": degrees}


def _programs(
    raw: Mapping[str, Any], standard: Sequence[Mapping[str, Any]], paths: Mapping[str, Any]
) -> Iterator[Mapping[str, Any]]:
    named = {company["entrance"]: company.get("program_name") for company in raw["companies"]}
    further = (entry["name"] for entry in raw.get("further_programs", ()))
    behind = {program: path for path, program in _opened_by().items()}
    for program in standard:
        path = paths[behind[program["id"]]]
        if "degree" in path:
            name = named.get(path["entrance"]) or program["name"]
            yield {"id": program["id"], "name": name, "occupation": behind[program["id"]]}
        else:
            yield {"id": program["id"], "name": next(further, program["name"])}


def _border(raw: Mapping[str, Any], standard: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    changes = {entry["number"]: entry for entry in raw.get("squares", ())}
    beyond = sorted(set(changes) - {square["number"] for square in standard["border"]})
    if beyond:
        raise BadData(f"squares: the border has no square {beyond[0]}.")
    for square in standard["border"]:
        named = dict(square)
        if "occupation" in square:
            named["name"] = data["paths"][square["occupation"]].get("name", square["name"])
        if isinstance(square["caption"], Translatable):
            named["caption"] = captioned(named, data["currency"])
        else:
            named["caption"] = square["caption"].replace(standard["currency"], data["currency"])
        yield named | changes.get(square["number"], {}) | {"id": square["id"]}


def _recounted(deck: str, cards: Sequence[Mapping[str, Any]], counts: Mapping[str, int]) -> list[Mapping[str, Any]]:
    unknown = sorted(set(counts) - {card["id"] for card in cards})
    if unknown:
        raise BadData(f"counts.{deck}: there is no card '{unknown[0]}'.")
    return [_counted(card, counts[card["id"]]) if card["id"] in counts else card for card in cards]


def _counted(card: Mapping[str, Any], count: int) -> dict[str, Any]:
    """Return the card with one count, without the other readings of London's list, which are about London's deck."""
    return {key: value for key, value in card.items() if not key.startswith("count_")} | {"count": count}
