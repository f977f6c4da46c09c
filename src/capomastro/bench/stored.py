"""A server with very many stored tables: how soon it is there, how large its store is, how long a table takes to open.

Some tables are made and played over HTTP, as always; the store then gets copies of their rows.
"""

import http.client
import json
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from capomastro.bench.processes import server
from capomastro.server.protocol.step_lists import spelled_out

COPIED = ("tables", "seats", "holdings", "entries")
STEPS = 30
"""Of each stored match; a whole one has more, and the size of the store says what one of them needs."""
PATIENCE = 120.0


class Asker:
    """One connection to the server, as one browser has it."""

    def __init__(self, host: str, port: int) -> None:
        self.connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        self.cookie = ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json", **({"Cookie": self.cookie} if self.cookie else {})}
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        told = json.loads(answer.read())
        self.cookie = self.cookie or (answer.getheader("set-cookie") or "").partition(";")[0]
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {told}")
        return told

    def table(self, game: str, seats: list[dict[str, str]], steps: int) -> str:
        """Makes a table of one's own and takes so many steps there."""
        update = self.ask("POST", "/api/tables", {"game": game, "seats": seats})
        table: str = update["table"]
        for number in range(steps):
            update = self.ask("GET", f"/api/tables/{table}")
            if not update["legal"]:
                break
            body = {"step": spelled_out(update["legal"])[-1], "seen": update["seen"], "seat": update["viewer"]}
            self.ask("POST", f"/api/tables/{table}/steps", {**body, "key": f"k{number}"})
        return table


def fill(file: str, game: str, count: int, bots_due: int, python: str) -> list[str]:
    """A store of so many tables, at so many of which a bot has to move; returns one of either kind."""
    with server(file, python, bot_processes="1") as (_, host, port):
        asker = Asker(host, port)
        me = {"kind": "me", "name": "Player"}
        played = asker.table(game, [me, {**me, "name": "Other"}], STEPS)
        waiting = asker.table(game, [me, {"kind": "bot", "bot": "random"}], 1)
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("BEGIN")
        db.execute("UPDATE tables SET bot_due = 0, touched = 0 WHERE id = ?", (played,))
        db.execute("UPDATE tables SET bot_due = 1, touched = 0 WHERE id = ?", (waiting,))
        for template, copies, mark in ((played, count - bots_due, "s"), (waiting, bots_due, "b")):
            multiply(db, template, copies, mark)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("ANALYZE")
    return [played, waiting]


def multiply(db: sqlite3.Connection, template: str, copies: int, mark: str) -> None:
    """Copies everything that is stored of a table, under other names."""
    numbers = f"WITH RECURSIVE copy(nth) AS (SELECT 1 WHERE {copies} > 0"
    numbers += f" UNION ALL SELECT nth + 1 FROM copy WHERE nth < {copies})"
    for name in COPIED:
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
        key = "id" if name == "tables" else "table_id"
        shown = ", ".join(f"'{mark}' || copy.nth" if column == key else f'"{column}"' for column in columns)
        query = f"{numbers} INSERT INTO {name} SELECT {shown} FROM copy, {name} WHERE {key} = ?"
        db.execute(query, (template,))


def measured_store(folder: Path, game: str, count: int, bots_due: int, python: str = sys.executable) -> dict[str, Any]:
    """How a server with this many stored tables starts. It is there when it opens a table for somebody."""
    file = str(folder / "stored.sqlite")
    began = time.perf_counter()
    played, _ = fill(file, game, count, bots_due, python)
    filled = time.perf_counter() - began
    size = Path(file).stat().st_size
    began = time.perf_counter()
    with server(file, python) as (_, host, port):
        asker = Asker(host, port)
        asker.ask("GET", "/healthz")
        ready = time.perf_counter() - began
        times = []
        for number in range(1, 101):
            opened = time.perf_counter()
            asker.ask("GET", f"/api/tables/s{number * max(1, (count - bots_due) // 101)}")
            times.append(time.perf_counter() - opened)
        asker.ask("GET", f"/api/tables/{played}")
    return {
        "tables": count,
        "bots_due": bots_due,
        "steps_each": STEPS,
        "filled_s": round(filled, 1),
        "size_mb": round(size / 1e6, 1),
        "bytes_per_table": round(size / count),
        "start_s": round(ready, 2),
        "open_p50_ms": round(sorted(times)[50] * 1000, 1),
        "open_p99_ms": round(sorted(times)[98] * 1000, 1),
    }
