"""What the page tells of palazzi is what the rules count."""

import json
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from capomastro.games.palazzo.names import TILE_NAMES
from capomastro.games.palazzo.rules.palazzi import fits_on_top, floor_bits, score_of

HERE = Path(__file__).parent
WORTH = HERE.parents[1] / "src/capomastro/web/games/palazzo/worth.js"


@pytest.mark.skipif(shutil.which("node") is None, reason="runs the page's own script in Node")
def test_the_page_counts_and_places_tiles_as_the_rules_do() -> None:
    rng = Random(5)
    asked, right = [], []
    for _ in range(5000):
        kinds: dict[int, int] = {}
        for kind in rng.sample(range(len(TILE_NAMES)), rng.randint(1, 5)):
            kinds.setdefault(int(TILE_NAMES[kind].split()[1]), kind)
        palazzo = sum(int(floor_bits(kind)) for kind in kinds.values())
        tile = TILE_NAMES[rng.randrange(len(TILE_NAMES))]
        asked.append({"names": [TILE_NAMES[kinds[floor]] for floor in sorted(kinds)], "tile": tile})
        right.append([int(score_of(palazzo)), bool(fits_on_top(palazzo, int(tile.split()[1])))])

    command = ["node", str(HERE / "worth.mjs"), WORTH.as_uri()]
    said = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True, timeout=60)

    assert json.loads(said.stdout) == right
