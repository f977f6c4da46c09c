"""Compiles the rules with mypyc where a C compiler is at hand; otherwise the same files are installed as they are."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup

COMPILED = [
    "src/capomastro/bots/search/heuristic.py",
    "src/capomastro/bots/training/lessons.py",
    "src/capomastro/games/palazzo/heuristic/building.py",
    "src/capomastro/games/palazzo/heuristic/heuristic.py",
    "src/capomastro/games/palazzo/heuristic/payments.py",
    "src/capomastro/games/palazzo/heuristic/trading.py",
    "src/capomastro/games/palazzo/heuristic/evaluator.py",
    "src/capomastro/games/pillars/heuristic/heuristic.py",
    "src/capomastro/games/pillars/heuristic/prospects.py",
    "src/capomastro/games/pillars/heuristic/sites.py",
    "src/capomastro/games/pillars/heuristic/evaluator.py",
    "src/capomastro/bots/training/regression.py",
    "src/capomastro/bots/search/nodes.py",
    "src/capomastro/bots/search/tree.py",
    "src/capomastro/core/chance.py",
    "src/capomastro/core/position.py",
    "src/capomastro/games/palazzo/rules/auction.py",
    "src/capomastro/games/palazzo/rules/building.py",
    "src/capomastro/games/palazzo/rules/event_codes.py",
    "src/capomastro/games/palazzo/rules/legal.py",
    "src/capomastro/games/palazzo/rules/market.py",
    "src/capomastro/games/palazzo/rules/money.py",
    "src/capomastro/games/palazzo/rules/palazzi.py",
    "src/capomastro/games/palazzo/rules/paying.py",
    "src/capomastro/games/palazzo/rules/rebuilding.py",
    "src/capomastro/games/palazzo/rules/state.py",
    "src/capomastro/games/palazzo/rules/steps.py",
    "src/capomastro/games/palazzo/rules/board.py",
    "src/capomastro/games/palazzo/rules/taking.py",
    "src/capomastro/games/palazzo/rules/tiles.py",
    "src/capomastro/games/palazzo/rules/turn.py",
    "src/capomastro/games/palazzo/rules/worlds.py",
    "src/capomastro/games/pillars/rules/box.py",
    "src/capomastro/games/pillars/rules/building.py",
    "src/capomastro/games/pillars/rules/cards.py",
    "src/capomastro/games/pillars/rules/cells.py",
    "src/capomastro/games/pillars/rules/districts.py",
    "src/capomastro/games/pillars/rules/event_codes.py",
    "src/capomastro/games/pillars/rules/knowledge.py",
    "src/capomastro/games/pillars/rules/legal.py",
    "src/capomastro/games/pillars/rules/piling.py",
    "src/capomastro/games/pillars/rules/round.py",
    "src/capomastro/games/pillars/rules/stacks.py",
    "src/capomastro/games/pillars/rules/state.py",
    "src/capomastro/games/pillars/rules/steps.py",
    "src/capomastro/games/pillars/rules/swapping.py",
    "src/capomastro/games/pillars/rules/board.py",
    "src/capomastro/games/pillars/rules/worlds.py",
]

COMPILING = {"build", "build_ext", "bdist_wheel", "install"}
"""The commands that need libraries. The others, which only name or pack the files, would compile in vain."""


def no_compiler() -> str:
    """Why compiling is out of the question, or nothing."""
    if os.environ.get("CAPOMASTRO_PURE") == "1":
        return "CAPOMASTRO_PURE=1 is set"
    if "editable_wheel" in sys.argv:
        return "a library beside the source would hide your edits"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"there is no C compiler ({compiler})"
    header = Path(sysconfig.get_path("include"), "Python.h")
    if not header.exists():
        return "Python's C headers are missing"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <stdlib.h>\nint main(void) { return 0; }\n")
        command = [compiler, "-c", str(source), "-o", str(Path(folder, "probe.o"))]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            return f"the C compiler ({compiler}) does not work"
    return ""


def extensions() -> list[Extension]:
    if not {*COMPILING, "editable_wheel"} & set(sys.argv):
        return []
    reason = no_compiler()
    if reason:
        print(f"capomastro: installing interpreted, because {reason}. Everything works, only slower.", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    built: list[Extension] = mypycify(COMPILED, opt_level="3", debug_level="0")
    for extension in built:
        extension.extra_compile_args.append("-fvisibility=hidden")
    return built


setup(ext_modules=extensions())
