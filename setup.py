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
    "src/capomastro/bots/knowledge.py",
    "src/capomastro/bots/learning.py",
    "src/capomastro/bots/palazzo/building.py",
    "src/capomastro/bots/palazzo/judgement.py",
    "src/capomastro/bots/palazzo/payments.py",
    "src/capomastro/bots/palazzo/trading.py",
    "src/capomastro/bots/palazzo/worth.py",
    "src/capomastro/bots/pillars/judgement.py",
    "src/capomastro/bots/pillars/prospects.py",
    "src/capomastro/bots/pillars/sites.py",
    "src/capomastro/bots/pillars/worth.py",
    "src/capomastro/bots/regression.py",
    "src/capomastro/bots/nodes.py",
    "src/capomastro/bots/tree.py",
    "src/capomastro/chance.py",
    "src/capomastro/position.py",
    "src/capomastro/palazzo/auction.py",
    "src/capomastro/palazzo/building.py",
    "src/capomastro/palazzo/happenings.py",
    "src/capomastro/palazzo/lawful.py",
    "src/capomastro/palazzo/market.py",
    "src/capomastro/palazzo/money.py",
    "src/capomastro/palazzo/palazzi.py",
    "src/capomastro/palazzo/paying.py",
    "src/capomastro/palazzo/rebuilding.py",
    "src/capomastro/palazzo/state.py",
    "src/capomastro/palazzo/steps.py",
    "src/capomastro/palazzo/table.py",
    "src/capomastro/palazzo/taking.py",
    "src/capomastro/palazzo/tiles.py",
    "src/capomastro/palazzo/turn.py",
    "src/capomastro/palazzo/worlds.py",
    "src/capomastro/pillars/box.py",
    "src/capomastro/pillars/building.py",
    "src/capomastro/pillars/cards.py",
    "src/capomastro/pillars/cells.py",
    "src/capomastro/pillars/districts.py",
    "src/capomastro/pillars/happenings.py",
    "src/capomastro/pillars/knowledge.py",
    "src/capomastro/pillars/lawful.py",
    "src/capomastro/pillars/piling.py",
    "src/capomastro/pillars/round.py",
    "src/capomastro/pillars/stacks.py",
    "src/capomastro/pillars/state.py",
    "src/capomastro/pillars/steps.py",
    "src/capomastro/pillars/swapping.py",
    "src/capomastro/pillars/table.py",
    "src/capomastro/pillars/worlds.py",
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
