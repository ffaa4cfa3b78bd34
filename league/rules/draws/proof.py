"""Whether a draw is the one that was published: everything about it is worked out again and compared.

A record is what `league.queries.draw_proof` reads and archives hold, as JSON:

    number, stage, round      which link of the chain, and for which round
    method, seed, source, outcome, cost, digest     as stored
    previous                  the link before: the seed of the draw before, for draw 1 the commitment
    changes                   what the organiser changed by hand: kind, what, cost_before, cost_after
    tables, byes              who sits where now: each table's number and seats; None where a later draw replaced it
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from league.rules.draws.canonical import digest_of
from league.rules.draws.field import Draw
from league.rules.draws.methods import BYES, Seats, cost_in, draw_of, drawn, plan_of, swapped
from league.rules.draws.seeds import verify_link

Record = Mapping[str, Any]


def check_draw(record: Record) -> list[str]:
    """What is wrong with a draw, in sentences; nothing when it is the one that was published."""
    return _read(_problems(record))


def check_draws(commitment: str, records: Sequence[Record]) -> dict[int, list[str]]:
    """The problems of each draw by number, those between draws among them: gaps, foreign seeds, tables that were kept
    from another draw. KeyError for a record without a number."""
    ordered = sorted(records, key=lambda record: int(record["number"]))
    return {
        record["number"]: [*check_draw(record), *_read(_between(commitment, ordered, place))]
        for place, record in enumerate(ordered)
    }


def _read(problems: Iterator[str]) -> list[str]:
    """Up to where nothing can be read any more."""
    found: list[str] = []
    try:
        found.extend(problems)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        found.append(f"It cannot be read or repeated: {type(error).__name__}: {error}.")
    return found


def _between(commitment: str, ordered: Sequence[Record], place: int) -> Iterator[str]:
    record = ordered[place]
    if record["number"] != place + 1:
        yield f"Draw {place + 1} is missing."
    if record["previous"] != (ordered[place - 1]["seed"] if place else commitment):
        yield "The link before it is not the seed of the draw before."
    plan = record["source"].get("plan")
    if plan and plan["seed"] not in [earlier["seed"] for earlier in ordered[: place + 1]]:
        yield "The schedule comes from a seed that no draw has revealed."
    yield from _kept_otherwise(record, ordered[:place])


def final_plan(record: Record) -> dict[int, Seats]:
    """The plan of the round after the organiser's changes."""
    plan = plan_of(record["source"], Draw.from_json(record["outcome"]))
    for change in record["changes"]:
        if change["kind"] == "swap":
            plan = swapped(plan, change["what"]["one"], change["what"]["other"])
    return plan


def _problems(record: Record) -> Iterator[str]:
    source, outcome = record["source"], record["outcome"]
    if not verify_link(record["previous"], record["seed"]):
        yield "The seed does not hash to the link before it."
    if digest_of(source, outcome) != record["digest"]:
        yield "The digest does not belong to this source and outcome."
    again = drawn(record["method"], source, record["seed"])
    if again.to_json() != outcome:
        yield "Drawing again from the source and the seed gives other tables."
    if cost_in(source, Draw.from_json(outcome)).to_json() != record["cost"]:
        yield "The cost is not the cost of these tables."
    yield from _changes(record)
    if record["tables"] is not None and final_plan(record) != _stored(record):
        yield "Who sits where is not the outcome of the draw and the changes in the log."


def _changes(record: Record) -> Iterator[str]:
    source = record["source"]
    plan = plan_of(source, Draw.from_json(record["outcome"]))
    for place, change in enumerate(record["changes"], start=1):
        before = cost_in(source, draw_of(plan)).to_json()
        if change["kind"] == "swap":
            plan = swapped(plan, change["what"]["one"], change["what"]["other"])
        after = cost_in(source, draw_of(plan)).to_json()
        if (change["cost_before"], change["cost_after"]) != (before, after):
            yield f"Change {place} has another cost than it says."


def _stored(record: Record) -> dict[int, Seats]:
    tables = {table["number"]: tuple(table["seats"]) for table in record["tables"]}
    return {BYES: tuple(sorted(record["byes"])), **tables}


def _kept_otherwise(record: Record, earlier: Sequence[Record]) -> list[str]:
    """Tables that a redraw kept must be those that were there."""
    same = [one for one in earlier if (one["stage"], one["round"]) == (record["stage"], record["round"])]
    kept = record["source"]["locked"]
    if not kept:
        return []
    if not same:
        return ["It keeps tables of a round that was not drawn before."]
    plan = final_plan(same[-1])
    wrong = [table["number"] for table in kept if plan.get(table["number"]) != tuple(table["seats"])]
    return [f"Table {number} was kept, but is not as it was." for number in wrong]
