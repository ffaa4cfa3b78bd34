"""Chance, actions, systems, bots and simulation, whatever the game."""

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import SYSTEMS
from engine.core.actions import ActionTable
from engine.core.bots import bot_names, effort, make_bot, parse_spec
from engine.core.errors import BadOptions, BadSeats, BrokenOff, EngineError, UnknownAction, UnknownBot, UnknownSystem
from engine.core.rng import Stream, derive, mix, scaled, seeded, step
from engine.core.saving import pack, unpack
from engine.core.settings import refusal
from engine.core.simulation import SimulationTotals, simulate_chunk
from tests.engine.pig import PIG


def test_the_seed_goes_through_the_splitmix64_finaliser():
    assert [mix(seed) for seed in (0, 1)] == [0xE220A8397B1DCDAF, 0x910A2DEC89025CC1]


def test_chance_follows_the_multiply_with_carry_step_and_output():
    x = seeded(42)
    y = 698769069 * (x & 0xFFFFFFFF) + (x >> 32)
    stream = Stream(42)
    assert step(x) == y
    assert stream.below(1000) == ((y ^ (y >> 32)) & 0xFFFFFFFF) * 1000 >> 32 == scaled(y, 1000)
    assert stream.state == y


@given(st.integers(), st.integers(1, 1000))
def test_chance_stays_below_its_bound_and_never_stands_still(seed, n):
    stream = Stream(seed)
    states = set()
    for _ in range(20):
        assert 0 <= stream.below(n) < n
        states.add(stream.state)
    assert len(states) == 20


def test_dice_are_fair_enough():
    stream = Stream(7)
    counts = [0] * 6
    for _ in range(6000):
        counts[stream.below(6)] += 1
    assert all(880 < count < 1120 for count in counts)


def test_a_shuffle_is_a_permutation_and_every_order_comes_up():
    stream, seen = Stream(3), set()
    for _ in range(400):
        items = [1, 2, 3]
        stream.shuffle(items)
        seen.add(tuple(items))
    assert len(seen) == 6


def test_streams_of_different_paths_are_unrelated():
    assert len({derive(seed, a, b) for seed in range(5) for a in range(5) for b in range(5)}) == 125


def test_an_action_table_knows_every_text_once():
    table = ActionTable(["go", "stop now"])
    assert table.number("  stop   now ") == 1 and table.text(0) == "go" and len(table) == 2
    with pytest.raises(ValueError, match="same text"):
        ActionTable(["go", "go"])
    for wrong in (2, -1, True, "0", None):
        with pytest.raises(UnknownAction):
            table.text(wrong)


plain = st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner)
                     | st.lists(inner).map(tuple), max_leaves=12)  # fmt: skip


@given(plain)
def test_what_is_packed_comes_back_through_json_unchanged(value):
    assert unpack(json.loads(json.dumps(pack(value)))) == value


def test_a_new_system_is_registered_in_one_line_and_loaded_late():
    assert SYSTEMS[PIG.key].title == "Pig" and PIG.key in SYSTEMS
    SYSTEMS.register("broken", "tests.engine.no_such_module:X")
    assert "broken" in SYSTEMS, "registering imports nothing"
    SYSTEMS.forget("broken")
    with pytest.raises(UnknownSystem, match="ludo"):
        SYSTEMS["ludo"]
    with pytest.raises(UnknownSystem):
        engine.new_game("ludo")


def test_every_refusal_is_a_value_error():
    for error in (UnknownAction, BadSeats, BadOptions, UnknownBot, UnknownSystem):
        assert issubclass(error, EngineError) and issubclass(error, ValueError)


def test_a_bot_is_a_name_with_parameters():
    assert parse_spec("search:visits=80, turns=-2,mood=calm") == ("search", {"visits": 80, "turns": -2, "mood": "calm"})
    assert bot_names(SYSTEMS["careers"]) == ("casual", "greedy", "ismcts", "random", "search")
    assert make_bot(SYSTEMS["careers"], "greedy:cash=50,happiness=25").shares == (50, 25)


@pytest.mark.parametrize("spec", ["", "clever", "greedy:cash", "greedy:speed=3", "greedy:cash=90,happiness=20",
                                  "search:visits=0", "greedy:cash=much"])  # fmt: skip
def test_an_unknown_bot_or_parameter_is_refused(spec):
    with pytest.raises(UnknownBot):
        make_bot(SYSTEMS["careers"], spec)


def chunked(sizes, **settings):
    totals, first = SimulationTotals(3), 0
    for size in sizes:
        part = simulate_chunk(SYSTEMS["careers"], 3, ["greedy", "random"], 5, first, size, {"settings": settings})
        totals.merge(SimulationTotals.from_dict(json.loads(json.dumps(part.as_dict()))))
        first += size
    return totals.as_dict()


def test_totals_are_the_same_for_any_chunking():
    whole = chunked([9], target=20)
    assert whole["games"] == 9 and sum(whole["wins"]) == 9
    assert whole == chunked([1] * 9, target=20) == chunked([4, 5], target=20)


def test_totals_are_the_same_for_any_number_of_processes():
    seen = []
    one = engine.simulate("pig", 3, 60, 11, ["random"])
    two = engine.simulate("pig", 3, 60, 11, ["random"], jobs=2, progress=lambda done, games: seen.append((done, games)))
    assert one.as_dict() == two.as_dict() and seen == [(30, 60), (60, 60)]
    assert one.as_dict() != engine.simulate("pig", 3, 60, 12, ["random"]).as_dict()


