"""The agent environment cycle: one agent acts after the other."""

from typing import TYPE_CHECKING, Any

from capomastro.research.extras import required
from capomastro.research.pettingzoo.table import Agent, Table

if TYPE_CHECKING:
    from pettingzoo import AECEnv
else:
    AECEnv = required("pettingzoo", "pettingzoo").AECEnv


class TableEnv(Table, AECEnv):  # type: ignore[misc]
    """A table at which agents act one after the other. Where seats decide at once, the lowest is asked first."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game. The game's options were chosen when the environment was made; these are ignored."""
        position = self.deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[position.actor]

    def step(self, action: Any) -> None:
        position, agent = self.dealt(), self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        played = self.play({self.seat_of(agent): action})
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, played.rewards, strict=True))
        self._accumulate_rewards()
        if played.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos[agent] = {"illegal": played.why} if played.why else {}
        else:
            self.agent_selection = self.possible_agents[position.actor]

    def is_over(self, agent: Agent) -> bool:
        return self.terminations[agent]
