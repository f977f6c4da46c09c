"""§12.3 What somebody who forgets nothing knows of the cards, by brute force, against the worlds of a view."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest
from pillars_build import GAME, game

from capomastro.core.chance import Fast, seeded
from capomastro.core.game import Viewer
from capomastro.games.pillars.audit import audit_knowledge
from capomastro.games.pillars.names import bits_in
from capomastro.games.pillars.rules.board import CHOOSING, GIVING, SWAPPING
from capomastro.games.pillars.rules.holders import holders_of
from capomastro.games.pillars.rules.knowledge import PLAYED, mind_of, shown
from capomastro.games.pillars.rules.minds import Mind, Story
from capomastro.games.pillars.rules.state import State
from capomastro.games.pillars.rules.stories import MOST_STORIES, ban, forgetful, without_bans

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


def opened_cards(state: State, each: int) -> int:
    return sum(sum(1 << card for card in bits_in(hand)[:each]) for hand in state.hands)


def opened(seats: int, seed: int, each: int) -> tuple[State, list[Watcher]]:
    """A game at its beginning, but everybody has seen some cards of each hand: so all deals can be listed."""
    state = game(seats, seed=seed)
    for viewer in range(seats + 1):
        mind = mind_of(state, viewer)
        for seat in range(seats):
            for card in bits_in(state.hands[seat])[:each]:
                mind = shown(state, mind, viewer, card, seat)
        minds = list(state.minds)
        minds[viewer] = mind
        state.minds = minds
    return state, [Watcher(state, viewer, opened_cards(state, each)) for viewer in (None, *range(seats))]


def play_round(state: State, rng: Fast, watchers: list[Watcher], stays: int = 1) -> Iterator[str]:
    """A round at random; pauses where the watchers have taken in all there is to know. Of four starts some stay."""
    before = [int(hand) for hand in state.hands]
    thief = int(state.start)
    victim = (thief + 1 + rng.randrange(state.seats - 1)) % int(state.seats)
    if rng.randrange(4) < stays:
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
    what = [int(news) for news in state.news if news & 3 == PLAYED][-1]
    return [what >> 2 + 5 * seat & 31 for seat in range(state.seats)]


def mind_at(state: State, viewer: Viewer) -> Mind:
    return mind_of(state, int(state.seats) if viewer is None else viewer)


def relived(state: State, mind: Mind, story: Story) -> Counter[Hands]:
    """Every history that a story leaves open, by the hands it leads to."""
    crossings, rows, bans = story
    found: Counter[Hands] = Counter({(0,) * int(state.seats): 1})
    for group, row in zip(mind.groups, rows, strict=True):
        more = list(deals(bits_in(group), [row >> 3 * seat & 7 for seat in range(state.seats)]))
        found = Counter(tuple(map(int.__or__, hands, deal)) for hands in found for deal in more)
    for swap in range(len(mind.swaps) + 1):
        joined = [
            sum(1 << card for card, place in enumerate(mind.places) if place == swap << 3 | seat)
            for seat in range(state.seats)
        ]
        after: Counter[Hands] = Counter()
        for before, mass in found.items():
            hands = tuple(hand | more for hand, more in zip(before, joined, strict=True))
            if any(ban >> 9 == swap and ban & 15 < 8 and hands[ban & 15] >> (ban >> 4 & 31) & 1 for ban in bans):
                continue
            if swap == len(mind.swaps):
                after[hands] += mass
                continue
            thief, victim = mind.thief(swap), mind.victim(swap)
            kept = {ban >> 4 & 31 for ban in bans if ban >> 9 == swap and ban & 15 == 8}
            for taken in bits_in(hands[victim]) if crossings >> 2 * swap & 1 else [None]:
                for back in bits_in(hands[thief]) if crossings >> 2 * swap & 2 else [None]:
                    if back is not None and (back in kept or hands[thief] & int(state.box.twins_below[back])):
                        continue
                    both = sum(1 << card for card in (taken, back) if card is not None)
                    moved = list(hands)
                    moved[thief] ^= both
                    moved[victim] ^= both
                    after[tuple(moved)] += mass
        found = after
    return found


def known(state: State, mind: Mind) -> Counter[Hands]:
    """Every deal of every story in a mind, with its mass."""
    found: Counter[Hands] = Counter()
    for story, mass in mind.stories.items():
        for hands, times in relived(state, mind, story).items():
            found[hands] += mass * times
    return found


def shares(masses: Counter[Hands]) -> dict[Hands, Fraction]:
    total = sum(masses.values())
    return {hands: Fraction(mass, total) for hands, mass in masses.items()}


def may_hold(found: Counter[Hands], card: int) -> int:
    seats = 0
    for hands in found:
        seats |= next(1 << seat for seat, hand in enumerate(hands) if hand >> card & 1)
    return seats


MOST_DEALS = 3000  # beyond, a watcher by brute force is too slow, and goes home


@pytest.mark.parametrize(
    ("seats", "seed", "each", "stays"),
    [
        (3, 0, 3, 1),
        (3, 1, 3, 2),
        (3, 2, 4, 0),
        (4, 0, 4, 1),
        (4, 3, 3, 3),
        (5, 0, 4, 2),
        (5, 1, 4, 3),
        (6, 0, 4, 2),
        (6, 1, 4, 3),
    ],
)
def test_a_mind_holds_exactly_what_fits_everything_seen(seats: int, seed: int, each: int, stays: int) -> None:
    """Every deal is as likely as brute force makes it, and the holders of a card are those it finds, no more."""
    rng = seeded(seed)
    state, watchers = opened(seats, seed, each)
    checked = 0
    for _ in range(12):
        for moment in play_round(state, rng, watchers, stays):
            watchers[:] = [watcher for watcher in watchers if len(watcher.deals) <= MOST_DEALS]
            for watcher in watchers if moment != "drawn" else []:
                mind = mind_at(state, watcher.viewer)
                assert shares(known(state, mind)) == shares(watcher.deals), (moment, watcher.viewer)
                holders = holders_of(state.box, mind)
                for card in bits_in(state.box.in_play[seats]):
                    assert holders[card] == may_hold(watcher.deals, card), (moment, watcher.viewer, card)
                checked += 1
        if state.over:
            break
    assert checked > 10


@pytest.mark.parametrize(("seats", "seed"), [(3, 0), (4, 0), (5, 0), (6, 0)])
def test_a_mind_that_forgets_a_swap_knows_less_but_nothing_wrong(seats: int, seed: int) -> None:
    """Every deal that was possible stays so, and a card that can be found stays where it can be."""
    rng = seeded(seed)
    state, watchers = opened(seats, seed, 4)
    checked = 0
    for _ in range(2):
        for _moment in play_round(state, rng, watchers, 0):
            for viewer in (None, *range(seats)):
                mind = mind_at(state, viewer)
                if not mind.swaps:
                    continue
                after = forgetful(mind)
                assert len(after.swaps) == len(mind.swaps) - 1
                if len(mind.swaps) == 1 and len(bits_in(after.groups[0])) <= 11:  # else deals are too many
                    assert known(state, mind).keys() <= known(state, after).keys()
                holders = zip(holders_of(state.box, mind), holders_of(state.box, after), strict=True)
                assert all(few & ~many == 0 for few, many in holders)
                checked += 1
    assert checked > 3


def test_bans_are_forgotten_last() -> None:
    state = game(4, seed=0)
    mind = mind_at(state, None)
    (_, rows, _) = next(iter(mind.stories))
    banned = Mind(0, mind.groups, [], mind.places, {(0, rows, (ban(3, 0, 1),)): 2, (0, rows, (ban(4, 0, 2),)): 3})
    assert holders_of(state.box, banned)[3] == 0b1111
    assert without_bans(banned).stories == {(0, rows, ()): 5}


@pytest.mark.parametrize(("seats", "seed"), [(3, 0), (4, 0), (5, 0)])
def test_a_mind_has_room_for_so_many_stories_and_no_more(seats: int, seed: int) -> None:
    """Beyond, a swap is forgotten: nobody is wrong, and worlds still look the same."""
    state, rng = game(seats, seed=seed), seeded(seed)
    forgot, before = False, mind_at(state, None)
    for _ in range(10):
        for _moment in play_round(state, rng, [], 0):
            mind = mind_at(state, None)
            assert len(mind.stories) <= MOST_STORIES
            if mind.groups[0] & ~before.groups[0] and not forgot:
                forgot = True
                audit_knowledge(state)
                seen = GAME.view(state, None)
                assert GAME.view(GAME.worlds(seen).sample(rng), None) == seen
            before = mind
        if forgot:
            return
    raise AssertionError("nothing was forgotten")


def test_worlds_are_as_likely_as_draws_and_gifts_at_random_make_them() -> None:
    (state, watchers), rng = opened(3, 2, 3), seeded(5)
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
