"""Offer any of the games as a PettingZoo AEC environment, to train agents. Needs the package `pettingzoo`.

    env = environment("careers", seats=4)
    env.reset(seed=7)

An agent is a seat, `seat_1` and so on. An action is the game's own action number, `action_mask` says which are
legal, in the observation and in the infos of the agent that decides. The observation is the seat's view as scaled
numbers, see engine.doors.observations; `env.layout.names` says what each is, and `state()` is what all seats know
together. Rewards come at the end: 1 for a winner, -1 for the others; a game that is broken off at its turn limit is
truncated, without rewards. For many games at once see engine.doors.vector.
"""

import secrets
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from engine import SYSTEMS
from engine.core.errors import IllegalAction
from engine.core.game import Game
from engine.core.system import check_seats
from engine.doors.observations import Watch, layout_of

_np = import_module("numpy")
_spaces = import_module("gymnasium.spaces")
_zoo: Any = import_module("pettingzoo")
_AECEnv: Any = _zoo.AECEnv


def environment(system: str, seats: int = 4, options: Mapping[str, Any] | None = None) -> "Environment":
    """Return an environment for a game system. Raise UnknownSystem, BadSeats or BadOptions."""
    check_seats(SYSTEMS[system], seats)
    SYSTEMS[system].new_game(seats, 0, options)
    return Environment(system, seats, options)


class Environment(_AECEnv):  # type: ignore[misc]
    """A PettingZoo environment, see the module. `game` is the game that is being played."""

    def __init__(self, system: str, seats: int, options: Mapping[str, Any] | None) -> None:
        super().__init__()
        self.system, self.options = SYSTEMS[system], options
        self.layout = layout_of(self.system, seats, options)
        self.metadata = {"name": f"corner_office_{system}_v2", "is_parallelizable": False, "render_modes": []}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(seats)]
        count = len(self.system.actions)
        box = _spaces.Box(-_np.inf, _np.inf, (len(self.layout),), _np.float32)
        self.state_space = _spaces.Box(-_np.inf, _np.inf, (seats * len(self.layout),), _np.float32)
        mask = _spaces.Box(0, 1, (count,), _np.int8)
        self.observation_spaces = {
            agent: _spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: _spaces.Discrete(count) for agent in self.possible_agents}
        self.game: Game | None = None
        # A row that is quick to fill, and the same row as numpy reads it.
        self._watch = Watch(self.layout)
        self._numbers = _np.frombuffer(self._watch.row, _np.float32)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Open a new game, from an unpredictable seed unless one is given."""
        self.agents = self.possible_agents[:]
        self.game = self.system.new_game(len(self.agents), secrets.randbits(63) if seed is None else seed, self.options)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._hand_over()

    def observe(self, agent: str) -> dict[str, Any]:
        game, seat = self._running(), self.possible_agents.index(agent)
        mask = self._mask if game.actor == seat else _np.zeros_like(self._mask)
        return {"observation": self._seen(seat), "action_mask": mask}

    def state(self) -> Any:
        """Return what all seats know together: their observations one after the other."""
        return _np.concatenate([self._seen(seat) for seat in range(len(self.possible_agents))])

    def _seen(self, seat: int) -> Any:
        self._watch.look(self._running(), seat)
        return self._numbers.copy()

    def _hand_over(self) -> None:
        """Select the next agent, with its mask."""
        game = self._running()
        self._legal, open_now = game.legal_actions(), bytearray(len(self.system.actions))
        for action in self._legal:
            open_now[action] = 1
        self._mask = _np.frombuffer(open_now, _np.int8)
        self.agent_selection = self.possible_agents[game.actor]
        self.infos[self.agent_selection] = {"action_mask": self._mask}

    def step(self, action: int | None) -> None:
        """Play the action of the agent that is selected. Raise IllegalAction."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        game = self._running()
        number = int(action) if action is not None else -1
        if number not in self._legal:
            raise IllegalAction(f"Seat {game.actor + 1} cannot play '{game.describe(number)}' now ({game.prompt}).")
        game.apply(number)
        self.infos[self.agent_selection] = {}
        if game.over:
            self._end(game)
        self._hand_over()

    def _end(self, game: Game) -> None:
        """Pay the only rewards of a game."""
        outcome = game.outcome()
        assert outcome is not None
        ended = self.terminations if outcome.winners else self.truncations
        for seat, agent in enumerate(self.possible_agents):
            ended[agent] = True
            if outcome.winners:
                self.rewards[agent] = 1 if seat in outcome.winners else -1
        self._accumulate_rewards()

    def render(self) -> None:
        """Do nothing: there is no picture, and `game.view` tells everything."""

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _running(self) -> Game:
        if self.game is None:
            raise RuntimeError("Reset the environment first.")
        return self.game
