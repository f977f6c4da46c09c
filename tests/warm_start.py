"""Programs that start at once: a process that has loaded the package forks them, instead of loading it for each.

What is started is the same program with the same arguments, environment and files; it merely finds its modules loaded.
Loading them takes half a second of a processor, a hundred times in these tests. Where the start itself is tested, or
other modules are to be found, a program is started as everybody starts it.

The workers of a server that was forked are forked from it, each time it would start a new Python for one.
"""

import atexit
import contextlib
import functools
import gc
import json
import multiprocessing.util
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, NamedTuple

PATIENCE = 240
LOADED = (
    "capomastro.cli",
    "pydantic.type_adapter",  # typer wants it as soon as there are arguments
    "typer._adapters",
    "capomastro.server.ops.main",
    "sqlalchemy.dialects.sqlite",
    "sqlalchemy.dialects.postgresql.psycopg",
    "psycopg",
    "uvicorn.lifespan.on",
    "uvloop",
)
"""What programs load before they are ready, beside the games; Textual not, which asks the environment about colours."""
WORKER = "spawn_main"
"""What shows a worker of a server: Linux lists the line of code that a new Python runs, and the name of a fork."""


class Program(NamedTuple):
    """A module that is run: ours, or one that lies in a folder of its own and changes how ours behaves."""

    module: str = "capomastro"
    folder: Path | None = None
    warm: bool = True

    def can_be_forked(self, environment: Mapping[str, str]) -> bool:
        """Whether it finds the same modules as we in this environment, on a system that can do this."""
        same_path = environment.get("PYTHONPATH", "") == os.environ.get("PYTHONPATH", "")
        return self.warm and same_path and sys.platform.startswith("linux") and hasattr(os, "pidfd_open")

    def command(self, words: Sequence[str]) -> list[str]:
        return [sys.executable, "-m", self.module, *words]

    def environment(self, environment: Mapping[str, str]) -> dict[str, str]:
        """So that the module is found."""
        folders = [str(self.folder or ""), environment.get("PYTHONPATH", "")]
        return {**environment, "PYTHONPATH": os.pathsep.join(filter(None, folders))}


OURS = Program()
AS_EVERYWHERE = Program(warm=False)
"""Ours, started as everybody starts it, and so are its workers."""


class Forked:
    """A program that was started; as much of `subprocess.Popen` as the tests need."""

    def __init__(self, pid: int, stdout: IO[str] | None) -> None:
        self.pid, self.stdout = pid, stdout
        self.returncode: int | None = None
        self.ended = os.pidfd_open(pid)

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self.ended], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a forked program", timeout or 0.0)
            self.returncode = forker().code_of(self.pid)
            os.close(self.ended)
        return self.returncode

    def poll(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0.0)
        return None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Forker:
    """The process that has loaded everything, seen from the one that wants programs started."""

    def __init__(self) -> None:
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno())]
            self.process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        self.lock = threading.Lock()
        atexit.register(self.stop)

    def start(self, program: Program, words: Sequence[str], environment: Mapping[str, str], *files: int) -> int:
        """Starts a program with these files as its input, output and errors; the number of its process."""
        asked = {
            "module": program.module,
            "words": list(words),
            "environment": program.environment(environment),
            "path": [str(Path.cwd()), *([str(program.folder)] if program.folder else [])],
        }
        with tempfile.TemporaryFile("w+") as letter:  # a message may be too small for an environment
            json.dump(asked, letter)
            letter.flush()
            return self._ask("start", letter.fileno(), *files)

    def code_of(self, pid: int) -> int:
        """The exit code of a program that has ended."""
        return self._ask(str(pid))

    def _ask(self, what: str, *files: int) -> int:
        with self.lock:
            socket.send_fds(self.control, [what.encode()], files)
            return int(self.control.recv(100))

    def stop(self) -> None:
        """It ends when nobody can ask it any more; what it has started goes on."""
        self.control.close()
        self.process.wait()


@functools.cache
def forker() -> Forker:
    """Only one, for as long as we run."""
    return Forker()


