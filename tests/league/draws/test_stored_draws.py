"""Draws that were published once are proved for ever, whatever becomes of the search since."""

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from league.tournaments.draws.rules import planning as exact
from league.tournaments.draws.rules import version_1
from league.tournaments.draws.rules.field import DrawnRound, Field, FieldPlayer
from league.tournaments.draws.rules.methods import new_draw, problems_of
from league.tournaments.draws.rules.proof import check_draw, check_draws
from league.tournaments.draws.rules.sources import cost_in, digest_of
from tests.factories.published_draws import KINDS

STORED = Path("tests/data/released/1.0/draws.json")
SOLVED = "schedule 14 in fours, small tables, solved"
PLANNED = "swiss 16 in fours to the end"
ALONE = "swiss 30 in fours, small tables"


@cache
def stored() -> dict[str, Any]:
    return json.loads(STORED.read_text(encoding="utf-8"))


def a_record(kind: str, number: int) -> dict[str, Any]:
    return deepcopy(stored()[kind]["records"][number - 1])


@pytest.fixture(autouse=True)
def forget_schedules():
    for each in (version_1._schedule, version_1._settled_schedule, version_1._problems_of_plan):
        each.cache_clear()


def test_draws_of_every_kind_are_kept():
    assert stored().keys() == KINDS.keys()
    named = {record["method"] for kept in stored().values() for record in kept["records"]}
    assert named == {f"{method}/1" for method in ("swiss", "fixed", "knock_out", "career_poker")}


@pytest.mark.parametrize("kind", stored())
def test_a_stored_draw_is_the_one_that_was_published_and_its_proof_asks_no_solver(
    kind: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(exact, "without_repeats", lambda *asked: pytest.fail("A solver is asked."))
    kept = stored()[kind]
    found = check_draws(kept["commitment"], kept["records"])
    assert found == {number: [] for number in range(1, len(kept["records"]) + 1)}


def test_a_seat_that_was_altered_is_found():
    for kind in (ALONE, PLANNED, SOLVED, "knock-out 13 in fours", "career poker 8 in fours"):
        record = a_record(kind, 1)
        record["outcome"]["tables"][0]["seats"].reverse()
        record["digest"] = digest_of(record["source"], record["outcome"])
        record["cost"] = cost_in(record["source"], DrawnRound.from_json(record["outcome"])).to_json()
        record["tables"] = None
        assert check_draw(record), kind


def test_a_schedule_is_not_exchanged_for_another_on_the_way():
    kept = deepcopy(stored()["schedule 9 in threes"])
    kept["records"][1]["source"]["plan"]["field"]["players"].reverse()
    found = check_draws(kept["commitment"], kept["records"])
    assert "The schedule is not the one that its seed was revealed with." in found[2]


def test_a_method_or_version_that_nobody_knows_is_not_read():
    source = {
        "field": Field(tuple(FieldPlayer(who, who, 0) for who in range(8)), 4).to_json(),
        "locked": [],
        "byes": [],
    }
    for method in ("swiss", "swiss/2", "by hand", "by hand/1"):
        with pytest.raises(KeyError):
            problems_of(method, source, "seed", {})
    with pytest.raises(KeyError):
        new_draw("open", source, "seed")


def test_a_schedule_is_played_to_its_end():
    record = a_record("schedule 9 in threes", 2)
    again = new_draw("fixed", record["source"], record["seed"])
    assert (again.method, again.source, again.draw.to_json()) == ("fixed/1", record["source"], record["outcome"])


def test_the_same_field_and_seed_are_drawn_alike():
    record = a_record(ALONE, 3)
    made = new_draw("swiss", record["source"], record["seed"])
    assert (made.source, made.draw.to_json()) == (record["source"], record["outcome"])
