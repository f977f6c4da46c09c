"""Why a step is not legal, in a sentence its player can act on. Only asked of steps the rules have refused.

A refusal speaks of the asking seat's own hand and of what everybody sees, never of what others hold or have chosen.
"""

from capomastro.games.pillars import actions
from capomastro.games.pillars.names import CELL_NAMES, card_kind, cell_number, covered, district_kind
from capomastro.games.pillars.phases import PHASES
from capomastro.games.pillars.rules.board import CHOOSING, OVER, Board
from capomastro.games.pillars.rules.box import shape_set
from capomastro.games.pillars.rules.cells import cell_set, count, flooded, has, meet
from capomastro.games.pillars.rules.districts import (
    BRIDGE,
    FORM_SHAPE,
    PLACEMENT_FORM,
    PLACEMENT_PLACE,
    SHAPE_NAMES,
    span_of,
)
from capomastro.games.pillars.rules.piling import first_cells
from capomastro.games.pillars.rules.steps import BUILD, STEPS


def refusal(board: Board, seat: int, action: int) -> str:
    """Why this seat may not take this step now."""
    if not 0 <= action < STEPS:
        return f"there is no step number {action}; they go from 0 to {STEPS - 1}"
    if board.phase == OVER:
        return PHASES.prompts[OVER]
    if not 0 <= seat < board.seats:
        return f"there is no seat {seat + 1} in this game; it has {board.seats} seats"
    if board.phase == CHOOSING and board.ready >> seat & 1:
        return "you have chosen already; the cards are turned up when everybody has"
    if board.phase != CHOOSING and seat != board.actor:
        return f"it is for seat {board.actor + 1} to decide now"
    step = actions.ACTIONS.values[action]
    assert isinstance(step, actions.Step)
    if not PHASES.allow(int(board.phase), step):
        return f"{step.text()!r} is not possible now: {PHASES.prompts[board.phase]}"
    return reason(board, seat, step, action)


def reason(board: Board, seat: int, step: actions.Step, action: int) -> str:
    """What stands against a step of a kind that could be legal."""
    match step:
        case actions.Done():
            return "a councillor takes at least one district"
        case actions.Swap(number):
            return "you cannot draw from your own hand" if number - 1 == seat else f"there is no seat {number}"
        case actions.Give(card):
            if board.drawn & board.box.cards_of_kind[card_kind(card)]:
                return "the card just drawn cannot be given back"
            return f"you do not hold {card}"
        case actions.Choose(card):
            return f"you do not hold {card}"
        case actions.Take(shape):
            return untakeable(board, shape)
        case actions.Pile(cell):
            return no_pile_here(board, cell)
        case actions.Mark(cell):
            return no_marker_here(board, cell)
        case actions.Build(district):
            return unbuildable(board, district, action - BUILD)
    return f"{step.text()!r} is not possible now"


def untakeable(board: Board, name: str) -> str:
    """§4.1"""
    shape = SHAPE_NAMES.index(name)
    if not board.tops & shape_set(shape):
        return f"no {name} is left to take"
    return f"a {name} has {board.box.stones[shape]} stones; your card has {board.left} left"


def no_pile_here(board: Board, name: str) -> str:
    """§5"""
    cell = cell_number(name)
    if has(board.box.canal, cell):
        return f"{name} is canal; piles stand in the lagoon"
    if has(board.piles, cell):
        return f"{name} has a pile already"
    if has(board.closed, cell):
        return f"{name} lies under a bridge"
    if count(board.begun):
        return f"{name} does not touch the piles you are setting"
    here = cell_set(cell)
    if not meet(here, first_cells(board)):
        return f"{name} touches neither the canal nor a pile"
    room = count(flooded(here, board.open_lagoon()))
    return f"around {name} there is room for {room} piles only; begin where there is room for {board.left}"


def no_marker_here(board: Board, name: str) -> str:
    """§6.1"""
    cell = cell_number(name)
    if not has(board.piles, cell):
        return f"{name} has no pile"
    if has(board.built(), cell):
        return f"{name} carries a district"
    return f"{name} has a marker already"


def unbuildable(board: Board, district: str, placement: int) -> str:
    """§7, §9"""
    if not board.stocks[board.actor] & board.box.districts_of_kind[district_kind(district)]:
        return f"you have no {district} in stock"
    form = int(PLACEMENT_FORM[placement])
    stones = board.box.stones[FORM_SHAPE[form]]
    if stones > board.left:
        return f"{district} has {stones} stones; your card has {board.left} left"
    for cell in covered(placement):
        if not has(board.piles, cell):
            return f"{CELL_NAMES[cell]} has no pile"
        if has(board.built(), cell):
            return f"{CELL_NAMES[cell]} carries a district already"
    assert FORM_SHAPE[form] == BRIDGE
    span = int(span_of(form, int(PLACEMENT_PLACE[placement])))
    if has(board.piles, span):
        return f"{CELL_NAMES[span]} has a pile, which is in the way of the bridge"
    return f"{CELL_NAMES[span]} lies under another bridge; bridges do not cross"
