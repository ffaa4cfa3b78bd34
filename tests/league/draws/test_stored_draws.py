"""Draws that were published once are proved for ever, whatever becomes of the search since."""

import json
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from league.tournaments.draws.rules import chance, methods, version_1, version_2, version_3
from league.tournaments.draws.rules import planning as exact
from league.tournaments.draws.rules.field import DrawnRound, Field, Player
from league.tournaments.draws.rules.methods import CannotRepeat, new_draw, problems_of
from league.tournaments.draws.rules.proof import check_draw, check_draws
from league.tournaments.draws.rules.sources import cost_in, digest_of
from tests.factories.published_draws import KINDS

STORED = Path("tests/data/draws")
SOLVED = "schedule 14 in fours, small tables, solved"
PLANNED = "swiss 16 in fours to the end"
ALONE = "swiss 30 in fours, small tables"
OTHER_TABLES = "Drawing again from the source and the seed gives other tables."


@cache
def stored(version: int) -> dict[str, Any]:
    return json.loads((STORED / f"v{version}.json").read_text(encoding="utf-8"))


def a_record(kind: str, number: int, version: int = 2) -> dict[str, Any]:
    return deepcopy(stored(version)[kind]["records"][number - 1])


@pytest.fixture(autouse=True)
def forget_schedules():
    cached = (version_1._schedule, version_2._schedule, version_2._problems_of_plan, version_3._schedule)
    for each in (*cached, version_3._settled_schedule, version_3._problems_of_plan):
        each.cache_clear()


