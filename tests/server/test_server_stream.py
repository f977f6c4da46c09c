"""Sockets: what they say, how they resume, and that nobody can break them for others."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from server_house import PATIENCE, At, House, Person, decoded, steps_in, waited
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect


@contextmanager
def listening(
    house: House, table: At, seat: int | None, since: int = 0, more: str = "", **headers: str
) -> Iterator[ClientConnection]:
    cookie = "; ".join(f"{name}={value}" for name, value in table.person.client.cookies.items())
    which = "none" if seat is None else seat
    url = f"ws://{house.host}:{house.port}{table.path}/stream?seat={which}&since={since}{more}"
    cookies = {"Cookie": cookie, **headers}
    # No pings of the library's own: a machine that is busy for long must not end a connection.
    with connect(url, additional_headers=cookies, proxy=None, open_timeout=PATIENCE, ping_interval=None) as socket:
        yield socket


def said(socket: ClientConnection, timeout: float = PATIENCE) -> Any:
    """What the server says next, its heartbeat apart, which may come at any time."""
    while (news := decoded(socket.recv(timeout=timeout)))["type"] == "ping":
        pass
    return news


def rest(socket: ClientConnection) -> list[Any]:
    """Whatever the server has said by now: all of it comes before its answer to a ping."""
    socket.send('{"type":"ping"}')
    return list(iter(lambda: None if (news := said(socket))["type"] == "pong" else news, None))


def closing_code(socket: ClientConnection) -> int:
    """Reads on until the socket is closed, and says with which code."""
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code


def test_a_socket_begins_with_the_update_and_goes_on_with_what_is_new(house: House, anna: Person) -> None:
    table = anna.table("me", "me")
    with listening(house, table, 0) as mine, listening(house, table, None) as spectators:
        first = said(mine)
        assert (first["type"], first["viewer"]) == ("update", 0)
        assert said(spectators)["viewer"] is None
        table.step(table.look(), "take")
        for socket in (mine, spectators):
            news = said(socket)
            while not news["events"]:
                news = said(socket)
            assert news["events"][0]["kind"] == "money shown"


def test_a_socket_resumes_without_a_gap_and_without_telling_twice(house: House, anna: Person) -> None:
    table = anna.table("me", "me")
    heard: list[Any] = []
    since = 0
    rng = random.Random(3)
    for _ in range(6):
        with listening(house, table, 0, since) as socket:
            for _ in range(rng.randrange(3)):
                table.play(2, seed=rng.randrange(1000))
            while since < table.look(seat=0)["seen"]:
                news = said(socket)
                if news["type"] == "update":
                    heard += news["events"]
                    since = news["seen"]
        table.play(3, seed=rng.randrange(1000))
    whole = anna.get(f"{table.path}/log", seat=0)["events"]
    assert heard == [event for event in whole if event["n"] <= since]


def is_brief(update: Any) -> bool:
    return update["view"]["memory"] is None


def test_who_only_draws_a_view_is_spared_what_nobody_looks_at(house: House, anna: Person) -> None:
    table = anna.table("me", "me", "me", game="pillars")
    with listening(house, table, 0) as whole, listening(house, table, 0, more="&brief=1") as page:
        for _ in range(8):
            update = table.look()
            assert not is_brief(update)
            assert not is_brief(table.step(update)["update"])
            told, drawn = said(whole), said(page)
            while told["seen"] < update["seen"]:
                told = said(whole)
            while drawn["seen"] < told["seen"]:
                drawn = said(page)
            assert (is_brief(told), is_brief(drawn)) == (False, True)
            for update in (told, drawn):
                del update["view"]["memory"], update["events"], update["events_since"]
            assert told == drawn
    anna.client.headers["Prefer"] = "return=minimal"
    update = table.look()
    assert is_brief(update)
    assert is_brief(table.step(update)["update"])


def test_private_steps_of_others_are_not_even_heard_of(house: House, anna: Person) -> None:
    from test_server_steps import bidding

    table, update = bidding(anna)
    other = 1 - update["viewer"]
    with listening(house, table, other) as socket, listening(house, table, None) as spectators:
        said(socket), said(spectators)
        lay = next(step for step in steps_in(update) if step.startswith("lay"))
        table.step(update, lay)
        table.post("restart", seat=update["viewer"], key="again")
        for one in (socket, spectators):
            for heard in rest(one):
                assert heard["events"] == []


def test_pings_are_answered_and_chat_reaches_seats_only(house: House, anna: Person) -> None:
    table = anna.table("me", "me")
    with listening(house, table, 0) as mine, listening(house, table, None) as spectators:
        said(mine), said(spectators)
        mine.send('{"type":"ping"}')
        assert waited(lambda: said(mine)["type"] == "pong")
        table.post("chat", seat=1, text="hello")
        while (heard := said(mine))["type"] != "chat":
            assert heard["type"] == "update"
        assert heard["messages"][0]["text"] == "hello"
        spectators.send('{"type":"ping"}')
        while (news := said(spectators))["type"] != "pong":
            assert news["type"] == "update"


@pytest.mark.parametrize(
    ("message", "why"),
    [("", "empty"), ("{", "broken"), ('{"type":"step"}', "unknown"), (b"\xff\xfe", "binary"), ("[" * 5000, "deep")],
)
def test_what_is_not_understood_closes_that_socket_and_no_other(
    house: House, anna: Person, message: str | bytes, why: str
) -> None:
    table = anna.table("me", "me")
    with listening(house, table, 0) as bad, listening(house, table, 1) as good:
        said(bad), said(good)
        bad.send(message)
        assert closing_code(bad) == 4400
        good.send('{"type":"ping"}')
        assert waited(lambda: said(good)["type"] == "pong")


def test_fuzzed_messages_hurt_only_their_sender(house: House, anna: Person) -> None:
    table = anna.table("me", "me")
    rng = random.Random(7)
    with listening(house, table, 1) as good:
        for _ in range(25):
            try:
                with listening(house, table, None) as socket:
                    for _ in range(5):
                        data = rng.randbytes(rng.randrange(200))
                        socket.send(data if rng.random() < 0.5 else data.decode("latin-1"))
            except ConnectionClosed:
                pass
        good.send('{"type":"ping"}')
        while said(good)["type"] != "pong":
            pass
    assert "Traceback" not in house.said()


def closed_with(house: House, table: At, seat: int | None, **headers: str) -> int:
    with listening(house, table, seat, 0, **headers) as socket:
        return closing_code(socket)


def test_foreign_origins_and_foreign_seats_are_turned_away(house: House, anna: Person, ben: Person) -> None:
    table = anna.table("me", "me")
    assert closed_with(house, table, 0, Origin="https://evil.example") == 4403
    assert closed_with(house, table.seen_by(ben), 0) == 4403
    assert closed_with(house, At(anna, "nosuchtable1"), 0) == 4404
    with listening(house, table, 0, Origin=house.url) as socket:
        assert said(socket)["viewer"] == 0


def test_there_is_room_for_so_many_sockets_from_one_address(file: str) -> None:
    house = House(file, sockets_per_address="3").start()
    try:
        table = Person(house).table("me", "me")
        with listening(house, table, 0) as a, listening(house, table, 0) as b, listening(house, table, 0) as c:
            said(a), said(b), said(c)
            assert closed_with(house, table, 0) == 4429
        with listening(house, table, 0) as again:
            assert said(again)["type"] == "update"
    finally:
        house.stop()


def presence(socket: ClientConnection, wanted: list[bool]) -> Any:
    """Reads on until this socket is told who is here."""
    while True:
        news = said(socket)
        if [seat["here"] for seat in news["seats"]] == wanted:
            return news


def test_people_at_one_screen_are_here_while_their_hands_are_covered(house: House, anna: Person, ben: Person) -> None:
    table = anna.table("me", "me", "link")
    bens = table.claim(ben, 2)
    with listening(house, bens, 2) as remote:
        presence(remote, [False, False, True])
        with listening(house, table, None):
            presence(remote, [True, True, True])
        gone = presence(remote, [False, False, True])
        assert all(gone["seats"][seat]["away_since"] for seat in (0, 1))
        with listening(house, table, 1):
            presence(remote, [True, True, True])
