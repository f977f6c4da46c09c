"""What people want to hear of their turns, and the notices that are due."""

from typing import Any

from sqlalchemy import Connection, and_, delete, insert, or_, select, text, update

from capomastro.server.storage.hours import due_at
from capomastro.server.storage.rows import DAY_MS, PLAYER, Reminder
from capomastro.server.storage.schema import devices, holdings, notices, players, pushes, wishes

ADD = text(
    "INSERT INTO notices (whom, table_id, seat, turn, channel, due, tries, done) "
    "VALUES (:whom, :table, :seat, :turn, :channel, :due, 0, FALSE) "
    "ON CONFLICT (whom, table_id, turn, channel) DO NOTHING"
)
FORGOTTEN_DAYS = 90


def anybody_wishes(db: Connection) -> bool:
    """Asked with every step that is stored, so past SQLAlchemy's statements, which cost more than this one."""
    return db.exec_driver_sql("SELECT 1 FROM wishes LIMIT 1").first() is not None


def add(db: Connection, table: str, reminder: Reminder) -> None:
    """Notes what is to be told of a turn that begins, to whom, how and when."""
    held = holdings.c.table_id == table, holdings.c.seat == reminder.seat
    query = select(wishes).join(holdings, holdings.c.device == wishes.c.whom).where(*held)
    for wish in db.execute(query).all():
        due = due_at(wish, reminder.due)
        fields = {"whom": wish.whom, "table": table, "seat": reminder.seat, "turn": reminder.turn, "due": due}
        for channel in channels_of(db, wish):
            db.execute(ADD, fields | {"channel": channel})


def channels_of(db: Connection, wish: Any) -> list[str]:
    channels = [name for name, target in (("mail", wish.email), ("hook", wish.webhook)) if target]
    return [*channels, "push"] if pushes_of(db, wish.whom) else channels


def wish_of(db: Connection, whom: str) -> Any:
    return db.execute(select(wishes).where(wishes.c.whom == whom)).first()


def put_wish(db: Connection, whom: str, **values: Any) -> None:
    """What is noted already and still waits is told as it is wanted now."""
    if db.execute(update(wishes).where(wishes.c.whom == whom).values(**values)).rowcount == 0:
        db.execute(insert(wishes).values(whom=whom, **values))
    wish = wish_of(db, whom)
    waiting = notices.c.whom == whom, notices.c.done.is_(False)
    for row in db.execute(select(notices.c.id, notices.c.due).where(*waiting)).all():
        due = due_at(wish, values["touched"])
        db.execute(update(notices).where(notices.c.id == row.id).values(due=due))


def pushes_of(db: Connection, whom: str) -> list[Any]:
    """The browsers that get messages for somebody: a device itself, or all of a player's."""
    if not whom.startswith(PLAYER):
        return list(db.execute(select(pushes).where(pushes.c.device == whom)))
    own = devices.c.player == whom.removeprefix(PLAYER)
    query = select(pushes).join(devices, devices.c.device == pushes.c.device).where(own)
    return list(db.execute(query.order_by(pushes.c.device)))


def push_of(db: Connection, device: str | None) -> Any:
    return db.execute(select(pushes).where(pushes.c.device == device)).first()


def put_push(db: Connection, device: str, **values: Any) -> None:
    """A browser has one place for messages; if its cookie was lost, the place is the new device's."""
    db.execute(delete(pushes).where(or_(pushes.c.device == device, pushes.c.hash == values["hash"])))
    db.execute(insert(pushes).values(device=device, **values))


def drop_push(db: Connection, *whose: str) -> None:
    db.execute(delete(pushes).where(pushes.c.device.in_(whose)))


def note_outcome(db: Connection, device: str, endpoint: str, outcome: str) -> None:
    """How the last message to a browser went; one whose place is gone is forgotten."""
    mine = pushes.c.device == device, pushes.c.hash == endpoint
    if outcome == "gone":
        db.execute(delete(pushes).where(*mine))
    else:
        db.execute(update(pushes).where(*mine).values(outcome=outcome))


def due(db: Connection, at: int, most: int) -> list[Any]:
    waiting = notices.c.done.is_(False), notices.c.due <= at
    return list(db.execute(select(notices).where(*waiting).order_by(notices.c.due, notices.c.id).limit(most)))


def take(db: Connection, row: Any, later: int, *, last: bool) -> bool:
    """Takes a notice before it is sent, so that nobody else sends it; returns whether it was there to be taken."""
    mine = notices.c.id == row.id, notices.c.done.is_(False), notices.c.tries == row.tries
    return db.execute(update(notices).where(*mine).values(tries=row.tries + 1, due=later, done=last)).rowcount == 1


def set_notices(db: Connection, ids: list[int], **values: Any) -> None:
    db.execute(update(notices).where(notices.c.id.in_(ids)).values(**values))


def inherit(db: Connection, device: str, mark: str) -> None:
    """What a device wants becomes its player's, unless they have said already what they want."""
    if wish_of(db, mark) is None:
        db.execute(update(wishes).where(wishes.c.whom == device).values(whom=mark))
    db.execute(delete(wishes).where(wishes.c.whom == device))
    db.execute(delete(notices).where(notices.c.whom == device))


def erase(db: Connection, whom: list[str]) -> None:
    db.execute(delete(wishes).where(wishes.c.whom.in_(whom)))
    db.execute(delete(notices).where(notices.c.whom.in_(whom)))
    drop_push(db, *whom)


def tidy(db: Connection, at: int) -> None:
    """What was told yesterday, and what people wanted who have held nothing for long, is forgotten."""
    db.execute(delete(notices).where(notices.c.done.is_(True), notices.c.due < at - DAY_MS))
    old = at - FORGOTTEN_DAYS * DAY_MS
    holding = select(holdings.c.device)
    db.execute(delete(wishes).where(wishes.c.touched < old, wishes.c.whom.not_in(holding)))
    known = select(devices.c.device).join(players, players.c.id == devices.c.player)
    unused = and_(pushes.c.created < old, pushes.c.device.not_in(holding), pushes.c.device.not_in(known))
    db.execute(delete(pushes).where(unused))
