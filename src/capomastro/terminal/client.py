"""HTTP with a server: one kept connection, requests in a thread, refusals as `Refused`. It needs no library."""

import asyncio
import http.client
import threading
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

import msgspec

from capomastro.core.errors import BadSetup
from capomastro.core.refusals import Reason
from capomastro.core.words import Words
from capomastro.terminal.speech import Refused

SECONDS = 20.0


class Unreachable(Exception):
    """The server did not answer, or cannot say whether it stored something: asking again with the same key is safe."""

    def __init__(self, message: str, server: str = "") -> None:
        super().__init__(message)
        self.server = server

    def worded(self, words: Words) -> str:
        return words.t("terminal.unreachable", server=self.server) if self.server else words.t("net.failed")


class Address(NamedTuple):
    """What a link leads to: a server, a table there, and the token behind the `#`."""

    origin: str
    table: str | None
    token: str | None


def address_of(url: str) -> Address:
    """Understands a table's link, a replay's address, and a server's; `http://` may be left out."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in ("http", "https") or not parts.hostname or port == -1:
        raise BadSetup("address.unknown", text=url)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    origin = f"{parts.scheme}://{host}" + (f":{port}" if port else "")
    words = parts.path.strip("/").split("/")
    table = words[1] if len(words) == 2 and words[0] in ("t", "replay") else None
    if table is None and words != [""]:
        raise BadSetup("address.no-table", text=url)
    return Address(origin, table, parts.fragment or None)


class Answer(NamedTuple):
    status: int
    body: bytes


class Client:
    """Talks to one server as one device."""

    def __init__(self, origin: str, device: str) -> None:
        self.origin = origin
        self.device = device
        self._connection: http.client.HTTPConnection | None = None
        self._lock = threading.Lock()

    async def get(self, path: str, query: dict[str, Any] | None = None, bearer: str | None = None) -> bytes:
        return await asyncio.to_thread(self.request, "GET", path, query, None, bearer)

    async def post(self, path: str, **body: Any) -> bytes:
        return await asyncio.to_thread(self.request, "POST", path, None, body)

    def request(
        self,
        method: str,
        path: str,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
        bearer: str | None = None,
    ) -> bytes:
        """The answer's body. Raises `Refused` or `Unreachable`."""
        target = path + (f"?{urlencode(query)}" if query else "")
        headers = {"Cookie": f"device={self.device}", "Origin": self.origin, "Accept": "application/json"}
        if bearer:
            headers["Authorization"] = f"Bearer {bearer}"
        data = None
        if body is not None:
            data = msgspec.json.encode(body)
            headers["Content-Type"] = "application/json"
        with self._lock:
            try:
                answer = self._exchange(method, target, data, headers)
            except (http.client.BadStatusLine, http.client.CannotSendRequest, ConnectionError):
                self._drop()  # a kept connection that the server has closed meanwhile
                answer = self._retry(method, target, data, headers)
            except (OSError, http.client.HTTPException) as error:
                self._drop()
                raise Unreachable(f"{self.origin} does not answer: {error}", self.origin) from None
        return checked(answer)

    def _exchange(self, method: str, target: str, data: bytes | None, headers: dict[str, str]) -> Answer:
        if self._connection is None:
            parts = urlsplit(self.origin)
            kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
            self._connection = kind(parts.hostname or "", parts.port, timeout=SECONDS)
        self._connection.request(method, target, data, headers)
        response = self._connection.getresponse()
        return Answer(response.status, response.read())

    def _retry(self, method: str, target: str, data: bytes | None, headers: dict[str, str]) -> Answer:
        try:
            return self._exchange(method, target, data, headers)
        except (OSError, http.client.HTTPException) as error:
            self._drop()
            raise Unreachable(f"{self.origin} does not answer: {error}", self.origin) from None

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        with self._lock:
            self._drop()


def checked(answer: Answer) -> bytes:
    """The body, unless the server refused."""
    if answer.status < 300:
        return answer.body
    try:
        told = msgspec.json.decode(answer.body, type=dict[str, Any])
    except msgspec.DecodeError:
        raise Unreachable(f"the server answered {answer.status}") from None
    code = str(told.get("code", ""))
    message = str(told.get("message", f"the server answered {answer.status}"))
    if answer.status == 503 and code in ("unavailable", "unsure", "too-busy"):
        raise Unreachable(message)
    reason = msgspec.convert(told["reason"], Reason) if told.get("reason") else None
    raise Refused(message, code, told.get("values", {}), reason)
