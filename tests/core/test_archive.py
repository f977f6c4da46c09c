"""Matches of every release are played again for ever; whatever changes, they replay or are frozen with their reason."""

import gzip
import random
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from capomastro.core.catalogue import all_games, game_named
from capomastro.core.component_file import hash_of
from capomastro.core.deal import Deal
from capomastro.core.errors import UnreadableStep
from capomastro.core.frozen import REASONS, Frozen, read_if_possible, replayed_if_possible
from capomastro.core.game import ActionTable, AnyGame
from capomastro.core.match import Match, Setup, StoredStep, new_setup, renewed
from capomastro.core.matchfile import FORMATS, ending_of, file_text, outcome_of, read, unplayed, written

ARCHIVE = Path(__file__).parents[1] / "archive"
FILES = {f"{path.parent.name}/{path.name.removesuffix('.jsonl.gz')}": path for path in ARCHIVE.glob("matches-*/*.gz")}
COMPONENTS = {
    "palazzo-1": "3df6a57e70761206a65ec7a6521715b9501aa9facba273c9137fa37795938855",
    "pillars-1": "ce9263d7cb6f159a238fa29718f011d537e020b578bece9c448a6995ed2630f5",
}
"""Files that were ever dealt from, by their hashes; a number that has been released never says anything else."""


def text_of(name: str) -> str:
    return gzip.decompress(FILES[name].read_bytes()).decode()


def test_the_archive_has_both_games_at_every_number_of_seats_in_all_formats() -> None:
    texts = [text_of(name) for name in FILES]
    heads = [unplayed(text).setup for text in texts]
    for game in all_games():
        if game.name in {setup.game for setup in heads}:
            assert {setup.seats for setup in heads if setup.game == game.name} == set(game.seat_counts)
    assert {text[:16] for text in texts} == {f'{{"capomastro":{number},' for number in FORMATS if number != 3}
    assert {setup.game for setup in heads} >= {"palazzo", "pillars"}
    assert any(setup.components for setup in heads)
    assert any(setup.deal for setup in heads)


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_kept_match_ends_as_it_ended_and_is_written_as_it_was(name: str) -> None:
    text = text_of(name)
    match = read(text)
    assert match.state.over
    assert written(match) == text


@pytest.mark.parametrize("name", COMPONENTS)
def test_a_component_file_that_was_dealt_from_never_changes(name: str) -> None:
    game, _, number = name.rpartition("-")
    files = game_named(game).component_files
    assert files is not None
    assert hash_of(files.text(int(number))) == COMPONENTS[name]


def test_every_component_file_is_watched() -> None:
    there = {path.stem for game in all_games() for path in folder_of(game).glob("*.toml")}
    assert there == set(COMPONENTS)


def folder_of(game: AnyGame) -> Path:
    import capomastro

    return Path(capomastro.__file__).parent / "games" / game.name / "components"


def test_a_setup_names_what_it_is_dealt_from() -> None:
    setup = new_setup("palazzo", 2)
    assert (setup.components_number, setup.components_hash) == (1, COMPONENTS["palazzo-1"])
    own = "# mine\n" + game_named("palazzo").component_files.text(1)  # type: ignore[union-attr]
    setup = new_setup("palazzo", 2, components=own)
    assert (setup.components_number, setup.components_hash) == (None, hash_of(own))
    assert set(setup.options) == {option.name for option in game_named("palazzo").options}


def test_a_match_dealt_from_another_component_file_has_a_format_older_programs_refuse() -> None:
    match = Match(new_setup("palazzo", 2, seed=1))
    later = replace(match.setup, components_number=2)
    assert file_text(later, match.steps(), outcome_of(match)).startswith('{"capomastro":3,')
    found = replayed_if_possible(later, [])
    assert isinstance(found, Frozen)
    assert found.code == "components"


class Former:
    """A game as it was before the test changed it."""

    def __init__(self, game: AnyGame) -> None:
        self.__dict__.update({name: getattr(game, name) for name in dir(game) if not name.startswith("__")})


def version_two(game: AnyGame, former: object, **changes: Any) -> AbstractContextManager[None]:
    """The game's rules are at their second version; this is what is left of the first, and what is different."""
    return changed(game, rules_version=2, former={1: former}, **changes)


