"""Reminders for people who are away, and that webhooks cannot be aimed at the inside."""

import asyncio
import http.server
import re
import socket
import socketserver
import threading
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from email import message_from_string as parsed
from email import policy
from typing import Any

import pytest
from server_house import PATIENCE, House, Person, decoded, steps_in, waited
from server_workers import workers
from sqlalchemy import Connection, select
from test_server_races import ANNA
from test_server_stream import listening, said

from capomastro.core.catalogue import game_named
from capomastro.server.notify import consent, reminders
from capomastro.server.notify.consent import Letter
from capomastro.server.notify.mail import reminder
from capomastro.server.notify.webhooks import is_public, post, public_address
from capomastro.server.protocol.addresses import check_mail, check_webhook
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.bodies import NewSeat, NewTable
from capomastro.server.protocol.identity import new_secret
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.settings import Settings
from capomastro.server.storage.rows import DAY_MS
from capomastro.server.storage.schema import outbox
from capomastro.server.table import owner
from capomastro.server.table.registry import Registry


@contextmanager
def webhook() -> Iterator[tuple[str, list[Any]]]:
    """A server that keeps what is posted to it."""
    posted: list[Any] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            posted.append(decoded(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(302 if self.path.endswith("?elsewhere") else 204)
            self.send_header("Location", "/hook")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/hook", posted
        server.shutdown()


@contextmanager
def mailbox() -> Iterator[tuple[int, list[str]]]:
    """As much of SMTP as a test needs."""
    letters: list[str] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 test\r\n")
            while line := self.rfile.readline():
                word = line[:4].upper()
                if word == b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    text = b""
                    while not text.endswith(b"\r\n.\r\n"):
                        text += self.rfile.readline()
                    letters.append(text.decode())
                elif word == b"QUIT":
                    self.wfile.write(b"221 bye\r\n")
                    return
                self.wfile.write(b"250 fine\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1], letters
        server.shutdown()


HERE = "http://play.example.org"


def mailing(port: int) -> dict[str, Any]:
    return {
        "smtp_host": "127.0.0.1",
        "smtp_port": str(port),
        "smtp_starttls": "false",
        "mail_from": "host@example.org",
        "base_url": HERE,
        "reminder_seconds": "0",
        "webhooks_anywhere": "1",
    }


def text_of(letter: str) -> str:
    return str(parsed(letter, policy=policy.default).get_content()).replace("\r\n", "\n")


def link_in(letter: str, what: str) -> str:
    found = re.search(rf"{HERE}(/mail/{what}\?key=[A-Za-z0-9_-]{{22}})", text_of(letter))
    assert found, letter
    return found[1]


def to(letters: list[str], address: str) -> list[str]:
    return [letter for letter in letters if f"To: {address}" in letter]


def test_who_is_away_is_reminded_once_a_turn_by_webhook_and_by_mail_once_its_reader_has_said_yes(file: str) -> None:
    with webhook() as (address, posted), mailbox() as (port, letters):
        house = House(file, **mailing(port)).start()
        try:
            host, ben = Person(house, "Host"), Person(house, "Ben")
            table = host.table("me", "link", options={"first": "1"}, name="Buy now")
            bens = table.claim(ben, 1)
            wishes = {"seat": 1, "webhook": address, "email": "ben@example.org"}
            language = {"Accept-Language": "nl"}
            answer = ben.client.put(f"{bens.path}/notify", json=wishes, headers=language)
            assert (answer.status_code, answer.json()["consent"]) == (200, "asked")
            while bens.look()["to_act"][0]["seat"] != 1:
                table.step(table.look())
            waited(lambda: posted and letters)
            assert posted[0]["seat"] == 1
            assert posted[0]["text"] == "Ben, it is your turn at Buy now."
            assert len(letters) == 1
            assert "Iemand heeft Capomastro" in text_of(letters[0])
            assert not any(name in letters[0] for name in ("Ben,", "Host", "Buy now"))

            confirm = link_in(letters[0], "confirm")
            assert "<form" in ben.client.get(confirm).text  # looking is not saying yes: programs look at links too
            assert ben.get(f"{bens.path}/notify")["consent"] == "asked"
            assert ben.client.post(confirm).status_code == 200
            assert ben.get(f"{bens.path}/notify")["consent"] == "yes"

            bens.step(bens.look(), steps_in(bens.look())[0])
            while bens.look()["to_act"][0]["seat"] == 1:
                bens.step(bens.look())
            while bens.look()["to_act"][0]["seat"] != 1:
                table.step(table.look())
            waited(lambda: len(letters) > 1 and len(posted) > 1)
            assert "To: ben@example.org" in letters[1]
            assert f"Je bent aan de beurt aan een tafel van Palazzo\n\n{HERE}/t/{table.table}" in text_of(letters[1])
            assert not any(name in letters[1] for name in ("Ben,", "Host", "Buy now"))
            headers = parsed(letters[1], policy=policy.default)
            assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            assert len([notice for notice in posted if notice["table"] == table.table]) == len(posted) == 2

            stop = str(headers["List-Unsubscribe"]).strip("<> ").removeprefix(HERE)
            clicked = Person(house, "Mail program").client.post(stop, data={"List-Unsubscribe": "One-Click"})
            assert clicked.status_code == 200
            for person, at in ((ben, bens), (host, table)):
                seat = 1 if person is ben else 0
                refused = person.client.put(f"{at.path}/notify", json=wishes | {"seat": seat})
                assert (refused.status_code, refused.json()["code"]) == (409, "mail-unwanted")
            assert ben.client.get("/mail/stop?key=nonsense").status_code == 404
            assert ben.client.get(f"/mail/confirm?key={'x' * 22}").status_code == 404
        finally:
            house.stop()


def test_nobody_can_have_strangers_mailed_by_writing_their_address_down(file: str) -> None:
    with mailbox() as (port, letters):
        house = House(file, **mailing(port)).start()
        try:
            wishes = {"seat": 0, "webhook": None, "email": "Victim@example.org"}
            for number in range(6):
                stranger = Person(house, "Win at evil.example")
                table = stranger.table("me", "me", name="Win at evil.example", options={"first": "1"})
                asked = stranger.client.put(f"{table.path}/notify", json=wishes)
                assert asked.status_code == 200
                stranger.client.put(f"{table.path}/notify", json=wishes | {"seat": 1})
                table.play(8, seed=number)
            asker = Person(house)
            table = asker.table("me", "me")
            codes = []
            for number in range(8):
                body = {"seat": 0, "webhook": None, "email": f"other{number}@example.org"}
                codes.append(asker.client.put(f"{table.path}/notify", json=body).status_code)
            assert codes.count(429) == 4  # ten new addresses a day from one place
            waited(lambda: len(letters) >= 6)
            threading.Event().wait(6)  # another round of the post
            assert len(to(letters, "victim@example.org")) == 2
            assert len(letters) == 6
            assert "evil" not in "".join(letters)
        finally:
            house.stop()


@contextmanager
def dripping() -> Iterator[tuple[str, threading.Event, threading.Event]]:
    """A webhook that answers one character at a time, for ever; and when it was asked, and let go."""
    asked, gone = threading.Event(), threading.Event()

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            asked.set()
            try:
                while True:
                    self.request.sendall(b"H")
                    threading.Event().wait(0.1)
            except OSError:
                gone.set()

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/", asked, gone
        server.shutdown()


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, file: str) -> str:
    """Of one's own: the server of other tests would send what is due here."""
    return file if request.param == "sqlite" else request.getfixturevalue("postgres").empty("notices")


def test_a_webhook_that_drips_delays_nobody_and_is_cut_off(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def sent(registry: Registry, tables: list[str]) -> list[str]:
        done = select(outbox.c.table_id).where(outbox.c.outcome == "sent", outbox.c.table_id.in_(tables))
        return list(await registry.read(lambda db: db.execute(done).scalars().all()))

    async def run() -> None:
        async with workers(db, reminder_seconds=0.0, webhooks_anywhere=True) as (registry,):
            with dripping() as (slow, asked, gone), webhook() as (address, posted):
                courier = reminders.Courier(registry)
                monkeypatch.setattr(reminders, "SECONDS", 3600.0)
                good = address.replace("127.0.0.1", "localhost")
                tables = [await hooked(registry, slow) for _ in range(6)] + [await hooked(registry, good)]
                assert await courier.send_due() >= 7
                assert await asyncio.to_thread(asked.wait, PATIENCE)
                await asyncio.to_thread(waited, lambda: posted)
                while not await sent(registry, tables):
                    await asyncio.sleep(0.05)
                assert not gone.is_set()  # the slow one is still being listened to
            with dripping() as (slow, _, gone):
                courier = reminders.Courier(registry)
                monkeypatch.setattr(reminders, "SECONDS", 0.5)
                tables.append(await hooked(registry, slow))
                assert await courier.send_due() >= 1
                assert await asyncio.to_thread(gone.wait, PATIENCE)
                while courier.under_way:
                    await asyncio.sleep(0.05)
            assert await sent(registry, tables) == tables[-2:-1]

    asyncio.run(run())


async def hooked(registry: Registry, address: str) -> str:
    """A table where it is the turn of somebody who is away and has this webhook."""
    seats = (NewSeat(kind="me", name="Anna"), NewSeat(kind="me", name="Anna too"))
    created = await owner.create(registry, ANNA, NewTable(game="palazzo", seats=seats, webhook=address))
    return created.table


def test_a_table_and_an_address_get_only_so_much_in_a_day(db: str) -> None:
    async def run() -> None:
        async with workers(db, 2) as (one, other):
            key = f"table {new_secret()}"
            day = DAY_MS * 20_000
            spent = [
                await registry.writer.write("", NOBODY, lambda db: consent.spend(db, key, 3, day))
                for registry in (one, other, one, other)
            ]
            assert spent == [True, True, True, False]
            assert await one.writer.write("", NOBODY, lambda db: consent.spend(db, key, 3, day + DAY_MS))

    asyncio.run(run())


def test_an_address_that_has_not_answered_can_be_asked_again_the_next_day(file: str) -> None:
    async def run() -> None:
        async with workers(file) as (registry,):

            def ask(at: int) -> Awaitable[bool]:
                """Writes the address down; whether its reader is to be asked then."""

                def work(db: Connection) -> bool:
                    consent.ask(db, "anna@example.org", "device", "sender", "en", at)
                    letters = [consent.take_to_ask(db, row, at) for row in consent.to_be_asked(db, 5)]
                    return len(letters) == 1

                return registry.writer.write("", NOBODY, work)

            day = DAY_MS * 20_000
            assert [await ask(at) for at in (day, day + 1000, day + DAY_MS + 1)] == [True, False, True]

    asyncio.run(run())


def test_a_webhook_is_reached_where_its_name_was_checked_and_redirections_are_not_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[str] = []
    resolve = socket.getaddrinfo

    def lookup(host: Any, *more: Any, **named: Any) -> Any:
        if host == "rebinding.example":
            looked.append(host)
            host = "127.0.0.1" if len(looked) == 1 else "192.0.2.1"
        return resolve(host, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with webhook() as (address, posted):
        asyncio.run(post(address.replace("127.0.0.1", "rebinding.example"), b'{"a": 1}', anywhere=True))
        assert (posted, looked) == ([{"a": 1}], ["rebinding.example"])
        with pytest.raises(OSError, match="302"):
            asyncio.run(post(address + "?elsewhere", b"{}", anywhere=True))
        assert len(posted) == 2


def test_who_is_there_is_not_reminded(file: str) -> None:
    with webhook() as (address, posted):
        house = House(file, reminder_seconds="0", webhooks_anywhere="1").start()
        try:
            host = Person(house, "Host")
            table = host.table("me", "me", webhook=address)
            with listening(house, table, 0) as one, listening(house, table, 1) as two:
                said(one), said(two)
                table.play(6)
                threading.Event().wait(6)
            assert posted == []
        finally:
            house.stop()


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "10.0.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "::1",
        "::ffff:127.0.0.1",
        "fd00::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "::",
        "::127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::7f00:1",
        "2002:7f00:1::",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:db8::1",
        "100::1",
        "0.1.2.3",
        "100.64.0.1",
        "192.0.0.8",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "198.18.0.1",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
    ],
)
def test_webhooks_never_go_to_private_addresses(host: str) -> None:
    with pytest.raises(OSError, match="public"):
        public_address(host, 80, anywhere=False)


@pytest.mark.parametrize("host", ["1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1", "192.0.1.1"])
def test_webhooks_go_to_public_addresses(host: str) -> None:
    assert is_public(host)


@pytest.mark.parametrize(
    "address",
    ["ftp://x.org", "//x.org", "http://", "https://a:b@x.org/", "http://x.org:99999/", "hi", "http://x.org/ b"],
)
def test_what_is_no_web_address_is_no_webhook(address: str) -> None:
    with pytest.raises(Refusal):
        check_webhook(address)


@pytest.mark.parametrize("address", ["a", "a@b", "a@b.c\r\nBcc: x@y.z", "a b@c.d", "<a@b.c>"])
def test_what_is_no_mail_address_is_refused(address: str) -> None:
    with pytest.raises(Refusal):
        check_mail(address)


@pytest.mark.parametrize(("language", "title"), [("de", "Die Säulen von Venedig"), ("nl", "De Pilaren van Venetië")])
def test_a_reminder_by_mail_names_the_game_in_the_readers_language(language: str, title: str) -> None:
    settings = Settings(base_url="https://play.example.org", mail_from="table@example.org")
    mail = reminder(settings, Letter("anna@example.org", "secret", language), game_named("pillars"), "/t/x")
    assert title in mail["Subject"]
    assert "Pillars" not in mail["Subject"] + mail.get_content()
