"""Fast and fair generators."""

import copy
import hashlib
import hmac
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capomastro.core.chance import Fair, Scripted, commitment, seeded, shl
from capomastro.core.errors import ChanceWanted

SEED = bytes(range(32))


def test_shifting_a_literal_by_a_variable_is_exact() -> None:
    """The compiler gets `1 << n` wrong from n = 31 on; `shl` must not."""
    assert [shl(1, n) for n in range(62)] == [2**n for n in range(62)]


def test_the_fast_generator_draws_these_numbers_in_both_builds() -> None:
    rng = seeded(2005)
    assert [rng.randrange(1_000_000) for _ in range(5)] == PINNED


PINNED = [914796, 800695, 30260, 328737, 454437]


@settings(deadline=None)
@given(st.integers(), st.integers(1, 2**31 - 1))
def test_fast_numbers_are_below_their_bound(seed: int, bound: int) -> None:
    rng = seeded(seed)

    assert all(0 <= rng.randrange(bound) < bound for _ in range(20))


@settings(deadline=None)
@given(st.integers(-(2**70), 2**70))
def test_neighbouring_seeds_are_unrelated(seed: int) -> None:
    one, other = seeded(seed), seeded(seed + 1)
    alike = sum(one.randrange(64) == other.randrange(64) for _ in range(256))

    assert alike < 24


def test_fast_numbers_are_even() -> None:
    rng = seeded(7)
    counts = [0] * 10
    for _ in range(50_000):
        counts[rng.randrange(10)] += 1

    assert sum((count - 5000) ** 2 / 5000 for count in counts) < 30


def test_first_draws_of_neighbouring_seeds_are_even() -> None:
    counts = [0] * 16
    for seed in range(16_000):
        counts[seeded(seed).randrange(16)] += 1

    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 45


def test_a_clone_goes_on_alike() -> None:
    rng = seeded(3)
    rng.randrange(10)
    twin = rng.clone()

    assert [rng.draw(0, 99) for _ in range(9)] == [twin.draw(0, 99) for _ in range(9)]


def test_fair_numbers_are_the_published_construction() -> None:
    """Anyone can check a deal with a few lines of their own."""
    fair = Fair(SEED, ("money", "tiles"))
    block = hmac.new(SEED, b"tiles" + b"\0" + (0).to_bytes(8, "big"), hashlib.sha256).digest()

    assert fair.draw(1, 1000) == int.from_bytes(block[:7], "big") % 1000


def test_fair_streams_do_not_disturb_each_other() -> None:
    alone, hash32 = Fair(SEED, ("money", "tiles")), Fair(SEED, ("money", "tiles"))
    expected = [alone.draw(0, 55) for _ in range(20)]
    drawn = []
    for _ in range(20):
        hash32.draw(1, 48)
        drawn.append(hash32.draw(0, 55))

    assert drawn == expected


def test_fair_numbers_are_even() -> None:
    fair = Fair(SEED, ("money",))
    counts = [0] * 7
    for _ in range(7000):
        counts[fair.draw(0, 7)] += 1

    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 25


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_fair_seed_is_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes; this one has {length}"):
        Fair(bytes(length), ("money",))


def test_a_commitment_binds_to_the_seed_without_telling_it() -> None:
    assert commitment(SEED) == hashlib.sha256(b"capomastro seed\0" + SEED).hexdigest()
    assert commitment(SEED) != commitment(bytes(32))
    assert SEED.hex() not in commitment(SEED)


def test_a_script_of_chance_says_what_it_is_told_and_then_asks() -> None:
    chance = Scripted((4, 0))

    assert [chance.draw(0, 5), chance.draw(1, 1), chance.draw(0, 3)] == [4, 0, 0]
    assert chance.draws == 3
    with pytest.raises(ChanceWanted) as wanted:
        chance.draw(2, 7)
    assert (wanted.value.stream, wanted.value.outcomes) == (2, 7)
    with pytest.raises(ValueError, match="says 4 where a number below 3 is wanted"):
        Scripted((4,)).draw(0, 3)


def test_copies_of_a_script_go_on_alike() -> None:
    chance = Scripted((1, 2, 3))
    chance.draw(0, 5)

    for twin in (chance.clone(), copy.deepcopy(chance), pickle.loads(pickle.dumps(chance))):
        assert (twin.key(), twin.draws) == ((2, 3), 1)
        assert [twin.draw(0, 5), twin.draw(0, 5)] == [2, 3]
    assert chance.key() == (2, 3)
