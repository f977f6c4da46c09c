"""Idle processes help a master think, and give way to every question that comes."""

import asyncio
import sys
from typing import Any

import plugin_bots
import pytest
from server_house import PATIENCE

from capomastro.bots.merging import merged, most_visited, seed_of_part
from capomastro.bots.roster import player_named
from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.server.bots.helpers import Helper, arguments_for, can_be_helped, merged_step
from capomastro.server.bots.pool import BotPool
from capomastro.server.bots.queue import Asker, Question, Rank
from capomastro.server.bots.worker import Thinker

GAME = "palazzo"


@pytest.fixture(autouse=True)
def plugins(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = plugin_bots.install(tmp_path_factory.mktemp("plugins"))
    monkeypatch.setattr(sys, "path", [folder, *sys.path])
    from capomastro.bots import roster

    roster.plugins.cache_clear()
    can_be_helped.cache_clear()


def decision() -> tuple[Any, list[int]]:
    """What somebody sees at the beginning of a game, and their steps."""
    match = Match(new_setup(GAME, 2, seed=5, names=["Anna", "Ben"]))
    seat = match.state.to_act()[0]
    return match.game.view(match.state, seat), match.state.legal(seat)


def asked(pool: BotPool, bot: str, table: str = "table", **more: Any) -> asyncio.Task[int]:
    view, legal = decision()
    rank = more.pop("rank", Rank.PRESENT)
    return asyncio.create_task(pool.choose(GAME, bot, view, legal, Asker(rank, table), **more))


async def until(met: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not met():
            await asyncio.sleep(0.02)


def test_masters_are_helped_and_nobody_else() -> None:
    assert can_be_helped(GAME, "master")
    assert can_be_helped(GAME, "grandmaster")
    assert can_be_helped(GAME, "agnese")
    assert not any(can_be_helped(GAME, bot) for bot in ("journeyman", "greedy", "search", "slow", "nobody"))


def test_an_idle_process_helps_and_gives_way_to_a_question_that_comes() -> None:
    """Both processes search for one master without end; somebody else's bot is answered all the same."""

    async def played() -> None:
        pool = BotPool(2, 3600.0, helpers=1)
        master = asked(pool, "pondering")
        await until(lambda: any(helper.thinker is not None for helper in pool.helping))
        assert pool.crew.held == 2
        async with asyncio.timeout(PATIENCE):
            assert await asked(pool, "slow", "another") in decision()[1]
        assert not pool.helping, "the helper was called off"
        assert not master.done(), "the one it helped goes on"
        await pool.stop()
        await asyncio.gather(master, return_exceptions=True)

    asyncio.run(played())


@pytest.mark.parametrize(
    ("helpers", "bot", "more"),
    [(0, "pondering", {}), (1, "hanging", {}), (1, "pondering", {"seed": 7}), (1, "pondering", {"rank": Rank.ABSENT})],
    ids=["not allowed", "no search", "a deal that others play too", "nobody is there"],
)
def test_nobody_helps(helpers: int, bot: str, more: dict[str, Any]) -> None:
    async def played() -> None:
        pool = BotPool(3, 3600.0, helpers)
        thinking = asked(pool, bot, **more)
        await until(lambda: pool.running)
        assert pool.crew.held == 1
        assert not pool.helping
        await pool.stop()
        await asyncio.gather(thinking, return_exceptions=True)

    asyncio.run(played())


def test_nobody_helps_while_another_tables_bot_waits() -> None:
    async def played() -> None:
        pool = BotPool(2, 3600.0, helpers=1)
        others = [asked(pool, "hanging", f"away {number}", rank=Rank.ABSENT) for number in range(2)]
        await until(lambda: len(pool.running) == 1 and len(pool.queue) == 1)
        master = asked(pool, "pondering")
        await until(lambda: len(pool.running) == 2)
        assert not pool.helping
        await pool.stop()
        await asyncio.gather(master, *others, return_exceptions=True)

    asyncio.run(played())


def test_what_helpers_find_counts_as_much_as_what_the_asked_process_finds() -> None:
    async def step_of(*found: dict[int, int]) -> int:
        async def finds(visits: dict[int, int]) -> dict[int, int]:
            return visits

        helpers = [Helper(number) for number in range(1, len(found) + 1)]
        for helper, visits in zip(helpers, found, strict=True):
            helper.task = asyncio.create_task(finds(visits))
        return await merged_step((3, {3: 40, 7: 30}), helpers)

    assert asyncio.run(step_of({3: 1})) == 3
    assert asyncio.run(step_of({3: 30, 7: 39}, {7: 2})) == 7
    assert asyncio.run(step_of({})) == 3


def test_processes_that_help_search_the_same_as_they_would_one_after_the_other() -> None:
    """A short search ends by its iterations, so the step follows from seeds alone."""
    view, legal = decision()
    arguments = (GAME, "brief", view, legal, 11)

    async def found() -> list[dict[int, int]]:
        thinkers = [await Thinker.start() for _ in range(2)]
        question = Question(Asker(Rank.PRESENT, "table"), "choose", *arguments)
        answers = [
            await thinkers[0].ask("search", *arguments),
            await thinkers[1].ask("search", *arguments_for(Helper(1), question)),
        ]
        for thinker in thinkers:
            thinker.kill()
            await thinker.ended()
        return [visits for _, visits in answers]

    parts = []
    for number in range(2):
        player = player_named("brief", Match(new_setup(GAME, 2)).game)
        player.choose(view, legal, seeded(seed_of_part(11, number)))
        parts.append(player.bot.visits())  # type: ignore[attr-defined]
    assert asyncio.run(found()) == parts
    assert parts[0] != parts[1]
    assert most_visited(merged(parts), -1) in legal


def test_a_halt_ends_the_search_under_way_and_touches_no_other() -> None:
    view, legal = decision()

    async def asked_twice() -> tuple[Any, Any]:
        thinker = await Thinker.start()
        search = asyncio.create_task(thinker.ask("search", GAME, "pondering", view, legal, 1))
        await asyncio.sleep(0.1)
        thinker.halt()
        async with asyncio.timeout(PATIENCE):
            first = await search
            thinker.halt()  # which comes too late
            second = await thinker.ask("search", GAME, "brief", view, legal, 1)
        thinker.kill()
        await thinker.ended()
        return first, second

    (step, _), (_, whole) = asyncio.run(asked_twice())
    player = player_named("brief", Match(new_setup(GAME, 2)).game)
    player.choose(view, legal, seeded(1))
    assert step in legal
    assert whole == player.bot.visits()  # type: ignore[attr-defined]