def started(
    words: Sequence[str],
    environment: Mapping[str, str],
    errors: IO[str],
    program: Program = OURS,
    prefix: Sequence[str] = (),
) -> "Forked | subprocess.Popen[str]":
    """A program with these words, in a session of its own; its output can be read. A prefix starts it elsewhere."""
    if prefix or not program.can_be_forked(environment):
        command, found = [*prefix, *program.command(words)], program.environment(environment)
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=found, start_new_session=True
        )
    readable, writable = os.pipe()
    with open(os.devnull) as nothing:
        pid = forker().start(program, words, environment, nothing.fileno(), writable, errors.fileno())
    os.close(writable)
    return Forked(pid, os.fdopen(readable))


def shown(words: Sequence[str], environment: Mapping[str, str], terminal: int) -> "Forked | subprocess.Popen[bytes]":
    """`capomastro` with these words, in a terminal."""
    if not OURS.can_be_forked(environment):
        return subprocess.Popen(
            OURS.command(words), stdin=terminal, stdout=terminal, stderr=terminal, env=dict(environment)
        )
    return Forked(forker().start(OURS, words, environment, terminal, terminal, terminal), None)


def done_by(
    words: Sequence[str], environment: Mapping[str, str], typed: str = "", program: Program = OURS
) -> "subprocess.CompletedProcess[str]":
    """A program with these words, when it has ended."""
    command = program.command(words)
    if not program.can_be_forked(environment):
        found = program.environment(environment)
        return subprocess.run(
            command, input=typed, capture_output=True, text=True, env=found, timeout=PATIENCE, check=False
        )
    with tempfile.TemporaryFile("w+") as keys, tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        keys.write(typed)
        keys.seek(0)
        pid = forker().start(program, words, environment, keys.fileno(), out.fileno(), err.fileno())
        code = Forked(pid, None).wait(PATIENCE)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(command, code, out.read(), err.read())


# the process that forks


def serve(control: socket.socket) -> None:
    """Returns in each program that is to run, with everything set up for it; ends when nobody asks any more."""
    for module in LOADED:
        import_module(module)
    import_module("capomastro.core.catalogue").all_games()
    gc.collect()
    gc.freeze()  # programs share what is not touched
    while True:
        what, files, _, _ = socket.recv_fds(control, 100, 4)
        if not what:
            sys.exit()
        if not files:
            answer = os.waitstatus_to_exitcode(os.waitpid(int(what), 0)[1])
        elif (answer := os.fork()) == 0:
            control.close()
            become(*files)
            return
        control.send(str(answer).encode())
        for file in files:
            os.close(file)


def become(letter: int, *files: int) -> None:
    with os.fdopen(letter) as file:
        file.seek(0)
        asked = json.load(file)
    os.setsid()
    for number, opened in enumerate(files):
        os.dup2(opened, number)
        os.close(opened)
    os.environ.clear()
    os.environ.update(asked["environment"])
    open_streams()
    os.chdir(asked["path"][0])
    sys.path[:1] = asked["path"]
    sys.argv = [asked["module"], *asked["words"]]
    multiprocessing.util.spawnv_passfds = fork_in_place_of_a_new_python
    runpy.run_module(asked["module"], run_name="__main__", alter_sys=True)


def fork_in_place_of_a_new_python(path: bytes, args: Sequence[object], passfds: Sequence[int]) -> int:
    """In place of the function by which `multiprocessing` starts a Python that is to run a line of code.

    What a new Python would not have is taken from the fork: open files, and handlers of signals.
    """
    if (pid := os.fork()) != 0:
        return pid
    code = 1
    try:
        forget_files({0, 1, 2, *passfds})
        forget_signals()
        line = str(args[args.index("-c") + 1])
        Path("/proc/self/comm").write_text(WORKER if WORKER in line else "python")
        sys.argv = ["-c", "--multiprocessing-fork"]
        exec(line, {"__name__": "__main__"})
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def forget_files(kept: set[int]) -> None:
    """Their numbers stay taken: an object that still closes its own must not close another's."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in [int(name) for name in os.listdir("/proc/self/fd")]:
        if number not in {nothing, *kept}:
            with contextlib.suppress(OSError):  # the one by which they were listed
                os.fstat(number)
                os.dup2(nothing, number, inheritable=False)


def forget_signals() -> None:
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


def open_streams() -> None:
    """Buffered as those of a new program are: by lines in a terminal, by blocks elsewhere."""
    sys.stdin = sys.__stdin__ = os.fdopen(0, closefd=False)  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = os.fdopen(1, "w", closefd=False)  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = os.fdopen(2, "w", 1, errors="backslashreplace", closefd=False)  # type: ignore[misc]


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
