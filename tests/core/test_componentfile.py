"""Component files are anybody's text: whatever they say, they make a match or are refused with a sentence."""

from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from capomastro.core.catalogue import all_games, game_names
from capomastro.core.component_file import MOST_SIGNS
from capomastro.core.game import BadSetup
from capomastro.core.match import Match, new_setup
from capomastro.core.matchfile import read, written

OWN = {game.name: game.component_files.text(1) for game in all_games() if game.component_files is not None}
HOSTILE = {
    "has 60001 signs; it may have 60000": "#" * (MOST_SIGNS + 1),
    "line 2 of the component file has 1001 signs": "\n#" + "#" * 1000,
    "line 1 of the component file has 399 dots": ".".join("k" * 400) + " = 1",
    "line 3 of the component file has 9 dots": '"""\n"""\n' + ".".join(['"k"'] * 10) + " = 1",
    "line 2 of the component file has over 8 brackets": "game = [\n" + "[" * 900,
    "line 1 of the component file has over 8 brackets": 'k = ["""a"""", ' + "[" * 20,
    "line 9 of the component file has over 8 brackets": "k = " + "[\n" * 900,
    "line 1 of the component file has over 8 brackets within": "k = " + "{k=" * 100,
    "line 1 of the component file has a key or number of over 60 signs": "k = " + "9" * 900,
    "a key or number of over 60 signs": "k = 0x" + "f" * 900,
    "has 501 keys; it may have 500": "".join(f"k{number} = 1\n" for number in range(501)),
}


def dealt(game: str, text: str) -> Match:
    return Match(new_setup(game, 2, seed=1, components=text))


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("sentence", HOSTILE)
def test_a_component_file_that_would_burden_the_parser_is_refused_before_it(game: str, sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        dealt(game, HOSTILE[sentence])


@pytest.mark.parametrize("game", game_names())
def test_a_long_value_is_not_quoted_in_full(game: str) -> None:
    text = (
        OWN[game].replace('"brick 1 1"', '"""' + "brick\n" * 900 + '"""').replace('"gondolier"', '"x' + "y" * 900 + '"')
    )
    with pytest.raises(BadSetup) as refusal:
        dealt(game, text)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize("game", game_names())
def test_comments_and_strings_may_hold_what_keys_may_not(game: str) -> None:
    text = "# " + "." * 90 + "[" * 90 + "\nnote = '" + "[." * 90 + "'\nlong = '''\n" + "=\n" * 900 + "'''\n"
    assert dealt(game, text + OWN[game]).state.to_act()


SIGNS = "[]{}\"=.,'#\\\n\r\t\0\x85\u2028"
VALUES = [
    '"""',
    "'''",
    "9" * 99,
    "0x" + "f" * 99,
    "-1",
    "1e999",
    "nan",
    "true",
    "1979-05-27",
    "25:00:00",
    '"\\ud800"',
    "{}",
]
WORDS = ["a.b", "[[", "game", "[cards]", "[stacks]", "symbol = [[]]", "map = 1"]
PIECES = st.sampled_from([*SIGNS, *VALUES, *WORDS])


@pytest.mark.parametrize("game", game_names())
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_text_makes_a_match_or_is_refused(game: str, data: st.DataObject) -> None:
    text = data.draw(st.text() | st.lists(PIECES).map("".join))
    if data.draw(st.booleans()):
        start = data.draw(st.integers(0, len(OWN[game])))
        text = OWN[game][:start] + text + OWN[game][start + data.draw(st.integers(0, 20)) :]
    with suppress(BadSetup):
        match = dealt(game, text)
        assert read(written(match)).state.key() == match.state.key()


@pytest.mark.parametrize("game", game_names())
@settings(deadline=None)
@given(text=st.text(alphabet="\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029 x"))
@example(text="\u2028")
def test_strange_line_ends_in_a_component_file_do_not_break_its_match_file(game: str, text: str) -> None:
    note = "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in text)
    comment = "".join(sign for sign in text if sign >= "\x80" or sign == " ")
    match = dealt(game, f'# {comment}\nnote = "{note}"\n{OWN[game]}')
    assert read(written(match)).setup.components == match.setup.components
