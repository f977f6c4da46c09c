"""Why a step is not legal, in a sentence its player can act on. Only asked of steps the rules have refused."""

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


def refusal(board: Board, seat: int, action: int) -> str:
    """Why this seat may not take this step now."""
    if not 0 <= action < STEPS:
        return f"there is no step number {action}; they go from 0 to {STEPS - 1}"
    if board.phase == OVER:
        return PHASES.prompts[OVER]
    if seat != board.actor:
        return f"it is for seat {board.actor + 1} to decide now"
    step = actions.ACTIONS.values[action]
    assert isinstance(step, actions.Step)
    if not PHASES.allow(int(board.phase), step):
        return f"{step.text()!r} is not possible now: {PHASES.prompts[board.phase]}"
    return reason(board, step)


def reason(board: Board, step: actions.Step) -> str:
    """What stands against a step of a kind that could be legal."""
    hand = board.hands[board.actor]
    match step:
        case actions.Take():
            return f"deck and discards hold {board.money_at_hand()} cards; {board.seats + 1} are needed"
        case actions.Rebuild():
            return "a rebuild costs a money card, and you hold none" if hand == 0 else "you have built nothing yet"
        case actions.Done():
            return short(board)
        case actions.Pick(card):
            return f"{card} is not among the open cards"
        case actions.Discard(card):
            return f"you do not hold {card}"
        case actions.Lay(card):
            return unlayable(board, card)
        case actions.Trio(value):
            return no_trio(board, value)
        case actions.Buy(tile):
            return unbuyable(board, tile)
        case actions.Build(tile):
            return f"{tile} is not among the tiles to choose from: {', '.join(tiles_in(board.pending))}"
        case actions.Put(name):
            return unfit(board, name)
        case actions.Raze(name):
            return missing(board, name) or f"palazzo {name} has more than one floor; only a single tile can be removed"
        case actions.Move(name):
            return immovable(board, name)
        case actions.Out(name, floor):
            return missing(board, name) or no_way_out(board, name, floor)
    return f"{step.text()!r} is not possible now"


def needed(board: Board) -> int:
    return int(board.cost() if board.phase == PAYING else board.standing + 1)


def laid_so_far(board: Board) -> int:
    return int(board.worth[board.actor] if board.phase == BIDDING else board.staged_worth)


def short(board: Board) -> str:
    """§6.3, §7.4: the payment does not suffice."""
    if board.phase == PAYING:
        return f"this costs {board.cost()}; you have laid {board.staged_worth}"
    return f"the standing bid is {board.standing}; this makes {board.staged_worth}"


def unreachable(board: Board) -> str:
    if board.phase == PAYING:
        return f"with that the payment could not reach {needed(board)} any more"
    return f"the standing bid is {board.standing}; with that you could not overbid it any more"


def unlayable(board: Board, card: str) -> str:
    kind = card_kind(card)
    currency = board.currency[board.actor] if board.phase == BIDDING else board.staged_currency
    if count_of(board.hands[board.actor], kind) == 0:
        return f"you do not hold {card}"
    if currency != NO_CURRENCY and currency_of(kind) not in (NO_CURRENCY, currency):
        return f"your payment is in {CURRENCIES[currency]}s; {card} cannot join it"
    return unreachable(board)


def no_trio(board: Board, value: int) -> str:
    hand = board.hands[board.actor]
    if value == 2 and count_of(hand, CERTIFICATE) < 3:
        return f"a trio of certificates takes three; you hold {count_of(hand, CERTIFICATE)}"
    lacking = [CURRENCIES[c] for c in range(3) if value > 2 and count_of(hand, 3 * (value - 3) + c) == 0]
    if lacking:
        return f"a trio takes a {value} of each currency; you lack {' and '.join(lacking)}"
    return unreachable(board)


def unbuyable(board: Board, tile: str) -> str:
    if tile not in tiles_in(board.warehouse):
        return f"{tile} is not in the warehouse"
    if board.staged:
        return "a second tile must be chosen before money is laid"
    chosen = tiles_in(board.chosen)
    if len(chosen) == 2:
        return "two tiles at the most can be bought in a turn"
    if tile in chosen and tiles_in(board.warehouse).count(tile) == 1:
        return f"you have chosen {tile} already"
    most = largest_payment(board.hands[board.actor])
    return f"that would cost {board.price() * (len(chosen) + 1)}; the most you can pay at once is {most}"


def site_of(board: Board, name: str) -> int:
    return int(board.palazzo(board.actor, site_number(name)))


def missing(board: Board, name: str) -> str:
    return "" if site_number(name) < SITES and site_of(board, name) else f"you have no palazzo {name}"


def unfit(board: Board, name: str) -> str:
    """§11.1, §11.2, §11.5, §9.3: why the tile cannot go on, or into, this palazzo."""
    if missing(board, name):
        return missing(board, name)
    if board.phase == MOVING and site_number(name) == board.moving:
        return f"tile {name} is the one that moves"
    tile = single_tile(board.palazzo(board.actor, board.moving)) if board.phase == MOVING else board.placing
    floor = floor_of(tile)
    if has_floor(site_of(board, name), floor):
        return f"palazzo {name} has a floor {floor} already"
    return f"palazzo {name} reaches above floor {floor}; a tile goes in below only by a rebuild"


def immovable(board: Board, name: str) -> str:
    if missing(board, name):
        return missing(board, name)
    if floor_count(site_of(board, name)) > 1:
        return f"palazzo {name} has more than one floor; take a tile out first"
    return f"in none of your other palazzi is floor {floor_of(single_tile(site_of(board, name)))} free"


def no_way_out(board: Board, name: str, floor: int) -> str:
    if not has_floor(site_of(board, name), floor):
        return f"palazzo {name} has no floor {floor}"
    return f"palazzo {name} is a single tile already"
