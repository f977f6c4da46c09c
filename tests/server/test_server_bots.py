"""Bots are there for all: nobody can use them up, one that hangs harms no other, and its clock tells nothing."""

import asyncio
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import plugin_bots
import pytest
from server_house import PATIENCE, UNENCRYPTED, House, Person, numbers_in_a_row, waited
from server_processes import children_of
from sqlalchemy import select, update
from test_server_store import many
from test_server_stream import listening

from capomastro.bots.roster import player_named
from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.server.bots import autopilot, worker_main
from capomastro.server.bots.asking import Unwanted
from capomastro.server.bots.delays import UNKNOWN, Delays, Situation
from capomastro.server.bots.pool import BotPool
from capomastro.server.bots.queue import Asker, BotQueue, Question, Rank
from capomastro.server.http.app import make_app
from capomastro.server.settings import Settings
from capomastro.server.storage import database, queries
from capomastro.server.storage.schema import seats, tables

BOT_FIRST = {"first": "2"}


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> str:
    return plugin_bots.install(tmp_path_factory.mktemp("plugins"))


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, plugins: str) -> Iterator[House]:
    """A server that knows the plugins, has two bot processes and little patience, and limits advice."""
    folder = tmp_path_factory.mktemp("club")
    house = House(str(folder / "tables.sqlite"), bot_processes="2", bot_seconds="8", advice_per_minute="4")
    house.settings["PYTHONPATH"] = os.pathsep.join([plugins, *filter(None, [os.environ.get("PYTHONPATH")])])
    yield house.start()
    house.stop()


def moved(db: str, table: str) -> bool:
    return numbers_in_a_row(db)[table] > 1


# the queue


