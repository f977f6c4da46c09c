"""Matches: the log is the truth, steps can be taken back until they cannot, files are read with suspicion."""

import sys
import threading
from pathlib import Path

import msgspec
import pytest

from capomastro.core.chance import commitment, seeded
from capomastro.core.errors import BadMatchFile, BadSetup, CapomastroError, IllegalAction, UnreadableStep
from capomastro.core.match import FARTHEST, SPACING, Match, new_setup, replayed
from capomastro.core.matchfile import check_commitment, load, read, save, written

FAIR = "5e" * 32


def random_match(seed: int = 3, seats: int = 3, steps: int = 10_000, **more: object) -> Match:
    match = Match(new_setup("palazzo", seats, seed=seed, **more))  # type: ignore[arg-type]
    rng = seeded(seed)
    while not match.state.over and len(match.entries) < steps:
        seat = match.state.to_act()[0]
        legal = match.state.legal(seat)
        match.act(seat, legal[rng.randrange(len(legal))])
    return match


def test_the_log_leads_to_the_same_state() -> None:
    match = random_match()

    assert replayed(match.setup, match.entries).state.key() == match.state.key()
    assert match.at(20).entries == match.entries[:20]
    with pytest.raises(IllegalAction, match="there is no step 999999"):
        match.at(999_999)


def test_a_step_is_taken_by_its_number_or_its_text() -> None:
    one, other = Match(new_setup("palazzo", 2, seed=1)), Match(new_setup("palazzo", 2, seed=1))
    seat = one.state.to_act()[0]
    one.act(seat, 0)
    other.act(seat, "take")

    assert one.state.key() == other.state.key()


def test_a_refused_step_leaves_no_trace() -> None:
    match = Match(new_setup("palazzo", 2, seed=1))
    before = match.state.key()
    with pytest.raises(IllegalAction):
        match.act(match.state.to_act()[0], "pass")
    with pytest.raises(UnreadableStep):
        match.act(match.state.to_act()[0], "fly")
    with pytest.raises(IllegalAction):
        match.act(17, "take")

    assert match.entries == []
    assert match.state.key() == before


def test_a_step_that_drew_cards_cannot_be_taken_back() -> None:
    match = Match(new_setup("palazzo", 2, seed=1))
    seat = match.state.to_act()[0]
    match.act(seat, "take")

    assert match.undoable(seat) == 0
    with pytest.raises(IllegalAction, match="nothing of yours"):
        match.undo(seat)


def test_a_pick_can_be_taken_back_until_another_seat_has_to_pick() -> None:
    match = Match(new_setup("palazzo", 3, seed=1))
    seat = match.state.to_act()[0]
    match.act(seat, "take")
    before = match.state.key()
    match.act(seat, match.state.legal(seat)[0])
    assert match.undoable(seat) == 1
    match.undo(seat)
    assert match.state.key() == before

    match.act(seat, match.state.legal(seat)[0])
    match.act(seat, match.state.legal(seat)[0])
    assert match.undoable(seat) == 0


def test_a_payment_can_be_started_again_until_it_is_shown() -> None:
    match = bidding_match()
    seat = match.state.to_act()[0]
    before = match.state.key()
    lay = next(step for step in match.state.legal(seat) if step >= 40)
    match.act(seat, lay)
    assert match.restart_turn(seat) == 1
    assert match.state.key() == before

    match.act(seat, lay)
    while "done" not in [match.game.actions.texts[step] for step in match.state.legal(seat)]:
        match.act(seat, match.state.legal(seat)[0])
    match.act(seat, "done")
    assert match.undoable(seat) == 0


def bidding_match() -> Match:
    """A match in which the seat to act can overbid."""
    for seed in range(100):
        match = Match(new_setup("palazzo", 2, seed=seed))
        match.act(match.state.to_act()[0], "reveal")
        match.act(match.state.to_act()[0], "auction")
        if len(match.state.legal(match.state.to_act()[0])) > 2:
            return match
    raise AssertionError("no seed gives a bidder with money")


