"""Who may hold which card, in the mind of a viewer (§12.3).

A card may be where one of the stories brings it. No story is looked at once all cards are known to be able to be as
far as any crossings lead.
"""

from mypy_extensions import i64

from capomastro.games.pillars.rules.box import Box
from capomastro.games.pillars.rules.cards import CARDS
from capomastro.games.pillars.rules.minds import NEVER_SEEN, NOT_IN_PLAY, SEAT_BITS, Mind, cards_of, seats_in, sights
from capomastro.games.pillars.rules.pasts import Past
from capomastro.games.pillars.rules.stories import led_on


def holders_of(box: Box, mind: Mind) -> list[int]:
    """For each card the seats that may hold it, as bits."""
    kept = mind.found
    if isinstance(kept, list):
        return kept
    most = farthest(mind)
    found = most
    if mind.swaps or mind.has_bans():
        found = reached(box, mind, most)
    mind.found = found
    return found


def farthest(mind: Mind) -> list[int]:
    """For each card the seats that it can have come to at most, as bits; without swaps and bans, just those."""
    left = mind.unexplained()
    found = [0] * CARDS
    for number in range(len(mind.groups)):
        row = 0
        for story in mind.stories:
            row |= story[1][number]
        seats = followed(mind, left, 0, seats_in(row))
        for card in cards_of(mind.groups[number]):
            found[card] = seats
    known: dict[int, int] = {}
    for card, place in enumerate(mind.places):
        if place != NOT_IN_PLAY and place != NEVER_SEEN:
            if place not in known:
                known[place] = followed(mind, left, place >> SEAT_BITS, 1 << (place & 7))
            found[card] = known[place]
    return found


def followed(mind: Mind, crossings: int, since: int, seats: int) -> int:
    """The seats to which these crossings can lead a card that was with one of the seats at some time."""
    found: i64 = seats
    left = crossings >> 2 * since
    for swap in range(since, len(mind.swaps)):
        found = led_on(mind, swap, left & 3, found)
        left >>= 2
    return int(found)


def reached(box: Box, mind: Mind, most: list[int]) -> list[int]:
    """The same, of story after story."""
    found = [seats if seats & (seats - 1) == 0 else 0 for seats in most]  # it is somewhere
    counts = sights(mind.swaps, mind.places)
    twins = doubtful_twins(box, mind)
    wanted = [card for card in range(CARDS) if found[card] != most[card]]
    doubtful: list[Past] = []
    for story in mind.stories:
        if not wanted:
            break
        past = Past(box, mind, story, counts, twins)
        if past.special:
            doubtful.append(past)
        wanted = asked_of(past, wanted, most, found, False)
    for past in doubtful:  # a search takes longest, and what another story has shown need not be searched for
        if not wanted:
            break
        wanted = asked_of(past, wanted, most, found, True)
    return found


def asked_of(past: Past, wanted: list[int], most: list[int], found: list[int], search: bool) -> list[int]:
    """Adds where one story may have brought the cards; returns those that may still be elsewhere."""
    known: dict[tuple[int, int], int] = {}  # where ordinary cards may be, by what was known and asked for before
    for card in wanted:
        asked = most[card] & ~found[card]
        question = (past.mind.places[card], asked)
        if past.special >> card & 1 or question not in known:
            seats = past.seats_found(card, asked) if search else past.seats_of(card, asked)
            if not past.special >> card & 1:
                known[question] = seats
            found[card] |= seats
        else:
            found[card] |= known[question]
    return [card for card in wanted if found[card] != most[card]]


def doubtful_twins(box: Box, mind: Mind) -> list[list[int]]:
    """Equal cards of which several may have crossed."""
    found: list[list[int]] = []
    last = len(mind.swaps) - 1
    for card in range(CARDS):
        kin = int(box.cards_of_kind[box.card_kinds[card]])
        if kin & -kin == 1 << card and kin & (kin - 1):
            twins = [one for one in cards_of(kin) if mind.open_at(one, last)]
            if len(twins) > 1:
                found.append(twins)
    return found
