"""The district stacks, and the councillor who takes from them (§2.4, §4.1)."""

from mypy_extensions import i64

from capomastro.games.pillars.rules import event_codes as codes
from capomastro.games.pillars.rules.board import STACK, TAKING, Board
from capomastro.games.pillars.rules.box import shape_set
from capomastro.games.pillars.rules.cards import FIGURE
from capomastro.games.pillars.rules.cells import bit, lowest, nth, size
from capomastro.games.pillars.rules.districts import SHAPES


def turn_up(board: Board, shape: i64) -> i64:
    """Shows the next district of a stack and returns it as a set; empty if none is left.

    Nobody has seen the order of a stack, so each of the rest is as likely to be next as any other.
    """
    below = board.unseen & shape_set(shape)
    if below == 0:
        return 0
    district = bit(nth(below, board.chance.draw(STACK + shape, size(below))))
    board.unseen -= district
    board.tops += district
    return district


def take_top(board: Board, seat: i64, shape: i64) -> None:
    """The top district of a stack comes to a seat's stock."""
    district = board.tops & shape_set(shape)
    board.tops -= district
    board.stocks[seat] += district
    following = turn_up(board, shape)
    shown: i64 = 0
    if following:
        shown = 1 + board.box.district_kinds[lowest(following)]
    board.announce(codes.TOOK, seat, board.box.district_kinds[lowest(district)], shown)


def can_take(board: Board, shape: i64) -> bool:
    """§4.1: the stack has a district, and the stones suffice."""
    return board.tops & shape_set(shape) != 0 and board.box.stones[shape] <= board.left


def something_to_take(board: Board) -> bool:
    for shape in range(SHAPES):
        if can_take(board, shape):
            return True
    return False


def begin_councillor(board: Board, kind: i64) -> bool:
    """§4.1: is there anything the actor can take?"""
    board.left = FIGURE[kind]
    board.phase = TAKING
    return something_to_take(board)


def take(board: Board, shape: i64) -> bool:
    """§4.1: takes the top of a stack; is there more to decide?"""
    board.left -= board.box.stones[shape]
    take_top(board, board.actor, shape)
    return something_to_take(board)
