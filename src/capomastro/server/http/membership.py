"""Being one of several workers: an address where the others reach this one, and homes for tables."""

import contextlib
import socket
from functools import partial

from msgspec.structs import replace
from starlette.types import ASGIApp

from capomastro.server.http.forwarding import Forwarder
from capomastro.server.http.handing_over import POSSIBLE, Taker
from capomastro.server.http.ward import Ward
from capomastro.server.http.web_server import further_server
from capomastro.server.notify import cluster
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.refusals import StoreDown
from capomastro.server.settings import Settings
from capomastro.server.table.homes import Homes
from capomastro.server.table.registry import Registry


class Inner:
    """The same application on a free port of the host that other workers can reach, for what they hand on."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        family = socket.AF_INET6 if ":" in settings.worker_host else socket.AF_INET
        self.listening = socket.create_server((settings.worker_host, 0), family=family, backlog=2048)
        host, port = self.listening.getsockname()[:2]
        self.address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        ward = Ward(replace(settings, connections_per_address=0))
        self.server = further_server(
            app, settings, ward, proxy_headers=False, timeout_keep_alive=60, ws_ping_interval=None
        )

    async def start(self) -> None:
        await self.server.startup(sockets=[self.listening])

    async def stop(self) -> None:
        await self.server.shutdown(sockets=[self.listening])


class Membership:
    """This worker among those that share a store, from its first word to its last."""

    def __init__(
        self, inner: Inner, taker: Taker | None, homes: Homes, listener: cluster.Listener, forwarder: Forwarder
    ) -> None:
        self.inner, self.taker, self.homes, self.listener, self.forwarder = inner, taker, homes, listener, forwarder

    @classmethod
    async def join(cls, tables: Registry, app: ASGIApp, settings: Settings, ward: Ward) -> "Membership":
        inner = Inner(app, settings)
        await inner.start()
        homes = tables.homes = Homes(tables.worker, tables.read, tables.writer, inner.address)
        taker = Taker(app, settings, homes.secret, ward) if POSSIBLE else None
        if taker is not None:
            await taker.start()
            homes.on_lost = taker.let_go
        with contextlib.suppress(StoreDown):  # a worker that starts while the database is away says it later
            await tables.writer.write("", NOBODY, partial(cluster.say_alive, homes=homes))
        tables.spawn(cluster.let_go_when_cut_off(tables, homes))
        return cls(inner, taker, homes, cluster.listen(tables), Forwarder(homes, settings.max_body))

    async def leave(self) -> None:
        """Gives all tables back; sockets have been told by now."""
        with contextlib.suppress(StoreDown):  # then others wait until the lease has run out
            await self.homes.leave()
        self.forwarder.close()
        self.listener.stop()
        await self.inner.stop()
        if self.taker is not None:
            await self.taker.stop()
