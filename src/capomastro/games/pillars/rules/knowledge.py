"""Who may hold which card, as each viewer knows it (§12.3): exactly, and only when somebody asks.

What the rules tell is noted as `News`, one after the other, for the price of an object. A `Mind` is what one viewer has
made of them. It does not list deals. Cards about which the viewer knows the same, such as all those that lay openly in
one hand when a card left it unseen, are a *group*: any of them may be where any other is. So a deal is told by how many
cards of each group each seat holds. One such table of numbers is a *way*; its mass is how likely it is if all deals,
draws and gifts are equally likely, and the deals of a way are equally likely among each other.
"""

from math import gcd
from typing import Final

from mypy_extensions import i64

from capomastro.games.pillars.rules.board import GIVING, MOST_HANDS, Board, News
from capomastro.games.pillars.rules.cells import bit, lowest, size

SWAPPED: Final = 1
PLAYED: Final = 2
PASSED: Final = 3
CARD_BITS: Final = 5
COUNT_BITS: Final = 3  # how many cards of a group a seat holds
# By the number of seats, how many ways a mind has room for. Beyond, groups are put together: less is known then, but
# nothing wrong. Two hidden hands can be dealt in 252 ways, so a player among three never gets there. With more seats a
# mind that has lost sight of several swaps would take too long to think.
MOST_WAYS: Final = (1, 1, 256, 256, 96, 96, 96)


class Mind:
    """What a viewer knows of the hands. It never changes, so states share it."""

    def __init__(self, heard: int, certain: list[int], groups: list[int], ways: dict[tuple[int, ...], int]) -> None:
        self.heard = heard  # how many news it has taken in
        self.certain = certain  # for each seat the cards it is sure to hold
        self.groups = groups  # sets of cards, ascending
        self.ways = ways  # for each way, a row of counts for each group; and its mass
        self.rendered: object = None  # what views say of it, kept by the first that does

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mind) and self.made_from() == other.made_from()

    def __hash__(self) -> int:
        return hash((self.heard, *self.certain))

    def __reduce__(self) -> tuple[object, ...]:
        return Mind, self.made_from()

    def made_from(self) -> tuple[int, list[int], list[int], dict[tuple[int, ...], int]]:
        return self.heard, self.certain, self.groups, self.ways

    def holders(self, card: int) -> int:
        """The seats that may hold a card, as bits."""
        for seat in range(len(self.certain)):
            if self.certain[seat] >> card & 1:
                return 1 << seat
        for number in range(len(self.groups)):
            if self.groups[number] >> card & 1:
                return self.holders_of_group(number)
        return 0

    def holders_of_group(self, number: int) -> int:
        """The seats that may hold a card of this group, as bits."""
        row = 0
        for way in self.ways:
            row |= way[number]  # a count is nothing in all ways if it is nothing in this
        found = 0
        for seat in range(len(self.certain)):
            if row >> COUNT_BITS * seat & 7:
                found |= 1 << seat
        return found


