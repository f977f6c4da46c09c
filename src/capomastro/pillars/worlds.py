"""Worlds that look alike to a viewer: hidden cards dealt anew, hidden choices made anew (§12)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.chance import Fast
from capomastro.pillars.box import MOST_SEATS
from capomastro.pillars.cards import CARDS
from capomastro.pillars.cells import bit, lowest, nth, size
from capomastro.pillars.knowledge import place_for
from capomastro.pillars.state import State
from capomastro.pillars.swapping import lowest_of_kind
from capomastro.pillars.table import CHOOSING, GIVING, NOBODY

EXCHANGES: Final = 3  # tried for each card that was dealt with some seats forbidden to it


class Worlds:
    """Everything a viewer knows, as a state without hands, and what the hands may be.

    `known` has the viewer's own row of `possible` and the spectator's; `viewer` is the number of that row; `sizes` says
    how many cards each seat holds, in a swap of which the viewer is no part as they were before the draw.
    """

    def __init__(self, known: State, viewer: int, sizes: list[int], own_choice: int) -> None:
        self.known = known
        self.viewer: i64 = viewer
        self.own_choice: i64 = own_choice
        self.certain = vec[i64]([0] * MOST_SEATS)  # cards that can be in one hand only
        self.room = vec[i64]([0] * MOST_SEATS)  # for how many others each hand has room
        self.where = vec[i64]([0] * CARDS)  # for each of those others, the seats it may be at, as bits
        self.others: i64 = 0
        self.even = True  # may each of the others be in any hand that has room?
        self.hands = vec[i64]([0] * MOST_SEATS)
        self.space = vec[i64]([0] * MOST_SEATS)
        self.dealt = vec[i64]([0] * CARDS)  # the others, in the order they are dealt
        self.via = vec[i64]([0] * MOST_SEATS)
        self.moved = vec[i64]([0] * MOST_SEATS)
        self.sort(sizes)

    def sort(self, sizes: list[int]) -> None:
        """Tells the cards whose hand is certain from the others."""
        seats = self.known.seats
        first = self.viewer * seats
        cards = self.known.box.in_play[seats]
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            holders: i64 = 0
            for seat in range(seats):
                if (self.known.possible[first + seat] >> card) & 1:
                    holders |= bit(seat)
            self.where[card] = holders
            if holders & (holders - 1) == 0:
                self.certain[lowest(holders)] |= bit(card)
            else:
                self.others |= bit(card)
        roomy: i64 = 0
        for seat in range(seats):
            self.room[seat] = sizes[seat] - size(self.certain[seat])
            if self.room[seat] > 0:
                roomy |= bit(seat)
        cards = self.others
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            self.where[card] &= roomy
            if self.where[card] != roomy:
                self.even = False

    def sample(self, rng: Fast) -> State:
        """One of the worlds; it goes on with chance of its own.

        Where every hidden card may be in any hand with room, all worlds are equally likely; otherwise nearly so.
        """
        self.deal(rng)
        world = self.known.clone()
        world.chance = rng.offspring()
        for seat in range(world.seats):
            world.hands[seat] = self.hands[seat]
        self.draw_again(world, rng)
        self.choose_again(world, rng)
        self.think_for_others(world)
        return world

    def deal(self, rng: Fast) -> None:
        """Every other card to a seat where it may be, until all hands are full."""
        for seat in range(self.known.seats):
            self.hands[seat] = self.certain[seat]
            self.space[seat] = self.room[seat]
        number: i64 = 0
        cards = self.others
        while cards:
            at = rng.below(number + 1)  # shuffles while listing
            self.dealt[number] = self.dealt[at]
            self.dealt[at] = lowest(cards)
            number += 1
            cards &= cards - 1
        for i in range(number):
            self.deal_one(self.dealt[i], rng)
        if not self.even:
            for _nth in range(EXCHANGES * number):
                self.exchange(self.dealt[rng.below(number)], self.dealt[rng.below(number)])

    def deal_one(self, card: i64, rng: Fast) -> None:
        """To a seat where it may be, the likelier the more room is left there; room is made if there is none."""
        total: i64 = 0
        for seat in range(self.known.seats):
            if (self.where[card] >> seat) & 1:
                total += self.space[seat]
        if total == 0:
            self.make_room(card)
            return
        n = rng.below(total)
        for seat in range(self.known.seats):
            if (self.where[card] >> seat) & 1:
                n -= self.space[seat]
                if n < 0:
                    self.hands[seat] |= bit(card)
                    self.space[seat] -= 1
                    return

    def make_room(self, card: i64) -> None:
        """Moves cards along a chain of hands to one that has room, so that the card finds a place."""
        reached: i64 = 0
        waiting = self.where[card]
        for seat in range(self.known.seats):
            self.via[seat] = NOBODY
        while waiting:
            seat = lowest(waiting)
            waiting &= waiting - 1
            reached |= bit(seat)
            if self.space[seat] > 0:
                self.shift_along(seat, card)
                return
            cards = self.hands[seat] & self.others
            while cards:
                held = lowest(cards)
                cards &= cards - 1
                further = self.where[held] & ~reached & ~waiting
                while further:
                    other = lowest(further)
                    further &= further - 1
                    waiting |= bit(other)
                    self.via[other] = seat
                    self.moved[other] = held
        raise AssertionError("no deal fits what the viewer knows")

    def shift_along(self, seat: i64, card: i64) -> None:
        """Carries out the moves that lead to the seat with room, the last of them first."""
        self.space[seat] -= 1
        while self.via[seat] != NOBODY:
            held = bit(self.moved[seat])
            self.hands[seat] |= held
            seat = self.via[seat]
            self.hands[seat] &= ~held
        self.hands[seat] |= bit(card)

    def exchange(self, one: i64, other: i64) -> None:
        """Two cards change hands if both may; repeated at random this evens out what dealing in order favours."""
        here = self.holder(one)
        there = self.holder(other)
        if here != there and (self.where[one] >> there) & 1 and (self.where[other] >> here) & 1:
            both = bit(one) | bit(other)
            self.hands[here] ^= both
            self.hands[there] ^= both

    def holder(self, card: i64) -> i64:
        seat: i64 = 0
        while (self.hands[seat] >> card) & 1 == 0:
            seat += 1
        return seat

    def is_party(self) -> bool:
        """Is the viewer one of the two of a swap under way?"""
        return self.viewer == self.known.start or self.viewer == self.known.victim

    def draw_again(self, world: State, rng: Fast) -> None:
        """§3.1: those outside a swap know of the draw, but not which card it was."""
        if world.phase == GIVING and not self.is_party():
            hand = world.hands[world.victim]
            world.drawn = bit(nth(hand, rng.below(size(hand))))
            world.hands[world.victim] -= world.drawn
            world.hands[world.start] += world.drawn

    def choose_again(self, world: State, rng: Fast) -> None:
        """§3.2: others who have chosen may have chosen anything they hold."""
        if world.phase != CHOOSING:
            return
        world.chosen = 0
        for seat in range(world.seats):
            if (world.ready >> seat) & 1:
                hand = world.hands[seat]
                if seat == self.viewer:
                    world.chosen |= lowest_of_kind(world, hand, self.own_choice)
                else:
                    kind = world.box.card_kinds[nth(hand, rng.below(size(hand)))]
                    world.chosen |= lowest_of_kind(world, hand, kind)

    def think_for_others(self, world: State) -> None:
        """The other seats know their own hands and what everybody knows."""
        seats = world.seats
        common = seats * seats
        for viewer in range(seats):
            if viewer == self.viewer:
                continue
            own = world.hands[viewer]
            for seat in range(seats):
                known = own if seat == viewer else world.possible[common + seat] & ~own
                world.possible[viewer * seats + seat] = known
            if world.phase == GIVING and (viewer == world.start or viewer == world.victim):
                place_for(world, viewer, world.drawn, world.start)
