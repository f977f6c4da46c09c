"""Keys that the server makes for itself: it signs push messages with one, daily deals follow from another."""

from sqlalchemy import Connection, select, text

from capomastro.server.storage.schema import server_keys

ADD = text("INSERT INTO server_keys (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING")


def key_named(db: Connection, name: str) -> str | None:
    return db.execute(select(server_keys.c.value).where(server_keys.c.name == name)).scalar()


def keep_key(db: Connection, name: str, value: str) -> str:
    """Keeps a key unless another worker was faster; returns the one that is kept."""
    db.execute(ADD, {"name": name, "value": value})
    return key_named(db, name) or value
