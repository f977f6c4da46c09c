"""What both kinds of environments have in common: one game, its spaces, its seeds, its pictures."""

import copy
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from capomastro.core.catalogue import game_named
from capomastro.core.chance import Fast, seeded
from capomastro.core.errors import BadSetup, IllegalAction
from capomastro.core.game import AnyGame, Position, Seat, check_setup
from capomastro.core.observation import observation_of
from capomastro.research.batch_env import Illegal, Reward, checked_number
from capomastro.research.extras import required
from capomastro.research.observing import observe
from capomastro.research.outcome import forfeit, outcome
from capomastro.research.picture import pixels_of, text_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
else:
    np, spaces = required("numpy", "pettingzoo"), required("gymnasium", "pettingzoo").spaces

Agent: TypeAlias = str
RenderMode: TypeAlias = Literal["human", "ansi", "rgb_array"]
MOST_SEED = 2**31 - 1
T = TypeVar("T")


def env_id(game: AnyGame) -> str:
    """By which `pettingzoo.make` knows it. Other rules or another tensor make another version."""
    version = game.rules_version + observation_of(game.name).version - 1
    return f"capomastro/{game.name.capitalize()}-v{version}"


class Played(NamedTuple):
    """What steps have led to."""

    rewards: list[float]
    over: bool
    offender: Seat | None = None
    """Who took an illegal step, if anybody did."""
    why: str = ""


class Table:
    """One game after the other.

    - `seats` are the agents `player_0` and so on; by default the fewest that can play.
    - `options` are those of the game.
    - `reward`: "outcome", 1 for winning alone and 0 in sum, at the end; or "points", which each step brings.
    - `illegal`: "forfeit", an illegal step ends the game and loses it to all others; or "refuse", it raises and
      changes nothing.
    - `perfect_information`: observations also tell what the seat may not know.
    - `render_mode`: "human" prints the table, "ansi" is the same as text, "rgb_array" as a picture.
    - `render_seat`: whose eyes see the picture; a spectator's by default.
    """

    metadata: dict[str, Any]
    possible_agents: list[Agent]

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        options: Mapping[str, str] | None = None,
        reward: Reward = "outcome",
        illegal: Illegal = "forfeit",
        perfect_information: bool = False,
        render_mode: RenderMode | None = None,
        render_seat: Seat | None = None,
    ) -> None:
        rules, tensor = game_named(game), observation_of(game)
        self.name = game
        self.seats = rules.seat_counts[0] if seats is None else checked_number(seats, "seats")
        self.options = check_setup(rules, self.seats, options or {})
        self.reward = checked_choice(reward, "reward", get_args(Reward))
        self.illegal = checked_choice(illegal, "illegal", get_args(Illegal))
        self.render_mode = checked_choice(render_mode, "render_mode", (None, *get_args(RenderMode)))
        self.perfect_information = perfect_information
        self.render_seat = None if render_seat is None else checked_number(render_seat, "the seat", 0, self.seats - 1)
        self.metadata = {"name": env_id(rules), "render_modes": list(get_args(RenderMode)), "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.agents: list[Agent] = []
        self.position: Position | None = None
        self.dealt_seed: int | None = None
        """The seed of this game; `new_setup(game, seats, options, seed=…)` deals the same one."""
        self._seeds: Fast | None = None
        steps, seen = len(rules.actions), tensor.fields(self.seats)[-1].columns[-1] + 1
        self.state_space = spaces.Box(0, 255, (seen,), np.uint8)
        self.observation_spaces = {agent: observation_space(seen, steps) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(steps) for agent in self.possible_agents}

    @property
    def game(self) -> AnyGame:
        return game_named(self.name)

    def observation_space(self, agent: Agent) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> Any:
        return self.action_spaces[agent]

    def deal(self, seed: int | None) -> Position:
        """The game of this seed; without one, the next of a series that the last seed decides."""
        if seed is not None:
            self.dealt_seed = checked_number(seed, "the seed")
            self._seeds = seeded(self.dealt_seed).spawn()
        else:
            if self._seeds is None:
                self._seeds = seeded(secrets.randbits(64))
            self.dealt_seed = int(self._seeds.randrange(MOST_SEED))
        position: Position = self.game.deal(self.seats, seeded(self.dealt_seed), self.options, None)
        self.position = position
        self.agents = self.possible_agents[:]
        return position

    def dealt(self) -> Position:
        if self.position is None:
            raise BadSetup("no game is dealt yet: call reset() first")
        return self.position

    def seat_of(self, agent: Agent) -> Seat:
        if agent not in self.possible_agents:
            raise BadSetup(f"there is no agent {agent!r}; there are {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def play(self, chosen: dict[Seat, Any]) -> Played:
        """Takes these steps, all or none of them."""
        position = self.dealt()
        steps = {seat: step_number(action) for seat, action in chosen.items()}
        for seat, action in steps.items():
            known = action if 0 <= action < len(self.game.actions) else -1
            if not position.is_legal(seat, known):
                refusal = IllegalAction(position.refusal(seat, known))
                if self.illegal == "refuse":
                    raise refusal
                return Played(forfeit(self.seats, seat), True, seat, str(refusal))
        before = position.scores()
        for seat, action in steps.items():
            position.play(seat, action)
        if self.reward == "points":
            rewards = [float(after - earlier) for after, earlier in zip(position.scores(), before, strict=True)]
        else:
            rewards = outcome(position) if position.over else [0.0] * self.seats
        return Played(rewards, position.over)

    def observe(self, agent: Agent) -> "dict[str, npt.NDArray[Any]]":
        """What this agent may know, and a mask of its legal steps: all zeros while it has nothing to decide."""
        position, seat = self.dealt(), self.seat_of(agent)
        mask = np.zeros(int(self.action_spaces[agent].n), np.int8)
        if agent in self.agents and not self.is_over(agent):
            mask[position.legal(seat)] = 1
        seen = observe(self.game, position, seat, perfect_information=self.perfect_information)
        return {"observation": seen.copy(), "action_mask": mask}

    def is_over(self, agent: Agent) -> bool:
        return self.dealt().over

    def state(self) -> "npt.NDArray[np.uint8]":
        """Everything, also what is hidden: for training alone."""
        return observe(self.game, self.dealt(), 0, perfect_information=True).copy()

    def render(self) -> "str | npt.NDArray[np.uint8] | None":
        """The table, in the way that `render_mode` says."""
        position = self.dealt()
        if self.render_mode is None:
            raise BadSetup("nothing was said of pictures: make the environment with render_mode='ansi' or 'rgb_array'")
        if self.render_mode == "rgb_array":
            return pixels_of(self.game, position, self.render_seat, self.possible_agents)
        text = text_of(self.game, position, self.render_seat, self.possible_agents)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""

    def __copy__(self) -> Any:
        """A copy is independent: nobody who copies an environment wants two that play the same game."""
        return copy.deepcopy(self)


def observation_space(seen: int, steps: int) -> "spaces.Dict":
    whole, mask = spaces.Box(0, 255, (seen,), np.uint8), spaces.Box(0, 1, (steps,), np.int8)
    return spaces.Dict({"observation": whole, "action_mask": mask})


def checked_choice(value: T, name: str, choices: tuple[Any, ...]) -> T:
    """One of the choices, or a sentence that names them."""
    if value not in choices:
        raise BadSetup(f"{name} is {' or '.join(map(repr, choices))}, not {value!r}")
    return value


def step_number(action: Any) -> int:
    """A step as its number, which may also be an array without dimensions."""
    return checked_number(action[()] if isinstance(action, np.ndarray) and action.ndim == 0 else action, "a step")
