"""Payments under way: cards leave the hand one by one and are shown only when the payment is finished (§10, §13.4)."""

from mypy_extensions import i64

from capomastro.games.palazzo.rules import event_codes as codes
from capomastro.games.palazzo.rules.board import Board
from capomastro.games.palazzo.rules.money import (
    CERTIFICATE,
    NO_CURRENCY,
    TRIO_WORTH,
    count_of,
    currency_of,
    one_of,
    trio_of,
    worth_of,
)
from capomastro.games.palazzo.rules.steps import LAY, TRIO


def begin_payment(board: Board, worth: i64, currency: i64) -> None:
    board.staged = 0
    board.staged_known = 0
    board.staged_worth = worth
    board.staged_currency = currency


def stage(board: Board, kind: i64) -> None:
    """Moves a card from the actor's hand to the payment under way."""
    card = one_of(kind)
    seat = board.actor
    board.hands[seat] -= card
    if count_of(board.known[seat], kind) > count_of(board.staged_known, kind):
        board.staged_known += card
    board.staged += card


def lay(board: Board, action: i64) -> None:
    """§10.1–10.3: a single card, or a trio at once."""
    cards: i64 = 0
    if action >= TRIO:
        cards = trio_of(action - TRIO)
        if action == TRIO:
            for _nth in range(3):
                stage(board, CERTIFICATE)
        else:
            for kind in range(3 * (action - TRIO) - 3, 3 * (action - TRIO)):
                stage(board, kind)
        board.staged_worth += TRIO_WORTH
    else:
        kind = action - LAY
        cards = one_of(kind)
        stage(board, kind)
        board.staged_worth += worth_of(kind)
        if kind != CERTIFICATE:
            board.staged_currency = currency_of(kind)
    board.whisper(codes.LAID, board.actor, cards, board.staged_worth)


def commit(board: Board) -> i64:
    """The staged cards leave the hand for everybody to see; their value no longer matters."""
    paid = board.staged
    board.known[board.actor] -= board.staged_known
    begin_payment(board, 0, NO_CURRENCY)
    board.shown += 1
    return paid
