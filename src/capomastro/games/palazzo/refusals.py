"""Why a step is not lawful, in a sentence its player can act on. Only asked of steps the rules have refused."""

from capomastro.games.palazzo import actions
from capomastro.games.palazzo.names import card_kind, site_number, tiles_in
from capomastro.games.palazzo.phases import PHASES
from capomastro.games.palazzo.rules.board import BIDDING, MOVING, OVER, PAYING, Board
from capomastro.games.palazzo.rules.money import CURRENCIES, NO_CURRENCY, count_of, currency_of, largest_payment
from capomastro.games.palazzo.rules.palazzi import floor_count, has_floor, single_tile
from capomastro.games.palazzo.rules.steps import SITES, STEPS
from capomastro.games.palazzo.rules.tiles import floor_of


def refusal(table: Board, seat: int, action: int) -> str:
    """Why this seat may not take this step now."""
    if not 0 <= action < STEPS:
        return f"there is no step number {action}; they go from 0 to {STEPS - 1}"
    if table.phase == OVER:
        return PHASES.prompts[OVER]
    if seat != table.actor:
        return f"it is for seat {table.actor + 1} to decide now"
    step = actions.ACTIONS.values[action]
    assert isinstance(step, actions.Step)
    if not PHASES.allow(int(table.phase), step):
        return f"{step.text()!r} is not possible now: {PHASES.prompts[table.phase]}"
    return reason(table, step)


def reason(table: Board, step: actions.Step) -> str:
    """What stands against a step of a kind that could be lawful."""
    hand = table.hands[table.actor]
    match step:
        case actions.Take():
            return f"deck and discards hold {table.money_at_hand()} cards; {table.seats + 1} are needed"
        case actions.Rebuild():
            return "a rebuild costs a money card, and you hold none" if hand == 0 else "you have built nothing yet"
        case actions.Done():
            return short(table)
        case actions.Pick(card):
            return f"{card} is not among the open cards"
        case actions.Discard(card):
            return f"you do not hold {card}"
        case actions.Lay(card):
            return unlayable(table, card)
        case actions.Trio(value):
            return no_trio(table, value)
        case actions.Buy(tile):
            return unbuyable(table, tile)
        case actions.Build(tile):
            return f"{tile} is not among the tiles to choose from: {', '.join(tiles_in(table.pending))}"
        case actions.Put(name):
            return unfit(table, name)
        case actions.Raze(name):
            return missing(table, name) or f"palazzo {name} has more than one floor; only a single tile can be removed"
        case actions.Move(name):
            return immovable(table, name)
        case actions.Out(name, floor):
            return missing(table, name) or no_way_out(table, name, floor)
    return f"{step.text()!r} is not possible now"


def needed(table: Board) -> int:
    return int(table.cost() if table.phase == PAYING else table.standing + 1)


def laid_so_far(table: Board) -> int:
    return int(table.worth[table.actor] if table.phase == BIDDING else table.staged_worth)


def short(table: Board) -> str:
    """§6.3, §7.4: the payment does not suffice."""
    if table.phase == PAYING:
        return f"this costs {table.cost()}; you have laid {table.staged_worth}"
    return f"the standing bid is {table.standing}; this makes {table.staged_worth}"


def unreachable(table: Board) -> str:
    if table.phase == PAYING:
        return f"with that the payment could not reach {needed(table)} any more"
    return f"the standing bid is {table.standing}; with that you could not overbid it any more"


def unlayable(table: Board, card: str) -> str:
    kind = card_kind(card)
    currency = table.currency[table.actor] if table.phase == BIDDING else table.staged_currency
    if count_of(table.hands[table.actor], kind) == 0:
        return f"you do not hold {card}"
    if currency != NO_CURRENCY and currency_of(kind) not in (NO_CURRENCY, currency):
        return f"your payment is in {CURRENCIES[currency]}s; {card} cannot join it"
    return unreachable(table)


def no_trio(table: Board, value: int) -> str:
    hand = table.hands[table.actor]
    if value == 2 and count_of(hand, 15) < 3:
        return f"a trio of certificates takes three; you hold {count_of(hand, 15)}"
    lacking = [CURRENCIES[c] for c in range(3) if value > 2 and count_of(hand, 3 * (value - 3) + c) == 0]
    if lacking:
        return f"a trio takes a {value} of each currency; you lack {' and '.join(lacking)}"
    return unreachable(table)


def unbuyable(table: Board, tile: str) -> str:
    if tile not in tiles_in(table.warehouse):
        return f"{tile} is not in the warehouse"
    if table.staged:
        return "a second tile must be chosen before money is laid"
    chosen = tiles_in(table.chosen)
    if len(chosen) == 2:
        return "two tiles at the most can be bought in a turn"
    if tile in chosen and tiles_in(table.warehouse).count(tile) == 1:
        return f"you have chosen {tile} already"
    most = largest_payment(table.hands[table.actor])
    return f"that would cost {table.price() * (len(chosen) + 1)}; the most you can pay at once is {most}"


def site_of(table: Board, name: str) -> int:
    return int(table.palazzo(table.actor, site_number(name)))


def missing(table: Board, name: str) -> str:
    return "" if site_number(name) < SITES and site_of(table, name) else f"you have no palazzo {name}"


def unfit(table: Board, name: str) -> str:
    """§11.1, §11.2, §11.5, §9.3: why the tile cannot go on, or into, this palazzo."""
    if missing(table, name):
        return missing(table, name)
    if table.phase == MOVING and site_number(name) == table.moving:
        return f"tile {name} is the one that moves"
    tile = single_tile(table.palazzo(table.actor, table.moving)) if table.phase == MOVING else table.placing
    floor = floor_of(tile)
    if has_floor(site_of(table, name), floor):
        return f"palazzo {name} has a floor {floor} already"
    return f"palazzo {name} reaches above floor {floor}; a tile goes in below only by a rebuild"


def immovable(table: Board, name: str) -> str:
    if missing(table, name):
        return missing(table, name)
    if floor_count(site_of(table, name)) > 1:
        return f"palazzo {name} has more than one floor; take a tile out first"
    return f"in none of your other palazzi is floor {floor_of(single_tile(site_of(table, name)))} free"


def no_way_out(table: Board, name: str, floor: int) -> str:
    if not has_floor(site_of(table, name), floor):
        return f"palazzo {name} has no floor {floor}"
    return f"palazzo {name} is a single tile already"
