"""Links to the operator's page, from the command line, while a server may be running."""

from datetime import UTC, datetime
from typing import Any

from capomastro.core.errors import BadSetup
from capomastro.server.protocol.identity import hashed, new_secret, tidy
from capomastro.server.settings import Settings
from capomastro.server.storage import operator_queries
from capomastro.server.storage.backup import opened
from capomastro.server.storage.rows import now

COMMAND_LINE = "command line"
"""Who does what is done there."""
LONGEST_HOURS = 24 * 366


def make_link(settings: Settings, name: str, hours: float) -> str:
    """A new link; it can be told only now."""
    if not 0 < hours <= LONGEST_HOURS:
        raise BadSetup("a link is good for more than no hours, and for a year at most")
    name = tidy(name, 40)
    if not name:
        raise BadSetup("the link's name has at least one visible character")
    secret, at = new_secret(), now()
    with opened(settings, writing=True) as db, db.begin():
        number = operator_queries.add_link(db, hashed(secret), name, at, at + int(hours * 3_600_000))
        operator_queries.note(db, at, COMMAND_LINE, "link", f"link {number}", f"{name}, {hours:g} hours")
    return f"{address(settings)}/operator#{secret}"


def address(settings: Settings) -> str:
    """Where the page is: as people reach the server, or as it is reached on this machine."""
    if settings.base_url:
        return settings.base_url.rstrip("/")
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    return f"http://{f'[{host}]' if ':' in host and host[0] != '[' else host}:{settings.port}"


def good_links(settings: Settings) -> list[dict[str, Any]]:
    with opened(settings) as db:
        rows = [row for row in operator_queries.links(db) if row.expires > now()]
    return [
        {
            "number": row.id,
            "name": row.name,
            "created": time_of(row.created),
            "expires": time_of(row.expires),
            "seen": "never" if row.seen is None else time_of(row.seen),
        }
        for row in rows
    ]


def revoke_links(settings: Settings, numbers: list[int] | None) -> int:
    """Ends these links, or all; returns how many there were."""
    with opened(settings, writing=True) as db, db.begin():
        known = [row.id for row in operator_queries.links(db)]
        unknown = set(numbers or ()) - set(known)
        if unknown:
            raise BadSetup(f"there is no link {min(unknown)}")
        for number in known if numbers is None else sorted(set(numbers)):
            operator_queries.end_link(db, number)
            operator_queries.note(db, now(), COMMAND_LINE, "revoke", f"link {number}")
    return len(known if numbers is None else set(numbers))


def deeds(settings: Settings, most: int) -> list[dict[str, Any]]:
    with opened(settings) as db:
        rows = operator_queries.deeds(db, most)
    return [
        {"at": time_of(row.at), "name": row.name, "deed": row.deed, "subject": row.subject, "detail": row.detail}
        for row in rows
    ]


def time_of(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
