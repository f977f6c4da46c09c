"""Views of The Pillars of Venice as JSON, put together from parts that are kept.

A step changes little of what everybody sees, and is told to everybody at once. So each part is made for the numbers it
tells of and remembered by them: a seat, the board, what a mind knows of the cards. Whatever is the same as before, here
or at another table, is only found again. What comes out is exactly the view of `view.py` as JSON; a test compares them.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from capomastro.core.game import Rendering, Seat, Viewer
from capomastro.games.pillars.components import Components
from capomastro.games.pillars.memory import kept_memory
from capomastro.games.pillars.names import CARD_NAMES, cells_in, numbers_in
from capomastro.games.pillars.phases import PHASES
from capomastro.games.pillars.picture import prompt_for
from capomastro.games.pillars.rules.board import CHOOSING, GIVING, NOBODY, OVER
from capomastro.games.pillars.rules.box import Box
from capomastro.games.pillars.rules.cells import Cells
from capomastro.games.pillars.rules.holders import holders_of
from capomastro.games.pillars.rules.knowledge import mind_of
from capomastro.games.pillars.rules.minds import Mind
from capomastro.games.pillars.rules.state import TOGETHER, State
from capomastro.games.pillars.view import SHAPE_SETS, SOURCE_NAMES, cards_in, districts_in, placed_as, points_by_source
from capomastro.games.pillars.view_types import BoardPart, Card, MomentPart, SeatView

SEATS_KEPT: Final = 8192
BOARDS_KEPT: Final = 1024
BOXES_KEPT: Final = 32

encode = msgspec.json.Encoder().encode


@lru_cache(SEATS_KEPT)
def seat_part(
    box: Box, points: int, cards: int, hand: int | None, chosen: bool, card: int, stock: int, markers: int, marks: Cells
) -> bytes:
    """A seat; `hand` is None for all but its own player, and `card` empty where it is not to be seen."""
    earned = points_by_source(points)
    return encode(
        SeatView(
            points=dict(zip(SOURCE_NAMES, earned, strict=True)),
            score=sum(earned),
            cards=cards,
            hand=None if hand is None else cards_in(box, hand),
            chosen=chosen,
            card=cards_in(box, card)[0] if card else None,
            stock=districts_in(box, stock),
            markers=markers,
            marks=cells_in(marks),
        )
    )


@lru_cache(BOARDS_KEPT)
def board_part(box: Box, tops: int, unseen: int, piles: Cells, placed: tuple[int, ...]) -> bytes:
    """The board and the stacks, without the brackets around them."""
    shown = [districts_in(box, tops & shape) for shape in SHAPE_SETS]
    part = BoardPart(
        tops=tuple([top[0] if top else None for top in shown]),
        unseen=tuple([districts_in(box, unseen & shape) for shape in SHAPE_SETS]),
        piles=cells_in(piles),
        placed=tuple([placed_as(number) for number in placed]),
    )
    return encode(part)[1:-1]


def moment_part(state: State) -> bytes:
    """Where the game stands, without the brackets around it."""
    part = MomentPart(
        phase=PHASES.names[state.phase],
        round=int(state.round),
        start=int(state.start),
        actor=int(state.actor),
        waiting=state.to_act(),
        victim=None if state.victim == NOBODY else int(state.victim),
        pile_supply=int(state.pile_supply),
        gondola=None if state.gondola == NOBODY else int(state.gondola),
        left=int(state.left),
        begun=cells_in(state.begun),
        idle_rounds=int(state.idle_rounds),
        pile_this_round=state.pile_this_round,
        winners=tuple(state.winners()) if state.phase == OVER else (),
    )
    return encode(part)[1:-1]


@lru_cache(BOXES_KEPT)
def card_beginnings(components: Components, in_play: tuple[int, ...]) -> list[bytes]:
    """The cards in the game, each up to who may hold it."""
    return [encode(Card(*components.cards[card], ())).removesuffix(b"[]}") for card in in_play]


HOLDERS: Final[list[bytes]] = [encode(together) + b"}" for together in TOGETHER]
"""The rest of a card, for every set of seats that may hold it."""


def cards_part(components: Components, box: Box, mind: Mind, in_play: tuple[int, ...]) -> bytes:
    """Where the cards may be; made once for each mind, for minds change more rarely than views."""
    kept = mind.as_json
    if isinstance(kept, bytes):
        return kept
    holders, cards = holders_of(box, mind), card_beginnings(components, in_play)
    text = b"[" + b",".join([cards[place] + HOLDERS[holders[card]] for place, card in enumerate(in_play)]) + b"]"
    mind.as_json = text
    return text


def seat_seen(state: State, seat: Seat, own: bool) -> bytes:
    """A seat as its own player or as everybody else sees it. §3.2: until all have chosen, a choice is for its own seat
    only."""
    hand = int(state.hands[seat])
    return seat_part(
        state.box,
        int(state.points[seat]),
        hand.bit_count(),
        hand if own else None,
        bool(state.ready >> seat & 1),
        int(state.card_of(seat)) if own or state.phase != CHOOSING else 0,
        int(state.stocks[seat]),
        int(state.markers(seat)),
        state.marks_of(seat),
    )


def rendered(state: State, viewers: Sequence[Viewer], brief: bool) -> list[Rendering]:
    """What each of these viewers sees, and is asked."""
    box, seats, phase = state.box, int(state.seats), PHASES.names[state.phase]
    components = box.source
    assert isinstance(components, Components)
    in_play = numbers_in(box.in_play[seats])
    placed = tuple([int(state.placed[i]) for i in range(int(state.placed_count))])
    board = board_part(box, int(state.tops), int(state.unseen), state.piles, placed)
    moment, public = moment_part(state), [seat_seen(state, seat, False) for seat in range(seats)]
    scores = state.scores()
    card = int(state.card_of(state.actor)) if phase == "taking" else 0
    name = cards_in(box, card)[0] if card else ""
    found: list[Rendering] = []
    for viewer in viewers:
        mind = mind_of(state, seats if viewer is None else viewer)
        shown, drawn, given = public, b"null", ""
        if viewer is not None:
            shown = public[:]
            shown[viewer] = seat_seen(state, viewer, True)
            if state.phase == GIVING and (viewer == state.start or viewer == state.victim):
                number = numbers_in(state.drawn)[0]
                drawn, given = b"%d" % in_play.index(number), CARD_NAMES[box.card_kinds[number]]
        parts = (
            b'{"viewer":%s,' % (b"null" if viewer is None else b"%d" % viewer),
            moment,
            b',"seats":[',
            b",".join(shown),
            b'],"cards":',
            cards_part(components, box, mind, in_play),
            b',"memory":',
            b"null" if brief else encode(kept_memory(mind, in_play, seats)),
            b',"drawn":%s,' % drawn,
            board,
            b"}",
        )
        waits = state.phase == CHOOSING and viewer is not None and bool(state.ready >> viewer & 1)
        found.append(Rendering(b"".join(parts), phase, prompt_for(phase, int(state.left), name, waits, given), scores))
    return found
