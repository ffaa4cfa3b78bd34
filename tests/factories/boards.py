"""Boards that a league makes."""

import copy
from typing import Any

from django.contrib.auth.models import User

from engine.careers.boards import edition_board
from league.boards.services import make_board
from league.models import Board, League


def a_module(path: str = "agrivi", **said: Any) -> dict[str, Any]:
    """London's module under other words."""
    return copy.deepcopy(dict(edition_board("london")["paths"][path])) | said


def a_board_file(name: str = "Volts over London", **said: Any) -> dict[str, Any]:
    """Tesla instead of AGRIVI, and money in crowns."""
    return {"name": name, "currency": "Kr", "paths": {"agrivi": a_module(name="Tesla")}} | said


def a_board(league: League, by: User | None = None, **said: Any) -> Board:
    return make_board(league=league, definition=a_board_file(**said), by=by)
