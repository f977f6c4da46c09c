"""Somebody with every cookie, link and key they ever had: nothing of another's hand, no step in another's name."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx
import pytest
from msgspec import Struct
from server_house import PATIENCE, UNENCRYPTED, At, House, Person, steps_in
from server_workers import workers
from test_server_players import be_player, joined, recovery
from test_server_players import remove as remove_other
from test_server_races import ANNA, made
from test_server_seats import follow
from test_server_stream import closing_code, listening

from capomastro.server.bots import autopilot
from capomastro.server.protocol.bodies import OfSeat, Resign
from capomastro.server.table import stand_ins

GUEST = 1
GUEST_FIRST = {"first": "2"}
"""Nobody else moves before the guest does, no bot either."""
LOOKS = ("", "/log", "/past?n=1", "/chat", "/notes", "/notify", "/advice", "/devices", "/invitation")
AFTERWARDS = ("/export", "/verify", "/scores", "/replay?step=0&seat=all", "/replay/events?seat=all")
"""What tells everybody's cards when the match is over, and nobody's before."""
ACTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("POST", "/undo", {"key": "stolen-undo"}),
    ("POST", "/restart", {"key": "stolen-restart"}),
    ("POST", "/plan", {"plan": None}),
    ("POST", "/proposals", {"kind": "rewind", "to": 1}),
    ("POST", "/resign", {}),
    ("POST", "/return", {}),
    ("POST", "/rematch", {}),
    ("POST", "/chat", {"text": "in their name"}),
    ("POST", "/reactions", {"reaction": "thanks"}),
    ("POST", "/link", {}),
    ("POST", "/devices", {}),
    ("POST", "/leave", {}),
    ("POST", "/free", {}),
    ("POST", "/fill", {"bot": "random"}),
    ("POST", "/sit", {"name": "Thief"}),
    ("PUT", "/notes", {"text": "theirs"}),
    ("PUT", "/notify", {"webhook": None, "email": None}),
)


class Thief(Struct):
    """What somebody is left with: a browser, the links and keys they were ever told, devices they know of."""

    person: Person
    tokens: list[str]
    devices: list[str] = []


class Scene(Struct):
    """A match under way at which the guest's seat is another's by now."""

    guest: At
    thief: Thief


def maker(house: House) -> Scene:
    """Whoever made the table, handed out the invitation, and kept copies of everything."""
    anna, ben = Person(house), Person(house, "Ben")
    table = anna.table("me", "link", invite=True, options=GUEST_FIRST)
    tokens = [table.token(0), table.token(GUEST), table.made["invite"]["token"]]
    tokens.append(table.post("link", seat=GUEST)["token"])
    tokens.append(table.post("devices", seat=0)["token"])
    follow(ben, table, tokens[3], name="Ben")
    tokens += [table.post("invite", to="watch")["token"], table.post("devices", seat=0)["token"]]
    return Scene(table.seen_by(ben), Thief(anna, tokens))


def removed_device(house: House) -> Scene:
    """The laptop that claimed the seat, and knows its key, is removed by the phone."""
    anna, laptop, phone = Person(house), Person(house, "Laptop"), Person(house, "Phone")
    table = anna.table("me", "link", options=GUEST_FIRST)
    key = follow(laptop, table, table.token(GUEST), name="Ben")["link"]["token"]
    laptops, phones = table.seen_by(laptop), table.seen_by(phone)
    link = laptops.post("devices", seat=GUEST)["token"]
    follow(phone, table, link)
    unused = laptops.post("devices", seat=GUEST)["token"]
    known = [one["device"] for one in laptop.get(f"{table.path}/devices", seat=GUEST)["devices"]]
    with listening(house, laptops, GUEST) as socket:
        phones.post("devices/remove", seat=GUEST, device=other_device(phones))
        assert closing_code(socket) == 4403
    return Scene(phones, Thief(laptop, [table.token(GUEST), key, link, unused], known))


def removed_maker(house: House) -> Scene:
    """The device that made the table is removed by another of the same person: it looks after the table no longer."""
    first, second = Person(house), Person(house, "Second")
    table = first.table("link", "me", "link", "open", options=GUEST_FIRST)
    link = table.post("devices", seat=GUEST)["token"]
    follow(second, table, link)
    unused = table.post("devices", seat=GUEST)["token"]
    seconds = table.seen_by(second)
    seconds.post("devices/remove", seat=GUEST, device=other_device(seconds))
    for seat, token in ((0, table.token(0)), (2, table.token(2))):
        follow(Person(house, f"Guest {seat}"), table, token, name=f"Guest {seat}")
    assert table.refused("fill", seat=3, bot="random")[1]["code"] == "not-the-host"
    seconds.post("fill", seat=3, bot="random")
    return Scene(seconds, Thief(first, [table.token(0), table.token(GUEST), table.token(2), link, unused]))


def lost_phone(house: House) -> Scene:
    """A player's phone was stolen: it sat down, made links of all kinds, and was removed on the page of the player."""
    anna, laptop = Person(house), Person(house, "Laptop")
    be_player(laptop)
    recovered = recovery(laptop)
    phone = joined(house, recovered)
    table = anna.table("me", "link", options=GUEST_FIRST)
    key = follow(phone, table, table.token(GUEST), name="Ben")["link"]["token"]
    phones, laptops = table.seen_by(phone), table.seen_by(laptop)
    unused, renewed = phones.post("devices", seat=GUEST)["token"], recovery(phone)
    known = [one["device"] for one in phone.get(f"{table.path}/devices", seat=GUEST)["devices"]]
    with listening(house, phones, GUEST) as socket:
        remove_other(laptop)
        assert closing_code(socket) == 4403
    for token in (recovered, renewed):
        assert phone.refused("/api/me/recover", token=token)[1]["code"] == "recovery-not-good"
    return Scene(laptops, Thief(phone, [table.token(GUEST), key, unused, recovered, renewed], known))


