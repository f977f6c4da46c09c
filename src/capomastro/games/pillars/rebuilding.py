"""The worlds that look alike to the viewer of a view of The Pillars of Venice (§12): the state that it tells of."""

from capomastro.core.chance import seeded
from capomastro.core.game import Seat
from capomastro.games.pillars.components import box_of
from capomastro.games.pillars.memory import mind_from
from capomastro.games.pillars.names import DISTRICT_NAMES, bits_in, card_kind, cells_named, covered, district_kind
from capomastro.games.pillars.phases import PHASES
from capomastro.games.pillars.rules.board import CHOOSING, NOBODY, OVER, PILING
from capomastro.games.pillars.rules.cells import Cells, cell_set, cells_from, none, union
from capomastro.games.pillars.rules.districts import (
    BRIDGE,
    FORM_KIND,
    FORM_SHAPE,
    PLACEMENT_FORM,
    PLACEMENT_PLACE,
    span_of,
)
from capomastro.games.pillars.rules.minds import SEAT_BITS, Mind
from capomastro.games.pillars.rules.piling import find_starts
from capomastro.games.pillars.rules.state import State, bare
from capomastro.games.pillars.rules.worlds import Worlds
from capomastro.games.pillars.view import SOURCE_NAMES, SeatView, View


def worlds(view: View) -> Worlds:
    """The states that look like this view: what is known stands, hidden cards and choices are made again."""
    seats = len(view.seats)
    state = bare(seats, seeded(0), box_of(view.components))
    state.phase = PHASES.numbers[view.phase]
    state.over = state.phase == OVER
    state.start = view.start
    state.actor = view.actor
    state.round = view.round
    state.idle_rounds = view.idle_rounds
    state.pile_this_round = view.pile_this_round
    state.victim = NOBODY if view.victim is None else view.victim
    state.gondola = NOBODY if view.gondola is None else view.gondola
    state.pile_supply = view.pile_supply
    own_mind = set_cards(state, view)
    set_districts(state, view)
    for seat, seen in enumerate(view.seats):
        set_seat(state, seat, seen)
    state.piles = cells_named(view.piles)
    state.begun = cells_named(view.begun)
    state.left = view.left
    if state.phase == PILING and not view.begun:
        find_starts(state)

    own = None if view.viewer is None else view.seats[view.viewer].card
    viewer = seats if view.viewer is None else view.viewer
    return Worlds(state, viewer, own_mind, 0 if own is None else card_kind(own))


def set_cards(state: State, view: View) -> Mind:
    """What the viewer knows of the cards, and the cards turned up."""
    seats = len(view.seats)
    in_play = bits_in(state.box.in_play[seats])
    assert view.memory is not None, "no worlds can be made from a brief view"
    mind = mind_from(view.memory, tuple(in_play))
    state.minds = list(state.minds)
    state.minds[seats if view.viewer is None else view.viewer] = mind
    if view.drawn is not None:
        state.drawn = 1 << in_play[view.drawn]
    for seat, player in enumerate(view.seats):
        state.ready |= int(player.chosen) << seat
        if player.card is not None and view.phase != PHASES.names[CHOOSING]:
            here = len(mind.swaps) << SEAT_BITS | seat  # a card turned up was seen there
            sure = [card for card in in_play if mind.places[card] == here]
            state.chosen |= 1 << next(card for card in sure if view.components.cards[card][0] == player.card)
    return mind


def set_districts(state: State, view: View) -> None:
    """Stacks, stocks and the board; equal districts are interchangeable, so any of them will do."""
    left = {kind: bits_in(state.box.districts_of_kind[kind]) for kind in range(len(DISTRICT_NAMES))}

    def pieces(names: tuple[str, ...]) -> int:
        return sum(1 << left[district_kind(name)].pop() for name in names)

    state.tops = pieces(tuple(top for top in view.tops if top is not None))
    state.unseen = sum(pieces(stack) for stack in view.unseen)
    for seat, seen in enumerate(view.seats):
        state.stocks[seat] = pieces(seen.stock)
    for number, district in enumerate(view.placed):
        placement = district.placement()
        form = int(PLACEMENT_FORM[placement])
        left[FORM_KIND[form]].pop()
        state.placed[number] = 8 * placement + district.seat
        faces = covered(placement)
        state.buildings = union(state.buildings, showing(faces, "B"))
        state.piazzas = union(state.piazzas, showing(faces, "P"))
        if FORM_SHAPE[form] == BRIDGE:
            state.closed = union(state.closed, cell_set(span_of(form, int(PLACEMENT_PLACE[placement]))))
    state.placed_count = len(view.placed)


def showing(faces: dict[int, str], face: str) -> Cells:
    cells = [cell for cell, shown in faces.items() if shown == face]
    return cells_from(cells) if cells else none()


def set_seat(state: State, seat: Seat, seen: SeatView) -> None:
    for source, name in enumerate(SOURCE_NAMES):
        state.earn(seat, source, seen.points[name])
    marks = cells_named(seen.marks)
    state.set_marks(seat, marks)
    state.marked = union(state.marked, marks)
