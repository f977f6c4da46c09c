"""Views of The Pillars of Venice as JSON, put together from parts that are kept.

A step changes little of what everybody sees, and is told to everybody at once. So each part is made for the numbers it
tells of and remembered by them: a seat, the board, what a mind knows of the cards. Whatever is the same as before, here
or at another table, is only found again. What comes out is exactly the view of `view.py` as JSON; a test compares them.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from capomastro.core.game import Rendering, Seat, Viewer
from capomastro.games.pillars.components import Components
from capomastro.games.pillars.memory import kept_memory
from capomastro.games.pillars.names import CARD_NAMES, cells_in, numbers_in
from capomastro.games.pillars.phases import PHASES
from capomastro.games.pillars.picture import prompt_for
from capomastro.games.pillars.rules.board import CHOOSING, GIVING, NOBODY, OVER, TAKING
from capomastro.games.pillars.rules.box import Box
from capomastro.games.pillars.rules.cells import Cells
from capomastro.games.pillars.rules.holders import holders_of
from capomastro.games.pillars.rules.knowledge import mind_of
from capomastro.games.pillars.rules.minds import Mind
from capomastro.games.pillars.rules.state import TOGETHER, State
from capomastro.games.pillars.view import SHAPE_SETS, SOURCE_NAMES, cards_in, districts_in, placed_as, points_by_source
from capomastro.games.pillars.view_types import BoardPart, Card, ChoicePart, MomentPart, SeatView

SEATS_KEPT: Final = 8192
BOARDS_KEPT: Final = 1024
BOXES_KEPT: Final = 32

encode = msgspec.json.Encoder().encode


@lru_cache(SEATS_KEPT)
def seat_part(box: Box, points: int, cards: int, stock: int, markers: int, marks: Cells) -> tuple[bytes, bytes]:
    """A seat, in two pieces: before and after what its own player sees of it and others do not."""
    earned = points_by_source(points)
    seat = SeatView(
        points=dict(zip(SOURCE_NAMES, earned, strict=True)),
        score=sum(earned),
        cards=cards,
        hand=None,
        chosen=False,
        card=None,
        stock=districts_in(box, stock),
        markers=markers,
        marks=cells_in(marks),
    )
    before, between, after = encode(seat).partition(b'"hand":null,"chosen":false,"card":null')
    assert between, "the fields of a seat have another order"
    return before, after


@lru_cache(SEATS_KEPT)
def choice_part(box: Box, hand: int | None, chosen: bool, card: int) -> bytes:
    """What lies between: `hand` is None for all but its own player, and `card` empty where it is not to be seen."""
    part = ChoicePart(None if hand is None else cards_in(box, hand), chosen, cards_in(box, card)[0] if card else None)
    return encode(part)[1:-1]


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


Around: TypeAlias = list[tuple[bytes, bytes]]
"""Each seat, before and after its choice."""


def seats_shown(state: State) -> tuple[Around, list[bytes]]:
    """The seats in pieces, and as everybody sees them. §3.2: until all have chosen, a choice is its own seat's only."""
    box, around, public = state.box, list[tuple[bytes, bytes]](), list[bytes]()
    for seat in range(int(state.seats)):
        hand, stock, markers = int(state.hands[seat]), int(state.stocks[seat]), int(state.markers(seat))
        before, after = seat_part(box, int(state.points[seat]), hand.bit_count(), stock, markers, state.marks_of(seat))
        card = 0 if state.phase == CHOOSING else int(state.card_of(seat))
        around.append((before, after))
        public.append(before + choice_part(box, None, bool(state.ready >> seat & 1), card) + after)
    return around, public


def own_seat(state: State, seat: Seat, around: Around) -> bytes:
    """A seat as its own player sees it."""
    before, after = around[seat]
    chosen, card = bool(state.ready >> seat & 1), int(state.card_of(seat))
    return before + choice_part(state.box, int(state.hands[seat]), chosen, card) + after


def rendered(state: State, viewers: Sequence[Viewer], brief: bool) -> list[Rendering]:
    """What each of these viewers sees, and is asked."""
    box, seats, phase = state.box, int(state.seats), PHASES.names[state.phase]
    components = box.source
    assert isinstance(components, Components)
    in_play = numbers_in(box.in_play[seats])
    placed = tuple([int(state.placed[i]) for i in range(int(state.placed_count))])
    board = board_part(box, int(state.tops), int(state.unseen), state.piles, placed)
    moment, scores, (around, public) = moment_part(state), state.scores(), seats_shown(state)
    taking = int(state.card_of(state.actor)) if state.phase == TAKING else 0
    played = cards_in(box, taking)[0] if taking else ""
    found: list[Rendering] = []
    for viewer in viewers:
        mind = mind_of(state, seats if viewer is None else viewer)
        shown, number, drawn, waits = public, b"null", "", False
        if viewer is not None:
            shown = public[:]
            shown[viewer] = own_seat(state, viewer, around)
            waits = state.phase == CHOOSING and bool(state.ready >> viewer & 1)
            if state.phase == GIVING and (viewer == state.start or viewer == state.victim):
                card = numbers_in(state.drawn)[0]
                number, drawn = b"%d" % in_play.index(card), CARD_NAMES[box.card_kinds[card]]
        parts = (
            b'{"viewer":%s,' % (b"null" if viewer is None else b"%d" % viewer),
            moment,
            b',"seats":[',
            b",".join(shown),
            b'],"cards":',
            cards_part(components, box, mind, in_play),
            b',"memory":',
            b"null" if brief else encode(kept_memory(mind, in_play, seats)),
            b',"drawn":%s,' % number,
            board,
            b"}",
        )
        prompt = prompt_for(phase, int(state.left), played, waits, drawn)
        found.append(Rendering(b"".join(parts), phase, prompt, scores))
    return found
