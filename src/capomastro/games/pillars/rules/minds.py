"""What a viewer knows of the hands (§12.3), without listing deals.

Cards never seen lie in *groups*: any card of a group may be where any other of it is. Of an unseen swap a viewer knows
that one card went each way: two *crossings*. A mind notes for each card where it was seen last, and which crossings
came after. What else is known is told in *stories*: how many cards of each group every seat was dealt, and which
crossings are not yet explained by a card that can only have come by them. Within a story all cards that were in a hand
are equally likely to have left it by such a crossing; so their places need not be listed, neither to count the deals
nor to draw one of them. The mass of a story is how likely each of its deals is.

Of equal cards the lowest goes first (R16). So a story may come with *bans*: a card was not in a hand at some time, or
was not the gift of a swap.

`ways` is how minds grow that have one group or several, but see to swaps at once; `stories`, those with one group.
"""

from math import comb, gcd
from typing import Final, TypeAlias

from mypy_extensions import i64

from capomastro.games.pillars.rules.cards import CARDS
from capomastro.games.pillars.rules.cells import lowest

SEAT_BITS: Final = 3
CARD_BITS: Final = 5
NOT_IN_PLAY: Final = 6  # instead of a seat
NEVER_SEEN: Final = 7  # instead of a seat
DRAWN: Final = 1  # the crossing from the victim to the thief
GIVEN: Final = 2  # the crossing from the thief to the victim
A_GIFT: Final = 8  # instead of a seat, in a ban

CHOICES: Final = [[comb(cards, taken) for taken in range(8)] for cards in range(CARDS + 1)]

# The crossings not explained, two bits for each swap; for each group how many of it were dealt to each seat; bans
Story: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]


class Mind:
    """What a viewer knows of the hands. It never changes, so states share it."""

    def __init__(
        self, heard: int, groups: list[int], swaps: list[int], places: list[int], stories: dict[Story, int]
    ) -> None:
        self.heard = heard  # how many news it has taken in
        self.groups = groups  # the sets of cards never seen
        self.swaps = swaps  # those unseen of which a crossing is not explained: the thief, and above it the victim
        self.places = places  # for each card the seat where it was seen last, and above it how many swaps came before
        self.stories = stories  # each with its mass
        self.found: object = None  # who may hold each card, kept by the first that asks
        self.rendered: object = None  # what views say of the cards, kept by the first that does
        self.as_json: object = None  # the same as JSON
        self.told: object = None  # the mind itself as views tell it, the same

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mind) and self.made_from() == other.made_from()

    def __hash__(self) -> int:
        return hash((self.heard, *self.places))

    def __reduce__(self) -> tuple[object, ...]:
        return Mind, self.made_from()

    def made_from(self) -> tuple[int, list[int], list[int], list[int], dict[Story, int]]:
        return self.heard, self.groups, self.swaps, self.places, self.stories

    def thief(self, swap: int) -> int:
        return self.swaps[swap] & 7

    def victim(self, swap: int) -> int:
        return self.swaps[swap] >> SEAT_BITS

    def open_at(self, card: int, swap: int) -> bool:
        """Was the card last seen before this swap?"""
        place = self.places[card]
        return place == NEVER_SEEN or (place != NOT_IN_PLAY and place >> SEAT_BITS <= swap)

    def unexplained(self) -> int:
        """The crossings not explained in one story or another."""
        found = 0
        for story in self.stories:
            found |= story[0]
        return found

    def has_bans(self) -> bool:
        for story in self.stories:
            if story[2]:
                return True
        return False

    def group_of(self, card: int) -> int:
        """The number of the group of a card never seen."""
        for number in range(len(self.groups)):
            if self.groups[number] >> card & 1:
                return number
        raise ValueError(f"card {card} is in no group")


def cards_of(group: int) -> list[int]:
    """The cards of a set."""
    found: list[int] = []
    rest: i64 = group
    while rest:
        found.append(int(lowest(rest)))
        rest &= rest - 1
    return found


