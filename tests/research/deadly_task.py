"""A task whose worker is killed in the middle of it, once. The workers of a cluster load this file."""

import os
import time
from pathlib import Path
from typing import Any


def deadly(folder: str, victim: int, task: Any, number: int) -> Any:
    """The task; but whoever comes first to the victim's number tells its process and waits to be killed."""
    draft = Path(folder, "draft")
    if number == victim:
        try:
            with draft.open("x") as file:
                file.write(str(os.getpid()))
        except FileExistsError:
            return task(number)
        os.link(draft, Path(folder, "victim"))  # the draft stays, so that nobody else waits
        time.sleep(3600)
    return task(number)
