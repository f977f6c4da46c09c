"""Reminders for people who are away, and that webhooks cannot be aimed at the inside."""

import http.server
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from server_house import House, Person, decoded, steps_in, waited
from test_server_stream import listening, said

from capomastro.server.notices import check_mail, check_webhook, public_address
from capomastro.server.refusals import Refusal


@contextmanager
def webhook() -> Iterator[tuple[str, list[Any]]]:
    """A server that keeps what is posted to it."""
    posted: list[Any] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            posted.append(decoded(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
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


def test_who_is_away_is_reminded_once_a_turn_by_webhook_and_mail(file: str) -> None:
    with webhook() as (address, posted), mailbox() as (port, letters):
        settings = {"smtp_host": "127.0.0.1", "smtp_port": str(port), "smtp_starttls": "false"}
        house = House(
            file, reminder_seconds="0", webhooks_anywhere="1", mail_from="host@example.org", **settings
        ).start()
        try:
            host, ben = Person(house, "Host"), Person(house, "Ben")
            table = host.table("me", "link", options={"first": "1"})
            bens = table.claim(ben, 1)
            wishes = {"seat": 1, "webhook": address, "email": "ben@example.org"}
            assert ben.client.put(f"{bens.path}/notify", json=wishes).status_code == 200
            while bens.look()["to_act"][0]["seat"] != 1:
                table.step(table.look())
            waited(lambda: posted and letters, 30)
            assert posted[0]["seat"] == 1
            assert posted[0]["text"] == "Ben, it is your turn at Palazzo."
            assert "To: ben@example.org" in letters[0]
            bens.step(bens.look(), steps_in(bens.look())[0])
            said_twice = [notice for notice in posted if notice["table"] == table.table]
            assert len(said_twice) == len(posted) == 1
        finally:
            house.stop()


def test_who_is_there_is_not_reminded(file: str) -> None:
    with webhook() as (address, posted):
        house = House(file, reminder_seconds="0", webhooks_anywhere="1").start()
        try:
            host = Person(house, "Host")
            table = host.table("me", "me", webhook=address)
            with listening(house, table, 0) as one, listening(house, table, 1) as two:
                said(one), said(two)
                table.play(6)
                waited(lambda: True, 1)
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
    ],
)
def test_webhooks_never_go_to_private_addresses(host: str) -> None:
    with pytest.raises(OSError, match="public"):
        public_address(host, 80, anywhere=False)


@pytest.mark.parametrize(
    "address", ["ftp://x.org", "//x.org", "http://", "https://a:b@x.org/", "http://x.org:99999/", "hi"]
)
def test_what_is_no_web_address_is_no_webhook(address: str) -> None:
    with pytest.raises(Refusal):
        check_webhook(address)


@pytest.mark.parametrize("address", ["a", "a@b", "a@b.c\r\nBcc: x@y.z", "a b@c.d", "<a@b.c>"])
def test_what_is_no_mail_address_is_refused(address: str) -> None:
    with pytest.raises(Refusal):
        check_mail(address)
