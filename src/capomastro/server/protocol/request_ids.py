"""A name for each request, which stands in every line that is logged because of it.

Names are drawn by lot: numbers in a row would tell everybody how much everybody else does.
"""

import re
import secrets
from collections.abc import Iterable
from contextvars import ContextVar

HEADER = b"x-request-id"
SOUND = re.compile(rb"[A-Za-z0-9._-]{1,64}")
current: ContextVar[str] = ContextVar("request", default="")


def named(headers: Iterable[tuple[bytes, bytes]]) -> tuple[bytes, bool]:
    """The name of a request, current from here on, and whether it is new: a proxy may have given it one."""
    for name, value in headers:
        if name == HEADER and SOUND.fullmatch(value):
            current.set(value.decode())
            return value, False
    found = secrets.token_hex(6)
    current.set(found)
    return found.encode(), True
