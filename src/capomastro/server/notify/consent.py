"""Who wants mail, and how much of anything may be sent in a day.

Anybody can write down anybody's address. So an address hears from us only if whoever reads its mail has said yes to the
device that wrote it down; and whoever says no is never asked again, whoever writes their address down.
"""

from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from capomastro.server.protocol.identity import hashed, new_secret
from capomastro.server.storage.rows import DAY_MS
from capomastro.server.storage.schema import consents, quotas

ASKED, CONFIRMED, BLOCKED, TOO_MANY = "asked", "yes", "no", "too many"
MOST_ASKED = 3
"""How often an address is asked on behalf of one device; after that, silence counts as a no."""
ASKS_TO_ADDRESS, ASKS_BY_SENDER, ASKS_IN_ALL = 2, 10, 500
MAILS_TO_ADDRESS, POSTS_TO_HOST, FROM_TABLE = 30, 1000, 150
"""How many in a day."""
FORGOTTEN_DAYS = 30


class Letter(NamedTuple):
    """To whom a mail goes, in which language, and the secret that lets its reader answer."""

    address: str
    secret: str
    language: str


def spend(db: Connection, key: str, most: int, at: int) -> bool:
    """Uses one of the day's quota; returns whether there was one left."""
    day = at // DAY_MS
    known = db.execute(select(quotas.c.day, quotas.c.used).where(quotas.c.key == key).with_for_update()).first()
    if known is None:
        db.execute(insert(quotas).values(key=key, day=day, used=1))
        return True
    used = known.used if known.day == day else 0
    if used >= most:
        return False
    db.execute(update(quotas).where(quotas.c.key == key).values(day=day, used=used + 1))
    return True


def key_of(address: str) -> str:
    """Addresses that differ only in upper and lower case are the same."""
    return address.lower()


def ask(db: Connection, address: str, device: str, sender: str, language: str, at: int) -> str:
    """Notes that a device wants its reminders sent to an address; returns how that stands."""
    key = key_of(address)
    rows = db.execute(select(consents).where(consents.c.address == key)).all()
    if any(row.state == BLOCKED for row in rows):
        return BLOCKED
    own = next((row for row in rows if row.device == device), None)
    if own is None:
        if not spend(db, f"sender {hashed(sender)}", ASKS_BY_SENDER, at):
            return TOO_MANY
        values = {"secret": new_secret(), "state": ASKED, "language": language, "asked": at, "mails": 0}
        db.execute(insert(consents).values(address=key, device=device, **values))
    elif own.state == ASKED and own.mailed is not None and own.mailed < at - DAY_MS and own.mails < MOST_ASKED:
        db.execute(update(consents).where(consents.c.secret == own.secret).values(mailed=None, asked=at))
    return ASKED if own is None else str(own.state)


def state_of(db: Connection, address: str, devices: set[str]) -> str | None:
    """How it stands between an address and the devices that hold a seat."""
    key = key_of(address)
    rows = db.execute(select(consents.c.device, consents.c.state).where(consents.c.address == key)).all()
    states = {row.state for row in rows if row.state == BLOCKED or row.device in devices}
    return next((state for state in (BLOCKED, CONFIRMED, ASKED) if state in states), None)


def letter_to(db: Connection, address: str, devices: set[str]) -> Letter | None:
    """A letter to an address that has said yes to one of these devices."""
    if state_of(db, address, devices) != CONFIRMED:
        return None
    mine = consents.c.address == key_of(address), consents.c.state == CONFIRMED, consents.c.device.in_(devices)
    row = db.execute(select(consents.c.secret, consents.c.language).where(*mine)).first()
    return None if row is None else Letter(address, row.secret, row.language)


def to_be_asked(db: Connection, most: int) -> list[Any]:
    waiting = consents.c.state == ASKED, consents.c.mailed.is_(None)
    return list(db.execute(select(consents).where(*waiting).order_by(consents.c.asked).limit(most)).all())


def take_to_ask(db: Connection, row: Any, at: int) -> Letter | None:
    """Takes an address to be asked, so that nobody else asks it; nothing if enough was asked today."""
    mine = consents.c.secret == row.secret, consents.c.mailed.is_(None), consents.c.state == ASKED
    if db.execute(update(consents).where(*mine).values(mailed=at, mails=row.mails + 1)).rowcount != 1:
        return None
    if not spend(db, f"asked {hashed(row.address)}", ASKS_TO_ADDRESS, at) or not spend(db, "asked", ASKS_IN_ALL, at):
        return None
    return Letter(row.address, row.secret, row.language)


def answered(db: Connection, secret: str, *, yes: bool | None) -> tuple[str, str] | None:
    """Notes what the reader of a mail says, or nothing; returns how it stands then, and in which language.

    A no is for the address, whoever has written it down.
    """
    row = db.execute(select(consents).where(consents.c.secret == secret)).first()
    if row is None:
        return None
    if yes is not None:
        whom = consents.c.secret == secret if yes else consents.c.address == row.address
        db.execute(update(consents).where(whom).values(state=CONFIRMED if yes else BLOCKED))
        if yes and row.state == BLOCKED:  # somebody has changed their mind: the others may ask again
            others = consents.c.address == row.address, consents.c.state == BLOCKED
            db.execute(update(consents).where(*others).values(state=ASKED))
    return (str(row.state) if yes is None else CONFIRMED if yes else BLOCKED), str(row.language)


def tidy(db: Connection, at: int) -> None:
    """Forgets addresses that never answered, and what was counted on earlier days."""
    db.execute(delete(consents).where(consents.c.state == ASKED, consents.c.asked < at - FORGOTTEN_DAYS * DAY_MS))
    db.execute(delete(quotas).where(quotas.c.day < at // DAY_MS))
