"""Plain `capomastro`: hosts on embedded defaults and opens the page, or shows the one that is hosted already."""

import json
import os
import urllib.request

import typer

from capomastro.server.ops.main import open_in_browser, run
from capomastro.server.settings import Settings, settings_from


def show_page() -> None:
    settings = settings_from(dict(os.environ))
    address = f"http://{settings.host}:{settings.port}"
    if is_ours(address):
        typer.echo(f"Capomastro already hosts at {address}")
        open_in_browser(address)
        return
    run(free_port(settings), open_page=True)


def is_ours(address: str) -> bool:
    """Does a Capomastro answer there?"""
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=2) as answer:
            return "compiled" in json.load(answer)
    except (OSError, ValueError):
        return False


def free_port(settings: Settings) -> Settings:
    """The same settings, on any free port if another program has ours."""
    import socket

    import msgspec

    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((settings.host, settings.port))
        except OSError:
            return msgspec.structs.replace(settings, port=0)
    return settings
