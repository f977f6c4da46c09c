"""What people come back for: the daily deal, the same deal again, their own matches, ratings."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server_house import At, House, Person, steps_in
from sqlalchemy import update
from test_server_players import be_player, joined, recovery
from test_server_seats import follow

from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.server.players.chronicle import found_in
from capomastro.server.players.ratings import ranks_among, rated
from capomastro.server.settings import Settings
from capomastro.server.storage import database
from capomastro.server.storage.rows import now
from capomastro.server.storage.schema import daily_plays, tables
from capomastro.server.table.daily import seed_of, streak_of
from capomastro.server.table.days import day_before, end_of, today


@pytest.fixture(scope="module")
def unrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose operator wants no ratings."""
    running = House(str(Path(tmp_path_factory.mktemp("unrated")) / "tables.sqlite"), ratings="0").start()
    yield running
    running.stop()


@pytest.fixture
def not_at_midnight() -> None:
    """A day must not end between two questions of a test."""
    while end_of(today()) - now() < 120_000:
        time.sleep(1)


def daily(person: Person, game: str = "palazzo") -> At:
    return At(person, person.post("/api/daily", game=game, name=person.name)["table"])


def yesterday(house: House, table: At) -> str:
    """As if a deal had been yesterday's."""
    engine = database.open_engine(Settings(db=house.db), writing=True)
    day = day_before(today())
    with engine.begin() as db:
        db.execute(update(tables).where(tables.c.id == table.table).values(daily=day, revision=tables.c.revision + 1))
        db.execute(update(daily_plays).where(daily_plays.c.table_id == table.table).values(day=day))
    engine.dispose()
    return day


def among_people(anna: Person, ben: Person, **wishes: Any) -> At:
    """A match of two people, played to the end by turns."""
    table = anna.table("me", "link", **wishes)
    follow(ben, table, table.token(1), name=ben.name)
    play_out(table, anna, ben)
    return table


def play_out(table: At, *people: Person) -> None:
    rng = seeded(7)
    while True:
        for place in [table.seen_by(one) for one in people]:
            update_ = place.look()
            if update_["status"] == "over":
                return
            while update_["legal"]:
                choice = steps_in(update_)
                update_ = place.step(update_, choice[rng.randrange(len(choice))])["update"]


def put_rated(person: Person, wish: bool) -> Any:
    return person.client.put("/api/me/rated", json={"rated": wish}).json()


def test_everybody_gets_the_same_daily_deal_and_the_same_bots_once(house: House, not_at_midnight: None) -> None:
    anna, ben = Person(house), Person(house, "Ben")
    first, other = daily(anna), daily(ben)
    assert daily(anna).table == first.table, "once for everybody"
    for table in (first, other):
        table.play(seed=3)
    mine, theirs = first.look(), other.look()
    assert mine["daily"] == theirs["daily"] == today()
    assert (mine["seed"], mine["scores"]) == (theirs["seed"], theirs["scores"]), "who plays the same gets the same"
    found = anna.get("/api/daily", game="palazzo")
    assert [(line["name"], line["mine"]) for line in found["lines"]] == [("Anna", True), ("Ben", False)]
    assert found["median"] == found["best"] == mine["scores"][0]
    assert (found["streak"], found["players"], found["mine"]["points"]) == (1, 2, mine["scores"][0])
    be_player(anna)
    phone = joined(house, recovery(anna))
    assert daily(phone).table == first.table, "once for all devices of a player"


def test_nobody_sees_a_daily_deal_who_can_still_play_it(file: str, not_at_midnight: None) -> None:
    house = House(file, daily_bot="random").start()
    anna, ben = Person(house), Person(house, "Ben")
    table = daily(anna, "pillars")
    for what, body in (("resign", {}), ("invite", {"to": "watch"}), ("proposals", {"kind": "rewind", "to": 1})):
        assert table.refused(what, **body)[1]["code"] == "daily-alone", what
    assert anna.client.get(f"{table.path}/advice").json()["code"] == "daily-alone"
    table.play()
    theirs = table.seen_by(ben)
    assert ben.client.get(theirs.path).json()["code"] == "no-spectators"
    assert ben.client.get(f"{theirs.path}/export").json()["code"] == "no-spectators"
    assert table.refused("again")[1]["code"] == "daily-secret"
    assert table.refused("play-on", step=3, seat=0, name="Anna")[1]["code"] == "daily-secret"
    hidden = ben.get("/api/daily", game="pillars")
    assert (hidden["lines"], hidden["median"], hidden["best"], hidden["players"]) == (None, None, None, 1)
    assert ben.client.get(f"/t/{table.table}").text.count("og:") == 0
    house.halt()
    day = yesterday(house, table)
    house.start()
    assert ben.get("/api/daily", game="pillars", day=day)["lines"][0]["name"] == "Anna"
    assert theirs.look()["status"] == "over", "afterwards everybody may see it"
    assert anna.get("/api/daily", game="pillars")["streak"] == 1, "today's is still to come"
    house.stop()


