"""The auction (§7)."""

from mypy_extensions import i64

from capomastro.core.chance import shl
from capomastro.games.palazzo.rules import event_codes as codes
from capomastro.games.palazzo.rules.board import BIDDING, LARGE_LOT, OPENING_BID, RAISING, Board
from capomastro.games.palazzo.rules.building import choose_draft, choose_tile
from capomastro.games.palazzo.rules.money import NO_CURRENCY
from capomastro.games.palazzo.rules.paying import begin_payment, commit, lay
from capomastro.games.palazzo.rules.steps import PASS
from capomastro.games.palazzo.rules.tiles import count_tiles
from capomastro.games.palazzo.rules.turn import end_turn


def open_auction(board: Board) -> None:
    """§7.1–7.3, §8: the builder goes to the next quarry with tiles."""
    quarry = board.next_quarry()
    tiles = board.quarries[quarry]
    if tiles == 0:
        board.announce(codes.NOTHING_TO_AUCTION, board.actor)
        end_turn(board)
        return
    board.builder = quarry
    board.announce(codes.BUILDER_MOVED, board.actor, quarry)
    if count_tiles(tiles) >= LARGE_LOT:
        board.quarries[quarry] = 0
        board.pending = tiles
        board.drafters = board.seats
        board.announce(codes.DRAFT_OPENED, board.actor, tiles)
        choose_draft(board)
        return
    for seat in range(board.seats):
        board.laid[seat] = 0
        board.worth[seat] = 0
        board.currency[seat] = NO_CURRENCY
    board.bidders = shl(1, board.seats) - 1
    board.worth[board.actor] = OPENING_BID
    board.standing = OPENING_BID
    board.announce(codes.AUCTION_OPENED, board.actor, tiles)
    board.actor = board.after(board.actor)
    board.phase = BIDDING


def bid(board: Board, action: i64) -> None:
    """§7.4: pass, or begin to lay what overbids."""
    seat = board.actor
    if action == PASS:
        take_back(board, seat)
        return
    begin_payment(board, board.worth[seat], board.currency[seat])
    board.phase = RAISING
    lay(board, action)


def overbid(board: Board) -> None:
    """§7.4: the cards added stay, and this is the bid to beat."""
    seat = board.actor
    worth = board.staged_worth
    board.worth[seat] = worth
    board.currency[seat] = board.staged_currency
    board.standing = worth
    added = commit(board)
    board.laid[seat] += added
    board.announce(codes.OVERBID, seat, added, worth)
    next_bidder(board)


def take_back(board: Board, seat: i64) -> None:
    """§7.5: who passes is out and takes all laid cards back; everybody has seen them."""
    laid = board.laid[seat]
    board.hands[seat] += laid
    board.known[seat] += laid
    board.laid[seat] = 0
    board.worth[seat] = 0
    board.currency[seat] = NO_CURRENCY
    board.bidders &= ~shl(1, seat)
    board.announce(codes.PASSED, seat, laid)
    next_bidder(board)


def next_bidder(board: Board) -> None:
    seat = board.after(board.actor)
    while (board.bidders >> seat) & 1 == 0:
        seat = board.after(seat)
    board.actor = seat
    board.phase = BIDDING
    if board.bidders & (board.bidders - 1) == 0:
        win_lot(board, seat)


def win_lot(board: Board, seat: i64) -> None:
    """§7.6: the last one in discards what he laid and builds the lot."""
    tiles = board.quarries[board.builder]
    paid = board.laid[seat]
    board.quarries[board.builder] = 0
    board.discards += paid
    board.laid[seat] = 0
    board.worth[seat] = 0
    board.currency[seat] = NO_CURRENCY
    board.bidders = 0
    board.standing = 0
    board.pending = tiles
    board.announce(codes.LOT_WON, seat, tiles, paid)
    choose_tile(board)