def in_a_loop(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


async def order_of(*askers: tuple[Rank, str, str]) -> list[str]:
    """Puts questions of these ranks, tables and addresses in a queue; the tables in the order of their answers."""
    queue = BotQueue()
    for rank, table, address in askers:
        queue.put(Question(Asker(rank, table, (address,)), "choose"))
    return [question.asker.table for question in queue.drain()]


def test_people_at_their_tables_go_first_and_advice_comes_last() -> None:
    asked = ((Rank.ADVICE, "hint", "a"), (Rank.ABSENT, "away", "b"), (Rank.PRESENT, "here", "c"))
    assert in_a_loop(order_of(*asked)) == ["here", "away", "hint"]


def test_fifty_tables_of_one_address_make_another_wait_for_one_decision() -> None:
    many_tables = [(Rank.PRESENT, f"greedy {number}", "a") for number in range(50)]
    order = in_a_loop(order_of(*many_tables, (Rank.PRESENT, "modest", "b"), (Rank.PRESENT, "modest", "b")))
    assert order[:4] == ["greedy 0", "modest", "greedy 1", "modest"]


def test_the_tables_of_one_address_take_turns() -> None:
    asked = [(Rank.PRESENT, table, "a") for table in ("one", "one", "one", "two")]
    assert in_a_loop(order_of(*asked)) == ["one", "two", "one", "one"]


def test_somebody_with_many_tables_does_not_slow_down_who_plays_with_them() -> None:
    async def order() -> list[str]:
        queue = BotQueue()
        for number in range(20):
            queue.put(Question(Asker(Rank.PRESENT, f"greedy {number}", ("a",)), "choose"))
        queue.put(Question(Asker(Rank.PRESENT, "shared", ("a", "b")), "choose"))
        return [question.asker.table for question in queue.drain()]

    assert in_a_loop(order()).index("shared") == 1


def test_nobody_is_passed_over_for_ever() -> None:
    asked = [(Rank.PRESENT, f"here {number}", str(number)) for number in range(40)]
    order = in_a_loop(order_of((Rank.ADVICE, "hint", "a"), *asked, (Rank.ABSENT, "away", "b")))
    assert order.index("away") < 10
    assert order.index("hint") < 20


def test_one_of_several_processes_is_kept_for_people_at_their_tables(
    plugins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [plugins, *sys.path])

    async def answered_while_others_think() -> int:
        bot_pool = BotPool(2, 3600.0)
        others = [
            asyncio.create_task(asked_once(f"{rank.name} {i}", "hanging", [0, 1], bot_pool, rank))
            for rank in (Rank.ABSENT, Rank.ADVICE)
            for i in range(5)
        ]
        while not bot_pool.running:
            await asyncio.sleep(0.05)
        step = await asyncio.wait_for(asked_once("here", "slow", [0, 1], bot_pool), PATIENCE)
        assert len(bot_pool.running) == 2
        assert not any(other.done() for other in others)
        await bot_pool.stop()
        await asyncio.gather(*others, return_exceptions=True)
        return step

    assert in_a_loop(answered_while_others_think()) == 0


# processes


def test_a_bot_that_hangs_is_ended_alone_and_makes_no_other_play_at_random(club: House) -> None:
    person = Person(club)
    hanging = person.table("me", "bot:hanging", options=BOT_FIRST)
    waited(lambda: len(children_of(club)) >= 1)
    slow = person.table("bot:slow", "bot:slow")
    waited(lambda: slow.look() and moved(club.db, slow.table))
    waited(lambda: slow.look() and moved(club.db, hanging.table))  # any step was taken for it
    assert "bot hanging failed" in club.said()
    assert "bot slow failed" not in club.said()


def test_what_a_killed_process_was_thinking_about_is_asked_again(club: House) -> None:
    table = Person(club).table("me", "bot:slow", options=BOT_FIRST)
    for process in waited(lambda: children_of(club)):
        os.kill(process, signal.SIGKILL)
    waited(lambda: moved(club.db, table.table))
    assert "bot slow failed" not in club.said()


def asked_once(
    table: str, bot: str, legal: list[int], bot_pool: BotPool, rank: Rank = Rank.PRESENT
) -> Coroutine[Any, Any, int]:
    """Lets a guest choose among these steps at the beginning of a game."""
    match = Match(new_setup("palazzo", 2, names=["Anna", "Ben"]))
    view = match.game.view(match.state, match.state.to_act()[0])
    return bot_pool.choose("palazzo", bot, view, legal, Asker(rank, table))


def test_a_step_without_a_choice_takes_as_long_as_one_with_a_choice(
    plugins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [plugins, *sys.path])

    async def seconds() -> float:
        bot_pool = BotPool(1, 30.0)
        for _ in range(3):
            await asked_once("table", "slow", [0, 1], bot_pool)
        began = time.monotonic()
        assert await asked_once("table", "slow", [1], bot_pool) == 1
        took = time.monotonic() - began
        await bot_pool.stop()
        return took

    assert in_a_loop(seconds()) >= plugin_bots.Slow.seconds * 0.99


def test_a_step_without_a_choice_takes_as_long_as_others_of_its_phase_at_its_table() -> None:
    delays = Delays()
    bidding = Situation("table", Rank.PRESENT, "a game", "master", "bidding", "lay")
    other = bidding._replace(table="other")
    assert UNKNOWN[0] <= delays.draw(bidding) <= UNKNOWN[1]
    for seconds in (5.0, 6.0, 7.0):
        delays.note(bidding._replace(phase="placing"), seconds)
    assert delays.draw(bidding) >= 5
    for seconds in (3.0, 3.5, 4.0):
        delays.note(other, seconds)
    assert {delays.draw(bidding) for _ in range(20)} <= {3.0, 3.5, 4.0}
    for seconds in (1.0, 1.5, 2.0):
        delays.note(bidding, seconds)
    assert {delays.draw(bidding) for _ in range(20)} <= {1.0, 1.5, 2.0}
    assert {delays.draw(other) for _ in range(20)} <= {3.0, 3.5, 4.0}


def test_a_forced_pass_takes_as_long_as_a_chosen_one() -> None:
    """Who cannot pay must pass; who can may pass sooner, or later, than they bid. The clock must not tell which."""
    delays = Delays()
    bids = Situation("table", Rank.PRESENT, "a game", "master", "bidding", "lay")
    passes = bids._replace(step="pass")
    for seconds in (0.5, 0.6, 0.7):
        delays.note(bids, seconds)
    assert {delays.draw(passes) for _ in range(20)} <= {0.5, 0.6, 0.7}
    for seconds in (0.1, 0.2, 0.3):
        delays.note(passes, seconds)
    assert {delays.draw(passes) for _ in range(40)} <= {0.1, 0.2, 0.3}
    assert {delays.draw(bids) for _ in range(40)} <= {0.5, 0.6, 0.7}


def test_stopping_does_not_wait_for_a_bot_that_never_answers(plugins: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [plugins, *sys.path])

    async def stopped() -> list[Any]:
        bot_pool = BotPool(1, 3600.0)
        waiting = [asyncio.create_task(asked_once("table", "stuck", [0, 1], bot_pool)) for _ in range(3)]
        while not bot_pool.running:
            await asyncio.sleep(0.05)
        await asyncio.wait_for(bot_pool.stop(), PATIENCE)
        with pytest.raises(Unwanted):
            await asked_once("table", "slow", [0, 1], bot_pool)
        return await asyncio.gather(*waiting, return_exceptions=True)

    assert [type(one) for one in in_a_loop(stopped())] == [asyncio.CancelledError] * 3


# for whom bots think


def test_a_table_of_bots_alone_is_played_only_while_somebody_watches(club: House) -> None:
    person = Person(club)
    unwatched = person.table("bot:random", "bot:random", "bot:random")
    watched = person.table("bot:random", "bot:random", "bot:random")
    with listening(club, watched, None):
        waited(lambda: numbers_in_a_row(club.db)[watched.table] > 5)
    assert not moved(club.db, unwatched.table)
    with listening(club, unwatched, None):
        waited(lambda: moved(club.db, unwatched.table))


def test_who_asks_for_advice_again_and_again_is_told_to_wait_and_others_bots_go_on(club: House) -> None:
    greedy, modest = Person(club), Person(club, "Ben")
    asking = greedy.table("me", "bot:random", options={"first": "1"})
    answers: Counter[tuple[int, str]] = Counter()

    def ask() -> None:
        client = httpx.Client(base_url=club.url, cookies=greedy.client.cookies, timeout=PATIENCE, verify=UNENCRYPTED)
        for _ in range(30):
            answer = client.get(f"{asking.path}/advice")
            answers[answer.status_code, answer.json().get("code", "")] += 1
        client.close()

    threads = [threading.Thread(target=ask) for _ in range(10)]
    for thread in threads:
        thread.start()
    table = modest.table("me", "bot:random", options=BOT_FIRST)
    waited(lambda: moved(club.db, table.table))
    for thread in threads:
        thread.join()
    assert sum(answers.values()) == 300
    assert answers[429, "too-many-questions"] > 250
    assert answers[200, ""] + answers[503, "bots-busy"] >= 1
    assert set(answers) <= {(200, ""), (429, "too-many-questions"), (503, "bots-busy")}


def test_advice_is_counted_for_the_table_too_from_wherever_it_is_asked(club: House) -> None:
    asking = Person(club).table("me", "bot:random", options={"first": "1"})

    def ask(number: int) -> int:
        transport = httpx.HTTPTransport(local_address=f"127.0.0.{number}")
        cookies = asking.person.client.cookies
        with httpx.Client(transport=transport, base_url=club.url, cookies=cookies, timeout=PATIENCE) as client:
            return client.get(f"{asking.path}/advice").status_code

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(11, 19))).count(429) >= 4


