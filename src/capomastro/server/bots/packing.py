"""Views and answers as bytes that go by the store. Reading them makes plain values and data classes, and runs nothing.

Between a server and its own processes anything may be pickled. Here others may have written it: whoever can write to
the store must not be able to run code where bots think.
"""

import io
import pickle
import zlib
from typing import Any

from msgspec import Struct


class Unpackable(Exception):
    """These bytes say more than data, or nothing that this version knows."""


class DataOnly(pickle.Unpickler):
    """Knows no functions and no classes but those that only hold data."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name)
        if not (isinstance(found, type) and issubclass(found, Struct)):
            raise pickle.UnpicklingError(f"{module}.{name} is no data")
        return found


def packed(value: Any) -> bytes:
    return zlib.compress(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), 1)


def unpacked(data: bytes) -> Any:
    try:
        return DataOnly(io.BytesIO(zlib.decompress(data))).load()
    except Exception as error:  # a pickle that is none fails in many ways
        raise Unpackable(str(error)) from error
