"""Steps and what is refused; taking back; proposals; leaving and coming back; plans."""

from typing import Any

import pytest
from server_house import At, Person, steps_in, waited

from capomastro.core.matchfile import read


def at_work(table: At) -> tuple[dict[str, Any], int]:
    update = table.look()
    return update, update["viewer"]


def test_a_step_is_acknowledged_with_its_number_and_what_it_led_to(anna: Person) -> None:
    table = anna.table("me", "me")
    update, _ = at_work(table)
    answer = table.step(update, "take")
    assert answer["n"] == update["seen"] + 1
    assert answer["update"]["seen"] >= answer["n"]
    assert answer["update"]["events"][0]["kind"] == "money shown"


def test_the_same_key_never_takes_two_steps_however_late_it_comes(anna: Person) -> None:
    table = anna.table("me", "me")
    update, seat = at_work(table)
    body = {"seat": seat, "step": "take", "seen": update["seen"], "key": "once"}
    first = table.post("steps", **body)
    again = table.post("steps", **body)
    table.play(5)
    late = table.post("steps", **body)
    table.play(40, seed=2)
    look = table.look(seat=seat)
    if look["legal"]:  # the key goes before the step, even for a step that would be legal
        body |= {"seen": look["seen"], "step": steps_in(look)[0]}
    assert table.post("steps", **body)["n"] == first["n"]
    assert first["n"] == again["n"] == late["n"]
    assert again["update"]["seen"] == first["update"]["seen"]


def test_a_step_that_answers_an_old_question_is_stale_and_shows_the_new_one(anna: Person) -> None:
    table = anna.table("me", "me")
    update, seat = at_work(table)
    table.step(update, "take")
    status, answer = table.refused("steps", seat=seat, step="reveal", seen=update["seen"], key="late")
    assert (status, answer["error"]) == (409, "stale")
    assert answer["update"]["seen"] > update["seen"]
    assert table.refused("steps", seat=seat, step="take", seen=10_000, key="early")[0] == 409


def test_an_illegal_or_unreadable_step_is_refused_with_the_referees_reason(anna: Person) -> None:
    table = anna.table("me", "me")
    update, seat = at_work(table)
    before = update["seen"]
    status, answer = table.refused("steps", seat=seat, step="pass", seen=before, key="a")
    assert (status, answer["error"]) == (422, "not-legal")
    assert len(answer["message"]) > 10
    status, answer = table.refused("steps", seat=seat, step="tkae", seen=before, key="b")
    assert status == 422
    assert "did you mean 'take'" in answer["message"]
    assert table.look()["seen"] == before


def test_nobody_acts_for_a_seat_of_somebody_else(anna: Person, ben: Person) -> None:
    table = anna.table("me", "link")
    bens = table.claim(ben, 1)
    for who, seat in ((table, 1), (bens, 0)):
        status, answer = who.refused("steps", seat=seat, step="take", seen=1, key="x")
        assert (status, answer["error"]) == (403, "not-your-seat")
        assert "update" not in answer


def test_a_simultaneous_choice_does_not_make_anothers_stale(anna: Person) -> None:
    table = anna.table("me", "me", "me", game="pillars")
    while True:
        update = table.look()
        if len(update["to_act"]) == 3:
            break
        table.step(update)
    looks = [table.look(seat=seat) for seat in range(3)]
    for look in looks:
        table.step(look)


def test_nothing_can_be_taken_back_once_chance_was_used(anna: Person) -> None:
    table = anna.table("me", "me")
    update, seat = at_work(table)
    table.step(update, "take")
    status, answer = table.refused("undo", seat=seat, key="nothing")
    assert status == 422
    assert "taken back" in answer["message"]


def bidding(anna: Person) -> tuple[At, dict[str, Any]]:
    """A table at which an auction has just begun, and the view of whoever may bid."""
    for _ in range(10):
        table = anna.table("me", "me")
        for _ in range(40):
            update = table.look()
            texts = steps_in(update)
            if "pass" in texts and len(texts) > 1:
                return table, update
            wanted = [text for text in ("auction", "reveal", "pass", "new") if text in texts] or texts
            table.step(update, wanted[0])
    pytest.fail("no auction came about")


