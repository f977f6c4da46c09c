"""The deal: nobody chooses it, neither the server nor whoever comes last, and afterwards everybody can check it."""

import json
import secrets
from typing import Any

import pytest
from msgspec.structs import replace
from server_house import At, House, Person

from capomastro.core.chance import commitment
from capomastro.core.deal import dealt_seed, share_commitment
from capomastro.core.matchfile import read


class Device:
    """A person whose device takes part in deals."""

    def __init__(self, house: House, name: str) -> None:
        self.person = Person(house, name)
        self.nonce = secrets.token_hex(32)

    @property
    def share(self) -> str:
        return share_commitment(self.nonce)

    def renew(self) -> None:
        self.nonce = secrets.token_hex(32)


def two_devices(house: House) -> tuple[Device, Device, At, At]:
    """Anna and Ben at a table of three with a bot, each committed; the deal waits for their nonces."""
    anna, ben = Device(house, "Anna"), Device(house, "Ben")
    table = anna.person.table("me", "link", "bot:random", share=anna.share)
    assert table.made["update"]["deal"]["stage"] == "people"
    bens = table.seen_by(ben.person)
    ben.person.post(f"{table.path}/claim", token=table.token(1), name="Ben", share=ben.share)
    return anna, ben, table, bens


def head_of(table: At) -> Any:
    return json.loads(table.person.client.get(f"{table.path}/export").text.split("\n")[0])


def test_nobody_begins_before_every_device_has_told_its_nonce(either: House) -> None:
    anna, ben, table, bens = two_devices(either)
    before = table.look()
    assert (before["status"], before["deal"]["stage"], before["deal"]["waiting"]) == ("open", "nonces", [0, 1])
    assert [share["commitment"] for share in before["deal"]["shares"]] == [anna.share, ben.share]
    table.post("share", round=1, nonce=anna.nonce)
    assert table.look()["deal"]["waiting"] == [1]
    assert bens.post("share", round=1, nonce=ben.nonce)["update"]["status"] == "running"
    assert table.look()["commitment"] == before["commitment"]


def test_no_nonce_is_told_to_others_before_the_end(house: House) -> None:
    anna, ben, table, bens = two_devices(house)
    table.post("share", round=1, nonce=anna.nonce)
    bens.post("share", round=1, nonce=ben.nonce)
    for _ in range(3):
        for at in (table, bens):
            for query in ({}, {"seat": "none"}, {"since": 0}):
                text = at.person.client.get(at.path, params=query).text
                assert anna.nonce not in text
                assert ben.nonce not in text
        for at in (table, bens):
            if at.look()["legal"]:
                at.step(at.look())


def test_the_match_is_dealt_from_the_secret_and_all_nonces(house: House) -> None:
    anna = Device(house, "Anna")
    table = anna.person.table("me", "me", share=anna.share)
    published = table.made["update"]["commitment"]
    table.post("share", round=1, nonce=anna.nonce)
    table.play()
    head = head_of(table)
    assert head["deal"]["shares"] == [{"seats": [0, 1], "commitment": anna.share, "nonce": anna.nonce}]
    assert commitment(bytes.fromhex(head["seed"])) == published == head["commitment"]
    match = read(anna.person.client.get(f"{table.path}/export").text)
    deal = match.setup.deal
    assert deal is not None
    facts = (head["game"], head["seats"])
    assert (deal.table, deal.rules, deal.components) == (table.table, head["rules"], head["components_hash"])
    assert match.setup.dealt() == dealt_seed(head["seed"], deal, *facts)
    assert anna.person.get(f"{table.path}/verify")["holds"]
    other = replace(deal, shares=())
    assert match.setup.dealt() != dealt_seed(head["seed"], other, *facts)


def test_a_nonce_is_taken_only_when_all_are_bound_and_only_the_one_that_fits(house: House) -> None:
    anna, ben = Device(house, "Anna"), Device(house, "Ben")
    table = anna.person.table("me", "open", share=anna.share)
    assert table.refused("share", round=1, nonce=anna.nonce)[1]["code"] == "nonces-early"
    bens = table.seen_by(ben.person)
    bens.post("sit", seat=1, name="Ben", share=ben.share)
    assert bens.refused("share", round=1, nonce=secrets.token_hex(32))[1]["code"] == "nonce-unfit"
    assert bens.refused("share", round=1, commitment=anna.share)[1]["code"] == "share-fixed"
    assert bens.refused("share", round=2, nonce=ben.nonce)[1]["code"] == "deal-moved-on"
    assert bens.refused("share", round=1)[1]["code"] == "share-what"
    assert bens.refused("share", round=1, nonce="x" * 64)[0] == 400
    bens.post("share", round=1, nonce=ben.nonce)
    assert bens.post("share", round=1, nonce=ben.nonce)["update"]["deal"]["waiting"] == [0], "sent twice, taken once"
    assert bens.refused("share", round=1, nonce=secrets.token_hex(32))[1]["code"] == "nonce-unfit", "changed late"
    table.post("share", round=1, nonce=anna.nonce)
    assert table.post("share", round=1, nonce=anna.nonce)["update"]["status"] == "running"


