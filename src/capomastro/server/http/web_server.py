"""How the web server is set up, in one process, in workers, and for connections that workers hand over."""

from typing import Any

from capomastro.server.http.connections import Bounded, BoundedSocket
from capomastro.server.settings import Settings

STOP_SECONDS = 10


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