def test_cards_laid_before_done_are_nobodys_business_not_even_their_number(anna: Person, ben: Person) -> None:
    table, update = bidding(anna)
    seat, other = update["viewer"], 1 - update["viewer"]
    seen = [table.look(seat=other), table.seen_by(ben).look()]
    lay = next(step for step in steps_in(update) if step.startswith("lay"))
    after = table.step(update, lay)["update"]
    assert after["undoable"] == 1
    for before, now in zip(seen, [table.look(seat=other), table.seen_by(ben).look()], strict=True):
        for one in (before, now):
            one.pop("seats"), one["to_act"][0].pop("late")  # who is away, or late, the clock says
        assert now == before
    back = table.post("restart", seat=seat, key="restart")["update"]
    assert back["view"] == update["view"]
    assert table.look(seat=other)["seen"] == seen[0]["seen"]


def test_a_plan_bids_for_its_seat_up_to_its_limit_and_is_seen_by_nobody_else(anna: Person, ben: Person) -> None:
    table, update = bidding(anna)
    seat, other = update["viewer"], 1 - update["viewer"]
    assert table.refused("plan", seat=seat, plan="win everything")[0] == 422
    table.post("plan", seat=other, plan="pass this lot")
    assert table.look(seat=other)["plan"] == "pass this lot"
    assert table.look(seat=seat)["plan"] is None
    assert "pass this lot" not in [table.seen_by(ben).look()["plan"]]
    standing = update["view"]["standing_bid"]
    table.post("plan", seat=seat, plan=f"bid up to {standing + 12}")
    over = waited(lambda: (found := table.look(seat=seat))["view"]["phase"] not in ("bidding", "raising") and found)
    kinds = [event["kind"] for event in over["events"]]
    assert "lot won" in kinds
    waited(lambda: table.look(seat=seat)["plan"] is None)


def test_a_game_without_plans_says_so(anna: Person) -> None:
    table = anna.table("me", "me", game="pillars")
    if table.look()["plans"] == []:
        assert table.refused("plan", seat=0, plan="win")[0] == 422


def test_going_back_further_needs_everybody(anna: Person, ben: Person) -> None:
    table = anna.table("me", "link")
    bens = table.claim(ben, 1)
    start = {0: table.look(), 1: bens.look()}
    for _ in range(6):
        who = table if table.look()["legal"] else bens
        who.step(who.look())
    table.post("proposals", seat=0, kind="rewind", to=1)
    proposal = bens.look()["proposals"][0]
    assert (proposal["by"], proposal["to"], proposal["needed"]) == (0, 1, [1])
    table.post("proposals", seat=0, kind="rewind", to=2)
    other = bens.look()["proposals"][1]
    bens.post(f"proposals/{other['id']}", seat=1, agree=False)
    assert len(bens.look()["proposals"]) == 1

    after = bens.post(f"proposals/{proposal['id']}", seat=1, agree=True)["update"]

    assert after["view"] == start[1]["view"]
    assert after["proposals"] == []
    assert table.look()["view"] == start[0]["view"]
    assert table.look()["events"][-1]["kind"] == "rewound"


def test_at_a_hot_seat_going_back_happens_at_once(anna: Person) -> None:
    table = anna.table("me", "me")
    start = table.look()
    table.play(4)
    table.post("proposals", seat=0, kind="rewind", to=1)
    assert table.look(seat=start["viewer"])["view"] == start["view"]


def test_a_bot_plays_for_whoever_resigns_until_they_return(anna: Person) -> None:
    table = anna.table("me", "me", game="pillars")
    update = table.post("resign", seat=0, bot="random")["update"]
    assert update["seats"][0]["stand_in"] == "random"
    table.play(10)
    back = table.post("return", seat=0)["update"]
    assert back["seats"][0]["stand_in"] is None
    kinds = [event["kind"] for event in anna.get(f"{table.path}/log", seat=0)["events"]]
    assert {"bot took over", "came back"} <= set(kinds)
    table.play()


def test_a_table_may_vote_a_bot_in_for_somebody_who_is_late(anna: Person, ben: Person) -> None:
    table = anna.table("link", "me", "me", options={"first": "1"})
    bens = table.claim(ben, 0)
    waited(lambda: table.look()["to_act"][0]["late"])
    assert bens.refused("proposals", seat=0, kind="bot", for_seat=1)[0] == 409
    table.post("proposals", seat=1, kind="bot", for_seat=0, bot="random")
    assert table.look()["seats"][0]["stand_in"] == "random"
    status, answer = bens.refused("steps", seat=0, step="take", seen=bens.look()["seen"], key="mine")
    assert (status, answer["error"]) in ((409, "not-now"), (409, "stale"))


