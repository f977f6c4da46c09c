"""Figures of bots that are a service of their own."""

from prometheus_client import Gauge

from capomastro.server.bots.pool import BotPool
from capomastro.server.bots.service import BotService
from capomastro.server.ops.metrics import THOUGHTS, begun


class BotMetrics:
    """The figures of bots that are a service of their own."""

    def __init__(self, pool: BotPool, service: BotService) -> None:
        self.registry, spread = begun()
        self.thoughts = spread("bot_seconds", "How long bots think.", THOUGHTS, ("task",))
        self.waiting = Gauge(
            "capomastro_bot_questions_waiting", "Questions that wait for any service.", registry=self.registry
        )
        self.oldest = Gauge(
            "capomastro_bot_oldest_seconds", "How long the oldest of them has waited.", registry=self.registry
        )
        thinking = Gauge("capomastro_bots_thinking", "Bot processes that think.", registry=self.registry)
        thinking.set_function(lambda: pool.busy)
        pool.on_thought = self.thought
        service.on_waiting = self.waits

    def thought(self, task: str, seconds: float) -> None:
        self.thoughts.labels(task).observe(seconds)

    def waits(self, count: int, seconds: float) -> None:
        self.waiting.set(count)
        self.oldest.set(seconds)
