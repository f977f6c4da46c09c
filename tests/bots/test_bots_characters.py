"""The bots with faces: nine of them, each with a documented habit where there are any; and they keep the laws."""

import re
from pathlib import Path

import pytest

from capomastro.arena.contest import contest_played
from capomastro.arena.model import Contest
from capomastro.arena.standings import habits
from capomastro.bots.bot import Budget
from capomastro.bots.characters import CHARACTERS
from capomastro.bots.config import config_for
from capomastro.bots.roster import BUILT_IN, LEVELS, player_named
from capomastro.core.catalogue import all_games, game_named
from capomastro.core.chance import Fast, seeded
from capomastro.core.game import AnyGame, Position, check_setup
from capomastro.core.words import LANGUAGES, Words

NAMES = [bot.name for bot in CHARACTERS]
GAMES = [game.name for game in all_games()]
WITH_HABITS = [name for name in GAMES if config_for(name).habits]
DOCUMENT = Path(__file__).parents[2] / "docs" / "bots.md"
TINY = Budget(iterations=2)
WITH_FACES = ("novice", "apprentice", "master")


def dealt(game: AnyGame, seats: int, seed: int) -> Position:
    state: Position = game.deal(seats, seeded(seed), check_setup(game, seats, {}), None)
    return state


def reached(game: AnyGame, seed: int, steps: int) -> Position:
    """A position some steps of greedy bots into a game of three."""
    state, rng, bot = dealt(game, 3, seed), seeded(seed), player_named("greedy", game)
    for _ in range(steps):
        seat = state.to_act()[-1]
        state.play(seat, bot.choose(game.view(state, seat), state.legal(seat), rng))
    return state


def documented(game: str) -> dict[str, dict[str, float]]:
    """What the document says of a game: a line for each character, with a weight behind each trait."""
    lines = re.findall(rf"^\| {game} \| (\w+) \| \w+ \| ([^|]+) \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    return {
        name.lower(): {
            trait.strip(): float(weight.replace("−", "-"))
            for trait, weight in re.findall(r"([a-z -]+?) ([+−][\d.]+)", weights)
        }
        for name, weights in lines
    }


def test_there_are_three_of_each_of_three_levels() -> None:
    assert [bot.level for bot in CHARACTERS] == [level for level in WITH_FACES for _ in range(3)]
    assert set(WITH_FACES) < set(LEVELS)
    assert set(NAMES) < set(BUILT_IN)
    assert WITH_HABITS


@pytest.mark.parametrize("name", WITH_HABITS)
def test_the_habits_are_those_the_document_names(name: str) -> None:
    config = config_for(name)
    assert config.traits is not None
    assert set(config.habits) == set(NAMES)
    assert all(config.habits.values())
    assert {trait for habit in config.habits.values() for trait in habit} <= set(config.traits().names)
    assert documented(name) == config.habits


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_habit_is_told_in_a_sentence(language: str) -> None:
    words = Words(language)
    for bot in NAMES:
        assert words.t(f"bot.{bot}") == bot.capitalize()
        for game in WITH_HABITS:
            assert words.t(f"{game}.habit.{bot}").endswith(".")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", WITH_FACES)
def test_characters_answer_legally_and_by_their_view_alone(name: str, level: str, patience: int) -> None:
    game = game_named(name)
    crew = [bot(game) for bot in CHARACTERS if bot.level == level]
    state, rng = dealt(game, 3, 5), seeded(5)
    for number in range(30 * patience):
        if state.over:
            break
        seat = state.to_act()[-1]
        view, legal = game.view(state, seat), state.legal(seat)
        step = crew[seat].choose(view, legal, TINY, Fast(number))
        assert step in legal
        if number % 3 == 0:
            other = game.worlds(view).sample(seeded(99))
            alike = crew[seat].choose(game.view(other, seat), other.legal(seat), TINY, Fast(number))
            assert alike == step, "a world that looks the same got another choice"
        state.play(seat, step if rng.randrange(4) else legal[rng.randrange(len(legal))])


@pytest.mark.parametrize("name", WITH_HABITS)
@pytest.mark.parametrize(("bot", "level"), [("beppe", "novice"), ("carlo", "apprentice"), ("renzo:20", "master:20")])
def test_without_a_habit_a_character_plays_like_its_level(
    name: str, bot: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config_for(name), "habits", {})
    game = game_named(name)
    for seed in range(4):
        state = reached(game, seed, 12 * seed)
        seat = state.to_act()[-1]
        view, legal = game.view(state, seat), state.legal(seat)
        plain = player_named(level, game).choose(view, legal, seeded(seed))
        assert player_named(bot, game).choose(view, legal, seeded(seed)) == plain


@pytest.mark.parametrize("bot", ["beppe", "carlo", "renzo:40"])
def test_a_strong_habit_decides(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In greed and in search: what a character would give anything for, it takes; what it abhors, it does not."""
    game = game_named("palazzo")
    state = dealt(game, 2, 3)
    seat = state.to_act()[0]
    taken = []
    for points in (200.0, -200.0):
        monkeypatch.setattr(config_for("palazzo"), "habits", {bot.partition(":")[0]: {"take money": points}})
        step = player_named(bot, game).choose(game.view(state, seat), state.legal(seat), seeded(1))
        taken.append(game.actions.texts[step])
    assert taken == ["take", "reveal"]


def test_the_arena_shows_a_habit() -> None:
    contest = Contest(game="palazzo", bots=("beppe:8", "novice:8"), players=2, games=4, habits=True)
    found = habits(contest_played(contest))
    assert found["beppe:8"]["take money"] > found["novice:8"]["take money"]
