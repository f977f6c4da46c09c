"""Payments under way: cards leave the hand one by one and are shown only when the payment is finished (§10, §13.4)."""

from mypy_extensions import i64

from capomastro.games.palazzo.rules import event_codes as note
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


def begin_payment(table: Board, worth: i64, currency: i64) -> None:
    table.staged = 0
    table.staged_known = 0
    table.staged_worth = worth
    table.staged_currency = currency


def stage(table: Board, kind: i64) -> None:
    """Moves a card from the actor's hand to the payment under way."""
    card = one_of(kind)
    seat = table.actor
    table.hands[seat] -= card
    if count_of(table.known[seat], kind) > count_of(table.staged_known, kind):
        table.staged_known += card
    table.staged += card


def lay(table: Board, action: i64) -> None:
    """§10.1–10.3: a single card, or a trio at once."""
    cards: i64 = 0
    if action >= TRIO:
        cards = trio_of(action - TRIO)
        if action == TRIO:
            for _nth in range(3):
                stage(table, CERTIFICATE)
        else:
            for kind in range(3 * (action - TRIO) - 3, 3 * (action - TRIO)):
                stage(table, kind)
        table.staged_worth += TRIO_WORTH
    else:
        kind = action - LAY
        cards = one_of(kind)
        stage(table, kind)
        table.staged_worth += worth_of(kind)
        if kind != CERTIFICATE:
            table.staged_currency = currency_of(kind)
    table.whisper(note.LAID, table.actor, cards, table.staged_worth)


def commit(table: Board) -> i64:
    """The staged cards leave the hand for everybody to see; how they are worth is no longer of interest."""
    paid = table.staged
    table.known[table.actor] -= table.staged_known
    begin_payment(table, 0, NO_CURRENCY)
    table.shown += 1
    return paid
