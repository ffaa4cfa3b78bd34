"""The drawing of a play beside the words, for games that have a board."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.play.charts.careers import Overlay, overlay


def pictured(view: Mapping[str, Any], drawn: Mapping[str, Any], choices: Sequence[Any]) -> Overlay | None:
    """Return what lies on the board of a laid out view; None where there is no board."""
    board = view.get("board")
    if board is None:
        return None
    targets = [one.label.to for one in choices if getattr(one.label, "to", None) is not None]
    return overlay(board, drawn, targets)
