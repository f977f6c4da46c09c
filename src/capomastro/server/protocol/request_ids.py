"""A name for each request: it goes back with the answer, and stands in every line that is logged because of it."""

import re
import secrets
from collections.abc import Iterable
from contextvars import ContextVar
from itertools import count

HEADER = b"x-request-id"
SOUND = re.compile(rb"[A-Za-z0-9._-]{1,64}")
current: ContextVar[str] = ContextVar("request", default="")
_process, _numbers = secrets.token_hex(3), count(1)


def named(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The name that a proxy has given the request, or a new one; from here on it is the current one."""
    for name, value in headers:
        if name == HEADER and SOUND.fullmatch(value):
            found = value
            break
    else:
        found = b"%s-%x" % (_process.encode(), next(_numbers))
    current.set(found.decode())
    return found
