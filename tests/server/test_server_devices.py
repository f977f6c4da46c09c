"""Devices that hold a seat: seen, named and removed by whoever sits there."""

import asyncio
from contextlib import ExitStack

import httpx
import pytest
from server_house import House, Person, Postgres
from server_workers import workers
from test_server_seats import follow, not_let_in, several
from test_server_stream import closing_code, listening, said

from capomastro.server.http.app import make_app
from capomastro.server.protocol.bodies import Claim, NewSeat, NewTable, OfSeat, RemoveDevice, Step
from capomastro.server.protocol.identity import Who, device_label, hashed
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.storage import queries
from capomastro.server.table import devices, links, moves, owner
from capomastro.server.table.registry import Registry

FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"


def test_a_device_is_called_by_its_kind_and_nothing_more_of_it_is_kept() -> None:
    assert device_label(FIREFOX) == "Firefox, Android"
    assert device_label(SAFARI) == "Safari, iPhone"
    assert device_label("Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0") == "Edge, Linux"
    assert device_label("python-httpx/0.28") == ""


def test_whoever_sits_sees_names_and_removes_the_devices_of_their_seat(either: House) -> None:
    anna, laptop, phone = Person(either), Person(either, "Laptop"), Person(either, "Phone")
    laptop.client.headers["User-Agent"], phone.client.headers["User-Agent"] = SAFARI, FIREFOX
    table = anna.table("me", "link")
    key = follow(laptop, table, table.token(1), name="Ben")["link"]["token"]
    laptops, phones = table.seen_by(laptop), table.seen_by(phone)
    follow(phone, table, laptops.post("devices", seat=1))
    listed = phone.get(f"{table.path}/devices", seat=1)["devices"]
    assert {(one["label"], one["this"]) for one in listed} == {("Safari, iPhone", False), ("Firefox, Android", True)}
    assert not {hashed(value) for value in laptop.client.cookies.values()} & {one["device"] for one in listed}
    assert anna.client.get(f"{table.path}/devices", params={"seat": 1}).status_code == 403
    mine, other = (next(one["device"] for one in listed if one["this"] is this) for this in (True, False))
    answer = laptop.client.put(f"{table.path}/devices", json={"seat": 1, "device": mine, "label": "My phone"})
    assert "My phone" in {one["label"] for one in answer.json()["devices"]}

    assert phones.refused("devices/remove", seat=1, device=mine)[1]["code"] == "own-device"
    assert phones.refused("devices/remove", seat=1, device="0" * 16)[1]["code"] == "no-such-device"
    assert table.refused("devices/remove", seat=1, device=other)[1]["code"] == "not-your-seat"
    with ExitStack() as stack:
        gone, own = several(stack, either, laptops, 1), several(stack, either, phones, 1)
        bearer = stack.enter_context(listening(either, laptops, 1, Cookie="", Authorization=f"Bearer {key}"))
        said(bearer)
        left = phones.post("devices/remove", seat=1, device=other)
        assert [one["this"] for one in left["devices"]] == [True]
        for socket in (*gone, bearer):
            assert closing_code(socket) == 4403
        for socket in own:
            socket.send('{"type":"ping"}')
            while said(socket)["type"] != "pong":
                pass
    assert laptops.look()["held"] == []
    assert not_let_in(laptop, table, key) == "link-not-good"
    assert follow(Person(either, "Program"), table, left["link"])["seat"] == 1


PHONE = "phone".ljust(22, "0")
LAPTOP_WHO, PHONE_WHO = (
    Who(hashed(secret), None, "127.0.0.1", "Safari, iPhone") for secret in ("laptop".ljust(22, "0"), PHONE)
)


async def removed_elsewhere(one: Registry, other: Registry) -> str:
    """A table at which a phone held seat 0; the one worker has removed it, and the other has not heard of it."""
    me = NewSeat(kind="me", name="Anna")
    made = NewTable(game="palazzo", seats=(me, me), options={"first": "1"})
    table = (await owner.create(one, LAPTOP_WHO, made)).table
    link = await links.device_link(one, table, LAPTOP_WHO, OfSeat(seat=0))
    await links.claim(one, table, PHONE_WHO, Claim(token=link.token))
    async with other.at(table) as live:
        assert live.holds(PHONE_WHO, 0)
    listed = await devices.devices(one, table, LAPTOP_WHO, 0)
    chosen = next(device.device for device in listed.devices if not device.this)
    await devices.remove(one, table, LAPTOP_WHO, RemoveDevice(seat=0, device=chosen))
    return table


def test_a_removed_device_takes_no_step_at_a_worker_that_has_not_heard_of_it(postgres: Postgres) -> None:
    """Until the news arrives, the seat is still theirs in the other worker's memory."""

    async def run() -> None:
        async with workers(postgres.empty("devices"), 2) as (one, other):
            table = await removed_elsewhere(one, other)
            seen = other.live[table].running_record().version(0)
            step = Step(seat=0, step="take", seen=seen, key="stolen")
            with pytest.raises(Refusal, match="hold"):
                await moves.step(other, table, PHONE_WHO, step)
            assert (await moves.step(other, table, LAPTOP_WHO, step)).n == seen + 1

    asyncio.run(run())


def test_a_removed_device_says_nothing_at_a_worker_that_has_not_heard_of_it(postgres: Postgres) -> None:
    async def run() -> None:
        async with workers(postgres.empty("devices"), 2) as (one, other):
            table = await removed_elsewhere(one, other)
            door = make_app(other.settings)
            door.app.state.tables = other
            transport, cookies = httpx.ASGITransport(door), {"device": PHONE}
            async with httpx.AsyncClient(transport=transport, base_url="http://house", cookies=cookies) as client:
                answer = await client.post(f"/api/tables/{table}/chat", json={"seat": 0, "text": "still here"})
            assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")
            assert await one.read(lambda db: queries.messages_of(db, table, 0)) == []

    asyncio.run(run())


def test_when_a_device_was_last_here_is_written_once_in_a_while(file: str) -> None:
    anna = Who(hashed("anna"), None, "127.0.0.1")

    async def run() -> None:
        async with workers(file) as (registry,):
            made = NewTable(game="palazzo", seats=(NewSeat(kind="me", name="Anna"), NewSeat(kind="bot", bot="random")))
            table = (await owner.create(registry, anna, made)).table

            async def seen() -> int | None:
                await registry.sightings.write(registry.writer)
                return (await devices.devices(registry, table, anna, 0)).devices[0].seen

            assert await seen() is None
            registry.sightings.came(anna.device)
            first = await seen()
            assert first is not None
            registry.sightings.came(anna.device)
            assert not registry.sightings.waiting, "it was written a moment ago"
            registry.sightings.left(anna.device)
            last = await seen()
            assert last is not None
            assert last >= first

    asyncio.run(run())
