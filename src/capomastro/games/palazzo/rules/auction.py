"""The auction (§7)."""

from mypy_extensions import i64

from capomastro.core.chance import shl
from capomastro.games.palazzo.rules import event_codes as note
from capomastro.games.palazzo.rules.board import BIDDING, LARGE_LOT, OPENING_BID, RAISING, Board
from capomastro.games.palazzo.rules.building import choose_draft, choose_tile
from capomastro.games.palazzo.rules.money import NO_CURRENCY
from capomastro.games.palazzo.rules.paying import begin_payment, commit, lay
from capomastro.games.palazzo.rules.steps import PASS
from capomastro.games.palazzo.rules.tiles import count_tiles
from capomastro.games.palazzo.rules.turn import end_turn


def open_auction(table: Board) -> None:
    """§7.1–7.3, §8: the builder goes to the next quarry with tiles."""
    quarry = table.next_quarry()
    tiles = table.quarries[quarry]
    if tiles == 0:
        table.announce(note.NOTHING_TO_AUCTION, table.actor)
        end_turn(table)
        return
    table.builder = quarry
    table.announce(note.BUILDER_MOVED, table.actor, quarry)
    if count_tiles(tiles) >= LARGE_LOT:
        table.quarries[quarry] = 0
        table.pending = tiles
        table.drafters = table.seats
        table.announce(note.DRAFT_OPENED, table.actor, tiles)
        choose_draft(table)
        return
    for seat in range(table.seats):
        table.laid[seat] = 0
        table.worth[seat] = 0
        table.currency[seat] = NO_CURRENCY
    table.bidders = shl(1, table.seats) - 1
    table.worth[table.actor] = OPENING_BID
    table.standing = OPENING_BID
    table.announce(note.AUCTION_OPENED, table.actor, tiles)
    table.actor = table.after(table.actor)
    table.phase = BIDDING


def bid(table: Board, action: i64) -> None:
    """§7.4: pass, or begin to lay what overbids."""
    seat = table.actor
    if action == PASS:
        take_back(table, seat)
        return
    begin_payment(table, table.worth[seat], table.currency[seat])
    table.phase = RAISING
    lay(table, action)


def overbid(table: Board) -> None:
    """§7.4: the cards added stay, and this is the bid to beat."""
    seat = table.actor
    worth = table.staged_worth
    table.worth[seat] = worth
    table.currency[seat] = table.staged_currency
    table.standing = worth
    added = commit(table)
    table.laid[seat] += added
    table.announce(note.OVERBID, seat, added, worth)
    next_bidder(table)


def take_back(table: Board, seat: i64) -> None:
    """§7.5: who passes is out and takes all laid cards back; everybody has seen them."""
    laid = table.laid[seat]
    table.hands[seat] += laid
    table.known[seat] += laid
    table.laid[seat] = 0
    table.worth[seat] = 0
    table.currency[seat] = NO_CURRENCY
    table.bidders &= ~shl(1, seat)
    table.announce(note.PASSED, seat, laid)
    next_bidder(table)


def next_bidder(table: Board) -> None:
    seat = table.after(table.actor)
    while (table.bidders >> seat) & 1 == 0:
        seat = table.after(seat)
    table.actor = seat
    table.phase = BIDDING
    if table.bidders & (table.bidders - 1) == 0:
        win_lot(table, seat)


def win_lot(table: Board, seat: i64) -> None:
    """§7.6: the last one in discards what he laid and builds the lot."""
    tiles = table.quarries[table.builder]
    paid = table.laid[seat]
    table.quarries[table.builder] = 0
    table.discards += paid
    table.laid[seat] = 0
    table.worth[seat] = 0
    table.currency[seat] = NO_CURRENCY
    table.bidders = 0
    table.standing = 0
    table.pending = tiles
    table.announce(note.LOT_WON, seat, tiles, paid)
    choose_tile(table)