def former_holder(house: House) -> Scene:
    """Somebody sat there before the start, left, and another sat down."""
    anna, ben, cleo = Person(house), Person(house, "Ben"), Person(house, "Cleo")
    table = anna.table("me", "open", "open", options=GUEST_FIRST)
    bens, cleos = table.seen_by(ben), table.seen_by(cleo)
    key = bens.post("sit", seat=GUEST, name="Ben")["link"]["token"]
    link = bens.post("devices", seat=GUEST)["token"]
    bens.post("leave", seat=GUEST)
    cleos.post("sit", seat=GUEST, name="Cleo")
    table.post("fill", seat=2, bot="random")
    return Scene(cleos, Thief(ben, [key, link]))


def put_out(house: House) -> Scene:
    """A player who was put out and looks on as a spectator."""
    anna, ben, cleo = Person(house), Person(house, "Ben"), Person(house, "Cleo")
    table = anna.table("me", "link", "open", watch=False, options=GUEST_FIRST)
    key = follow(ben, table, table.token(GUEST), name="Ben")["link"]["token"]
    link = table.seen_by(ben).post("devices", seat=GUEST)["token"]
    table.post("free", seat=GUEST)
    watch = table.post("invite", to="watch")["token"]
    follow(ben, table, watch)
    follow(cleo, table, table.post("link", seat=GUEST), name="Cleo")
    table.post("fill", seat=2, bot="random")
    return Scene(table.seen_by(cleo), Thief(ben, [table.token(GUEST), key, link, watch]))


def other_device(at: At) -> str:
    devices = at.person.get(f"{at.path}/devices", seat=GUEST)["devices"]
    return next(str(one["device"]) for one in devices if not one["this"])


def ways(house: House, thief: Thief) -> Iterator[httpx.Client]:
    """The browser as it is, each link or key by itself, and each together with the browser."""
    yield httpx.Client(base_url=house.url, cookies=thief.person.client.cookies, timeout=PATIENCE, verify=UNENCRYPTED)
    for token in thief.tokens:
        bearer = {"Authorization": f"Bearer {token}"}
        yield httpx.Client(base_url=house.url, headers=bearer, timeout=PATIENCE, verify=UNENCRYPTED)
        yield httpx.Client(
            base_url=house.url,
            headers=bearer,
            cookies=thief.person.client.cookies,
            timeout=PATIENCE,
            verify=UNENCRYPTED,
        )


