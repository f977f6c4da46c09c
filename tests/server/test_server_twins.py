"""Nobody can count what somebody else does in private: two servers, one match, and everything that others are told.

Both play the same match from the same seed. Before it decides, seat 0 tries what others cannot see: on the second
server it lays cards and takes them back again and again, or it chooses another card than on the first; it also plans
and takes notes. Whoever else asks, by whatever request, must be told the same by both, byte for byte: while something
is staged, after it was taken back, and ever after. Only clocks may differ, and of those only how late it is, not the
order in which things happened: every time is replaced by its rank among the times that this listener has been told.
"""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest
from laid_tables import lay_tables
from server_house import PATIENCE, At, House, Person, waited
from test_server_stream import listening
from websockets.sync.client import ClientConnection

from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup

SEATS, FIDDLER = 3, 0
NAMES = ("Anna", "Ben", "Cleo")
COOKIES = [name.lower().ljust(22, "0") for name in (*NAMES, "Stranger")]
GAMES = {"palazzo": "palazzotwins", "pillars": "pillarstwins"}
STEPS, SEED = 36, "5a" * 32
TIME = re.compile(rb"(?<![0-9])1[0-9]{12}(?![0-9])")
MASKS = [
    (re.compile(rb"date: [^\n]*\n"), b""),  # when an answer was given: what the clock says, whatever was asked
    (re.compile(rb"content-length: [^\n]*\n"), b""),  # follows from the body, which is compared as a whole
]
PRESENCE = re.compile(rb'"here":(true|false),"away_since":(null|[0-9]+)')
"""In the lobby: who is connected is no secret, and where workers share a store they note it every 20 seconds."""


class Do(NamedTuple):
    """One thing that is done at the table: what on the first server, what on the second; nothing if null."""

    what: str
    seat: int = 0
    first: int | None = None
    second: int | None = None


def planned(game: str) -> list[Do]:
    """The match, and what seat 0 does in between: in private, or with a secret that is another one each time."""
    match, rng, plan = Match(new_setup(game, SEATS, seed=SEED)), seeded(4), []
    while len(match.entries) < STEPS and not match.state.over:
        for number, (first, second) in enumerate(secrets_of(match)):
            plan += [Do("step", FIDDLER, first, second), *([Do("look")] if number == 0 else [])]
            plan.append(Do("undo", FIDDLER, first, second))
        seat = match.state.to_act()[-1]
        legal = match.state.legal(seat)
        action = legal[rng.randrange(len(legal))]
        match.act(seat, action)
        plan.append(Do("step", seat, action, action))
        if len(match.entries) % 15 == 0:
            plan.append(Do("look"))
    assert sum(do.first != do.second for do in plan) > 15, "there must be something to hide"
    return [*plan, Do("look")]


def secrets_of(match: Match) -> list[tuple[int | None, int]]:
    """Pairs of what seat 0 may do and take back and others cannot tell apart: nothing and a step, or two steps."""
    if FIDDLER not in match.state.to_act():
        return []
    by_looks: dict[str, list[int]] = {}
    for action in match.state.legal(FIDDLER)[:6]:
        trial = match.at(len(match.entries))
        before = trial.undoable(FIDDLER)
        told = [event for event in trial.act(FIDDLER, action) if any(event.is_for(viewer) for viewer in (None, 1, 2))]
        if trial.undoable(FIDDLER) == before + 1:
            by_looks.setdefault(repr(told), []).append(action)
    hidden = by_looks.pop("[]", [])
    pairs: list[tuple[int | None, int]] = [(None, hidden[number % len(hidden)]) for number in range(6) if hidden]
    return pairs + [(alike[0], other) for alike in by_looks.values() for other in alike[1:]]


class Ear:
    """Everything that one listener is told, by a server's answers and by its socket."""

    def __init__(self, house: House, cookie: str, seat: int | None) -> None:
        self.person = Person(house, "somebody")
        self.person.client.cookies.set("device", cookie)
        self.seat = seat
        self.heard: list[tuple[str, bytes]] = []
        self.said: list[bytes] = []

    def listen(self, socket: ClientConnection) -> None:
        """Until the server answers a ping: by then it has said everything that came before."""
        while True:
            message = socket.recv()
            raw = message.encode() if isinstance(message, str) else message
            if raw.startswith(b'{"type":"pong"'):
                return
            if not raw.startswith(b'{"type":"ping"'):  # a heartbeat follows the clock, and nothing else
                self.said.append(raw)

    def ask(self, method: str, path: str, body: Any = None) -> None:
        answer = self.person.client.request(method, path, json=body) if body else self.person.client.get(path)
        head = "".join(f"{name}: {value}\n" for name, value in answer.headers.items())
        self.heard.append((f"{method} {path} {body or ''}", f"{answer.status_code}\n{head}".encode() + answer.content))

    def look_round(self, table: str, number: int) -> None:
        """Everything one can ask, whether it is answered or refused."""
        at = f"/api/tables/{table}"
        seen = self.person.get(at)["seen"]
        for path in (
            "",
            "?since=0",
            f"?since={max(seen - 3, 0)}",
            "?seat=none&since=0",
            "?seat=0",
            "/log",
            "/log?seat=none",
        ):
            self.ask("GET", at + path)
        for path in (
            f"/past?n={max(seen, 1)}",
            f"/past?n={seen + 1}",
            "/past?n=1&seat=none",
            "/chat",
            "/notes",
            "/notify",
        ):
            self.ask("GET", at + path)
        for path in ("/advice", "/export", "/verify", "/scores", "/replay?step=3", "/invitation"):
            self.ask("GET", at + path)
        self.ask("GET", "/api/lobby")
        self.ask("GET", f"/api/lobby?game={table.removesuffix('twins')}")
        for n, step in enumerate(("pass", "xyzzy")):
            body = {"step": step, "seen": seen + 100, "key": f"k{number}.{n}"}
            self.ask("POST", f"{at}/steps", body)
        self.ask("POST", f"{at}/steps", {"seat": FIDDLER, "step": "pass", "seen": seen, "key": f"k{number}.9"})
        self.ask("POST", f"{at}/proposals", {"kind": "rewind", "to": seen + 5})
        self.ask("POST", f"{at}/proposals", {"kind": "bot", "for_seat": FIDDLER})

    def told(self) -> list[tuple[str, bytes]]:
        """All of it, with dates and times made comparable."""
        everything = [*self.heard, *(("socket", raw) for raw in self.said)]
        masked = [(what, PRESENCE.sub(b"", raw) if "/api/lobby" in what else raw) for what, raw in everything]
        for mask, instead in MASKS:
            masked = [(what, mask.sub(instead, raw)) for what, raw in masked]
        times = sorted({found for _, raw in masked for found in TIME.findall(raw)})
        rank = {found: b"time %d" % number for number, found in enumerate(times)}
        return [(what, TIME.sub(lambda m: rank[m[0]], raw)) for what, raw in masked]


