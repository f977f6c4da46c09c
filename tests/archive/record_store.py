"""Makes a small store as a release leaves it: run with the source of that release, once, and never again.

    git worktree add /tmp/release TAG
    PYTHONPATH=src:tests:tests/server python tests/archive/record_store.py /tmp/release/src tests/archive/store-NAME

It serves with the release's own code, plays over HTTP, and writes NAME.sql.gz, the database, and NAME.json.gz: the
cookie of the person who sits everywhere, and for each table what the release said of it.
"""

import gzip
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from server_house import At, House, Person

from capomastro.core.catalogue import game_named

ASKED = ("status", "seen", "legal", "view", "events", "scores", "winners", "seed", "to_act", "options", "undoable")
"""Of the many things in an update, those that must be the same for ever."""


def own_components() -> str:
    """A box with two tiles exchanged between its stacks."""
    files = game_named("palazzo").component_files
    assert files is not None
    text = files.text(1)
    one, other = '"brick 1 1"', '"brick 5 3"'
    assert one in text
    assert other in text
    return text.replace(one, "?").replace(other, one).replace("?", other)


def everything(person: Person) -> dict[str, At]:
    """Tables of every kind, with steps taken back, rewinds, options and a box of one's own."""
    made = {
        "open": person.table("me", "link", "open", name="Waiting"),
        "open with a bot": person.table("me", "bot:random", "open", game="pillars"),
        "running": person.table("me", "me", "me"),
        "running pillars": person.table("me", "me", game="pillars", options={"first": "2"}),
        "running, rewound": person.table("me", "me", options={"first": "1", "price": "turn-start"}),
        "running, own box": person.table("me", "me", "me", "me", components=own_components()),
        "finished": person.table("me", "me"),
        "finished pillars": person.table("me", "me", game="pillars"),
        "closed": person.table("me", "me"),
        "closed, open": person.table("me", "open"),
    }
    for seed, (name, table) in enumerate(made.items(), 1):
        if name.startswith(("running", "closed")) and "open" not in name:
            table.play(40, seed)
            take_back(table)
        elif name.startswith("finished"):
            table.play(30, seed)
            rewind(table, 10)
            take_back(table)
            table.play(None, seed)
    rewind(made["running, rewound"], 12)
    made["running, rewound"].play(20, 77)
    rewind(made["running, rewound"], 6)
    made["running, rewound"].play(6, 78)
    return made


def take_back(table: At) -> None:
    """Plays on until something can be taken back, and takes it back."""
    for _ in range(60):
        update = table.look()
        for seat in update["held"]:
            if table.look(seat=seat)["undoable"]:
                table.post("undo", seat=seat, key=table.person.key())
                return
        table.play(1, update["seen"])
    raise AssertionError("nothing could be taken back")


def rewind(table: At, back: int) -> None:
    """All seats are held by one person, so what it proposes is done."""
    update = table.look()
    table.post("proposals", seat=update["viewer"], kind="rewind", to=max(update["seen"] - back, 3))


def said(table: At) -> dict[str, Any]:
    seats = ["none", *table.look()["held"]]
    updates = {str(seat): table.look(seat=seat) for seat in seats}
    logs = {str(seat): table.person.get(f"{table.path}/log", seat=seat)["events"] for seat in seats}
    told: dict[str, Any] = {
        "table": table.table,
        "updates": {seat: {name: update[name] for name in ASKED} for seat, update in updates.items()},
        "logs": logs,
    }
    if updates["none"]["status"] == "over":
        told["file"] = table.person.client.get(f"{table.path}/export").text
    return told


def main(source: str, target: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/tables.sqlite"
        house = House(file)
        house.settings["PYTHONPATH"] = source
        house.start()
        person = Person(house)
        made = everything(person)
        for name, table in made.items():
            if name.startswith("closed"):
                command = [sys.executable, "-m", "capomastro", "tables", "close", table.table, "--db", file]
                subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": source})
        house.halt()
        house.start()
        told = {name: said(table) for name, table in made.items()}
        cookie = dict(person.client.cookies)
        house.stop()
        with sqlite3.connect(file) as db:
            dump = "\n".join(db.iterdump())
    text = msgspec.json.encode({"cookie": cookie, "tables": told})
    Path(f"{target}.sql.gz").write_bytes(gzip.compress(dump.encode(), mtime=0))
    Path(f"{target}.json.gz").write_bytes(gzip.compress(text, mtime=0))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
