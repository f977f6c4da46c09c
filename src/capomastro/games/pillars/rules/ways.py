"""How a mind grows that knows all hands but two (§12.3).

Two hands of five can be dealt in 252 ways at most. So unseen swaps are seen to at once: cards that may have left a hand
become a group, and each story, which is a row of numbers for each group, is told on in all the ways it may go on.
"""

from capomastro.games.pillars.rules.box import Box
from capomastro.games.pillars.rules.cards import CARDS
from capomastro.games.pillars.rules.cells import size
from capomastro.games.pillars.rules.minds import (
    NEVER_SEEN,
    SEAT_BITS,
    Mind,
    Story,
    cards_of,
    seats_in,
    without_common_factor,
)


def settled(mind: Mind) -> Mind:
    """The mind in its one form: no group is empty or all with one seat, groups ascend, masses share no factor."""
    places = mind.places[:]
    kept: list[int] = []
    for number in range(len(mind.groups)):
        if mind.groups[number] == 0:
            continue
        seats = holders_of_group(mind, number)
        if seats & (seats - 1):
            kept.append(number)
            continue
        for card in cards_of(mind.groups[number]):
            places[card] = seats.bit_length() - 1
    kept.sort(key=mind.groups.__getitem__)
    stories: dict[Story, int] = {}
    for (_, rows, _), mass in mind.stories.items():
        stories[0, tuple([rows[number] for number in kept]), ()] = mass
    groups = [mind.groups[number] for number in kept]
    return Mind(mind.heard, groups, [], places, without_common_factor(stories))


def holders_of_group(mind: Mind, number: int) -> int:
    """The seats that may hold a card of this group, as bits."""
    row = 0
    for story in mind.stories:
        row |= story[1][number]  # a count is nothing in all stories if it is nothing in this
    return seats_in(row)


def may_hold(mind: Mind, card: int, seat: int) -> bool:
    if mind.places[card] == NEVER_SEEN:
        return holders_of_group(mind, mind.group_of(card)) >> seat & 1 == 1
    return mind.places[card] == seat


def shown(mind: Mind, card: int, seat: int) -> Mind:
    """The viewer sees that this seat holds the card."""
    if mind.places[card] != NEVER_SEEN:
        return mind
    number = mind.group_of(card)
    stories: dict[Story, int] = {}
    for (_, rows, _), mass in mind.stories.items():
        if rows[number] >> SEAT_BITS * seat & 7:
            less = (*rows[:number], rows[number] - (1 << SEAT_BITS * seat), *rows[number + 1 :])
            stories[0, less, ()] = mass
    groups, places = mind.groups[:], mind.places[:]
    groups[number] &= ~(1 << card)
    places[card] = seat
    return settled(Mind(mind.heard, groups, [], places, stories))


def lacking(mind: Mind, cards: int, seat: int) -> Mind:
    """The viewer knows that this seat holds none of these cards."""
    for card in cards_of(cards):
        if may_hold(mind, card, seat):
            mind = apart(mind, card)
            number, there = mind.group_of(card), 1 << SEAT_BITS * seat
            stories = {story: mass for story, mass in mind.stories.items() if story[1][number] != there}
            mind = settled(Mind(mind.heard, mind.groups, [], mind.places, stories))
    return mind


def apart(mind: Mind, card: int) -> Mind:
    """The same knowledge with a group for this card alone; it is not settled."""
    number = mind.group_of(card)
    if mind.groups[number] == 1 << card:
        return mind
    stories: dict[Story, int] = {}
    for (_, rows, _), mass in mind.stories.items():
        for seat in cards_of(seats_in(rows[number])):
            one = 1 << SEAT_BITS * seat
            stories[0, (*rows[:number], rows[number] - one, *rows[number + 1 :], one), ()] = mass
    groups = [*mind.groups, 1 << card]
    groups[number] &= ~(1 << card)
    return Mind(mind.heard, groups, [], mind.places, stories)


def swapped_unseen(box: Box, mind: Mind, thief: int, victim: int) -> Mind:
    """§3.1 as the others see it: some card of the victim's goes to the thief, and some other of the thief's back."""
    mind = loosened(loosened(mind, thief), victim)
    twins: list[tuple[int, int]] = []
    for card in range(CARDS):
        lower = [twin for twin in cards_of(int(box.twins_below[card])) if may_hold(mind, twin, thief)]
        if lower and may_hold(mind, card, thief):
            for twin in lower:
                mind = apart(apart(mind, card), twin)
                twins.append((mind.group_of(card), mind.group_of(twin)))
    taken, given = SEAT_BITS * thief, SEAT_BITS * victim
    over = (1 << taken) - (1 << given)
    stories: dict[Story, int] = {}
    for (_, before, _), mass in mind.stories.items():
        for drawn in range(len(before)):
            if before[drawn] >> given & 7 == 0:
                continue
            for back in range(len(before)):
                if before[back] >> taken & 7 == 0 or kept_back(before, back, twins, taken):
                    continue
                rows = list(before)
                rows[drawn] += over
                rows[back] -= over
                story = (0, tuple(rows), ())
                routes = (rows[drawn] >> taken & 7) * (rows[back] >> given & 7)
                stories[story] = stories.get(story, 0) + mass * routes
    return settled(Mind(mind.heard, mind.groups, [], mind.places, stories))


def kept_back(rows: tuple[int, ...], back: int, twins: list[tuple[int, int]], taken: int) -> bool:
    """R16: a card is not given while the giver has a lower one of its kind."""
    for higher, lower in twins:
        if back == higher and rows[lower] >> taken & 7:
            return True
    return False


def loosened(mind: Mind, seat: int) -> Mind:
    """The same knowledge with a group for the cards this seat is sure to hold; it is not settled."""
    cards = 0
    places = mind.places[:]
    for card in range(CARDS):
        if places[card] == seat:
            cards |= 1 << card
            places[card] = NEVER_SEEN
    if cards == 0:
        return mind
    row = int(size(cards)) << SEAT_BITS * seat
    stories: dict[Story, int] = {(0, (*rows, row), ()): mass for (_, rows, _), mass in mind.stories.items()}
    return Mind(mind.heard, [*mind.groups, cards], [], places, stories)
