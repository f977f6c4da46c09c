"""Compiles the rules with mypyc where a C compiler is at hand; otherwise the same files are installed as they are."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup

SOURCE = Path("src/capomastro")
COMPILED = (
    "core/chance.py",
    "core/position.py",
    "core/observer.py",
    "core/batch.py",
    "games/*/rules/*.py",
    "games/*/heuristic/*.py",
    "bots/search/*.py",
    "bots/training/lessons.py",
    "bots/training/regression.py",
)
"""Everything that runs hot, mostly by folder; `tests/core/test_compiled.py` reads this list too."""


def compiled_modules() -> list[str]:
    found = [path for pattern in COMPILED for path in SOURCE.glob(pattern)]
    return sorted(path.as_posix() for path in found if path.name != "__init__.py")


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

    built: list[Extension] = mypycify(compiled_modules(), opt_level="3", debug_level="0")
    for extension in built:
        extension.extra_compile_args.append("-fvisibility=hidden")
    return built


setup(ext_modules=extensions())
