"""Records of games that the engine played: kept once, beside the game."""

from games.models import Game, GameRecord


def keep_record(*, game: Game, text: str, rules_version: int) -> GameRecord:
    """The record of a game, as anybody can replay it."""
    return GameRecord.objects.create(game=game, text=text, rules_version=rules_version)
