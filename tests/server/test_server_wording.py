"""What has just happened is told as it is told later, when it is read back."""

import random

import pytest

from capomastro.core.match import new_setup
from capomastro.server.protocol.encoding import encode
from capomastro.server.table.log import MatchLog
from capomastro.server.table.rendering import wording

NAMES = ["Anna", "Ben", "Cleo"]


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_events_are_worded_alike_when_they_have_just_happened_and_when_they_are_read_back(game: str) -> None:
    record = MatchLog(new_setup(game, 3, seed="5a" * 32), 0)
    rng = random.Random(3)
    while not record.over:
        seat = rng.choice(sorted(record.legal))
        record.step(seat, rng.choice(record.legal[seat]), 5)
        read_back = record.recent[seat + 1][-1].events
        assert encode(record.latest) == encode(read_back)
        for now, later in zip(record.latest, read_back, strict=True):
            assert wording(record.game.sentences, now, NAMES) == wording(record.game.sentences, later, NAMES)
            assert now.audience == later.audience
    assert record.n > 100
