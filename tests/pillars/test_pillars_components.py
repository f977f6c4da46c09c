"""The component file: what it may say, and the sentence for every fault."""

import pytest
from pillars_build import GAME, do, game, options, play

from capomastro.core.chance import seeded
from capomastro.core.game import BadSetup
from capomastro.core.match import Match, new_setup
from capomastro.core.matchfile import read, written
from capomastro.core.position import playout
from capomastro.games.pillars.components import FILES, KEPT_BOXES, box_of, checked, own_components

OWN = FILES.text(1)


def changed(old: str, new: str) -> str:
    assert old in OWN
    return OWN.replace(old, new, 1)


FAULTS = {
    "not TOML": ("game = ", "game == "),
    "not for The Pillars of Venice": ('"pillars"', '"palazzo"'),
    r"\[supply\] piles must be 60": ("piles = 60", "piles = 61"),
    r"\[supply\] markers must be 8": ("markers = 8", "markers = 9"),
    "symbol has 'gondoliere'": ('symbol = ["councillor"', 'symbol = ["gondoliere"'),
    "does not say which roles bear": ("symbol = ", "symbols = "),
    r"\[cards\] has number 7": ("\n3 = [", "\n7 = ["),
    r"\[cards\] has 4 cards with number 3; there are 5": ('3 = ["pitch-dipper 4+3", ', "3 = ["),
    r"\[cards\] has 9 cards with number 2; there are 10": ('  "gondolier",\n', ""),
    "'spy' has no known role": ('"speculator"]', '"spy"]'),
    "is no pitch-dipper": ('"pitch-dipper 4+3"', '"pitch-dipper 4+4"'),
    "needs 2 to 12 stones": ('"councillor 4"', '"councillor 14"'),
    "'master builder 1' needs 2 to 12 stones": ('"master builder 9"', '"master builder 1"'),
    "has figures, but a speculator has none": ('"speculator"]', '"speculator 6"]'),
    r"\[districts\] has 'tower'": ("[districts.row]", "[districts.tower]"),
    r"\[districts.domino\] stones must be": ("stones = 2", "stones = 0"),
    r"\[districts.domino\] crests must be": ("crests = 2", 'crests = "2"'),
    "'PB' is no pattern of a domino": ("BP = 4", "PB = 4"),
    r"\[districts.domino\] has 11 pieces; there are 10": ("BP = 4", "BP = 5"),
    "must have a number of pieces": ("BP = 4", "BP = -1"),
    r"\[districts.bridge\] has 7 pieces; there are 8": ("B-B = 4", "B-B = 3"),
    r"\[districts.domino\] has no patterns": ("patterns = { BB", "pattern = { BB"),
    "the map has 7 rows": ("....====\n.................\n", "....====\n"),
    "row 1 of the map has 16 cells": ('map = """\n.', 'map = """\n'),
    "row 1 of the map has '#'": ('map = """\n.', 'map = """\n#'),
    "canal of the map is not connected": ('map = """\n.', 'map = """\n='),
    r"\[board\] has no map": ("map = ", "plan = "),
}


@pytest.mark.parametrize("sentence", FAULTS)
def test_a_fault_in_the_component_file_is_named(sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        checked(changed(*FAULTS[sentence]))


@pytest.mark.parametrize("name", ["supply", "cards", "board"])
def test_a_missing_section_is_named(name: str) -> None:
    with pytest.raises(BadSetup, match=rf"has no \[{name}\]"):
        checked(changed(f"[{name}]", f"[{name}s]"))


def test_a_board_without_a_canal_or_without_room_is_refused() -> None:
    board = "\n".join(own_components().board)
    with pytest.raises(BadSetup, match="has no canal"):
        checked(changed(board, board.replace("=", ".")))
    with pytest.raises(BadSetup, match="60 piles need as many"):
        checked(changed(board, board.replace(".", "=")))


def test_the_file_that_comes_along_is_the_default() -> None:
    assert checked(OWN) == own_components()


def test_a_game_follows_the_components_it_is_dealt_with() -> None:
    text = changed('"councillor 5", "councillor 6", "councillor 7"', '"councillor 11", "councillor 6", "councillor 7"')
    state = game(2, hands=[["councillor 11"], ["gondolier"]], components=text)
    play(state, "councillor 11", "gondolier")

    assert state.left == 11


def test_other_stones_and_crests_are_followed() -> None:
    text = changed("[districts.domino]\nstones = 2\ncrests = 2", "[districts.domino]\nstones = 3\ncrests = 9")
    state = game(2, hands=[["councillor 5"], ["gondolier"]], components=text)
    play(state, "councillor 5", "gondolier")
    assert "take domino" in options(state)
    do(state, 0, "take domino")

    assert state.round == 2  # two stones are left, and nothing is that cheap


def test_another_board_is_followed() -> None:
    board = "\n".join(own_components().board)
    straight = "\n".join(["." * 17] * 4 + ["=" * 17] + ["." * 17] * 3)
    state = game(2, hands=[["pitch-dipper 3+2"], ["gondolier"]], components=changed(board, straight))
    play(state, "pitch-dipper 3+2", "gondolier")

    assert {step[-1] for step in options(state)} == {"4", "6"}


def test_a_match_with_other_components_can_be_stored_and_read_again() -> None:
    text = changed('"master builder 8"', '"master builder 12"')
    match = Match(new_setup("pillars", 3, seed=4, components=text))
    for _ in range(40):
        seat = match.state.to_act()[0]
        match.act(seat, match.state.legal(seat)[-1])

    assert read(written(match)).state.key() == match.state.key()


def test_games_with_two_cards_that_are_equal_in_everything_go_well() -> None:
    text = changed('"councillor 5", "councillor 6", "councillor 7"', '"councillor 5", "councillor 5", "councillor 5"')
    for seed in range(5):
        state = GAME.deal(6, seeded(seed), {"first": "random"}, text)
        playout(state, seeded(seed))
        GAME.audit(state)


def test_the_boxes_of_strange_component_files_are_not_kept_for_ever() -> None:
    before = box_of(own_components())
    for stones in range(2, 9):
        for crests in range(1, 8):
            text = changed("stones = 2\ncrests = 2", f"stones = {stones}\ncrests = {crests}")
            box_of(checked(text))
    kept = box_of.cache_info()
    assert kept.maxsize == KEPT_BOXES
    assert kept.currsize <= KEPT_BOXES
    assert box_of(own_components()).source == before.source
