"""The order of the files of a hall, and contradictions between one of them and home."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from characters.rules.names import name_key
from engine.translatable import Translatable, said


class Sent(NamedTuple):
    """How far a hall had come when it wrote a file: which laptop, and how much it had written."""

    writer: int
    revision: int


ANOTHER_WENT_ON: Final = said("Another laptop has gone on since this file was written. Bring the file of that one.")


def order_problem(sent: Sent, *, last: Sent) -> Translatable | None:
    """Return why a file does not follow the last one that came from the hall; None if it does."""
    if sent.writer < last.writer:
        return ANOTHER_WENT_ON
    if sent < last:
        return said("A later file of this hall is already here: this one has nothing to add.")
    return None


def who_entered(
    before: Mapping[int, int], entries: Sequence[Mapping[str, Any]], known: Mapping[str, int]
) -> dict[str, int]:
    """Return the ids of everybody who had entered before, by the key of the name that the hall has for them. `before`:
    their ids by number, `known`: ids by the key of every name that somebody bears or bore. A name that is not known was
    given in the hall, and the number says whose it is."""
    ids = {name_key(row["character"]): known.get(name_key(row["character"])) for row in entries}
    for row in entries:
        key, who = name_key(row["character"]), before.get(row["number"])
        if ids[key] is None and who not in ids.values():
            ids[key] = who
    return {key: pk for key, pk in ids.items() if pk is not None and pk in before.values()}


def contradictions(
    here: Mapping[str, Any], hall: Mapping[str, Any], before: Mapping[int, int], entered: Mapping[str, int]
) -> list[tuple[str, str]]:
    """Return where the archive of a hall no longer has what the tournament had when it was taken along, or what the
    hall has sent since: the place and a sentence, the first of each kind. `before` and `entered` as in `who_entered`.
    Who comes back has a new number, above all others."""
    problems: list[tuple[str, str]] = []
    for name in ("slug", "system", "edition", "draw_commitment", "draw_secret"):
        if here["tournament"][name] != hall["tournament"][name]:
            problems.append((f"tournament.{name}", said("This is another tournament.")))
    numbers = {entered.get(name_key(row["character"])): row["number"] for row in hall["entries"]}
    newest = max(before, default=0)
    changed = (
        place
        for place, (number, who) in enumerate(sorted(before.items()))
        if who not in numbers or number != numbers[who] <= newest
    )
    gone = {"entries": next(changed, None)}
    for name, ours, theirs in (("draws", _draws(here), _draws(hall)), ("events", log_of(here), log_of(hall))):
        gone[name] = next((place for place, row in enumerate(ours) if [row] != theirs[place : place + 1]), None)
    text = said(
        "The file no longer has what is here: it was taken out or changed. Take the tournament back, and you can "
        "decide result by result."
    )
    return problems + [(f"{name}[{place}]", text) for name, place in gone.items() if place is not None]


def _draws(archive: Mapping[str, Any]) -> list[tuple[int, str]]:
    rounds = [played for stage in archive["stages"] for played in stage["played_rounds"]]
    return sorted((draw["number"], draw["digest"]) for played in rounds for draw in played["draws"])


def log_of(archive: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(row["kind"], row["at"]) for row in archive["events"]]
