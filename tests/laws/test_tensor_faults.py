"""The law of tensors is tested: a leak planted in one must be found, and so must a row that forgets to be cleared."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from random_states import GAMES, states

from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.game import AnyGame, Position
from capomastro.core.laws import BrokenLaw, check_tensor
from capomastro.core.observation import Field, observation_of
from capomastro.core.observer import Observer


class Spoiled(Observer):
    """Writes what another observer does, and a fault."""

    def __init__(self, inner: Observer, keeps: bool) -> None:
        super().__init__(inner.seats, inner.perfect_information, inner.words, inner.kept)
        self.inner = inner
        self.keeps = keeps

    def write(self, position: Position, seat: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
        self.inner.write(position, seat, out, at, kept, kept_at)
        if self.keeps:
            out[at] += 1  # on top of what stood there, which the inner observer writes anew only if it has changed
            out[at + self.words - 1] += 1


class Faulty:
    """A tensor with a fault: it has everything in it, or it adds to what was written before."""

    version = 1
    most_legal = 10_000

    def __init__(self, game: str, keeps: bool) -> None:
        self.honest = observation_of(game)
        self.keeps = keeps

    def fields(self, seats: int) -> tuple[Field, ...]:
        return self.honest.fields(seats)

    def observer(self, seats: int, perfect_information: bool) -> Observer:
        return Spoiled(self.honest.observer(seats, not self.keeps), self.keeps)


def watched(game: AnyGame, tensor: Faulty) -> None:
    rng = seeded(3)
    for number, state in enumerate(states(game, 3, 2)):
        if number % 6 == 0:
            check_tensor(game, tensor, state, rng)


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_a_tensor_that_tells_what_is_hidden_breaks_the_law(name: str) -> None:
    with pytest.raises(BrokenLaw, match="tells more than its view"):
        watched(game_named(name), Faulty(name, keeps=False))


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_a_tensor_that_depends_on_what_was_written_before_breaks_the_law(name: str) -> None:
    with pytest.raises(BrokenLaw, match="depends on what was written before"):
        watched(game_named(name), Faulty(name, keeps=True))
