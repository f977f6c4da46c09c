"""Writes the tensor of Palazzo: what `view` tells a seat, as bytes. `observation.py` says what each of them means.

Seats are counted from the one that looks: itself first, then those to its left. What others may not see of a payment or
a rebuild under way (§13.4) is written for its own seat only, and hands (§13.1) until the game is over.

What was written is kept beside the row, and only what has changed is written. One step later less need be compared: no
tile of the market moves unless one is drawn or others are to be built, and no palazzo changes but one of the seat that
had a tile to put somewhere.
"""

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.observer import Observer, capped, one_at, put_flags
from capomastro.core.position import Position
from capomastro.games.palazzo.rules import row
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
from capomastro.games.palazzo.rules.state import State
from capomastro.games.palazzo.rules.steps import SITES
from capomastro.games.palazzo.rules.tiles import TILES, windows_of


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
    out[at] = row.CARDS[money & 255] | row.CARDS[(money >> 8) & 255] << 32
    out[at + 1] = row.CARDS[(money >> 16) & 255] | row.CARDS[(money >> 24) & 63] << 32 | (money >> 30) << 56


class PalazzoObserver(Observer):
    """Writes rows of Palazzo."""

    def __init__(self, seats: i64, perfect_information: bool) -> None:
        super().__init__(seats, perfect_information, row.words_of(seats), row.SEATS_KEPT + row.SEAT_KEPT * seats)

    def write(self, position: Position, seat: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
        assert isinstance(position, State)
        put_market(position, out, at + row.SETS, kept, kept_at + row.SETS_KEPT)
        for builder in range(position.seats):
            look_at_palazzi(position, builder, kept, kept_at + row.SEATS_KEPT)
        self.put_rest(position, seat, out, at, kept, kept_at)

    def follow(self, position: Position, seat: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
        assert isinstance(position, State)
        draws_kept = kept_at + row.DRAWS_KEPT
        pending_kept = kept_at + row.PENDING_KEPT
        if position.chance.draws != kept[draws_kept] or position.pending != kept[pending_kept]:
            put_market(position, out, at + row.SETS, kept, kept_at + row.SETS_KEPT)
        builder_kept = kept_at + row.BUILDER_KEPT
        builder = kept[builder_kept] - 1
        if builder >= 0:
            look_at_palazzi(position, builder, kept, kept_at + row.SEATS_KEPT)
        self.put_rest(position, seat, out, at, kept, kept_at)

    def put_rest(self, state: State, seat: i64, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
        """Figures, money and all seats."""
        everything = self.perfect_information
        inside = seat == state.actor or everything
        phase = state.phase if inside else seen_from_outside(state.phase)
        put_figures(state, seat, phase, out, at)
        open_kept = kept_at + row.OPEN_KEPT
        if state.open != kept[open_kept]:
            put_money(state.open, out, at + row.OPEN, kept, open_kept)
        discards_kept = kept_at + row.DISCARDS_KEPT
        if state.discards != kept[discards_kept]:
            put_money(state.discards, out, at + row.DISCARDS, kept, discards_kept)
        deck = state.deck if state.deck_known or everything else i64(0)
        deck_kept = kept_at + row.DECK_KEPT
        if deck != kept[deck_kept]:
            put_money(deck, out, at + row.DECK, kept, deck_kept)
        paying = inside and (phase == PAYING or phase == RAISING or phase == REBUILDING or phase == MOVING)
        paying_kept = kept_at + row.PAYING_KEPT
        if paying or kept[paying_kept] != 0:
            put_payment(state, paying, out, at, kept, kept_at)
        puts_a_tile = state.phase == PLACING or state.phase == REBUILDING or state.phase == MOVING
        kept[kept_at + row.BUILDER_KEPT] = state.actor + 1 if puts_a_tile else i64(0)
        kept[kept_at + row.DRAWS_KEPT] = state.chance.draws
        at += row.FIRST_SEAT
        place_kept = kept_at + row.SEATS_KEPT
        mine = place_kept + row.SEAT_KEPT * seat
        other = seat
        for _place in range(state.seats):
            seat_shown = place_kept + row.SEAT_SHOWN
            if kept[seat_shown] != other + 1:
                put_palazzi(other, out, at + row.PALAZZI, kept, mine, place_kept)
            hand = state.hands[other]
            cards = card_count(hand)
            if other == state.actor and other != seat:  # §13.4: for the others, what is staged is still in hand
                cards += card_count(state.staged)
            if other != seat and phase != OVER and not everything:
                hand = 0
            hand_kept = place_kept + row.HAND_KEPT
            if hand != kept[hand_kept]:
                put_money(hand, out, at + row.HAND, kept, hand_kept)
            known = state.known[other]
            known_kept = place_kept + row.KNOWN_KEPT
            if known != kept[known_kept]:
                put_money(known, out, at + row.KNOWN, kept, known_kept)
            laid = state.laid[other]
            laid_kept = place_kept + row.LAID_KEPT
            if laid != kept[laid_kept]:
                put_money(laid, out, at + row.LAID, kept, laid_kept)
            bid = (state.bidders >> other) & 1 | capped(state.worth[other]) << 8
            if state.currency[other] != NO_CURRENCY:
                bid |= (1 + state.currency[other]) << 16
            points_kept = mine + row.POINTS_KEPT
            sites_kept = mine + row.SITES_KEPT
            out[at + row.SEAT_FIGURES] = cards | bid << 8 | kept[points_kept] | kept[sites_kept] << 48
            at += row.SEAT_WORDS
            place_kept += row.SEAT_KEPT
            other += 1
            mine += row.SEAT_KEPT
            if other == state.seats:
                other = 0
                mine = kept_at + row.SEATS_KEPT


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
    out[at + row.PHASE] = first
    out[at + row.PHASE + 1] = second
    actor = state.actor - seat if state.actor >= seat else state.actor - seat + state.seats
    turn = state.turn - seat if state.turn >= seat else state.turn - seat + state.seats
    out[at + row.SEATS_NAMED] = one_at(actor) | one_at(4 + turn)
    out[at + row.FIGURES] = (
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
    out[at + row.FIGURES + 1] = (
        placing
        | capped(state.standing) << 24
        | capped(state.turns) << 32
        | card_count(state.deck) << 40
        | state.idle_turns << 48
    )


def put_market(state: State, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """The tiles in the warehouse, the quarries and the stacks, and those won."""
    if state.warehouse != kept[kept_at]:
        put_flags(state.warehouse, row.SET_WORDS, out, at, kept, kept_at)
    quarries = state.quarries
    for quarry in range(i64(QUARRIES)):
        at += row.SET_WORDS
        kept_at += 1
        if quarries[quarry] != kept[kept_at]:
            put_flags(quarries[quarry], row.SET_WORDS, out, at, kept, kept_at)
    stacks = state.stacks
    for stack in range(i64(STACKS)):
        at += row.SET_WORDS
        kept_at += 1
        if stacks[stack] != kept[kept_at]:
            put_flags(stacks[stack], row.SET_WORDS, out, at, kept, kept_at)
    at += row.SET_WORDS
    kept_at += 1
    if state.pending != kept[kept_at]:
        put_flags(state.pending, row.SET_WORDS, out, at, kept, kept_at)


def put_payment(state: State, paying: bool, out: vec[i64], at: i64, kept: vec[i64], kept_at: i64) -> None:
    """§13.4: the payment or rebuild under way, for its own seat."""
    payment: i64 = 0
    staged: i64 = 0
    chosen: i64 = 0
    kept[kept_at + row.PAYING_KEPT] = 0
    if paying:
        kept[kept_at + row.PAYING_KEPT] = 1
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
    out[at + row.PAYMENT] = payment
    if staged != kept[kept_at + row.STAGED_KEPT]:
        put_money(staged, out, at + row.STAGED, kept, kept_at + row.STAGED_KEPT)
    if chosen != kept[kept_at + row.CHOSEN_KEPT]:
        put_flags(chosen, row.SET_WORDS, out, at + row.CHOSEN, kept, kept_at + row.CHOSEN_KEPT)


def look_at_palazzi(state: State, seat: i64, kept: vec[i64], kept_at: i64) -> None:
    """Words and points of a seat's palazzi, if they have changed; then they stand nowhere in the row as they are."""
    mine = kept_at + row.SEAT_KEPT * seat
    sites = state.sites[seat]
    lot = seat * SITES
    changed = sites != kept[mine + row.SITES_KEPT]
    palazzi = state.palazzi
    palazzo_kept = mine + row.PALAZZI_KEPT
    for site in range(lot, lot + sites):
        if i64(palazzi[site]) != kept[palazzo_kept]:
            changed = True
        palazzo_kept += 1
    if not changed:
        return
    kept[mine + row.SITES_KEPT] = sites
    for site in range(sites):
        palazzo = state.palazzo(seat, site)
        kept[mine + row.PALAZZI_KEPT + site] = palazzo
        low = row.FLOOR_WORDS[palazzo & 255] + row.FLOOR_WORDS[256 + ((palazzo >> 8) & 255)]
        kept[mine + row.PALAZZI_WORDS + site] = low + row.FLOOR_WORDS[512 + (palazzo >> 16)]
    points = state.score(seat)
    kept[mine + row.POINTS_KEPT] = capped(points) << 32 if points >= 0 else capped(-points) << 40
    for place in range(state.seats):
        if kept[kept_at + row.SEAT_KEPT * place + row.SEAT_SHOWN] == seat + 1:
            kept[kept_at + row.SEAT_KEPT * place + row.SEAT_SHOWN] = 0


def put_palazzi(seat: i64, out: vec[i64], at: i64, kept: vec[i64], mine: i64, place_kept: i64) -> None:
    """A seat's palazzi at a place of the row."""
    kept[place_kept + row.SEAT_SHOWN] = seat + 1
    sites = kept[mine + row.SITES_KEPT]
    word_kept = mine + row.PALAZZI_WORDS
    for word in range(at, at + sites):
        out[word] = kept[word_kept]
        word_kept += 1
    for word in range(at + sites, at + kept[place_kept + row.SITES_SHOWN]):
        out[word] = 0
    kept[place_kept + row.SITES_SHOWN] = sites


assert TILES == row.SET_WORDS * 8, "a set of tiles fills its words"
