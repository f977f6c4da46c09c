"""How the web server is set up: in one process, in workers, and for what workers hand on and over to each other."""

from typing import Any

import uvicorn
from starlette.types import ASGIApp

from capomastro.server.http.connections import Bounded
from capomastro.server.http.socket_connections import BoundedSocket
from capomastro.server.http.ward import Ward
from capomastro.server.settings import Settings

STOP_SECONDS, STOP_SOON_SECONDS = 10, 2


def web_server_options(settings: Settings) -> dict[str, Any]:
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


def further_server(app: ASGIApp, settings: Settings, ward: Ward, **other: Any) -> uvicorn.Server:
    """A second way into an application that runs already, set up otherwise where it says so."""
    options = web_server_options(settings) | {"timeout_graceful_shutdown": STOP_SOON_SECONDS, **other}
    config = uvicorn.Config(app, lifespan="off", **options)
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    server.lifespan.state["ward"] = ward
    return server
