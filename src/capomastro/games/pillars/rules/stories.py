"""How a mind grows to which three hands or more are hidden (§12.3): by stories of crossings, with one group.

Such a mind never lists how cards may lie. It is exact as long as it has room for its stories; beyond, it forgets its
oldest swap.
"""

from typing import Final

from mypy_extensions import i64

from capomastro.games.pillars.rules.box import Box
from capomastro.games.pillars.rules.cells import bit
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
    can_be,
    cards_of,
    deals_of,
    seats_in,
    sights,
    without_common_factor,
)

# Beyond this many stories a mind forgets its oldest swap: less is known then, but nothing wrong. In a thousand random
# games with each number of seats this touches one in a hundred moments of players, and up to one in five of spectators.
MOST_STORIES: Final = 96
FINE: Final = 40  # bits of the largest mass in a mind that forgets


def trails(mind: Mind, card: int, crossings: int, dealt: int) -> list[tuple[int, int]]:
    """Where the card may have gone by these crossings: those it took, and the seats it was at before each swap."""
    place = mind.places[card]
    if place == NEVER_SEEN:
        since = 0
        found = [(0, seat) for seat in range(NOT_IN_PLAY) if dealt >> SEAT_BITS * seat & 7]
    else:
        since = place >> SEAT_BITS
        found = [(0, (place & 7) << SEAT_BITS * since)]
    for swap in range(since, len(mind.swaps)):
        thief, victim, here = mind.thief(swap), mind.victim(swap), crossings >> 2 * swap & 3
        longer: list[tuple[int, int]] = []
        for taken, path in found:
            seat = path >> SEAT_BITS * swap & 7
            longer.append((taken, path | seat << SEAT_BITS * (swap + 1)))
            if seat == victim and here & DRAWN:
                longer.append((taken | DRAWN << 2 * swap, path | thief << SEAT_BITS * (swap + 1)))
            elif seat == thief and here & GIVEN:
                longer.append((taken | GIVEN << 2 * swap, path | victim << SEAT_BITS * (swap + 1)))
        found = longer
    return found


def ban(card: int, swap: int, seat: int) -> int:
    """The card was not with the seat before this swap; or with `A_GIFT`, it was not given in it."""
    return (swap << CARD_BITS | card) << 4 | seat


def banned_card(one: int) -> int:
    return one >> 4 & 31


def breaks(one: int, taken: int, path: int) -> bool:
    """Is this trail of the card concerned against the ban?"""
    swap, seat = one >> 4 + CARD_BITS, one & 15
    if seat == A_GIFT:
        return taken >> 2 * swap & GIVEN != 0
    return path >> SEAT_BITS * swap & 7 == seat


def allowed(bans: tuple[int, ...], card: int, taken: int, path: int) -> bool:
    """Is no ban against this trail of a card?"""
    for one in bans:
        if banned_card(one) == card and breaks(one, taken, path):
            return False
    return True


def shown(box: Box, mind: Mind, card: int, seat: int) -> Mind:
    """The viewer sees that this seat holds the card."""
    now, place = len(mind.swaps), mind.places[card]
    if place != NEVER_SEEN and place >> SEAT_BITS == now:
        return mind  # its place is certain
    ends: list[tuple[int, int]] = []
    for trail in trails(mind, card, mind.unexplained(), -1):
        if trail[1] >> SEAT_BITS * now == seat:
            ends.append(trail)
    places = mind.places[:]
    places[card] = now << SEAT_BITS | seat
    after = Mind(mind.heard, [mind.groups[0] & ~(1 << card)], mind.swaps, places, {})
    counts = sights(mind.swaps, places)
    has_twins = box.cards_of_kind[box.card_kinds[card]] != 1 << card
    for taken, path in ends:
        firm, gifts = bans_of_trail(box, mind, card, taken, path)
        for (crossings, rows, bans), mass in mind.stories.items():
            if taken & ~crossings or (bans and not allowed(bans, card, taken, path)):
                continue
            less = rows[0]
            if place == NEVER_SEEN:
                start = SEAT_BITS * (path & 7)
                if less >> start & 7 == 0:
                    continue
                less -= 1 << start
            left = crossings & ~taken
            if not can_be(mind.swaps, counts, left, less):
                continue
            kept: tuple[int, ...] | None = bans
            if has_twins and (bans or firm or gifts):
                more = {one for one in bans if banned_card(one) != card}
                more.update(firm)
                more.update([one for one in gifts if left >> 2 * (one >> 4 + CARD_BITS) & GIVEN])
                kept = bans_kept(after, left, less, tuple(sorted(more)))
            elif bans and (taken or place == NEVER_SEEN):
                kept = bans_kept(after, left, less, bans)
            if kept is not None:
                story = (left, (less,), kept)
                after.stories[story] = after.stories.get(story, 0) + mass
    return after if len(after.stories) <= 2 * MOST_STORIES else settled(after)


