"""Nothing leaks: what one seat receives in whole matches is the same in every world it may believe in.

One seat plays against others, over REST, a socket, errors and as a spectator; every byte is kept. Beside it the test
follows the match in the server's own database, which the seat cannot see. At every entry the seat's world is dealt
again from its own view: what the server sent must be what it would send in that other world too, and nothing that is
hidden then, not the seed, not a token, not another's hand, may occur in it.
"""

from typing import Any

import msgspec
import pytest
from server_house import PATIENCE, At, House, Person, decoded, setup_of, steps_in
from test_server_stream import listening
from websockets.sync.client import connect

from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.game import Viewer
from capomastro.server.protocol.audience import viewer_index
from capomastro.server.protocol.step_lists import legal_as_json
from capomastro.server.table.log import MatchLog
from capomastro.server.table.rendering import seen_by

REPLAY, PAST = b'{"step":', b'{"n":'


class Ear:
    """Keeps every byte that somebody receives."""

    def __init__(self) -> None:
        self.bytes: list[bytes] = []
        self.from_sockets: set[bytes] = set()

    def hear(self, data: bytes | str) -> Any:
        raw = data.encode() if isinstance(data, str) else data
        self.bytes.append(raw)
        if isinstance(data, str):
            self.from_sockets.add(raw)
        return None if raw.count(b"\n") > 1 else decoded(raw)

    def answers(self) -> list[Any]:
        """All but match files and replays, which there are only when all is over, and looks back."""
        return [decoded(raw) for raw in self.bytes if raw.count(b"\n") < 2 and not raw.startswith((REPLAY, PAST))]

    def pasts(self) -> list[Any]:
        """The looks back that were asked for while the match was running."""
        found = [decoded(raw)["update"] for raw in self.bytes if raw.startswith(PAST)]
        return [update for update in found if update["seed"] is None]


def play_and_listen(house: House, table: At, me: Person, ear: Ear) -> None:
    """Plays seat 0 to the end and asks for everything one can ask for, allowed or not."""
    path, client, rng = table.path, me.client, seeded(11)
    with listening(house, At(me, table.table), 0) as mine, listening(house, At(me, table.table), None) as outside:
        while True:
            update = ear.hear(client.get(path, params={"seat": "0"}).content)
            if update["status"] == "over":
                return
            if steps := steps_in(update):
                text = steps[rng.randrange(len(steps))]
                body = {"seat": 0, "step": text, "seen": update["seen"], "key": me.key()}
                ear.hear(client.post(f"{path}/steps", json=body | {"step": "xyzzy"}).content)
                ear.hear(client.post(f"{path}/steps", json=body | {"seat": 1}).content)
                ear.hear(client.post(f"{path}/steps", json=body | {"seen": 0, "key": me.key()}).content)
                ear.hear(client.post(f"{path}/steps", json=body).content)
            looks = [f"/past?n={rng.randrange(update['seen'] + 2)}{seat}" for seat in ("", "&seat=none", "&seat=1")]
            looks += ["", "/log", "/log?seat=1", "?seat=none", "/export", "/verify", "/replay?step=1", "/chat"]
            looks += ["/replay?step=1&seat=all", "/replay/events?seat=all"]
            for what in looks:
                if rng.randrange(4) == 0:
                    ear.hear(client.get(path + what).content)
            for socket in (mine, outside):
                try:
                    while True:
                        ear.hear(socket.recv(timeout=0))
                except TimeoutError:
                    pass


