"""What the engine costs: games, states, records and doors, in multiples of a plain loop of the same run."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import pytest

import engine
from engine.core.rng import Stream

TRIES = 5
ASKED = {
    ("careers", "random"): "350,000 steps/s",
    ("careers", "greedy"): "500 games/s",
    ("office_job", "greedy"): "2,000 games/s",
}


def seconds(work: Callable[[], object], tries: int = TRIES, clock: Callable[[], float] = process_time) -> float:
    """Of computing, the quickest of some tries: what a crowded machine disturbs least."""
    best = float("inf")
    for _ in range(tries):
        begun = clock()
        work()
        best = min(best, clock() - begun)
    return best


def loop() -> int:
    """The yardstick: 100,000 additions."""
    total = 0
    for number in range(100_000):
        total += number
    return total


def say(what: str, value: float, yardstick: float, figure: str, asked: str = "") -> None:
    wanted = f"   (asked: {asked})" if asked else ""
    print(f"  {what:40} {figure:>34}   {value / yardstick:10.4f} x the loop{wanted}")


@pytest.mark.benchmark
def test_games_of_bots(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        yardstick = seconds(loop)
        print(f"\nGames of bots at 4 seats (the loop takes {yardstick * 1000:.1f} ms)")
        for system in engine.SYSTEMS:
            for bot in ("random", "greedy", "ismcts:visits=20,rounds=2"):
                games = 1 if bot.startswith("ismcts") else 40
                play = partial(engine.simulate, system, 4, games, 1, [bot])
                steps = play().steps / games
                spent = seconds(play, 1 if games == 1 else TRIES) / games
                figure = f"{1 / spent:,.1f} games/s, {steps / spent:,.0f} steps/s"
                say(f"{system}, {bot}", spent, yardstick, figure, ASKED.get((system, bot), ""))


@pytest.mark.benchmark
def test_states_and_records_of_careers(capsys: pytest.CaptureFixture[str]) -> None:
    careers, stream = engine.SYSTEMS["careers"], Stream(1)
    game = careers.new_game(4, 3)
    for _ in range(300):
        game.apply(stream.choice(game.legal_actions()))
    saved = game.save()
    record = engine.record_game("careers", 4, ["greedy"], 3).text().splitlines()
    actions = sum('"action"' in line for line in record)
    works: dict[str, tuple[Callable[[], object], str]] = {
        "save": (game.save, "0.2 ms"),
        "load": (lambda: careers.load(saved), "0.15 ms"),
        "clone": (game.clone, "0.002 ms"),
        "determinize": (lambda: game.determinize(0, 1), ""),
        f"replay of {actions} actions": (lambda: engine.replay(record), f"{actions / 200:.1f} ms, 2 ms for 400"),
    }
    with capsys.disabled():
        yardstick = seconds(loop)
        print("\nStates and records of Careers")
        for what, (work, asked) in works.items():
            spent = seconds(work, 40)
            say(what, spent, yardstick, f"{spent * 1000:.4f} ms", asked)
        empty, whole = (
            seconds(partial(subprocess.run, [sys.executable, "-c", code], cwd=_ROOT, check=True), clock=perf_counter)
            for code in ("pass", "import engine")
        )
        print(f"  import engine (asked: 0.3 s): {whole - empty:.3f} s more than the {empty:.3f} s of an empty program")


@pytest.mark.benchmark
@pytest.mark.skipif(not find_spec("numpy"), reason="the optional package numpy is not installed")
def test_many_games_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    from engine.doors.vector import VectorGames

    with capsys.disabled():
        yardstick = seconds(loop)
        print("\nDecisions of 32 games at once")
        for system in engine.SYSTEMS:
            for observed in (True, False):
                table, stream = VectorGames(system, 32, observed=observed), Stream(1)
                table.reset(1)

                def play(table: VectorGames = table, stream: Stream = stream) -> None:
                    for _ in range(20):
                        table.step([stream.choice(game.legal_actions()) for game in table.playing])

                spent = seconds(play) / 640
                what = "observed" if observed else "without observations"
                asked = "30,000/s" if system == "careers" and observed else ""
                say(f"{system}, {what}", spent, yardstick, f"{1 / spent:,.0f}/s", asked)


@pytest.mark.benchmark
@pytest.mark.skipif(not find_spec("pettingzoo"), reason="the optional package pettingzoo is not installed")
def test_decisions_of_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    from engine.doors.pettingzoo import environment

    with capsys.disabled():
        yardstick = seconds(loop)
        print("\nDecisions of one PettingZoo environment, each observed by `env.last()`")
        for system in engine.SYSTEMS:
            env, stream = environment(system, 4), Stream(1)
            env.reset(1)

            def play(env: Any = env, stream: Stream = stream) -> None:
                for _ in range(300):
                    if env.game.over:
                        env.reset(stream.below(1000))
                    seen, *_ = env.last()
                    env.step(stream.choice(seen["action_mask"].nonzero()[0]))

            spent = seconds(play) / 300
            say(system, spent, yardstick, f"{1 / spent:,.0f}/s", "30,000/s" if system == "careers" else "")


_ROOT = Path(engine.__file__).parents[1]
