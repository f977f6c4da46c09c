"""The short way of a step: answered as by the usual one, durable before that, and left to it where anything is odd."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from server_house import PATIENCE, House, Person, decoded, numbers_in_a_row, steps_in
from server_workers import workers
from test_server_memory import some_step, stored
from test_server_races import ANNA, BEN, made

from capomastro.server.protocol.bodies import Step
from capomastro.server.protocol.refusals import Conflict, StoreDown, Unsure
from capomastro.server.protocol.responses import Accepted
from capomastro.server.storage.rows import Append
from capomastro.server.table import moves
from capomastro.server.table.quick_steps import accepted, begin_step
from capomastro.server.table.registry import Registry
from capomastro.server.table.table import LiveTable

Outcome = tuple[bytes, Exception | None]


async def begun(registry: Registry, table: str, step: Step, who: Any = ANNA) -> Outcome | None:
    """What a step by the short way is answered, or nothing if it is not taken."""
    told: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    if not begin_step(registry, table, who, step, lambda answer, error: told.set_result((answer, error))):
        assert not told.done()
        return None
    assert not told.done(), "it is answered before it is stored"
    async with asyncio.timeout(PATIENCE):
        return await told


async def opened(registry: Registry, table: str) -> LiveTable:
    async with registry.at(table) as live:
        return live


def run_at_a_table(file: str, work: Callable[[Registry, LiveTable], Any]) -> None:
    async def run() -> None:
        async with workers(file) as (registry,):
            table, _ = await made(registry, "me", "me")
            await work(registry, await opened(registry, table))

    asyncio.run(run())


def test_a_step_is_stored_before_it_is_answered_and_the_table_is_free_again(file: str) -> None:
    async def work(registry: Registry, live: LiveTable) -> None:
        step = some_step(live, "k")
        outcome = await begun(registry, live.id, step)
        assert outcome is not None
        assert outcome[1] is None
        assert decoded(outcome[0])["n"] == step.seen + 1
        assert await stored(registry, live.id) == 2
        assert not live.lock.locked()
        assert await begun(registry, live.id, some_step(live, "l")) is not None

    run_at_a_table(file, work)


def test_what_is_odd_is_left_to_the_usual_way_and_changes_nothing(file: str) -> None:
    async def work(registry: Registry, live: LiveTable) -> None:
        assert live.record is not None
        step, before = some_step(live, "k"), live.record.match.state.key()
        for odd in (
            msgspec.structs.replace(step, step="pass"),
            msgspec.structs.replace(step, step="tkae"),
            msgspec.structs.replace(step, seen=step.seen + 9),
            msgspec.structs.replace(step, seat=7),
        ):
            assert await begun(registry, live.id, odd) is None
        assert await begun(registry, live.id, step, BEN) is None
        assert await begun(registry, "elsewhere", step) is None
        async with live.lock:
            assert await begun(registry, live.id, step) is None
        assert live.record is not None
        assert live.record.match.state.key() == before
        assert not live.lock.locked()
        assert (await moves.step(registry, live.id, ANNA, step)).n == step.seen + 1
        assert await begun(registry, live.id, step) is None, "its key is known"

    run_at_a_table(file, work)


def test_rules_that_fail_within_a_step_of_the_short_way_leave_no_half_step(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(registry: Registry, live: LiveTable) -> None:
        assert live.record is not None
        step = some_step(live, "k")

        def fails(note: Any) -> Any:
            raise RuntimeError("planted")

        with monkeypatch.context() as planted:
            planted.setattr(live.record.game, "event", fails)
            assert await begun(registry, live.id, step) is None
        assert live.record is None
        assert (await moves.step(registry, live.id, ANNA, step)).n == step.seen + 1

    run_at_a_table(file, work)


@pytest.mark.parametrize("fault", [Conflict("planted"), StoreDown("planted"), Unsure("planted")])
def test_a_step_that_could_not_be_stored_is_forgotten_and_gone_on_with(
    file: str, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """Whoever was faster has been: it is tried again. Where nobody knows, nobody says that it was not written."""

    async def work(registry: Registry, live: LiveTable) -> None:
        step = some_step(live, "k")
        told: list[Outcome] = []

        def fails(item: Append, tell: Callable[[Any, Exception | None], None]) -> None:
            tell(None, fault)

        with monkeypatch.context() as planted:
            planted.setattr(registry.writer, "submit", fails)
            assert begin_step(registry, live.id, ANNA, step, lambda *outcome: told.append(outcome))
        assert told == [(b"", fault)]
        assert live.record is None
        assert not live.lock.locked()
        if isinstance(fault, Conflict):
            answer = await moves.step_not_stored(registry, live.id, ANNA, step, fault)
            assert answer.n == step.seen + 1
        else:
            with pytest.raises(type(fault)):
                await moves.step_not_stored(registry, live.id, ANNA, step, fault)
            assert await stored(registry, live.id) == 1

    run_at_a_table(file, work)


def test_of_a_step_that_was_written_after_all_its_number_is_said(file: str) -> None:
    async def work(registry: Registry, live: LiveTable) -> None:
        step = some_step(live, "k")
        done = await moves.step(registry, live.id, ANNA, step)
        live.forget()
        answer = await moves.step_not_stored(registry, live.id, ANNA, step, Unsure("planted"))
        assert answer.n == done.n

    run_at_a_table(file, work)


def test_somebody_who_writes_to_the_file_meanwhile_is_noticed(file: str) -> None:
    """Another process has written the entry that this one wants to write."""

    async def run() -> None:
        async with workers(file, 2) as (one, other):
            table, _ = await made(one, "me", "me")
            live = await opened(one, table)
            step = some_step(live, "k")
            await moves.step(other, table, ANNA, msgspec.structs.replace(step, key="other"))
            outcome = await begun(one, table, step)
            assert outcome is not None
            assert isinstance(outcome[1], Conflict)
            assert await stored(one, table) == 2

    asyncio.run(run())


def test_an_answer_around_an_update_is_what_would_be_encoded() -> None:
    update = b'{"type":"update"}'
    assert accepted(3, 17, update) == msgspec.json.encode(Accepted(3, 17, msgspec.Raw(update)))


# over HTTP


def request(anna: Person, path: str, body: bytes, *more: str) -> bytes:
    cookie = f"device={anna.client.cookies['device']}"
    lines = [f"POST {path} HTTP/1.1", "Host: here", "Content-Type: application/json", f"Cookie: {cookie}", *more]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def answers(client: socket.socket, count: int) -> list[tuple[int, dict[str, str], Any]]:
    """So many answers of a connection, in their order."""
    found: list[tuple[int, dict[str, str], Any]] = []
    reader = client.makefile("rb")
    while len(found) < count:
        status = int(reader.readline().split()[1])
        headers = {}
        while line := reader.readline().strip():
            name, _, value = line.decode().partition(": ")
            headers[name] = value
        if status != 100:
            found.append((status, headers, decoded(reader.read(int(headers["content-length"])))))
    return found


def connected(house: House) -> socket.socket:
    return socket.create_connection(("127.0.0.1", house.port), PATIENCE)


def body_of(update: Any, key: str) -> bytes:
    step = {"seat": update["viewer"], "seen": update["seen"], "key": key, "step": steps_in(update)[0]}
    return msgspec.json.encode(step)


def test_both_ways_answer_alike(house: House, anna: Person) -> None:
    table = anna.table("me", "me")
    with connected(house) as client:
        found = []
        for number, more in enumerate([(), ("X-Request-Id: mine",)]):
            body = body_of(table.look(), f"k{number}")
            client.sendall(request(anna, f"{table.path}/steps", body, f"Content-Length: {len(body)}", *more))
            found += answers(client, 1)
    (status, headers, answer), (usual_status, usual_headers, usual_answer) = found
    assert usual_headers.pop("x-request-id") == "mine"
    assert status == usual_status == 200
    assert headers.keys() == usual_headers.keys()
    assert {name for name in headers if headers[name] != usual_headers[name]} <= {"content-length", "date"}
    assert answer.keys() == usual_answer.keys()
    assert answer["update"].keys() == usual_answer["update"].keys()
    assert usual_answer["n"] > answer["n"]


def test_a_step_may_come_in_pieces_in_chunks_or_after_a_question(house: House, anna: Person) -> None:
    table = anna.table("me", "me")
    with connected(house) as client:
        body = body_of(table.look(), "pieces")
        whole = request(anna, f"{table.path}/steps", body, f"Content-Length: {len(body)}")
        for byte in range(0, len(whole), 40):
            client.sendall(whole[byte : byte + 40])
        assert answers(client, 1)[0][0] == 200
        body = body_of(table.look(), "chunks")
        chunks = b"%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n" % (9, body[:9], len(body) - 9, body[9:])
        client.sendall(request(anna, f"{table.path}/steps", chunks, "Transfer-Encoding: chunked"))
        assert answers(client, 1)[0][0] == 200
        body = body_of(table.look(), "asked")
        client.sendall(
            request(anna, f"{table.path}/steps", body, f"Content-Length: {len(body)}", "Expect: 100-continue")
        )
        assert answers(client, 1)[0][0] == 200
        body = body_of(table.look(), "last")
        client.sendall(request(anna, f"{table.path}/steps", body, f"Content-Length: {len(body)}", "Connection: close"))
        assert answers(client, 1)[0][0] == 200
        assert client.recv(1) == b""


def test_requests_one_after_the_other_are_answered_in_their_order(house: House, anna: Person) -> None:
    """The second comes while the first is being stored."""
    table = anna.table("me", "me")
    with connected(house) as client:
        update = table.look()
        first, again = body_of(update, "first"), body_of(update, "late")
        whole = b"".join(
            request(anna, f"{table.path}/steps", body, f"Content-Length: {len(body)}") for body in (first, first, again)
        )
        client.sendall(whole)
        (one, _, taken), (other, _, same), (late, _, refused) = answers(client, 3)
    assert (one, other, late) == (200, 200, 409)
    assert taken["n"] == same["n"] == update["seen"] + 1
    assert refused["error"] == "stale"


def test_a_body_that_is_too_long_or_no_step_is_refused_as_ever(house: House, anna: Person) -> None:
    table = anna.table("me", "me")
    with connected(house) as client:
        for body, status in ((b"{" + b" " * 9000 + b"}", 400), (b"nonsense", 400), (b'{"step": "take"}', 400)):
            client.sendall(request(anna, f"{table.path}/steps", body, f"Content-Length: {len(body)}"))
            assert answers(client, 1)[0][0] == status
        body = body_of(table.look(), "k")
        client.sendall(
            request(anna, f"{table.path}/steps", body, f"Content-Length: {len(body)}", "Origin: https://elsewhere")
        )
        assert answers(client, 1)[0][2]["code"] == "wrong-origin"


def test_who_hangs_up_at_once_has_taken_the_step_all_the_same(house: House, anna: Person) -> None:
    table = anna.table("me", "me")
    update = table.look()
    with connected(house) as client:
        body = body_of(update, "gone")
        client.sendall(request(anna, f"{table.path}/steps", body, f"Content-Length: {len(body)}"))
    again = table.post("steps", **decoded(body))
    assert again["n"] == update["seen"] + 1
    assert numbers_in_a_row(house.db)[table.table] >= 2
