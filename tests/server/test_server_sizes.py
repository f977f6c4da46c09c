"""What a step costs on the wire, and how long lists of steps are said shortly."""

from contextlib import ExitStack
from typing import Any

import pytest
from server_house import House, Person, decoded, steps_in
from test_server_stream import listening

from capomastro.core.catalogue import game_names
from capomastro.core.chance import Fast, seeded
from capomastro.core.match import new_setup
from capomastro.server.protocol.step_lists import SHORT, grouped, legal_as_json, spelled_out, words_of
from capomastro.server.table.log import MatchLog
from capomastro.server.table.rendering import seen_by

MOST_BYTES = 15_000
HOARDED = 18_000
"""With two players, whoever hoards comes to 16 kB in one game of eight; nobody was seen to need more."""
FRAME = 4_000
"""More than an update has beside the view and the steps."""


def hoarded(steps: list[str], rng: Fast) -> str:
    """What somebody does who gathers districts and piles, so that there are ever more places to build them."""
    patient = [step for step in steps if not step.startswith("build ")]
    wanted = patient or steps
    return wanted[rng.randrange(len(wanted))]


@pytest.mark.parametrize(
    ("game", "seats", "seed", "most"),
    [("palazzo", 4, 1, MOST_BYTES), ("pillars", 6, 2, MOST_BYTES), ("pillars", 2, 3, HOARDED)],
)
def test_no_message_for_one_step_is_large(
    house: House, anna: Person, game: str, seats: int, seed: int, most: int
) -> None:
    table = anna.table(*["me"] * seats, game=game)
    rng, sizes = seeded(seed), [0]
    with ExitStack() as stack:
        sockets = [stack.enter_context(listening(house, table, seat)) for seat in (*range(seats), None)]
        update = table.look()
        while update["status"] != "over":
            step = hoarded(steps_in(update), rng)
            body = {"seat": update["viewer"], "seen": update["seen"], "key": anna.key(), "step": step}
            answer = anna.client.post(f"{table.path}/steps", json=body)
            assert answer.status_code == 200, answer.text
            sizes.append(len(answer.content))
            for socket in sockets:
                sizes += [len(message) for message in waiting(socket)]
            update = table.look()
    assert len(sizes) > 100
    assert max(sizes) < most


def test_not_even_where_there_are_hundreds_of_places_to_build() -> None:
    """This deal, played for piles and districts, gives the longest list of steps among thousands of matches."""
    record, rng = MatchLog(new_setup("pillars", 2, seed=267), 0), seeded(272)
    texts, sizes, choices = record.game.actions.texts, [0], 0
    while not record.over:
        seat = record.to_act()[0]
        legal = record.legal[seat]
        choices = max(choices, len(legal))
        sizes.append(len(bytes(seen_by(record, seat).view)) + len(bytes(legal_as_json("pillars", legal))))
        patient = [step for step in legal if not texts[step].startswith("build ")] or legal
        eager = [step for step in patient if texts[step].startswith(("take ", "pile "))] or patient
        record.step(seat, eager[rng.randrange(len(eager))], 0)
    assert choices > 400
    assert max(sizes) < MOST_BYTES - FRAME


def waiting(socket: Any) -> list[bytes]:
    """What has arrived on a socket by now."""
    found = []
    try:
        while True:
            message = socket.recv(timeout=0)
            found.append(message.encode() if isinstance(message, str) else message)
    except TimeoutError:
        return found


@pytest.mark.parametrize("game", game_names())
def test_lists_of_steps_are_read_as_they_were_written(game: str) -> None:
    words, rng = words_of(game), seeded(5)
    for count in (1, 2, SHORT, SHORT + 1, 200, 800):
        legal = sorted({rng.randrange(len(words)) for _ in range(count)})
        assert spelled_out(decoded(bytes(legal_as_json(game, legal)))) == [" ".join(words[step]) for step in legal]


def test_shared_beginnings_are_said_once() -> None:
    steps = [("stay",), ("build", "row", "at", "F5"), ("build", "row", "at", "F6"), ("build", "bridge", "at", "F5")]
    assert grouped(steps) == ["stay", ["build", [["row at", ["F5", "F6"]], "bridge at F5"]]]
