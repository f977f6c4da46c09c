"""Making tables, sitting down, the lobby, and what goes on beside the game."""

from server_house import At, House, Person, steps_in, waited


def test_a_match_begins_by_itself_when_the_last_seat_is_claimed_by_its_link(anna: Person, ben: Person) -> None:
    table = anna.table("me", "link")
    assert table.look()["status"] == "open"

    bens = table.claim(ben, 1)

    update = bens.look()
    assert update["status"] == "running"
    assert update["viewer"] == 1
    assert [seat["name"] for seat in update["seats"]] == ["Anna 1", "Ben"]
    assert update["events"][0]["kind"] == "match began"


def test_a_wrong_token_opens_no_seat(anna: Person, ben: Person) -> None:
    table = anna.table("me", "link")
    assert ben.refused(f"{table.path}/claim", token="x" * 22, name="Ben")[0] == 403
    assert table.look()["seats"][1]["claimed"] is False


def test_an_open_seat_is_for_whoever_comes_first(house: House, anna: Person, ben: Person) -> None:
    table = anna.table("me", "open", "link", public=True)
    rows = ben.get("/api/lobby")["open"]
    assert [row["free"] for row in rows if row["table"] == table.table] == [[1]]
    ben.post(f"{table.path}/sit", seat=1, name="Ben")
    status, answer = Person(house).refused(f"{table.path}/sit", seat=1, name="Cleo")
    assert (status, answer["error"]) == (409, "not-now")
    assert Person(house).refused(f"{table.path}/sit", seat=2, name="Cleo")[0] == 403


def test_whoever_leaves_before_the_start_frees_the_seat(anna: Person, ben: Person) -> None:
    table = anna.table("me", "open", "open", public=True)
    ben.post(f"{table.path}/sit", seat=1, name="Ben")
    table.seen_by(ben).post("leave", seat=1)
    assert table.look()["seats"][1]["claimed"] is False
    assert table.seen_by(ben).look()["held"] == []


def test_the_host_fills_a_free_seat_with_a_bot_and_nobody_else_may(anna: Person, ben: Person) -> None:
    table = anna.table("me", "open", "open")
    assert table.seen_by(ben).refused("fill", seat=1, bot="random")[1]["error"] == "not-the-host"
    table.post("fill", seat=1, bot="random")
    table.post("fill", seat=2, bot="random")
    assert table.look()["status"] == "running"


def test_a_fresh_link_ends_the_old_one(anna: Person, ben: Person) -> None:
    table = anna.table("me", "link")
    link = table.post("link", seat=1)
    assert ben.refused(f"{table.path}/claim", token=table.token(1), name="Ben")[0] == 403
    ben.post(f"{table.path}/claim", token=link["token"], name="Ben")


def test_several_seats_on_one_device_take_turns(anna: Person) -> None:
    table = anna.table("me", "me")
    update = table.look()
    assert update["held"] == [0, 1]
    assert update["viewer"] == update["to_act"][0]["seat"]
    other = 1 - update["viewer"]
    assert table.look(seat=other)["legal"] == []


def test_a_spectator_sees_the_table_and_no_hand(anna: Person, ben: Person) -> None:
    table = anna.table("me", "me")
    update = table.seen_by(ben).look()
    assert update["viewer"] is None
    assert [seat["hand"] for seat in update["view"]["seats"]] == [None, None]
    assert (update["legal"], update["seed"], update["plan"]) == ([], None, None)


def test_a_table_without_spectators_shows_itself_only_to_those_who_sit(anna: Person, ben: Person) -> None:
    table = anna.table("me", "me", watch=False)
    assert ben.client.get(table.path).status_code == 403
    assert table.look()["status"] == "running"


def test_the_lobby_shows_my_tables_first_where_i_am_waited_for(anna: Person) -> None:
    waiting = anna.table("me", "link")
    due = anna.table("me", "me")
    mine = anna.get("/api/lobby")["mine"]
    assert [row["table"] for row in mine] == [due.table, waiting.table]
    assert [row["waiting_for_me"] for row in mine] == [True, False]


def test_the_lobby_says_which_tables_are_ones_own(anna: Person, ben: Person) -> None:
    table = anna.table("me", "open", public=True)
    for person, owns in ((anna, True), (ben, False)):
        [row] = [row for row in person.get("/api/lobby")["open"] if row["table"] == table.table]
        assert row["host"] is owns


def test_private_tables_are_not_in_the_lobby_of_others(anna: Person, ben: Person) -> None:
    table = anna.table("me", "open")
    lobby = ben.get("/api/lobby")
    assert all(row["table"] != table.table for rows in lobby.values() for row in rows)


def test_chat_is_for_those_who_sit_and_is_no_part_of_the_log(anna: Person, ben: Person) -> None:
    table = anna.table("me", "me")
    table.post("chat", seat=0, text="  hello \u0007 there ")
    assert [message["text"] for message in anna.get(f"{table.path}/chat")["messages"]] == ["hello there"]
    assert ben.client.get(f"{table.path}/chat").status_code == 403
    assert "hello" not in ben.client.get(f"{table.path}/log").text


