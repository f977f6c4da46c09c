"""The style sheets: every rule stands in one of the layers, whose order is said once, in the sheet that comes first."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import capomastro

WEB = Path(capomastro.__file__).parent / "web"
FIRST = WEB / "styles" / "tokens.css"
LAYERS = ("tokens", "base", "controls", "frame", "game")
ORDER = f"@layer {', '.join(LAYERS)};"
SHEETS = sorted(WEB.rglob("*.css"))


def at_the_top(text: str) -> Iterator[str]:
    """The statements of a style sheet and the heads of its blocks, without what stands inside them."""
    depth = start = 0
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    for place, sign in enumerate(text):
        if sign in "{;" and depth == 0:
            yield " ".join(text[start : place + 1].split())
        depth += (sign == "{") - (sign == "}")
        if sign in ";}" and depth == 0:
            start = place + 1
    assert not text[start:].strip()


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: str(sheet.relative_to(WEB)))
def test_no_rule_stands_outside_a_layer(sheet: Path) -> None:
    own = LAYERS[-1:] if (WEB / "games") in sheet.parents else LAYERS[:-1]
    blocks = [head for head in at_the_top(sheet.read_text(encoding="utf-8")) if head != ORDER]
    assert blocks
    assert [head for head in blocks if head not in [f"@layer {layer} {{" for layer in own]] == []


def test_the_order_of_the_layers_is_said_once_and_first() -> None:
    telling = [sheet for sheet in SHEETS if ORDER in at_the_top(sheet.read_text(encoding="utf-8"))]
    assert telling == [FIRST]
    assert next(at_the_top(FIRST.read_text(encoding="utf-8"))) == ORDER
    links = re.findall(r'rel="stylesheet" href="/([^"]+)"', (WEB / "index.html").read_text(encoding="utf-8"))
    assert links[0] == FIRST.relative_to(WEB).as_posix()
