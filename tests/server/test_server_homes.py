"""Several workers on one PostgreSQL: each table is at home with one of them, and nothing is lost when that one goes."""

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from server_house import PATIENCE, At, House, Person, Postgres, numbers_in_a_row, steps_in
from server_network import Network, SplitNetwork, may_split
from sqlalchemy import create_engine, text
from test_server_stream import listening, rest, said
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from capomastro.server.storage import lease_queries


@pytest.fixture(params=["one machine", "two machines"])
def houses(postgres: Postgres, request: pytest.FixtureRequest) -> Iterator[list[House]]:
    """Two servers of one worker each, on ports of their own. By their addresses they know whether others are near."""
    address = postgres.empty("homes")
    hosts = ("127.0.0.1", "127.0.0.1" if request.param == "one machine" else "127.0.0.2")
    with ExitStack() as stack:
        found = [House(address, worker_host=host) for host in hosts]
        for house in found:
            stack.callback(house.stop)
            house.start()
        yield found


def homes(house: House) -> dict[str, str]:
    """Which worker each table is at home with."""
    import psycopg

    with psycopg.connect(house.db) as db:
        return dict(db.execute("SELECT table_id, worker FROM leases").fetchall())


def over(at: At, house: House) -> At:
    """The same person at the same table, over another server."""
    other = Person(house, at.person.name)
    for name, value in at.person.client.cookies.items():
        other.client.cookies.set(name, value)
    other.keys = at.person.keys + 1000
    return At(other, at.table)


def last_word(socket: ClientConnection) -> int | None:
    """With which code a socket is closed."""
    try:
        while True:
            socket.recv()
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


def answered(at: At) -> Any:
    """Takes a step; whoever is not answered, or told to try again, asks the same again."""
    while True:
        update = at.look()
        body = {"seat": update["viewer"], "seen": update["seen"], "key": at.person.key(), "step": steps_in(update)[0]}
        answer = at.person.client.post(f"{at.path}/steps", json=body)
        if answer.status_code == 200:
            return answer.json()


