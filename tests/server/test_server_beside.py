"""Following a long log, or playing a whole match again, holds up nobody: it is done beside the event loop."""

import asyncio
import random
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from server_house import House, Person
from server_workers import workers
from sqlalchemy import insert, update
from test_server_races import ANNA, BEN

from capomastro.core.component_file import parsed
from capomastro.core.match import new_setup
from capomastro.games.palazzo import components
from capomastro.server.http.app import make_app
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.bodies import Claim, NewSeat, NewTable, OfSeat
from capomastro.server.protocol.encoding import encode
from capomastro.server.settings import Settings
from capomastro.server.storage import database, queries, schema
from capomastro.server.storage.entries import LogEntry
from capomastro.server.storage.entries import stored as entry_columns
from capomastro.server.storage.migrate import migrate
from capomastro.server.storage.schema import entries, seats, tables
from capomastro.server.table import links, owner, seating
from capomastro.server.table.log import MatchLog

OVER, LONG = "tablethatisover", "tablewithmuch"


def played(steps: int | None = None) -> tuple[MatchLog, list[LogEntry]]:
    """A match played at random, to the end or for this many entries, half of them taken back."""
    record = MatchLog(new_setup("palazzo", 2, names=["Anna", "Ben"], seed="07" * 32), 1)
    lines, rng = [record.began(1)], random.Random(1)
    while not record.over and (steps is None or len(lines) < steps):
        seat = record.to_act()[0]
        if steps is not None and record.match.undoable(seat):
            lines.append(record.undo(seat, 1, 1))
        else:
            legal = record.legal[seat]
            private = [step for step in legal if record.game.actions.texts[step].startswith("lay")]
            lines.append(record.step(seat, rng.choice(private or legal), 1))
    return record, lines


def stored(settings: Settings, table: str, record: MatchLog, lines: list[LogEntry]) -> None:
    setup, over = record.setup, record.over
    row = {"id": table, "game": setup.game, "setup": encode(setup).decode(), "name": "Table", "public": True}
    row |= {"watch": True, "scored": True, "host": "x", "status": "over" if over else "running", "revision": 0}
    row |= {"entries": len(lines), "to_act": ",".join(map(str, record.to_act())), "bot_due": False}
    state = record.match.state
    scores, winners = (queries.joined(numbers) if over else None for numbers in (state.scores(), state.winners()))
    row |= {"created": 1, "touched": 1, "scores": scores, "winners": winners}
    seat = {"table_id": table, "kind": "link", "claimed": True, "note": "", "here": 0, "name": "Anna"}
    fields = [
        {
            "n": line.n,
            "kind": kind,
            "seat": line.seat,
            "number": number,
            "key": line.key,
            "seen": line.seen,
            "at": line.at,
        }
        | {"step": step}
        for line in lines
        for kind, number, step in (entry_columns(line.deed),)
    ]
    texts = [encode(line.events).decode() for line in lines]
    engine = database.open_engine(settings, writing=True)
    with engine.begin() as db:
        db.execute(insert(tables), [row])
        db.execute(insert(seats), [{**seat, "seat": number} for number in range(setup.seats)])
        rows = [{"table_id": table, "events": text, **field} for text, field in zip(texts, fields, strict=True)]
        db.execute(insert(entries), rows)
    engine.dispose()


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    settings = Settings(db=str(tmp_path_factory.mktemp("beside") / "tables.sqlite"))
    migrate(settings)
    stored(settings, OVER, *played())
    stored(settings, LONG, *played(12_000))
    return settings


@asynccontextmanager
async def inside(settings: Settings) -> AsyncIterator[tuple[httpx.AsyncClient, Any]]:
    """A server in this process, so that we can look into it: a client, and its tables."""
    door = make_app(settings)
    async with door.app.router.lifespan_context(door.app):
        transport = httpx.ASGITransport(door)
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            yield client, door.app.state.tables


def test_what_plays_a_match_again_has_its_places_beside_the_loop(settings: Settings) -> None:
    async def run() -> None:
        async with inside(settings) as (client, registry):
            places = registry.aside.under_way
            for what in ("verify", "scores", "replay?step=9", "replay/events", "export", "log", "past?n=9"):
                path = f"/api/tables/{OVER}/{what}"
                assert (await client.get(path)).status_code == 200
                places["somebody"] += 1000
                refused = await client.get(path)
                assert (refused.status_code, refused.json()["code"]) == (503, "too-busy"), what
                assert refused.headers["retry-after"] == "2"
                del places["somebody"]

    asyncio.run(run())


