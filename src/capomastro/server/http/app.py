"""The application: routes, pages, sockets, and the work that goes on beside the requests."""

import asyncio
import contextlib
import gc
import logging
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as PlainRoute
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from capomastro.server.bots import autopilot
from capomastro.server.bots.pool import BotPool, usual_processes
from capomastro.server.bots.remote import RemoteBots
from capomastro.server.bots.reviewer import Reviewer
from capomastro.server.drawings import drawings
from capomastro.server.http import preview
from capomastro.server.http.door import Door
from capomastro.server.http.limits import Limits
from capomastro.server.http.membership import Membership
from capomastro.server.http.openapi import document
from capomastro.server.http.requests import endpoint, no_such_page, refused
from capomastro.server.http.routes import ROUTES
from capomastro.server.http.static import Pages
from capomastro.server.http.stream import STOPPING, beat, stream
from capomastro.server.http.ward import Ward
from capomastro.server.notify import cluster, mail_pages, notices, reminders
from capomastro.server.ops.archivist import ROUND_SECONDS, Archivist
from capomastro.server.ops.janitor import Janitor
from capomastro.server.ops.operator import REFRESH_SECONDS, Operator
from capomastro.server.ops.upgrades import LOOK_SECONDS as UPGRADE_SECONDS
from capomastro.server.ops.upgrades import UpgradeWatch
from capomastro.server.players.chronicle import ROUND_SECONDS as CHRONICLE_SECONDS
from capomastro.server.players.chronicle import Chronicler
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.refusals import Refusal, StoreDown
from capomastro.server.settings import Settings, handed_down
from capomastro.server.storage.rows import now
from capomastro.server.table import finding
from capomastro.server.table.registry import Registry

log = logging.getLogger("capomastro.server")
COLLECT_AFTER = 5_000, 2, 500
"""When garbage is collected: among new objects after this many, among those left over after this many times, and so on
for all. Steps wait meanwhile. Often among few is as much work as rarely among many, but the wait is short."""
SWITCH_SECONDS = 0.001
"""How long a thread may wait for the interpreter while another computes. The writer asks for it a few times in every
transaction, and the event loop after every long computation beside it; everybody who plays waits for both."""


