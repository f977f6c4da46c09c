"""Why something is refused: a code with facts, for which there are words in every language."""

import pickle
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import capomastro
from capomastro.bots.roster import player_named
from capomastro.cli.arguments import component_text, parsed_options
from capomastro.cli.play import play
from capomastro.cli.tui import app_for
from capomastro.core.catalogue import game_named
from capomastro.core.component_file import parsed, section
from capomastro.core.errors import BadSetup, CapomastroError, IllegalAction
from capomastro.core.game import NO_THINGS, Reason, Things
from capomastro.core.match import Match, Setup, new_setup
from capomastro.core.words import words_in
from capomastro.server.bots.pool import check_bot
from capomastro.server.storage.faults import FAULTS
from capomastro.terminal.client import address_of
from capomastro.terminal.local import seat_names

PACKAGE = Path(capomastro.__file__).parent
RAISED = re.compile(r'(?:BadSetup|IllegalAction|UnreadableStep|CapomastroError|Reason)\(\s*"([a-z]+\.[a-z-]+)"')
BY_THE_GAMES = {"step.number", "step.over", "step.turn", "step.impossible"}  # driven by the tests of each game
PALAZZO = "palazzo"


def refused(act: Callable[[], object]) -> Reason:
    with pytest.raises(CapomastroError) as refusal:
        act()
    return refusal.value.reason


def cases(folder: Path) -> Iterator[Callable[[], object]]:
    game = game_named(PALAZZO)
    match = Match(new_setup(PALAZZO, 2, seed=1))
    not_text = folder / "box.toml"
    not_text.write_bytes(b"\xff\xfe\xff")
    for options in ({"colour": "red"}, {"price": "low"}, {"first": "3"}):
        yield partial(new_setup, PALAZZO, 2, options)
    yield lambda: new_setup("chess", 2)
    yield lambda: new_setup(PALAZZO, 7)
    yield lambda: new_setup(PALAZZO, 3, names=["Ada"])
    yield lambda: Match(new_setup(PALAZZO, 2, seed="5e"))
    yield lambda: Match(Setup(game=PALAZZO, rules=99, seats=2, options={}, seed=1))
    yield lambda: Match(Setup(game=PALAZZO, rules=1, seats=2, options={}, seed=1, components_number=99))
    yield lambda: Match(Setup(game=PALAZZO, rules=1, seats=2, options={}, seed=1, components_hash="0" * 64))
    yield lambda: parsed_options(["price"])
    yield lambda: play(PALAZZO, language="fr")
    yield lambda: play(PALAZZO, seat=9)
    yield lambda: play(PALAZZO, people=3)
    yield lambda: address_of("ftp://example.org/t/x")
    yield lambda: address_of("https://example.org/somewhere")
    yield lambda: app_for("en", "many", ascii_only=False, quiet=True, name=None)
    yield lambda: seat_names(2, [(0, "random 1")], "random")
    yield lambda: player_named("wizard", game)
    yield lambda: player_named("search:soon", game)
    yield lambda: check_bot("search:100", game)
    yield lambda: match.undo(0)
    yield lambda: match.at(99)
    yield lambda: match.act(0, "fly")
    yield lambda: game.actions.recall("fly")
    yield lambda: match.act(0, "buy brick 1 l")
    yield lambda: component_text(folder / "nowhere.toml")
    yield lambda: component_text(not_text)
    for text in ("#" * 60_001, "#" * 1001, ".".join("k" * 40) + "=1", "k=" + "9" * 99, "k=" + "[" * 20, "k=1\n" * 501):
        yield partial(parsed, text)
    yield lambda: parsed("k == 1")
    yield lambda: parsed("k = [")
    yield lambda: section({}, "money")
    yield lambda: game.deal(2, match.setup.chance(game), match.setup.options, 'game = "chess"')


def test_every_refusal_of_the_core_is_driven_and_said_in_every_language(
    tmp_path: Path, every_language: Callable[[Reason, Things], dict[str, str]], known_codes: Callable[[str], set[str]]
) -> None:
    found = {why.code: why for why in map(refused, cases(tmp_path))}
    found |= {f"store.{fault}": Reason(f"store.{fault}") for fault in FAULTS}
    found["setup.textual"] = Reason("setup.textual", {"extra": "x"})  # driven by test_terminal_look.py
    found["step.offered"] = Reason("step.offered", {"most": 3})  # the line mode's, which tests/core/test_cli.py drives

    assert set(found) | BY_THE_GAMES == known_codes("reasons") - {"seat.number"}
    for why in found.values():
        every_language(why, NO_THINGS)


def test_every_code_in_the_source_has_words() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))]
    found = {code for text in texts for code in RAISED.findall(text)}

    assert len(found) > 60
    assert [code for code in sorted(found) if not Reason(code).has_words] == []


def test_an_error_is_its_sentence_and_can_be_told_in_another_language() -> None:
    error = BadSetup("setup.players", game="pillars", low=2, high=6, seats=9)
    assert str(error) == "The Pillars of Venice is for 2 to 6 players, not 9"
    assert error.reason.worded("de") == "Die Säulen von Venedig ist für 2 bis 6 Spieler, nicht für 9"
    error.language = "nl"
    assert str(error).startswith("De Pilaren van Venetië is voor 2 tot en met 6 spelers")


def test_a_plain_sentence_of_another_package_stays_what_it_is() -> None:
    error = BadSetup("I play no chess. Sorry")

    assert str(error) == "I play no chess. Sorry"
    assert not error.reason.has_words
    assert error.reason.worded("de") == "I play no chess. Sorry"


def test_an_error_comes_whole_out_of_another_process() -> None:
    error = IllegalAction("step.beyond", steps=3, number=9)
    twin = pickle.loads(pickle.dumps(error))

    assert (type(twin), twin.reason, str(twin)) == (IllegalAction, error.reason, str(error))


def test_what_a_fact_quotes_is_never_read_as_a_template() -> None:
    assert str(BadSetup("setup.option-form", text="{known}")) == "an option is written name=value, not '{known}'"
    assert "⟦" in words_in("de").t("no.such key")
