"""The parallel environment: all agents hand in a step, and those who have to decide are heard."""

from typing import TYPE_CHECKING, Any, TypeAlias

from capomastro.core.errors import BadSetup
from capomastro.research.extras import required
from capomastro.research.pettingzoo.table import Agent, Table

if TYPE_CHECKING:
    from pettingzoo import ParallelEnv
else:
    ParallelEnv = required("pettingzoo", "pettingzoo").ParallelEnv

Of: TypeAlias = dict[Agent, Any]


class ParallelTableEnv(Table, ParallelEnv):  # type: ignore[misc]
    """A table at which all agents are asked every time. Where seats decide at once, all of them are heard.

    Whoever has nothing to decide has a mask of zeros; what they hand in does not matter, and they may hand in nothing.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Of, Of]:
        """Deals a new game. The game's options were chosen when the environment was made; these are ignored."""
        self.deal(seed)
        self.ended = False
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: Of) -> tuple[Of, Of, Of, Of, Of]:
        position, agents = self.dealt(), self.agents
        if not agents:
            return {}, {}, {}, {}, {}
        acting = position.to_act()
        silent = [agent for seat in acting if (agent := self.possible_agents[seat]) not in actions]
        if silent:
            raise BadSetup(f"{' and '.join(silent)} must act, and no step was handed in")
        played = self.play({seat: actions[self.possible_agents[seat]] for seat in acting})
        self.ended = played.over
        observations = {agent: self.observe(agent) for agent in agents}
        infos: Of = {agent: {} for agent in agents}
        if played.offender is not None:
            infos[self.possible_agents[played.offender]] = {"illegal": played.why}
        if self.ended:
            self.agents = []
        rewards, ends = dict(zip(agents, played.rewards, strict=True)), dict.fromkeys(agents, self.ended)
        return observations, rewards, ends, dict.fromkeys(agents, False), infos

    def is_over(self, agent: Agent) -> bool:
        return self.ended