@pytest.mark.parametrize("scene", [maker, removed_device, removed_maker, lost_phone, former_holder, put_out])
def test_with_all_they_ever_had_nobody_sees_or_plays_anothers_seat(either: House, scene: Any) -> None:
    staged: Scene = scene(either)
    guest, thief, path = staged.guest, staged.thief, staged.guest.path
    before = guest.look(seat=GUEST)
    assert before["status"] == "running"
    assert before["view"]["seats"][GUEST]["hand"] is not None
    guest.person.client.put(f"{path}/notes", json={"seat": GUEST, "text": "between me and myself"})
    step = (steps_in(before) or ["take"])[0]
    for client in ways(either, thief):
        with client:
            for look in LOOKS:
                for seat in ("", f"seat={GUEST}"):
                    answer = client.get(f"{path}{look}{'&' if '?' in look else '?'}{seat}")
                    blind(answer, asked_as_guest=bool(seat) and look not in ("/chat", "/invitation"))
            for look in (*AFTERWARDS, f"/replay?step=0&seat={GUEST}", f"/replay/events?seat={GUEST}"):
                assert client.get(path + look).status_code in (403, 409), look
            steps = {"step": step, "seen": before["seen"], "key": "stolen"}
            for method, act, body in (*ACTS, ("POST", "/steps", steps)):
                answer = client.request(method, path + act, json={"seat": GUEST, **body})
                assert answer.status_code in (400, 403, 409), (act, answer.text)
                blind(answer, asked_as_guest=False)
            for device in thief.devices:
                answer = client.post(f"{path}/devices/remove", json={"seat": GUEST, "device": device})
                assert answer.status_code == 403, answer.text
            for token in thief.tokens:
                answer = client.post(f"{path}/claim", json={"token": token, "name": "Thief"})
                blind(answer, asked_as_guest=False)
    after = guest.look(seat=GUEST)
    for field in ("seen", "view", "legal", "held"):
        assert after[field] == before[field], field
    assert [(seat["name"], seat["stand_in"]) for seat in after["seats"]] == [
        (seat["name"], seat["stand_in"]) for seat in before["seats"]
    ]
    assert not [line for line in guest.person.get(f"{path}/chat")["messages"] if "kind" not in line]
    at = At(thief.person, guest.table)
    bearers = [{"Authorization": f"Bearer {token}"} for token in thief.tokens]
    for headers in ({}, *bearers, *({"Cookie": "", **bearer} for bearer in bearers)):
        with listening(either, at, GUEST, 0, **headers) as socket:
            assert closing_code(socket) == 4403


def test_a_former_stand_in_is_shown_nothing_and_takes_no_step(empty: str) -> None:
    """A bot thinks for whoever has resigned; while it does, they come back."""

    async def run() -> None:
        async with workers(empty) as (registry,):
            table, _ = await made(registry, "me", "me", first="1")
            await stand_ins.resign(registry, table, ANNA, Resign(seat=0, bot="random"))
            async with registry.at(table) as live:
                record = live.running_record()
                asked, action = (record.decision_version[0], record.turn[0]), record.legal[0][0]
            await stand_ins.come_back(registry, table, ANNA, OfSeat(seat=0))
            late = partial(autopilot.bot_step, seat=0, bot="random", action=action, decision_version=asked)
            before = record.n
            await registry.acting(table, late)
            async with registry.at(table) as live:
                autopilot.on_change(live)
                assert (live.running_record().n, live.thinking) == (before, set())

    asyncio.run(run())


def blind(answer: httpx.Response, *, asked_as_guest: bool) -> None:
    """Nothing in it is for the guest's eyes."""
    if asked_as_guest:
        assert answer.status_code == 403, (answer.request.url, answer.text)
    assert "between me and myself" not in answer.text
    found = answer.json()
    update = found.get("update", found)
    if answer.status_code < 400:
        assert GUEST not in update.get("held", ()), answer.text
        assert update.get("viewer") != GUEST, answer.text
    if view := update.get("view"):
        assert view["seats"][GUEST]["hand"] is None, answer.text
