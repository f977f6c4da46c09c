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
LENGTH, AT_ONCE = 12, 256
"""Names have so many digits, and so many of them are drawn at once: asking the system for each takes longer than all
else that is done to a request before its route is known."""
drawn: list[str] = []


def named(headers: Iterable[tuple[bytes, bytes]]) -> tuple[bytes, bool]:
    """The name of a request, current from here on, and whether it is new: a proxy may have given it one."""
    for name, value in headers:
        if name == HEADER and SOUND.fullmatch(value):
            current.set(value.decode())
            return value, False
    if not drawn:
        digits = secrets.token_hex(LENGTH * AT_ONCE // 2)
        drawn.extend([digits[at : at + LENGTH] for at in range(0, len(digits), LENGTH)])
    found = drawn.pop()
    current.set(found)
    return found.encode(), True
