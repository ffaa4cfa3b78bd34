"""Describe how a game ended: who won, why it ended, and a score sheet per seat."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    `winners`: seat numbers from 0, usually one, empty when the game was broken off at its turn limit. `reason`: a word
    such as `formula`, `time` or `turn_limit`. `turns`: turns begun by all seats together. `scores`: one dict per seat
    in seat order, ready to be handed in as a score sheet; its keys are the system's own, `won` (bool) and `points`
    (int) are always there.
    """

    winners: tuple[int, ...]
    reason: str
    turns: int
    scores: list[dict[str, Any]] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return the outcome as JSON-able data, as a record holds it."""
        return {"winners": list(self.winners), "reason": self.reason, "turns": self.turns, "scores": self.scores}