def test_the_dice_do_not_depend_on_who_thinks(monkeypatch):
    class Wasteful:
        def choose(self, game, legal, stream):
            stream.below(100)
            return legal[-1]

    class Thrifty:
        def choose(self, game, legal, stream):
            return legal[-1]

    pool = {"wasteful": Wasteful, "thrifty": Thrifty}
    for name, bot in pool.items():
        monkeypatch.setitem(SYSTEMS["pig"].bots, name, bot)
    a, b = (engine.simulate("pig", 2, 20, 3, [name]) for name in pool)
    assert a.as_dict() == b.as_dict()


def test_a_chunk_can_travel_to_another_process():
    part = engine.simulate_chunk("pig", 2, ["random"], 1, 0, 3)
    assert pickle.loads(pickle.dumps(part)).as_dict() == part.as_dict()


@pytest.mark.parametrize("system", ["career_compass", "career_poker", "careers", "game_of_the_year", "office_job"])
def test_a_system_that_has_played_can_travel_to_another_process(system: str):
    SYSTEMS[system].new_game(4)
    sent = pickle.loads(pickle.dumps(SYSTEMS[system]))
    assert sent.new_game(4, 7).save() == SYSTEMS[system].new_game(4, 7).save()


def test_a_summary_has_wins_and_mean_scores_per_seat():
    summary = engine.simulate("careers", 2, 4, 1, ["greedy"], options={"settings": {"target": 15}}).summary()
    assert summary["games"] == 4 and sum(row["wins"] for row in summary["seats"]) == 4
    row = summary["seats"][1]
    assert row["seat"] == 2 and {"cash", "happiness", "fame"} <= set(row["mean_scores"])
    assert row["mean_points"] == row["mean_scores"]["points"]


@pytest.mark.parametrize(
    "wrong",
    [{"games": -1}, {"jobs": 0}, {"games": 1.5}, {"bots": []}, {"bots": ["random"] * 3}, {"seats": 9},
     {"bots": ["nobody"]}, {"options": {"settings": {"x": 1}}}],
)  # fmt: skip
def test_a_wrong_simulation_is_refused(wrong):
    with pytest.raises(EngineError):
        engine.simulate("careers", **{"seats": 2, "games": 1, **wrong})


def test_totals_for_other_seats_do_not_add_up():
    with pytest.raises(BadOptions):
        SimulationTotals(2).merge(SimulationTotals(3))


@pytest.mark.parametrize(
    "parameter", ["visits=²", "visits=--5", "visits=٣", "visits=1-", "visits=-", f"visits={'9' * 5000}", "visits=1.5"]
)
def test_what_is_no_number_to_a_bot_is_an_unknown_bot(parameter):
    with pytest.raises(UnknownBot, match="whole number"):
        make_bot(SYSTEMS["careers"], f"search:{parameter}")


def test_a_bot_says_how_far_it_looks_ahead_and_that_has_an_end():
    careers = SYSTEMS["careers"]
    specs = ("greedy", "search", "search:visits=200", "search:visits=1,width=100,turns=5")
    assert [effort(make_bot(careers, spec)) for spec in specs] == [0, 120, 400, 1500]
    with pytest.raises(UnknownBot, match="is 40,000,000 rounds a decision; 100,000 are the most"):
        make_bot(careers, "search:visits=200000,turns=200")


def test_a_chunk_is_broken_off_when_it_may_not_go_on():
    answers = iter([True] * 5 + [False])
    with pytest.raises(BrokenOff):
        simulate_chunk(SYSTEMS["careers"], 2, ["greedy"], 3, 0, 1, None, lambda: next(answers))
    assert list(answers) == []


def test_being_asked_changes_nothing():
    def totals(*more):
        return simulate_chunk(SYSTEMS["careers"], 2, ["greedy"], 3, 0, 2, None, *more)

    assert totals(lambda: True) == totals()


def test_bots_can_play_a_game_that_is_written_down_and_replays():
    recorder = engine.record_game("careers", 3, ["greedy", "random"], 8, {"settings": {"target": 15}})
    again = engine.record_game("careers", 3, ["greedy", "random"], 8, {"settings": {"target": 15}})
    assert recorder.game.over and recorder.text() == again.text()
    assert engine.replay(recorder.text().splitlines()) == recorder.game.outcome()


@pytest.mark.parametrize(
    ("value", "allowed", "words"),
    [
        ("own", {"options": ("own", "common")}, ""),
        ("his", {"options": ("own", "common")}, "must be one of: own, common"),
        (["own"], {"options": ("own", "common")}, "must be one of: own, common"),
        (1, {"bounds": (1, 10_000)}, ""),
        (10_000, {"bounds": (1, 10_000)}, ""),
        (0, {"bounds": (1, 10_000)}, "must be a whole number from 1 to 10,000"),
        (10_001, {"bounds": (1, 10_000)}, "must be a whole number from 1 to 10,000"),
        (True, {"bounds": (0, 1)}, "must be a whole number from 0 to 1"),
        (1.0, {"bounds": (1, 10_000)}, "must be a whole number from 1 to 10,000"),
        (False, {}, ""),
        (0, {}, "must be true or false"),
    ],
)
def test_what_a_setting_may_be_is_said_in_words(value, allowed, words):
    assert refusal(value, **allowed) == words
