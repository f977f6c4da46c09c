"""§12.3 What somebody who forgets nothing knows of the cards, by brute force, against the worlds of a view."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from pillars_build import GAME, game

from capomastro.core.chance import Fast, seeded
from capomastro.core.game import Viewer
from capomastro.games.pillars.names import bits_in
from capomastro.games.pillars.rules.board import CHOOSING, GIVING, SWAPPING
from capomastro.games.pillars.rules.knowledge import MOST_WAYS, PLAYED, mind_of, shown
from capomastro.games.pillars.rules.state import State

Hands = tuple[int, ...]


def deals(cards: list[int], sizes: list[int]) -> Iterator[Hands]:
    """Every way to deal hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        for others in deals([card for card in cards if card not in hand], sizes[1:]):
            yield (sum(1 << card for card in hand), *others)


class Watcher:
    """Keeps every deal that fits what its viewer saw, and how likely draws and gifts at random make it."""

    def __init__(self, state: State, viewer: Viewer, open_cards: int) -> None:
        """The viewer has seen `open_cards` wherever they are, and the own hand."""
        seen = open_cards | (0 if viewer is None else int(state.hands[viewer]))
        unseen = [card for card in bits_in(state.box.in_play[state.seats]) if not seen >> card & 1]
        sizes = [len(bits_in(hand & ~seen)) for hand in state.hands]
        known = [int(hand) & seen for hand in state.hands]
        self.randrange = [int(low) for low in state.box.twins_below]
        self.viewer = viewer
        self.deals: Counter[Hands] = Counter()
        for deal in deals(unseen, sizes):
            self.deals[tuple(hand | more for hand, more in zip(known, deal, strict=True))] += 1

    def swapped(self, thief: int, victim: int, drawn: int, given: int) -> None:
        after: Counter[Hands] = Counter()
        party = self.viewer in (thief, victim)
        for hands, mass in self.deals.items():
            for taken in [drawn] if party else bits_in(hands[victim]):
                for back in [given] if party else bits_in(hands[thief]):
                    lower = hands[thief] & self.randrange[back]
                    if not hands[victim] >> taken & 1 or not hands[thief] >> back & 1 or lower:
                        continue
                    moved = list(hands)
                    moved[thief] ^= 1 << taken | 1 << back
                    moved[victim] ^= 1 << taken | 1 << back
                    after[tuple(moved)] += mass
        self.deals = after

    def played(self, cards: list[int]) -> None:
        for seat, card in enumerate(cards):
            for hands in list(self.deals):
                if not hands[seat] >> card & 1 or hands[seat] & self.randrange[card]:
                    del self.deals[hands]

    def passed(self, cards: list[int]) -> None:
        after: Counter[Hands] = Counter()
        for hands, mass in self.deals.items():
            kept = [hand & ~(1 << card) for hand, card in zip(hands, cards, strict=True)]
            after[tuple(kept[seat] | 1 << cards[seat - 1] for seat in range(len(kept)))] += mass
        self.deals = after


def opened_cards(state: State) -> int:
    return sum(sum(1 << card for card in bits_in(hand)[:3]) for hand in state.hands)


def opened(seats: int, seed: int) -> tuple[State, list[Watcher]]:
    """A game at its beginning, but everybody has seen three cards of each hand: so all deals can be listed."""
    state = game(seats, seed=seed)
    for viewer in range(seats + 1):
        mind = mind_of(state, viewer)
        for seat in range(seats):
            for card in bits_in(state.hands[seat])[:3]:
                mind = shown(mind, card, seat)
        minds = list(state.minds)
        minds[viewer] = mind
        state.minds = minds
    return state, [Watcher(state, viewer, opened_cards(state)) for viewer in (None, *range(seats))]


