"""How many steps a second our games play for each one of other people's engines, measured in turns in the same run.

Needs the packages of the extra `peers`: `pip install -e '.[peers]'`. Those that are not installed are left out.
`-o pythonpath=FOLDER` measures a compiled engine (`python engine/building/compiled.py FOLDER`).
"""

from collections.abc import Callable
from importlib.util import find_spec
from statistics import median
from time import process_time
from typing import Any

import pytest

import engine
from engine.core.rng import Stream

ROUNDS, SECONDS = 5, 0.3
STREAM = Stream(1)
Work = Callable[[], int]  # plays a game, and returns the number of its steps


def ours(system: str) -> Work:
    """A caller's loop, in which chance plays."""

    def play() -> int:
        game, steps = engine.new_game(system, 4, STREAM.below(1 << 32)), 0
        while not game.over:
            game.apply(STREAM.choice(game.legal_actions()))
            steps += 1
        return steps

    return play


def our_bots(system: str, bot: str) -> Work:
    return lambda: engine.simulate(system, 4, 1, STREAM.below(1 << 32), [bot]).steps


def our_door(system: str) -> Work:
    from engine.doors.pettingzoo import environment

    return observed(environment(system, 4))


def observed(env: Any) -> Work:
    """The loop of PettingZoo's documentation: every decision after `last()`, chance plays."""

    def play() -> int:
        env.reset(seed=STREAM.below(1 << 31))
        steps = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                return steps
            env.step(int(STREAM.choice(seen["action_mask"].nonzero()[0])))
            steps += 1
        return steps

    return play


def catanatron(player: str) -> Work:
    from catanatron import Color, Game, RandomPlayer
    from catanatron.players.weighted_random import WeightedRandomPlayer

    kind = {"random": RandomPlayer, "weighted": WeightedRandomPlayer}[player]

    def play() -> int:
        game = Game([kind(colour) for colour in list(Color)[:4]])
        game.play()
        return len(game.state.actions)

    return play


def open_spiel(name: str) -> Work:
    import pyspiel

    opened = pyspiel.load_game(name)

    def play() -> int:
        game, steps = opened.new_initial_state(), 0
        while not game.is_terminal():
            game.apply_action(STREAM.choice(game.legal_actions()))  # those of a chance node as well
            steps += 1
        return steps

    return play


def rlcard(name: str) -> Work:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name)
    env.set_agents([RandomAgent(num_actions=env.num_actions)] * env.num_players)

    def play() -> int:
        before = env.timestep
        env.run(is_training=False)
        return int(env.timestep - before)

    return play


def pettingzoo(name: str) -> Work:
    from importlib import import_module

    return observed(import_module(f"pettingzoo.classic.{name}").env())


PEERS: list[tuple[str, Callable[..., Work], str, Callable[..., Work], tuple[str, ...]]] = [
    ("catanatron", catanatron, "random", ours, ("careers",)),
    ("catanatron", catanatron, "weighted", our_bots, ("careers", "greedy")),
    ("pyspiel", open_spiel, "hearts", ours, ("career_poker",)),
    ("pyspiel", open_spiel, "backgammon", ours, ("careers",)),
    ("pyspiel", open_spiel, "gin_rummy", ours, ("office_job",)),
    ("rlcard", rlcard, "uno", ours, ("career_poker",)),
    ("rlcard", rlcard, "doudizhu", ours, ("career_poker",)),
    ("rlcard", rlcard, "no-limit-holdem", ours, ("career_poker",)),
    ("pygame", pettingzoo, "connect_four_v3", our_door, ("careers",)),
    ("pygame", pettingzoo, "tictactoe_v3", our_door, ("careers",)),
]


def pace(play: Work) -> float:
    """Steps a second of computing."""
    steps, begun = 0, process_time()
    while (spent := process_time() - begun) < SECONDS:
        steps += play()
    return steps / spent


@pytest.mark.benchmark
@pytest.mark.parametrize(("package", "make", "name", "make_ours", "game"), PEERS)
def test_steps_against(
    package: str,
    make: Callable[..., Work],
    name: str,
    make_ours: Callable[..., Work],
    game: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    if not find_spec(package):
        pytest.skip(f"the optional package {package} is not installed")
    theirs, own = make(name), make_ours(*game)
    paces = [(pace(theirs), pace(own)) for _ in range(ROUNDS)]
    ratios = sorted(mine / other for other, mine in paces)
    with capsys.disabled():
        other, mine = (max(column) for column in zip(*paces, strict=True))
        print(
            f"\n  {make.__name__} {name}: {other:,.0f} steps/s; ours, {' '.join(game)}: {mine:,.0f}; "
            f"{median(ratios):.2f} times ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )
