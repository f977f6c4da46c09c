"""The real server and the real Chromium of the browser tests, also for commands that are no tests."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or ""
SHELL = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or CHROMIUM
"""The same engine without a window around it, where there is one: a page costs a third less. It knows no messages from
servers."""
PATIENCE = 120.0
"""Seconds after which a server that does not start is given up: machines have other things to do, too."""
FIXED_DEALS = str(Path(__file__).parent / "fixed_deals.py")
UNWANTED = (
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning,"
    "WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup"
)
"""Playwright's own list, for only the last one given counts; and the pages behind the address bar that nobody sees:
each window of Chromium loads them, for more than a third of what opening one of our pages takes."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", f"--disable-features={UNWANTED}"]
UNDRAWN = "--force-gpu-mem-available-mb=0"
"""No memory for pictures: everything is styled, laid out and painted into lists as always, but no list becomes pixels.
Nearly nobody looks at those, and making them takes a seventh of the processor time of these tests."""


def reason_to_skip() -> str | None:
    try:
        import playwright  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as missing:
        return f"the browser tests need {missing.name}"
    if not CHROMIUM or not Path(CHROMIUM).exists():
        return "the browser tests need a Chromium: install one, or name it in CHROMIUM"
    return None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_server(
    folder: Path, packages: Sequence[Path] = (), *, honest: bool = False, **wishes: str
) -> tuple[str, "subprocess.Popen[bytes]"]:
    """A server and its address; it answers when this returns. Wishes are settings, named as in the environment.

    `packages` are folders of further packages that it has installed. An honest one deals as people's devices have it;
    the others deal the same each time.
    """
    port = free_port()
    generous = {
        "REQUESTS_PER_SECOND": "100000",
        "TABLES_PER_HOUR": "100000",
        "REVIEWS_PER_HOUR": "0",
        "ADVICE_PER_MINUTE": "0",
        "WEBHOOKS_ANYWHERE": "1",
    }
    settings = {**generous, "REVIEW_ITERATIONS": "3000", "DAILY_BOT": "novice", **wishes}
    environment = os.environ | {f"CAPOMASTRO_{name}": value for name, value in settings.items()}
    if packages:
        environment["PYTHONPATH"] = os.pathsep.join([*map(str, packages), os.environ.get("PYTHONPATH", "")])
    program = ["-m", "capomastro"] if honest else [FIXED_DEALS]
    command = [sys.executable, *program, "serve", "--port", str(port), "--db", str(folder / "tables.sqlite")]
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=2) as answer:
                if answer.status == 200:
                    return address, process
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.1)
    process.kill()
    raise RuntimeError(f"the server did not start:\n{(folder / 'server.log').read_text()[-3000:]}")


def served(folder: Path, packages: Sequence[Path] = (), *, honest: bool = False, **wishes: str) -> Iterator[str]:
    """The address of a server that is stopped when nobody needs it any more, for fixtures."""
    address, process = start_server(folder, packages, honest=honest, **wishes)
    yield address
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def own_page(packages: Sequence[Path] = ()) -> Iterator[Any]:
    """A page with a server of its own, which may have further packages installed, for commands that are no tests."""
    if reason := reason_to_skip():
        sys.exit(reason)
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        address, process = start_server(Path(folder), packages)
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            page = browser.new_context(base_url=address, locale="en-GB").new_page()
            page.set_default_timeout(30_000)
            yield page
            browser.close()
        finally:
            process.terminate()
            process.wait()
