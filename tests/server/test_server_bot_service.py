"""Bots as a service of their own: questions go by the store, nobody's are lost, and addresses take turns."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import plugin_bots
import psycopg
import pytest
from psycopg.rows import namedtuple_row
from server_house import PATIENCE, House, Person, Postgres, numbers_in_a_row, waited
from server_processes import children_of
from sqlalchemy import create_engine
from test_server_store import command

from capomastro import __version__
from capomastro.bots.roster import player_named
from capomastro.core.catalogue import all_games
from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.server.bots.packing import Unpackable, packed, unpacked
from capomastro.server.bots.queue import Rank
from capomastro.server.ops.doctor import examine
from capomastro.server.settings import Settings
from capomastro.server.storage import bot_queries, lease_queries
from capomastro.server.storage.bot_queries import Asked
from capomastro.server.storage.migrate import migrate

BOT_FIRST = {"first": "2"}


class Service:
    """`capomastro bots` in processes of its own."""

    def __init__(self, db: str, environment: dict[str, str], processes: int = 1) -> None:
        words = ["bots", "--db", db, "--processes", str(processes)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "capomastro", *words],
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def signal(self, number: int) -> None:
        """To all its processes."""
        os.killpg(self.process.pid, number)

    def ended(self) -> tuple[int, str]:
        """Its exit code, and what it has logged."""
        said = self.process.communicate(timeout=PATIENCE)[1]
        return self.process.returncode, said

    def stop(self) -> None:
        if self.process.poll() is None:
            self.signal(signal.SIGKILL)
        self.process.communicate()


@pytest.fixture
def house(postgres: Postgres, tmp_path: Path) -> Iterator[House]:
    """A server whose bots think elsewhere; it knows bots of another package."""
    house = House(postgres.empty("bot_service"), bots="service")
    plugins = plugin_bots.install(tmp_path)
    house.settings["PYTHONPATH"] = os.pathsep.join([plugins, *filter(None, [os.environ.get("PYTHONPATH")])])
    yield house.start()
    house.stop()


@pytest.fixture
def start(house: House) -> Iterator[Callable[[float], Service]]:
    """Starts services whose bots may think for so many seconds."""
    with ExitStack() as stack:

        def started(seconds: float) -> Service:
            service = Service(house.db, house.settings | {"CAPOMASTRO_BOT_SECONDS": str(seconds)})
            stack.callback(service.stop)
            return service

        yield started


def rows(house: House, sql: str) -> list[Any]:
    with psycopg.connect(house.db) as db:
        return db.execute(sql).fetchall()


def doctor(house: House) -> str:
    settings = Settings(db=house.db, bots="service")
    (state,) = (f"{one.state}: {one.text}" for one in examine(settings) if one.name == "bots")
    return state


def test_bots_think_in_services_and_one_that_dies_loses_nothing(
    house: House, start: Callable[[float], Service]
) -> None:
    anna = Person(house)
    table = anna.table("me", "bot:hanging", options=BOT_FIRST)
    waited(lambda: rows(house, "SELECT 1 FROM bot_questions WHERE service IS NULL"))
    assert doctor(house).startswith(f"problem: no service of this version ({__version__}) runs; 1 questions wait")

    first = start(3600)  # its bot hangs for an hour
    claimed = "SELECT service FROM bot_questions WHERE service IS NOT NULL AND answer IS NULL"
    before = waited(lambda: rows(house, claimed))
    assert doctor(house) == "ok: 1 think at once in services of this version; no question waits"
    first.signal(signal.SIGSTOP)  # as if its machine were cut off
    second = start(1)  # which lets a bot think for a second, and then takes any step for it
    waited(lambda: numbers_in_a_row(house.db)[table.table] > 1)
    waited(lambda: table.look()["legal"])
    count = numbers_in_a_row(house.db)[table.table]
    first.signal(signal.SIGCONT)
    first.process.terminate()  # it gives back nothing that is not its own any more
    code, said = first.ended()
    assert (code, "Traceback" in said) == (0, False), said
    assert numbers_in_a_row(house.db)[table.table] == count
    assert before[0] not in rows(house, "SELECT id FROM workers")

    quick = anna.table("me", "bot:random", game="pillars")
    assert quick.play()["status"] == "over"
    mate = anna.table("me", "me")
    assert anna.get(f"{mate.path}/advice", seat=mate.look()["viewer"])["advice"], "it comes from there too"
    assert not children_of(house), "the server itself has started no bots"
    assert rows(house, "SELECT 1 FROM bot_questions") == []
    second.process.terminate()
    assert second.ended()[0] == 0


def test_a_service_needs_a_postgresql_that_is_up_to_date(postgres: Postgres, tmp_path: Path) -> None:
    done = command("bots", "--db", str(tmp_path / "tables.sqlite"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "a SQLite file belongs to one machine" in done.stderr
    assert not any(tmp_path.iterdir())
    done = command("bots", "--db", postgres.empty("nothing"))
    assert done.returncode == 2
    assert "not brought up to date yet" in done.stderr


def test_whoever_asks_much_lets_others_in_and_people_at_their_tables_go_first(postgres: Postgres) -> None:
    address = postgres.empty("bot_turns")
    settings = Settings(db=address)
    migrate(settings)
    engine = create_engine(settings.url)
    with engine.begin() as db:
        worker = {"id": "w", "address": "", "secret": "", "version": __version__}
        db.exec_driver_sql(lease_queries.BEAT.replace("3000", "600000"), worker)

        def ask(name: str, rank: Rank, *addresses: str) -> None:
            bot_queries.ask(db, Asked(name, "w", __version__, int(rank), addresses, "choose", b""))

        for number in range(4):
            ask(f"many {number}", Rank.PRESENT, "busy")
        ask("one", Rank.PRESENT, "newcomer")
        ask("shared", Rank.PRESENT, "busy", "friend")
        ask("away", Rank.ABSENT, "newcomer")
        ask("other", Rank.PRESENT, "other version")
        db.exec_driver_sql("UPDATE bot_questions SET version = '0.0' WHERE id = 'other'")
    with psycopg.connect(address, autocommit=True, row_factory=namedtuple_row) as other:
        facts = {"service": "s", "version": __version__, "least": int(max(Rank))}

        def claim(sql: str = bot_queries.CLAIM, **more: Any) -> Any:
            return other.execute(sql, {**facts, **more}).fetchone()

        assert claim(bot_queries.CLAIM_OLDEST).id == "many 0"
        assert [claim().id for _ in range(4)] == ["one", "shared", "many 1", "many 2"]
        assert claim(least=int(Rank.PRESENT)).id == "many 3"
        assert claim(least=int(Rank.PRESENT)) is None, "the last process is kept for people at their tables"
        assert claim().id == "away"
        assert claim() is None
        other.execute("UPDATE bot_questions SET until = 0 WHERE id = 'one'")
        again = claim(service="other")
        assert (again.id, again.claims) == ("one", 2), "whose service is silent is claimed again"
        late = {"id": "one", "well": True, "answer": b"", "service": "s"}
        assert other.execute(bot_queries.ANSWER, late).fetchone() is None, "and the first one comes too late"
        assert other.execute(bot_queries.ANSWER, late | {"service": "other"}).fetchone() is not None
        other.execute("UPDATE workers SET until = 0")
        other.execute(bot_queries.SWEEP)
        assert other.execute("SELECT count(*) FROM bot_questions").fetchone() == (0,), "nobody waits for these"
    engine.dispose()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_views_and_answers_are_data_and_come_back_the_same(game: Any) -> None:
    match = Match(new_setup(game.name, min(game.seat_counts), seed=5))
    seat = next(seat for seat in range(min(game.seat_counts)) if match.state.legal(seat))
    view = game.view(match.state, seat)
    assert unpacked(packed((game.name, view, [1, 2]))) == (game.name, view, [1, 2])
    legal = list(match.state.legal(seat))
    again = unpacked(packed(view))
    bot = player_named("apprentice", game)
    assert bot.choose(again, legal, seeded(3)) == bot.choose(view, legal, seeded(3))


@pytest.mark.parametrize("what", [os.system, asyncio.Event, subprocess.Popen, Exception("x"), b"no pickle"])
def test_what_is_more_than_data_is_not_read(what: Any) -> None:
    data = what if isinstance(what, bytes) else zlib.compress(pickle.dumps(what))
    with pytest.raises(Unpackable):
        unpacked(data)
