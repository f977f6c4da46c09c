"""Who may sit where: devices, seat tokens, and where a request comes from.

A browser is known by one cookie, a program by a seat's token. Both are 128 random bits, and only their hashes are kept.
"""

import hashlib
import hmac
import ipaddress
import re
import secrets
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlsplit

from msgspec import Struct

from capomastro.server.protocol.refusals import Refusal

COOKIE = "device"
COOKIE_SECONDS = 400 * 24 * 3600
BRIEF = "return=minimal"
"""What whoever is content with brief views says they prefer (RFC 7240)."""
SECRET = re.compile(r"[A-Za-z0-9_-]{22}")
REMEMBERED = 10_000
"""How many addresses are remembered."""
COOKIE_VALUE = re.compile(r"(?:^|;\s*)device=([A-Za-z0-9_-]{22})(?:;|$)")


class Who(Struct, frozen=True):
    """Somebody who asks: the hashes of a browser's cookie and of a program's token, and the network address."""

    device: str | None
    token: str | None
    address: str
    label: str = ""
    """What kind of device it is, told where somebody sits down."""
    brief: bool = False
    """Whether they only draw what they are told, so that views may be brief."""


def new_secret() -> str:
    """128 random bits as 22 characters."""
    return secrets.token_urlsafe(16)


def new_table_id() -> str:
    """72 random bits as 12 characters, the first of which is a letter or a digit: a dash would look like an option."""
    while (found := secrets.token_urlsafe(9))[0] in "-_":
        pass
    return found


def hashed(secret: str) -> str:
    """A plain hash is enough: nobody can try 128 bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and hmac.compare_digest(one, other)


def who_asks(headers: Mapping[str, str], client: tuple[str, int] | None) -> Who:
    device = token = None
    cookie = headers.get("cookie")
    if cookie is not None and (found := COOKIE_VALUE.search(cookie)):
        device = hashed(found[1])
    authorization = headers.get("authorization")
    if authorization is not None and authorization[:7].lower() == "bearer ":
        secret = authorization[7:].strip()
        if SECRET.fullmatch(secret):
            token = hashed(secret)
    return Who(device, token, client[0] if client else "", brief=headers.get("prefer") == BRIEF)


BROWSERS = (
    ("Firefox", "firefox/"),
    ("Firefox", "fxios/"),
    ("Edge", "edg"),
    ("Opera", "opr/"),
    ("Samsung Internet", "samsungbrowser/"),
    ("Chrome", "crios/"),
    ("Chrome", "chrome/"),
    ("Safari", "safari/"),
)
SYSTEMS = (
    ("Android", "android"),
    ("iPhone", "iphone"),
    ("iPad", "ipad"),
    ("Windows", "windows"),
    ("ChromeOS", "cros"),
    ("macOS", "mac os"),
    ("Linux", "linux"),
)


def device_label(agent: str) -> str:
    """The coarse kind of a browser, such as "Firefox, Android"; nothing more of what it says is kept."""
    lower = agent.lower()
    found = [next((name for name, sign in kinds if sign in lower), None) for kinds in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in found if name is not None)


def check_origin(headers: Mapping[str, str]) -> None:
    """Refuses what another site makes a browser send."""
    site = headers.get("sec-fetch-site")
    origin = headers.get("origin")
    if site is not None:
        own = site in ("same-origin", "none")
    elif origin is not None:
        own = is_own_origin(headers)
    else:
        own = True  # no browser: a browser always sends one of the two
    if not own:
        raise Refusal("wrong-origin")


def is_own_origin(headers: Mapping[str, str]) -> bool:
    """Does the Origin name the host that was asked? Programs send none."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()


def tidy(text: str, most: int) -> str:
    """A text without control characters and odd spaces."""
    kept = "".join(" " if char.isspace() else char for char in text if not unicodedata.category(char).startswith("C"))
    return " ".join(kept.split())[:most].strip()


def tidy_lines(text: str) -> str:
    """The same for longer texts, whose line ends are kept."""
    return "".join(char for char in text if char == "\n" or not unicodedata.category(char).startswith("C"))


@lru_cache(REMEMBERED)
def origin_of(address: str) -> str:
    """Whom an address counts for: an IPv6 customer has a whole /64, and may send from any address of it."""
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, 64), strict=False))
