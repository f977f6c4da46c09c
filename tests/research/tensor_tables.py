"""The tables of tensors and steps in the documents: `python tests/research/tensor_tables.py` writes them again."""

import re
from pathlib import Path

from capomastro.core.catalogue import all_games
from capomastro.core.game import AnyGame
from capomastro.core.observation import Field, observation_of

DOCUMENTS = Path(__file__).parents[2] / "docs" / "research"
BETWEEN = "<!-- {name}: written by tests/research/tensor_tables.py -->\n\n{text}\n\n<!-- end of {name} -->"


def where(field: Field) -> str:
    last = field.offset + field.length - 1
    place = str(field.offset) if field.length == 1 else f"{field.offset} to {last}"
    return place if field.times == 1 else f"{place}; {field.times} times, every {field.stride}"


def tensor(game: AnyGame) -> str:
    """The fields of the smallest table: what concerns all, then two seats."""
    fewest = game.seat_counts[0]
    lines = ["| bytes | field | kind | at most | meaning |", "|---|---|---|---|---|"]
    for field in observation_of(game.name).fields(fewest):
        if field.kind != "unused":
            lines.append(f"| {where(field)} | {field.name} | {field.kind} | {field.most} | {field.meaning} |")
    return "\n".join(lines)


def sizes(game: AnyGame) -> str:
    lines = ["| players | bytes of a row |", "|---|---|"]
    for seats in game.seat_counts:
        fields = observation_of(game.name).fields(seats)
        lines.append(f"| {seats} | {1 + max(column for field in fields for column in field.columns):,} |")
    return "\n".join(lines)


def steps(game: AnyGame) -> str:
    """The families of steps, by the first word of their texts, in the order of their numbers."""
    texts = game.actions.texts
    lines = ["| numbers | step | such as |", "|---|---|---|"]
    first = 0
    for number in range(1, len(texts) + 1):
        if number == len(texts) or texts[number].split()[0] != texts[first].split()[0]:
            place = str(first) if number == first + 1 else f"{first:,} to {number - 1:,}"
            example = "" if number == first + 1 else f"`{texts[first]}`, `{texts[number - 1]}`"
            lines.append(f"| {place} | {texts[first].split()[0]} | {example} |")
            first = number
    return "\n".join(lines)


TABLES = {"sizes": sizes, "tensor": tensor, "steps": steps}


def written(game: AnyGame, text: str) -> str:
    """The document with its tables as they are now."""
    for name, table in TABLES.items():
        block = BETWEEN.format(name=name, text=table(game))
        head, _, end = (re.escape(mark) for mark in BETWEEN.format(name=name, text="@").partition("\n\n@\n\n"))
        text, count = re.subn(f"{head}.*?{end}", block.replace("\\", r"\\"), text, flags=re.DOTALL)
        assert count == 1, f"the document of {game.name} has no place for its {name}"
    return text


if __name__ == "__main__":
    for game in all_games():
        path = DOCUMENTS / f"{game.name}.md"
        path.write_text(written(game, path.read_text(encoding="utf-8")), encoding="utf-8")
