"""Starting the server."""

import asyncio
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from capomastro.core.errors import BadSetup
from capomastro.server.http.app import make_app
from capomastro.server.http.descriptors import tell_descriptors
from capomastro.server.http.web_server import web_server_options
from capomastro.server.ops.logs import set_up_logs
from capomastro.server.ops.traces import check_extra
from capomastro.server.settings import Settings, hand_down
from capomastro.server.storage.database import usable
from capomastro.server.storage.migrate import migrate


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
