"""What it costs to tell luck from decisions: a four-seat game of Careers of usual length, in games that bots play."""

from time import process_time

import pytest

from engine import SYSTEMS
from engine.core.luck import Study
from engine.core.reckoning import figures
from engine.core.simulation import film_of_game, simulate_chunk
from tests.benchmarks.measures import measured

pytestmark = pytest.mark.benchmark
BOTS, GAMES, LOOKED_AT = ["ismcts:visits=40", "greedy"], 200, range(3)


def test_the_story_of_a_four_seat_game_of_careers_against_games_of_bots():
    system = SYSTEMS["careers"]
    start = process_time()
    simulate_chunk(system, 4, ["greedy"], 1, 0, GAMES)
    game = (process_time() - start) / GAMES
    for number in LOOKED_AT:
        film = film_of_game(system, 4, BOTS, 20, number)
        start = process_time()
        study, results = Study(film, system, number), []
        while len(results) < study.plan.tasks:
            results.append(study.next_result(results))
        figures(study.plan, results)
        took = process_time() - start
        measured(
            f"{len(film.actions)} choices, {len(study.plan.decisions)} of them not the greedy bot's",
            f"{took:.1f} s of the processor",
            f"{took / game:,.0f} games of bots at {game * 1000:.1f} ms",
        )
        assert study.plan.tasks == len(results)
