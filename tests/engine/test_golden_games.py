"""Golden records of whole games: the same seed and actions give the same game, or the rules version must rise."""

import pytest

import engine
from tests.engine.golden_games import FOLDER, NAMES, path_of


@pytest.mark.parametrize(("system", "name"), NAMES)
def test_a_golden_game_replays_to_its_outcome(system: str, name: str) -> None:
    outcome = engine.replay(path_of(system, name).read_text(encoding="utf-8").splitlines())
    assert outcome is not None


def test_no_golden_game_is_left_over() -> None:
    assert {*FOLDER.glob("*.jsonl")} == {path_of(*one) for one in NAMES}
