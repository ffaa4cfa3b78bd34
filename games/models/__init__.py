from games.models.games import (
    Decision,
    Definition,
    Game,
    GameRecord,
    SaidField,
    Sheet,
    SheetQuerySet,
    SheetSeat,
    ThinkingTime,
    Who,
    person_or_text,
    read_sentence,
    said_name,
)
from games.models.jobs import Leased
from games.models.plays import Play, PlayHours, PlaySeat, PlayVote, Turn

__all__ = [
    "Decision", "Definition", "Game", "GameRecord", "Leased", "Play", "PlayHours", "PlaySeat", "PlayVote", "SaidField",
    "Sheet", "SheetQuerySet", "SheetSeat", "ThinkingTime", "Turn", "Who",
    "person_or_text", "read_sentence", "said_name",
]  # fmt: skip
