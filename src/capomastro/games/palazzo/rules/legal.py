"""What the actor may do: the one place that decides which steps are legal.

Each function writes steps into `out`, ascending, and returns how many there are.
"""

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.games.palazzo.rules.board import (
    BIDDING,
    BUILDING,
    DISCARDING,
    DRAFTING,
    MARKET,
    MOVING,
    PAYING,
    PICKING,
    PLACING,
    RAISING,
    REBUILDING,
    TURN,
    Board,
)
from capomastro.games.palazzo.rules.money import (
    CERTIFICATE,
    CERTIFICATE_SHIFT,
    NO_CURRENCY,
    PLAIN_CARDS,
    best_in,
    holds_trio,
    largest_payment,
    reach,
    reach_without,
)
from capomastro.games.palazzo.rules.palazzi import FLOOR_BITS, FLOORS, fits_on_top, has_floor, is_single, single_tile
from capomastro.games.palazzo.rules.steps import (
    AUCTION,
    BOX,
    BUILD,
    BUY,
    DISCARD,
    DONE,
    LAY,
    MOVE,
    NEW,
    OUT,
    PASS,
    PICK,
    PUT,
    RAZE,
    REBUILD,
    REVEAL,
    TAKE,
    TRIO,
)
from capomastro.games.palazzo.rules.tiles import count_tiles, floor_of, kinds_in, lowest, minus


def fill_legal(board: Board, out: vec[i64]) -> i64:
    """Writes the actor's legal steps, ascending, and returns how many there are."""
    phase = board.phase
    if phase == PICKING:
        return fill_cards(out, PICK, board.open)
    if phase == PLACING:
        return fill_places(board, out)
    if phase == TURN:
        return fill_turn(board, out)
    if phase == BIDDING:
        out[0] = PASS
        seat = board.actor
        return fill_payment(board, out, 1, board.worth[seat], board.currency[seat], board.standing + 1)
    if phase == RAISING:
        return fill_done(board, out, board.standing + 1)
    if phase == PAYING:
        return fill_purchase(board, out)
    if phase == MARKET:
        return fill_market(board, out)
    if phase == BUILDING or phase == DRAFTING:
        return fill_tiles(out, 0, BUILD, board.pending)
    if phase == DISCARDING:
        return fill_cards(out, DISCARD, board.hands[board.actor])
    if phase == REBUILDING:
        return fill_rebuilds(board, out)
    if phase == MOVING:
        return fill_entries(board, out)
    return 0


def fill_turn(board: Board, out: vec[i64]) -> i64:
    """§3.1: take money, reveal tiles, or rebuild."""
    count: i64 = 0
    if board.money_at_hand() > board.seats:  # §4.3
        out[0] = TAKE
        count = 1
    out[count] = REVEAL
    count += 1
    if board.hands[board.actor] != 0 and board.sites[board.actor] != 0:  # §9.1
        out[count] = REBUILD
        count += 1
    return count


def fill_cards(out: vec[i64], family: i64, money: i64) -> i64:
    """One step of the family for each different card of a pile."""
    count: i64 = 0
    plain = money & PLAIN_CARDS
    step = family
    while plain:
        if plain & 3:
            out[count] = step
            count += 1
        plain >>= 2
        step += 1
    if money >> CERTIFICATE_SHIFT:
        out[count] = family + CERTIFICATE
        count += 1
    return count


def fill_tiles(out: vec[i64], count: i64, family: i64, tiles: i64) -> i64:
    """One step of the family for each different tile of a set."""
    rest = kinds_in(tiles)
    while rest:
        out[count] = family + lowest(rest)
        count += 1
        rest &= rest - 1
    return count


def fill_market(board: Board, out: vec[i64]) -> i64:
    """§5.3: auction, or buy what one can pay (§6.4)."""
    out[0] = AUCTION
    if largest_payment(board.hands[board.actor]) < board.price():
        return 1
    return fill_tiles(out, 1, BUY, board.warehouse)


