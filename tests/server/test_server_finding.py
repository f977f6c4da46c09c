"""The lobby: tables with their language and who waits there; finding a game; bots for seats that stay free."""

import asyncio
from collections import Counter
from typing import Any

from server_house import House, Person, Postgres, steps_in, waited
from server_workers import workers
from sqlalchemy import update
from test_server_races import ANNA
from test_server_stream import listening

from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.bodies import Find, NewSeat, NewTable, OfSeat
from capomastro.server.protocol.identity import Who
from capomastro.server.protocol.updates import Pace
from capomastro.server.storage.rows import now
from capomastro.server.storage.schema import tables
from capomastro.server.table import finding, owner, seating
from capomastro.server.table.registry import Registry

DAYS = {"kind": "days", "days": 3}


def test_who_looks_for_a_game_is_seated_at_the_next_table_that_fits_or_waits_at_a_new_one(house: House) -> None:
    anna, ben, cleo, dora = (Person(house, name) for name in ("Anna", "Ben", "Cleo", "Dora"))
    wish = {"game": "palazzo", "players": 3, "pace": DAYS, "language": "nl"}
    first = anna.post("/api/find", name="Anna", **wish, bots_after=30)
    assert (first["made"], first["seat"], first["update"]["status"]) == (True, 0, "open")
    assert first["update"]["fill_at"] > now()
    assert anna.post("/api/find", name="Anna", **wish)["table"] == first["table"]  # one click more seats nobody twice
    row = next(row for row in ben.get("/api/lobby")["open"] if row["table"] == first["table"])
    assert (row["language"], row["pace"], row["free"]) == ("nl", DAYS, [1, 2])
    assert [seat["name"] for seat in row["seats"]] == ["Anna", None, None]

    for other in ({"language": "de"}, {"players": 2}, {"pace": {"kind": "days", "days": 7}}):
        assert dora.post("/api/find", name="Dora", **wish | other)["table"] != first["table"]
    seated = ben.post("/api/find", name="Ben", **wish)
    assert (seated["table"], seated["made"], seated["seat"]) == (first["table"], False, 1)
    assert cleo.post("/api/find", name="Cleo", pace=DAYS, language="nl", players=3)["update"]["status"] == "running"

    assert anna.refused("/api/find", name="Anna", game="chess")[1]["code"] == "bad-game-name"
    assert anna.refused("/api/find", name="Anna", game="palazzo", players=7)[1]["code"] == "bad-players"
    assert anna.refused("/api/find", name=" ", game="palazzo", players=4)[1]["code"] == "empty-name"


def test_nobody_is_sent_to_a_live_table_that_was_left(house: House) -> None:
    anna, ben, cleo = (Person(house, name) for name in ("Anna", "Ben", "Cleo"))
    wish = {"game": "pillars", "players": 5, "language": "nl"}
    left = anna.post("/api/find", name="Anna", **wish)
    assert ben.post("/api/find", name="Ben", **wish)["table"] != left["table"]
    with listening(house, anna.table("me", "open", "open", "open", "open", game="pillars", public=True), 0) as socket:
        socket.recv()
        assert cleo.post("/api/find", name="Cleo", **wish)["made"] is False


def test_my_turns_are_told_the_longest_wait_first(house: House) -> None:
    anna = Person(house, "Anna")
    assert anna.get("/api/me/turns") == {"tables": []}
    one, two = (anna.table("me", "me", name=name) for name in ("One", "Two"))
    told = anna.get("/api/me/turns")["tables"]
    assert [turn["name"] for turn in told] == ["One", "Two"]
    assert told[0]["path"] == f"/t/{one.table}"
    one.step(one.look(), steps_in(one.look())[0])
    assert {turn["name"] for turn in anna.get("/api/me/turns")["tables"]} == {"One", "Two"}
    two.play()
    assert [turn["name"] for turn in anna.get("/api/me/turns")["tables"]] == ["One"]


async def at_a_time(registry: Registry, table: str, at: int) -> None:
    change = update(tables).where(tables.c.id == table).values(fill_at=at)
    await registry.writer.write(table, NOBODY, lambda db: db.execute(change).rowcount)
    registry.live[table].fresh = False


def test_bots_take_the_seats_that_stay_free_when_the_time_has_come_and_not_before(empty: str) -> None:
    async def run() -> None:
        async with workers(empty) as (registry,):
            seats = (NewSeat(kind="me", name="Anna"), NewSeat(kind="open"), NewSeat(kind="link", name="Ben"))
            wish = NewTable(game="palazzo", seats=seats, public=True, bots_after=10)
            made = await owner.create(registry, ANNA, wish)
            assert await finding.fill_due(registry) == 0
            await at_a_time(registry, made.table, now() - 1)
            assert await finding.fill_due(registry) == 1
            async with registry.at(made.table) as live:
                assert [row.kind for row in live.seats] == ["link", "bot", "link"]  # an invited guest is still awaited
                assert (live.row.status, live.row.fill_at) == ("open", None)

            looked = Find(name="Anna", game="pillars", players=2, bots_after=1)
            found = await finding.make(registry, ANNA, looked)
            await at_a_time(registry, found.table, now() - 1)
            assert await finding.fill_due(registry) == 1
            async with registry.at(found.table) as live:
                assert (live.row.status, live.seats[1].bot) == ("running", "journeyman")
            assert await finding.fill_due(registry) == 0

            lonely = Who("dora", None, "127.0.0.1")
            left = await finding.make(registry, lonely, looked)
            await seating.leave(registry, left.table, lonely, OfSeat())
            await at_a_time(registry, left.table, now() - 1)
            await finding.fill_due(registry)
            async with registry.at(left.table) as live:
                assert (live.row.status, live.row.fill_at) == ("open", None)  # bots alone do not play

    asyncio.run(run())


def test_the_server_fills_seats_by_itself(file: str) -> None:
    house = House(file).start()
    try:
        anna = Person(house)
        found: Any = anna.post("/api/find", name="Anna", game="palazzo", players=2, bots_after=1)
        house.halt()

        async def hurry() -> None:
            async with workers(file) as (registry,):
                async with registry.at(found["table"]):
                    pass
                await at_a_time(registry, found["table"], now() - 1)

        asyncio.run(hurry())
        house.start()
        anna.client.base_url = house.url
        waited(lambda: anna.get(f"/api/tables/{found['table']}")["status"] == "running", 30)
    finally:
        house.stop()


def test_people_who_look_at_the_same_moment_at_two_workers_find_each_other(postgres: Postgres) -> None:
    body = Find(name="Somebody", game="palazzo", players=2, pace=Pace(kind="days", days=3))

    async def looks(registry: Registry, number: int) -> str:
        async with finding.in_turn(registry):
            who = Who(f"device {number}", None, "127.0.0.1")
            found = await finding.find(registry, who, body) or await finding.make(registry, who, body)
            return found.table

    async def run() -> list[str]:
        async with workers(postgres.empty("finding"), 2) as both:
            return list(await asyncio.gather(*(looks(both[number % 2], number) for number in range(8))))

    assert sorted(Counter(asyncio.run(run())).values()) == [2, 2, 2, 2]
