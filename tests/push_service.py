"""A push service of our own on loopback: it takes messages for browsers, checks who signed them, and decrypts them."""

import base64
import http.server
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import http_ece
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec.json import decode


def text_of(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """The keys of a browser that wants messages: only it can read what was written for it."""

    def __init__(self, service: "PushService", name: str) -> None:
        self.name, self.service = name, service
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))
        service.browsers[f"/push/{name}"] = self

    @property
    def subscription(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"{self.service.url}/push/{self.name}",
            "p256dh": text_of(point),
            "auth": text_of(self.auth),
        }

    def read(self, body: bytes) -> Any:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return decode(plain)


class PushService:
    """`read` is what browsers could read, `refused` why a message was not taken; `gone` names browsers that left."""

    def __init__(self) -> None:
        self.url = ""
        self.browsers: dict[str, Browser] = {}
        self.key = ""
        """The key of the server that may send, as it has told its browsers."""
        self.read: list[tuple[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.bodies: list[bytes] = []
        self.refused: list[str] = []
        self.gone: set[str] = set()

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        browser = self.browsers.get(path)
        if browser is None or browser.name in self.gone:
            return 410
        problem = self.problem_with(headers)
        if problem:
            self.refused.append(problem)
            return 403
        self.headers.append(headers)
        self.bodies.append(body)
        self.read.append((browser.name, browser.read(body)))
        return 201

    def problem_with(self, headers: dict[str, str]) -> str:
        """What a push service finds wrong with how a message is sent and signed (RFC 8030, 8188, 8292)."""
        if headers.get("content-encoding") != "aes128gcm" or not headers.get("ttl", "").isdigit():
            return "not as RFC 8030 and 8188 have it"
        scheme, _, rest = headers.get("authorization", "").partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        if scheme != "vapid" or parts["k"] != self.key:
            return "signed with another key"
        head, claims, signature = parts["t"].split(".")
        raw = bytes_of(signature)
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(parts["k"]))
        both = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        try:
            point.verify(encode_dss_signature(*both), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
        except InvalidSignature:
            return "the signature is wrong"
        told = decode(bytes_of(claims))
        if told["aud"] != self.url or not told["sub"].startswith(("mailto:", "https://")):
            return f"signed for {told}"
        return "" if time.time() < told["exp"] <= time.time() + 24 * 3600 else "out of date"


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(service.take(self.path, headers, body))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        service.url = f"http://127.0.0.1:{server.server_port}"
        yield service
        server.shutdown()
