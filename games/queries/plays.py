"""What a play is made of, for who may know it."""

from collections.abc import Sequence

from games.models import Play, PlaySeat, Turn
from games.rules.fair_chance import key_of
from games.rules.play_records import game_record, play_record


def key_of_play(play: Play, seats: Sequence[PlaySeat]) -> bytes:
    """The key of the game. Nobody may see it before the end."""
    return key_of(bytes(play.secret), [one.salt for one in seats])


def actions_of(play: Play) -> list[str]:
    """Every action, in order."""
    return list(Turn.objects.filter(play=play).order_by("number").values_list("action", flat=True))


def record_of(play: Play) -> str:
    """What proves a play that is over, see `games.rules.play_records.prove`."""
    assert play.status == Play.OVER and play.setup is not None
    seats = list(play.seats.order_by("seat"))
    record = game_record(play.system, len(seats), play.setup, key_of_play(play, seats), actions_of(play))
    return play_record(bytes(play.secret), [one.salt for one in seats], record)
