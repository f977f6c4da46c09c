"""What is stored of somebody: they take it home, and have it removed, while the matches stay."""

import asyncio
import zlib
from typing import Any

import httpx
from server_house import PATIENCE, UNENCRYPTED, House, Person, decoded
from server_workers import workers
from sqlalchemy import Connection, insert, select
from test_server_players import be_player, joined, recovery
from test_server_races import ANNA
from test_server_seats import follow, not_let_in

from capomastro.server.notify import consent
from capomastro.server.ops.janitor import GRACE_SECONDS, Janitor
from capomastro.server.players import identity
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.bodies import NewSeat, NewTable, PutPlayer
from capomastro.server.protocol.identity import hashed
from capomastro.server.settings import Settings
from capomastro.server.storage import database, privacy_queries, queries
from capomastro.server.storage.rows import DAY_MS
from capomastro.server.storage.schema import consents, metadata, players, seats, tables
from capomastro.server.table import owner

SECRET = "Annunziata"
"""A name that is found wherever it is left."""


NOTHING: dict[str, Any] = {
    "player": None,
    "notices": None,
    **{name: [] for name in ("devices", "seats", "places", "chat", "addresses", "ratings", "daily", "pushes")},
}


def everything_stored(house: House) -> str:
    """All rows of all tables of the store, as text, packed ones unpacked."""
    engine = database.open_engine(Settings(db=house.db), writing=False)
    with engine.connect() as db:
        rows = [tuple(row) for table in metadata.sorted_tables for row in db.execute(select(table))]
    engine.dispose()
    return "\n".join(str([zlib.decompress(one) if isinstance(one, bytes) else one for one in row]) for row in rows)


def finished_match(house: House, anna: Person) -> Any:
    table = anna.table("me", "bot:random", name="Sunday")
    table.post("chat", text=f"it is {anna.name}, hello")
    anna.client.put(f"{table.path}/notes", json={"seat": 0, "text": f"{anna.name} was here"})
    anna.client.put(f"{table.path}/notify", json={"seat": 0, "webhook": f"http://{anna.name}.example", "email": None})
    table.play()
    return table


def test_somebody_takes_home_all_that_is_stored_of_them(either: House) -> None:
    anna = Person(either)
    assert anna.get("/api/me/export") == NOTHING
    table = finished_match(either, anna)
    be_player(anna)
    found = joined(either, recovery(anna)).get("/api/me/export")
    assert found["player"]["name"] == "Anna"
    (seat,) = found["seats"]
    assert (seat["table"], seat["called"], seat["status"]) == (table.table, "Anna 1", "over")
    assert [line["text"] for line in seat["chat"]] == ["it is Anna, hello"]
    assert (seat["notes"], seat["webhook"]) == ("Anna was here", "http://Anna.example")
    assert anna.client.get(seat["match"]).text.startswith("{")
    assert [(place["table"], place["place"]) for place in found["places"]] == [(table.table, "owner")]
    assert len(found["devices"]) == 2
    assert Person(either, "Stranger").get("/api/me/export")["seats"] == []


def test_a_guest_has_everything_removed_and_the_match_stays(either: House) -> None:
    anna, ben = Person(either, SECRET), Person(either, "Ben")
    table = finished_match(either, anna)
    verified, exported = anna.get(f"{table.path}/verify"), anna.client.get(f"{table.path}/export").text
    anna.get(f"{table.path}/replay/events", seat="all")
    assert SECRET in exported
    assert anna.post("/api/me/delete") == {"player": None, "tables": 0}
    assert SECRET not in everything_stored(either)
    assert ben.get(f"{table.path}/verify") == verified
    again = ben.client.get(f"{table.path}/export").text
    assert decoded(again.splitlines()[0])["names"][0] == "Guest"
    kept = exported.replace(f"{SECRET} 1", "Guest").splitlines()[:-1]
    assert again.splitlines()[:-1] == kept, "nothing but the name has changed, and the digest of the file"
    for path in ("", "/log", "/replay/events?seat=all", "/replay?step=3&seat=0"):
        assert SECRET not in ben.client.get(table.path + path).text
    assert table.look()["held"] == []


