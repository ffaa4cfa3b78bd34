"""The proof that a draw is the one that was published: everything about it is worked out again and compared.

A record is what `league.tournaments.draws.queries.draw_lines` reads and archives hold, as JSON:

    number, stage, round      which link of the chain, and for which round
    method, seed, source, outcome, cost, digest     as stored
    previous                  the link before: the seed of the draw before, for draw 1 the commitment
    changes                   what the organiser changed by hand: kind, what, cost_before, cost_after
    tables, byes              who sits where now: each table's number and seats; None if a later draw replaced it
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.translatable import said
from league.tournaments.draws.rules.field import DrawnRound, Seats
from league.tournaments.draws.rules.methods import problems_of
from league.tournaments.draws.rules.sources import BYES, cost_in, digest_of, draw_of, plan_of, swapped
from league.tournaments.stages.rules.seeds import verify_link

Record = Mapping[str, Any]


def check_draw(record: Record) -> list[str]:
    """Return what is wrong with a draw, in sentences; nothing when it is the one that was published."""
    return _read(_problems(record))


def check_draws(commitment: str, records: Sequence[Record]) -> dict[int, list[str]]:
    """Return the problems of each draw by number, including those between draws: gaps, foreign seeds, tables that were
    kept from another draw. Raise KeyError for a record without a number."""
    ordered = sorted(records, key=lambda record: int(record["number"]))
    return {
        record["number"]: [*check_draw(record), *_read(_between(commitment, ordered, place))]
        for place, record in enumerate(ordered)
    }


def _read(problems: Iterator[str]) -> list[str]:
    """Return the problems found until the record can be read no further."""
    sentences: list[str] = []
    try:
        sentences.extend(problems)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        sentences.append(said("It cannot be read or repeated: {error}.", error=f"{type(error).__name__}: {error}"))
    return sentences


def _between(commitment: str, ordered: Sequence[Record], place: int) -> Iterator[str]:
    record = ordered[place]
    if record["number"] != place + 1:
        yield said("Draw {number} is missing.", number=place + 1)
    if record["previous"] != (ordered[place - 1]["seed"] if place else commitment):
        yield said("The link before it is not the seed of the draw before.")
    plan = record["source"].get("plan")
    if plan and plan["seed"] not in [earlier["seed"] for earlier in ordered[: place + 1]]:
        yield said("The schedule comes from a seed that no draw has revealed.")
    plans = [draw["source"].get("plan") for draw in ordered[:place]]
    if plan and any(
        other and other["seed"] == plan["seed"] and {**other, "round": 0} != {**plan, "round": 0} for other in plans
    ):
        yield said("The schedule is not the one that its seed was revealed with.")
    if plan and not _follows(record, plan, ordered[:place]):
        yield said("The schedule neither begins with this draw nor goes on from the round before.")
    yield from _kept_otherwise(record, ordered[:place])


def _follows(record: Record, plan: Mapping[str, Any], earlier: Sequence[Record]) -> bool:
    if not plan["round"]:
        return bool(plan["seed"] == record["seed"])
    place = record["stage"], record["round"] - 1
    before = [draw["source"].get("plan") for draw in earlier if (draw["stage"], draw["round"]) == place]
    return any(
        other is not None and (other["seed"], other["round"] + 1) == (plan["seed"], plan["round"]) for other in before
    )


def final_plan(record: Record) -> dict[int, Seats]:
    """Return the plan of the round after the organiser's changes."""
    plan = plan_of(record["source"], DrawnRound.from_json(record["outcome"]))
    for change in record["changes"]:
        if change["kind"] == "swap":
            plan = swapped(plan, change["what"]["one"], change["what"]["other"])
    return plan


def _problems(record: Record) -> Iterator[str]:
    source, outcome = record["source"], record["outcome"]
    if not verify_link(record["previous"], record["seed"]):
        yield said("The seed does not hash to the link before it.")
    if digest_of(source, outcome) != record["digest"]:
        yield said("The digest does not belong to this source and outcome.")
    yield from problems_of(record["method"], source, record["seed"], outcome)
    if cost_in(source, DrawnRound.from_json(outcome)).to_json() != record["cost"]:
        yield said("The cost is not the cost of these tables.")
    yield from _changes(record)
    if record["tables"] is None:
        return
    there = {BYES: tuple(sorted(record["byes"]))} | {row["number"]: tuple(row["seats"]) for row in record["tables"]}
    if final_plan(record) != there:
        yield said("The seating is not the outcome of the draw and the changes in the log.")


def _changes(record: Record) -> Iterator[str]:
    source = record["source"]
    plan = plan_of(source, DrawnRound.from_json(record["outcome"]))
    for place, change in enumerate(record["changes"], start=1):
        before = cost_in(source, draw_of(source, plan)).to_json()
        if change["kind"] == "swap":
            plan = swapped(plan, change["what"]["one"], change["what"]["other"])
        after = cost_in(source, draw_of(source, plan)).to_json()
        if (change["cost_before"], change["cost_after"]) != (before, after):
            yield said("Change {number} does not have the cost that it states.", number=place)


def _kept_otherwise(record: Record, earlier: Sequence[Record]) -> list[str]:
    """Return what differs between tables that a redraw kept and the earlier ones."""
    same = [draw for draw in earlier if (draw["stage"], draw["round"]) == (record["stage"], record["round"])]
    locked = record["source"]["locked"]
    if not locked:
        return []
    if not same:
        return [said("It keeps tables of a round that was not drawn before.")]
    plan = final_plan(same[-1])
    wrong = [table["number"] for table in locked if plan.get(table["number"]) != tuple(table["seats"])]
    return [said("Table {number} was kept, but is not as it was.", number=number) for number in wrong]


def archived_draws(archive: Mapping[str, Any]) -> tuple[str, list[dict[str, Any]]]:
    """Return the commitment and all records by number. Raise KeyError or TypeError for data that is not an archive."""
    commitment = archive["tournament"]["draw_commitment"]
    records = sorted(_records(archive), key=lambda record: int(record["number"]))
    seeds = {0: commitment} | {record["number"]: record["seed"] for record in records}
    return commitment, [{**record, "previous": seeds.get(record["number"] - 1)} for record in records]


def _records(archive: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for stage in archive["stages"]:
        for played in stage["played_rounds"]:
            newest = max((draw["number"] for draw in played["draws"]), default=0)
            for draw in played["draws"]:
                holds = draw["number"] == newest
                yield {
                    **draw,
                    "stage": stage["number"],
                    "round": played["number"],
                    "published_at": played.get("published_at"),
                    "tables": [_table(table) for table in played["tables"]] if holds else None,
                    "byes": sorted(bye["entry"] for bye in played["byes"]) if holds else None,
                }


def _table(table: Mapping[str, Any]) -> dict[str, Any]:
    seats = sorted(table["seats"], key=lambda seat: int(seat["seat"]))
    return {"number": table["number"], "seats": [seat["entry"] for seat in seats]}
