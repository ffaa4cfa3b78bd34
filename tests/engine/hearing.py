"""What a test hears of random games: the kinds of events that occur, and what decisions are about."""

from collections.abc import Iterator

from engine import SYSTEMS, HostAction
from engine.core.game import Game
from engine.core.rng import Stream
from tests.engine.support import cases, options_for


def random_moments(system: str, games: int) -> Iterator[tuple[Game, int | HostAction]]:
    """Every moment of that many games over all seats and sets of options, with the action that is played next; one in
    two hundred is the host's if there is one."""
    fitting = [case for case in cases() if case[0] == system]
    for number in range(games):
        _, seats, name = fitting[number % len(fitting)]
        game = SYSTEMS[system].new_game(seats, number, options_for(system, name, seats))
        stream = Stream(number)
        while not game.over:
            host = game.host_actions()
            action = stream.choice(host if host and not stream.below(200) else game.legal_actions())
            yield game, action
            game.play_aloud(action)


def kinds_heard(system: str, games: int) -> set[str]:
    """The kinds of events in random games."""
    heard: set[str] = set()
    for game, action in random_moments(system, games):
        heard.update(kind for kind, *_ in game.clone().play_aloud(action))
    return heard


def abouts(system: str, games: int) -> dict[str, set[str]]:
    """By prompt: all that `about` ever names in random games."""
    named: dict[str, set[str]] = {}
    for game, _ in random_moments(system, games):
        named.setdefault(game.prompt, set()).update(game.about())
    return named


def hears(game: Game, action: str | HostAction, reader: int | None) -> list[str]:
    """What a reader is told when an action is played; it is played."""
    return [str(sentence) for sentence in game.told(game.play_aloud(action), reader)]
