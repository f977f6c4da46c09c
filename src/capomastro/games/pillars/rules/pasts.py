"""Where one story of a mind may have brought a card (§12.3).

In a story a card may take any crossing that leads out of its hand, and must take it only if no other card can. So the
seats it may have come to follow from the numbers of cards in the hands alone; but for equal cards, of which the lowest
goes first (R16). Where that may matter, a search shows that some history puts the card there.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.games.pillars.rules.box import Box
from capomastro.games.pillars.rules.cells import bit, size
from capomastro.games.pillars.rules.minds import (
    A_GIFT,
    CARD_BITS,
    DRAWN,
    GIVEN,
    NEVER_SEEN,
    NOT_IN_PLAY,
    SEAT_BITS,
    Mind,
    Story,
    cards_of,
    hands_before,
    seats_in,
)
from capomastro.games.pillars.rules.stories import ban, banned_card

# Positions looked at for one card and seat; who has seen no reason by then says it may be. With six seats one search in
# ten thousand gets there, with fewer none.
MOST_TRIES: Final = 2000


class Past:
    """A story, and how many cards whose place is not certain were in the hands before each swap."""

    def __init__(self, box: Box, mind: Mind, story: Story, counts: list[int], twins: list[list[int]]) -> None:
        self.box = box
        self.mind = mind
        self.crossings, rows, self.bans = story
        self.dealt = rows[0]
        self.counts = counts
        self.way = vec[i64]([0] * len(mind.swaps))
        self.hands = hands_before(mind.swaps, counts, self.crossings, self.dealt)
        self.banned = 0
        for one in self.bans:
            self.banned |= 1 << banned_card(one)
        self.special = self.banned | self.meeting(twins)
        self.reserved = [0] * NOT_IN_PLAY  # cards never seen that stay where they were dealt
        self.failed: set[tuple[int, ...]] = set()
        self.tries = 0
        self.leading: list[int] = []

    def meeting(self, twins: list[list[int]]) -> int:
        """R16: the cards that may have been with an equal one in a hand that gave."""
        gifts = [swap for swap in range(len(self.mind.swaps)) if self.crossings >> 2 * swap & GIVEN]
        found: i64 = 0
        for kin in twins if gifts else []:
            there = [0] * len(gifts)  # for each gift, those that may have been with the thief
            for one in kin:
                self.path(one, self.hands, self.dealt, 0)
                for number, swap in enumerate(gifts):
                    if self.way[swap] >> self.mind.thief(swap) & 1:
                        there[number] |= 1 << one
            for cards in there:
                if cards & (cards - 1):
                    found |= cards
        return int(found)

    def seats_of(self, card: int, asked: int) -> int:
        """Those of the seats asked for to which the story may have brought the card, as bits; where equal cards may
        matter, those that are seen without a search."""
        most = int(self.path(card, self.hands, self.dealt, 0)) & asked
        return most if self.special == 0 or most == 0 else self.assured(card) & most

    def seats_found(self, card: int, asked: int) -> int:
        """The same by search, of seats that `seats_of` has not shown."""
        most = int(self.path(card, self.hands, self.dealt, 0)) & asked
        return 0 if most == 0 else self.proven(card, most)

    def path(self, card: int, hands: list[int], dealt: int, staying: int) -> i64:
        """Where a card may be now, as bits, if this many cards of the hands could go; `way` says where it may have been
        before each swap.

        No card is given while one that stays has to go first.
        """
        place, swaps = self.mind.places[card], self.mind.swaps
        since, at_first = (0, seats_in(dealt)) if place == NEVER_SEEN else (place >> SEAT_BITS, 1 << (place & 7))
        seats: i64 = at_first
        way = self.way
        for earlier in range(since):
            way[earlier] = 0
        banned = self.banned >> card & 1 != 0
        left = self.crossings >> 2 * since
        for swap in range(since, len(swaps)):
            here: i64 = left & 3
            left >>= 2
            if banned:
                seats &= ~i64(self.barred(card, swap))
            way[swap] = seats
            if here == 0:
                continue
            pair: i64 = swaps[swap]
            thief, victim = pair & 7, pair >> SEAT_BITS
            held: i64 = hands[swap]
            drawn, given = here & DRAWN and seats >> victim & 1, here & GIVEN and seats >> thief & 1
            if drawn and held >> SEAT_BITS * victim & 7 == 1:
                seats &= ~bit(victim)
            if given and held >> SEAT_BITS * thief & 7 == 1:
                seats &= ~bit(thief)
            if drawn:
                seats |= bit(thief)
            if given and self.may_give(card, swap, int(thief), staying):
                seats |= bit(victim)
        return seats & ~i64(self.barred(card, len(swaps))) if banned else seats

    def barred(self, card: int, swap: int) -> int:
        """The seats with which the card was not before this swap."""
        found = 0
        for one in self.bans:
            if one >> 4 == swap << CARD_BITS | card and one & 15 != A_GIFT:
                found |= 1 << (one & 15)
        return found

    def may_give(self, card: int, swap: int, thief: int, staying: int) -> bool:
        if self.banned >> card & 1 and ban(card, swap, A_GIFT) in self.bans:
            return False
        if staying == 0:
            return True
        for lower in cards_of(staying & int(self.box.twins_below[card])):
            place = self.mind.places[lower]
            if place == NEVER_SEEN or (place & 7 == thief and place >> SEAT_BITS <= swap):
                return False
        return True

    def assured(self, card: int) -> int:
        """The seats to which the card may have come while all other special cards stayed where they were."""
        staying = self.special & ~(1 << card)
        counts, dealt = self.counts[:], self.dealt
        for one in cards_of(staying):
            place = self.mind.places[one]
            since, seat = place >> SEAT_BITS, place & 7
            if place == NEVER_SEEN:
                since, seat = 0, self.home(one, dealt)
                if seat == NEVER_SEEN:
                    return 0
                dealt -= 1 << SEAT_BITS * seat
            else:
                counts[since] -= 1 << SEAT_BITS * seat
            for rule in self.bans:
                if banned_card(rule) == one and rule & 15 == seat and rule >> 4 + CARD_BITS >= since:
                    return 0
        hands = hands_before(self.mind.swaps, counts, self.crossings, dealt)
        if len(hands) < len(self.mind.swaps):
            return 0
        return int(self.path(card, hands, dealt, staying))

    def home(self, card: int, dealt: int) -> int:
        """A seat that may have been dealt this card and kept it, rather one with more such cards."""
        found, most = NEVER_SEEN, 0
        for seat in range(NOT_IN_PLAY):
            room = dealt >> SEAT_BITS * seat & 7
            if room > most:
                for rule in self.bans if self.banned >> card & 1 else ():
                    if banned_card(rule) == card and rule & 15 == seat:
                        room = 0
                if room > most:
                    found, most = seat, room
        return found

    def proven(self, card: int, seats: int) -> int:
        """Those of the seats to which some history that keeps all rules brings the card, found by search."""
        never = 0
        for one in cards_of(self.special & ~(1 << card)):
            if self.mind.places[one] == NEVER_SEEN:
                never |= 1 << one
        in_the_way = self.in_the_way(never, card)
        reserved = self.reserved
        found = 0
        for seat in cards_of(seats):
            # Cards never seen are many. Not to mind them suffices to show that something cannot be, and to put most
            # of them out of the way to show that it can.
            self.reserved = [0] * NOT_IN_PLAY
            if not self.searched(self.special & ~never | 1 << card, card, seat):
                continue
            self.reserved = reserved
            if in_the_way == 0 or self.searched(self.special & ~never | in_the_way | 1 << card, card, seat):
                found |= 1 << seat
                continue
            self.reserved = [0] * NOT_IN_PLAY
            if self.searched(self.special | 1 << card, card, seat):
                found |= 1 << seat
        return found

    def in_the_way(self, never: int, card: int) -> int:
        """Those of these cards never seen that cannot be put where they stay and hinder nobody's gift.

        For the rest, places are reserved.
        """
        room = [self.dealt >> SEAT_BITS * seat & 7 for seat in range(NOT_IN_PLAY)]
        if self.mind.places[card] == NEVER_SEEN:
            room = [free - 1 for free in room]
        thieves = 0
        for swap in range(len(self.mind.swaps)):
            here = self.crossings >> 2 * swap & 3
            room[self.mind.victim(swap)] -= here & DRAWN
            room[self.mind.thief(swap)] -= here >> 1
            if here & GIVEN:
                thieves |= 1 << self.mind.thief(swap)
        barred: list[tuple[int, int, int]] = []
        for one in cards_of(never):
            seats = 0
            for rule in self.bans:
                if banned_card(rule) == one and rule & 15 != A_GIFT:
                    seats |= 1 << (rule & 15)
            for higher in cards_of(int(self.box.cards_of_kind[self.box.card_kinds[one]])):
                if higher > one and self.mind.places[higher] != NOT_IN_PLAY and not never >> higher & 1:
                    seats |= thieves
            barred.append((-int(size(seats)), one, seats))
        barred.sort()
        self.reserved = [0] * NOT_IN_PLAY
        left = 0
        for _, one, seats in barred:
            best = -1
            for seat in range(NOT_IN_PLAY):
                if not seats >> seat & 1 and room[seat] > 0 and (best < 0 or room[seat] > room[best]):
                    best = seat
            if best < 0:
                left |= 1 << one
            else:
                room[best] -= 1
                self.reserved[best] += 1
        return left

    def searched(self, minded: int, card: int, seat: int) -> bool:
        """Can the card have come to the seat, if equal cards among those minded go in their order?"""
        self.failed = set()
        self.tries = 0
        self.leading = self.seats_leading_to(seat)
        never = [one for one in cards_of(minded) if self.mind.places[one] == NEVER_SEEN and one != card]
        if self.mind.places[card] == NEVER_SEEN:
            never.insert(0, card)
        return self.placed(never, [0] * NOT_IN_PLAY, minded, card, seat)

    def seats_leading_to(self, seat: int) -> list[int]:
        """The seats from which a card can come to this one, before each swap and now, as bits."""
        seats = 1 << seat
        found = [seats]
        for swap in reversed(range(len(self.mind.swaps))):
            thief, victim, here = self.mind.thief(swap), self.mind.victim(swap), self.crossings >> 2 * swap & 3
            to_thief, to_victim = seats >> thief & 1, seats >> victim & 1
            if here & DRAWN and to_thief:
                seats |= 1 << victim
            if here & GIVEN and to_victim:
                seats |= 1 << thief
            found.append(seats)
        found.reverse()
        return found

    def placed(self, never: list[int], held: list[int], minded: int, card: int, seat: int) -> bool:
        """The same, when cards never seen are still to be dealt."""
        if not never:
            return self.goes_on(0, held, minded, card, seat)
        for start in range(NOT_IN_PLAY):
            if never[0] == card and not self.leading[0] >> start & 1:
                continue
            if size(held[start]) + self.reserved[start] < self.dealt >> SEAT_BITS * start & 7:
                more = held[:]
                more[start] |= 1 << never[0]
                if self.placed(never[1:], more, minded, card, seat):
                    return True
        return False

    def goes_on(self, swap: int, before: list[int], minded: int, card: int, seat: int) -> bool:
        """The same from this swap on, with these of the minded cards in the hands."""
        held = before[:]
        for one in cards_of(minded):
            place = self.mind.places[one]
            if place != NEVER_SEEN and place >> SEAT_BITS == swap:
                held[place & 7] |= 1 << one
        for one in self.bans:
            if one >> 4 + CARD_BITS == swap and one & 15 != A_GIFT and held[one & 15] >> banned_card(one) & 1:
                return False
        for other in range(NOT_IN_PLAY):
            if held[other] >> card & 1 and not self.leading[swap] >> other & 1:
                return False
        if swap == len(self.mind.swaps):
            return True
        position = (swap, *held)
        if position in self.failed:
            return False
        self.tries += 1
        if self.tries > MOST_TRIES:
            return True
        thief, victim, here = self.mind.thief(swap), self.mind.victim(swap), self.crossings >> 2 * swap & 3
        for drawn in self.leaving(swap, victim, held[victim]) if here & DRAWN else [0]:
            for given in self.gifts(swap, thief, held[thief]) if here & GIVEN else [0]:
                after = held[:]
                after[victim] += given - drawn
                after[thief] += drawn - given
                if self.goes_on(swap + 1, after, minded, card, seat):
                    return True
        self.failed.add(position)
        return False

    def leaving(self, swap: int, seat: int, held: int) -> list[int]:
        """The minded cards that may leave a hand, as sets; the empty set for any other."""
        found = [0] if self.hands[swap] >> SEAT_BITS * seat & 7 > size(held) + self.reserved[seat] else []
        return found + [1 << one for one in cards_of(held)]

    def gifts(self, swap: int, thief: int, held: int) -> list[int]:
        """The same for a gift: of equal cards the lowest, and none that is banned."""
        found: list[int] = []
        for gift in self.leaving(swap, thief, held):
            if gift:
                one = gift.bit_length() - 1
                banned = ban(one, swap, A_GIFT) in self.bans
                if banned or held & int(self.box.twins_below[one]):
                    continue
            found.append(gift)
        return found
