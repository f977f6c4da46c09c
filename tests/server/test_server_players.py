"""Players: one identity over tables and devices, made by a recovery link or a passkey; nobody needs one."""

import subprocess
import sys
from contextlib import ExitStack
from typing import Any

import httpx
from server_house import PATIENCE, UNENCRYPTED, At, House, Person
from test_server_seats import by_key, follow, not_let_in, several
from test_server_stream import closing_code

SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"


def be_player(person: Person, **more: Any) -> Any:
    answer = person.client.put("/api/me", json={"name": person.name, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()["player"]


def recovery(person: Person) -> str:
    token: str = person.post("/api/me/recovery")["token"]
    return token


def joined(house: House, token: str, name: str = "Phone", **more: Any) -> Person:
    """A further device of the player's."""
    person = Person(house, name)
    person.post("/api/me/recover", token=token, **more)
    return person


def my_tables(person: Person) -> set[str]:
    return {row["table"] for row in person.get("/api/lobby")["mine"]}


def remove(person: Person) -> Any:
    """Removes the player's other device."""
    devices = person.get("/api/me")["player"]["devices"]
    other = next(one["device"] for one in devices if not one["this"])
    return person.post("/api/me/devices/remove", device=other)


def test_nobody_needs_to_be_a_player(either: House) -> None:
    anna = Person(either)
    assert anna.get("/api/me") == {"player": None, "tables": 0}
    anna.table("me", "bot:random")
    assert anna.get("/api/me") == {"player": None, "tables": 1}
    assert anna.refused("/api/me/recovery")[1]["code"] == "no-player"
    assert anna.refused("/api/me/leave")[1]["code"] == "no-player"


def test_a_player_has_a_name_a_language_and_a_picture(either: House) -> None:
    anna = Person(either)
    made = be_player(anna, language="de", picture="lion")
    assert (made["name"], made["language"], made["picture"], made["recovery"]) == ("Anna", "de", "lion", False)
    assert be_player(anna, picture="pattern")["picture"] == "pattern"
    answer = anna.client.put("/api/me", json={"name": "Anna", "picture": "https://example.org/me.png"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-body")


def test_the_others_at_a_table_see_a_players_picture(either: House) -> None:
    anna, ben = Person(either), Person(either, "Ben")
    table = anna.table("me", "link")
    follow(ben, table, table.token(1), name="Ben")
    assert "picture" not in table.look()["seats"][1], "a guest has none"
    be_player(ben, picture="lion")
    assert table.look()["seats"][1]["picture"] == "lion"
    be_player(ben, picture="mask")
    assert table.look()["seats"][1]["picture"] == "mask"
    ben.post("/api/me/delete")
    assert "picture" not in table.look()["seats"][1]


def test_the_tables_of_a_player_are_on_all_of_their_devices(either: House) -> None:
    laptop, ben = Person(either), Person(either, "Ben")
    before = laptop.table("me", "link", "link")
    be_player(laptop)
    phone = joined(either, recovery(laptop))
    assert my_tables(phone) == {before.table}
    phones = before.seen_by(phone)
    assert (phones.look()["held"], phones.look()["host"], phones.look()["owner"]) == ([0], True, 0)
    after = phone.table("me", "link")
    assert after.seen_by(laptop).look()["held"] == [0]
    assert after.seen_by(laptop).look()["host"]
    bens = ben.table("me", "open", "open")
    bens.seen_by(phone).post("sit", seat=1, name="Anna")
    assert bens.seen_by(laptop).look()["held"] == [1]
    bens.seen_by(laptop).post("leave", seat=1)
    assert bens.seen_by(phone).look()["held"] == []
    assert my_tables(laptop) == my_tables(phone) == {before.table, after.table}


def test_a_device_brings_its_own_seats_only_if_it_says_so(either: House) -> None:
    laptop = Person(either)
    be_player(laptop)
    token = recovery(laptop)
    for bring in (False, True):
        phone = Person(either, "Phone")
        own = phone.table("me", "bot:random")
        phone.post("/api/me/recover", token=token, bring=bring)
        assert own.seen_by(laptop).look()["held"] == ([0] if bring else [])
        phone.post("/api/me/leave")
        assert own.look()["held"] == ([] if bring else [0])


def test_a_recovery_link_says_whose_it_is_and_ends_when_it_is_renewed(either: House) -> None:
    laptop, phone = Person(either), Person(either, "Phone")
    be_player(laptop)
    old = recovery(laptop)
    looked = phone.post("/api/me/recover", token=old, look=True)["player"]
    assert (looked["name"], looked["devices"], looked["passkeys"]) == ("Anna", [], [])
    assert phone.get("/api/me")["player"] is None, "looking is not following"
    new = recovery(laptop)
    assert phone.refused("/api/me/recover", token=old)[1]["code"] == "recovery-not-good"
    phone.post("/api/me/recover", token=new)
    cleo = Person(either, "Cleo")
    be_player(cleo)
    assert cleo.refused("/api/me/recover", token=new)[1]["code"] == "signed-in-already"


def test_signing_out_takes_the_players_seats_from_the_device_alone(either: House) -> None:
    laptop = Person(either)
    table = laptop.table("me", "me")
    be_player(laptop)
    token = recovery(laptop)
    phone = joined(either, token)
    with ExitStack() as stack:
        sockets = several(stack, either, table.seen_by(phone), 0)
        phone.post("/api/me/leave")
        assert [closing_code(socket) for socket in sockets] == [4403] * len(sockets)
    assert table.seen_by(phone).look()["held"] == []
    assert table.look()["held"] == [0, 1]
    laptop.post("/api/me/leave")
    assert table.look()["held"] == []
    assert table.seen_by(joined(either, token, "Tablet")).look()["held"] == [0, 1], "the player keeps the seats"


def test_a_removed_device_of_a_player_has_nothing_left(either: House) -> None:
    laptop, ben = Person(either), Person(either, "Ben")
    be_player(laptop)
    phone = joined(either, recovery(laptop))
    phone.client.headers["User-Agent"] = SAFARI
    table = ben.table("me", "link")
    key = follow(phone, table, table.token(1), name="Anna")["link"]["token"]
    link = table.seen_by(phone).post("devices", seat=1)["token"]
    stolen = recovery(phone)
    assert remove(laptop)["player"]["recovery"] is False
    assert phone.get("/api/me")["player"] is None
    assert table.seen_by(phone).look()["held"] == []
    assert not_let_in(phone, table, key) == "link-not-good"
    assert not_let_in(phone, table, link) == "link-not-good"
    assert by_key(either, table, key, seat=1).status_code == 403
    assert phone.refused("/api/me/recover", token=stolen)[1]["code"] == "recovery-not-good"
    assert table.seen_by(laptop).look()["held"] == [1]


def test_a_device_removed_at_a_table_is_the_players_no_longer(either: House) -> None:
    """Otherwise it would let itself in again by a recovery link of its own making."""
    laptop = Person(either)
    table = laptop.table("me", "me")
    be_player(laptop)
    phone = joined(either, recovery(laptop))
    devices = laptop.get(f"{table.path}/devices", seat=0)["devices"]
    assert len(devices) == 2, "the player's mark is no device"
    table.post("devices/remove", seat=0, device=next(one["device"] for one in devices if not one["this"]))
    assert phone.get("/api/me")["player"] is None
    assert table.seen_by(phone).look()["held"] == []
    assert phone.refused("/api/me/recovery")[1]["code"] == "no-player"


def test_a_stranger_who_is_removed_from_a_seat_goes_with_all_of_their_devices(either: House) -> None:
    anna, thief = Person(either), Person(either, "Thief")
    be_player(thief)
    other = joined(either, recovery(thief), "Other")
    table = anna.table("me", "me")
    follow(thief, table, table.post("devices", seat=0))
    assert table.seen_by(other).look()["held"] == [0]
    devices = anna.get(f"{table.path}/devices", seat=0)["devices"]
    table.post("devices/remove", seat=0, device=next(one["device"] for one in devices if not one["this"]))
    for person in (thief, other):
        assert table.seen_by(person).look()["held"] == []
    again = joined(either, recovery(thief), "Again")
    assert table.seen_by(again).look()["held"] == []


def test_whoever_was_put_out_comes_back_by_no_other_device(either: House) -> None:
    anna, ben = Person(either), Person(either, "Ben")
    be_player(ben)
    other = joined(either, recovery(ben), "Other")
    table = anna.table("me", "open", "open")
    table.seen_by(ben).post("sit", seat=1, name="Ben")
    table.post("free", seat=1)
    assert table.seen_by(other).refused("sit", seat=1, name="Ben")[1]["code"] == "put-out"


def test_a_rematch_is_on_all_devices_too(either: House) -> None:
    laptop = Person(either)
    be_player(laptop)
    phone = joined(either, recovery(laptop))
    table = phone.table("me", "bot:random")
    table.play()
    again = At(laptop, table.seen_by(laptop).post("rematch")["table"])
    assert again.look()["held"] == again.seen_by(phone).look()["held"] == [1]


def test_the_server_starts_without_what_only_passkeys_need() -> None:
    code = "import sys, capomastro.server.http.app; print([name for name in sys.modules if name == 'webauthn'])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_a_passkey_that_nobody_asked_for_opens_nothing(either: House) -> None:
    anna = Person(either)
    be_player(anna)
    credential = {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {}}
    for path in ("/api/me/passkeys", "/api/me/sign-in"):
        answer = httpx.post(either.url + path, json={"credential": credential}, timeout=PATIENCE, verify=UNENCRYPTED)
        assert (answer.status_code, answer.json()["code"]) == (403, "passkey-not-good")
    options = anna.post("/api/me/passkeys/options")["options"]
    assert options["rp"]["id"] == "127.0.0.1"
    assert options["user"]["name"] == "Anna"
    assert anna.refused("/api/me/passkeys", credential=credential)[1]["code"] == "passkey-not-good"
    assert anna.refused("/api/me/passkeys", credential=credential)[1]["code"] == "passkey-not-good"
