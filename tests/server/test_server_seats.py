"""Who holds a seat: nobody else sees with its eyes, whatever was handed out, kept open, or handed back."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
from server_house import PATIENCE, UNENCRYPTED, At, House, Person
from sqlalchemy import Engine, insert, update
from test_server_stream import closing_code, listening, said
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from capomastro.core.match import new_setup
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.identity import hashed
from capomastro.server.settings import Settings
from capomastro.server.storage import database, link_queries, queries
from capomastro.server.storage.link_queries import LinkRow
from capomastro.server.storage.migrate import migrate, upgrade
from capomastro.server.storage.schema import holdings, links, seats, tables


def until_closed(socket: ClientConnection) -> tuple[int, list[Any]]:
    """The code with which a socket is closed, and everything it says before."""
    heard: list[Any] = []
    try:
        while True:
            heard.append(said(socket))
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code, heard


def several(stack: ExitStack, house: House, table: At, seat: int | None, **headers: str) -> list[ClientConnection]:
    """Some sockets, so that every worker has one of them, after their first word."""
    sockets = [stack.enter_context(listening(house, table, seat, 0, **headers)) for _ in range(4)]
    for socket in sockets:
        assert said(socket)["viewer"] == seat
    return sockets


def test_whoever_leaves_is_told_nothing_of_the_next_one_on_the_seat(either: House) -> None:
    anna, ben, cleo = Person(either), Person(either, "Ben"), Person(either, "Cleo")
    table = anna.table("me", "open", "link")
    bens, cleos = table.seen_by(ben), table.seen_by(cleo)
    bens.post("sit", seat=1, name="Ben")
    with ExitStack() as stack:
        sockets = several(stack, either, bens, 1)
        bens.post("leave", seat=1)
        cleos.post("sit", seat=1, name="Cleo")
        cleos.post("chat", seat=1, text="between ourselves")
        table.post("fill", seat=2, bot="random")
        assert cleos.look()["status"] == "running"
        for socket in sockets:
            code, heard = until_closed(socket)
            assert code == 4403
            assert not [news for news in heard if news["type"] == "chat" or news["view"] is not None]


def test_a_link_that_was_renewed_no_longer_hears_anything(either: House) -> None:
    anna, ben = Person(either), Person(either, "Ben")
    table = anna.table("me", "open")
    bens = table.seen_by(ben)
    old = bens.post("sit", seat=1, name="Ben")["link"]["token"]
    with ExitStack() as stack:
        sockets = several(stack, either, bens, 1, Cookie="", Authorization=f"Bearer {old}")
        own = stack.enter_context(listening(either, bens, 1))
        said(own)
        bens.post("link", seat=1)
        for socket in sockets:
            assert closing_code(socket) == 4403
        own.send('{"type":"ping"}')
        while said(own)["type"] != "pong":
            pass


def follow(person: Person, table: At, link: Any, **more: Any) -> Any:
    token = link if isinstance(link, str) else link["token"]
    return person.post(f"{table.path}/claim", token=token, **more)


def not_let_in(person: Person, table: At, link: Any, **more: Any) -> str:
    token = link if isinstance(link, str) else link["token"]
    code: str = person.refused(f"{table.path}/claim", token=token, **more)[1]["code"]
    return code


def by_key(house: House, table: At, token: str, path: str = "", **query: Any) -> httpx.Response:
    """A program with nothing but a key."""
    bearer = {"Authorization": f"Bearer {token}"}
    return httpx.get(
        f"{house.url}{table.path}{path}", headers=bearer, params=query, timeout=PATIENCE, verify=UNENCRYPTED
    )


def test_an_invitation_that_was_followed_opens_nothing_to_whoever_handed_it_out(either: House) -> None:
    anna, ben, stranger = Person(either), Person(either, "Ben"), Person(either, "Stranger")
    table = anna.table("me", "link")
    invitation = table.token(1)
    bens = follow(ben, table, invitation, name="Ben")
    assert bens["update"]["status"] == "running"

    assert not_let_in(anna, table, invitation, name="Ben") == "link-used"
    assert not_let_in(stranger, table, invitation, name="Ben") == "link-used"
    assert by_key(either, table, invitation).json()["viewer"] is None
    assert by_key(either, table, invitation, seat=1).status_code == 403
    assert table.refused("link", seat=1)[1]["code"] == "link-not-yours"
    assert table.look()["held"] == [0]
    key = bens["link"]["token"]
    assert key != invitation
    assert by_key(either, table, key).json()["viewer"] == 1
    assert follow(Person(either, "Ben's other browser"), table, key)["seat"] == 1


def test_an_invitation_by_itself_holds_no_seat(either: House) -> None:
    table = Person(either).table("me", "link", watch=False)
    assert by_key(either, table, table.token(1)).json()["code"] == "no-spectators"


def test_a_claim_sent_again_by_the_same_device_answers_the_same(either: House) -> None:
    anna, ben = Person(either), Person(either, "Ben")
    table = anna.table("me", "link")
    asked = ben.client.get(f"{table.path}/invitation", headers={"Authorization": f"Bearer {table.token(1)}"})
    assert asked.status_code == 200, asked.text
    cookies = dict(ben.client.cookies)
    first = follow(ben, table, table.token(1), name="Ben")
    assert dict(ben.client.cookies) == cookies, "the claim is of the device that asked what it is for"
    again = follow(ben, table, table.token(1), name="Ben")
    assert (again["seat"], again["update"]["held"]) == (first["seat"], [1])


def test_of_two_devices_that_follow_one_invitation_at_once_exactly_one_sits_down(either: House) -> None:
    table = Person(either).table("me", "link", "link")
    guests = [Person(either, f"Guest {number}") for number in range(6)]

    def claim(guest: Person) -> httpx.Response:
        return guest.client.post(f"{table.path}/claim", json={"token": table.token(1), "name": guest.name})

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(claim, guests))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
    winner = next(guest for guest, answer in zip(guests, answers, strict=True) if answer.status_code == 200)
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"link-used"}
    assert table.look()["seats"][1]["name"] == winner.name


def test_whoever_sits_goes_on_with_another_device_by_a_link_that_is_good_once(either: House) -> None:
    anna, ben = Person(either), Person(either, "Ben")
    table = anna.table("me", "open", watch=False)
    follow_up = table.seen_by(ben).post("sit", seat=1, name="Ben")
    for person, seat in ((anna, 0), (ben, 1)):
        link = table.seen_by(person).post("devices", seat=seat)
        assert link["seat"] == seat
        assert 14 * 60_000 < link["expires"] - follow_up["update"]["events"][0]["at"] < 16 * 60_000
        phone, other = Person(either, "Phone"), Person(either, "Other")
        assert follow(phone, table, link)["update"]["held"] == [seat]
        assert follow(phone, table, link)["seat"] == seat, "its answer may have been lost"
        assert not_let_in(other, table, link) == "link-used"
        assert table.seen_by(phone).look()["host"] is (seat == 0)
    assert table.seen_by(ben).refused("devices", seat=0)[1]["code"] == "not-your-seat"


def test_a_link_for_another_device_ends_with_its_time_and_with_the_seat(house: House) -> None:
    anna, ben = Person(house), Person(house, "Ben")
    table = anna.table("me", "open", "open")
    bens = table.seen_by(ben)
    bens.post("sit", seat=1, name="Ben")
    late = bens.post("devices", seat=1)
    engine = database.open_engine(Settings(db=house.db), writing=True)
    with engine.begin() as db:
        db.execute(update(links).where(links.c.hash == hashed(late["token"])).values(expires=1))
    engine.dispose()
    assert not_let_in(Person(house), table, late) == "link-expired"
    left = bens.post("devices", seat=1)
    bens.post("leave", seat=1)
    assert not_let_in(Person(house), table, left) == "link-not-good"


def test_the_owner_frees_a_squatted_seat_and_everybody_hears_of_it(either: House) -> None:
    anna, ben, cleo = Person(either), Person(either, "Ben"), Person(either, "Cleo")
    table = anna.table("me", "open", "open", invite=True)
    squat, cleos = table.seen_by(ben), table.seen_by(cleo)
    squat.post("sit", seat=1, name="Squatter")
    assert squat.refused("free", seat=1)[1]["error"] == "not-the-host"
    with ExitStack() as stack:
        sockets = several(stack, either, squat, 1)
        own = several(stack, either, table, 0)
        freed = table.post("free", seat=1)
        assert (freed["update"]["seats"][1]["claimed"], freed["update"]["seats"][1]["name"]) == (False, None)
        assert [closing_code(socket) for socket in sockets] == [4403] * len(sockets)
        for socket in own:
            while (news := said(socket))["type"] != "chat":
                pass
            told = news["messages"][0]
            assert (told["kind"], told["seat"], told["name"]) == ("freed", 1, "Squatter")
            assert told["text"] == "The owner of the table has freed the seat of Squatter."
    assert anna.get(f"{table.path}/chat")["messages"][0]["kind"] == "freed"
    assert squat.refused("sit", seat=1, name="Squatter")[1]["code"] == "put-out"
    assert not_let_in(ben, table, table.made["invite"], name="Squatter") == "put-out"
    assert table.refused("free", seat=1)[1]["code"] == "seat-free"
    cleos.post("sit", seat=1, name="Cleo")


def test_a_freed_guest_needs_a_new_invitation(house: House) -> None:
    anna, ben = Person(house), Person(house, "Ben")
    table = anna.table("me", "link", "link")
    follow(ben, table, table.token(1), name="Ben")
    table.post("free", seat=1)
    assert not_let_in(ben, table, table.token(1), name="Ben") == "link-not-good"
    assert follow(ben, table, table.post("link", seat=1), name="Ben")["seat"] == 1


def test_one_link_for_the_table_seats_whoever_comes_first(either: House) -> None:
    anna = Person(either)
    table = anna.table("me", "link", "open", "bot:random", invite=True)
    guests = [Person(either, name) for name in ("Ben", "Cleo", "Dora")]
    link = table.made["invite"]
    assert link["seat"] is None
    assert guests[0].refused(f"{table.path}/claim", token=link["token"])[1]["code"] == "guest-name-needed"
    assert follow(guests[0], table, link, name="Ben", seat=2)["seat"] == 2
    assert follow(guests[0], table, link, name="Ben")["seat"] == 2, "a second click takes no second seat"
    renewed = table.post("invite", to="sit")
    assert not_let_in(guests[1], table, link, name="Cleo") == "link-not-good"
    assert follow(guests[1], table, renewed, name="Cleo")["update"]["status"] == "running"
    assert not_let_in(guests[2], table, renewed, name="Dora") == "already-begun"
    assert not_let_in(guests[2], table, table.token(1), name="Dora") == "link-used"
    assert [seat["name"] for seat in table.look()["seats"]][1:3] == ["Cleo", "Ben"]
    assert table.seen_by(guests[0]).refused("invite", to="sit")[1]["code"] == "not-the-host"


def test_a_full_table_says_so(house: House) -> None:
    table = Person(house).table("me", "link", invite=True)
    race = [Person(house, f"Guest {number}") for number in range(3)]
    codes = [
        guest.client.post(f"{table.path}/claim", json={"token": table.made["invite"]["token"], "name": guest.name})
        for guest in race
    ]
    assert [answer.status_code for answer in codes] == [200, 409, 409]


def test_a_link_to_watch_opens_a_table_without_spectators_until_it_is_renewed(either: House) -> None:
    anna, ben = Person(either), Person(either, "Ben")
    table = anna.table("me", "me", watch=False)
    bens = table.seen_by(ben)
    assert ben.client.get(table.path).status_code == 403
    link = table.post("invite", to="watch")
    answer = follow(ben, table, link)
    assert (answer["seat"], answer["update"]["viewer"], answer["update"]["held"]) == (None, None, [])
    assert all(seat["hand"] is None for seat in bens.look()["view"]["seats"])
    assert table.table not in {row["table"] for row in ben.get("/api/lobby")["mine"]}
    assert ben.client.get(f"{table.path}/chat").status_code == 403
    with ExitStack() as stack:
        sockets = several(stack, either, bens, None)
        table.post("invite", to="watch")
        assert [closing_code(socket) for socket in sockets] == [4403] * len(sockets)
    assert ben.client.get(table.path).status_code == 403
    assert not_let_in(ben, table, link) == "link-not-good"


def test_an_invitation_tells_who_invites_to_what_and_nothing_more(either: House) -> None:
    anna, ben = Person(either), Person(either, "Ben")
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "link", "name": "Ben"}, {"kind": "bot", "bot": "random"}]
    pace = {"kind": "days", "days": 3}
    made = anna.post("/api/tables", game="palazzo", name="Sunday", seats=seats, pace=pace, watch=False)
    table = At(anna, made["table"], made)
    answer = by_key(either, table, table.token(1), "/invitation")
    assert answer.json() == {
        "table": table.table,
        "kind": "seat",
        "game": "palazzo",
        "name": "Sunday",
        "owner": "Anna",
        "status": "open",
        "pace": pace,
        "options": {"first": "random", "price": "purchase"},
        "seat": 1,
        "seats": [
            {"seat": 0, "kind": "human", "name": "Anna", "claimed": True, "bot": None},
            {"seat": 1, "kind": "human", "name": "Ben", "claimed": False, "bot": None},
            {"seat": 2, "kind": "bot", "name": "Random", "claimed": True, "bot": "random"},
        ],
        "hints": False,
        "held": [],
    }
    assert table.look()["seats"][1]["claimed"] is False, "asking is not claiming"
    assert ben.client.get(f"{table.path}/invitation").json()["code"] == "link-not-good"
    follow(ben, table, table.token(1), name="Ben")
    assert by_key(either, table, table.token(1), "/invitation").json()["code"] == "link-used"


def test_a_second_click_takes_no_second_seat_unless_people_share_the_device(either: House) -> None:
    table = Person(either).table("me", "open", "open", "open")
    ben = table.seen_by(Person(either, "Ben"))
    assert ben.post("sit", seat=1, name="Ben")["seat"] == 1
    assert ben.post("sit", seat=1, name="Ben")["update"]["held"] == [1]
    assert ben.refused("sit", seat=2, name="Ben")[1]["code"] == "sits-already"
    assert ben.post("sit", seat=2, name="Bea", hot_seat=True)["update"]["held"] == [1, 2]


def test_the_owner_names_the_table_and_says_who_starts(house: House) -> None:
    for first in ("1", "2"):
        table = Person(house).table("me", "me", name="Sunday", options={"first": first})
        update = table.look()
        assert (update["name"], update["owner"], update["to_act"][0]["seat"]) == ("Sunday", 0, int(first) - 1)
    assert (
        Person(house).refused(
            "/api/tables", game="palazzo", seats=[{"kind": "me", "name": "A"}] * 2, options={"first": "3"}
        )[1]["code"]
        == "bad-setup"
    )


def test_after_leaving_the_invitation_is_good_again_and_nothing_of_the_guest_stays(house: House) -> None:
    anna, ben = Person(house), Person(house, "Ben")
    table = anna.table("me", "link", "open")
    key = follow(ben, table, table.token(1), name="Ben")["link"]["token"]
    table.seen_by(ben).post("leave", seat=1)
    assert not_let_in(Person(house), table, key, name="Thief") == "link-not-good"
    assert follow(Person(house, "Bea"), table, table.token(1), name="Bea")["seat"] == 1
    table.seen_by(ben).post("sit", seat=2, name="Ben")


@contextmanager
def an_old_store(address: str) -> Iterator[tuple[Settings, Engine]]:
    """A store as the first version of the schema left it."""
    settings = Settings(db=address)
    engine = database.open_engine(settings, writing=True)
    with engine.begin() as db:
        upgrade(db, "0001")
    yield settings, engine
    engine.dispose()


def test_keys_known_to_the_maker_of_a_table_end_with_the_migration(empty: str) -> None:
    """Free seats keep their invitations; the maker's own key and those of open seats' sitters stay."""
    places = [("link", True, "maker"), ("link", True, "guest"), ("link", False, None), ("open", True, "sitter")]
    row = {"id": "old", "game": "palazzo", "name": "", "public": False, "watch": True, "host": "maker", "created": 1}
    row |= {"setup": encode(new_setup("palazzo", 4)).decode(), "scored": True, "status": "open", "touched": 1}
    row |= {"entries": 0, "revision": 0, "to_act": "", "bot_due": False}
    seat = {"table_id": "old", "note": "", "here": 0}
    with an_old_store(empty) as (settings, engine):
        with engine.begin() as db:
            db.execute(insert(tables), [row])
            for number, (kind, claimed, device) in enumerate(places):
                values = {"seat": number, "kind": kind, "claimed": claimed, "token": f"secret {number}"}
                db.execute(insert(seats), [seat | values])
                if device is not None:
                    db.execute(insert(holdings), [{"table_id": "old", "seat": number, "device": device}])
        migrate(settings)
        with engine.connect() as db:
            assert [row.token for row in queries.seat_rows(db, "old")] == ["secret 0", None, None, "secret 3"]
            assert link_queries.link_with(db, "old", "secret 2") == LinkRow("secret 2", "seat", 2)
            assert link_queries.link_with(db, "old", "secret 1") is None
            assert len(queries.holders_of(db, "old")) == 3