def bans_of_trail(box: Box, mind: Mind, card: int, taken: int, path: int) -> tuple[list[int], list[int]]:
    """R16: what the trail of a card means for those equal to it, and what more if the gift of a swap was another."""
    firm: list[int] = []
    gifts: list[int] = []
    kin = cards_of(int(box.cards_of_kind[box.card_kinds[card]]) & ~(1 << card))
    for swap in range(len(mind.swaps)) if kin else range(0):
        thief = mind.thief(swap)
        if mind.open_at(card, swap) and path >> SEAT_BITS * swap & 7 == thief:
            given = taken >> 2 * swap & GIVEN
            for twin in kin:
                if mind.open_at(twin, swap):
                    if given and twin < card:
                        firm.append(ban(twin, swap, thief))
                    elif not given and twin > card:
                        gifts.append(ban(twin, swap, A_GIFT))
    return firm, gifts


def bans_kept(mind: Mind, crossings: int, dealt: int, bans: tuple[int, ...]) -> tuple[int, ...] | None:
    """The bans that forbid something; None if they leave a card no trail."""
    kept: list[int] = []
    banned = 0
    for rule in bans:
        banned |= 1 << banned_card(rule)
    for card in cards_of(banned):
        place = mind.places[card]
        since, at_first = (0, seats_in(dealt)) if place == NEVER_SEEN else (place >> SEAT_BITS, 1 << (place & 7))
        free: i64 = at_first
        seats = free  # where the card may be if it minds the bans
        left = crossings >> 2 * since
        for swap in range(since, len(mind.swaps) + 1):
            here: i64 = left & 3
            left >>= 2
            barred: i64 = 0
            gift: i64 = GIVEN
            for rule in bans:
                one: i64 = rule
                if one >> 4 == swap << CARD_BITS | card:
                    if one & 15 != A_GIFT:
                        barred |= bit(one & 15)
                        if free >> (one & 15) & 1:
                            kept.append(rule)
                    elif here & GIVEN and free >> mind.thief(swap) & 1:
                        kept.append(rule)
                        gift = 0
            seats &= ~barred
            if seats == 0:
                return None
            if swap < len(mind.swaps):
                free = led_on(mind, swap, here, free)
                seats = led_on(mind, swap, here & (DRAWN | gift), seats)
    kept.sort()
    return tuple(kept)


def led_on(mind: Mind, swap: int, here: i64, seats: i64) -> i64:
    """The seats to which these crossings of a swap may lead a card that is with one of the seats."""
    pair: i64 = mind.swaps[swap]
    thief, victim = bit(pair & 7), bit(pair >> SEAT_BITS)
    after = seats
    if here & GIVEN and seats & thief:
        after |= victim
    if here & DRAWN and seats & victim:
        after |= thief
    return after


def lacking(mind: Mind, cards: int, seat: int) -> Mind:
    """The viewer knows that this seat holds none of these cards."""
    now, left = len(mind.swaps), mind.unexplained()
    more: set[int] = set()
    for card in cards_of(cards):
        open_trails = trails(mind, card, left, -1) if mind.places[card] != NOT_IN_PLAY else []
        if any(path >> SEAT_BITS * now == seat for _, path in open_trails):
            more.add(ban(card, now, seat))
    if not more:
        return mind
    stories: dict[Story, int] = {}
    for (crossings, rows, bans), mass in mind.stories.items():
        kept = bans_kept(mind, crossings, rows[0], tuple(sorted(more.union(bans))))
        if kept is not None:
            story = (crossings, rows, kept)
            stories[story] = stories.get(story, 0) + mass
    return Mind(mind.heard, mind.groups, mind.swaps, mind.places, stories)


