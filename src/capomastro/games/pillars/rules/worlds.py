"""Worlds that look alike to a viewer: hidden cards dealt again, hidden choices made again (§12)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.chance import Fast
from capomastro.games.pillars.rules.board import CHOOSING, GIVING
from capomastro.games.pillars.rules.box import MOST_SEATS
from capomastro.games.pillars.rules.cards import CARDS
from capomastro.games.pillars.rules.cells import bit, lowest, nth, size
from capomastro.games.pillars.rules.minds import (
    A_GIFT,
    DRAWN,
    GIVEN,
    NEVER_SEEN,
    NOT_IN_PLAY,
    SEAT_BITS,
    Mind,
    deals_of,
    sights,
)
from capomastro.games.pillars.rules.state import State
from capomastro.games.pillars.rules.swapping import lowest_of_kind

LARGEST_SUM: Final = 0x3FFFFFFF  # masses are drawn from a sum no larger; `randrange` takes less than 2**31
PATIENCE: Final = 1000  # histories tried before gifts are drawn in order; only boxes full of equal cards need that


class Worlds:
    """Everything a viewer knows, as a state without hands, and what the hands may be.

    `known` has the viewer's mind; `viewer` is its number; in a swap of which the viewer is no part, that mind is about
    the hands as they were before the draw.
    """

    def __init__(self, known: State, viewer: int, mind: Mind, own_choice: int) -> None:
        self.known = known
        self.viewer: i64 = viewer
        self.own_choice: i64 = own_choice
        self.hands = vec[i64]([0] * MOST_SEATS)
        self.swaps = vec[i64](mind.swaps)
        joined = [0] * (8 * len(mind.swaps) + 8)
        for card in range(CARDS):
            place = mind.places[card]
            if place != NEVER_SEEN and place != NOT_IN_PLAY:
                joined[place] |= 1 << card
        self.joined = vec[i64](joined)  # the cards seen last after this many swaps with a seat
        self.groups = vec[i64](mind.groups)
        self.certain = not mind.swaps and sum(mind.groups) == 0
        if self.certain:
            return
        self.pile = vec[i64]([0] * CARDS)  # the cards of a group, as they are dealt
        counts = sights(mind.swaps, mind.places)
        masses = [
            mass * deals_of(mind.swaps, counts, crossings, rows) for (crossings, rows, _), mass in mind.stories.items()
        ]
        self.reach = vec[i64](reaches(masses))  # for each story, the sum of the masses up to it
        self.rows = vec[i64]([row for _, rows, _ in mind.stories for row in rows])
        self.crossings = vec[i64](
            [crossings >> 2 * swap & 3 for crossings, _, _ in mind.stories for swap in range(len(mind.swaps))]
        )
        self.bans = vec[i64]([one for _, _, bans in mind.stories for one in bans])
        self.bans_up_to = vec[i64](reaches([len(bans) for _, _, bans in mind.stories]))

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
        """Hands as some history makes them; those in which equal cards went in another order are not counted."""
        if self.certain:
            for seat in range(self.known.seats):
                self.hands[seat] = self.joined[seat]
            return
        tries: i64 = 0
        while not self.relived(rng, tries > PATIENCE):
            tries += 1

    def relived(self, rng: Fast, in_order: bool) -> bool:
        """One history with all its swaps; False if it is against R16. With `in_order`, gifts never are."""
        story: i64 = 0
        if len(self.reach) > 1:
            story = self.story_at(rng.randrange(self.reach[len(self.reach) - 1]))
        self.deal_groups(story, rng)
        count = i64(len(self.swaps))
        for swap in range(count + 1):
            for seat in range(self.known.seats):
                self.hands[seat] |= self.joined[8 * swap + seat]
            if len(self.bans) and self.is_banned(story, swap):
                return False
            if swap < count:
                here = self.crossings[story * count + swap]
                thief = self.swaps[swap] & 7
                victim = self.swaps[swap] >> SEAT_BITS
                drawn: i64 = 0
                if here & DRAWN:
                    drawn = bit(nth(self.hands[victim], rng.randrange(size(self.hands[victim]))))
                given: i64 = 0
                if here & GIVEN:
                    givable = self.hands[thief]
                    if in_order:
                        givable = self.in_order(story, swap, givable)
                        if givable == 0:
                            return False
                    card = nth(givable, rng.randrange(size(givable)))
                    if not in_order and not self.may_give(story, swap, card, givable):
                        return False
                    given = bit(card)
                self.hands[thief] += drawn - given
                self.hands[victim] += given - drawn
        return True

    def story_at(self, n: i64) -> i64:
        """The first story whose reach is beyond a number."""
        low: i64 = 0
        high = i64(len(self.reach)) - 1
        while low < high:
            middle = (low + high) // 2
            if self.reach[middle] > n:
                high = middle
            else:
                low = middle + 1
        return low

    def deal_groups(self, story: i64, rng: Fast) -> None:
        """§2.1: of each group to each seat as many as the story says."""
        for seat in range(self.known.seats):
            self.hands[seat] = 0
        count = i64(len(self.groups))
        for number in range(count):
            left: i64 = 0
            cards = self.groups[number]
            while cards:
                self.pile[left] = cards & -cards
                cards &= cards - 1
                left += 1
            row = self.rows[story * count + number]
            taker: i64 = 0
            while row:
                for _nth in range(row & 7):
                    at = rng.randrange(left)
                    left -= 1
                    self.hands[taker] |= self.pile[at]
                    self.pile[at] = self.pile[left]
                row >>= SEAT_BITS
                taker += 1

    def is_banned(self, story: i64, swap: i64) -> bool:
        """Is a card before this swap where the story says that it was not?"""
        first: i64 = 0 if story == 0 else self.bans_up_to[story - 1]
        for number in range(first, self.bans_up_to[story]):
            one = self.bans[number]
            seat = one & 15
            if one >> 9 == swap and seat != A_GIFT and self.hands[seat] & bit(one >> 4 & 31):
                return True
        return False

    def in_order(self, story: i64, swap: i64, hand: i64) -> i64:
        """R16: the cards that may be given out of a hand: of equal ones the lowest, and none that is banned."""
        found: i64 = 0
        rest = hand
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if self.may_give(story, swap, card, hand):
                found |= bit(card)
        return found

    def may_give(self, story: i64, swap: i64, card: i64, hand: i64) -> bool:
        if self.known.box.twins_below[card] & hand:
            return False
        first: i64 = 0 if story == 0 else self.bans_up_to[story - 1]
        for number in range(first, self.bans_up_to[story]):
            one = self.bans[number]
            if one >> 9 == swap and one & 15 == A_GIFT and one >> 4 & 31 == card:
                return False
        return True

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
