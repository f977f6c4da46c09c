"""Worlds that look alike to a viewer: hidden cards dealt again, hidden choices made again (§12)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.chance import Fast
from capomastro.games.pillars.rules.board import CHOOSING, GIVING
from capomastro.games.pillars.rules.box import MOST_SEATS
from capomastro.games.pillars.rules.cards import CARDS
from capomastro.games.pillars.rules.cells import bit, nth, size
from capomastro.games.pillars.rules.knowledge import COUNT_BITS, Mind
from capomastro.games.pillars.rules.state import State
from capomastro.games.pillars.rules.swapping import lowest_of_kind

LARGEST_SUM: Final = 0x3FFFFFFF  # masses are drawn from a sum no larger; `randrange` takes less than 2**31


class Worlds:
    """Everything a viewer knows, as a state without hands, and what the hands may be.

    `known` has the viewer's mind; `viewer` is its number; in a swap of which the viewer is no part, that mind is about
    the hands as they were before the draw.
    """

    def __init__(self, known: State, viewer: int, mind: Mind, own_choice: int) -> None:
        self.known = known
        self.viewer: i64 = viewer
        self.own_choice: i64 = own_choice
        self.certain = vec[i64](mind.certain)
        self.groups = vec[i64](mind.groups)
        self.rows = vec[i64]([row for way in mind.ways for row in way])
        self.reach = vec[i64](reaches(list(mind.ways.values())))  # for each way, the sum of the masses up to it
        self.hands = vec[i64]([0] * MOST_SEATS)
        self.pile = vec[i64]([0] * CARDS)  # the cards of a group, as they are dealt

    def sample(self, rng: Fast) -> State:
        """One of the worlds, each as likely as deals, draws and gifts make it; it goes on with chance of its own."""
        self.deal(rng)
        world = self.known.clone()
        world.chance = rng.spawn()
        for seat in range(world.seats):
            world.hands[seat] = self.hands[seat]
        world.at_first = self.before_the_draw(world)
        self.draw_again(world, rng)
        self.choose_again(world, rng)
        return world

    def deal(self, rng: Fast) -> None:
        """One of the ways, and of each group any cards."""
        for seat in range(self.known.seats):
            self.hands[seat] = self.certain[seat]
        count = i64(len(self.groups))
        if count == 0:
            return
        way: i64 = 0
        if len(self.reach) > 1:
            n = rng.randrange(self.reach[len(self.reach) - 1])
            while self.reach[way] <= n:
                way += 1
        for number in range(count):
            left: i64 = 0
            cards = self.groups[number]
            while cards:
                self.pile[left] = cards & -cards
                cards &= cards - 1
                left += 1
            row = self.rows[way * count + number]
            taker: i64 = 0
            while row:
                for _nth in range(row & 7):
                    at = rng.randrange(left)
                    left -= 1
                    self.hands[taker] |= self.pile[at]
                    self.pile[at] = self.pile[left]
                row >>= COUNT_BITS
                taker += 1

    def before_the_draw(self, world: State) -> vec[i64]:
        """The hands that the other seats' memory begins with; they know their own and no more."""
        hands = world.hands[:]
        if world.phase == GIVING and self.is_party():
            hands[world.start] -= world.drawn
            hands[world.victim] += world.drawn
        return hands

    def is_party(self) -> bool:
        """Is the viewer one of the two of a swap under way?"""
        return self.viewer == self.known.start or self.viewer == self.known.victim

    def draw_again(self, world: State, rng: Fast) -> None:
        """§3.1: those outside a swap know of the draw, but not which card it was."""
        if world.phase == GIVING and not self.is_party():
            hand = world.hands[world.victim]
            world.drawn = bit(nth(hand, rng.randrange(size(hand))))
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
                    kind = world.box.card_kinds[nth(hand, rng.randrange(size(hand)))]
                    world.chosen |= lowest_of_kind(world, hand, kind)


def reaches(masses: list[int]) -> list[int]:
    """The sums of the masses so far, brought down to what a generator draws from; no mass becomes nothing."""
    total = sum(masses)
    if total > LARGEST_SUM:
        masses = [max(1, mass * (LARGEST_SUM // 2) // total) for mass in masses]
    found: list[int] = []
    for mass in masses:
        found.append(mass + (found[-1] if found else 0))
    return found
