"""Draws of version 1: field and seed decide, and whoever alters the software has next to nothing to choose."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from league.tournaments.draws.rules import planning as exact
from league.tournaments.draws.rules import version_1
from league.tournaments.draws.rules.field import Field, FieldPlayer
from league.tournaments.draws.rules.methods import new_draw, problems_of
from league.tournaments.draws.rules.pairing import rank_and_cut
from league.tournaments.draws.rules.proof import check_draws
from league.tournaments.draws.rules.seating import cost_of
from league.tournaments.draws.rules.setting import DrawSetting
from league.tournaments.draws.rules.settled import Arrangement, Due
from league.tournaments.draws.rules.version_1 import swiss_round
from tests.factories.draw_records import a_draw_record
from tests.factories.fields import a_field, any_field, played_field

ALONE = "There is a witness although field and seed alone decide."
NO_CHEAPER = "The witness is not cheaper than the plan that follows from field and seed."


def source_of(field: Field) -> dict[str, Any]:
    return {"field": field.to_json(), "locked": [], "byes": []}


@cache
def solved() -> tuple[Field, version_1.Made]:
    """Draw for fifteen in threes; only a solver finds them four rounds more without a repeat."""
    field = played_field(a_field(15, 3, rounds_left=7), 3, seed=2)
    return field, version_1.make("swiss", source_of(field), "x")


@given(any_field(most=16), st.text(max_size=5))
@settings(deadline=None, max_examples=5)
def test_a_draw_is_proved_by_drawing_again(field: Field, seed: str):
    made = new_draw("swiss", source_of(field), seed)
    assert made.method == "swiss/1"
    assert problems_of(made.method, made.source, seed, made.draw.to_json()) == []


@given(st.integers(2, 12), st.sampled_from([3, 4, 5]), st.integers(0, 3), st.integers(0, 50))
@settings(deadline=None, max_examples=8)
def test_no_draw_by_the_standings_costs_more_than_cutting_them(tables: int, size: int, rounds: int, seed: int):
    field = played_field(a_field(tables * size, size), rounds, seed)
    assume(not version_1.is_planned(field, ()))
    drawn = version_1.make("swiss", source_of(field), "now").draw
    assert cost_of(field, drawn) <= cost_of(field, rank_and_cut(field, "now"))


def as_witness(source: dict[str, Any]) -> dict[str, Any]:
    """What follows from field and seed, written as if a solver had found it."""
    setting = version_1._setting(source, "x")
    settled = version_1._settled_round(setting)
    return {"rounds": [setting.written(one) for one in settled.rounds], "price": settled.price}


def test_a_round_by_the_standings_has_no_witness_and_takes_none():
    source = source_of(played_field(a_field(40, rounds_left=2), 2))
    made = new_draw("swiss", source, "x")
    assert made.source == source
    assert problems_of("swiss/1", {**source, "witness": as_witness(source)}, "x", made.draw.to_json()) == [ALONE]


def test_a_plan_that_no_exchange_betters_is_refused_where_another_follows_from_the_seed():
    source = source_of(played_field(a_field(14, rounds_left=2), 1))
    follows = new_draw("swiss", source, "x")
    assert "witness" not in follows.source
    (problem,) = problems_of("swiss/1", {**source, "witness": as_witness(source)}, "x", follows.draw.to_json())
    assert problem in (ALONE, NO_CHEAPER)


def test_a_solver_leaves_a_witness_that_is_cheaper_than_what_follows_from_the_seed():
    _, made = solved()
    settled = version_1._settled_round(version_1._setting(made.source, "x"))
    assert settled.price is not None and made.source["witness"]["price"] < settled.price
    assert problems_of("swiss/1", made.source, "x", made.draw.to_json()) == []


def test_a_witness_that_is_no_cheaper_is_refused():
    field, made = solved()
    chosen = source_of(field) | {"witness": as_witness(made.source)}
    outcome = version_1.outcome_of("swiss", chosen, "x").to_json()
    assert problems_of("swiss/1", chosen, "x", outcome) == [NO_CHEAPER]
    chosen["witness"]["price"] -= 1
    assert "The plan does not cost what it says." in problems_of("swiss/1", chosen, "x", outcome)


def test_without_a_solver_the_draw_is_the_one_that_follows_from_the_seed(monkeypatch: pytest.MonkeyPatch):
    field, _made = solved()
    monkeypatch.setattr(exact, "without_repeats", lambda *asked: None)
    again = version_1.make("swiss", source_of(field), "x")
    assert "witness" not in again.source
    assert problems_of("swiss/1", again.source, "x", again.draw.to_json()) == []


def test_the_order_in_which_a_field_is_written_is_nobodys_choice():
    source = source_of(a_field(12, rounds_left=2))
    made = new_draw("swiss", source, "x")
    for other in (
        {**source["field"], "players": source["field"]["players"][::-1]},
        {**source["field"], "meetings": [[2, 1, 0]]},
        {**source["field"], "bans": [[2, 1]]},
    ):
        assert problems_of("swiss/1", {**source, "field": other}, "x", made.draw.to_json())[0].startswith(
            "The field is"
        )


def test_a_short_and_a_full_table_exchange_people_though_it_brings_a_repeat():
    """Only Dev has not been short, and has met Eli, who is at the short table with Gus, who has been."""
    shorts = (1, 1, 1, 0, 0, 0, 1)
    people = [FieldPlayer(who, who + 1, 0, shorts=shorts[who]) for who in range(7)]
    field = Field(tuple(people), 4, meetings={(3, 4): 1})

    rounds = [[[0, 1, 2, 3], [4, 5, 6]]]
    found = Arrangement(field, people, rounds, Due(frozenset(), frozenset({3, 4, 5})), byes=False)
    found.settle()
    assert sorted(map(sorted, found.rounds[0])) == [[0, 1, 2, 6], [3, 4, 5]]


@given(any_field(most=24), st.lists(st.tuples(st.integers(0, 23), st.integers(0, 23)), max_size=6))
@settings(deadline=None, max_examples=15)
def test_no_exchange_with_a_short_table_betters_a_round(field: Field, kept_apart: list[tuple[int, int]]):
    ids = [player.id for player in field.players]
    pairs = [sorted((ids[one % len(ids)], ids[other % len(ids)])) for one, other in kept_apart]
    field = replace(field, bans=frozenset((one, other) for one, other in pairs if one < other))
    setting = DrawSetting.of(field, "x")
    tables = rank_and_cut(field, "x")
    start = setting.ranked({"tables": [table.players for table in tables.tables], "byes": tables.byes})
    arranged = setting.arranged([start], None)
    arranged.settle()
    lengths = [len(table) for table in arranged.rounds[0]]
    short = [at for at, length in enumerate(lengths) if length < field.table_size or at == arranged.out]
    for at in short:
        for other, company in enumerate(arranged.rounds[0]):
            if other != at:
                two = [(one, its) for one in arranged.rounds[0][at] for its in company]
                assert not any(arranged.is_better(*one) for one in two)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_whose_turn_it_is_to_sit_out_never_brings_two_together_who_are_kept_apart(seed: str):
    field = a_field(5, shortfall="bye", bans=frozenset({(1, 2)}), rounds_left=2)
    cast = tuple(replace(player, shorts=int(player.id in (1, 2))) for player in field.players)
    field = replace(field, players=cast)
    drawn = swiss_round(field, seed)
    assert drawn.byes in [(1,), (2,)] and cost_of(field, drawn).bans == 0


def test_a_schedule_begins_with_its_first_round_and_the_seed_of_its_draw():
    """Or whoever draws could choose which of its rounds is played, or among the seeds that are known."""
    record = a_draw_record(1, swap=False)
    plan = {"field": record["source"]["field"], "seed": record["seed"], "rounds": 2, "round": 1}
    _, source, found = new_draw("fixed", {**record["source"], "plan": {**plan, "version": 1}}, record["seed"])
    record |= {"method": "fixed/1", "source": source, "outcome": found.to_json()}
    wrong = "The schedule neither begins with this draw nor goes on from the round before."
    assert wrong in check_draws(record["previous"], [record])[1]
    source["plan"]["round"] = 0
    assert wrong not in check_draws(record["previous"], [record])[1]