def test_days_that_are_not_yet_and_games_that_are_not_here_are_refused(house: House) -> None:
    anna = Person(house)
    for query, code in (
        ({"game": "chess"}, "no-such-game"),
        ({"game": "palazzo", "day": "9999-01-01"}, "no-such-day"),
        ({"game": "palazzo", "day": "2026-02-31"}, "no-such-day"),
        ({"game": "palazzo", "day": "tomorrow"}, "no-such-day"),
    ):
        assert anna.client.get("/api/daily", params=query).json()["code"] == code
    assert anna.refused("/api/daily", game="chess", name="Anna")[1]["code"] == "no-such-game"


def test_the_seed_of_a_day_needs_the_servers_secret() -> None:
    one, other = "11" * 32, "22" * 32
    seeds = {seed_of(secret, day, game) for secret in (one, other) for day in ("a", "b") for game in ("c", "d")}
    assert len(seeds) == 8
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)
    assert today(0) == "1970-01-01"
    assert end_of("1970-01-01") == 86_400_000
    assert streak_of({"2026-11-14", "2026-11-15", "2026-11-12"}, "2026-11-16") == 2


def test_the_same_deal_is_played_again_with_other_seats(house: House) -> None:
    anna, ben = Person(house), Person(house, "Ben")
    first = among_people(anna, ben)
    assert first.look()["again"] is None
    made = first.post("again", seat=0)
    assert first.seen_by(ben).post("again", seat=1) == made, "there is one for all"
    second = At(anna, made["table"])
    update_ = second.look()
    assert (update_["held"], update_["deal_of"], first.look()["again"]) == ([1], first.table, second.table)
    play_out(second, anna, ben)
    found = anna.get(f"{second.path}/again")
    assert [match["table"] for match in found["matches"]] == [first.table, second.table]
    (a, b), (c, d) = (match["scores"] for match in found["matches"])
    assert [(one["name"], one["points"], one["matches"]) for one in found["sums"]] == [
        ("Anna 1", a + d, 2),
        ("Ben", b + c, 2),
    ]
    stranger = Person(house, "Cleo")
    assert stranger.client.post(f"{second.path}/again", json={}).json()["code"] == "no-seat"


def test_the_cards_of_a_duplicate_are_the_same(house: House) -> None:
    anna = Person(house)
    first = anna.table("me", "bot:random", game="pillars")
    first.play()
    second = At(anna, first.post("again")["table"])
    assert (
        anna.get(f"{second.path}", seat="none")["view"]["tops"]
        == anna.get(f"{first.path}/replay", step=0, seat="none")["update"]["view"]["tops"]
    )


def test_somebody_finds_their_own_matches_and_nobody_elses(house: House) -> None:
    anna, ben = Person(house), Person(house, "Ben")
    assert anna.get("/api/me/record")["games"] == []
    people = among_people(anna, ben)
    bots = anna.table("me", "bot:random", "bot:random", game="pillars")
    bots.play()
    found = anna.get("/api/me/record")
    assert {one["table"] for one in found["matches"]} == {people.table, bots.table}
    (palazzo,) = [one for one in found["games"] if one["game"] == "palazzo"]
    (pillars,) = [one for one in found["games"] if one["game"] == "pillars"]
    scores, winners = people.look()["scores"], people.look()["winners"]
    (group,) = palazzo["groups"]
    assert (group["seats"], group["people"], group["matches"], group["best"]) == (2, True, 1, scores[0])
    assert palazzo["won"] == palazzo["streak"] == int(0 in winners)
    assert [(one["seats"], one["people"]) for one in pillars["groups"]] == [(3, False)]
    assert pillars["openings"][0]["matches"] == 1
    ahead, behind = scores[0] > scores[1], scores[0] < scores[1]
    (opponent,) = found["opponents"]
    assert (opponent["name"], opponent["ahead"], opponent["behind"]) == ("Ben", ahead, behind)
    assert [one["table"] for one in ben.get("/api/me/record")["matches"]] == [people.table]
    ben.post("/api/me/delete")
    assert anna.get("/api/me/record")["opponents"] == [], "whoever had themselves removed is nobody here"
    assert Person(house, "Cleo").get("/api/me/record")["matches"] == []
    be_player(anna)
    assert put_rated(anna, True)["player"]["rated"]
    assert all(one["rating"] is None for one in anna.get("/api/me/record")["games"]), "what was before does not count"