@pytest.mark.parametrize(("game", "others"), [("palazzo", 2), ("pillars", 2)])
def test_a_seat_receives_nothing_it_could_not_know(house: House, game: str, others: int) -> None:
    host, me = Person(house, "Host"), Person(house, "Me")
    table = host.table("link", *["bot:random"] * others, game=game)
    ear = Ear()
    table.claim(me, 0)
    play_and_listen(house, table, me, ear)

    row, lines = setup_of(house.db, table.table)
    heard = ear.answers()
    updates = [message for message in heard if isinstance(message, dict) and message.get("type") == "update"]
    updates += [message["update"] for message in heard if isinstance(message, dict) and "update" in message]
    running = [update for update in updates if update["status"] == "running"]
    assert len(running) > 50

    told = next(i for i, raw in enumerate(ear.bytes) if row.setup.seed.encode() in raw)
    asked_later = [
        raw for raw in ear.bytes[told:] if raw not in ear.from_sockets and not raw.startswith((REPLAY, PAST))
    ]
    assert not any(b'"status":"running"' in raw for raw in asked_later), "the seed was told before the end"
    for raw in ear.bytes:
        assert row.owner.encode() not in raw
        assert table.token(0).encode() not in raw

    known = truth(row, lines, viewers=(None, 0))
    for update in running:
        viewer = update["viewer"]
        allowed = known[viewer, update["seen"]]
        assert (update["view"], update["legal"], update["seed"]) == (allowed["view"], allowed["legal"], None)
        assert [event["kind"] for event in update["events"] if event["n"] == update["seen"]] == allowed["kinds"] or (
            not any(event["n"] == update["seen"] for event in update["events"])
        )
        assert {seat["seat"] for seat in update["to_act"]} == set(allowed["to_act"])

    assert len(ear.pasts()) > 20
    for update in ear.pasts():
        allowed = known[update["viewer"], update["seen"]]
        assert (update["view"], update["legal"], update["to_act"]) == (allowed["view"], [], [])
        assert [event["kind"] for event in update["events"]] == allowed["kinds"]


def truth(row: Any, lines: Any, viewers: tuple[Viewer, ...]) -> dict[tuple[Viewer, int], dict[str, Any]]:
    """For each viewer's number what may be sent then: computed in a world the viewer cannot tell from the true one.

    A world has other hands and decks than the true state, wherever those are hidden: anything of them in a message
    would differ. The chances that a world is the true one are small, and over a whole match there are hundreds of them.
    """
    game, rng = game_named(row.game), seeded(3)
    record, other = MatchLog(row.setup, 0), MatchLog(row.setup, 0)
    found: dict[tuple[Viewer, int], dict[str, Any]] = {}
    for line in [None, *lines]:
        if line is not None:
            record.follow(line)
        for viewer in viewers:
            true_state = record.match.state
            world = game.worlds(game.view(true_state, viewer)).sample(rng)
            elsewhere = seen_by(stand_in(other, world), viewer)
            legal = [] if viewer is None else world.legal(viewer)
            told = record.recent[viewer_index(viewer)][-1] if record.recent[viewer_index(viewer)] else None
            new = told is not None and told.n == record.n
            key = (viewer, record.version(viewer))
            kinds = [event.kind for event in told.events if event.is_for(viewer)] if told and new else None
            found[key] = {
                "view": decoded(bytes(elsewhere.view)),
                "legal": decoded(bytes(legal_as_json(row.game, legal))),
                "to_act": world.to_act(),
                "kinds": kinds if kinds is not None else found.get(key, {}).get("kinds", []),
            }
    return found


def stand_in(other: MatchLog, world: Any) -> MatchLog:
    """A record in another world, as far as showing it goes."""
    other.match.state = world
    other.components = None
    return other


def test_the_check_itself_finds_a_planted_leak(house: House) -> None:
    """Views of the true state that show a hidden hand differ from those of the world dealt again."""
    table = Person(house).table("me", "me")
    row, lines = setup_of(house.db, table.table)
    record = MatchLog(row.setup, 0)
    for line in lines:
        record.follow(line)
    leaky = msgspec.to_builtins(record.game.view(record.match.state, None))
    leaky["seats"][0]["hand"] = list(record.game.view(record.match.state, 0).seats[0].hand)
    assert leaky != truth(row, lines, (None,))[None, record.version(None)]["view"]


def test_nothing_secret_is_logged(house: House, anna: Person) -> None:
    table = anna.table("me", "link")
    anna.client.get(f"{table.path}?secret={table.token(1)}")
    anna.client.post(f"{table.path}/claim", json={"token": table.token(1), "name": "Ben"})
    with connect(f"ws://127.0.0.1:{house.port}{table.path}/stream?secret={table.token(1)}", proxy=None) as socket:
        socket.recv(timeout=PATIENCE)
    row, _ = setup_of(house.db, table.table)
    log = house.said()
    assert '"ready"' in log
    for secret in (table.token(0), table.token(1), row.setup.seed, anna.client.cookies["device"]):
        assert secret not in log


def test_the_store_keeps_only_hashes_of_what_opens_a_seat(house: House, anna: Person) -> None:
    from pathlib import Path

    table = anna.table("me", "link")
    kept = b"".join(Path(house.db + end).read_bytes() for end in ("", "-wal"))
    assert table.table.encode() in kept
    for secret in (table.token(0), table.token(1), anna.client.cookies["device"]):
        assert secret.encode() not in kept
