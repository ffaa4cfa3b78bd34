from games.models.games import (
    Decision,
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
from games.models.plays import Play, PlaySeat, PlayVote, Turn

__all__ = [
    "Decision", "Game", "GameRecord", "Leased", "Play", "PlaySeat", "PlayVote", "SaidField", "Sheet", "SheetQuerySet",
    "SheetSeat", "ThinkingTime", "Turn", "Who", "person_or_text", "read_sentence", "said_name",
]  # fmt: skip