def others_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another release: the search spends less, and another OR-Tools finds no plan in its time."""
    monkeypatch.setattr(chance, "SEARCH", replace(chance.SEARCH, steps=40, more_steps=70, tries=3, near=1))
    monkeypatch.setattr(exact, "solver_version", lambda: "99.1")
    monkeypatch.setattr(exact, "without_repeats", lambda *asked: None)


@pytest.mark.parametrize("version", [2, 3])
def test_every_version_keeps_draws_of_every_kind(version: int):
    assert stored(1).keys() == stored(version).keys() == KINDS.keys()
    named = {record["method"] for kept in stored(version).values() for record in kept["records"]}
    assert named == {f"{method}/{version}" for method in ("swiss", "fixed", "knock_out", "career_poker")}


@pytest.mark.parametrize("version", [1, 2, 3])
@pytest.mark.parametrize("kind", stored(1))
def test_a_stored_draw_is_the_one_that_was_published(kind: str, version: int):
    kept = stored(version)[kind]
    found = check_draws(kept["commitment"], kept["records"])
    assert found == {number: [] for number in range(1, len(kept["records"]) + 1)}


@pytest.mark.parametrize("kind", [SOLVED, PLANNED, ALONE, "schedule 9 in threes", "swiss 8 in fours to the end"])
@pytest.mark.parametrize("version", [2, 3])
def test_another_search_and_another_solver_prove_it_too(kind: str, version: int, monkeypatch: pytest.MonkeyPatch):
    others_search(monkeypatch)
    kept = stored(version)[kind]
    assert not any(check_draws(kept["commitment"], kept["records"]).values())


def test_another_search_proves_a_draw_of_the_first_version_too(monkeypatch: pytest.MonkeyPatch):
    others_search(monkeypatch)
    kept = stored(1)["swiss 8 in fours to the end"]
    assert not any(check_draws(kept["commitment"], kept["records"]).values())


def test_a_draw_of_the_first_version_that_another_solver_planned_can_not_be_repeated(monkeypatch: pytest.MonkeyPatch):
    others_search(monkeypatch)
    record = a_record(SOLVED, 1, version=1)
    tables = record["outcome"]["tables"]
    tables[0]["seats"][0], tables[1]["seats"][0] = tables[1]["seats"][0], tables[0]["seats"][0]
    record["cost"] = cost_in(record["source"], DrawnRound.from_json(record["outcome"])).to_json()
    record["digest"] = digest_of(record["source"], record["outcome"])
    record["tables"] = None
    (problem,) = check_draw(record)
    assert isinstance(problem, CannotRepeat)
    assert problem == f"It could not be repeated here: that needs OR-Tools {version_1.SOLVER}, not 99.1."
    monkeypatch.setattr(exact, "solver_version", lambda: version_1.SOLVER)
    assert check_draw(record) == [OTHER_TABLES]
    monkeypatch.setattr(exact, "solver_version", lambda: "99.1")
    tables[0]["seats"][0] = tables[1]["seats"][0]
    assert OTHER_TABLES in check_draw(record)


def published_anew(record: dict[str, Any]) -> dict[str, Any]:
    """What somebody would publish who altered the witness: tables, cost and digest follow from it."""
    name = methods.name_of(record["method"])
    draw = version_2.outcome_of(name, record["source"], record["seed"])
    record["outcome"] = draw.to_json()
    record["cost"] = cost_in(record["source"], draw).to_json()
    record["digest"] = digest_of(record["source"], record["outcome"])
    record["tables"], record["changes"] = None, []
    return record


def exchange(written: dict[str, Any], one: int, other: int) -> None:
    swap = {one: other, other: one}
    written["tables"] = [[swap.get(who, who) for who in table] for table in written["tables"]]
    written["byes"] = [swap.get(who, who) for who in written["byes"]]


@pytest.mark.parametrize(("kind", "number"), [(ALONE, 1), (ALONE, 3), ("swiss 29 in fours, a bye", 2), (PLANNED, 1)])
def test_whoever_seats_two_others_together_is_found(kind: str, number: int):
    record = a_record(kind, number)
    rounds = record["source"]["witness"]["rounds"]
    one, other = rounds[0]["tables"][0][0], rounds[0]["tables"][-1][0]
    for written in rounds:
        exchange(written, one, other)
    (problem,) = check_draw(published_anew(record))
    assert "would better the plan, or is what the seed decides" in problem


def test_in_a_first_round_any_other_seating_is_found():
    """All are level: the seed alone says who meets whom."""
    record = a_record(ALONE, 1)
    tables = record["source"]["witness"]["rounds"][0]["tables"]
    for number, table in enumerate(tables):
        for other in tables[number + 1 :]:
            again = deepcopy(record)
            exchange(again["source"]["witness"]["rounds"][0], table[-1], other[0])
            assert check_draw(published_anew(again))


def somebody_missing(record: dict[str, Any]) -> None:
    record["source"]["witness"]["rounds"][0]["tables"][0].pop()


def somebody_twice(record: dict[str, Any]) -> None:
    tables = record["source"]["witness"]["rounds"][0]["tables"]
    tables[0][0] = tables[1][0]


def another_size(record: dict[str, Any]) -> None:
    tables = record["source"]["witness"]["rounds"][0]["tables"]
    tables[0].append(tables[1].pop())
    tables[0].append(tables[2].pop())


def another_price(record: dict[str, Any]) -> None:
    record["source"]["witness"]["price"] += 1


def no_plan(record: dict[str, Any]) -> None:
    record["source"]["witness"] = {"rounds": record["source"]["witness"]["rounds"][:1], "price": None}


def a_round_less(record: dict[str, Any]) -> None:
    record["source"]["witness"]["rounds"].pop()


@pytest.mark.parametrize(
    "alter", [somebody_missing, somebody_twice, another_size, another_price, no_plan, a_round_less]
)
def test_a_witness_that_was_altered_is_found(alter: Any):
    record = a_record(PLANNED, 1)
    alter(record)
    assert check_draw(record)
    record["digest"] = digest_of(record["source"], record["outcome"])
    assert check_draw(record)


def test_a_seat_that_was_altered_is_found():
    for kind in (ALONE, PLANNED, SOLVED, "knock-out 13 in fours", "career poker 8 in fours"):
        record = a_record(kind, 1)
        record["outcome"]["tables"][0]["seats"].reverse()
        record["digest"] = digest_of(record["source"], record["outcome"])
        record["cost"] = cost_in(record["source"], DrawnRound.from_json(record["outcome"])).to_json()
        record["tables"] = None
        assert check_draw(record), kind


def test_a_schedule_is_not_exchanged_for_another_on_the_way():
    kept = deepcopy(stored(2)["schedule 9 in threes"])
    second = kept["records"][1]
    for written in second["source"]["plan"]["witness"]["rounds"]:
        exchange(written, 1, 2)
    published_anew(second)
    found = check_draws(kept["commitment"], kept["records"])
    assert "The schedule is not the one that its seed was revealed with." in found[2]


def test_a_schedule_of_the_first_version_is_played_to_its_end():
    record = a_record("schedule 9 in threes", 2, version=1)
    again = new_draw("fixed", record["source"], record["seed"])
    assert (again.method, again.draw.to_json()) == ("fixed/1", record["outcome"])


def test_a_method_or_version_that_nobody_knows_is_not_read():
    source = {"field": Field(tuple(Player(who, who, 0) for who in range(8)), 4).to_json(), "locked": [], "byes": []}
    for method in ("swiss/4", "by hand", "by hand/2"):
        with pytest.raises(KeyError):
            problems_of(method, source, "seed", {})
    with pytest.raises(KeyError):
        new_draw("open", source, "seed")


def test_a_schedule_of_the_second_version_is_played_to_its_end():
    record = a_record("schedule 9 in threes", 2)
    again = new_draw("fixed", record["source"], record["seed"])
    assert (again.method, again.draw.to_json()) == ("fixed/2", record["outcome"])


@pytest.mark.parametrize(("version", "makes"), [(2, version_2.make), (3, version_3.make)])
def test_the_same_field_and_seed_are_drawn_alike(version: int, makes: Any):
    record = a_record(ALONE, 3, version)
    bare = {key: value for key, value in record["source"].items() if key != "witness"}
    made = makes("swiss", bare, record["seed"])
    assert (made.source, made.draw.to_json()) == (record["source"], record["outcome"])
