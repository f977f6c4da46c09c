"""Bots by name, with budgets, and bots that others bring."""

from types import SimpleNamespace
from typing import Any

import pytest

from capomastro.bots import roster
from capomastro.bots.bot import Budget, budget_from
from capomastro.bots.players import Random
from capomastro.bots.roster import player_named
from capomastro.core.catalogue import game_named
from capomastro.core.chance import seeded
from capomastro.core.errors import BadSetup


class Guest(Random):
    name = "guest"


@pytest.mark.parametrize(
    ("text", "budget"),
    [("", Budget()), ("1000", Budget(iterations=1000)), ("250ms", Budget(seconds=0.25)), ("9:5ms", Budget(9, 0.005))],
)
def test_a_name_carries_its_budget(text: str, budget: Budget) -> None:
    assert budget_from(text) == budget
    assert player_named(f"search:{text}", game_named("palazzo")).budget == budget


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(BadSetup, match=r"no bot 'apprentice@7'.*master"):
        player_named("apprentice@7", game_named("palazzo"))


def test_an_unreadable_budget_is_refused_with_an_example() -> None:
    with pytest.raises(BadSetup, match="250ms"):
        player_named("search:soon", game_named("palazzo"))


def test_a_guest_comes_in_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    door: Any = SimpleNamespace(load=lambda: Guest)
    monkeypatch.setattr(roster, "plugins", lambda: {"guest": door})
    game = game_named("palazzo")
    player = player_named("guest:5", game)
    assert player.budget == Budget(iterations=5)
    assert player.choose(None, [3, 4], seeded(1)) in (3, 4)
    assert "guest" in roster.names()
