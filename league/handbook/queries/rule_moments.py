"""Moments of games that bots have played in which a rule did its work, for the rule pages: what came before, what could
be chosen, what was chosen, and what was told. The games are data, found by `python -m tests.rule_moments`; the engine
plays them again up to the moment."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from characters.rules.choices import QUESTIONS, in_words
from engine import SYSTEMS, HostAction, Move
from engine.core.chance import key_of_seed
from engine.core.game import Game
from engine.core.records import play_keyed
from engine.core.rulebook import clauses_in
from engine.core.telling import Sentence

FILE = Path(__file__).parents[2] / "data" / "rule_moments.toml"
NAMES = ("Ada", "Bo", "Cleo", "Dev", "Eve", "Finn", "Gus", "Hal", "Ivy", "Jo", "Kit")
SHOWN_BEFORE = 3
MOST_CHOICES = 12


@dataclass(frozen=True, slots=True)
class StoredGame:
    """The beginning of a game: all that it takes to play it again. `rules` is the version of the system that it was
    played by, `digest` the state after the last of its `actions`, numbers of a seat's and texts of the host's;
    `moments`: by clause the number of the action, from 0, that shows it."""

    system: str
    seats: int
    seed: int
    rules: int
    options: Mapping[str, Any]
    actions: Sequence[int | str]
    digest: str
    moments: Mapping[str, int]

    def opened(self) -> Game:
        """Return the game before its first action."""
        system = SYSTEMS[self.system]
        options = system.options_of(self.rules, self.options)
        return system.new_game(self.seats, options=options, key=key_of_seed(self.seed))

    def play(self, game: Game, number: int) -> list[Sentence]:
        """Play action `number` and return what its player is told, or everybody if the host plays."""
        move = self.move(number)
        reader = None if isinstance(move, HostAction) else game.actor
        return game.told(play_keyed(game, move, key_of_seed(self.seed), number), reader)

    def move(self, number: int) -> Move:
        """Return action `number`, in words."""
        action = self.actions[number]
        return HostAction(action) if isinstance(action, str) else SYSTEMS[self.system].actions.text(action)


class MomentSentence(NamedTuple):
    """A sentence, and whether it cites the rule that is looked at."""

    text: str
    why: str
    cites: bool


class Scene(NamedTuple):
    """One action of a game. `actor`: who plays it, "" for the host. `prompt` is the decision; `choices` are all that
    there were, or the first of them and how many `more`. `before` was told by the actions before it."""

    number: int
    last: int
    actor: str
    prompt: str
    choices: tuple[str, ...]
    more: int
    chosen: str
    before: tuple[str, ...]
    sentences: tuple[MomentSentence, ...]
    settings: tuple[tuple[str, str], ...]
    players: tuple[str, ...]


@cache
def stored_games() -> tuple[StoredGame, ...]:
    with FILE.open("rb") as file:
        rows = tomllib.load(file).get("game", [])
    return tuple(StoredGame(**{**row, "options": json.loads(row["options"])}) for row in rows)


@cache
def _moments(system: str) -> Mapping[str, tuple[StoredGame, int]]:
    moments: dict[str, tuple[StoredGame, int]] = {}
    for game in stored_games():
        if game.system == system:
            for clause, number in game.moments.items():
                moments.setdefault(clause, (game, number))
    return moments


def game_of_rule(system: str, rule: str) -> tuple[StoredGame, int] | None:
    """Return the game that shows a rule, and the number of the action that does; None if there is no such game."""
    return _moments(system).get(rule)


def moment_of(system: str, rule: str) -> int | None:
    """Return the number of the action that shows a rule."""
    example = game_of_rule(system, rule)
    return example[1] if example else None


def scene_of(system: str, rule: str, at: int | None = None) -> Scene | None:
    """Return the moment of a rule, or action `at` of the same game; None if there is no such moment."""
    place = _place(system, rule, at)
    return _scene(*place, rule) if place else None


def _place(system: str, rule: str, at: int | None) -> tuple[StoredGame, int] | None:
    """Return the game of a rule and the number of the action to show; None if there is no such one."""
    game, number = game_of_rule(system, rule) or (None, 0)
    number = number if at is None else at
    return (game, number) if game and 0 <= number < len(game.actions) else None


def _scene(stored: StoredGame, number: int, rule: str) -> Scene:
    game, before = stored.opened(), list[Sentence]()
    for earlier in range(number):
        before += stored.play(game, earlier)
    move = stored.move(number)
    if isinstance(move, HostAction):
        actor, prompt, chosen, choices = "", "", move.text, [action.text for action in game.host_actions()]
    else:
        actor, prompt, chosen = NAMES[game.actor], game.prompt.replace("_", " "), move
        choices = [choice.text for choice in game.legal]
    sentences = stored.play(game, number)
    return Scene(
        number=number,
        last=len(stored.actions) - 1,
        actor=actor,
        prompt=prompt,
        choices=tuple(choices[:MOST_CHOICES]),
        more=max(0, len(choices) - MOST_CHOICES),
        chosen=chosen,
        before=tuple(sentence.spoken(NAMES) for sentence in before[-SHOWN_BEFORE:]),
        sentences=tuple(
            MomentSentence(sentence.spoken(NAMES), sentence.why, rule in clauses_in(sentence.why))
            for sentence in sentences
        ),
        settings=tuple(in_words(QUESTIONS[stored.system], stored.options.get("settings", {}))),
        players=NAMES[: stored.seats],
    )


def game_at(system: str, rule: str, at: int | None = None) -> Game | None:
    """Return the game of a scene before its action, to be played on; None if there is no such scene."""
    place = _place(system, rule, at)
    if place is None:
        return None
    stored, number = place
    game = stored.opened()
    for earlier in range(number):
        stored.play(game, earlier)
    return game