def test_what_is_kept_of_a_finished_match_tells_the_same_as_playing_it_again(settings: Settings) -> None:
    from capomastro.core.match import replayed
    from capomastro.server.table.history import MOST_KEPT, Reel

    match = played()[0].match
    reel, steps = Reel(match), list(range(len(match.entries) + 1))
    random.Random(3).shuffle(steps)
    for step in steps[:40]:
        assert reel.at(step).state.key() == replayed(match.setup, match.entries[:step]).state.key()
    assert 0 < len(reel.kept) <= MOST_KEPT

    async def run() -> None:
        async with inside(settings) as (client, _):
            path = f"/api/tables/{OVER}/replay"
            for step in (0, 1, len(match.entries)):
                update = (await client.get(path, params={"step": step, "seat": 1})).json()["update"]
                then = replayed(match.setup, match.entries[:step])
                assert update["view"]["phase"] == then.game.view(then.state, 1).phase
                assert bool(update["events"]) == bool(step)
            assert (await client.get(f"{path}?step={len(match.entries) + 1}")).json()["code"] == "no-such-step"
            assert (await client.get(f"/api/tables/{OVER}/verify")).json()["holds"]

    asyncio.run(run())


def test_finished_matches_are_kept_within_a_bound(settings: Settings) -> None:
    from capomastro.server.table.history import MOST_REELS, Reel

    async def run() -> int:
        async with inside(settings) as (client, registry):
            first = Reel(played(1)[0].match)
            registry.reels.known.update({str(number): first for number in range(MOST_REELS)})
            await client.get(f"/api/tables/{OVER}/scores")
            assert OVER in registry.reels.known
            return len(registry.reels.known) - MOST_REELS

    assert asyncio.run(run()) == 0


def test_opening_a_long_table_holds_up_nobody_else(settings: Settings) -> None:
    house = House(settings.db).start()
    try:
        person, other = Person(house), Person(house, "Ben")
        other.get("/api/games")
        opening = threading.Thread(target=person.get, args=[f"/api/tables/{LONG}"])
        opening.start()
        answers = 0
        while opening.is_alive():
            other.get("/api/games")
            answers += 1
        opening.join()
        assert answers > 8, "whoever opens a long table is answered before anybody else is"
    finally:
        house.stop()


def test_a_component_file_of_somebodys_own_is_read_beside_the_loop_whoever_needs_it(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When its table is made, begun, opened again and played again; the rules have forgotten it each time."""
    read_by: list[threading.Thread] = []

    def noted(text: str) -> Any:
        read_by.append(threading.current_thread())
        return parsed(text)

    own = components.FILES.text(1)
    monkeypatch.setattr(components, "parsed", noted)

    async def run() -> None:
        async with workers(file) as (registry,):

            def forgotten() -> int:
                components.checked.cache_clear()
                return len(read_by)

            seats = (NewSeat(kind="me", name="Anna"), NewSeat(kind="link"))
            before = forgotten()
            created = await owner.create(registry, ANNA, NewTable(game="palazzo", seats=seats, components=own))
            assert len(read_by) == before + 1
            table = created.table

            before = forgotten()
            await links.claim(registry, table, BEN, Claim(token=created.links[1].token, name="Ben"))
            assert len(read_by) == before + 1

            before = forgotten()
            registry.live.clear()
            async with registry.at(table) as live:
                assert live.record is not None
            assert len(read_by) == before + 1

            over = update(schema.tables).where(schema.tables.c.id == table).values(status="over")
            await registry.writer.write("", NOBODY, lambda db: db.execute(over).rowcount)
            live.row.status = "over"
            before = forgotten()
            await seating.rematch(registry, table, ANNA, OfSeat(seat=0))
            assert len(read_by) == before + 1

    asyncio.run(run())
    components.checked.cache_clear()
    assert threading.main_thread() not in read_by


def test_the_lobby_reads_no_setups(settings: Settings) -> None:
    from sqlalchemy import event

    from capomastro.server.table.lobby import lobby

    engine = database.open_engine(settings, writing=False)
    said: list[str] = []
    event.listen(engine, "before_cursor_execute", lambda *call: said.append(call[2]))
    with engine.connect() as db:
        found = lobby(db, "x", None)
    engine.dispose()
    assert [row.scores for row in found.finished] == [played()[0].match.state.scores()]
    assert said
    assert not [query for query in said if "setup" in query or "note" in query]
