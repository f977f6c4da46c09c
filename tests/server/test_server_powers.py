"""What the owner of a table does is told to all who sit there, and stays for those who come later."""

from server_house import House, Person
from test_server_players import be_player, joined, recovery
from test_server_seats import follow
from test_server_stream import listening, said


def kinds(person: Person, path: str) -> list[str | None]:
    return [message.get("kind") for message in person.get(f"{path}/chat")["messages"]]


def test_everybody_who_sits_hears_what_the_owner_does(either: House) -> None:
    anna, ben = Person(either), Person(either, "Ben")
    table = anna.table("me", "link", "link", "open")
    table.post("invite", to="watch")
    table.post("fill", seat=3, bot="random")
    assert kinds(anna, table.path) == [], "nobody else is there"
    follow(ben, table, table.token(1), name="Ben")
    with listening(either, table.seen_by(ben), 1) as socket:
        said(socket)
        table.post("fill", seat=3, bot=None)
        while (news := said(socket))["type"] != "chat":
            pass
        assert news["messages"][0]["text"] == "The owner of the table has opened the seat of Random to anybody."
    table.post("link", seat=2)
    table.post("invite", to="sit")
    table.post("invite", to="watch")
    table.post("fill", seat=2, bot="random")
    table.post("fill", seat=3, bot="random")
    assert table.look()["status"] == "running"
    assert kinds(ben, table.path) == ["opened", "invited", "sitlink", "viewlink", "filled", "filled"]
    table.seen_by(ben).post("link", seat=1)
    assert len(kinds(ben, table.path)) == 6, "one's own key is one's own"


def test_the_owner_closes_a_table_only_where_nobody_else_plays(either: House) -> None:
    anna, ben = Person(either), Person(either, "Ben")
    waiting, running, alone = anna.table("me", "link", "open"), anna.table("me", "link"), anna.table("me", "bot:random")
    for table in (waiting, running):
        follow(ben, table, table.token(1), name="Ben")
    assert waiting.seen_by(ben).refused("close")[1]["code"] == "not-the-host"
    assert running.refused("close")[1]["code"] == "others-play"
    assert waiting.post("close")["update"]["status"] == "closed"
    assert waiting.seen_by(ben).look()["status"] == "closed"
    assert kinds(ben, waiting.path) == ["closed"]
    assert waiting.refused("close")[1]["code"] == "closed"
    assert waiting.seen_by(ben).refused("leave", seat=1)[1]["code"] == "closed"
    assert alone.post("close")["update"]["status"] == "closed"
    assert running.look()["status"] == "running"


def test_an_owner_who_frees_a_seat_of_their_own_is_not_put_out_by_it(either: House) -> None:
    anna = Person(either)
    be_player(anna)
    phone = joined(either, recovery(anna))
    table = anna.table("me", "open", "open")
    table.post("fill", seat=1, bot="random")
    table.post("free", seat=0)
    table.post("fill", seat=0, bot=None)
    assert table.seen_by(phone).post("sit", seat=0, name="Anna")["seat"] == 0