def test_whoever_withholds_a_nonce_is_named_and_left_out_of_another_round(tmp_path: Any) -> None:
    house = House(str(tmp_path / "tables.sqlite"), deal_seconds="0").start()
    try:
        anna, ben, table, bens = two_devices(house)
        first = table.look()["commitment"]
        table.post("share", round=1, nonce=anna.nonce)
        assert table.refused("redeal", round=1, without=[0])[1]["code"] == "deal-not-held-up"
        again = table.post("redeal", round=1, without=[1])["update"]
        assert again["deal"]["round"] == 2
        assert again["deal"]["stage"] == "commitments"
        assert again["deal"]["redone"] == [{"by": 0, "without": [1], "commitment": first}]
        assert again["commitment"] != first, "the server's secret is another one"
        assert bens.refused("share", round=1, nonce=ben.nonce)[1]["code"] == "deal-moved-on"
        anna.renew()
        table.post("share", round=2, commitment=anna.share)
        assert table.post("share", round=2, nonce=anna.nonce)["update"]["status"] == "running"
        deal = bens.look(since=0)["deal"]
        assert [share["seats"] for share in deal["shares"]] == [[0]]
    finally:
        house.stop()


def test_somebody_who_waits_must_be_patient_but_a_device_that_lost_its_nonce_need_not(house: House) -> None:
    _anna, ben, table, bens = two_devices(house)
    bens.post("share", round=1, nonce=ben.nonce)
    assert bens.refused("redeal", round=1, without=[0])[1]["code"] == "deal-patience"
    assert table.post("redeal", round=1)["update"]["deal"]["waiting"] == [0, 1]


def test_whoever_comes_after_a_nonce_was_told_begins_another_round(house: House) -> None:
    anna, ben, table, bens = two_devices(house)
    first = table.look()["commitment"]
    bens.post("share", round=1, nonce=ben.nonce)
    bens.post("leave", seat=1)
    deal = table.look()["deal"]
    assert (deal["round"], deal["stage"]) == (2, "people")
    assert table.look()["commitment"] != first
    ben.renew()
    bens.post("claim", token=table.token(1), name="Ben", share=ben.share)
    assert bens.refused("share", round=2, nonce=ben.nonce)[1]["code"] == "nonces-early"
    anna.renew()
    table.post("share", round=2, commitment=anna.share)
    bens.post("share", round=2, nonce=ben.nonce)
    assert table.post("share", round=2, nonce=anna.nonce)["update"]["status"] == "running"


def test_a_rematch_is_dealt_by_the_same_devices(house: House) -> None:
    anna = Device(house, "Anna")
    table = anna.person.table("me", "bot:random", share=anna.share)
    table.post("share", round=1, nonce=anna.nonce)
    table.play()
    again = At(anna.person, table.post("rematch")["table"])
    look = again.look()
    assert (look["status"], look["deal"]["stage"], look["deal"]["waiting"]) == ("open", "commitments", [1])
    anna.renew()
    again.post("share", round=1, commitment=anna.share)
    assert again.post("share", round=1, nonce=anna.nonce)["update"]["status"] == "running"


def test_a_table_of_programs_that_take_no_part_begins_at_once(house: House) -> None:
    table = Person(house).table("me", "bot:random")
    assert table.look()["status"] == "running"
    assert table.look(since=0)["deal"] is None
    assert table.refused("share", round=1, commitment="0" * 64)[1]["code"] == "already-begun"


def test_a_changed_nonce_does_not_pass(house: House) -> None:
    anna = Device(house, "Anna")
    table = anna.person.table("me", "me", share=anna.share)
    table.post("share", round=1, nonce=anna.nonce)
    table.play()
    match = read(anna.person.client.get(f"{table.path}/export").text)
    deal = match.setup.deal
    assert deal is not None
    with pytest.raises(ValueError, match="not the one it committed to"):
        replace(deal, shares=(replace(deal.shares[0], nonce=secrets.token_hex(32)),)).check()
