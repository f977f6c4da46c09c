"""Strangers: headers, origins, limits, and whatever else somebody may send."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from server_house import UNENCRYPTED, House, Person, decoded


def test_every_answer_carries_strict_headers(house: House, anna: Person) -> None:
    table = anna.table("me", "me")
    for path in ("/", "/api/games", table.path, "/api/nothing", "/t/abc", "/no.file"):
        headers = anna.client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    refused = anna.client.post(f"{table.path}/steps", json={})
    assert "content-security-policy" in refused.headers


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(anna: Person) -> None:
    made = anna.client.post("/api/tables", json={"game": "palazzo", "seats": [{"kind": "me", "name": "A"}] * 2})
    cookie = made.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ],
)
def test_other_sites_cannot_act_with_a_browsers_cookie(anna: Person, headers: dict[str, str]) -> None:
    table = anna.table("me", "me")
    update = table.look()
    body = {"seat": update["viewer"], "step": "take", "seen": update["seen"], "key": "x"}
    answer = anna.client.post(f"{table.path}/steps", json=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "wrong-origin")
    assert table.look()["seen"] == update["seen"]


def test_only_json_is_taken(anna: Person) -> None:
    table = anna.table("me", "me")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = anna.client.post(f"{table.path}/steps", content=b"{}", headers={"Content-Type": kind})
        assert answer.status_code == 415


def test_large_bodies_names_and_messages_are_refused(anna: Person) -> None:
    table = anna.table("me", "me")
    huge = {"seat": 0, "text": "x" * 70_000}
    assert anna.client.post(f"{table.path}/chat", json=huge).status_code == 413
    assert anna.client.post(f"{table.path}/chat", json={"seat": 0, "text": "x" * 501}).status_code == 400
    assert anna.refused("/api/tables", game="palazzo", seats=[{"kind": "me", "name": "x" * 41}] * 2)[0] == 400


def test_a_program_may_come_with_a_token_instead_of_a_cookie(house: House, anna: Person) -> None:
    table = anna.table("me", "link")
    key = table.post("claim", token=table.token(1), name="Anna")["link"]["token"]
    with httpx.Client(base_url=house.url, verify=UNENCRYPTED) as client:
        for seat, token in enumerate((table.token(0), key)):
            headers = {"Authorization": f"Bearer {token}"}
            assert client.get(table.path, headers=headers).json()["held"] == [seat]
        wrong = client.get(table.path, headers={"Authorization": "Bearer " + "x" * 22})
        assert wrong.json()["viewer"] is None


def test_requests_and_tables_from_one_address_are_limited(file: str) -> None:
    house = House(file, requests_per_second="1", tables_per_hour="3").start()
    try:
        person = Person(house)
        for _ in range(3):
            person.table("me", "me")
        assert person.refused("/api/tables", game="palazzo", seats=[{"kind": "me", "name": "A"}] * 2)[0] == 429
        answers = (person.client.get("/api/games") for _ in range(200))
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert int(refused.headers["retry-after"]) >= 1
    finally:
        house.stop()


def test_pages_come_with_an_etag_and_compressed(house: House) -> None:
    with httpx.Client(base_url=house.url, verify=UNENCRYPTED) as client:
        page = client.get("/t/abcdefghijkl")
        assert page.status_code == 200
        assert page.headers["content-type"].startswith("text/html")
        if "etag" in page.headers:
            assert client.get("/", headers={"If-None-Match": page.headers["etag"]}).status_code == 304
        for path in ("/../server/app.py", "/..%2fserver%2fapp.py", "/server/app.py", "/%00.js", "/__init__.py"):
            assert client.get(path).status_code == 404


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_a_file_is_the_same_however_often_one_asks(house: House, encoding: str) -> None:
    with httpx.Client(base_url=house.url, verify=UNENCRYPTED, headers={"Accept-Encoding": encoding}) as client:
        usual, quick = (client.get("/replay.js", headers={"X-Request-Id": name} if name else {}) for name in ("a", ""))
        for answer in (usual, quick):
            del answer.headers["date"]
            answer.headers.pop("x-request-id", None)
        assert quick.content == usual.content
        assert quick.headers == usual.headers
        known = {"If-None-Match": usual.headers["etag"]}
        usual, quick = (client.get("/replay.js", headers=known | more) for more in ({"X-Request-Id": "a"}, {}))
        assert (usual.status_code, quick.status_code, quick.content) == (304, 304, b"")
        assert quick.headers["content-security-policy"] == usual.headers["content-security-policy"]
        assert quick.headers["etag"] == usual.headers["etag"]


def test_the_openapi_document_names_every_route(house: House) -> None:
    from capomastro.server.http.routes import ROUTES

    document = httpx.get(f"{house.url}/api/openapi.json", verify=UNENCRYPTED).json()
    for route in ROUTES:
        assert route.method.lower() in document["paths"][route.path]
    assert document["components"]["schemas"]["Update"]["properties"]["seen"] == {"type": "integer"}


def test_every_route_is_described_in_the_protocol() -> None:
    from capomastro.server.http.routes import AT, ROUTES

    folder = Path(__file__).parents[2] / "docs"
    if not folder.exists():
        pytest.skip("the documents are not at hand")
    text = (folder / "protocol.md").read_text(encoding="utf-8")
    for route in ROUTES:
        path = route.path.replace(AT, "…").replace("{proposal}", "ID") if route.path != AT else "/api/tables/TABLE"
        path = path.replace("{game}", "GAME").replace("{number}", "NUMBER")
        assert path in text, route.path


def test_the_protocol_promises_the_facts_that_are_told_and_no_others() -> None:
    """Of what happens at a table but not in the game."""
    from capomastro.core.match import new_setup
    from capomastro.server.table.log import SENTENCES, MatchLog

    record = MatchLog(new_setup("palazzo", 3, {"first": "1"}, seed="5a" * 32), 0)
    lines = [record.began(0), record.step(0, record.game.actions.parse("take"), 0)]
    lines.append(record.step(0, record.legal[0][0], 0))
    lines += [
        record.undo(0, 1, 0),
        record.rewind(0, 0, 0),
        record.play_on(0),
        record.stand_in(0, "random", 0),
        record.stand_in(0, None, 0),
    ]
    lines += [record.declined(1, kind, 0, 0) for kind in ("rewind", "bot")]
    told = {event.kind: set(event.facts) for line in lines for event in line.events if event.kind in SENTENCES}
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    paragraph = text[text.index("Kinds of events that do not come from the game") :].partition("\n\n")[0]

    assert told.keys() == SENTENCES.keys()
    facts = set().union(*told.values())
    assert set(re.findall(r"`([^`]+)`", paragraph)) == {*SENTENCES, *facts, "seat"}


@pytest.fixture
def visited(file: str) -> Iterator[House]:
    """A server of one's own, at which a match is over and others wait: elsewhere the tables and bots that earlier tests
    have left take as much time as thousands of requests."""
    house = House(
        file, webhooks_anywhere="1", live_minutes="0.01", review_iterations="2000", daily_bot="random"
    ).start()
    ben = Person(house, "Ben")
    ben.table("me", "me", game="pillars").play()
    ben.table("me", "open")
    ben.table("me", "link", public=True)
    ben.table("me", "bot:random", options={"first": "1"})
    yield house
    house.stop()


def test_schemathesis_finds_no_failure_of_ours(visited: House, tmp_path: Path) -> None:
    """Also with a seat of a running match, so that the requests get past the door."""
    house, anna = visited, Person(visited)
    table = anna.table("me", "me")
    document = httpx.get(f"{house.url}/api/openapi.json", verify=UNENCRYPTED).json()
    for path in document["paths"].values():
        for operation in path.values():
            for parameter in operation["parameters"]:
                if parameter["name"] == "table":
                    parameter["schema"] = {"type": "string", "enum": [table.table, "nosuchtable1", "%00"]}
    file = tmp_path / "openapi.json"
    file.write_bytes(msgspec.json.encode(document))
    command = [str(Path(sys.executable).parent / "schemathesis"), "run", str(file), "--url", house.url]
    command += ["--checks", "not_a_server_error", "--max-examples", "6", "--phases", "examples,coverage,fuzzing"]
    command += ["--suppress-health-check", "all", "--seed", "1", "--request-timeout", "20"]
    command += ["-H", f"Cookie: device={anna.client.cookies['device']}"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=600, check=False)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-1000:]
    assert "Traceback" not in house.said()
    assert decoded(anna.client.get("/healthz").content)["status"] == "ok"
