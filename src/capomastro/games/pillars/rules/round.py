"""The round: revealing, carrying out, passing on, and the end (§3.3–3.5, §4, §11)."""

from typing import Final

from mypy_extensions import i64

from capomastro.games.pillars.rules import event_codes as codes
from capomastro.games.pillars.rules.board import FROM_CARDS, NOBODY, OVER, STANDSTILL_ROUNDS, SWAPPING, Board
from capomastro.games.pillars.rules.building import begin_master_builder
from capomastro.games.pillars.rules.cards import (
    COUNCILLOR,
    GONDOLIER,
    INVENTOR,
    MASTER_BUILDER,
    MERCHANT,
    PITCH_DIPPER,
    ROLE,
)
from capomastro.games.pillars.rules.cells import none
from capomastro.games.pillars.rules.knowledge import PASSED, PLAYED, know_the_cards
from capomastro.games.pillars.rules.piling import begin_pitch_dipper
from capomastro.games.pillars.rules.stacks import begin_councillor

CARD_POINTS: Final = 6


def reveal(board: Board) -> None:
    """§3.3: all cards chosen are turned up together; then the start player begins."""
    know_the_cards(board, PLAYED)
    board.shown += 1
    seat = board.start
    for _nth in range(board.seats):
        kind = board.kind_played(seat)
        board.played[ROLE[kind]] += 1
        board.announce(codes.REVEALED, seat, kind)
        seat = board.after(seat)
    board.actor = board.start
    carry_out(board)


def carry_out(board: Board) -> None:
    """§3.3: the actor's card and those after it, until somebody has something to decide or the round ends."""
    while True:
        if begin_card(board):
            return
        board.actor = board.after(board.actor)
        if board.actor == board.start:
            end_round(board)
            return


def next_card(board: Board) -> None:
    """The actor's card is done with; the next seat carries out its own."""
    board.left = 0
    board.actor = board.after(board.actor)
    if board.actor == board.start:
        end_round(board)
    else:
        carry_out(board)


def begin_card(board: Board) -> bool:
    """§4: begins the actor's card; is there anything to decide? A card that can do nothing has no effect (§4.6)."""
    seat = board.actor
    kind = board.kind_played(seat)
    role = ROLE[kind]
    effect = False
    decide = False
    if role == COUNCILLOR:
        decide = begin_councillor(board, kind)
    elif role == PITCH_DIPPER:
        decide = begin_pitch_dipper(board, kind)
    elif role == MASTER_BUILDER:
        decide = begin_master_builder(board, kind)
    elif role == GONDOLIER:
        effect = board_gondola(board, seat)
    else:
        effect = claim_points(board, seat, role, kind)
    if not decide:
        board.left = 0
        if not effect:
            board.fizzled[role] += 1
            board.announce(codes.NO_EFFECT, seat, kind)
    return decide


def board_gondola(board: Board, seat: i64) -> bool:
    """§4.4: a marker of one's supply on the gondola; the one there goes home for nothing."""
    if board.markers(seat) == 0:
        return False
    before = board.gondola
    board.gondola = seat
    board.announce(codes.BOARDED, seat, 0 if before == NOBODY else before + 1)
    return True


def claim_points(board: Board, seat: i64, role: i64, kind: i64) -> bool:
    """§4.5: 6 points if anybody plays the role that this card waits for, before or after."""
    awaited: i64 = MASTER_BUILDER
    if role == INVENTOR:
        awaited = PITCH_DIPPER
    elif role == MERCHANT:
        awaited = COUNCILLOR
    for other in range(board.seats):
        if ROLE[board.kind_played(other)] == awaited:
            board.earn(seat, FROM_CARDS, CARD_POINTS)
            board.announce(codes.SIX_POINTS, seat, kind, CARD_POINTS)
            return True
    return False


def end_round(board: Board) -> None:
    """§3.4, §3.5, §11.3: cards go to the left; the start-player card too if a symbol was played."""
    symbol = board.chosen & board.box.symbols != 0
    pass_on(board)
    if board.pile_this_round:
        board.idle_rounds = 0
    else:
        board.idle_rounds += 1
    board.pile_this_round = False
    if board.idle_rounds >= STANDSTILL_ROUNDS:
        end(board, codes.BY_STANDSTILL)
        return
    if symbol:
        board.start = board.after(board.start)
        board.announce(codes.START_MOVED, board.start)
    board.actor = board.start
    board.round += 1
    board.phase = SWAPPING
    board.announce(codes.ROUND_BEGAN, board.start, board.round)


def pass_on(board: Board) -> None:
    """§3.4: everybody gives the card played to the left."""
    know_the_cards(board, PASSED)
    last = board.seats - 1
    carried = board.card_of(last)
    for seat in range(board.seats):
        card = board.card_of(seat)
        board.announce(codes.PASSED_ON, seat, board.kind_played(seat), board.after(seat))
        board.hands[seat] += carried - card
        carried = card
    board.chosen = 0
    board.ready = 0


def end(board: Board, reason: i64) -> None:
    board.phase = OVER
    board.over = True
    board.left = 0
    board.begun = none()
    board.starts = none()
    board.announce(codes.ENDED, board.actor, reason)
