"""A game of The Pillars of Venice between two steps: who must decide, what they may do, and carrying it out."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.chance import Chance
from capomastro.core.refusals import Reason
from capomastro.games.pillars.rules import event_codes as codes
from capomastro.games.pillars.rules.board import (
    CARDS_DEALT,
    CHOOSING,
    FIRST_SEAT,
    GIVING,
    MARKING,
    PILING,
    SWAPPING,
    TAKING,
    Board,
    everybody,
    set_bare,
)
from capomastro.games.pillars.rules.box import MOST_SEATS, Box
from capomastro.games.pillars.rules.building import build
from capomastro.games.pillars.rules.cards import HAND
from capomastro.games.pillars.rules.cells import bit, nth, size
from capomastro.games.pillars.rules.districts import DISTRICTS, DOMINO, SHAPES, SQUARE
from capomastro.games.pillars.rules.knowledge import know_the_deal
from capomastro.games.pillars.rules.legal import fill_legal, owes
from capomastro.games.pillars.rules.piling import set_marker, set_pile
from capomastro.games.pillars.rules.round import end, next_card, reveal
from capomastro.games.pillars.rules.stacks import take, take_top, turn_up
from capomastro.games.pillars.rules.steps import BUILD, CHOOSE, DONE, GIVE, MARK, PILE, TAKE
from capomastro.games.pillars.rules.swapping import choose, give, swap


def _seats_in(bits: int) -> tuple[int, ...]:
    return tuple([seat for seat in range(MOST_SEATS) if bits >> seat & 1])


TOGETHER: Final[list[tuple[int, ...]]] = [_seats_in(bits) for bits in range(2**MOST_SEATS)]


class State(Board):
    """A board that answers every game's three questions."""

    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision, ascending."""
        if self.over:
            return TOGETHER[0]
        if self.phase == CHOOSING:
            return TOGETHER[everybody(self) & ~self.ready]
        return TOGETHER[bit(self.actor)]

    def fill_legal(self, seat: i64, out: vec[i64]) -> i64:
        """Writes this seat's legal steps, ascending, and returns how many there are."""
        return fill_legal(self, seat, out) if owes(self, seat) else i64(0)

    def refusal(self, seat: i64, action: i64) -> Reason:
        """Why this seat may not take this step."""
        from capomastro.games.pillars.refusals import refusal

        return refusal(self, seat, action)

    def play(self, seat: i64, action: i64) -> None:
        """Carries out a step that is known to be legal."""
        phase = self.phase
        if phase == CHOOSING:
            choose(self, seat, action - CHOOSE)
            if self.ready == everybody(self):
                reveal(self)
        elif phase == SWAPPING:
            swap(self, action)
        elif phase == GIVING:
            give(self, action - GIVE)
        elif not self.carry_on(phase, action):
            next_card(self)

    def carry_on(self, phase: i64, action: i64) -> bool:
        """§4: a step of the actor's card; is there more to decide?"""
        if action == DONE:
            self.announce(codes.FINISHED, self.actor)
            return False
        if phase == PILING:
            more = set_pile(self, action - PILE)
            if self.pile_supply == 0:
                end(self, codes.BY_LAST_PILE)
            return more
        if phase == MARKING:
            return set_marker(self, action - MARK)
        if phase == TAKING:
            return take(self, action - TAKE)
        return build(self, action - BUILD)

    def clone(self) -> "State":
        """An independent copy; it does not record."""
        twin = State(self.seats, self.chance.clone(), self.box)
        twin.over = self.over
        twin.phase = self.phase
        twin.start = self.start
        twin.actor = self.actor
        twin.round = self.round
        twin.idle_rounds = self.idle_rounds
        twin.pile_this_round = self.pile_this_round
        twin.shown = self.shown
        twin.hands = self.hands[:]
        twin.chosen = self.chosen
        twin.ready = self.ready
        twin.at_first = self.at_first
        twin.news = self.news[:]
        twin.minds = self.minds
        twin.victim = self.victim
        twin.drawn = self.drawn
        twin.stocks = self.stocks[:]
        twin.tops = self.tops
        twin.unseen = self.unseen
        twin.piles = self.piles
        twin.buildings = self.buildings
        twin.piazzas = self.piazzas
        twin.closed = self.closed
        twin.marked = self.marked
        twin.marks = self.marks[:]
        twin.pile_supply = self.pile_supply
        twin.gondola = self.gondola
        twin.placed = self.placed[:]
        twin.placed_count = self.placed_count
        twin.left = self.left
        twin.begun = self.begun
        twin.starts = self.starts
        twin.points = self.points[:]
        twin.played = self.played[:]
        twin.fizzled = self.fizzled[:]
        return twin

    def key(self) -> tuple[object, ...]:
        """Everything that makes up the state, for comparing and hashing."""
        return (
            (self.seats, self.phase, self.start, self.actor, self.round, self.idle_rounds, self.pile_this_round),
            (tuple(self.hands), self.chosen, self.ready, tuple(self.at_first), self.victim, self.drawn),
            tuple(self.news),
            (tuple(self.stocks), self.tops, self.unseen),
            (self.piles, self.buildings, self.piazzas, self.closed, self.marked, tuple(self.marks)),
            (self.pile_supply, self.gondola, tuple([self.placed[i] for i in range(self.placed_count)])),
            (self.left, self.begun, self.starts),
            (tuple(self.points), tuple(self.played), tuple(self.fizzled)),
            self.chance.key(),
        )


def bare(seats: int, chance: Chance, box: Box) -> State:
    """An empty board."""
    state = State(seats, chance, box)
    set_bare(state)
    return state


def deal(seats: int, chance: Chance, box: Box, first: int | None) -> State:
    """§2: a new game. `first` is the first start player, or None to draw one."""
    state = bare(seats, chance, box)
    state.start = chance.draw(FIRST_SEAT, seats) if first is None else first
    state.actor = state.start

    deck = box.in_play[seats]
    for seat in range(seats):
        for _nth in range(HAND):
            card = bit(nth(deck, chance.draw(CARDS_DEALT, size(deck))))
            state.hands[seat] += card
            deck -= card
    know_the_deal(state)

    state.unseen = bit(DISTRICTS) - 1
    for shape in range(SHAPES):
        turn_up(state, shape)
    seat = state.start
    for _nth in range(seats):  # §2.4
        take_top(state, seat, DOMINO)
        take_top(state, seat, SQUARE)
        seat = state.after(seat)
    return state
