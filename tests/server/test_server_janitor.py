"""Old tables are removed, but never because of a clock."""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import func, select, update
from test_server_store import many

from capomastro.server.bots.pool import BotPool
from capomastro.server.ops.janitor import DAYS_OF_USE, GRACE_SECONDS, Janitor
from capomastro.server.settings import Settings
from capomastro.server.storage import database
from capomastro.server.storage.rows import DAY_MS, now
from capomastro.server.storage.schema import entries, seats, tables
from capomastro.server.table.registry import Registry

HOUR = 3600.0


class Time:
    """A wall clock and a server's own; the one can be set, the other only goes on."""

    def __init__(self) -> None:
        self.at = now()
        self.uptime = 5_000.0

    def passes(self, seconds: float) -> None:
        self.at += int(seconds * 1000)
        self.uptime += seconds


class Server:
    """A store with ten tables: one of each status that was last used this many days ago, and others used since then."""

    def __init__(self, settings: Settings, time: Time, old: float, days_of_use: int = DAYS_OF_USE) -> None:
        self.settings, self.time = settings, time
        many(settings, 4 + days_of_use)
        self.set_touched({number: time.at - int(old * DAY_MS) for number in range(4)})
        self.set_touched({4 + day: time.at - day * DAY_MS for day in range(days_of_use)})
        for number, status in enumerate(["open", "running", "over", "closed"]):
            self.change(number, status=status)

    def set_touched(self, when: dict[int, int]) -> None:
        for number, touched in when.items():
            self.change(number, touched=touched)

    def change(self, number: int, **values: object) -> None:
        engine = database.open_engine(self.settings, writing=True)
        with engine.begin() as db:
            db.execute(update(tables).where(tables.c.id == f"table{number:07}").values(**values))
        engine.dispose()

    def left(self) -> set[str]:
        """The statuses of the first four that are still there."""
        engine = database.open_engine(self.settings, writing=False)
        with engine.connect() as db:
            kept = db.execute(select(tables.c.status).where(tables.c.id < "table0000004")).scalars()
            found = set(kept)
            ids = select(tables.c.id)
            for table in (seats, entries):
                lost = select(func.count()).select_from(table).where(table.c.table_id.not_in(ids))
                assert db.execute(lost).scalar() == 0
        engine.dispose()
        return found

    def sweeps(self, hours: int, meanwhile: Callable[[int], None] = lambda hour: None) -> int:
        """Sweeps each hour, as the server does; returns how many tables went."""

        async def run() -> int:
            registry = Registry(self.settings, BotPool(1, 1.0))
            janitor, gone = Janitor(registry, lambda: self.time.at, lambda: self.time.uptime), 0
            for hour in range(hours):
                self.time.passes(HOUR)
                meanwhile(hour)
                gone += await janitor.sweep()
            await registry.stop()
            return gone

        return asyncio.run(run())


def test_old_tables_that_nobody_uses_are_removed_and_closed_and_finished_ones_stay(empty: str) -> None:
    server = Server(Settings(db=empty), Time(), old=400)
    assert server.sweeps(int(GRACE_SECONDS / HOUR)) == 0
    assert server.sweeps(int(GRACE_SECONDS / HOUR) + 1) == 2
    assert server.left() == {"over", "closed"}


def test_each_kind_of_table_has_its_own_time(file: str) -> None:
    settings = Settings(db=file, sweep_open_days=0, sweep_running_days=30, sweep_closed_days=30, sweep_finished_days=50)
    server = Server(settings, Time(), old=40)
    assert server.sweeps(8) == 2
    assert server.left() == {"open", "over"}


@pytest.mark.parametrize("used_since", [False, True])
def test_a_clock_half_a_year_ahead_removes_nothing(empty: str, used_since: bool) -> None:
    """Whether it was set while the server ran or before; and if somebody plays while it is wrong."""
    time = Time()
    server = Server(Settings(db=empty, sweep_open_days=30), time, old=10)
    time.at += 181 * DAY_MS
    if used_since:
        server.set_touched({4: time.at, 5: time.at + DAY_MS})
    assert server.sweeps(8) == 0
    assert len(server.left()) == 4


def test_a_clock_that_is_set_while_the_server_runs_stops_the_removing(file: str) -> None:
    server = Server(Settings(db=file), Time(), old=400)

    def jump(hour: int) -> None:
        if hour % 5 == 4:
            server.time.at += DAY_MS if hour % 2 else -DAY_MS // 2

    assert server.sweeps(20, jump) == 0
    assert len(server.left()) == 4


def test_a_clock_behind_the_last_use_removes_nothing(file: str) -> None:
    server = Server(Settings(db=file), Time(), old=400)
    server.time.at -= 2 * DAY_MS
    assert server.sweeps(8) == 0


def test_a_table_that_is_used_again_before_it_is_removed_stays(file: str) -> None:
    server = Server(Settings(db=file), Time(), old=400)

    def play(hour: int) -> None:
        if hour == 5:
            server.set_touched({1: server.time.at})

    assert server.sweeps(8, play) == 1
    assert server.left() == {"running", "over", "closed"}


def test_a_server_used_on_few_days_removes_nothing(file: str) -> None:
    server = Server(Settings(db=file), Time(), old=400, days_of_use=DAYS_OF_USE - 2)
    assert server.sweeps(8) == 0
