"""Players: who one is on this server, and which devices are one's own."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from capomastro.server.http.lobby import guessing
from capomastro.server.http.requests import Handler, TableRequest
from capomastro.server.players import identity, passkeys, privacy
from capomastro.server.players.passkeys import Site
from capomastro.server.protocol import bodies, player_responses


async def me(request: TableRequest) -> player_responses.Me:
    return await identity.me(request.tables, request.who)


def mine(body: type[Any], act: Callable[[Any, Any, Any], Awaitable[Any]]) -> Handler:
    """A handler that decodes the body and does something for whoever asks; wrong links are counted."""

    async def handle(request: TableRequest) -> Any:
        decoded = await request.body(body)
        with guessing(request):
            return await act(request.tables, request.known(), decoded)

    return handle


def at_site(body: type[Any], act: Callable[[Any, Any, Site, Any], Awaitable[Any]]) -> Handler:
    async def handle(request: TableRequest) -> Any:
        decoded = await request.body(body)
        with guessing(request):
            return await act(request.tables, request.known(), site_of(request), decoded)

    return handle


def site_of(request: TableRequest) -> Site:
    """The address that the operator has named, or the one by which the request came."""
    url = urlsplit(request.tables.settings.base_url or str(request.http.url))
    return Site(url.hostname or "", f"{url.scheme}://{url.netloc}")


async def export(request: TableRequest) -> player_responses.Export:
    return await privacy.export(request.tables, request.who)


async def erase(tables: Any, who: Any, body: bodies.Nothing) -> player_responses.Me:
    return await privacy.erase(tables, who)


async def recovery(tables: Any, who: Any, body: bodies.Nothing) -> player_responses.Recovery:
    return await identity.renew_recovery(tables, who)


async def sign_out(tables: Any, who: Any, body: bodies.Nothing) -> player_responses.Me:
    return await identity.sign_out(tables, who)


async def new_passkey(tables: Any, who: Any, site: Site, body: bodies.Nothing) -> player_responses.PasskeyOptions:
    return await passkeys.options(tables, who, site, new=True)


async def ask_for_passkey(tables: Any, who: Any, site: Site, body: bodies.Nothing) -> player_responses.PasskeyOptions:
    return await passkeys.options(tables, who, site, new=False)
