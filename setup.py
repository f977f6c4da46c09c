"""Compiles the rules with mypyc where a C compiler is at hand; otherwise the same files are installed as they are."""

import gzip
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.sdist import sdist

SOURCE = Path("src/capomastro")
COMPILED = (
    "core/chance.py",
    "core/position.py",
    "core/observer.py",
    "core/batch.py",
    "core/sentences.py",
    "games/*/rules/*.py",
    "games/*/heuristic/*.py",
    "games/*/view.py",
    "games/*/events.py",
    "games/*/memory.py",
    "games/*/rendering.py",
    "bots/search/*.py",
    "bots/training/gradient.py",
    "bots/training/lessons.py",
    "bots/training/odds.py",
    "bots/training/regression.py",
    "server/http/quick_requests.py",
    "server/protocol/audience.py",
    "server/protocol/headers.py",
    "server/protocol/step_lists.py",
    "server/storage/append_rows.py",
    "server/table/appending.py",
    "server/table/log.py",
    "server/table/quick_steps.py",
    "server/table/reminding.py",
    "server/table/rendering.py",
    "server/table/state.py",
    "server/table/told.py",
    "server/table/update.py",
    "server/table/viewer_socket.py",
)
"""Everything that runs hot, mostly by folder; `tests/core/test_compiled.py` reads this list too."""


PLAIN = (
    "__init__.py",
    "games/*/heuristic/config.py",
    "games/*/heuristic/evolv*.py",
    "games/*/heuristic/habits.py",
    "games/*/heuristic/*weights.py",
)
"""Of those, what only holds numbers or puts things together once: it gains nothing and would make the wheel larger."""


def compiled_modules() -> list[str]:
    found = {path for pattern in COMPILED for path in SOURCE.glob(pattern)}
    return sorted(path.as_posix() for path in found if not any(path.match(pattern) for pattern in PLAIN))


UNWARNED = "-Wno-misleading-indentation"
"""What gcc need not look for in C that nobody reads: in one file of 30 MB, it takes half of the time of compiling."""

UNTRACED = ["-fno-asynchronous-unwind-tables", "-fno-unwind-tables"]
"""C needs no tables to unwind its stack; only debuggers read them, and they are a tenth of a library."""

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
        extension.extra_compile_args += ["-fvisibility=hidden", *UNTRACED, UNWARNED]
        if sys.platform == "linux":
            extension.extra_link_args.append("-Wl,--strip-all")  # names that only a debugger reads
    return built


class Archive(sdist):
    """A source archive whose bytes depend on the files alone, where SOURCE_DATE_EPOCH says which day it is of."""

    def make_archive(self, *arguments: Any, **named: Any) -> str:
        made: str = super().make_archive(*arguments, **named)
        epoch = os.environ.get("SOURCE_DATE_EPOCH")
        if epoch is not None and made.endswith(".tar.gz"):
            repack(Path(made), int(epoch))
        return made


def repack(made: Path, day: int) -> None:
    """The same files, in order, of one day, and of nobody."""
    new = made.with_suffix(".new")
    with (
        tarfile.open(made) as old,
        new.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, day) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            member.mtime, member.pax_headers = day, {}
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            archive.addfile(member, old.extractfile(member) if member.isfile() else None)
    new.replace(made)


setup(ext_modules=extensions(), cmdclass={"sdist": Archive})
