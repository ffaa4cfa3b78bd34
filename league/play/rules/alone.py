"""One person against bots, played as far as the next decision of that person. Nothing of it is kept here."""

import hmac

from engine import SYSTEMS, Game
from engine.core.bots import make_bot
from engine.core.errors import IllegalAction
from engine.core.records import play_keyed
from engine.core.rng import Stream
from games.rules.told import Told, told_of


def play_alone(
    game: Game, key: bytes, number: int, seat: int, action: str | None, *, bot: str
) -> list[tuple[str, Told]]:
    """Play `action` of the person in `seat`, from 0, if there is one, and then what follows: the turns of the bots,
    which `bot` names, and turns that leave the person no choice. `number` actions were played before. Return each
    action with what was told of it.

    Raise EngineError for an action that is not legal; the game is then unchanged.
    """
    turns: list[tuple[str, Told]] = []

    def plays(text: str) -> None:
        events = play_keyed(game, text, key, number + len(turns))
        turns.append((text, told_of(game, events)))

    if action is not None:
        if game.seat_of(game.parse(action)) != seat:
            raise IllegalAction(f"Seat {seat + 1} cannot play '{action}' now ({game.prompt}).")
        plays(action)
    others = make_bot(SYSTEMS[game.system], bot)
    while not game.over:
        legal = game.legal_actions()
        if len(legal) == 1:
            if game.actor == seat and _chance_falls(game, legal[0]):
                break  # there the throw is the fun
            plays(game.describe(legal[0]))
        elif game.actor == seat:
            break
        else:
            drawn = hmac.digest(key, b"bot %d" % (number + len(turns)), "sha256")
            plays(game.describe(others.choose(game, legal, Stream(int.from_bytes(drawn[:8], "big")))))
    return turns


def _chance_falls(game: Game, action: int) -> bool:
    after = game.clone()
    after.apply(action)
    return after.rng != game.rng
