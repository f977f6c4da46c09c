"""Bots that another package brings: installed into a folder for the tests that need them."""

import re
import time
from pathlib import Path
from typing import Any

from capomastro.bots.bot import Budget
from capomastro.bots.players import Master

WORST = re.compile("(a+)+$")


class Plugin:
    """Plays any game, and takes the first legal step."""

    level = "none"
    character = "comes from another package"
    seconds = 0.0

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, view: Any, legal: list[int], budget: Any, rng: Any) -> int:
        time.sleep(self.seconds)
        return legal[0]


class Slow(Plugin):
    name, seconds = "slow", 0.4


class Hanging(Plugin):
    name, seconds = "hanging", 3600.0


class Stuck(Plugin):
    """Never answers and never lets another thread run, like compiled code in a loop without end."""

    name = "stuck"

    def choose(self, view: Any, legal: list[int], budget: Any, rng: Any) -> int:
        WORST.match("a" * 60 + "b")
        return legal[0]


class Brief(Master):
    """A master whose searches are short, and the same for a seed."""

    name = "brief"
    usual = Budget(iterations=96)


class Pondering(Master):
    """A master who never comes to an end."""

    name = "pondering"
    usual = Budget(seconds=3600.0)

    def choose(self, view: Any, legal: list[int], budget: Any, rng: Any) -> int:
        tree = self.search(view, self.usual, rng, stop_early=False)
        return tree.step_named(tree.choice())


def install(folder: Path) -> str:
    """Makes these bots known to every Python that has this folder on its path."""
    (folder / "plugin_bots.py").write_text(Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
    about = folder / "plugin_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin-bots\nVersion: 1.0\n")
    entries = [f"{bot.name} = plugin_bots:{bot.__name__}" for bot in (Slow, Hanging, Stuck, Brief, Pondering)]
    (about / "entry_points.txt").write_text("[capomastro.bots]\n" + "\n".join(entries) + "\n")
    return str(folder)