def test_a_table_is_at_home_with_one_worker_and_moves_when_that_one_goes(houses: list[House]) -> None:
    one, other = houses
    here = Person(one, "Anna").table("me", "me")
    there = over(here, other)
    here.play(3)
    (home,) = homes(one).values()
    there.play(3)
    assert homes(one) == {here.table: home}, "whoever asks elsewhere is handed on"
    stranger = Person(other, "Stranger")
    with listening(other, there, 0) as socket:
        assert said(socket)["seen"] == here.look(seat=0)["seen"]
        taken: int = 0
        news: list[Any] = []
        while not any(one.get("events") for one in news):  # what happens at home is heard elsewhere, if not all of it
            told, taken, news = here.play(1), taken + 1, rest(socket)
        assert there.refused("steps", step="xyzzy", seen=told["seen"], key="k")[1]["code"] == "unknown-step"
        assert stranger.refused(f"{here.path}/steps", step="xyzzy", seen=0, key="k")[1]["code"] == "no-seat"
        one.halt()  # it gives its tables back, and says goodbye
        assert last_word(socket) in (1001, 1012), "a client connects again after these"
    with listening(other, there, 0, since=told["seen"]) as socket:
        assert said(socket)["seen"] == there.look(seat=0)["seen"]
    there.play(3)
    assert homes(other).get(here.table) not in (None, home)

    one.start()
    here = over(there, one)
    here.play(2)
    other.kill()  # without a word: its lease has to run out
    answered(here)
    here.play(3)
    assert numbers_in_a_row(one.db)[here.table] == 1 + 3 + 3 + taken + 3 + 2 + 1 + 3, (
        "nothing is lost, nothing is doubled"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere requests are handed on one by one")
@pytest.mark.parametrize("houses", ["one machine"], indirect=True)
def test_a_connection_is_handed_over_to_where_its_table_is_at_home(houses: list[House]) -> None:
    one, other = houses
    here = Person(one, "Anna").table("me", "me")
    here.play(2)
    there = over(here, other)
    with listening(other, there, 0) as socket:
        assert said(socket)["seen"] == there.look(seat=0)["seen"]
        there.play(3)
        other.kill()  # by now neither connection is its own
        there.play(3)
        heard = max([news["seen"] for news in rest(socket) if news["type"] == "update"])
        assert heard == there.look(seat=0)["seen"]
    assert numbers_in_a_row(one.db)[here.table] == 1 + 2 + 3 + 3


def test_whoever_asks_where_a_table_is_waits_for_nobody_who_writes_to_it(houses: list[House]) -> None:
    one = houses[0]
    table = Person(one, "Anna").table("me", "me")
    table.play(1)
    (worker,) = homes(one).values()
    engine = create_engine(one.db.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as writing, engine.connect() as asking:
        assert lease_queries.all_held(writing, worker, [table.table])
        asking.execute(text("SET lock_timeout = '1s'"))
        found = lease_queries.holder(asking, table.table)
    engine.dispose()
    assert found is not None
    assert found.worker == worker


class Step:
    """A step that is sent with the same key until it is acknowledged, as the page does."""

    def __init__(self, at: At) -> None:
        self.at, update = at, at.look()
        self.body = {"seat": update["viewer"], "seen": update["seen"], "step": steps_in(update)[0]}
        self.body["key"] = at.person.key()

    def over(self, at: At, **other: Any) -> httpx.Response:
        return at.person.client.post(f"{at.path}/steps", json=self.body | other, timeout=PATIENCE)

    def insisted(self, at: At) -> float:
        """How many seconds it took; whoever does not acknowledge says that one may try again, and nothing else."""
        began = time.monotonic()
        while time.monotonic() < began + PATIENCE:
            answer = self.over(at)
            if answer.status_code == 200:
                return time.monotonic() - began
            assert answer.status_code == 503, answer.text
            time.sleep(0.05)
        raise AssertionError("it was never acknowledged")


@pytest.fixture(params=["silent connections", "a namespace"])
def network(postgres: Postgres, request: pytest.FixtureRequest) -> Iterator[Network]:
    if request.param == "a namespace" and not may_split():
        pytest.skip("no network namespaces are allowed here")
    found = (Network if request.param == "silent connections" else SplitNetwork)(postgres.empty("split"))
    yield found
    found.stop()


def test_a_worker_that_is_cut_off_acknowledges_nothing_and_lets_its_sockets_go(
    postgres: Postgres, network: Network
) -> None:
    direct = postgres.address.replace("/postgres?", "/split?")
    with ExitStack() as stack:
        threads = stack.enter_context(ThreadPoolExecutor(4))
        one, other = House(network.address, worker_host=network.inner), House(direct, worker_host=network.here)
        one.prefix, one.host, other.prefix = network.prefix, network.public, network.near
        one.settings["CAPOMASTRO_HOST"] = "0.0.0.0"
        for house in (one, other):
            stack.callback(house.stop)
            house.start()
        here = Person(one, "Anna").table("me", "me")
        there = over(here, other)
        here.play(3)
        step = Step(here)
        with listening(one, here, 0) as socket:
            said(socket)
            network.cut()
            refused = threads.submit(step.over, here, key="in-vain")
            word = threads.submit(last_word, socket)
            seconds = step.insisted(there)
            assert refused.result(PATIENCE).status_code == 503, "who cannot store a step does not acknowledge it"
            assert word.result(PATIENCE) == 1012, "a client connects again after this"
        there.play(3)
        assert here.person.client.get(here.path).status_code == 503, "nothing is told from memory by then"
        network.mend()
        back = time.monotonic()
        one.wait_until_ready()
        here.play(2)
        seconds_back = time.monotonic() - back
        with listening(one, here, 0) as socket:
            assert said(socket)["seen"] == there.look(seat=0)["seen"]
        assert numbers_in_a_row(direct)[here.table] == 1 + 3 + 1 + 3 + 2, "nothing is lost, nothing is doubled"

        steps = [Step(here), Step(Person(other, "Ben").table("me", "me"))]
        postgres.restart()
        restarted = max(threads.map(Step.insisted, steps, (there, steps[1].at)))
        assert numbers_in_a_row(direct)[here.table] == 1 + 3 + 1 + 3 + 2 + 1
        assert numbers_in_a_row(direct)[steps[1].at.table] == 2
    print(
        f"played on {seconds:.1f} s after the cut, {seconds_back:.1f} s after the mend, "
        f"{restarted:.1f} s after the database was there again"
    )
