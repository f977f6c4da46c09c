"""Who is told how long the store and the bots take: figures, traces and the slowest operations, side by side."""

from collections.abc import Callable
from typing import ParamSpec

from capomastro.server.table.registry import Registry

P = ParamSpec("P")


def listen(
    tables: Registry,
    read: Callable[[float], None],
    written: Callable[[int, float], None],
    thought: Callable[[str, float], None],
) -> None:
    """From here on these are told of questions to the store, of transactions and of bots' thoughts, beside others."""
    tables.on_read = also(tables.on_read, read)
    tables.writer.on_written = also(tables.writer.on_written, written)
    tables.bot_pool.on_thought = also(tables.bot_pool.on_thought, thought)


def also(first: Callable[P, None] | None, second: Callable[P, None]) -> Callable[P, None]:
    """Tells both."""
    if first is None:
        return second

    def both(*arguments: P.args, **named: P.kwargs) -> None:
        first(*arguments, **named)
        second(*arguments, **named)

    return both