async def regularly(seconds: float, work: Callable[[], Awaitable[Any]]) -> None:
    """Does something repeatedly; a failure is logged and does not end it."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except StoreDown:
            pass  # which the store's watch reports
        except Exception:
            log.exception("regular work failed")


def make_app(settings: Settings) -> Door:
    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        processes = settings.bot_processes or usual_processes(settings.workers)
        remote = RemoteBots() if settings.bots == "service" else None
        bot_pool = remote or BotPool(processes, settings.bot_seconds, settings.bot_helpers)
        tables = Registry(settings, bot_pool, autopilot.on_change)
        if remote is not None:
            remote.attach(tables.worker, tables.writer, tables.read)
        app.state.tables = tables
        ward = Ward(settings)
        membership = await Membership.join(tables, door, settings, ward) if tables.shared else None
        door.forwarder = None if membership is None else membership.forwarder

        async def forget() -> None:
            forgotten = tables.evict()
            if tables.homes is not None:
                await tables.homes.give_back(forgotten)

        async def look_after_writer() -> None:
            tables.writer.look_after()

        archivist = Archivist(tables)
        reviewer = app.state.reviewer = Reviewer(tables)
        chronicler = app.state.chronicler = Chronicler(tables)
        operator = app.state.operator = Operator(tables, door.slowest)
        with contextlib.suppress(StoreDown):  # it is asked again soon
            await operator.refresh()

        async def resume() -> None:
            """Starts the bots that had to move when the server stopped; then, regularly, any that are stuck."""
            with contextlib.suppress(StoreDown):  # a worker that starts while the database is away waits for it
                await autopilot.resume(tables, now())
            await regularly(10, lambda: autopilot.resume(tables, now() - 10_000))

        work = [
            regularly(1, lambda: beat(tables)),
            regularly(15, forget),
            regularly(3, tables.notice_operator),
            regularly(REFRESH_SECONDS, operator.refresh),
            resume(),
            reviewer.run(),
            regularly(5, reminders.Courier(tables).send_due),
            regularly(5, notices.Herald(tables).send_due),
            regularly(5, lambda: finding.fill_due(tables)),
            regularly(20, lambda: cluster.say_who_is_here(tables)),
            regularly(20, lambda: tables.sightings.write(tables.writer)),
            regularly(3600, Janitor(tables).sweep),
            regularly(ROUND_SECONDS, archivist.round),
            regularly(CHRONICLE_SECONDS, chronicler.round),
        ]
        if remote is not None:
            work.append(remote.run())
        if tables.shared:
            work.append(regularly(UPGRADE_SECONDS, UpgradeWatch(tables).look))
        stop_figures = None
        if settings.metrics_port:
            from capomastro.server.ops.metrics import Metrics, serve  # with a library that nobody else needs

            door.figures = metrics = Metrics(tables)
            stop_figures = serve(metrics.registry, settings.metrics_host, settings.metrics_port, settings.workers)
            work.append(metrics.watch_loop())
        door.slowest.listen(tables)
        traces = None
        if settings.traces:
            from capomastro.server.ops.traces import Traces, to_collector  # with libraries that nobody else needs

            door.traces = traces = Traces(to_collector(settings.traces), tables.worker)
            traces.listen(tables)
        tasks = [asyncio.create_task(one) for one in work]
        watching = asyncio.create_task(regularly(1, look_after_writer))
        gc.freeze()  # what was loaded at the start stays for ever; collecting through it again would delay steps
        gc.set_threshold(*COLLECT_AFTER)
        sys.setswitchinterval(SWITCH_SECONDS)
        log.info("ready")
        yield {"ward": ward, "steps": door.short_way(tables)}
        for task in tasks:
            task.cancel()
        for live in list(tables.live.values()):
            for socket in list(live.sockets):
                socket.close(STOPPING)
        if membership is not None:
            await membership.leave()
        await archivist.finish()
        await reviewer.finish()
        await tables.stop()
        await bot_pool.stop()
        watching.cancel()
        if stop_figures is not None:
            await asyncio.to_thread(stop_figures)
        if traces is not None:
            await asyncio.to_thread(traces.stop)
        log.info("stopped")
        if tables.hangs:  # the interpreter would wait for its threads, and they for the database
            logging.shutdown()
            os._exit(0)

    app = Starlette(lifespan=lifespan)
    limits = Limits(settings)
    pages = Pages(drawings=drawings())
    door = Door(app, limits, pages)
    app.state.limits = limits
    app.state.settings = settings

    for route in ROUTES:
        writes = route.method != "GET"
        serve = endpoint(route.handler, route.status, writes=writes)
        app.router.routes.append(PlainRoute(route.path, serve, methods=[route.method]))

    made: list[bytes] = []

    async def openapi(request: Request) -> Response:
        if not made:
            made.append(encode(document()))
        return Response(made[0], media_type="application/json")

    app.router.routes.append(PlainRoute("/api/openapi.json", openapi, methods=["GET"]))

    async def socket(websocket: WebSocket) -> None:
        await stream(websocket, app.state.tables, limits)

    app.router.routes.append(WebSocketRoute("/api/tables/{table}/stream", socket))

    app.router.routes.extend(mail_pages.routes())

    async def nothing(request: Request) -> Response:
        known = [route.path for route in ROUTES]
        wrong_method = any(matches(path, request.url.path) for path in known)
        if wrong_method:
            return refused(Refusal("wrong-method"))
        return refused(no_such_page())

    methods = ["GET", "POST", "PUT", "DELETE", "PATCH"]
    app.router.routes.append(PlainRoute("/api/{rest:path}", nothing, methods=methods))
    app.router.routes.extend(preview.routes(pages, settings))
    app.router.routes.append(PlainRoute("/{rest:path}", pages.serve, methods=["GET"]))
    return door


def matches(pattern: str, path: str) -> bool:
    one, other = pattern.strip("/").split("/"), path.strip("/").split("/")
    return len(one) == len(other) and all(a.startswith("{") or a == b for a, b in zip(one, other, strict=True))


def app_from_environment() -> Door:
    """For uvicorn's worker processes; whoever started them has brought the database up to date."""
    from capomastro.server.ops.logs import set_up_logs
    from capomastro.server.ops.orphans import stop_with_supervisor

    stop_with_supervisor()
    set_up_logs()
    return make_app(handed_down())
