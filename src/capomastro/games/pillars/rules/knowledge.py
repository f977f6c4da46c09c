"""Who knows what of the cards (§12.3): the news that the rules tell, and the minds that viewers make of them.

What the rules tell is noted as numbers, one after the other. Only when somebody asks, it becomes a `Mind`; see `minds`.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from capomastro.games.pillars.rules import stories, ways
from capomastro.games.pillars.rules.board import GIVING, MOST_HANDS, Board
from capomastro.games.pillars.rules.cards import CARDS
from capomastro.games.pillars.rules.cells import bit, lowest, size
from capomastro.games.pillars.rules.minds import CARD_BITS, NEVER_SEEN, NOT_IN_PLAY, SEAT_BITS, Mind, moved

SWAPPED: Final = 1
PLAYED: Final = 2
PASSED: Final = 3
NEWS_EXPECTED: Final = 128  # in a game; where there are more, room is made for them


def first_mind(board: Board, viewer: int) -> Mind:
    """§2.1: all cards in the game are in hands, and everybody knows their own; here, those of `board.at_first`.

    Where all others are one, their hand is known, too.
    """
    seats = int(board.seats)
    places = [NOT_IN_PLAY] * CARDS
    group, row = 0, 0
    for seat in range(seats):
        hand = int(board.at_first[seat])
        known = seat == viewer or (seats == 2 and viewer < seats)
        if not known:
            group |= hand
            row |= int(size(hand)) << SEAT_BITS * seat
        while hand:
            places[lowest(hand)] = seat if known else NEVER_SEEN
            hand &= hand - 1
    return Mind(0, [group], [], places, {(0, (row,), ()): 1})


def mind_of(board: Board, viewer: int) -> Mind:
    """What this viewer knows now; a spectator has the number behind the last seat."""
    kept = board.minds[viewer]
    mind = kept if isinstance(kept, Mind) else first_mind(board, viewer)
    told = len(board.news)
    if mind.heard < told or kept is None:
        for number in range(mind.heard, told):
            mind = learned(board, mind, viewer, int(board.news[number]))
        minds = board.minds[:]
        minds[viewer] = mind
        board.minds = minds
    if board.phase == GIVING and (viewer == board.start or viewer == board.victim):
        card = int(lowest(board.drawn))
        return moved(shown(board, mind, viewer, card, int(board.victim)), card, int(board.start))
    return mind


def learned(board: Board, mind: Mind, viewer: int, what: int) -> Mind:
    """What a viewer concludes from one piece of news."""
    kind, rest = what & 3, what >> 2
    if kind == SWAPPED:
        thief, victim, drawn, given = rest & 7, rest >> 3 & 7, rest >> 6 & 31, rest >> 11
        if viewer == thief or viewer == victim:
            mind = moved(shown(board, mind, viewer, drawn, victim), drawn, thief)
            mind = moved(shown(board, mind, viewer, given, thief), given, victim)
            if viewer == victim:
                mind = lacking(board, mind, viewer, int(board.box.twins_below[given]) & ~(1 << drawn), thief)
        elif has_ways(board, viewer):
            mind = ways.swapped_unseen(board.box, mind, thief, victim)
        else:
            mind = stories.swapped_unseen(mind, thief, victim)
    else:
        seats = int(board.seats)
        cards = [rest >> CARD_BITS * seat & 31 for seat in range(seats)]
        if kind == PLAYED:
            for seat in range(seats):
                mind = shown(board, mind, viewer, cards[seat], seat)
            for seat in range(seats):
                mind = lacking(board, mind, viewer, int(board.box.twins_below[cards[seat]]), seat)
        else:
            for seat in range(seats):
                mind = moved(mind, cards[seat], (seat + 1) % seats)
    if kind != PASSED and not has_ways(board, viewer):
        mind = stories.settled(mind)
    told = Mind(mind.heard + 1, mind.groups, mind.swaps, mind.places, mind.stories)
    told.found = mind.found
    return told


def has_ways(board: Board, viewer: int) -> bool:
    """Are so few hands hidden from the viewer that the ways they may have been dealt can be told?"""
    return int(board.seats) <= (3 if viewer < board.seats else 2)


def shown(board: Board, mind: Mind, viewer: int, card: int, seat: int) -> Mind:
    """The viewer sees that this seat holds the card."""
    if has_ways(board, viewer):
        return ways.shown(mind, card, seat)
    return stories.shown(board.box, mind, card, seat)


def lacking(board: Board, mind: Mind, viewer: int, cards: int, seat: int) -> Mind:
    """R16: the viewer concludes that this seat holds none of these cards."""
    if cards == 0:
        return mind
    return ways.lacking(mind, cards, seat) if has_ways(board, viewer) else stories.lacking(mind, cards, seat)


def know_the_deal(board: Board) -> None:
    """§2.1: from here on everybody remembers."""
    board.at_first = board.hands[:]
    board.minds = [None] * MOST_HANDS
    board.news = vec[i64](capacity=NEWS_EXPECTED)


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
    board.news = append(board.news, what)


assert bit(CARD_BITS) > 30, "a card's number must fit into its bits"