def test_a_finished_match_is_exported_verified_and_replayed(anna: Person, ben: Person) -> None:
    table = anna.table("me", "me", game="pillars")
    commitment = table.look()["commitment"]
    for what in ("export", "verify", "scores", "replay?step=0"):
        assert anna.client.get(f"{table.path}/{what}").status_code == 409
    over = table.play()
    match = read(anna.client.get(f"{table.path}/export").text)
    assert match.setup.commitment == commitment == over["commitment"]
    assert match.setup.seed == over["seed"]
    assert match.state.scores() == over["scores"]
    verified = ben.get(f"{table.path}/verify")
    assert (verified["holds"], verified["steps"]) == (True, len(match.entries))
    history = ben.get(f"{table.path}/scores")["scores"]
    assert len(history) == len(match.entries) + 1
    assert history[-1] == over["scores"]
    shown = ben.get(f"{table.path}/replay", step=3, seat=1)
    assert shown["update"]["view"]["viewer"] == 1
    assert ben.client.get(f"{table.path}/replay", params={"step": 10_000}).status_code == 404


def test_all_cards_lie_open_in_a_replay_but_only_after_the_end(anna: Person, ben: Person) -> None:
    table = anna.table("me", "me", game="pillars")
    for what in ("replay?step=0&seat=all", "replay/events?seat=all", "replay/events"):
        assert anna.client.get(f"{table.path}/{what}").json()["code"] == "only-afterwards"
    table.play()
    for step in (0, 5, 30):
        every = ben.get(f"{table.path}/replay", step=step, seat="all")["update"]["view"]
        each = [ben.get(f"{table.path}/replay", step=step, seat=seat)["update"]["view"] for seat in range(2)]
        assert every["viewer"] is None
        assert [seat["hand"] for seat in every["seats"]] == [view["seats"][i]["hand"] for i, view in enumerate(each)]
        assert all(every["seats"][i]["hand"] for i in range(2))
    for seat in ("none", 0, "all"):
        story = ben.get(f"{table.path}/replay/events", seat=seat)
        for step in (1, 2, 7):
            told = ben.get(f"{table.path}/replay", step=step, seat=seat)["update"]["events"]
            assert [event for event in story["events"] if event["n"] == step] == told
    assert ben.client.get(f"{table.path}/replay/events", params={"seat": 7}).json()["code"] == "no-such-seat"


def test_one_can_look_back_at_what_one_saw(anna: Person, ben: Person) -> None:
    table = anna.table("me", "link")
    bens = table.claim(ben, 1)
    then = {}
    for _ in range(12):
        for at, seat in ((table, 0), (bens, 1)):
            now = at.look(seat=seat)
            then[seat, now["seen"]] = now
        (table if table.look(seat=0)["legal"] else bens).play(1)
    for (seat, number), was in then.items():
        at = table if seat == 0 else bens
        past = at.person.get(f"{at.path}/past", seat=seat, n=number)["update"]
        assert (past["view"], past["seen"], past["legal"], past["seed"]) == (was["view"], number, [], None)
        assert past["events"] == [event for event in was["events"] if event["n"] == number]
    latest = table.look(seat=0)["seen"]
    for number in (0, latest + 1):
        assert anna.client.get(f"{table.path}/past", params={"seat": 0, "n": number}).status_code == 404
    assert anna.client.get(f"{table.path}/past", params={"seat": 1, "n": 1}).status_code == 403


def test_the_whole_log_can_be_had_and_continues_where_asked(anna: Person) -> None:
    table = anna.table("me", "me")
    table.play(30)
    log = anna.get(f"{table.path}/log", seat=0)
    assert [event["n"] for event in log["events"]] == sorted(event["n"] for event in log["events"])
    rest = anna.get(f"{table.path}/log", seat=0, since=10)
    assert rest["events"] == [event for event in log["events"] if event["n"] > 10]
    update = table.look(seat=0, since=10)
    assert update["events"] == rest["events"]