def test_a_player_is_removed_with_all_devices_passkeys_and_seats(either: House) -> None:
    anna = Person(either, SECRET)
    table = finished_match(either, anna)
    be_player(anna)
    token = recovery(anna)
    phone = joined(either, token)
    phone.post("/api/me/delete")
    assert anna.get("/api/me") == phone.get("/api/me") == {"player": None, "tables": 0}
    assert SECRET not in everything_stored(either)
    assert table.look()["held"] == table.seen_by(phone).look()["held"] == []
    assert Person(either).refused("/api/me/recover", token=token)[1]["code"] == "recovery-not-good"


def test_where_others_wait_a_bot_plays_on_or_the_seat_is_free_again(either: House) -> None:
    anna, ben, cleo = Person(either, SECRET), Person(either, "Ben"), Person(either, "Cleo")
    running, waiting = ben.table("me", "link"), ben.table("me", "link", "open")
    key = follow(anna, running, running.token(1), name=SECRET)["link"]["token"]
    follow(anna, waiting, waiting.token(1), name=SECRET)
    waiting.seen_by(anna).post("chat", text="soon")
    running.seen_by(anna).post("chat", text="now")
    anna.post("/api/me/delete")
    seat = running.look()["seats"][1]
    assert (seat["name"], seat["stand_in"] is not None) == ("Guest", True)
    assert not_let_in(anna, running, key) == "link-not-good"
    assert running.seen_by(anna).refused("return", seat=1)[1]["code"] == "not-your-seat"
    seat = waiting.look()["seats"][1]
    assert (seat["name"], seat["claimed"]) == (None, False)
    assert SECRET not in everything_stored(either)
    for table in (running, waiting):
        (message,) = ben.get(f"{table.path}/chat")["messages"]
        assert (message["kind"], message["text"], message["name"]) == ("removed", "", "Guest")
    assert follow(cleo, waiting, waiting.token(1), name="Cleo")["seat"] == 1, "the invitation is good again"


def test_no_device_that_was_removed_is_named_in_the_store(house: House) -> None:
    anna = Person(house, SECRET)
    anna.table("me", "link", "open")
    finished_match(house, anna)
    anna.post("/api/me/sign-in/options")
    device = hashed(anna.client.cookies["device"])
    assert device in everything_stored(house)
    anna.post("/api/me/delete")
    assert device not in everything_stored(house)


def test_what_others_wrote_stays_and_so_does_their_seat(either: House) -> None:
    anna, ben = Person(either, SECRET), Person(either, "Ben")
    table = anna.table("me", "link")
    follow(ben, table, table.token(1), name="Ben")
    table.seen_by(ben).post("chat", text="hello to you")
    anna.post("/api/me/delete")
    bens = table.seen_by(ben)
    assert (bens.look()["held"], bens.look()["owner"]) == ([1], None)
    assert [line["text"] for line in ben.get(f"{table.path}/chat")["messages"]] == ["hello to you"]
    assert (
        httpx.post(f"{either.url}/api/me/delete", json={}, timeout=PATIENCE, verify=UNENCRYPTED).status_code == 200
    ), "nothing is there"


def test_whoever_left_a_table_or_was_put_out_leaves_nothing_there_either(either: House) -> None:
    """The seat is another's by then; what was said with a device stays findable by it."""
    owner, anna, cleo = Person(either, "Ben"), Person(either, SECRET), Person(either, "Cleo")
    left, kicked, linked = (owner.table("me", kind, "open") for kind in ("open", "open", "link"))
    for table in (left, kicked):
        table.seen_by(anna).post("sit", seat=1, name=SECRET)
        table.seen_by(anna).post("chat", text=f"it is {SECRET}")
    follow(anna, linked, linked.token(1), name=SECRET)
    left.seen_by(anna).post("leave", seat=1)
    linked.seen_by(anna).post("leave", seat=1)
    kicked.post("free", seat=1)
    left.seen_by(cleo).post("sit", seat=1, name="Cleo")
    left.seen_by(cleo).post("chat", text="good evening")
    found = anna.get("/api/me/export")
    assert [(line["table"], line["text"]) for line in found["chat"]] == [
        (table.table, f"it is {SECRET}") for table in (left, kicked)
    ]
    assert [(place["table"], place["place"]) for place in found["places"]] == [(kicked.table, "put out")]
    anna.post("/api/me/delete")
    assert SECRET not in everything_stored(either)
    assert [(line["name"], line["text"]) for line in owner.get(f"{left.path}/chat")["messages"]] == [
        ("Guest", ""),
        ("Cleo", "good evening"),
    ]
    told = owner.get(f"{kicked.path}/chat")["messages"][-1]
    assert (told["kind"], told["text"]) == ("freed", "The owner of the table has freed the seat of Guest.")
    assert anna.get("/api/me/export") == NOTHING