def settled(heard: int, certain: list[int], groups: list[int], ways: dict[tuple[int, ...], int]) -> Mind:
    """The mind in its one form: no group is empty or all with one seat, groups ascend, masses share no factor."""
    while len(ways) > MOST_WAYS[len(certain)]:
        groups, ways = put_together(groups, ways)
    kept: list[int] = []
    for number in range(len(groups)):
        rows = {way[number] for way in ways}
        only = rows.pop()
        seat = (only.bit_length() - 1) // COUNT_BITS
        if groups[number] == 0:
            continue
        if not rows and only == int(size(groups[number])) << COUNT_BITS * seat:
            certain[seat] |= groups[number]
        else:
            kept.append(number)
    kept.sort(key=groups.__getitem__)
    factor = 0
    merged: dict[tuple[int, ...], int] = {}
    for way, mass in ways.items():
        rows_kept = tuple([way[number] for number in kept])
        merged[rows_kept] = merged.get(rows_kept, 0) + mass
        factor = gcd(factor, mass)
    ordered = {way: merged[way] // factor for way in sorted(merged)}
    return Mind(heard, certain, [groups[number] for number in kept], ordered)


def put_together(groups: list[int], ways: dict[tuple[int, ...], int]) -> tuple[list[int], dict[tuple[int, ...], int]]:
    """The first two groups become one."""
    fewer: dict[tuple[int, ...], int] = {}
    for way, mass in ways.items():
        rows = (way[0] + way[1], *way[2:])
        fewer[rows] = fewer.get(rows, 0) + mass
    return [groups[0] | groups[1], *groups[2:]], fewer


def first_mind(board: Board, viewer: int) -> Mind:
    """§2.1: all cards in the game are in hands, and everybody knows their own; here, those of `board.at_first`."""
    seats = int(board.seats)
    certain = [0] * seats
    rest = int(board.box.in_play[seats])
    row = 0
    for seat in range(seats):
        if seat == viewer:
            certain[seat] = int(board.at_first[seat])
            rest &= ~certain[seat]
        else:
            row |= int(size(board.at_first[seat])) << COUNT_BITS * seat
    return settled(0, certain, [rest], {(row,): 1})


def mind_of(board: Board, viewer: int) -> Mind:
    """What this viewer knows now; a spectator has the number behind the last seat."""
    kept = board.minds[viewer]
    mind = kept if isinstance(kept, Mind) else first_mind(board, viewer)
    heard: list[int] = []
    news = board.news
    while news is not None and news.number > mind.heard:
        heard.append(news.what)
        news = news.before
    if heard or kept is None:
        for what in reversed(heard):
            mind = learned(board, mind, viewer, what)
        minds = board.minds[:]
        minds[viewer] = mind
        board.minds = minds
    if board.phase == GIVING and (viewer == board.start or viewer == board.victim):
        card = int(lowest(board.drawn))
        return moved(shown(mind, card, int(board.victim)), card, int(board.victim), int(board.start))
    return mind


def learned(board: Board, mind: Mind, viewer: int, what: int) -> Mind:
    """What a viewer concludes from one piece of news."""
    kind, rest = what & 3, what >> 2
    if kind == SWAPPED:
        thief, victim, drawn, given = rest & 7, rest >> 3 & 7, rest >> 6 & 31, rest >> 11
        if viewer != thief and viewer != victim:
            mind = swapped_unseen(board, mind, thief, victim)
        else:
            mind = moved(shown(mind, drawn, victim), drawn, victim, thief)
            mind = moved(shown(mind, given, thief), given, thief, victim)
            if viewer == victim:
                mind = lacking(mind, int(board.box.twins_below[given]) & ~(1 << drawn), thief)
    else:
        seats = len(mind.certain)
        cards = [rest >> CARD_BITS * seat & 31 for seat in range(seats)]
        if kind == PLAYED:
            for seat in range(seats):
                mind = shown(mind, cards[seat], seat)
            for seat in range(seats):
                mind = lacking(mind, int(board.box.twins_below[cards[seat]]), seat)
        else:
            for seat in range(seats):
                mind = moved(mind, cards[seat], seat, (seat + 1) % seats)
    return Mind(mind.heard + 1, mind.certain, mind.groups, mind.ways)


def shown(mind: Mind, card: int, seat: int) -> Mind:
    """The viewer sees that this seat holds the card."""
    for number in range(len(mind.groups)):
        if mind.groups[number] >> card & 1:
            ways: dict[tuple[int, ...], int] = {}
            for way, mass in mind.ways.items():
                held = way[number] >> COUNT_BITS * seat & 7
                if held:
                    rows = (*way[:number], way[number] - (1 << COUNT_BITS * seat), *way[number + 1 :])
                    ways[rows] = ways.get(rows, 0) + mass * held
            groups = mind.groups[:]
            groups[number] &= ~(1 << card)
            certain = mind.certain[:]
            certain[seat] |= 1 << card
            return settled(mind.heard, certain, groups, ways)
    return mind


def moved(mind: Mind, card: int, giver: int, taker: int) -> Mind:
    """The viewer sees a card whose place is known go from one hand to another."""
    certain = mind.certain[:]
    certain[giver] &= ~(1 << card)
    certain[taker] |= 1 << card
    return Mind(mind.heard, certain, mind.groups, mind.ways)


def lacking(mind: Mind, cards: int, seat: int) -> Mind:
    """The viewer knows that this seat holds none of these cards."""
    while cards:
        card = int(lowest(cards))
        cards &= cards - 1
        if mind.holders(card) >> seat & 1:
            mind = apart(mind, card)
            number = mind.groups.index(1 << card)
            ways = {way: mass for way, mass in mind.ways.items() if way[number] != 1 << COUNT_BITS * seat}
            mind = settled(mind.heard, mind.certain[:], mind.groups, ways)
    return mind


def apart(mind: Mind, card: int) -> Mind:
    """The same knowledge with a group for this card alone; it is not settled."""
    for number in range(len(mind.groups)):
        if mind.groups[number] >> card & 1 and mind.groups[number] != 1 << card:
            ways: dict[tuple[int, ...], int] = {}
            for way, mass in mind.ways.items():
                for seat in range(len(mind.certain)):
                    one = 1 << COUNT_BITS * seat
                    held = way[number] >> COUNT_BITS * seat & 7
                    if held:
                        ways[(*way[:number], way[number] - one, *way[number + 1 :], one)] = mass * held
            groups = [*mind.groups, 1 << card]
            groups[number] &= ~(1 << card)
            return Mind(mind.heard, mind.certain, groups, ways)
    return mind


def swapped_unseen(board: Board, mind: Mind, thief: int, victim: int) -> Mind:
    """§3.1 as the others see it: some card of the victim's goes to the thief, and some other of the thief's back."""
    mind = loosened(loosened(mind, thief), victim)
    twins: list[tuple[int, int]] = []
    seats = len(mind.certain)
    room = MOST_WAYS[seats] if seats <= 4 else MOST_WAYS[seats] // (seats * seats)  # with more seats twins are many
    for card in cards_of(int(board.box.in_play[len(mind.certain)])):
        lower = int(board.box.twins_below[card])
        if lower and len(mind.ways) <= room and mind.holders(card) >> thief & 1:
            mind = apart(mind, card)
            while lower:
                twin = int(lowest(lower))
                lower &= lower - 1
                if mind.holders(twin) >> thief & 1:
                    mind = apart(mind, twin)
                    twins.append((mind.groups.index(1 << card), mind.groups.index(1 << twin)))
    taken, given = COUNT_BITS * thief, COUNT_BITS * victim
    over = (1 << taken) - (1 << given)
    ways: dict[tuple[int, ...], int] = {}
    for way, mass in mind.ways.items():
        for drawn in range(len(way)):
            at_victim = way[drawn] >> given & 7
            if at_victim == 0:
                continue
            for back in range(len(way)):
                at_thief = way[back] >> taken & 7
                if at_thief == 0 or kept_back(way, back, twins, taken):
                    continue
                rows = list(way)
                rows[drawn] += over
                rows[back] -= over
                key = tuple(rows)
                ways[key] = ways.get(key, 0) + mass * at_victim * at_thief
    return settled(mind.heard, mind.certain[:], mind.groups, ways)


def kept_back(way: tuple[int, ...], back: int, twins: list[tuple[int, int]], taken: int) -> bool:
    """R16: a card is not given while the giver has a lower one of its kind."""
    for higher, lower in twins:
        if back == higher and way[lower] >> taken & 7:
            return True
    return False


def loosened(mind: Mind, seat: int) -> Mind:
    """The same knowledge with a group for the cards this seat is sure to hold; it is not settled."""
    cards = mind.certain[seat]
    if cards == 0:
        return mind
    certain = mind.certain[:]
    certain[seat] = 0
    row = int(size(cards)) << COUNT_BITS * seat
    return Mind(mind.heard, certain, [*mind.groups, cards], {(*way, row): mass for way, mass in mind.ways.items()})


def know_the_deal(board: Board) -> None:
    """§2.1: from here on everybody remembers."""
    board.at_first = board.hands[:]
    board.minds = [None] * MOST_HANDS
    board.news = None


def know_the_swap(board: Board, thief: i64, victim: i64, drawn: i64, given: i64) -> None:
    """§3.1: a card for another."""
    what = lowest(given)
    what = (what << CARD_BITS) + lowest(drawn)
    what = (((what << 3) + victim) << 3) + thief
    tell_all(board, (what << 2) + SWAPPED)


def know_the_cards(board: Board, kind: i64) -> None:
    """§3.3, §3.4: all see the cards played, and see them go to the left."""
    what: i64 = 0
    for back in range(board.seats):
        what = (what << CARD_BITS) + lowest(board.card_of(board.seats - 1 - back))
    tell_all(board, (what << 2) + kind)


def tell_all(board: Board, what: i64) -> None:
    board.news = News(board.news, what)


def cards_of(group: int) -> list[int]:
    """The cards of a set."""
    found: list[int] = []
    while group:
        found.append(int(lowest(group)))
        group &= group - 1
    return found


assert bit(CARD_BITS) > 30, "a card's number must fit into its bits"
