"""The operator's page: who is let in, what can be done there, and that all of it is written down."""

import json
from typing import Any

import pytest
from server_house import House, Person, steps_in, waited
from test_server_players import be_player
from test_server_stream import closing_code, listening, said
from typer.testing import CliRunner

from capomastro.cli import app
from capomastro.core.errors import BadSetup
from capomastro.server.ops.janitor import retention
from capomastro.server.ops.links import good_links, make_link, revoke_links
from capomastro.server.ops.slowest import HALF_HOUR, MOST, Slowest
from capomastro.server.settings import Settings
from capomastro.server.storage import operator_queries
from capomastro.server.storage.backup import opened

READS = ("", "/tables", "/players")
DEEDS: dict[str, tuple[str, Any]] = {
    "/close": ("POST", {"table": "x"}),
    "/remove": ("POST", {"table": "x"}),
    "/block": ("POST", {"player": "x"}),
    "/unblock": ("POST", {"block": 1}),
    "/broadcast": ("POST", {"text": "hello"}),
    "/retention": ("PUT", dict.fromkeys(operator_queries.KEPT, None)),
}


class Desk(Person):
    """The operator with a link."""

    def __init__(self, house: House) -> None:
        super().__init__(house, "Olga")
        self.link = make_link(Settings(db=house.db, port=house.port), self.name, 1)
        self.client.headers["Authorization"] = f"Bearer {self.link.partition('#')[2]}"

    def see(self, path: str = "", **query: str) -> Any:
        return self.get(f"/api/operator{path}", **query)

    def do(self, deed: str, **body: Any) -> Any:
        answer = self.client.request(DEEDS[deed][0], f"/api/operator{deed}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refuses(self, deed: str, **body: Any) -> tuple[int, str]:
        answer = self.client.request(DEEDS[deed][0], f"/api/operator{deed}", json=body)
        return answer.status_code, answer.json()["code"]


def test_nobody_comes_in_without_a_link_that_is_good(either: House, monkeypatch: pytest.MonkeyPatch) -> None:
    desk, anna = Desk(either), Person(either)
    table = anna.table("me", "link")
    token = table.token(1)
    assert desk.see()["trouble"] is None
    link = next(link["number"] for link in good_links(Settings(db=either.db)) if link["seen"] != "never")

    def answers(**headers: str) -> set[tuple[int, str]]:
        asked = [anna.client.get(f"/api/operator{path}", headers=headers) for path in READS]
        asked += [
            anna.client.request(method, f"/api/operator{path}", json=body, headers=headers)
            for path, (method, body) in DEEDS.items()
        ]
        return {(answer.status_code, answer.json()["code"]) for answer in asked}

    nobody = {(401, "operator-only")}
    assert answers() == nobody
    assert answers(Authorization=f"Bearer {token}") == nobody  # a seat's key opens a seat
    assert answers(Authorization="Bearer " + "A" * 22) == nobody
    # A secret in a cookie, which another site could make a browser send, opens nothing; nor does another site's page.
    secret = desk.link.partition("#")[2]
    assert answers(Cookie=f"device={secret}; operator={secret}") == nobody
    foreign = desk.client.post("/api/operator/broadcast", json={"text": "x"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert (foreign.status_code, foreign.json()["code"]) == (403, "wrong-origin")

    with opened(Settings(db=either.db)) as db:
        stored = [row.hash for row in operator_queries.links(db)]
        assert all(len(one) == 64 and secret not in one for one in stored)
        row = operator_queries.links(db)[-1]
        assert operator_queries.link_with(db, row.hash, row.expires - 1) is not None
        assert operator_queries.link_with(db, row.hash, row.expires) is None
    assert revoke_links(Settings(db=either.db), None) >= 1
    assert desk.client.get("/api/operator").status_code == 401
    with pytest.raises(BadSetup, match=f"no link {link}"):
        revoke_links(Settings(db=either.db), [link])
    with pytest.raises(BadSetup, match="year at most"):
        make_link(Settings(db=either.db), "Olga", 0)


def test_the_operator_closes_and_removes_tables_and_sees_no_hand(either: House) -> None:
    desk, anna = Desk(either), Person(either, "Annalisa")
    table = anna.table("me", "bot:random", name="Sunday evening")
    other = anna.table("me", "bot:random", name="Monday evening")
    waited(lambda: steps_in(table.look()))
    rows = desk.see("/tables", find="day even")["tables"]
    assert {"Sunday evening", "Monday evening"} <= {row["name"] for row in rows}
    found = desk.see("/tables", find="annalisa", status="running")["tables"]
    assert {row["table"] for row in found} == {table.table, other.table}
    assert [row["table"] for row in desk.see("/tables", find=table.table)["tables"]] == [table.table]
    assert desk.see("/tables", find="100%_")["tables"] == []
    told = {"table", "game", "name", "status", "frozen", "public", "entries", "created", "touched", "sockets", "seats"}
    assert all(row.keys() == told for row in found)  # nothing of what lies on the board, or in a hand
    assert all(seat.keys() == {"seat", "kind", "name", "here"} for row in found for seat in row["seats"])

    with listening(either, table, None) as watching, listening(either, other, None) as looking:
        assert said(watching)["status"] == said(looking)["status"] == "running"
        desk.do("/close", table=table.table, reason="quarrel")
        while said(watching).get("status") != "closed":
            pass
        desk.do("/remove", table=other.table, reason="asked for it")
        assert closing_code(looking) == 4404
    assert anna.client.get(other.path).status_code == 404
    assert steps_in(table.look()) == [], "nothing is offered any more"
    assert table.refused("steps", seat=0, seen=table.look()["seen"], step="x", key="k")[1]["code"] == "closed"
    assert table.person.get(f"{table.path}/chat")["messages"][-1]["kind"] == "shut"
    assert desk.refuses("/close", table=table.table) == (409, "closed")
    assert desk.refuses("/remove", table=other.table) == (404, "no-such-table")
    log = [(one["name"], one["deed"], one["subject"], one["detail"]) for one in desk.see()["log"][:3]]
    assert log[:2] == [("Olga", "remove", other.table, "asked for it"), ("Olga", "close", table.table, "quarrel")]


def test_whoever_is_blocked_looks_on_and_takes_no_part(either: House) -> None:
    desk, anna, ben, carl = Desk(either), Person(either), Person(either, "Ben"), Person(either, "Carl")
    be_player(carl, name="Carlotta")
    table = anna.table("me", "link")
    table.claim(ben, 1)
    assert desk.refuses("/block", table=table.table) == (400, "whom-to-block")
    assert desk.refuses("/block", table=table.table, seat=5) == (404, "nobody-to-block")
    desk.do("/block", table=table.table, seat=1, reason="rude")
    player = desk.see("/players", find="carlotta")["players"][0]
    blocks = desk.do("/block", player=player["player"])["blocks"]
    assert [(one["name"], one["reason"]) for one in blocks[:2]] == [(player["name"], ""), ("Ben", "rude")]
    for person in (ben, carl):
        new = {"game": "palazzo", "seats": [{"kind": "me", "name": "X"}, {"kind": "bot", "bot": "random"}]}
        waited(lambda person=person, new=new: person.client.post("/api/tables", json=new).status_code == 403)
    chat = {"seat": 1, "text": "still here"}
    waited(lambda: ben.client.post(f"{table.path}/chat", json=chat).json().get("code") == "blocked")
    assert table.seen_by(ben).look()["viewer"] == 1
    anna.post(f"{table.path}/chat", seat=0, text="peace")
    waited(lambda: desk.see("/players", find="carlotta")["players"][0]["blocked"])
    for block in blocks[:2]:
        desk.do("/unblock", block=block["block"])
    waited(lambda: ben.client.post(f"{table.path}/chat", json=chat).status_code == 200)
    assert desk.refuses("/unblock", block=blocks[0]["block"]) == (404, "no-such-block")
    desk.do("/block", table=table.table, seat=1)
    waited(lambda: ben.client.post("/api/tables", json={}).status_code == 403)
    assert ben.post("/api/me/delete")["player"] is None  # which nobody can be kept from
    desk.do("/unblock", block=desk.see()["blocks"][0]["block"])


def test_the_operator_says_something_to_everybody_and_decides_what_is_kept(either: House) -> None:
    desk, anna = Desk(either), Person(either)
    table = anna.table("me", "bot:random")
    with listening(either, table, 0) as socket:
        said(socket)
        told = desk.do("/broadcast", text=" The server  rests at ten. ", minutes=5)["broadcast"]
        while (message := said(socket))["type"] != "broadcast":
            pass
    assert message["broadcast"]["text"] == told["text"] == "The server rests at ten."
    assert waited(lambda: anna.get("/api/me/turns").get("broadcast")) == told
    assert desk.do("/broadcast", text="")["broadcast"] is None
    waited(lambda: "broadcast" not in anna.get("/api/me/turns"))

    nothing = dict.fromkeys(operator_queries.KEPT, None)
    kept = {one["name"]: one for one in desk.do("/retention", **{**nothing, "finished": 30, "open": 0})["retention"]}
    assert (kept["finished"]["days"], kept["finished"]["decided"]) == (30, True)
    settings = Settings(db=either.db)
    with opened(settings) as db:
        assert retention(operator_queries.with_rules(db, settings)) == {"running": 180, "over": 30}
    assert desk.refuses("/retention", **{**nothing, "finished": -1}) == (400, "bad-body")
    after = desk.do("/retention", **nothing)
    assert not any(one["decided"] for one in after["retention"])
    assert [one["detail"] for one in after["log"][:2]] == ["30 → as set", "0 → as set"]
    with opened(settings) as db:
        assert operator_queries.with_rules(db, settings) == settings


def test_links_and_the_log_are_looked_after_from_the_command_line(either: House) -> None:
    def run(*words: str) -> Any:
        return CliRunner().invoke(app, ["operator", *words, "--db", either.db], catch_exceptions=False)

    made = run("link", "--name", "Paolo", "--hours", "2")
    assert made.stdout.startswith("http://127.0.0.1:8000/operator#")
    links = json.loads(run("links", "--json").stdout)
    assert links[-1]["name"] == "Paolo"
    assert "Paolo" in run("links").stdout
    assert "1 revoked" in run("revoke", str(links[-1]["number"])).stdout
    with pytest.raises(BadSetup, match="name the links' numbers"):
        run("revoke")
    deeds = json.loads(run("log", "--last", "2", "--json").stdout)
    assert [(one["name"], one["deed"]) for one in deeds] == [("command line", "revoke"), ("command line", "link")]
    assert "Paolo, 2 hours" in run("log").stdout


def test_the_slowest_of_each_kind_are_kept_for_an_hour() -> None:
    clock = [0.0]
    slowest = Slowest(lambda: clock[0])
    for number in range(100):
        slowest.note("request", f"/{number}", (number * 37 % 100) / 1000)
    slowest.note("bot", "choose", 2.0)
    told = slowest.told()
    assert [one.seconds for one in told if one.kind == "request"] == [0.099, 0.098, 0.097, 0.096, 0.095][:MOST]
    assert [one.what for one in told if one.kind == "bot"] == ["choose"]
    clock[0] += HALF_HOUR
    slowest.turn()
    slowest.note("request", "/late", 0.001)
    assert len([one for one in slowest.told() if one.kind == "request"]) == MOST
    clock[0] += HALF_HOUR
    slowest.turn()
    assert [one.what for one in slowest.told()] == ["/late"]