def test_notes_are_private_to_their_seat(anna: Person, ben: Person) -> None:
    table = anna.table("me", "link")
    bens = table.claim(ben, 1)
    anna.client.put(f"{table.path}/notes", json={"seat": 0, "text": "he bluffs\nalways"})
    assert anna.get(f"{table.path}/notes", seat=0)["text"] == "he bluffs\nalways"
    assert ben.get(f"{bens.path}/notes")["text"] == ""
    assert ben.client.get(f"{bens.path}/notes", params={"seat": 0}).status_code == 403


def test_a_rematch_moves_everybody_one_seat_and_there_is_only_one(anna: Person, ben: Person) -> None:
    table = anna.table("me", "me", game="pillars")
    assert table.refused("rematch")[0] == 409
    table.play()
    again = table.post("rematch")
    assert table.post("rematch") == again
    update = waited(lambda: (found := At(anna, again["table"]).look())["status"] == "running" and found)
    assert [seat["name"] for seat in update["seats"]] == ["Anna 2", "Anna 1"]
    assert update["held"] == [0, 1]
    assert table.look()["rematch"] == again["table"]
    assert table.look()["rematch_by"] == 0


def test_bots_play_a_whole_match_by_themselves(anna: Person) -> None:
    table = anna.table("bot:random", "bot:random", game="pillars")
    over = waited(lambda: (found := table.look())["status"] == "over" and found, 240)
    assert over["winners"]


def test_the_games_tell_what_a_client_needs_to_make_a_table(anna: Person) -> None:
    games = {game["name"]: game for game in anna.get("/api/games")["games"]}
    assert games["palazzo"]["seats"] == [2, 3, 4]
    assert any(bot["name"] == "random" for bot in games["pillars"]["bots"])
    assert "bid up to {number}" in games["palazzo"]["plans"]


def test_bots_advise_whoever_plays_against_bots_but_nobody_among_people(anna: Person, ben: Person) -> None:
    table = anna.table("me", "bot:random", options={"first": "1"})
    waited(lambda: table.look()["legal"])
    advice = anna.get(f"{table.path}/advice", seat=0)["advice"]
    assert {choice["text"] for choice in advice["choices"]} == set(steps_in(table.look()))
    assert advice["words"]
    best = advice["choices"][0]
    assert best["line"][0] == best["text"]
    assert {"why", "reasons", "then"} <= best.keys()
    among_people = anna.table("me", "link", options={"first": "1"})
    among_people.claim(ben, 1)
    refused = anna.client.get(f"{among_people.path}/advice")
    assert (refused.status_code, refused.json()["code"]) == (409, "advice-among-people")
    assert among_people.look()["hints"] is False


def test_a_table_among_people_that_allows_hints_says_so_to_all_and_advises_whoever_is_to_act(
    anna: Person, ben: Person
) -> None:
    table = anna.table("me", "open", options={"first": "1"}, hints=True, public=True, invite=True)
    listed = next(row for row in ben.get("/api/lobby")["open"] if row["table"] == table.table)
    assert listed["hints"] is True
    key = table.made["invite"]["token"]
    invitation = ben.client.get(f"{table.path}/invitation", headers={"authorization": f"Bearer {key}"})
    assert invitation.json()["hints"] is True
    ben.post(f"{table.path}/claim", token=key, name=ben.name)
    theirs = table.seen_by(ben)
    assert table.look()["hints"] is theirs.look()["hints"] is True
    assert anna.get(f"{table.path}/advice", seat=0)["advice"]["choices"]
    waiting = ben.client.get(f"{table.path}/advice", params={"seat": 1})
    assert (waiting.status_code, waiting.json()["code"]) == (409, "advice-not-your-turn")


def test_what_makes_no_table_is_refused_with_a_reason(anna: Person) -> None:
    me = [{"kind": "me", "name": "Anna"}]
    assert anna.refused("/api/tables", game="chess", seats=me * 2)[0] == 422
    assert anna.refused("/api/tables", game="palazzo", seats=me * 5)[0] == 422
    assert anna.refused("/api/tables", game="palazzo", seats=me * 2, options={"price": "free"})[0] == 422
    assert anna.refused("/api/tables", game="palazzo", seats=[*me, {"kind": "bot", "bot": "nobody"}])[0] == 422
    assert anna.refused("/api/tables", game="palazzo", seats=[*me, {"kind": "bot", "bot": "search:9999"}])[0] == 422
    assert anna.refused("/api/tables", game="palazzo", seats=me * 2, components="nonsense")[0] == 422
    assert anna.refused("/api/tables", game="palazzo", seats=me * 2, surprise=1)[0] == 400
    assert anna.refused("/api/tables", game="palazzo", seats=[{"kind": "me", "name": "\u200b"}] * 2)[0] == 400
