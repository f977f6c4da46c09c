"""Events in sentences, and small tables, for a terminal."""

from collections.abc import Sequence

from capomastro.core import sentences
from capomastro.core.game import AnyGame, Event


def sentence(game: AnyGame, event: Event, names: Sequence[str]) -> str:
    """What happened, in English."""
    return sentences.sentence(game.sentences, event, names)


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns, the first to the left and the others to the right."""
    texts = [list(head), *([_cell(value) for value in row] for row in rows)]
    widths = [max(len(row[column]) for row in texts) for column in range(len(head))]
    lines = []
    for row in texts:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}" if abs(value) < 1000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
