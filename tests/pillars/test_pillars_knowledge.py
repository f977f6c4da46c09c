"""§12 what is known: views, swaps, worlds, and that nothing leaks before all have chosen."""

from collections import Counter
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from pillars_build import GAME, do, game, hand, kinds, knows, name_of, play

from capomastro.core.chance import seeded
from capomastro.core.game import Event, IllegalAction, Viewer
from capomastro.core.laws import BrokenLaw, check_secrecy, check_step_secrecy
from capomastro.core.match import Match, new_setup
from capomastro.games.pillars.game import Pillars
from capomastro.games.pillars.names import bits_in
from capomastro.games.pillars.rules.knowledge import know_the_deal
from capomastro.games.pillars.rules.state import State
from capomastro.games.pillars.view import View, view

THREE = [
    ["councillor 5", "councillor 6", "speculator", "pitch-dipper 5+1", "councillor 7"],
    ["master builder 5", "master builder 8", "gondolier", "pitch-dipper 4+2", "pitch-dipper 5+2"],
    ["pitch-dipper 3+2", "pitch-dipper 4+3", "councillor 4", "master builder 6", "master builder 6"],
]


def swapped(seed: int = 0) -> tuple[State, str]:
    """Seat 0 has drawn a card from seat 1 and given the speculator; the card drawn."""
    state = game(3, hands=THREE, seed=seed)
    do(state, 0, "swap 2")
    drawn = next(card for card in hand(state, 0) if card not in THREE[0])
    do(state, 0, "give speculator")
    return state, drawn


def test_everybody_knows_the_own_hand_and_nobody_elses() -> None:
    state = game(3, hands=THREE)

    assert GAME.view(state, 0).seats[0].hand == tuple(hand(state, 0))
    assert GAME.view(state, 0).seats[1].hand is None
    assert knows(state, 0, "speculator") == {(0,)}
    assert knows(state, 1, "speculator") == {(0, 2)}
    assert knows(state, None, "speculator") == {(0, 1, 2)}


def test_with_two_players_each_knows_the_others_hand() -> None:
    state = game(2, seed=3)
    seen = GAME.view(state, 0)

    assert sorted(card.name for card in seen.cards if card.holders == (1,)) == sorted(hand(state, 1))


def test_a_card_played_is_known_to_be_with_the_left_neighbour() -> None:
    state = game(3, hands=THREE)
    play(state, "speculator", "gondolier", "councillor 4")
    do(state, 2, "take square")

    for viewer in (None, 0, 1, 2):
        assert knows(state, viewer, "speculator") == {(1,)}
        assert knows(state, viewer, "gondolier") == {(2,)}
        assert knows(state, viewer, "councillor 4") == {(0,)}


def test_a_card_turned_up_is_known_before_it_is_passed_on() -> None:
    state = game(3, hands=THREE)
    play(state, "speculator", "gondolier", "councillor 4")

    assert knows(state, None, "councillor 4") == {(2,)}
    assert GAME.view(state, None).seats[2].card == "councillor 4"


def test_the_two_of_a_swap_know_both_cards() -> None:
    state, drawn = swapped()

    for viewer in (0, 1):
        assert knows(state, viewer, drawn) == {(0,)}
        assert knows(state, viewer, "speculator") == {(1,)}


def test_a_swap_blurs_what_the_others_knew_of_the_two_hands() -> None:
    state = game(3, hands=THREE)
    play(state, "speculator", "gondolier", "councillor 4")
    do(state, 2, "take square")
    state.start = state.actor = 0
    assert knows(state, 2, "speculator") == {(1,)}
    do(state, 0, "swap 2")
    do(state, 0, next(text for text in steps(state) if text != "give speculator"))

    assert knows(state, 2, "speculator") == {(0, 1)}
    assert knows(state, None, "speculator") == {(0, 1)}
    assert knows(state, None, "gondolier") == {(2,)}


def steps(state: State) -> list[str]:
    return [GAME.actions.texts[step] for step in state.legal(state.actor)]