def play_round(state: State, rng: Fast, watchers: list[Watcher]) -> Iterator[str]:
    """A round at random; pauses where the watchers have taken in all there is to know."""
    before = [int(hand) for hand in state.hands]
    thief = int(state.start)
    victim = (thief + 1 + rng.randrange(state.seats - 1)) % int(state.seats)
    if rng.randrange(4) == 0:
        state.apply(thief, GAME.actions.parse("stay"))
    else:
        state.apply(thief, GAME.actions.parse(f"swap {victim + 1}"))
        drawn = int(state.drawn).bit_length() - 1
        yield "drawn"
        steps = state.legal(thief)
        state.apply(thief, steps[rng.randrange(len(steps))])
        given = (before[thief] & ~int(state.hands[thief])).bit_length() - 1
        for watcher in watchers:
            watcher.swapped(thief, victim, drawn, given)
    yield "swapped"
    while state.phase == CHOOSING:
        seat = state.to_act()[0]
        steps = state.legal(seat)
        state.apply(seat, steps[rng.randrange(len(steps))])
    cards = played_cards(state)
    for watcher in watchers:
        watcher.played(cards)
    if state.phase != SWAPPING:
        yield "played"
    while state.phase != SWAPPING and not state.over:
        steps = state.legal(state.actor)
        state.apply(state.actor, steps[rng.randrange(len(steps))])
    if not state.over:
        for watcher in watchers:
            watcher.passed(cards)
        yield "passed"


def played_cards(state: State) -> list[int]:
    """Who has played what, from the news that all cards were turned up."""
    news = state.news
    while news is not None and news.what & 3 != PLAYED:
        news = news.before
    assert news is not None
    return [int(news.what) >> 2 + 5 * seat & 31 for seat in range(state.seats)]


def known(state: State, viewer: Viewer) -> set[Hands]:
    """Every deal of every way in the viewer's mind."""
    mind = mind_of(state, int(state.seats) if viewer is None else viewer)
    found: set[Hands] = set()
    for way in mind.ways:
        worlds: set[Hands] = {tuple(mind.certain)}
        for row, group in zip(way, mind.groups, strict=True):
            parts = list(deals(bits_in(group), [row >> 3 * seat & 7 for seat in range(state.seats)]))
            worlds = {tuple(a | b for a, b in zip(hands, part, strict=True)) for hands in worlds for part in parts}
        found |= worlds
    return found


@pytest.mark.parametrize(("seats", "seed"), [(3, 0), (3, 1), (3, 2), (4, 0), (4, 3)])
def test_a_mind_holds_exactly_the_deals_that_fit_everything_seen(seats: int, seed: int) -> None:
    """Exactly as long as no more deals fit than a mind has room for, which among three always holds for players."""
    rng = seeded(seed)
    state, watchers = opened(seats, seed)
    checked, beyond = 0, set[Viewer]()
    for _ in range(6):
        for moment in play_round(state, rng, watchers):
            for watcher in watchers if moment != "drawn" else []:
                if len(watcher.deals) > MOST_WAYS[seats]:
                    beyond.add(watcher.viewer)
                elif watcher.viewer in beyond:
                    assert known(state, watcher.viewer) >= set(watcher.deals), (moment, watcher.viewer)
                else:
                    assert known(state, watcher.viewer) == set(watcher.deals), (moment, watcher.viewer)
                    checked += 1
        if state.over:
            break
    assert checked > 10
    assert seats > 3 or beyond <= {None}


def test_worlds_are_as_likely_as_draws_and_gifts_at_random_make_them() -> None:
    (state, watchers), rng = opened(3, 2), seeded(5)
    for _ in range(2):
        for _moment in play_round(state, rng, watchers):
            pass
    for watcher in watchers:
        total, times = sum(watcher.deals.values()), 3000
        worlds, draws = GAME.worlds(GAME.view(state, watcher.viewer)), seeded(7)
        counts = Counter(tuple(int(hand) for hand in worlds.sample(draws).hands) for _ in range(times))
        assert set(counts) <= set(watcher.deals)
        assert len(watcher.deals) > 1
        for hands, mass in watcher.deals.items():
            share = mass / total
            assert abs(counts[hands] / times - share) < 5 * (share / times) ** 0.5 + 2 / times


def test_no_card_may_be_in_a_hand_that_is_fully_known() -> None:
    """One card goes each way in a swap: who is sure of five cards of a hand looks for no other there."""
    state, rng = game(3, seed=1), seeded(1)
    for _ in range(30):
        for _moment in play_round(state, rng, []):
            for viewer in (None, 0, 1, 2) if state.phase != GIVING else ():
                seen = GAME.view(state, viewer)
                for seat in range(3):
                    sure = [card for card in seen.cards if card.holders == (seat,)]
                    maybe = [card for card in seen.cards if seat in card.holders and len(card.holders) > 1]
                    assert not maybe or len(sure) < 5
        if state.over:
            break