def test_players_who_wish_it_are_rated_from_then_on(either: House) -> None:
    anna, ben = Person(either), Person(either, "Ben")
    assert put_rated(anna, True)["code"] == "no-player"
    for one in (anna, ben):
        be_player(one)
    assert put_rated(anna, True)["player"]["rated"]
    assert put_rated(ben, True)["player"]["rated"]
    counted = among_people(anna, ben)
    among_people(anna, ben, hints=True)  # does not count: who is told what to play shows no strength
    (game,) = anna.get("/api/me/record")["games"]
    winners, scores = counted.look()["winners"], counted.look()["scores"]
    ranks = ranks_among([0, 1], scores, winners)
    expected = rated([None, None], ranks)
    assert (game["rating"]["mu"], game["rating"]["sigma"]) == pytest.approx(expected[0])
    assert game["rating"]["matches"] == 1
    assert {line["name"] for line in game["ladder"]} >= {"Anna", "Ben"}
    exported = anna.get("/api/me/export")
    assert exported["ratings"][0]["mu"] == pytest.approx(expected[0][0])
    assert not put_rated(ben, False)["player"]["rated"]
    (game,) = ben.get("/api/me/record")["games"]
    assert (game["rating"], game["ladder"]) == (None, [])
    assert all(not line["mine"] or line["name"] == "Anna" for line in anna.get("/api/me/record")["games"][0]["ladder"])
    anna.post("/api/me/delete")
    assert anna.get("/api/me/export")["ratings"] == []


def test_the_operator_switches_ratings_off(unrated: House) -> None:
    anna = Person(unrated)
    be_player(anna)
    assert put_rated(anna, True)["code"] == "no-ratings"
    found = anna.get("/api/me/record")
    assert (found["ratings"], found["rated"]) == (False, False)


def test_who_won_stands_first_whatever_decided_between_equal_points() -> None:
    assert ranks_among([0, 1, 2], [20, 20, 5], [1]) == [2, 1, 3]
    assert ranks_among([0, 2], [20, 20, 20], [1]) == [1, 1]
    up, down = rated([(25.0, 8.0), None], [1, 2])
    assert up[0] > 25 > down[0]


@pytest.mark.parametrize(("game", "kinds"), [("palazzo", {"tallest", "richest"}), ("pillars", {"district", "gondola"})])
def test_games_say_what_was_remarkable(game: str, kinds: set[str]) -> None:
    match, rng = Match(new_setup(game, 3, seed=11)), seeded(11)
    while not match.state.over:
        seat = match.state.to_act()[0]
        legal = match.state.legal(seat)
        match.act(seat, legal[rng.randrange(len(legal))])
    version, found = found_in(game, match)
    assert (version, len(found)) == (1, 3)
    assert {kind for one in found for kind in one.best} <= kinds
    assert any(one.best for one in found)
    assert all(one.opening for one in found)
    assert found_in("nothing of the kind", match) == (0, [])


def tags_of(person: Person, path: str, **headers: str) -> dict[str, str]:
    page = person.client.get(path, headers=headers).text
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page))


def test_a_link_to_a_finished_match_says_what_everybody_may_know(house: House) -> None:
    anna, bot = Person(house, 'Anna "<b>'), Person(house, "Crawler")
    table = anna.table("me", "bot:random")
    assert tags_of(bot, f"/t/{table.table}") == {}, "it goes on"
    update_ = table.play()
    found = tags_of(bot, f"/t/{table.table}", **{"accept-language": "de"})
    assert found["og:url"] == f"{house.url}/t/{table.table}"
    assert found["og:locale"] == "de_DE"
    assert "Anna &quot;&lt;b&gt;" in found["og:description"], "what people call themselves is no markup"
    assert str(update_["scores"][0]).replace("-", "−") in found["og:description"]
    image = bot.client.get(found["og:image"])
    assert image.headers["content-type"] == "image/png"
    assert image.content[16:24] == (800).to_bytes(4) + (420).to_bytes(4)
    assert tags_of(bot, f"/replay/{table.table}/3")["og:url"] == found["og:url"]
    again = bot.client.get(f"/t/{table.table}")
    assert bot.client.get(f"/t/{table.table}", headers={"if-none-match": again.headers["etag"]}).status_code == 304
    alone = anna.table("me", "bot:random", watch=False)
    alone.play()
    assert tags_of(bot, f"/t/{alone.table}") == {}, "it wants no spectators"
    assert tags_of(bot, "/t/nothing-here") == tags_of(bot, "/daily") == {}