def test_others_cannot_take_my_steps_back() -> None:
    match = Match(new_setup("palazzo", 3, seed=1))
    seat = match.state.to_act()[0]
    match.act(seat, "take")
    match.act(seat, match.state.legal(seat)[0])

    with pytest.raises(IllegalAction):
        match.undo((seat + 1) % 3)


def test_private_steps_are_told_to_their_seat_alone() -> None:
    match = bidding_match()
    seat = match.state.to_act()[0]
    events = match.act(seat, next(step for step in match.state.legal(seat) if step >= 40))

    assert [event.kind for event in events] == ["laid"]
    assert events[0].is_for(seat)
    assert not events[0].is_for(1 - seat)
    assert not events[0].is_for(None)


def test_names_must_be_as_many_as_seats() -> None:
    with pytest.raises(BadSetup, match="3 players have 3 names, not 1"):
        new_setup("palazzo", 3, names=["Ada"])


def test_there_are_only_the_games_of_the_catalogue() -> None:
    with pytest.raises(BadSetup, match="no game 'chess'"):
        new_setup("chess", 2)


@pytest.mark.parametrize("seed", ["", "zz" * 32, "5e" * 31])
def test_a_fair_seed_is_64_hexadecimal_digits(seed: str) -> None:
    with pytest.raises(BadSetup, match="64 hexadecimal digits"):
        Match(new_setup("palazzo", 2, seed=seed))


def test_a_fresh_setup_has_a_secret_seed_of_its_own() -> None:
    one, other = new_setup("palazzo", 2), new_setup("palazzo", 2)

    assert one.seed != other.seed
    assert one.commitment == commitment(bytes.fromhex(str(one.seed)))


# Going back


def test_after_a_rewind_chance_is_new_and_everything_can_be_played_again() -> None:
    for seed in (FAIR, 5):
        match = played(seed, 60)
        again = played_on(match.rewound(20, 1), 60)
        other = played_on(match.rewound(20, 2), 60)
        assert again.entries[:20] == match.entries[:20]
        assert len({one.state.key() for one in (played_on(match.at(20), 60), again, other)}) == 3
        assert replayed(again.setup, again.entries).state.key() == again.state.key()
        twice = played_on(played_on(again.rewound(40, 2), 50).rewound(45, 3), 90)
        assert [twice.entries[i].rewind for i in (0, 19, 20, 39, 40, 44, 45, 89)] == [0, 0, 1, 1, 2, 2, 3, 3]
        text = written(twice)
        assert read(text).state.key() == twice.state.key()
        assert text.startswith('{"capomastro":2,')
        assert [line.count('"rewind"') for line in text.splitlines()].count(1) == 3
        assert written(read(text)) == text


def played(seed: str | int, steps: int) -> Match:
    return played_on(Match(new_setup("palazzo", 3, seed=seed)), steps)


def played_on(match: Match, steps: int) -> Match:
    """Always the same choices: what differs afterwards differs by chance."""
    while not match.state.over and len(match.entries) < steps:
        seat = match.state.to_act()[0]
        match.act(seat, match.state.legal(seat)[0])
    return match


def test_the_chance_after_a_rewind_is_the_published_construction() -> None:
    import hashlib
    import hmac

    from capomastro.core.chance import Fair

    fair = Fair(bytes.fromhex(FAIR), ("money",))
    fair.draw(0, 1000)
    fair.renew(3)
    seed = hmac.new(bytes.fromhex(FAIR), b"capomastro rewind\0" + (3).to_bytes(8, "big"), hashlib.sha256).digest()
    block = hmac.new(seed, b"money\0" + (1).to_bytes(8, "big"), hashlib.sha256).digest()
    assert fair.clone().draw(0, 1000) == fair.draw(0, 1000) == int.from_bytes(block[:7], "big") % 1000


