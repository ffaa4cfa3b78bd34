"""The PettingZoo door, where PettingZoo is installed: its own api_test and seed_test."""

import warnings

import pytest

pytest.importorskip("pettingzoo", reason="the optional package pettingzoo is not installed")

from pettingzoo.test import api_test, seed_test

from engine import SYSTEMS
from engine.core.errors import IllegalAction
from engine.doors.pettingzoo import environment

SHORT = {"settings": {"turn_limit": 60}}


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_environment_passes_the_api_test_and_the_seed_test(seats):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(environment("careers", seats, SHORT), num_cycles=150)
        seed_test(lambda: environment("careers", seats, SHORT), num_cycles=40)


@pytest.mark.parametrize("system", [system for system in SYSTEMS if system != "careers"])
def test_every_other_system_passes_them_at_its_smallest_table(system):
    seats = SYSTEMS[system].seats[0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(environment(system, seats), num_cycles=60)
        seed_test(lambda: environment(system, seats), num_cycles=20)


def test_a_winner_is_rewarded_at_the_end():
    env = environment("careers", 2, {"settings": {"target": 1}})
    env.reset(seed=3)
    for _ in env.agent_iter():
        observation, _, ended, cut, _ = env.last()
        legal = observation["action_mask"].nonzero()[0]
        if ended or cut:
            assert not cut
            break
        env.step(int(legal[0]))
    assert sorted(env.rewards.values()) == [-1, 1]


def test_an_illegal_action_is_refused():
    env = environment("careers", 2, SHORT)
    env.reset(seed=1)
    illegal = int((env.observe(env.agent_selection)["action_mask"] == 0).nonzero()[0][-1])
    with pytest.raises(IllegalAction):
        env.step(illegal)


def test_features_come_from_the_view_alone():
    env = environment("careers", 3, SHORT)
    env.reset(seed=2)
    world = env.game.determinize(1, 99)
    assert env.layout.row(world.view(1)).tolist() == env.observe("seat_2")["observation"].tolist()


def test_the_mask_is_in_the_infos_of_whoever_decides_and_of_nobody_else():
    env = environment("career_poker", 4)
    env.reset(seed=4)
    for _ in range(30):
        mine = env.observe(env.agent_selection)["action_mask"]
        assert (env.infos[env.agent_selection]["action_mask"] == mine).all() and mine.any()
        assert not any(env.infos[agent] for agent in env.agents if agent != env.agent_selection)
        env.step(int(mine.nonzero()[0][0]))


def test_the_state_is_what_all_seats_know_together():
    env = environment("office_job", 3)
    env.reset(seed=4)
    assert env.state().shape == env.state_space.shape == (3 * len(env.layout),)


def test_every_environment_has_its_own_name_and_without_a_seed_its_own_games():
    names, games = set(), set()
    for system in SYSTEMS:
        env = environment(system, SYSTEMS[system].seats[0])
        names.add(env.metadata["name"])
    for _ in range(3):
        env.reset()
        games.add(env.game.digest())
    assert len(names) == len(SYSTEMS) and len(games) == 3
