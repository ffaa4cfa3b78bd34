from games.models.games import (
    Decision,
    Game,
    GameRecord,
    Sheet,
    SheetQuerySet,
    SheetSeat,
    ThinkingTime,
    Who,
    person_or_text,
    said_name,
)
from games.models.jobs import Leased
from games.models.plays import Play, PlaySeat, PlayVote, Turn

__all__ = [
    "Decision",
    "Game",
    "GameRecord",
    "Leased",
    "Play",
    "PlaySeat",
    "PlayVote",
    "Sheet",
    "SheetQuerySet",
    "SheetSeat",
    "ThinkingTime",
    "Turn",
    "Who",
    "person_or_text",
    "said_name",
]