def swapped_unseen(mind: Mind, thief: int, victim: int) -> Mind:
    """§3.1 as the others see it: some card of the victim's goes to the thief, and some other of the thief's back."""
    new = (DRAWN | GIVEN) << 2 * len(mind.swaps)
    stories = {(crossings | new, rows, bans): mass for (crossings, rows, bans), mass in mind.stories.items()}
    return Mind(mind.heard, mind.groups, [*mind.swaps, victim << SEAT_BITS | thief], mind.places, stories)


def settled(mind: Mind) -> Mind:
    """The mind without swaps that all stories explain, and with no more stories than it has room for."""
    mind = without_explained_swaps(mind)
    while len(mind.stories) > MOST_STORIES:
        mind = without_explained_swaps(forgetful(mind) if mind.swaps else without_bans(mind))
    return Mind(mind.heard, mind.groups, mind.swaps, mind.places, without_common_factor(mind.stories))


def without_explained_swaps(mind: Mind) -> Mind:
    """The same knowledge, more briefly."""
    left = mind.unexplained()
    kept = [swap for swap in range(len(mind.swaps)) if left >> 2 * swap & 3]
    if len(kept) == len(mind.swaps):
        return mind
    before = [0]
    for swap in range(len(mind.swaps)):
        before.append(before[-1] + (1 if left >> 2 * swap & 3 else 0))
    places = [
        place if place == NEVER_SEEN or place == NOT_IN_PLAY else before[place >> SEAT_BITS] << SEAT_BITS | place & 7
        for place in mind.places
    ]
    stories: dict[Story, int] = {}
    for (crossings, rows, bans), mass in mind.stories.items():
        fewer = 0
        for number, swap in enumerate(kept):
            fewer |= (crossings >> 2 * swap & 3) << 2 * number
        renamed = tuple(sorted([ban(banned_card(one), before[one >> 4 + CARD_BITS], one & 15) for one in bans]))
        story = (fewer, rows, renamed)
        stories[story] = stories.get(story, 0) + mass
    return Mind(mind.heard, mind.groups, [mind.swaps[swap] for swap in kept], places, stories)


def forgetful(mind: Mind) -> Mind:
    """The mind without its oldest swap: the cards that lay in the two hands may be wherever those never seen are."""
    thief, victim = mind.thief(0), mind.victim(0)
    group, joined = mind.groups[0], 0
    places = mind.places[:]
    for card, place in enumerate(mind.places):
        if place == thief or place == victim:
            places[card] = NEVER_SEEN
            group |= 1 << card
            joined += 1 << SEAT_BITS * place
        elif place >> SEAT_BITS:
            places[card] = place - (1 << SEAT_BITS)
    over = (1 << SEAT_BITS * thief) - (1 << SEAT_BITS * victim)
    before, swaps = sights(mind.swaps, mind.places), mind.swaps[1:]
    deals: dict[Story, int] = {}
    for (crossings, rows, bans), mass in mind.stories.items():
        dealt = rows[0] + joined + over * ((crossings & DRAWN) - (crossings >> 1 & 1))
        later = tuple([one - ban(0, 1, 0) for one in bans if one >> 4 + CARD_BITS])
        story = (crossings >> 2, (dealt,), later)
        deals[story] = deals.get(story, 0) + mass * deals_of(mind.swaps, before, crossings, rows)
    after = sights(swaps, places)
    masses = {story: (mass << FINE) // deals_of(swaps, after, story[0], story[1]) for story, mass in deals.items()}
    excess = max(0, max(masses.values()).bit_length() - FINE)
    stories = {story: max(1, mass >> excess) for story, mass in masses.items()}
    return Mind(mind.heard, [group], swaps, places, stories)


def without_bans(mind: Mind) -> Mind:
    """Without swaps the numbers of cards in the hands tell all but bans."""
    stories: dict[Story, int] = {}
    for (_, rows, _), mass in mind.stories.items():
        stories[0, rows, ()] = stories.get((0, rows, ()), 0) + mass
    return Mind(mind.heard, mind.groups, [], mind.places, stories)
