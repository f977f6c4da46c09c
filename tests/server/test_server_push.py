"""Notices of turns: by push, mail and webhook, as people want them; read by a push service that decrypts them."""

import time
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from push_service import Browser, PushService, push_service
from server_house import At, House, Person, steps_in, waited
from test_server_notices import dripping, link_in, mailbox, mailing, webhook
from test_server_notices import text_of as text_of_letter

from capomastro.server.protocol.addresses import check_push
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.storage.hours import due_at

WISHES: dict[str, Any] = {"webhook": None, "email": None, "language": "de", "zone": "Europe/Rome"}
NOW: dict[str, Any] = {"reminder_seconds": "0", "webhooks_anywhere": "1"}


def put(person: Person, path: str, **body: Any) -> Any:
    answer = person.client.put(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def until_seat(one: At, other: At, seat: int) -> None:
    """Plays with both until it is this seat's turn."""
    while (update := one.look())["to_act"][0]["seat"] != seat:
        at = one if update["to_act"][0]["seat"] == update["viewer"] else other
        at.step(at.look(), steps_in(at.look())[0])


def two_at(house: House, host: Person, ben: Person, **more: Any) -> tuple[At, At]:
    table = host.table("me", "link", options={"first": "1"}, **more)
    return table, table.claim(ben, 1)


def test_a_turn_is_pushed_once_signed_and_for_this_browser_alone_and_a_browser_that_left_is_forgotten(
    file: str,
) -> None:
    with push_service() as service:
        house = House(file, **NOW).start()
        try:
            host, ben = Person(house, "Host"), Person(house, "Ben")
            table, bens = two_at(house, host, ben, name="Sunday")
            service.key = ben.get("/api/me/notices")["key"]
            assert host.get("/api/me/notices")["key"] == service.key
            assert ben.refused("/api/me/push/test")[1]["code"] == "no-push"
            phone = Browser(service, "phone")
            told = put(ben, "/api/me/push", **phone.subscription, language="de", zone="Europe/Rome")
            assert (told["push"], told["browsers"], told["language"], told["digest"]) == (True, 1, "de", "each")

            assert ben.post("/api/me/push/test") == {"outcome": "sent"}
            assert service.read[0][1]["title"] == "Capomastro erreicht dich hier"
            until_seat(table, bens, 1)
            name, message = waited(lambda: service.read[1:], 30)[0]
            assert (name, message["title"], message["body"]) == ("phone", "Du bist am Zug", "Sunday")
            assert (message["path"], message["n"]) == (f"/t/{table.table}", 1)
            assert service.headers[1]["topic"] == message["tag"] == f"turn-{table.table}"
            assert not any(word in service.bodies[1] for word in (b"Sunday", b"Zug", table.table.encode()))

            until_seat(table, bens, 0)
            until_seat(table, bens, 1)  # another turn, another notice; the one before is not told again
            waited(lambda: len(service.read) == 3, 30)
            assert service.refused == []

            house.halt()
            house.start()
            for person in (host, ben):
                person.client.base_url = house.url
            assert ben.get("/api/me/notices")["key"] == service.key  # browsers know the server by it
            service.gone.add("phone")
            assert ben.post("/api/me/push/test") == {"outcome": "gone"}
            assert not ben.get("/api/me/notices")["push"]
        finally:
            house.stop()


def test_what_waits_at_the_same_time_is_one_message_in_push_mail_and_webhook_and_a_player_has_several_browsers(
    file: str,
) -> None:
    with push_service() as service, webhook() as (address, posted), mailbox() as (port, letters):
        house = House(file, **mailing(port)).start()
        try:
            host, ben, laptop = Person(house, "Host"), Person(house, "Ben"), Person(house, "Ben")
            service.key = ben.get("/api/me/notices")["key"]
            both = [two_at(house, host, ben, name=name) for name in ("Sunday", "Monday")]
            put(ben, "/api/me/push", **Browser(service, "phone").subscription)
            late = {"digest": "daily", "digest_at": (int(time.time()) // 60 + 720) % 1440, "zone": "UTC"}
            wishes = WISHES | late | {"language": "nl", "email": "ben@example.org", "webhook": address}
            told = put(ben, "/api/me/notices", **wishes)
            assert (told["consent"], told["digest"], told["mails"]) == ("asked", "daily", True)
            waited(lambda: letters, 30)
            assert ben.client.post(link_in(letters[0], "confirm")).status_code == 200

            put(ben, "/api/me", name="Ben")  # as a player, what they want is theirs on every device
            token = ben.post("/api/me/recovery")["token"]
            laptop.post("/api/me/recover", token=token)
            put(laptop, "/api/me/push", **Browser(service, "laptop").subscription)
            told = laptop.get("/api/me/notices")
            assert (told["browsers"], told["digest"], told["consent"]) == (2, "daily", "yes")

            for table, bens in both:
                until_seat(table, bens, 1)
            put(laptop, "/api/me/notices", **wishes | {"digest": "each"})  # what was kept for later is told now
            waited(lambda: len(service.read) >= 2 and posted and len(letters) > 1, 30)
            assert sorted(name for name, _ in service.read) == ["laptop", "phone"]
            for _, message in service.read:
                assert (message["title"], message["path"], message["n"]) == ("2 tafels wachten op je", "/", 2)
                assert sorted(message["body"].split(", ")) == ["Monday", "Sunday"]
            assert sorted(one["name"] for one in posted[0]["tables"]) == ["Monday", "Sunday"]
            assert "2 tafels wachten op je" in text_of_letter(letters[1])
            assert all(f"/t/{table.table}" in text_of_letter(letters[1]) for table, _ in both)
            assert not any(name in letters[1] for name in ("Sunday", "Monday"))
            assert (len(posted), len(letters)) == (1, 2)

            exported = laptop.get("/api/me/export")
            assert exported["notices"]["email"] == "ben@example.org"
            assert len(exported["pushes"]) == 2
            laptop.post("/api/me/leave")
            assert (laptop.get("/api/me/notices")["push"], ben.get("/api/me/notices")["browsers"]) == (False, 1)
            ben.post("/api/me/delete")
            left = ben.get("/api/me/notices")
            assert (left["email"], left["webhook"], left["browsers"], left["zone"]) == (None, None, 0, "UTC")
        finally:
            house.stop()


def test_what_cannot_be_is_refused_and_changes_nothing(file: str) -> None:
    """This server has no mail, and sends nothing to the inside."""
    house = House(file).start()
    try:
        anna = Person(house)
        service = PushService()
        good = Browser(service, "anna").subscription | {"endpoint": "https://push.example.org/x"}
        faults = {
            "bad-push": [
                ("/api/me/push", good | {"endpoint": "http://push.example.org/x"}),
                ("/api/me/push", good | {"p256dh": "BAAA"}),
                ("/api/me/push", good | {"auth": "AAAA"}),
            ],
            "no-mail": [("/api/me/notices", WISHES | {"email": "anna@example.org"})],
            "bad-webhook": [("/api/me/notices", WISHES | {"webhook": "ftp://example.org"})],
            "bad-zone": [("/api/me/notices", WISHES | {"zone": zone}) for zone in ("Mars/North", "../etc/passwd", "")],
            "bad-quiet-hours": [("/api/me/notices", WISHES | {"quiet_from": 60})],
        }
        for code, requests in faults.items():
            for path, body in requests:
                answer = anna.client.put(path, json=body)
                assert (answer.status_code, answer.json()["code"]) == (400, code), answer.text
        told = anna.get("/api/me/notices")
        assert (told["push"], told["webhook"], told["mails"]) == (False, None, False)

        with dripping() as (inside, asked, _):  # it is looked at where an address leads when it is used
            put(anna, "/api/me/push", **good | {"endpoint": inside.replace("http:", "https:")})
            assert anna.post("/api/me/push/test") == {"outcome": "unreachable"}
            assert not asked.is_set()
        assert anna.get("/api/me/notices")["outcome"] == "unreachable"
        assert anna.post("/api/me/push/remove")["push"] is False
    finally:
        house.stop()


@pytest.mark.parametrize("address", ["http://push.example.org/x", "https://a:b@x.org/", "nonsense"])
def test_a_push_service_is_never_asked_in_the_clear(address: str) -> None:
    with pytest.raises(Refusal):
        check_push(address, anywhere=False)


def moment(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Rome")).timestamp() * 1000)


@pytest.mark.parametrize(
    ("wish", "at", "due"),
    [
        ({}, "2026-11-16T23:30", "2026-11-16T23:30"),
        ({"quiet": (22 * 60, 8 * 60)}, "2026-11-16T21:59", "2026-11-16T21:59"),
        ({"quiet": (22 * 60, 8 * 60)}, "2026-11-16T22:00", "2026-11-17T08:00"),
        ({"quiet": (22 * 60, 8 * 60)}, "2026-11-17T07:59", "2026-11-17T08:00"),
        ({"quiet": (22 * 60, 8 * 60)}, "2026-11-17T08:00", "2026-11-17T08:00"),
        ({"quiet": (13 * 60, 15 * 60)}, "2026-11-17T14:10", "2026-11-17T15:00"),
        ({"quiet": (22 * 60, 8 * 60)}, "2026-03-28T23:00", "2026-03-29T08:00"),  # the clocks are set forward that night
        ({"digest": "hourly"}, "2026-11-16T10:20", "2026-11-16T11:00"),
        ({"digest": "daily"}, "2026-11-16T10:20", "2026-11-16T18:00"),
        ({"digest": "daily"}, "2026-11-16T18:00", "2026-11-17T18:00"),
        ({"digest": "daily", "quiet": (17 * 60, 20 * 60)}, "2026-11-16T10:20", "2026-11-16T20:00"),
        ({"digest": "hourly", "quiet": (22 * 60, 8 * 60)}, "2026-11-16T21:30", "2026-11-17T08:00"),
    ],
)
def test_notices_keep_to_the_hours_of_the_persons_own_clock(wish: dict[str, Any], at: str, due: str) -> None:
    first, last = wish.get("quiet", (None, None))
    row = SimpleNamespace(
        zone="Europe/Rome", digest=wish.get("digest", "each"), digest_at=18 * 60, quiet_from=first, quiet_to=last
    )
    assert due_at(row, moment(at)) == moment(due)
