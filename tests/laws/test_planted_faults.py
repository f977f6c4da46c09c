"""The laws themselves are tested: each kind of fault, planted on purpose, must be found."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from capomastro.core import laws
from capomastro.core.chance import seeded
from capomastro.core.game import Event, Note, Rendering, Viewer
from capomastro.core.laws import (
    BrokenLaw,
    check_commuting,
    check_rendering,
    check_secrecy,
    check_state,
    check_step_secrecy,
    check_undo,
    play_checked,
)
from capomastro.core.match import Match, new_setup
from capomastro.games.palazzo.game import Palazzo
from capomastro.games.palazzo.rules.state import State
from capomastro.games.palazzo.view import View, view

SETTLE = Match._settle


class Variant(Palazzo):
    """Palazzo with one fault."""

    def __init__(self, spoil: Callable[[State, Viewer, View], View]) -> None:
        self.spoil = spoil

    def view(self, state: State, viewer: Viewer) -> View:
        return self.spoil(state, viewer, view(state, viewer))


def others_hand(state: State, viewer: Viewer, seen: View) -> View:
    """The known cards of the next seat are its whole hand."""
    seat = 0 if viewer is None else (viewer + 1) % state.seats
    from capomastro.games.palazzo.names import cards_in

    told = replace(seen.seats[seat], currency=cards_in(state.hands[seat])[0])
    return replace(seen, seats=tuple(told if i == seat else other for i, other in enumerate(seen.seats)))


def next_card(state: State, _: Viewer, seen: View) -> View:
    """The size of the deck betrays what it holds."""
    return replace(seen, idle_turns=int(state.deck % 97))


def phase_of_others(state: State, _: Viewer, seen: View) -> View:
    """Everybody sees that a payment is under way."""
    return replace(seen, turns=int(seen.turns + 1000 * (state.staged > 0)))


def some_state(seats: int, steps: int) -> State:
    match = Match(new_setup("palazzo", seats, seed=5))
    rng = seeded(5)
    for _ in range(steps):
        seat = match.state.to_act()[0]
        legal = match.state.legal(seat)
        match.act(seat, legal[rng.randrange(len(legal))])
    state = match.state
    assert isinstance(state, State)
    return state


def play_watched(game: Palazzo) -> None:
    """Some random games in which every step is checked for what it tells."""
    for seed in range(40):
        state = Match(new_setup("palazzo", 2, seed=seed)).state
        rng = seeded(seed)
        while not state.over:
            seat = state.to_act()[0]
            legal = state.legal(seat)
            action = legal[rng.randrange(len(legal))]
            check_step_secrecy(game, state, seat, action, rng)
            state.apply(seat, action)


def test_palazzo_without_a_fault_passes() -> None:
    check_state(Palazzo(), some_state(3, 40), seeded(1))


@pytest.mark.parametrize("fault", [next_card])
def test_a_view_that_tells_of_the_deck_breaks_the_law(fault: Callable[[State, Viewer, View], View]) -> None:
    with pytest.raises(BrokenLaw, match="can tell the true state from one that looks alike"):
        check_secrecy(Variant(fault), some_state(3, 40), seeded(1))


def test_a_view_that_tells_of_a_hand_breaks_the_law() -> None:
    class Leaky(Variant):
        def worlds(self, view: View) -> Any:
            """Builds worlds from what the view may tell."""
            return super().worlds(replace(view, seats=tuple(replace(seat, currency=None) for seat in view.seats)))

    with pytest.raises(BrokenLaw, match="can tell the true state"):
        check_secrecy(Leaky(others_hand), some_state(3, 0), seeded(1))


def test_a_view_that_tells_of_a_payment_under_way_breaks_the_law() -> None:
    with pytest.raises(BrokenLaw, match=r"is told nothing of step"):
        play_watched(Variant(phase_of_others))


def test_json_that_shows_another_viewers_view_breaks_the_law() -> None:
    class Mixed(Palazzo):
        """What the first of them may see is shown to all."""

        def rendered(self, state: State, viewers: Sequence[Viewer], *, brief: bool = False) -> list[Rendering] | None:
            seen = self.view(state, viewers[0])
            shown = Rendering(encode(seen), seen.phase, self.prompt(seen), [seat.score for seat in seen.seats])
            return [shown] * len(viewers)

    check_rendering(Palazzo(), some_state(3, 20))
    with pytest.raises(BrokenLaw, match="is not shown its view"):
        check_rendering(Mixed(), some_state(3, 20))


def test_an_event_told_to_everybody_that_one_seat_alone_may_know_breaks_the_law() -> None:
    class Loud(Palazzo):
        def event(self, note: Note) -> Event:
            told = super().event(note)
            return Event(told.kind, told.seat, told.facts, None)

    with pytest.raises(BrokenLaw, match=r"learns from step|told different things"):
        play_watched(Loud())


def test_a_lost_card_breaks_the_law() -> None:
    state = some_state(2, 10)
    state.deck -= 1 << 30

    with pytest.raises(AssertionError, match="54 money cards instead of 55"):
        check_state(Palazzo(), state, seeded(1))


def test_an_undo_that_restores_something_else_breaks_the_law() -> None:
    match = Match(new_setup("palazzo", 2, seed=1))
    seat = match.state.to_act()[0]
    match.act(seat, "take")
    before = match.state.clone()
    assert isinstance(before, State)
    action = match.state.legal(seat)[0]
    match.act(seat, action)
    check_undo(match, seat, action, before)

    before.turns += 1
    with pytest.raises(BrokenLaw, match="did not restore the state"):
        check_undo(match, seat, action, before)


def test_an_undo_past_a_reveal_breaks_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "_settle", lambda match: None if hasattr(match, "_settled") else SETTLE(match))

    with pytest.raises(BrokenLaw, match=r"used chance can be taken back|showed something|another seat has to act"):
        for _ in play_checked(new_setup("palazzo", 2, seed=1), 1, thoroughness=0):
            pass


def test_decisions_whose_order_matters_break_the_law() -> None:
    class Racing:
        """Two seats decide at once, and the first one wins."""

        def __init__(self, log: tuple[int, ...] = ()) -> None:
            self.log = log

        def to_act(self) -> tuple[int, ...]:
            return tuple(seat for seat in (0, 1) if seat not in self.log)

        def legal(self, _: int) -> list[int]:
            return [7]

        def clone(self) -> "Racing":
            return Racing(self.log)

        def apply(self, seat: int, _: int) -> None:
            self.log += (seat,)

        def key(self) -> tuple[int, ...]:
            return self.log

    with pytest.raises(BrokenLaw, match="order of simultaneous decisions"):
        check_commuting(Racing(), seeded(1))  # type: ignore[arg-type]


def test_the_fuzzer_dumps_the_match_that_breaks_a_law(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    from typer.testing import CliRunner

    from capomastro.cli import app
    from capomastro.core.matchfile import load

    def never(*_: object) -> None:
        raise BrokenLaw("planted")

    monkeypatch.setattr(laws, "check_undo", never)
    dump = tmp_path / "broken.jsonl"
    result = CliRunner().invoke(app, ["fuzz", "palazzo", "--games", "1", "--dump", str(dump)])

    assert result.exit_code == 1
    assert "BrokenLaw: planted" in result.output
    assert len(load(dump).entries) >= 0
