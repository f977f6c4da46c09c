"""Figures about games of Palazzo, and states on which the time for `legal` is measured."""

from collections.abc import Mapping

from capomastro.core.chance import seeded
from capomastro.games.palazzo.rules.board import BIDDING, OPENING_BID, RIDERS
from capomastro.games.palazzo.rules.money import ALL_MONEY, NO_CURRENCY, card_count, nth_card, one_of
from capomastro.games.palazzo.rules.state import State, bare
from capomastro.games.palazzo.rules.tiles import count_tiles

HAND_SIZES = (5, 15, 30, 45)


def bidding_with(seats: int, cards: int) -> State:
    """The second seat is to overbid and holds this many cards."""
    rng = seeded(cards)
    state = bare(seats, seeded(0))
    deck = ALL_MONEY
    for _ in range(cards):
        card = one_of(nth_card(deck, rng.randrange(card_count(deck))))
        state.hands[1] += card
        deck -= card
    state.deck = deck
    state.phase = BIDDING
    state.actor = 1
    state.bidders = 3
    state.standing = OPENING_BID
    state.worth[0] = OPENING_BID
    state.currency[1] = NO_CURRENCY
    return state


def benchmarks(seats: int) -> dict[str, State]:
    return {str(cards): bidding_with(seats, cards) for cards in HAND_SIZES}


def statistics(state: State) -> Mapping[str, float]:
    """What a finished game was like."""
    palazzi = sum(state.palazzo(seat, site) != 0 for seat in range(state.seats) for site in range(state.sites[seat]))
    held = sum(int(card_count(state.hands[seat])) for seat in range(state.seats))
    return {
        "turns": int(state.turns),
        "palazzi per seat": palazzi / int(state.seats),
        "cards left per seat": held / int(state.seats),
        "tiles in the box": int(count_tiles(state.box)),
        "ended by standstill": float(state.riders < RIDERS),
    }
