"""Who watches the requests: the figures and the traces that an operator may ask for."""

from contextlib import AbstractContextManager
from typing import Any, Protocol


class Figures(Protocol):
    """What the outermost part tells of requests, if anybody wants to know."""

    def answered(self, method: str, status: int) -> None: ...

    def stepped(self, seconds: float) -> None: ...


class Spans(Protocol):
    """Who follows requests from their beginning to their end, if anybody wants to."""

    def request(self, method: str, path: str) -> AbstractContextManager[Any]: ...

    def answered(self, span: Any, status: int) -> None: ...
