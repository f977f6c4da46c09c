"""Questions to bots that think as a service of their own, as rows of a PostgreSQL. All times are the database's own.

A worker writes a question, a service claims it, writes the answer, and the worker takes both away. A claim holds as
long as the service says that it is alive; after that another may claim the question.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from capomastro.server.storage.lease_queries import LEASE_MS, NOW

CLAIM_MS = 5_000
"""A service that has not said for this long that it is alive has lost what it was thinking about."""
QUESTIONS, ANSWERS = "capomastro_questions", "capomastro_answers_"
"""Who listens hears that there are questions for services, or answers for one worker. Names of their own, for workers
of earlier versions understand only tables' names on theirs."""

BUSY = text("""
SELECT address, count(*) AS questions FROM bot_questions
WHERE rank = :rank AND address = ANY(:addresses) GROUP BY address
""")
ASK = text(f"""
INSERT INTO bot_questions (id, worker, version, rank, address, kind, question, asked, claims, until, turn)
SELECT CAST(:id AS varchar), CAST(:worker AS varchar), CAST(:version AS varchar), CAST(:rank AS integer),
    CAST(:address AS varchar), CAST(:kind AS varchar), CAST(:question AS bytea), {NOW}, 0, 0, 1 + greatest(
    coalesce(max(turn) FILTER (WHERE service IS NOT NULL), min(turn) - 1, 0),
    coalesce(max(turn) FILTER (WHERE address = CAST(:address AS varchar)), 0)
)
FROM bot_questions WHERE rank = CAST(:rank AS integer)
ON CONFLICT (id) DO NOTHING
""")
"""Addresses take turns: each new question of an address gets the turn after its last one, and nobody an earlier turn
than what is thought about now. So who has asked fifty things lets a newcomer in after one."""
TELL_SERVICES = text(f"SELECT pg_notify('{QUESTIONS}', '')")
COLLECT = text("DELETE FROM bot_questions WHERE worker = :worker AND answer IS NOT NULL RETURNING id, well, answer")
MINE = text("SELECT id, service FROM bot_questions WHERE worker = :worker")
WITHDRAW = text("DELETE FROM bot_questions WHERE worker = :worker AND id = ANY(:ids) AND service IS NULL RETURNING id")
PROCESSES = text(f"SELECT coalesce(sum(bots), 0) FROM workers WHERE version = :version AND until > {NOW}")
SERVICES = text(f"""
SELECT version, count(*) AS services, sum(bots) AS processes FROM workers
WHERE bots IS NOT NULL AND until > {NOW} GROUP BY version ORDER BY version
""")
WAITING = (
    f"SELECT count(*) AS waits, coalesce(max({NOW} - asked), 0) AS oldest FROM bot_questions WHERE service IS NULL"
)

FREE = f"""
SELECT id FROM bot_questions q
WHERE version = %(version)s AND answer IS NULL AND (service IS NULL OR until < {NOW}) AND rank <= %(least)s
AND EXISTS (SELECT 1 FROM workers WHERE workers.id = q.worker AND workers.until > {NOW})
"""
CLAIMING = f"""
UPDATE bot_questions SET service = %(service)s, until = {NOW} + {CLAIM_MS}, claims = claims + 1
WHERE id = ({FREE} ORDER BY %(order)s LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id, rank, kind, question, claims
"""
CLAIM = CLAIMING.replace("%(order)s", "rank, turn, asked")
CLAIM_OLDEST = CLAIMING.replace("%(order)s", "asked")
"""Now and then whoever has waited longest goes first, so that nobody waits for ever."""
BEAT = f"""
INSERT INTO workers (id, address, secret, version, until, bots)
VALUES (%(service)s, '', '', %(version)s, {NOW} + {LEASE_MS}, %(processes)s)
ON CONFLICT (id) DO UPDATE SET until = excluded.until
"""
RENEW = f"UPDATE bot_questions SET until = {NOW} + {CLAIM_MS} WHERE service = %(service)s AND answer IS NULL"
ANSWER = f"""
WITH done AS (
    UPDATE bot_questions SET answer = %(answer)s, well = %(well)s
    WHERE id = %(id)s AND service = %(service)s AND answer IS NULL RETURNING worker
)
SELECT pg_notify('{ANSWERS}' || worker, '') FROM done
"""
GIVE_BACK = """
UPDATE bot_questions SET service = NULL, until = 0, claims = claims - 1 WHERE service = %(service)s AND answer IS NULL
"""
LEAVE = "DELETE FROM workers WHERE id = %(service)s"
SWEEP = f"""
DELETE FROM bot_questions q
WHERE NOT EXISTS (SELECT 1 FROM workers WHERE workers.id = q.worker AND workers.until > {NOW} - {CLAIM_MS})
"""
"""Whoever asked is gone; if it is only cut off, it asks again."""


class Asked(NamedTuple):
    """A question as it is stored; `addresses` are marks of those it is asked for."""

    id: str
    worker: str
    version: str
    rank: int
    addresses: Sequence[str]
    kind: str
    question: bytes


def ask(db: Connection, asked: Asked) -> None:
    """Stores a question, for the least busy of its addresses; the same question is stored once."""
    rank, addresses = asked.rank, asked.addresses
    found = db.execute(BUSY, {"rank": rank, "addresses": list(addresses)})
    busy = {row.address: row.questions for row in found}
    address = min(addresses, key=lambda one: busy.get(one, 0))
    values = asked._asdict()
    del values["addresses"]
    db.execute(ASK, values | {"address": address})
    db.execute(TELL_SERVICES)


def collect(db: Connection, worker: str) -> list[Any]:
    """The answers for a worker, which then are stored no more."""
    return list(db.execute(COLLECT, {"worker": worker}))


def withdraw(db: Connection, worker: str, ids: list[str]) -> set[str]:
    """Takes back those of these questions that nobody thinks about yet."""
    return set(db.execute(WITHDRAW, {"worker": worker, "ids": ids}).scalars())


def mine(db: Connection, worker: str, version: str) -> tuple[dict[str, str | None], int]:
    """A worker's questions, with the service that thinks about each; and how many bots think for its version in all."""
    stored = {row.id: row.service for row in db.execute(MINE, {"worker": worker})}
    return stored, int(db.execute(PROCESSES, {"version": version}).scalar_one())


def services(db: Connection) -> list[Any]:
    """The services that are alive, by their versions."""
    return list(db.execute(SERVICES))


def waiting(db: Connection) -> tuple[int, int]:
    """How many questions nobody thinks about yet, and for how many milliseconds the oldest has waited."""
    row = db.execute(text(WAITING)).one()
    return int(row.waits), int(row.oldest)
