"""The tables of a server that one can go to."""

import msgspec

from capomastro.core.canvas import harmless
from capomastro.core.drawing import Choice
from capomastro.core.words import Words
from capomastro.server.protocol.responses import Lobby, Row
from capomastro.terminal.client import Address, Client
from capomastro.terminal.speech import names_of, title_of
from capomastro.terminal.store import Store


async def lobby_rows(address: Address, store: Store, words: Words) -> list[tuple[Choice, str]]:
    """One's own tables first, then those with a free seat, then those that can be watched."""
    client = Client(address.origin, store.server(address.origin).device)
    try:
        lobby = msgspec.json.decode(await client.get("/api/lobby"), type=Lobby)
    finally:
        client.close()
    found: dict[str, Choice] = {}
    for head, rows in (("home.mine", lobby.mine), ("home.open", lobby.open), ("home.watch", lobby.running)):
        for row in rows:
            found.setdefault(row.table, Choice(row_label(row, words), about=f"{words.t(head)}{state_of(row, words)}"))
    return [(choice, table) for table, choice in found.items()]


def row_label(row: Row, words: Words) -> str:
    names = ", ".join(names_of(row.seats, words))
    named = words.shown(harmless(row.name))
    return f"{title_of(row.game, words)}{f' – {named}' if named else ''}: {names}"


def state_of(row: Row, words: Words) -> str:
    if row.waiting_for_me:
        return f"; {words.t('home.your turn')}"
    return f"; {words.t('home.free', n=len(row.free))}" if row.free else ""
