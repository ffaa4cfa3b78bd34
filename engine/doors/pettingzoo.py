"""Any of the games as a PettingZoo AEC environment, for those who train agents. Needs the package `pettingzoo`.

    env = environment("careers", seats=4)
    env.reset(seed=7)

An agent is a seat, `seat_1` and so on. An action is the game's own action number, `action_mask` says which are
legal. The observation is the seat's view, hashed leaf by leaf into a vector of fixed length, so it holds nothing that
the view does not hold. Rewards come at the end: 1 for a winner, -1 for the others; a game that is broken off at its
turn limit is truncated, without rewards.
"""

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from importlib import import_module
from typing import Any, ClassVar

from engine import SYSTEMS
from engine.core.game import Game
from engine.core.seats import check_seats

_np = import_module("numpy")
_spaces = import_module("gymnasium.spaces")
_zoo: Any = import_module("pettingzoo")
_AECEnv: Any = _zoo.AECEnv
FEATURES = 512
_SCALE = 1000.0


def environment(system: str, seats: int = 4, options: Mapping[str, Any] | None = None) -> "Environment":
    """An environment for a game system. Raises UnknownSystem, BadSeats, BadOptions."""
    check_seats(SYSTEMS[system], seats)
    SYSTEMS[system].new_game(seats, 0, options)
    return Environment(system, seats, options)


class Environment(_AECEnv):  # type: ignore[misc]
    """See the module. `game` is the game that is being played."""

    metadata: ClassVar[dict[str, Any]] = {"name": "corner_office_v1", "is_parallelizable": False, "render_modes": []}

    def __init__(self, system: str, seats: int, options: Mapping[str, Any] | None) -> None:
        super().__init__()
        self.system, self.options = SYSTEMS[system], options
        self.render_mode = None
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(seats)]
        count = len(self.system.actions)
        box = _spaces.Box(-_np.inf, _np.inf, (FEATURES,), _np.float32)
        mask = _spaces.Box(0, 1, (count,), _np.int8)
        self.observation_spaces = {
            agent: _spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: _spaces.Discrete(count) for agent in self.possible_agents}
        self.game: Game | None = None
        self._seed = -1

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """A new game; without a seed the one after the last."""
        self._seed = self._seed + 1 if seed is None else seed
        self.agents = self.possible_agents[:]
        self.game = self.system.new_game(len(self.agents), self._seed, self.options)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._running().actor]

    def observe(self, agent: str) -> dict[str, Any]:
        game, seat = self._running(), self.possible_agents.index(agent)
        mask = _np.zeros(len(self.system.actions), _np.int8)
        if game.actor == seat and not game.over:
            mask[list(game.legal_actions())] = 1
        return {"observation": features(game.view(seat)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays the action of the agent that is selected. Raises IllegalAction."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        game = self._running()
        game.play(int(action) if action is not None else -1)
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        outcome = game.outcome()
        if outcome is not None:
            ended = self.terminations if outcome.winners else self.truncations
            for seat, agent in enumerate(self.possible_agents):
                ended[agent] = True
                if outcome.winners:
                    self.rewards[agent] = 1 if seat in outcome.winners else -1
        self.agent_selection = self.possible_agents[game.actor]
        self._accumulate_rewards()

    def render(self) -> None:
        """There is nothing to see; `game.view` tells everything."""

    def close(self) -> None:
        """There is nothing to close."""

    def _running(self) -> Game:
        if self.game is None:
            raise RuntimeError("Reset the environment first.")
        return self.game


def features(view: Mapping[str, Any]) -> Any:
    """A view as a float32 vector of length FEATURES: every leaf adds to a bucket of its own by its path, a number with
    its value (over 1,000), a word with 1 in a bucket that the word takes part in."""
    vector = _np.zeros(FEATURES, _np.float32)
    for path, value in _leaves("", view):
        number = isinstance(value, (int, float)) and value is not None
        bucket, sign = _bucket(path if number else f"{path}={value}")
        vector[bucket] += sign * (value / _SCALE if number else 1.0)
    return vector


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(f"{path}.{key}", inner)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _leaves(f"{path}.{at}", inner)
    else:
        yield path, value


_KNOWN: dict[str, tuple[int, int]] = {}


def _bucket(name: str) -> tuple[int, int]:
    """Which bucket a name belongs to, and with which sign; the same on every machine."""
    if name not in _KNOWN:
        if len(_KNOWN) > 200_000:
            _KNOWN.clear()
        digest = blake2b(name.encode(), digest_size=4).digest()
        _KNOWN[name] = (int.from_bytes(digest[:2], "big") % FEATURES, 1 if digest[3] & 1 else -1)
    return _KNOWN[name]
