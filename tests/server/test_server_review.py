"""A finished match is reviewed in the background, and can be played on from any step."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from server_house import At, House, Person, Postgres, waited

from capomastro.core.matchfile import read
from capomastro.review.model import Review
from capomastro.review.work import reviewed

PATIENCE = 300


def finished(person: Person, **more: Any) -> At:
    table = person.table("me", "me", **more)
    table.play()
    return table


def reviewed_there(table: At) -> Any:
    """The review, once it is there."""

    def done() -> Any:
        state = table.person.get(f"{table.path}/review")
        assert state["status"] in ("waiting", "done"), state
        return state if state["status"] == "done" else None

    return waited(done, PATIENCE)


def test_whoever_may_see_the_replay_gets_the_review(either: House) -> None:
    anna, ben = Person(either, "Anna"), Person(either, "Ben")
    table = finished(anna)
    assert anna.get(f"{table.path}/review")["status"] == "none"
    asked = table.seen_by(ben).post("review")
    assert asked["status"] in ("waiting", "done")
    state = reviewed_there(table)
    assert state["done"] == state["size"] > 0
    review = msgspec.convert(state["review"], Review)
    final = table.look(seat=0)
    for account in review.accounts:
        assert account.outcome == pytest.approx((account.seat in final["winners"]) / len(final["winners"]))
        assert account.outcome == pytest.approx(0.5 + account.luck + account.own + account.others, abs=0.001)
    assert table.post("review") == state


def test_a_review_is_for_matches_that_are_over_and_for_those_who_may_look(anna: Person, ben: Person) -> None:
    running = anna.table("me", "me")
    assert running.refused("review")[1]["code"] == "only-afterwards"
    hidden = finished(anna, watch=False)
    assert hidden.seen_by(ben).refused("review")[1]["code"] == "no-spectators"


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_a_server_that_stops_in_the_middle_goes_on_where_it_was(
    store: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    db = str(tmp_path / "tables.sqlite")
    if store == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        db = postgres.empty("reviews")
    iterations = 20_000
    house = House(db, review_iterations=str(iterations)).start()
    try:
        table = finished(Person(house))
        table.post("review")
        waited(lambda: table.person.get(f"{table.path}/review")["done"] > 3, PATIENCE)
        before = table.person.get(f"{table.path}/review")["done"]
        house.halt()
        house.start()
        assert table.person.get(f"{table.path}/review")["done"] >= before
        review = msgspec.convert(reviewed_there(table)["review"], Review)
        match = read(table.person.client.get(f"{table.path}/export").text)
        assert review == reviewed(match, iterations), "stopping has changed the review"
    finally:
        house.stop()


def test_nobody_gets_more_reviews_than_the_operator_allows(file: str) -> None:
    house = House(file, review_iterations="100", reviews_per_hour="1").start()
    try:
        anna = Person(house)
        first, second = finished(anna), finished(anna)
        first.post("review")
        assert second.refused("review")[1]["code"] == "too-many-reviews"
        assert first.post("review")["status"] in ("waiting", "done"), "looking at it costs nothing"
    finally:
        house.stop()


def test_a_match_is_played_on_from_a_step_with_what_was_known_then(either: House) -> None:
    anna, ben = Person(either, "Anna"), Person(either, "Ben")
    table = finished(anna, game="pillars")
    step = 31
    then = anna.get(f"{table.path}/replay", step=step, seat=1)["update"]
    assert table.refused("play-on", step=9999, seat=0, name="Anna")[1]["code"] == "no-such-step"
    made = table.seen_by(ben).post("play-on", step=step, seat=1, name="Ben", bot="random")
    practice = At(ben, made["table"])
    now = practice.look(since=0)
    assert now["viewer"] == 1
    assert now["origin"] == {"table": table.table, "step": step}
    told = ben.get(f"{practice.path}/log", seat=1)["events"]
    began = next(event["n"] for event in told if event["kind"] == "played on")
    assert ben.get(f"{practice.path}/past", n=began, seat=1)["update"]["view"] == then["view"]
    assert practice.play()["status"] == "over"
    assert ben.get(f"{practice.path}/verify")["holds"]