def seats_in(row: int) -> int:
    """The seats with a number other than nothing, as bits."""
    found: i64 = 0
    seat: i64 = 1
    rest: i64 = row
    while rest:
        if rest & 7:
            found |= seat
        rest >>= SEAT_BITS
        seat <<= 1
    return int(found)


def moved(mind: Mind, card: int, taker: int) -> Mind:
    """The viewer sees a card whose place is known go to another hand."""
    places = mind.places[:]
    places[card] = len(mind.swaps) << SEAT_BITS | taker
    after = Mind(mind.heard, mind.groups, mind.swaps, places, mind.stories)
    found = mind.found
    if isinstance(found, list):
        after.found = [*found[:card], 1 << taker, *found[card + 1 :]]
    return after


def without_common_factor(stories: dict[Story, int]) -> dict[Story, int]:
    factor = 0
    for mass in stories.values():
        factor = gcd(factor, mass)
        if factor == 1:
            return stories
    return {story: mass // factor for story, mass in stories.items()}


def sights(swaps: list[int], places: list[int]) -> list[int]:
    """For each number of swaps, how many cards were seen last with each seat."""
    counts = [0] * (len(swaps) + 1)
    for place in places:
        if place != NOT_IN_PLAY and place != NEVER_SEEN:
            counts[place >> SEAT_BITS] += 1 << SEAT_BITS * (place & 7)
    return counts


def hands_before(swaps: list[int], counts: list[int], crossings: int, dealt: int) -> list[int]:
    """How many cards whose place is not certain each seat held before each swap; nothing at all if that cannot be."""
    found: list[int] = []
    hands: i64 = dealt
    left = crossings
    for swap in range(len(swaps)):
        more: i64 = counts[swap]
        hands += more
        found.append(int(hands))
        here: i64 = left & 3
        left >>= 2
        if here:
            pair: i64 = swaps[swap]
            hands = hands_after(hands, pair, here)
            if hands < 0:
                return []
    return found


def can_be(swaps: list[int], counts: list[int], crossings: int, dealt: int) -> bool:
    """Were there cards in the hands for all of these crossings? Asked for every story of a mind, so that no list of the
    hands is made for it."""
    hands: i64 = dealt
    left = crossings  # of more swaps than fit into an i64, maybe
    for swap in range(len(swaps)):
        more: i64 = counts[swap]
        hands += more
        here: i64 = left & 3
        left >>= 2
        if here:
            pair: i64 = swaps[swap]
            hands = hands_after(hands, pair, here)
            if hands < 0:
                return False
    return True


def hands_after(hands: i64, pair: i64, crossing: i64) -> i64:
    """How many cards each seat holds after a swap in which such cards crossed; below 0 if somebody had none to give."""
    thief, victim = SEAT_BITS * (pair & 7), SEAT_BITS * (pair >> SEAT_BITS)
    if (crossing & DRAWN and hands >> victim & 7 == 0) or (crossing & GIVEN and hands >> thief & 7 == 0):
        return -1
    one: i64 = 1
    if crossing == DRAWN:
        hands += (one << thief) - (one << victim)
    elif crossing == GIVEN:
        hands += (one << victim) - (one << thief)
    return hands


def deals_of(swaps: list[int], counts: list[int], crossings: int, rows: tuple[int, ...]) -> int:
    """In how many ways the cards may have been dealt and have taken these crossings, if equal cards are not minded."""
    ways = 1
    for row in rows:
        total = 0
        while row:
            total += row & 7
            ways *= CHOICES[total][row & 7]
            row >>= SEAT_BITS
    for swap, hands in enumerate(hands_before(swaps, counts, crossings, sum(rows))):
        if crossings >> 2 * swap & DRAWN:
            ways *= hands >> SEAT_BITS * (swaps[swap] >> SEAT_BITS) & 7
        if crossings >> 2 * swap & GIVEN:
            ways *= hands >> SEAT_BITS * (swaps[swap] & 7) & 7
    return ways
