"""Writes the tensor of Palazzo: what `view` tells a seat, as bytes. `observation.py` says what each of them means.

Seats are counted from the one that looks: itself first, then those to its left. What others may not see of a payment or
a rebuild under way (§13.4) is written for its own seat only, and hands (§13.1) until the game is over.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.observer import Observer, capped, one_at, put_flags
from capomastro.core.position import Position
from capomastro.games.palazzo.rules.board import (
    BIDDING,
    DISCARDING,
    MARKET,
    MOVING,
    OVER,
    PAYING,
    PLACING,
    QUARRIES,
    RAISING,
    REBUILDING,
    STACKS,
    TURN,
)
from capomastro.games.palazzo.rules.money import NO_CURRENCY, card_count
from capomastro.games.palazzo.rules.palazzi import FLOORS
from capomastro.games.palazzo.rules.state import State
from capomastro.games.palazzo.rules.steps import SITES
from capomastro.games.palazzo.rules.tiles import TILES, windows_of

# Where things stand in a row, in words.
PHASE: Final = 0
SEATS_NAMED: Final = 2
FIGURES: Final = 3
PAYMENT: Final = 5
OPEN: Final = 6
DISCARDS: Final = 8
DECK: Final = 10
STAGED: Final = 12
SETS: Final = 14  # warehouse, quarries, stacks, pending
CHOSEN: Final = 68
FIRST_SEAT: Final = 74
# Where things stand in the words of a seat.
SEAT_FIGURES: Final = 0
HAND: Final = 1
KNOWN: Final = 3
LAID: Final = 5
PALAZZI: Final = 7
SEAT_WORDS: Final = 55

SET_WORDS: Final = 6
# What is kept beside a row, as it was written: piles of money, sets of tiles, and of each seat what follows.
OPEN_KEPT: Final = 0
DISCARDS_KEPT: Final = 1
DECK_KEPT: Final = 2
STAGED_KEPT: Final = 3
SETS_KEPT: Final = 4
CHOSEN_KEPT: Final = 13
PAYING_KEPT: Final = 14  # whether there is a payment
SEATS_KEPT: Final = 15
# Of a seat, wherever it stands: its palazzi, the words for them, and what they score.
SITES_KEPT: Final = 0
POINTS_KEPT: Final = 1  # at their bytes
PALAZZI_KEPT: Final = 2
PALAZZI_WORDS: Final = 50
# Of a place in the row: which seat stands there, counted from 1, and what was written for it.
SEAT_SHOWN: Final = 98
SITES_SHOWN: Final = 99
HAND_KEPT: Final = 100
KNOWN_KEPT: Final = 101
LAID_KEPT: Final = 102
SEAT_KEPT: Final = 103


def words_of(seats: i64) -> i64:
    return FIRST_SEAT + SEAT_WORDS * seats


def _counts_of_cards() -> list[int]:
    """For eight bits of a pile, that is four kinds of cards, a byte for each that counts it."""
    return [sum([(bits >> 2 * kind & 3) << 8 * kind for kind in range(4)]) for bits in range(256)]


def _floors() -> list[int]:
    """For each pair of floors and what stands there: the two codes, in byte 5 how many floors, in byte 6 windows."""
    found: list[int] = []
    for pair in range(3):
        for bits in range(256):
            word = 0
            for place in range(2):
                code = bits >> 4 * place & 15
                if code and 2 * pair + place < FLOORS:
                    word += code << 8 * (2 * pair + place)
                    word += (1 << 40) + (int(windows_of(code - 1)) << 48)
            found.append(word)
    return found


CARDS: Final = vec[i64](_counts_of_cards())
FLOOR_WORDS: Final = vec[i64](_floors())


def seen_from_outside(phase: i64) -> i64:
    """§13.4: what a phase looks like to other seats; a test compares it with the table of phases."""
    if phase == PAYING:
        return MARKET
    if phase == RAISING:
        return BIDDING
    if phase == DISCARDING or phase == REBUILDING or phase == MOVING:
        return TURN
    return phase


def put_money(money: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """A byte for each kind of card; the certificates are the last."""
    kept[kept_at] = money
    out[at] = CARDS[money & 255] | CARDS[(money >> 8) & 255] << 32
    out[at + 1] = CARDS[(money >> 16) & 255] | CARDS[(money >> 24) & 63] << 32 | (money >> 30) << 56


class PalazzoObserver(Observer):
    """Writes rows of Palazzo. What is still as it was written is seen here, before anything is called."""

    def __init__(self, seats: i64, perfect_information: bool) -> None:
        super().__init__(seats, perfect_information, words_of(seats), SEATS_KEPT + SEAT_KEPT * seats)

    def write(self, position: Position, seat: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
        assert isinstance(position, State)
        state = position
        everything = self.perfect_information
        inside = seat == state.actor or everything
        phase = state.phase if inside else seen_from_outside(state.phase)
        put_figures(state, seat, phase, out, at)
        if state.open != kept[kept_at + OPEN_KEPT]:
            put_money(state.open, out, at + OPEN, kept, kept_at + OPEN_KEPT)
        if state.discards != kept[kept_at + DISCARDS_KEPT]:
            put_money(state.discards, out, at + DISCARDS, kept, kept_at + DISCARDS_KEPT)
        deck = state.deck if state.deck_known or everything else i64(0)
        if deck != kept[kept_at + DECK_KEPT]:
            put_money(deck, out, at + DECK, kept, kept_at + DECK_KEPT)
        paying = inside and (phase == PAYING or phase == RAISING or phase == REBUILDING or phase == MOVING)
        if paying or kept[kept_at + PAYING_KEPT] != 0:
            put_payment(state, paying, out, at, kept, kept_at)
        put_market(state, out, at + SETS, kept, kept_at + SETS_KEPT)
        other = seat
        for place in range(state.seats):
            shown = other == seat or phase == OVER or everything
            put_seat(state, other, place, shown, out, at + FIRST_SEAT, kept, kept_at + SEATS_KEPT)
            other = state.after(other)


def put_figures(state: State, seat: i64, phase: i64, out: vec[i64], at: i64) -> None:
    """What concerns all: the phase, who is to act, the market and how long the game has lasted."""
    first: i64 = 0
    second: i64 = 0
    if phase < 8:
        first = one_at(phase)
    else:
        second = one_at(phase - 8)
    if seat == state.actor:
        second |= one_at(5)
    if state.priced_at_turn_start:
        second |= one_at(6)
    if state.deck_known:
        second |= one_at(7)
    out[at + PHASE] = first
    out[at + PHASE + 1] = second
    actor = state.actor - seat if state.actor >= seat else state.actor - seat + state.seats
    turn = state.turn - seat if state.turn >= seat else state.turn - seat + state.seats
    out[at + SEATS_NAMED] = one_at(actor) | one_at(4 + turn)
    out[at + FIGURES] = (
        one_at(state.builder)
        | state.riders << 32
        | state.price() << 40
        | state.stored_at_turn_start << 48
        | state.drafters << 56
    )
    placing: i64 = 0
    if phase == PLACING:
        tile = state.placing
        placing = (1 + tile // 9) | (1 + tile % 9 // 3) << 8 | windows_of(tile) << 16
    out[at + FIGURES + 1] = (
        placing
        | capped(state.standing) << 24
        | capped(state.turns) << 32
        | card_count(state.deck) << 40
        | state.idle_turns << 48
    )


def put_market(state: State, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """The tiles in the warehouse, the quarries and the stacks, and those won."""
    if state.warehouse != kept[kept_at]:
        put_flags(state.warehouse, SET_WORDS, out, at, kept, kept_at)
    for quarry in range(i64(QUARRIES)):
        if state.quarries[quarry] != kept[kept_at + 1 + quarry]:
            first = at + SET_WORDS * (1 + quarry)
            put_flags(state.quarries[quarry], SET_WORDS, out, first, kept, kept_at + 1 + quarry)
    for stack in range(i64(STACKS)):
        if state.stacks[stack] != kept[kept_at + 5 + stack]:
            first = at + SET_WORDS * (5 + stack)
            put_flags(state.stacks[stack], SET_WORDS, out, first, kept, kept_at + 5 + stack)
    if state.pending != kept[kept_at + 8]:
        put_flags(state.pending, SET_WORDS, out, at + SET_WORDS * 8, kept, kept_at + 8)


def put_payment(state: State, paying: bool, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """§13.4: the payment or rebuild under way, for its own seat."""
    payment: i64 = 0
    staged: i64 = 0
    chosen: i64 = 0
    kept[kept_at + PAYING_KEPT] = 0
    if paying:
        kept[kept_at + PAYING_KEPT] = 1
        staged = state.staged
        chosen = state.chosen
        need: i64 = 0
        if state.phase == PAYING:
            need = state.cost()
        elif state.phase == RAISING:
            need = state.standing + 1
        payment = capped(state.staged_worth) | capped(need) << 8
        if state.staged_currency != NO_CURRENCY:
            payment |= (1 + state.staged_currency) << 16
        if state.phase == MOVING:
            payment |= (1 + state.moving) << 24
    out[at + PAYMENT] = payment
    if staged != kept[kept_at + STAGED_KEPT]:
        put_money(staged, out, at + STAGED, kept, kept_at + STAGED_KEPT)
    if chosen != kept[kept_at + CHOSEN_KEPT]:
        put_flags(chosen, SET_WORDS, out, at + CHOSEN, kept, kept_at + CHOSEN_KEPT)


def put_seat(
    state: State, seat: i64, place: i64, shown: bool, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64
) -> None:
    """What is known of a seat."""
    mine = kept_at + SEAT_KEPT * seat
    at += SEAT_WORDS * place
    kept_at += SEAT_KEPT * place
    sites = state.sites[seat]
    lot = seat * SITES
    changed = sites != kept[mine + SITES_KEPT]
    for site in range(sites):
        if i64(state.palazzi[lot + site]) != kept[mine + PALAZZI_KEPT + site]:
            changed = True
    if changed:
        keep_palazzi(state, seat, kept, mine)
    if changed or kept[kept_at + SEAT_SHOWN] != seat + 1:
        kept[kept_at + SEAT_SHOWN] = seat + 1
        put_palazzi(sites, out, at + PALAZZI, kept, mine, kept_at)
    hand = state.hands[seat]
    cards = card_count(hand)
    if seat == state.actor and place != 0:
        cards += card_count(state.staged)
    if not shown:
        hand = 0
    if hand != kept[kept_at + HAND_KEPT]:
        put_money(hand, out, at + HAND, kept, kept_at + HAND_KEPT)
    if state.known[seat] != kept[kept_at + KNOWN_KEPT]:
        put_money(state.known[seat], out, at + KNOWN, kept, kept_at + KNOWN_KEPT)
    if state.laid[seat] != kept[kept_at + LAID_KEPT]:
        put_money(state.laid[seat], out, at + LAID, kept, kept_at + LAID_KEPT)
    bid = (state.bidders >> seat) & 1 | capped(state.worth[seat]) << 8
    if state.currency[seat] != NO_CURRENCY:
        bid |= (1 + state.currency[seat]) << 16
    out[at + SEAT_FIGURES] = cards | bid << 8 | kept[mine + POINTS_KEPT] | sites << 48


def keep_palazzi(state: State, seat: i64, kept: vec[i64], mine: i64) -> None:
    """Words and points of a seat's palazzi; they can stand at another place of the row when another seat looks."""
    sites = state.sites[seat]
    kept[mine + SITES_KEPT] = sites
    for site in range(sites):
        palazzo = state.palazzo(seat, site)
        kept[mine + PALAZZI_KEPT + site] = palazzo
        low = FLOOR_WORDS[palazzo & 255] + FLOOR_WORDS[256 + ((palazzo >> 8) & 255)]
        kept[mine + PALAZZI_WORDS + site] = low + FLOOR_WORDS[512 + (palazzo >> 16)]
    points = state.score(seat)
    kept[mine + POINTS_KEPT] = capped(points) << 32 if points >= 0 else capped(-points) << 40


def put_palazzi(sites: i64, out: vec[i64], at: i64, kept: vec[i64], mine: i64, kept_at: i64) -> None:
    for site in range(sites):
        out[at + site] = kept[mine + PALAZZI_WORDS + site]
    for site in range(sites, kept[kept_at + SITES_SHOWN]):
        out[at + site] = 0
    kept[kept_at + SITES_SHOWN] = sites


assert TILES == SET_WORDS * 8, "a set of tiles fills its words"
