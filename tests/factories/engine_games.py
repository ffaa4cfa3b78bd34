"""The sheet of a game that the engine has played, made without a line that knows which game it is."""

import engine
from engine.core.outcome import Outcome
from engine.core.rng import Stream
from games.rules.figures import read_figures
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS
from tests.factories.careers_sheets import YESTERDAY


def played_by_engine(system: str, seats: int, seed: int) -> tuple[ScoreSheet, Outcome]:
    """A game of random choices, and what its table reports."""
    game, stream = engine.new_game(system, seats, seed), Stream(seed)
    while not game.over:
        game.apply(stream.choice(game.legal_actions()))
    outcome = game.outcome()
    assert outcome is not None
    lines = []
    for seat, score in enumerate(outcome.scores, 1):
        figures, found = read_figures(SYSTEMS[system].FIGURES, score, who=f"Seat {seat}", seat=seat)
        assert found == []
        lines.append(SeatLine(seat, seat if seat < 8 else None, "", score["won"], figures))
    return ScoreSheet(system, "london", YESTERDAY, tuple(lines)), outcome