def test_a_name_that_is_part_of_a_word_is_removed_from_no_word(either: House) -> None:
    anna, ben = Person(either, "e"), Person(either, "Ben")
    table = anna.table("me", "link", "open")
    follow(ben, table, table.token(1), name="Ben")
    table.post("invite", to="sit")
    anna.post("/api/me/delete")
    (told,) = ben.get(f"{table.path}/chat")["messages"]
    assert told["text"] == "The owner of the table has made a new link to the free seats."


def test_a_no_to_all_mail_outlives_whoever_wrote_the_address_down(file: str) -> None:
    async def run() -> None:
        async with workers(file) as (registry,):

            def work(db: Connection) -> list[tuple[str, str]]:
                for address in ("no@example.org", "yes@example.org"):
                    consent.ask(db, address, "device", "sender", "en", 1)
                rows = db.execute(select(consents.c.address, consents.c.secret)).all()
                secrets = {row.address: row.secret for row in rows}
                consent.answered(db, secrets["no@example.org"], yes=False)
                privacy_queries.forget_addresses(db, ["device"])
                return [(row.address, row.device) for row in db.execute(select(consents.c.address, consents.c.device))]

            assert await registry.writer.write("", NOBODY, work) == [("no@example.org", "")]

            def again(db: Connection) -> str:
                return consent.ask(db, "no@example.org", "other", "sender", "en", 1)

            assert await registry.writer.write("", NOBODY, again) == consent.BLOCKED

    asyncio.run(run())


def test_words_of_old_matches_and_players_who_stay_away_go_as_the_operator_says(file: str) -> None:
    day = 20_000

    async def run() -> None:
        async with workers(file, sweep_words_days=30, sweep_players_days=300) as (registry,):
            seat = (NewSeat(kind="me", name="Anna"), NewSeat(kind="bot", bot="random"))
            old, new = [
                (await owner.create(registry, ANNA, NewTable(game="palazzo", seats=seat))).table for _ in range(2)
            ]
            await identity.change(registry, ANNA, PutPlayer(name="Anna"))

            def age(db: Connection) -> None:
                row = dict(db.execute(select(tables).where(tables.c.id == old)).mappings().one())
                for number in range(10):  # the server is in use
                    used = {"id": f"used-{number}", "touched": (day - number) * DAY_MS, "status": "over"}
                    db.execute(insert(tables).values(**row | used))
                for table, touched in ((old, day - 100), (new, day)):
                    queries.set_table(db, table, status="over", touched=touched * DAY_MS)
                    queries.set_seat(db, table, 0, note="a thought")
                    queries.add_message(db, table, 0, "Anna", "hello", 1)
                db.execute(players.update().values(seen=(day - 400) * DAY_MS))
                db.execute(metadata.tables["devices"].update().values(seen=(day - 400) * DAY_MS))

            await registry.writer.write("", NOBODY, age)
            clock = [day * DAY_MS, 0.0]
            janitor = Janitor(registry, lambda: int(clock[0]), lambda: clock[1])
            await janitor.sweep()

            def left(db: Connection) -> tuple[list[int], list[str], int]:
                notes = [
                    db.execute(select(seats.c.note).where(seats.c.table_id == one)).scalars().all()
                    for one in (old, new)
                ]
                said = [len(queries.messages_of(db, table, 0)) for table in (old, new)]
                return said, [str(note[0]) for note in notes], len(db.execute(select(players)).all())

            said, notes, known = await registry.read(left)
            assert said == [0, 1]
            assert notes == ["", ""], "the old one's note went by its age, the other with its player"
            assert known == 0
            assert clock[1] < GRACE_SECONDS

    asyncio.run(run())
