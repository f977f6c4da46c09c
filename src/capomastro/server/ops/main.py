"""Starting the server."""

import asyncio
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Any

import uvicorn

from capomastro.core.errors import BadSetup
from capomastro.server.http.app import make_app
from capomastro.server.http.connections import Bounded, BoundedSocket, tell_descriptors
from capomastro.server.ops.logs import set_up_logs
from capomastro.server.ops.traces import check_extra
from capomastro.server.settings import Settings, hand_down
from capomastro.server.storage.database import usable
from capomastro.server.storage.migrate import migrate

STOP_SECONDS = 10


def run(settings: Settings, *, open_page: bool) -> None:
    """Serves until it is told to stop; then finishes what is under way. No log output when the browser is opened."""
    set_up_logs(logging.WARNING if open_page else logging.INFO)
    check_extra(settings.traces)
    check_daily_bot(settings.daily_bot)
    listening = bound(settings)
    try:
        with usable():
            migrate(settings)
    except BadSetup:
        listening.close()
        raise
    listening.listen(2048)
    tell_descriptors(settings)
    host, port = settings.host, listening.getsockname()[1]
    shown = "127.0.0.1" if host == "0.0.0.0" else f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}"
    print(f"Capomastro hosts at {address}  (Ctrl-C stops it)", flush=True)
    if open_page:
        threading.Timer(1.0, open_in_browser, [address]).start()
    if settings.workers == 1:
        config = uvicorn.Config(make_app(settings), **web_server_options(settings))
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(uvicorn.Server(config).serve([listening]))
        return
    from uvicorn.supervisors import Multiprocess

    hand_down(settings)
    config = uvicorn.Config(
        "capomastro.server.http.app:app_from_environment",
        factory=True,
        workers=settings.workers,
        **web_server_options(settings),
    )
    Multiprocess(config, sockets=[listening]).run()


def web_server_options(settings: Settings) -> dict[str, Any]:
    """How the web server is set up, in this process or in workers."""
    return {
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": STOP_SECONDS,
        "timeout_keep_alive": 30,
        "timeout_worker_healthcheck": 8,
        "ws_max_size": settings.max_body,
        "ws_ping_interval": 30.0,
        "ws_ping_timeout": 30.0,
        "ws_per_message_deflate": False,
        "interface": "asgi3",
        "http": Bounded,
        "ws": BoundedSocket,
    }


def open_in_browser(address: str) -> bool:
    """Opens a page where there is a screen; elsewhere a browser for terminals would take ours over."""
    screen = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return screen and webbrowser.open(address)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop, where there is one."""
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


def check_daily_bot(name: str) -> None:
    """A misspelt bot would silently be another one."""
    if not name:
        return
    from capomastro.bots.roster import names

    if name.partition(":")[0] not in names():
        raise BadSetup(f"CAPOMASTRO_DAILY_BOT is one of {', '.join(names())}, not '{name}'")


def bound(settings: Settings) -> socket.socket:
    """The port, taken before anything else is opened; nobody is let in before the database is ready."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, UnicodeError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or "it is no address"
        raise BadSetup(f"cannot listen on {settings.host} port {settings.port}: {why}") from None
    listening.set_inheritable(True)
    return listening