def test_what_could_be_taken_back_before_a_rewind_still_can() -> None:
    match = Match(new_setup("palazzo", 3, seed=FAIR))
    seat = match.state.to_act()[0]
    match.act(seat, "take")
    before = match.state.key()
    match.act(seat, match.state.legal(seat)[0])
    back = played_on(match.twin(), 30).rewound(2, 1)
    back.undo(seat)
    assert back.entries == match.entries[:1]
    assert back.state.key() != before  # the same table, other chance
    assert back.game.view(back.state, seat) == match.at(1).game.view(match.at(1).state, seat)
    on = played_on(back, 30)
    assert replayed(on.setup, on.entries).state.key() == on.state.key()


def test_going_back_plays_only_the_last_steps_again() -> None:
    match = random_match()
    assert len(match.entries) > 200
    for step in range(len(match.entries) - FARTHEST, len(match.entries), 7):
        back = match.at(step)
        assert back.entries == match.entries[:step]
        assert back.state.key() == replayed(match.setup, match.entries[:step]).state.key()
        assert len(back._snapshots) <= FARTHEST // SPACING + 2
    dealt = []
    deal = match.game.deal
    match.game.deal = lambda *more: dealt.append(1) or deal(*more)  # type: ignore[method-assign, func-returns-value]
    try:
        match.at(len(match.entries) - FARTHEST)
    finally:
        match.game.deal = deal  # type: ignore[method-assign]
    assert dealt == []


def test_rewinds_in_a_file_come_in_their_order() -> None:
    import hashlib

    lines = written(played_on(played(FAIR, 20).rewound(10, 2), 20)).splitlines()[:-1]
    lines[15] = lines[15].replace("}", ',"rewind":1}')
    ending = {"steps": 20, "over": False, "scores": [0, 0, 0], "winners": []}
    ending["digest"] = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    with pytest.raises(BadMatchFile, match="line 16 of the match file: rewinds are numbered in the order"):
        read("\n".join([*lines, msgspec.json.encode(ending).decode()]))


# Threads


def test_matches_are_played_again_in_several_threads_at_once() -> None:
    """Logs are followed beside the event loop: what one thread lists must not be what another one reads."""
    match = random_match(seats=2)
    faults: list[str] = []

    def again() -> None:
        for _ in range(3):
            try:
                if replayed(match.setup, match.entries).state.key() != match.state.key():
                    faults.append("ends elsewhere")
            except IllegalAction as error:
                faults.append(str(error))

    often = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=again) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(often)
    assert faults == []


# Files


def test_a_match_file_gives_the_match_back(tmp_path: Path) -> None:
    match = random_match(names=["Ada", "Ben", "Cléo"])
    path = tmp_path / "deep" / "match.jsonl"
    save(match, path)
    loaded = load(path)

    assert loaded.state.key() == match.state.key()
    assert loaded.setup == match.setup
    assert not path.with_name("match.jsonl.new").exists()


def test_a_match_file_can_be_read_by_a_person() -> None:
    lines = written(random_match(steps=3, names=["Ada", "Ben", "Cleo"])).splitlines()

    assert lines[0].startswith('{"capomastro":1,"game":"palazzo","rules":1,"seats":3,"names":["Ada","Ben","Cleo"]')
    assert msgspec.json.decode(lines[1]) == {"n": 1, "seat": 1, "step": "take"} or '"step":"' in lines[1]
    assert len(lines) == 5


def test_an_unfinished_match_goes_on_after_loading() -> None:
    match = read(written(random_match(steps=17)))

    match.act(match.state.to_act()[0], match.state.legal(match.state.to_act()[0])[0])
    assert len(match.entries) == 18


