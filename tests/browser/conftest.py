"""A real server on loopback with a store of its own, and a real Chromium, for all tests of the browser client."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import ARGUMENTS, SHELL, UNDRAWN, reason_to_skip, served
from devices import Device, Devices

THIRD_GAME = Path(__file__).parents[1] / "third_game"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if reason := reason_to_skip():
        pytest.skip(reason)
    yield from served(tmp_path_factory.mktemp("server"))


@pytest.fixture(scope="session")
def hasty_server(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on which people are late after two seconds."""
    yield from served(tmp_path_factory.mktemp("hasty"), LIVE_MINUTES="0.0333", DEAL_SECONDS="0")


@pytest.fixture(scope="session")
def honest_server(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that deals from what people's devices send, as all do outside of these tests."""
    yield from served(tmp_path_factory.mktemp("honest"), honest=True)


@pytest.fixture(scope="session")
def third_game_server(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has another package's game installed."""
    yield from served(tmp_path_factory.mktemp("third"), [THIRD_GAME])


@pytest.fixture(scope="session")
def drawn_game_server(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has another package's game installed, which draws itself."""
    yield from served(tmp_path_factory.mktemp("drawn"), [THIRD_GAME / "drawn", THIRD_GAME])


@pytest.fixture(scope="session")
def launch(server: str) -> Iterator[Callable[..., Any]]:
    """`launch()` is the Chromium of all tests, `launch(CHROMIUM)` the whole of it; one that has crashed is replaced.

    Only where it is to be `drawn` has it pixels.
    """
    from playwright.sync_api import sync_playwright

    started: list[Any] = []
    newest: dict[tuple[str, bool], Any] = {}

    def running(program: str = SHELL, drawn: bool = False) -> Any:
        kind = program, drawn
        if kind not in newest or not newest[kind].is_connected():
            arguments = ARGUMENTS if drawn else [*ARGUMENTS, UNDRAWN]
            newest[kind] = playwright.chromium.launch(executable_path=program, args=arguments)
            started.append(newest[kind])
        return newest[kind]

    with sync_playwright() as playwright:
        yield running
        for browser in started:
            browser.close()


@pytest.fixture
def browser(launch: Callable[..., Any]) -> Any:
    return launch()


@pytest.fixture(scope="session")
def devices(launch: Callable[..., Any]) -> Devices:
    return Devices(launch)


@pytest.fixture
def person(server: str, devices: Devices, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """`person()` opens a page of somebody new. At the end of the test no page may have complained.

    Their device may have been somebody else's in an earlier test, unless a `new` one is asked for; what failed is tried
    again with new ones. Only a `drawn` page can be photographed.
    """
    complaints: list[str] = []
    lent: list[Device] = []
    again = getattr(request.node, "execution_count", 1) > 1

    def somebody(
        width: int = 1280,
        height: int = 900,
        language: str = "en-GB",
        program: str = SHELL,
        new: bool = False,
        drawn: bool = False,
        **wishes: Any,
    ) -> Any:
        wishes = {"base_url": server, **wishes}
        device = devices.lend(program, (width, height), language, wishes, new=new or again, drawn=drawn)
        lent.append(device)
        device.page.complaints = complaints
        return device.page

    yield somebody
    complained = complaints.copy()  # what is said while the pages are left is no complaint
    for device in lent:
        devices.take_back(device)
    assert not complained
