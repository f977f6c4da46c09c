"""How a server and its bot processes talk: the length of a message, then the message."""

import pickle
import struct
from typing import Any

LENGTH = struct.Struct("!I")
HALT = LENGTH.pack(0)
"""Instead of a question: the search under way shall end. It concerns no other question, for they come in order."""


def framed(message: Any) -> bytes:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data