def test_advice_that_takes_too_long_answers_503_with_a_sentence(file: str) -> None:
    house = House(file, bot_seconds="0.001").start()
    try:
        table = Person(house).table("me", "bot:random", options={"first": "1"})
        answer = table.person.client.get(f"{table.path}/advice")
        assert (answer.status_code, answer.json()["code"]) == (503, "bots-busy")
        assert "retry-after" in answer.headers
        assert "ask again" in answer.json()["message"]
    finally:
        house.stop()


def test_a_bot_that_moves_again_and_again_is_asked_once_for_each_decision(file: str) -> None:
    settings = Settings(db=file, bot_processes=1)
    many(settings, 1)
    engine = database.open_engine(settings, writing=True)
    with engine.begin() as db:
        db.execute(update(seats).values(stand_in="random"))
    engine.dispose()

    async def most_at_once() -> int:
        app, most = make_app(settings).app, 0
        async with app.router.lifespan_context(app):
            registry, entries = app.state.tables, 0
            while entries < 60:
                async with registry.at("table0000000") as live:
                    autopilot.looked_at(live, None, "")
                    entries, most = live.row.entries, max(most, len(registry.tasks) - len(live.record.legal))
                await asyncio.sleep(0.001)
        return most

    assert asyncio.run(most_at_once()) <= 1  # the one that has just ended may still be there


# starting


def test_the_server_is_ready_before_hundreds_of_bots_that_are_due_have_moved(file: str) -> None:
    settings, count = Settings(db=file, bot_processes=1), 120
    many(settings, count)
    engine = database.open_engine(settings, writing=True)
    with engine.begin() as db:
        due = db.execute(select(tables.c.to_act).limit(1)).scalar_one()
        for number in range(count):
            touched = {"bot_due": True, "touched": 1000 + number}
            db.execute(update(tables).where(tables.c.id == f"table{number:07}").values(**touched))
        db.execute(update(seats).where(seats.c.seat == int(due)).values(stand_in="random"))
        db.execute(update(seats).where(seats.c.table_id == "table0000119").values(stand_in="random"))

    def still_due() -> list[str]:
        with engine.connect() as db:
            return queries.bots_due(db, 2000)

    async def most_at_once() -> tuple[int, int, list[str]]:
        app = make_app(settings).app
        first: list[str] = []
        async with app.router.lifespan_context(app):
            registry = app.state.tables
            ready, most = len(registry.tasks) + len(registry.live), 0
            while still_due():
                most = max(most, sum(registry.bot_pool.waiting().values()))
                first = first or [table for table in registry.live if not registry.live[table].thinking]
                await asyncio.sleep(0.05)
            assert "table0000119" not in registry.live  # nobody plays there any more
        return ready, most, first

    before = still_due()
    ready, most, first = asyncio.run(most_at_once())
    engine.dispose()
    assert len(before) == count - 1
    assert ready == 0
    assert most <= count // 4
    assert set(first) <= set(before[:40])  # those that were played last go on first


def test_a_bot_that_is_kept_for_the_next_question_decides_as_a_new_one_does() -> None:
    bots = ("novice", "apprentice", "journeyman", "master:40", "grandmaster:30", "greedy")
    assert len(bots) > worker_main.PLAYERS_KEPT
    matches = {game: Match(new_setup(game, seats, seed=3)) for game, seats in (("palazzo", 2), ("pillars", 3))}
    for number in range(12):
        for name, match in matches.items():
            seat = match.state.to_act()[0]
            view, legal = match.game.view(match.state, seat), match.state.legal(seat)
            for bot in bots:
                new = player_named(bot, match.game).choose(view, legal, seeded(number))
                assert worker_main.chosen(name, bot, view, legal, number) == new
            match.act(seat, legal[number % len(legal)])
    assert len(worker_main.kept) == worker_main.PLAYERS_KEPT
