"""The picture of a table: legible, of one size, and with nothing in it that is hidden."""

import string

import pytest
from extras import or_skip

from capomastro.core.catalogue import all_games, game_named
from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup
from capomastro.research.letters import HEIGHT, ROWS, WIDTH

picture = or_skip("capomastro.research.picture")
NAMES = ["player_0", "player_1", "player_2"]


def in_the_middle(name: str) -> Match:
    match, rng = Match(new_setup(name, 3, seed=1)), seeded(1)
    for _ in range(120):
        seat = int(match.state.actor)
        legal = match.state.legal(seat)
        match.act(seat, legal[rng.randrange(len(legal))])
    return match


def test_every_printable_sign_has_a_letter_of_its_own() -> None:
    assert set(ROWS) == set(string.printable) - set(string.whitespace)
    assert len(set(ROWS.values())) == len(ROWS)
    for rows in ROWS.values():
        dots = [int(row, 16) for row in rows.split()]
        assert len(dots) in (7, HEIGHT)
        assert max(dots) < 2**WIDTH


@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_all_pictures_of_a_game_have_one_size_and_are_in_colour(name: str) -> None:
    match, game = in_the_middle(name), game_named(name)
    first = picture.pixels_of(game, Match(new_setup(name, 3, seed=1)).state, None, NAMES)
    later = picture.pixels_of(game, match.state, None, NAMES)

    assert first.shape == later.shape == (480, 660, 3)
    assert (first != later).any()
    assert len({tuple(pixel) for pixel in later.reshape(-1, 3)}) > 8


@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_a_picture_shows_what_its_viewer_sees(name: str) -> None:
    match, game = in_the_middle(name), game_named(name)
    shown = {viewer: picture.text_of(game, match.state, viewer, NAMES) for viewer in (None, 0, 1)}

    assert all(player in shown[None] for player in NAMES)
    assert all(text.isascii() for text in shown.values())
    assert len(set(shown.values())) == 3
    world = game.worlds(game.view(match.state, 1)).sample(seeded(2))
    assert picture.text_of(game, world, 1, NAMES) == shown[1]


def test_a_letter_is_drawn_where_it_stands() -> None:
    canvas = picture.Canvas(2, ascii_only=True)
    canvas.put(0, 0, "L")
    dots = picture.dots("L", underline=False)

    assert ["".join(" #"[dot] for dot in row).rstrip() for row in dots.astype(int)] == [
        "", "#", "#", "#", "#", "#", "#", "#####", "", "",
    ]  # fmt: skip


def test_a_game_without_a_drawing_shows_its_plain_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    game = all_games()[0]
    match = in_the_middle(game.name)
    monkeypatch.setattr(picture, "drawing_of", lambda game: None)
    text = picture.text_of(game, match.state, None, NAMES)

    assert text.startswith(game.prompt(game.view(match.state, None))[:30])
    assert picture.pixels_of(game, match.state, None, NAMES).shape == (480, 660, 3)
