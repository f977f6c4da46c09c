"""§13.3 What somebody who forgets nothing knows of the money, by brute force, against the worlds of a view."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from forgetful.forgetful_bot import Forgetful, forgotten
from palazzo_build import act, table

from capomastro.bots.bot import Budget
from capomastro.core.chance import seeded
from capomastro.core.game import Viewer
from capomastro.core.match import Match, new_setup
from capomastro.games.palazzo.game import PALAZZO
from capomastro.games.palazzo.rules import event_codes
from capomastro.games.palazzo.rules.money import ALL_MONEY, KINDS, card_count, count_of, kinds_of, one_of, pile_of
from capomastro.games.palazzo.rules.state import State

World = tuple[tuple[int, ...], int]
"""Every hand, a payment under way included, and the deck."""

PAID = {event_codes.OVERBID, event_codes.TAKEN_OUT, event_codes.PUT_IN, event_codes.RAZED}


def deals(cards: list[int], sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to deal piles of these sizes, and what is left."""
    if not sizes:
        yield (pile_of(cards),)
        return
    for places in combinations(range(len(cards)), sizes[0]):
        rest = [card for place, card in enumerate(cards) if place not in places]
        for others in deals(rest, sizes[1:]):
            yield (pile_of([cards[place] for place in places]), *others)


def holds(money: int, cards: int) -> bool:
    return all(count_of(money, kind) >= count_of(cards, kind) for kind in range(KINDS))


class Watcher:
    """Keeps every world that fits what everybody saw, and the number of deals that make it."""

    def __init__(self, state: State, viewer: Viewer) -> None:
        own = 0 if viewer is None else state.hands[viewer]
        sizes = [0 if seat == viewer else card_count(state.hands[seat]) for seat in range(state.seats)]
        unseen = kinds_of(ALL_MONEY - state.discards - own)
        self.viewer = viewer
        self.worlds: dict[World, int] = Counter()
        for *hands, deck in deals(unseen, [int(size) for size in sizes]):
            if viewer is not None:
                hands[viewer] = own
            self.worlds[tuple(hands), deck] += 1

    def draw(self, cards: int) -> None:
        self.worlds = {(h, deck - cards): n for (h, deck), n in self.worlds.items() if holds(deck, cards)}

    def reshuffle(self, discards: int) -> None:
        self.worlds = {(hands, discards): n for (hands, deck), n in self.worlds.items() if deck == 0}

    def gain(self, seat: int, cards: int) -> None:
        self.worlds = {(with_cards(h, seat, cards), deck): n for (h, deck), n in self.worlds.items()}

    def pay(self, seat: int, cards: int) -> None:
        fitting = {world: n for world, n in self.worlds.items() if holds(world[0][seat], cards)}
        self.worlds = {(with_cards(h, seat, -cards), deck): n for (h, deck), n in fitting.items()}


