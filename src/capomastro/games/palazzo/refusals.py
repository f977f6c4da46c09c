"""Why a step is not legal, as a reason its player can act on. Only asked of steps the rules have refused.

The words for each code are in the page's `words/LANGUAGE/palazzo.json`, under `palazzo.reason`.
"""

from capomastro.core.refusals import Fact, Reason
from capomastro.games.palazzo import actions
from capomastro.games.palazzo.names import card_kind, site_number, tiles_in
from capomastro.games.palazzo.phases import PHASES
from capomastro.games.palazzo.rules.board import BIDDING, MOVING, OVER, PAYING, Board
from capomastro.games.palazzo.rules.money import (
    CERTIFICATE,
    CURRENCIES,
    NO_CURRENCY,
    count_of,
    currency_of,
    largest_payment,
)
from capomastro.games.palazzo.rules.palazzi import floor_count, has_floor, single_tile
from capomastro.games.palazzo.rules.steps import SITES, STEPS
from capomastro.games.palazzo.rules.tiles import floor_of


def because(code: str, **facts: Fact) -> Reason:
    return Reason(f"palazzo.{code}", facts)


def refusal(board: Board, seat: int, action: int) -> Reason:
    """Why this seat may not take this step now."""
    if not 0 <= action < STEPS:
        return Reason("step.number", {"number": int(action), "most": STEPS - 1})
    if board.phase == OVER:
        return Reason("step.over")
    if seat != board.actor:
        return Reason("step.turn", {"seat": int(board.actor + 1)})
    step = actions.ACTIONS.values[action]
    assert isinstance(step, actions.Step)
    if not PHASES.allow(int(board.phase), step):
        return because("not-now", step=step.text(), phase=PHASES.names[board.phase])
    return reason(board, step)


def reason(board: Board, step: actions.Step) -> Reason:
    """What stands against a step of a kind that could be legal."""
    hand = board.hands[board.actor]
    match step:
        case actions.Take():
            return because("few-cards", cards_left=int(board.money_at_hand()), needed=int(board.seats + 1))
        case actions.Rebuild():
            return because("rebuild-unpaid" if hand == 0 else "nothing-built")
        case actions.Done():
            return short(board)
        case actions.Pick(card):
            return because("not-open", card=card)
        case actions.Discard(card):
            return because("not-held", card=card)
        case actions.Lay(card):
            return unlayable(board, card)
        case actions.Trio(value):
            return no_trio(board, value)
        case actions.Buy(tile):
            return unbuyable(board, tile)
        case actions.Build(tile):
            return because("not-offered", tile=tile, tiles=tiles_in(board.pending))
        case actions.Put(name):
            return unfit(board, name)
        case actions.Raze(name):
            return missing(board, name) or because("raze-floors", palazzo=name)
        case actions.Move(name):
            return immovable(board, name)
        case actions.Out(name, floor):
            return missing(board, name) or no_way_out(board, name, floor)
    return Reason("step.impossible", {"step": step.text()})


def short(board: Board) -> Reason:
    """§6.3, §7.4: the payment does not suffice."""
    laid = int(board.staged_worth)
    if board.phase == PAYING:
        return because("pay-short", cost=int(board.cost()), laid=laid)
    return because("bid-short", bid=int(board.standing), laid=laid)


def unreachable(board: Board) -> Reason:
    if board.phase == PAYING:
        return because("pay-unreachable", cost=int(board.cost()))
    return because("bid-unreachable", bid=int(board.standing))


def unlayable(board: Board, card: str) -> Reason:
    kind = card_kind(card)
    currency = board.currency[board.actor] if board.phase == BIDDING else board.staged_currency
    if count_of(board.hands[board.actor], kind) == 0:
        return because("not-held", card=card)
    if currency != NO_CURRENCY and currency_of(kind) not in (NO_CURRENCY, currency):
        return because("other-currency", currency=CURRENCIES[currency], card=card)
    return unreachable(board)


def no_trio(board: Board, value: int) -> Reason:
    hand = board.hands[board.actor]
    if value == 2 and count_of(hand, CERTIFICATE) < 3:
        return because("trio-certificates", held=int(count_of(hand, CERTIFICATE)))
    lacking = [CURRENCIES[c] for c in range(3) if value > 2 and count_of(hand, 3 * (value - 3) + c) == 0]
    if lacking:
        return because("trio-lacks", value=value, currencies=lacking)
    return unreachable(board)


def unbuyable(board: Board, tile: str) -> Reason:
    if tile not in tiles_in(board.warehouse):
        return because("not-in-warehouse", tile=tile)
    if board.staged:
        return because("second-before-money")
    chosen = tiles_in(board.chosen)
    if len(chosen) == 2:
        return because("two-at-most")
    if tile in chosen and tiles_in(board.warehouse).count(tile) == 1:
        return because("chosen-already", tile=tile)
    most = int(largest_payment(board.hands[board.actor]))
    return because("too-dear", cost=int(board.price() * (len(chosen) + 1)), most=most)


def site_of(board: Board, name: str) -> int:
    return int(board.palazzo(board.actor, site_number(name)))


def missing(board: Board, name: str) -> Reason | None:
    return None if site_number(name) < SITES and site_of(board, name) else because("no-palazzo", palazzo=name)


def unfit(board: Board, name: str) -> Reason:
    """§11.1, §11.2, §11.5, §9.3: why the tile cannot go on, or into, this palazzo."""
    absent = missing(board, name)
    if absent is not None:
        return absent
    if board.phase == MOVING and site_number(name) == board.moving:
        return because("moves-itself", palazzo=name)
    tile = single_tile(board.palazzo(board.actor, board.moving)) if board.phase == MOVING else board.placing
    floor = int(floor_of(tile))
    if has_floor(site_of(board, name), floor):
        return because("same-floor", palazzo=name, floor=floor)
    return because("below-top", palazzo=name, floor=floor)


def immovable(board: Board, name: str) -> Reason:
    absent = missing(board, name)
    if absent is not None:
        return absent
    if floor_count(site_of(board, name)) > 1:
        return because("move-floors", palazzo=name)
    return because("no-room", floor=int(floor_of(single_tile(site_of(board, name)))))


def no_way_out(board: Board, name: str, floor: int) -> Reason:
    if not has_floor(site_of(board, name), floor):
        return because("no-floor", palazzo=name, floor=floor)
    return because("single-already", palazzo=name)