@contextmanager
def changed(game: AnyGame, **changes: Any) -> Iterator[None]:
    before = {name: getattr(game, name) for name in changes}
    for name, value in changes.items():
        setattr(game, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(game, name, value)


def test_raising_the_rules_version_loses_nothing() -> None:
    """By the switch of the old version every match ends as it did; without it every match says why it is frozen."""
    for game in all_games():
        names = [name for name in FILES if f"/{game.name}-" in name][::5]
        kept = {name: ending_of(read(text_of(name))) for name in names}
        other = tuple(f"{label} of version 2" for label in game.streams)
        with version_two(game, Former(game), streams=other):
            for name in names:
                found = read_if_possible(text_of(name))
                assert isinstance(found, Match), name
                assert ending_of(found) == kept[name]
                if isinstance(found.setup.seed, str):  # a fair deal, by other streams: it is the old version that plays
                    assert Match(replace(found.setup, rules=2)).state.key() != Match(found.setup).state.key()
            assert new_setup(game.name, game.seat_counts[0]).rules == 2
        with version_two(game, "two rules were one"):
            for name in names:
                found = read_if_possible(text_of(name))
                assert isinstance(found, Frozen)
                assert found.code == "rules"
                assert "two rules were one" in found.text
                assert unplayed(text_of(name)).ending["scores"] == kept[name]["scores"]


def test_a_match_that_has_not_begun_follows_the_rules_of_today() -> None:
    game = game_named("palazzo")
    setup = new_setup("palazzo", 2, {"first": "2"}, seed="5e" * 32, names=["Ada", "Ben"])
    deal = Deal("table", setup.rules, setup.components_hash, setup.options, ())
    setup = replace(setup, deal=deal)  # as everything that others have decided, it stays
    with version_two(game, "gone"):
        later = renewed(setup)
        assert later == replace(setup, rules=2)
        Match(later)


def test_a_step_that_is_written_otherwise_now_is_still_read() -> None:
    table = game_named("palazzo").actions
    words = ["grab" if text == "take" else text for text in table.texts]
    renamed = ActionTable(table.values, words, {}, {"take": "grab"})
    assert renamed.recall("take") == renamed.recall("grab") == renamed.parse("take") == table.recall("take")
    with pytest.raises(UnreadableStep, match="no step 'Take' any more"):
        table.recall("Take")


def shuffled(table: ActionTable, rng: random.Random, how: str) -> ActionTable:
    """A table of another version: texts renamed, with or without a note of it, exchanged, or shifted by one."""
    texts = list(table.texts)
    one, other = rng.sample(range(min(len(texts), 60)), 2)
    if how == "exchanged":
        texts[one], texts[other] = texts[other], texts[one]
    elif how == "shifted":
        texts = [*texts[1:], texts[0]]
    else:
        texts[one] = f"once {texts[one]}"
    former = {table.texts[one]: texts[one]} if how == "renamed, noted" else {}
    return ActionTable(table.values, texts, {}, former)


def flipped(setup: Setup, rng: random.Random) -> Setup:
    """Something else than was stored, or than there is."""
    return rng.choice(
        [
            replace(setup, rules=rng.choice([0, 1, 2, 3])),
            replace(setup, components_number=rng.choice([1, 2, 99]), components=None),
            replace(setup, components_hash="0" * 64),
            replace(setup, components=(setup.components or "game = 1") + rng.choice(["", "\n#", "\n[", "x"])),
            replace(setup, options={**setup.options, rng.choice(["first", "tempo"]): rng.choice(["1", "no"])}),
            replace(setup, options={}),
            replace(setup, seats=rng.choice([1, 2, 5, 9])),
            replace(setup, game=rng.choice(["palazzo", "pillars", "chess"])),
            setup,
        ]
    )


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_flipped_a_match_replays_as_it_was_or_says_why_not(seed: int) -> None:
    rng = random.Random(seed)
    name = rng.choice(sorted(FILES))
    setup, steps, ending = unplayed(text_of(name))
    game = game_named(setup.game)
    former = rng.choice([Former(game), "gone", ""])
    tables = [shuffled(game.actions, rng, how) for how in ("renamed", "renamed, noted", "exchanged", "shifted")]
    setup = flipped(setup, rng)
    text = file_text(setup, flipped_steps(steps, rng), outcome_of(read(text_of(name))))
    if rng.random() < 0.5:
        with version_two(game, former, actions=rng.choice([game.actions, *tables])):
            found = read_if_possible(text)
    else:
        with changed(game, actions=rng.choice([game.actions, *tables])):
            found = read_if_possible(text)
    if isinstance(found, Frozen):
        assert found.code in REASONS
        assert len(found.text) > 10
    else:
        assert {key: ending[key] for key in ending_of(found)} == ending_of(found)


def flipped_steps(steps: list[StoredStep], rng: random.Random) -> list[StoredStep]:
    steps = list(steps)
    if rng.random() < 0.3:
        at = rng.randrange(len(steps))
        steps[at] = steps[at]._replace(text=rng.choice(["take", "fly", "", "done"]))
    return steps
