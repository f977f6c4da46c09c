"""Ready reactions: known codes only, with the permissions of chat, told in words to whoever does not know the codes."""

from server_house import House, Person
from test_server_seats import follow
from test_server_stream import listening, said

from capomastro.core.words import LANGUAGES, Words
from capomastro.server.protocol.reactions import WORDS


def test_a_reaction_reaches_all_who_sit_there_and_nobody_else(either: House) -> None:
    anna, ben, cleo = Person(either), Person(either, "Ben"), Person(either, "Cleo")
    table = anna.table("me", "link", watch=True)
    follow(ben, table, table.token(1), name="Ben")
    with listening(either, table.seen_by(ben), 1) as socket:
        said(socket)
        number = table.post("reactions", seat=0, reaction="laurel")["id"]
        while (news := said(socket))["type"] != "chat":
            pass
    (message,) = news["messages"]
    assert (message["id"], message["seat"], message["reaction"]) == (number, 0, "laurel")
    assert message["text"] == "A laurel wreath: bravo!"
    assert "kind" not in message
    assert ben.get(f"{table.path}/chat")["messages"] == [message], "it is stored as it was told"
    status, answer = table.refused("reactions", seat=0, reaction="insult")
    assert (status, answer["code"]) == (400, "unknown-reaction")
    assert answer["message"].startswith("There is no reaction 'insult'; there are well-played, ")
    looker = table.seen_by(cleo)
    assert looker.refused("reactions", seat=0, reaction="thanks")[1]["code"] == "not-your-seat"
    assert cleo.client.get(f"{table.path}/chat").status_code == 403
    assert len(ben.get(f"{table.path}/chat")["messages"]) == 1
    anna.post("/api/me/delete")
    (message,) = ben.get(f"{table.path}/chat")["messages"]
    assert (message["kind"], message["text"], "reaction" in message) == ("removed", "", False)


def test_every_reaction_has_words_in_every_language() -> None:
    for language in LANGUAGES:
        words = Words(language)
        assert all(f"reaction.{code}" in words for code in WORDS)