def with_cards(hands: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    return tuple(hand + cards if other == seat else hand for other, hand in enumerate(hands))


def play_watched(state: State, seat: int, action: int, watchers: list[Watcher]) -> None:
    """Takes a step, and everybody sees what is public of it."""
    deck, discards = int(state.deck), int(state.discards)
    state.recording, state.journal = True, []
    state.apply(seat, action)
    turned_up = 0
    for kind, _, who, a, b, _ in state.journal:
        for watcher in watchers:
            if kind == event_codes.RESHUFFLED:  # cards are turned up one by one: all of the old deck lies there by now
                watcher.draw(deck)
                watcher.reshuffle(discards)
            elif kind == event_codes.MONEY_SHOWN:
                watcher.draw(a - turned_up)
            elif kind == event_codes.PICKED:
                watcher.gain(who, one_of(a))
            elif kind == event_codes.PASSED:
                watcher.gain(who, a)
            elif kind in PAID:
                watcher.pay(who, a)
            elif kind == event_codes.BOUGHT:
                watcher.pay(who, b)
        turned_up = deck if kind == event_codes.RESHUFFLED else turned_up


def sampled(state: State, viewer: Viewer, times: int, seed: int = 1) -> Counter[World]:
    worlds = PALAZZO.worlds(PALAZZO.view(state, viewer))
    rng = seeded(seed)
    found: Counter[World] = Counter()
    for _ in range(times):
        world = worlds.sample(rng)
        staged = (int(world.staged) if seat == world.actor else 0 for seat in range(world.seats))
        hands = tuple(int(hand) + more for hand, more in zip(world.hands, staged, strict=True))
        found[hands, int(world.deck)] += 1
    return found


def small(seats: int) -> State:
    """Few enough cards are hidden to think of all deals; everything else is discarded."""
    hands = ["florin 3 7", "florin 3, lira 7", "ducat 5"][:seats]
    state = table(hands, deck="lira 5, ducat 7")
    state.discards = ALL_MONEY - state.deck - sum(state.hands)
    return state


@pytest.mark.parametrize("seats", [2, 3])
def test_the_worlds_of_a_view_are_those_that_fit_everything_seen(seats: int) -> None:
    reshuffled = 0
    for seed in range(4):
        state = small(seats)
        rng = seeded(seed)
        watchers = [Watcher(state, viewer) for viewer in (None, *range(seats))]
        for step in range(36):
            if state.over:
                break
            legal = state.legal(state.actor)
            play_watched(state, state.actor, legal[rng.randrange(len(legal))], watchers)
            reshuffled += bool(state.deck_known)
            for watcher in watchers if step % 3 == 0 else []:
                rarest = sum(watcher.worlds.values()) / min(watcher.worlds.values())
                found = sampled(state, watcher.viewer, int(14 * rarest) + 20)
                assert set(found) == set(watcher.worlds), (seed, step, watcher.viewer)
    assert reshuffled > 20


def test_after_a_reshuffle_each_way_to_share_the_hidden_money_is_as_likely_as_its_deals() -> None:
    state = small(3)
    watcher = Watcher(state, None)
    play_watched(state, 0, PALAZZO.actions.parse("take"), [watcher])
    found = sampled(state, None, 20_000)
    total = sum(watcher.worlds.values())

    assert state.deck_known
    assert set(found) == set(watcher.worlds)
    assert len(set(watcher.worlds.values())) > 1
    for world, deals_of_it in watcher.worlds.items():
        share = deals_of_it / total
        assert abs(found[world] / 20_000 - share) < 5 * (share / 20_000) ** 0.5, world


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_whole_games_no_world_has_another_deck_after_a_reshuffle(seats: int) -> None:
    for seed in range(3):
        match = Match(new_setup("palazzo", seats, seed=seed))
        state, rng = match.state, seeded(seed)
        assert isinstance(state, State)
        while not state.over:
            if state.deck_known:
                viewer = None if rng.randrange(3) == 0 else rng.randrange(seats)
                decks = {deck for _, deck in sampled(state, viewer, 3, seed)}
                assert decks == {int(state.deck)}
            legal = state.legal(state.actor)
            steps = [step for step in legal if step == PALAZZO.actions.parse("take")] or legal
            state.apply(state.actor, steps[rng.randrange(len(steps))])


def test_two_players_know_each_others_money_after_a_reshuffle() -> None:
    state = act(small(2), "take")

    assert {hands[1] for hands, _ in sampled(state, 0, 50)} == {int(state.hands[1])}
    assert PALAZZO.view(state, 0).deck_cards is not None
    assert PALAZZO.view(small(2), 0).deck_cards is None


def test_whoever_forgets_the_discards_thinks_of_decks_that_cannot_be() -> None:
    """The bot with which the arena shows what this knowledge is worth: it lacks that, and nothing else."""
    state = act(small(3), "take")
    view = PALAZZO.view(state, 0)
    exact, mixed = (
        {int(PALAZZO.worlds(seen).sample(seeded(seed)).deck) for seed in range(20)} for seen in (view, forgotten(view))
    )
    assert exact == {int(state.deck)}
    assert len(mixed) > 5
    legal = list(state.legal(state.actor))
    seen = PALAZZO.view(state, state.actor)
    assert Forgetful(PALAZZO).choose(seen, legal, Budget(iterations=40), seeded(1)) in legal
    before = PALAZZO.view(small(3), 0)
    assert forgotten(before) == before


def test_the_picture_tells_what_is_in_the_deck_after_a_reshuffle() -> None:
    state = act(table(deck="florin 3", discards="lira 5, ducat 7 7, lira 6"), "take")

    assert "in the deck: " in PALAZZO.picture(PALAZZO.view(state, None), ["Ada", "Ben"])
    assert "in the deck: " not in PALAZZO.picture(PALAZZO.view(table(), None), ["Ada", "Ben"])
