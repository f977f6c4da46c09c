"""No process outlives whoever started it: a server that is killed cannot end its children, so they notice it."""

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
import time

STOP_SECONDS = 15.0
"""After this time a worker that was told to stop is killed."""
DEATH_SIGNAL = 1
"""The number of Linux's prctl option that asks for a signal when the parent ends."""


def die_with(parent: int) -> None:
    """The kernel ends this process when its parent ends, even in the middle of compiled code; only Linux does this.

    Elsewhere whoever calls this must notice by a closed pipe, which takes as long as one compiled call.
    """
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it ended before the kernel was asked
        os._exit(1)


def stop_with_supervisor() -> None:
    """A worker stops as if it were told to when the supervisor that started it is gone."""
    supervisor = multiprocessing.parent_process()
    if supervisor is None:
        return

    def watch() -> None:
        supervisor.join()  # waits on a pipe that the kernel closes
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(STOP_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, name="supervisor watch", daemon=True).start()
