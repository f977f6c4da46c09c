"""Posting to webhooks: only to public addresses, and never for longer than allowed.

The name is resolved here, and the connection goes to the address that was checked, so that a name cannot point
elsewhere a moment later. Redirections are not followed: they could lead anywhere.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from urllib.parse import urlsplit

PUBLIC_IPV6 = ipaddress.IPv6Network("2000::/3")
"""All that is routed. Translators (64:ff9b::/96, 64:ff9b:1::/48), site-local and IPv4-compatible ones lie outside."""
CLOSED_IPV6 = tuple(map(ipaddress.IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
"""Teredo and other protocols' own, examples, 6to4: behind some of them an IPv4 address of the inside can hide."""
CLOSED_IPV4 = tuple(map(ipaddress.IPv4Network, ("192.0.0.0/24", "192.88.99.0/24")))
resolvers = ThreadPoolExecutor(16, thread_name_prefix="resolver")
"""Separate threads, so that a slow name server does not delay other work."""


def is_public(address: str) -> bool:
    """Whether everybody may reach this address, and nothing of the inside can be meant by it."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    if isinstance(ip, ipaddress.IPv6Address):
        closed = ip not in PUBLIC_IPV6 or any(ip in network for network in CLOSED_IPV6)
    else:
        closed = any(ip in network for network in CLOSED_IPV4)
    return ip.is_global and not (closed or ip.is_multicast or ip.is_reserved)


def public_address(host: str, port: int, *, anywhere: bool) -> str:
    """An address of this host that everybody may reach; raises OSError if there is none, or one that is private."""
    found = {str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    if not anywhere and not all(map(is_public, found)):
        raise OSError("webhooks go only to public addresses")
    return sorted(found)[0]


@cache
def secured() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(address: str, body: bytes, *, anywhere: bool) -> None:
    """Posts JSON; raises OSError unless it is answered with a status of success. Whoever calls sets the deadline."""
    status = await exchange(address, body, {"Content-Type": "application/json"}, anywhere=anywhere)
    if not 200 <= status < 300:
        raise OSError(f"the webhook answered {status}")


async def exchange(address: str, body: bytes, headers: Mapping[str, str], *, anywhere: bool) -> int:
    """Posts something; returns the status of the answer, of which no more is read."""
    parts = urlsplit(address)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    loop = asyncio.get_running_loop()
    pinned = await loop.run_in_executor(resolvers, lambda: public_address(host, port, anywhere=anywhere))
    tls, name = (secured(), host) if secure else (None, None)
    reader, writer = await asyncio.open_connection(pinned, port, limit=8192, ssl=tls, server_hostname=name)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUser-Agent: capomastro\r\nConnection: close\r\n"
            + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            + f"Content-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        await writer.drain()
        words = (await reader.readline()).split()
    finally:
        writer.transport.abort()
    if len(words) < 2 or not words[0].startswith(b"HTTP/") or not words[1].isdigit():
        raise OSError("this is no answer")
    return int(words[1][:3])
