"""The upgrade drill: stores of earlier releases are served by this one, and everybody finds what they left."""

from collections.abc import Iterator
from typing import Any

import pytest
from server_archive import STORES, archived_answers, as_said_since, restore
from server_house import At, House, Person, setup_of, steps_in
from sqlalchemy import select

from capomastro.core.matchfile import read
from capomastro.server.protocol.step_lists import spelled_out
from capomastro.server.settings import Settings
from capomastro.server.storage import database
from capomastro.server.storage.schema import entries

SAME = ("status", "seen", "scores", "winners", "seed", "options", "undoable")
HAPPENED = ("n", "at", "kind", "seat", "facts", "text")


class Upgraded:
    """A store of an earlier release, served by this one; `anna` sits everywhere."""

    def __init__(self, store: str, address: str) -> None:
        self.store, self.address = store, address
        restore(store, address)
        told = archived_answers(store)
        self.told: dict[str, Any] = told["tables"]
        self.house = House(address, workers=2 if address.startswith("postgresql") else 1).start()
        self.anna = Person(self.house)
        self.anna.client.cookies.update(told["cookie"])

    def at(self, name: str) -> At:
        return At(self.anna, self.told[name]["table"])


@pytest.fixture(
    scope="module", params=[(store, kind) for store in STORES for kind in ("sqlite", "postgresql")], ids="-".join
)
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgraded]:
    store, kind = request.param
    if kind == "sqlite":
        address = str(tmp_path_factory.mktemp(store) / "tables.sqlite")
    else:
        address = request.getfixturevalue("postgres").empty(store.replace("-", "_"))
    found = Upgraded(store, address)
    yield found
    found.house.stop()


def test_every_table_says_what_it_said_before_the_upgrade(upgraded: Upgraded) -> None:
    for name, told in upgraded.told.items():
        table = upgraded.at(name)
        for seat, then in told["updates"].items():
            now = table.look(seat=seat)
            assert {key: now[key] for key in SAME} == {key: then[key] for key in SAME}, (name, seat)
            offered = (
                [] if now["status"] == "closed" else spelled_out(then["legal"])
            )  # once, closed tables offered steps
            assert spelled_out(now["legal"]) == offered, (name, seat)
            assert [(one["seat"], one["since"]) for one in now["to_act"]] == [
                (one["seat"], one["since"]) for one in then["to_act"]
            ]
            if (upgraded.store, name) == ("store-0001", "finished pillars"):
                then["view"]["begun"] = []  # where it had ended, a beginning was forgotten
            assert as_said_since(now["view"]) == as_said_since(then["view"]), (name, seat)
            log = table.person.get(f"{table.path}/log", seat=seat)["events"]
            assert [[one[key] for key in HAPPENED] for one in log] == [
                [one[key] for key in HAPPENED] for one in told["logs"][seat]
            ]


def test_stored_steps_are_texts_and_setups_name_their_components(upgraded: Upgraded) -> None:
    engine = database.open_engine(Settings(db=upgraded.address), writing=False)
    with engine.connect() as db:
        rows = db.execute(select(entries.c.step, entries.c.number).where(entries.c.kind == "step")).all()
    engine.dispose()
    assert rows
    assert all(row.step and row.number == 0 for row in rows)
    for name, told in upgraded.told.items():
        row, _ = setup_of(upgraded.address, told["table"])
        assert row.setup.components_hash, name
        assert (row.setup.components_number == 1) == (row.setup.components is None), name
        assert row.rules == row.setup.rules == 1


def test_finished_matches_are_exported_and_verified_as_before(upgraded: Upgraded) -> None:
    for name in ("finished", "finished pillars"):
        table = upgraded.at(name)
        now, then = (
            read(text) for text in (table.person.client.get(f"{table.path}/export").text, upgraded.told[name]["file"])
        )
        assert now.state.key() == then.state.key()
        assert now.steps() == then.steps()
        assert table.person.get(f"{table.path}/verify")["holds"]


@pytest.mark.parametrize("name", ["running", "running pillars", "running, rewound", "running, own box"])
def test_running_matches_are_played_on(upgraded: Upgraded, name: str) -> None:
    """One of them to its end, which shows that everything can be dealt again."""
    table, to_the_end = upgraded.at(name), name == "running, rewound"
    before = upgraded.told[name]["updates"]["none"]["seen"]
    update = table.play(None if to_the_end else 40, 5)
    assert update["frozen"] is None
    assert table.look(seat="none")["seen"] > before
    if to_the_end:
        assert table.person.get(f"{table.path}/verify")["holds"]


def test_the_story_of_a_match_that_went_back_is_told_step_by_step(upgraded: Upgraded) -> None:
    """It was played again with the chance before the rewind, and failed at the first card that came otherwise."""
    for name in ("finished", "finished pillars"):
        table = upgraded.at(name)
        story = table.person.get(f"{table.path}/replay/events", seat="all")
        assert story["steps"] == len(read(upgraded.told[name]["file"]).entries)
        assert story["events"][-1]["n"] == story["steps"]


def test_open_tables_are_begun_and_closed_ones_stay_closed(upgraded: Upgraded) -> None:
    table = upgraded.at("open")
    table.post("fill", seat=1, bot="random")
    table.post("fill", seat=2, bot="random")
    assert table.look()["status"] == "running"
    closed = upgraded.at("closed")
    update = closed.look(seat=0)
    refused = closed.refused("steps", seat=0, seen=update["seen"], key="k", step=(steps_in(update) or ["take"])[0])
    assert refused[1]["code"] == "closed"