def test_between_draw_and_gift_the_others_know_what_they_knew_before() -> None:
    state = game(3, hands=THREE)
    before = GAME.view(state, 2).cards
    do(state, 0, "swap 2")

    assert GAME.view(state, 2).cards == before
    assert GAME.view(state, 2).drawn is None
    assert GAME.view(state, 1).drawn is not None
    assert [seen.cards for seen in GAME.view(state, 2).seats] == [6, 4, 5]


def test_the_swap_is_told_to_the_two_in_full_and_to_the_rest_without_cards() -> None:
    state = game(3, hands=THREE)
    events = do(state, 0, "swap 2") + do(state, 0, "give speculator")

    for swapping in (0, 1):
        assert kinds([e for e in events if e.is_for(swapping)]) == ["drew", "drew card", "gave", "gave card"]
    for viewer in (2, None):
        heard = [event for event in events if event.is_for(viewer)]
        assert kinds(heard) == ["drew", "gave"]
        assert not any("card" in event.facts for event in heard)


def exchange(state: State, card: int, seat: int) -> None:
    """The card comes to this seat, for one that has no equal."""
    holder = next(other for other in range(3) if state.hands[other] >> card & 1)
    if holder != seat:
        back = next(i for i in bits_in(state.hands[seat]) if name_of(state, i) != "master builder 6")
        state.hands[seat] ^= 1 << card | 1 << back
        state.hands[holder] ^= 1 << card | 1 << back
    know_the_deal(state)


def equals_apart() -> tuple[State, int]:
    """Seat 0 has the higher of the two equal master builders, seat 2 the lower, whose place in a view is returned."""
    state = game(3)
    in_play = bits_in(state.box.in_play[3])
    lower, higher = (card for card in in_play if name_of(state, card) == "master builder 6")
    exchange(state, higher, 0)
    exchange(state, lower, 2)
    return state, in_play.index(lower)


def test_the_victim_learns_that_of_equal_cards_the_giver_kept_none_lower() -> None:
    """R16: of two equal cards the lower goes first, so who gives the higher one has no lower one."""
    state, lower = equals_apart()
    do(state, 0, "swap 2", "give master builder 6")

    assert GAME.view(state, 1).cards[lower].holders == (2,)
    assert GAME.view(state, None).cards[lower].holders == (0, 1, 2)


def test_who_plays_the_higher_of_two_equal_cards_holds_no_lower_one() -> None:
    state, lower = equals_apart()
    others = [hand(state, seat)[0] for seat in (1, 2)]
    play(state, "master builder 6", *others)

    assert 0 not in GAME.view(state, None).cards[lower].holders


def card_number(state: State, name: str) -> int:
    return next(card for card in bits_in(state.box.in_play[state.seats]) if name_of(state, card) == name)


@pytest.mark.parametrize("who", ["first", "last"])
def test_nothing_about_a_choice_leaks_before_all_have_chosen(who: str) -> None:
    """Whatever seat 1 chooses, everybody else sees and is told exactly the same, also when others choose later."""
    seen: list[object] = []
    for card in THREE[1]:
        state = game(3, hands=THREE)
        do(state, 0, "stay")
        if who == "last":
            do(state, 0, "choose speculator")
        events = do(state, 1, f"choose {card}")
        others = (None, 0, 2)
        seen.append(
            [
                [GAME.view(state, viewer) for viewer in others],
                [[event for event in events if event.is_for(viewer)] for viewer in others],
                [state.legal(0), state.legal(2), state.to_act()],
                [refused(state, 1, "choose gondolier"), refused(state, 2, "choose gondolier")],
            ]
        )

    assert all(other == seen[0] for other in seen)