def fill_purchase(board: Board, out: vec[i64]) -> i64:
    """§6.1, §6.3: a second tile, until money is laid; cards; done when they suffice."""
    count = fill_done(board, out, board.cost())
    one_chosen = board.staged == 0 and count_tiles(board.chosen) == 1
    if one_chosen and largest_payment(board.hands[board.actor]) >= 2 * board.price():
        return fill_tiles(out, count, BUY, minus(board.warehouse, board.chosen))
    return count


def fill_done(board: Board, out: vec[i64], need: i64) -> i64:
    """A payment under way: done if it suffices, and every card that can still lead to that."""
    count: i64 = 0
    if board.staged_worth >= need:
        out[0] = DONE
        count = 1
    return fill_payment(board, out, count, board.staged_worth, board.staged_currency, need)


def fill_payment(board: Board, out: vec[i64], count: i64, worth: i64, currency: i64, need: i64) -> i64:
    """§10: cards and trios out of the actor's hand with which a payment can still reach what is needed (§10.5)."""
    hand = board.hands[board.actor]
    packed = reach(hand)
    short = need - worth
    if best_in(packed, currency) < short:
        return count
    kind: i64 = 0
    rest = hand & PLAIN_CARDS
    while rest:
        if rest & 3:
            tie = kind % 3
            if tie == currency or currency == NO_CURRENCY:
                value = 3 + kind // 3
                if value >= short or value + best_in(reach_without(packed, hand, kind), tie) >= short:
                    out[count] = LAY + kind
                    count += 1
        rest >>= 2
        kind += 1
    certificates = hand >> CERTIFICATE_SHIFT
    if certificates:
        if 2 + best_in(reach_without(packed, hand, CERTIFICATE), currency) >= short:
            out[count] = LAY + CERTIFICATE
            count += 1
        if certificates >= 3:
            out[count] = TRIO
            count += 1
    for trio in range(1, 6):
        if holds_trio(hand, trio):  # a trio never lowers what a payment can still become
            out[count] = TRIO + trio
            count += 1
    return count


def fill_places(board: Board, out: vec[i64]) -> i64:
    """§11.5–11.7: a new palazzo, the box, or on top of a palazzo."""
    out[0] = NEW
    out[1] = BOX
    count: i64 = 2
    floor = floor_of(board.placing)
    for site in range(board.sites[board.actor]):
        palazzo = board.palazzo(board.actor, site)
        if palazzo != 0 and fits_on_top(palazzo, floor):
            out[count] = PUT + site
            count += 1
    return count


def fill_rebuilds(board: Board, out: vec[i64]) -> i64:
    """§9.2–9.4: remove a single tile, put one in, take one out."""
    seat = board.actor
    count: i64 = 0
    for site in range(board.sites[seat]):
        if is_single(board.palazzo(seat, site)):
            out[count] = RAZE + site
            count += 1
    for site in range(board.sites[seat]):
        palazzo = board.palazzo(seat, site)
        if is_single(palazzo) and has_entry(board, seat, site, floor_of(single_tile(palazzo))):
            out[count] = MOVE + site
            count += 1
    for site in range(board.sites[seat]):
        palazzo = board.palazzo(seat, site)
        if palazzo != 0 and not is_single(palazzo):
            step = OUT + FLOORS * site
            while palazzo:
                if palazzo & FLOOR_BITS:
                    out[count] = step
                    count += 1
                palazzo >>= 4
                step += 1
    return count


def can_enter(board: Board, seat: i64, site: i64, moved: i64, floor: i64) -> bool:
    """§9.3: another palazzo in which the floor is free."""
    palazzo = board.palazzo(seat, site)
    return site != moved and palazzo != 0 and not has_floor(palazzo, floor)


def has_entry(board: Board, seat: i64, moved: i64, floor: i64) -> bool:
    for site in range(board.sites[seat]):
        if can_enter(board, seat, site, moved, floor):
            return True
    return False


def fill_entries(board: Board, out: vec[i64]) -> i64:
    count: i64 = 0
    floor = floor_of(single_tile(board.palazzo(board.actor, board.moving)))
    for site in range(board.sites[board.actor]):
        if can_enter(board, board.actor, site, board.moving, floor):
            out[count] = PUT + site
            count += 1
    return count
