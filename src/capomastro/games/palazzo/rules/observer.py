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
from capomastro.games.palazzo.rules.palazzi import FLOORS, score_of
from capomastro.games.palazzo.rules.state import State
from capomastro.games.palazzo.rules.steps import SITES
from capomastro.games.palazzo.rules.tiles import TILES, windows_of

# Where things stand in a row, in words.
PHASE: Final = 0
SEATS_NAMED: Final = 2
FIGURES: Final = 3
PAYMENT: Final = 5
MONEY: Final = 6  # open, discards, deck, staged
SETS: Final = 14  # warehouse, quarries, stacks, pending, chosen
FIRST_SEAT: Final = 74
# Where things stand in the words of a seat.
SEAT_FIGURES: Final = 0
HAND: Final = 1
KNOWN: Final = 3
LAID: Final = 5
PALAZZI: Final = 7
SEAT_WORDS: Final = 55

MONEY_WORDS: Final = 2
SET_WORDS: Final = 6
SET_COUNT: Final = 10  # sets of tiles, each kept to see whether it is still the same


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


def put_money(out: vec[i64], at: i64, money: i64) -> None:
    """A byte for each kind of card; the certificates are the last."""
    out[at] = CARDS[money & 255] | CARDS[(money >> 8) & 255] << 32
    out[at + 1] = CARDS[(money >> 16) & 255] | CARDS[(money >> 24) & 63] << 32 | (money >> 30) << 56


class PalazzoObserver(Observer):
    """Writes rows of Palazzo."""

    def __init__(self, seats: i64, perfect_information: bool) -> None:
        super().__init__(seats, perfect_information, words_of(seats), SET_COUNT)

    def write(self, position: Position, seat: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
        assert isinstance(position, State)
        state = position
        inside = seat == state.actor or self.perfect_information
        phase = state.phase if inside else seen_from_outside(state.phase)
        put_figures(state, seat, phase, out, at)
        put_sets(state, inside, out, at + SETS, kept, kept_at)
        put_payment(state, phase, inside, out, at)
        money = at + MONEY
        put_money(out, money, state.open)
        put_money(out, money + MONEY_WORDS, state.discards)
        deck = state.deck if state.deck_known or self.perfect_information else i64(0)
        put_money(out, money + 2 * MONEY_WORDS, deck)
        other = seat
        first = at + FIRST_SEAT
        for _nth in range(state.seats):
            shown = other == seat or phase == OVER or self.perfect_information
            put_seat(state, other, seat, shown, out, first)
            first += SEAT_WORDS
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


def put_sets(state: State, inside: bool, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """The sets of tiles. Most of them stay the same for many steps, and are then left as they are."""
    put_set(out, at, state.warehouse, kept, kept_at)
    for quarry in range(QUARRIES):
        put_set(out, at + SET_WORDS * (1 + quarry), state.quarries[quarry], kept, kept_at + 1 + quarry)
    for stack in range(STACKS):
        put_set(out, at + SET_WORDS * (5 + stack), state.stacks[stack], kept, kept_at + 5 + stack)
    put_set(out, at + SET_WORDS * 8, state.pending, kept, kept_at + 8)
    put_set(out, at + SET_WORDS * 9, state.chosen if inside else i64(0), kept, kept_at + 9)


def put_set(out: vec[i64], at: i64, tiles: i64, kept: vec[i64], kept_at: i64) -> None:
    if kept[kept_at] != tiles:
        kept[kept_at] = tiles
        put_flags(out, at, tiles, SET_WORDS)


def put_payment(state: State, phase: i64, inside: bool, out: vec[i64], at: i64) -> None:
    """§13.4: the payment or rebuild under way, for its own seat."""
    payment: i64 = 0
    staged: i64 = 0
    if inside and (phase == PAYING or phase == RAISING or phase == REBUILDING or phase == MOVING):
        staged = state.staged
        need: i64 = 0
        if phase == PAYING:
            need = state.cost()
        elif phase == RAISING:
            need = state.standing + 1
        payment = capped(state.staged_worth) | capped(need) << 8
        if state.staged_currency != NO_CURRENCY:
            payment |= (1 + state.staged_currency) << 16
        if phase == MOVING:
            payment |= (1 + state.moving) << 24
    out[at + PAYMENT] = payment
    put_money(out, at + MONEY + 3 * MONEY_WORDS, staged)


def put_seat(state: State, seat: i64, viewer: i64, shown: bool, out: vec[i64], at: i64) -> None:
    """What is known of one seat."""
    cards = card_count(state.hands[seat])
    if seat == state.actor and seat != viewer:
        cards += card_count(state.staged)
    put_money(out, at + HAND, state.hands[seat] if shown else i64(0))
    put_money(out, at + KNOWN, state.known[seat])
    put_money(out, at + LAID, state.laid[seat])
    currency: i64 = 0
    if state.currency[seat] != NO_CURRENCY:
        currency = 1 + state.currency[seat]
    written = (out[at + SEAT_FIGURES] >> 48) & 255
    sites = state.sites[seat]
    points: i64 = 0
    first = at + PALAZZI
    lot = SITES * seat
    for site in range(sites):
        palazzo = i64(state.palazzi[lot + site])
        out[first + site] = (
            FLOOR_WORDS[palazzo & 255] + FLOOR_WORDS[256 + ((palazzo >> 8) & 255)] + FLOOR_WORDS[512 + (palazzo >> 16)]
        )
        points += score_of(palazzo)
    for site in range(sites, written):
        out[first + site] = 0
    score = points << 32 if points >= 0 else -points << 40
    bidding = (state.bidders >> seat) & 1
    out[at + SEAT_FIGURES] = (
        cards | bidding << 8 | capped(state.worth[seat]) << 16 | currency << 24 | score | sites << 48
    )


assert TILES == SET_WORDS * 8, "a set of tiles fills its words"