def play(house: House, game: str, *, second: bool) -> list[list[tuple[str, bytes]]]:
    """Carries out the plan as the first or the second server has it; returns what each listener was told."""
    table, plan = GAMES[game], planned(game)
    people = [Ear(house, cookie, seat) for seat, cookie in enumerate(COOKIES[:SEATS])]
    listeners = [people[1], people[2], Ear(house, COOKIES[3], None)]
    texts = Match(new_setup(game, SEATS, seed=SEED)).game.actions.texts
    with ExitStack() as stack:
        sockets, threads = [], []
        for ear in listeners:
            sockets.append(stack.enter_context(listening(house, At(ear.person, table), ear.seat)))
            threads.append(threading.Thread(target=ear.listen, args=[sockets[-1]]))
            threads[-1].start()
            waited(lambda ear=ear: ear.said)  # it has been greeted
        for number, do in enumerate(plan):
            time.sleep(0.002)  # so that no two things happen in one millisecond
            if do.what == "look":
                if second:
                    write_down(At(people[FIDDLER].person, table), number)
                for ear in listeners:
                    ear.look_round(table, number)
            elif (action := do.second if second else do.first) is not None:
                text = None if do.what == "undo" else texts[action]
                apply_proposal(At(people[do.seat].person, table), do.seat, text, f"{do.what}.{number}")
        for socket, thread in zip(sockets, threads, strict=True):
            socket.send('{"type":"ping"}')
            thread.join(PATIENCE)
            assert not thread.is_alive(), "a listener has not been told everything"
        # Only now does anybody leave: of that, those who still listen are told, and it may reach them or not.
    return [ear.told() for ear in listeners]


def apply_proposal(at: At, seat: int, text: str | None, key: str) -> None:
    """Takes a step, or the last one back."""
    if text is None:
        at.post("undo", seat=seat, key=key)
    else:
        at.post("steps", seat=seat, step=text, seen=at.look(seat=seat)["seen"], key=key)


def write_down(at: At, number: int) -> None:
    """Notes, an address for reminders, a plan that is dropped again: nobody else's business."""
    client = at.person.client
    client.put(f"{at.path}/notes", json={"seat": FIDDLER, "text": f"a thought {number}"})
    client.put(f"{at.path}/notify", json={"seat": FIDDLER, "webhook": None, "email": f"a{number}@example.org"})
    if not at.look(seat=FIDDLER)["legal"]:
        for plan in ("pass this lot", None):  # refused where there is nothing to plan
            client.post(f"{at.path}/plan", json={"seat": FIDDLER, "plan": plan})


@pytest.fixture(scope="module")
def twins(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[House]]:
    """Two servers with equal stores."""
    if request.param == "sqlite":
        addresses = [str(tmp_path_factory.mktemp("twin") / "tables.sqlite") for _ in range(2)]
    else:
        postgres = request.getfixturevalue("postgres")
        addresses = [postgres.empty("twin_one"), postgres.empty("twin_two")]
    houses = []
    for address in addresses:
        matches = {table: Match(new_setup(game, SEATS, seed=SEED, names=NAMES)) for game, table in GAMES.items()}
        lay_tables(address, matches, COOKIES[:SEATS], host=1)
        houses.append(House(address, live_minutes="1000000").start())  # nobody is late on a slow machine
    yield houses
    for house in houses:
        house.stop()


@pytest.mark.parametrize(
    ("twins", "game"), [("sqlite", "palazzo"), ("sqlite", "pillars"), ("postgresql", "palazzo")], indirect=["twins"]
)
def test_what_a_seat_does_in_private_changes_no_byte_of_what_others_are_told(twins: list[House], game: str) -> None:
    one, other = (play(house, game, second=second) for house, second in zip(twins, (False, True), strict=True))
    for here, there in zip(one, other, strict=True):
        assert len(here) > 50
        for said_here, said_there in zip(here, there, strict=False):
            assert said_here == said_there
        assert [here[len(there) :], there[len(here) :]] == [[], []]
