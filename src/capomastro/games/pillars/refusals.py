"""Why a step is not legal, as a reason its player can act on. Only asked of steps the rules have refused.

The words for each code are in the page's `words/LANGUAGE/pillars.json`, under `pillars.reason`.

A refusal speaks of the asking seat's own hand and of what everybody sees, never of what others hold or have chosen.
"""

from capomastro.core.refusals import Fact, Reason
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


def because(code: str, **facts: Fact) -> Reason:
    return Reason(f"pillars.{code}", facts)


def refusal(board: Board, seat: int, action: int) -> Reason:
    """Why this seat may not take this step now."""
    if not 0 <= action < STEPS:
        return Reason("step.number", {"number": int(action), "most": STEPS - 1})
    if board.phase == OVER:
        return Reason("step.over")
    if not 0 <= seat < board.seats:
        return no_seat(board, seat + 1)
    if board.phase == CHOOSING and board.ready >> seat & 1:
        return because("chosen-already")
    if board.phase != CHOOSING and seat != board.actor:
        return Reason("step.turn", {"seat": int(board.actor + 1)})
    step = actions.ACTIONS.values[action]
    assert isinstance(step, actions.Step)
    if not PHASES.allow(int(board.phase), step):
        return because("not-now", step=step.text(), phase=PHASES.names[board.phase])
    return reason(board, seat, step, action)


def no_seat(board: Board, number: int) -> Reason:
    return Reason("seat.unknown", {"number": int(number), "seats": int(board.seats)})


def reason(board: Board, seat: int, step: actions.Step, action: int) -> Reason:
    """What stands against a step of a kind that could be legal."""
    match step:
        case actions.Done():
            return because("take-one")
        case actions.Swap(number):
            return because("own-hand") if number - 1 == seat else no_seat(board, number)
        case actions.Give(card):
            if board.drawn & board.box.cards_of_kind[card_kind(card)]:
                return because("just-drawn")
            return because("not-held", card=card)
        case actions.Choose(card):
            return because("not-held", card=card)
        case actions.Take(shape):
            return untakeable(board, shape)
        case actions.Pile(cell):
            return no_pile_here(board, cell)
        case actions.Mark(cell):
            return no_marker_here(board, cell)
        case actions.Build(district):
            return unbuildable(board, district, action - BUILD)
    return Reason("step.impossible", {"step": step.text()})


def untakeable(board: Board, name: str) -> Reason:
    """§4.1"""
    shape = SHAPE_NAMES.index(name)
    if not board.tops & shape_set(shape):
        return because("stack-empty", shape=name)
    return because("take-stones", shape=name, stones=int(board.box.stones[shape]), left=int(board.left))


def no_pile_here(board: Board, name: str) -> Reason:
    """§5"""
    cell = cell_number(name)
    if has(board.box.canal, cell):
        return because("canal", cell=name)
    if has(board.piles, cell):
        return because("pile-there", cell=name)
    if has(board.closed, cell):
        return because("under-bridge", cell=name)
    if count(board.begun):
        return because("apart", cell=name)
    here = cell_set(cell)
    if not meet(here, first_cells(board)):
        return because("touches-nothing", cell=name)
    room = int(count(flooded(here, board.open_lagoon())))
    return because("no-room", cell=name, room=room, left=int(board.left))


def no_marker_here(board: Board, name: str) -> Reason:
    """§6.1"""
    cell = cell_number(name)
    if not has(board.piles, cell):
        return because("no-pile", cell=name)
    if has(board.built(), cell):
        return because("built-over", cell=name)
    return because("marker-there", cell=name)


def unbuildable(board: Board, district: str, placement: int) -> Reason:
    """§7, §9"""
    if not board.stocks[board.actor] & board.box.districts_of_kind[district_kind(district)]:
        return because("not-in-stock", district=district)
    form = int(PLACEMENT_FORM[placement])
    stones = int(board.box.stones[FORM_SHAPE[form]])
    if stones > board.left:
        return because("build-stones", district=district, stones=stones, left=int(board.left))
    for cell in covered(placement):
        if not has(board.piles, cell):
            return because("no-pile", cell=CELL_NAMES[cell])
        if has(board.built(), cell):
            return because("built-over", cell=CELL_NAMES[cell])
    assert FORM_SHAPE[form] == BRIDGE
    span = int(span_of(form, int(PLACEMENT_PLACE[placement])))
    return because("pile-under" if has(board.piles, span) else "crossing", cell=CELL_NAMES[span])