def refused(state: State, seat: int, text: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        do(state, seat, text)
    return str(refusal.value)


def test_the_choosing_seat_sees_its_own_choice() -> None:
    state = game(3, hands=THREE)
    do(state, 0, "stay")
    events = do(state, 1, "choose gondolier")

    assert GAME.view(state, 1).seats[1].card == "gondolier"
    assert kinds([event for event in events if event.is_for(1)]) == ["chose", "chose card"]


def random_game(seats: int, seed: int, steps: int) -> State:
    match = Match(new_setup("pillars", seats, seed=seed))
    rng = seeded(seed)
    for _ in range(steps):
        if match.state.over:
            break
        acting = match.state.to_act()
        seat = acting[rng.randrange(len(acting))]
        legal = match.state.legal(seat)
        match.act(seat, legal[rng.randrange(len(legal))])
    state = match.state
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize("seats", range(2, 7))
def test_worlds_deal_every_card_to_a_seat_that_may_hold_it(seats: int) -> None:
    rng = seeded(seats)
    for seed in range(6):
        state = random_game(seats, seed, 20 + 15 * seed)
        for viewer in (None, *range(seats)):
            seen = GAME.view(state, viewer)
            world = GAME.worlds(seen).sample(rng)
            GAME.audit(world)
            assert GAME.view(world, viewer) == seen


def test_worlds_are_equally_likely_where_nothing_is_known() -> None:
    """Two cards that may be with seat 1 or 2 are both with seat 1 as often as the hands' sizes say."""
    state = game(3, hands=THREE)
    rng, worlds = seeded(1), GAME.worlds(GAME.view(state, 0))
    pair = [card_number(state, "gondolier"), card_number(state, "councillor 4")]
    sampled = (worlds.sample(rng).hands[1] for _ in range(3000))
    counts = Counter(sum(held >> card & 1 for card in pair) for held in sampled)

    assert counts[2] == pytest.approx(3000 * 20 / 90, abs=120)
    assert counts[1] == pytest.approx(3000 * 50 / 90, abs=120)


def test_hidden_choices_are_sampled_among_the_hands() -> None:
    state = game(3, hands=THREE)
    do(state, 0, "stay")
    do(state, 1, "choose gondolier")
    worlds, rng = GAME.worlds(GAME.view(state, 0)), seeded(3)
    chosen = Counter(world.chosen for world in (worlds.sample(rng) for _ in range(400)))

    assert len(chosen) >= 9
    assert all(world.chosen & world.hands[1] for world in (worlds.sample(rng) for _ in range(50)))


class Leaky(Pillars):
    """The game with one fault planted in its views."""

    def __init__(self, spoil: Callable[[State, Viewer, View], View]) -> None:
        self.spoil = spoil

    def view(self, state: State, viewer: Viewer) -> View:
        return self.spoil(state, viewer, view(state, viewer))


class Gossip(Pillars):
    """The game that tells everybody everything."""

    def event(self, note: tuple[int, int, int, int, int, int]) -> Event:
        return replace(super().event(note), audience=None)


def tells_hands(state: State, _: Viewer, seen: View) -> View:
    return replace(seen, round=int(sum(held % 89 for held in state.hands)))


def tells_choices(state: State, _: Viewer, seen: View) -> View:
    return replace(seen, left=int(state.chosen % 97) if state.phase == 2 else seen.left)


def tells_the_draw(state: State, _: Viewer, seen: View) -> View:
    return replace(seen, left=int(state.drawn % 97)) if state.phase == 1 else seen


def watch(faulty: Pillars) -> None:
    for seed in range(4):
        rng = seeded(seed)
        state = Match(new_setup("pillars", 3, seed=seed)).state
        for _ in range(60):
            if state.over:
                break
            seat = state.to_act()[-1]
            legal = state.legal(seat)
            action = legal[rng.randrange(len(legal))]
            check_secrecy(faulty, state, rng)
            check_step_secrecy(faulty, state, seat, action, rng)
            state.apply(seat, action)


@pytest.mark.parametrize("fault", [tells_hands, tells_choices, tells_the_draw])
def test_a_planted_leak_in_a_view_is_caught(fault: Callable[[State, Viewer, View], View]) -> None:
    with pytest.raises(BrokenLaw):
        watch(Leaky(fault))


def test_a_planted_leak_in_the_events_is_caught() -> None:
    with pytest.raises(BrokenLaw):
        watch(Gossip())


def test_without_a_leak_the_laws_hold() -> None:
    watch(GAME)
