"""Who holds a seat: nobody else sees with its eyes, whatever was handed out, kept open, or handed back."""

from contextlib import ExitStack
from typing import Any

from server_house import At, House, Person
from test_server_stream import closing_code, listening, said
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection


def until_closed(socket: ClientConnection) -> tuple[int, list[Any]]:
    """The code with which a socket is closed, and everything it says before."""
    heard: list[Any] = []
    try:
        while True:
            heard.append(said(socket))
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code, heard


def several(stack: ExitStack, house: House, table: At, seat: int | None, **headers: str) -> list[ClientConnection]:
    """Some sockets, so that every worker has one of them, after their first word."""
    sockets = [stack.enter_context(listening(house, table, seat, **headers)) for _ in range(4)]
    for socket in sockets:
        assert said(socket)["viewer"] == seat
    return sockets


def test_whoever_leaves_is_told_nothing_of_the_next_one_on_the_seat(either: House) -> None:
    anna, ben, cleo = Person(either), Person(either, "Ben"), Person(either, "Cleo")
    table = anna.table("me", "open", "link")
    bens, cleos = table.seen_by(ben), table.seen_by(cleo)
    bens.post("sit", seat=1, name="Ben")
    with ExitStack() as stack:
        sockets = several(stack, either, bens, 1)
        bens.post("leave", seat=1)
        cleos.post("sit", seat=1, name="Cleo")
        cleos.post("chat", seat=1, text="between ourselves")
        table.post("fill", seat=2, bot="random")
        assert cleos.look()["status"] == "running"
        for socket in sockets:
            code, heard = until_closed(socket)
            assert code == 4403
            assert not [news for news in heard if news["type"] == "chat" or news["view"] is not None]


def test_a_link_that_was_renewed_no_longer_hears_anything(either: House) -> None:
    anna, ben = Person(either), Person(either, "Ben")
    table = anna.table("me", "open")
    bens = table.seen_by(ben)
    old = bens.post("sit", seat=1, name="Ben")["link"]["token"]
    with ExitStack() as stack:
        sockets = several(stack, either, bens, 1, Cookie="", Authorization=f"Bearer {old}")
        own = stack.enter_context(listening(either, bens, 1))
        said(own)
        bens.post("link", seat=1)
        for socket in sockets:
            assert closing_code(socket) == 4403
        own.send('{"type":"ping"}')
        while said(own)["type"] != "pong":
            pass