def faulty(change: str) -> str:
    match = random_match(seats=2, steps=20)
    lines = written(match).splitlines()
    head = msgspec.json.decode(lines[0])
    match change:
        case "empty":
            return ""
        case "no json":
            return "hello\nworld\n"
        case "other json":
            return '{"a": 1}\n{"b": 2}\n'
        case "truncated":
            return "\n".join(lines[:-1])
        case "half a line":
            return "\n".join(lines)[:-90]
        case "a step changed":
            lines[3] = lines[3].replace('"n":3', '"n":4')
            return "\n".join(lines)
        case "another format":
            return "\n".join([msgspec.json.encode(head | {"capomastro": 5}).decode(), *lines[1:]])
        case "another game":
            return "\n".join([msgspec.json.encode(head | {"game": "chess"}).decode(), *lines[1:]])
        case "other rules":
            return "\n".join([msgspec.json.encode(head | {"rules": 99}).decode(), *lines[1:]])
        case "five seats":
            return "\n".join([msgspec.json.encode(head | {"seats": 5}).decode(), *lines[1:]])
        case "a bad option":
            return "\n".join([msgspec.json.encode(head | {"options": {"price": "no"}}).decode(), *lines[1:]])
        case "a bad type":
            return "\n".join([msgspec.json.encode(head | {"seats": "two"}).decode(), *lines[1:]])
    raise AssertionError(change)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("empty", "is empty"),
        ("no json", "line 1 of the match file is not a JSON object"),
        ("other json", "not a match file"),
        ("truncated", "cut short"),
        ("half a line", "not a JSON object"),
        ("a step changed", "its digest does not fit"),
        ("another format", "has format 5; this program reads formats 1 to 4"),
        ("another game", "there is no game 'chess'"),
        ("other rules", "version 99 of the rules of Palazzo"),
        ("five seats", "2 to 4 players, not 5"),
        ("a bad option", "option price cannot be 'no'"),
        ("a bad type", "Expected `int`"),
    ],
)
def test_a_faulty_file_is_refused_in_a_sentence(change: str, reason: str) -> None:
    with pytest.raises(CapomastroError, match=reason):
        read(faulty(change))


def test_an_illegal_step_is_refused_even_with_a_fitting_digest() -> None:
    import hashlib

    lines = written(random_match(seats=2, steps=5)).splitlines()[:-1]
    lines[2] = '{"n":2,"seat":1,"step":"pass"}'
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    ending = {"steps": 5, "over": False, "scores": [0, 0], "winners": [], "digest": digest}

    with pytest.raises(BadMatchFile, match="line 3 of the match file: 'pass' by seat 1"):
        read("\n".join([*lines, msgspec.json.encode(ending).decode()]))


def test_a_wrong_outcome_is_refused_even_with_a_fitting_digest() -> None:
    lines = written(random_match(seats=2, steps=5)).splitlines()
    ending = msgspec.json.decode(lines[-1]) | {"scores": [50, 0]}

    with pytest.raises(BadMatchFile, match=r"says scores \[50, 0\]"):
        read("\n".join([*lines[:-1], msgspec.json.encode(ending).decode()]))


def test_a_seed_other_than_the_one_committed_to_is_refused() -> None:
    text = written(Match(new_setup("palazzo", 2, seed=FAIR)))

    with pytest.raises(BadMatchFile, match="not the one that was committed to"):
        read(text.replace(FAIR, "5f" * 32))


def test_a_published_commitment_is_compared() -> None:
    match = Match(new_setup("palazzo", 2, seed=FAIR))
    check_commitment(match, commitment(bytes.fromhex(FAIR)))

    with pytest.raises(CapomastroError, match="not the one given"):
        check_commitment(match, "00" * 32)
    with pytest.raises(CapomastroError, match="plain seed"):
        check_commitment(random_match(steps=1), "00" * 32)


def test_a_missing_or_unreadable_file_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(BadMatchFile, match="there is no file"):
        load(tmp_path / "nowhere.jsonl")
    with pytest.raises(BadMatchFile, match="cannot be read"):
        load(tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadMatchFile, match="cannot be read"):
        load(tmp_path / "binary")
