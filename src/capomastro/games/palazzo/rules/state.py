"""A game of Palazzo between two steps: who must decide, what they may do, and carrying it out."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from capomastro.core.chance import Chance
from capomastro.core.refusals import Reason
from capomastro.games.palazzo.rules.auction import bid, open_auction, overbid
from capomastro.games.palazzo.rules.board import (
    BIDDING,
    BUILDER,
    BUILDING,
    CARDS_DEALT,
    DISCARDING,
    DRAFTING,
    FIRST_SEAT,
    MARKET,
    MOVING,
    PAYING,
    PICKING,
    PLACING,
    QUARRIES,
    RAISING,
    REBUILDING,
    STACKS,
    TURN,
    Board,
)
from capomastro.games.palazzo.rules.building import choose_next, draft, place
from capomastro.games.palazzo.rules.legal import fill_legal
from capomastro.games.palazzo.rules.market import draw_tile, purchase, reveal_tiles
from capomastro.games.palazzo.rules.money import ALL_MONEY, NO_CURRENCY, one_of
from capomastro.games.palazzo.rules.paying import begin_payment, lay, stage
from capomastro.games.palazzo.rules.rebuilding import put_in, rebuild
from capomastro.games.palazzo.rules.steps import AUCTION, BUILD, BUY, DISCARD, DONE, PICK, PUT, REVEAL, SITES, TAKE
from capomastro.games.palazzo.rules.taking import draw_card, pick, show_money
from capomastro.games.palazzo.rules.tiles import with_tile

ALONE: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,)]
NOBODY: Final[tuple[int, ...]] = ()


class State(Board):
    """A board that answers every game's three questions."""

    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        if self.over:
            return NOBODY
        return ALONE[self.actor]

    def fill_legal(self, seat: i64, out: vec[i64]) -> i64:
        """Writes this seat's legal steps, ascending, and returns how many there are."""
        if seat != self.actor or self.over:
            return 0
        return fill_legal(self, out)

    def refusal(self, seat: i64, action: i64) -> Reason:
        """Why this seat may not take this step."""
        from capomastro.games.palazzo.refusals import refusal

        return refusal(self, seat, action)

    def play(self, seat: i64, action: i64) -> None:
        """Carries out a step that is known to be legal."""
        phase = self.phase
        if phase == PICKING:
            pick(self, action - PICK)
        elif phase == PLACING:
            place(self, action)
        elif phase == TURN:
            begin_action(self, action)
        elif phase == BIDDING:
            bid(self, action)
        elif phase == RAISING:
            if action == DONE:
                overbid(self)
            else:
                lay(self, action)
        elif phase == PAYING:
            if action == DONE:
                purchase(self)
            elif action >= BUY:
                self.chosen = with_tile(self.chosen, action - BUY)
            else:
                lay(self, action)
        elif phase == MARKET:
            if action == AUCTION:
                open_auction(self)
            else:
                begin_payment(self, 0, NO_CURRENCY)
                self.chosen = with_tile(0, action - BUY)
                self.phase = PAYING
        elif phase == BUILDING:
            choose_next(self, action - BUILD)
        elif phase == DRAFTING:
            draft(self, action - BUILD)
        elif phase == DISCARDING:
            begin_payment(self, 0, NO_CURRENCY)
            stage(self, action - DISCARD)
            self.phase = REBUILDING
        elif phase == REBUILDING:
            rebuild(self, action)
        elif phase == MOVING:
            put_in(self, action - PUT)

    def clone(self) -> "State":
        """An independent copy; it does not record."""
        twin = State(self.seats, self.chance.clone())
        twin.over = self.over
        twin.phase = self.phase
        twin.turn = self.turn
        twin.actor = self.actor
        twin.turns = self.turns
        twin.idle_turns = self.idle_turns
        twin.shown = self.shown
        twin.deck = self.deck
        twin.deck_known = self.deck_known
        twin.discards = self.discards
        twin.open = self.open
        twin.hands = self.hands[:]
        twin.known = self.known[:]
        twin.stacks = self.stacks[:]
        twin.riders = self.riders
        twin.warehouse = self.warehouse
        twin.quarries = self.quarries[:]
        twin.builder = self.builder
        twin.box = self.box
        twin.priced_at_turn_start = self.priced_at_turn_start
        twin.stored_at_turn_start = self.stored_at_turn_start
        twin.palazzi = self.palazzi[:]
        twin.sites = self.sites[:]
        twin.bidders = self.bidders
        twin.standing = self.standing
        twin.laid = self.laid[:]
        twin.worth = self.worth[:]
        twin.currency = self.currency[:]
        twin.pending = self.pending
        twin.drafters = self.drafters
        twin.placing = self.placing
        twin.staged = self.staged
        twin.staged_known = self.staged_known
        twin.staged_worth = self.staged_worth
        twin.staged_currency = self.staged_currency
        twin.chosen = self.chosen
        twin.moving = self.moving
        return twin

    def key(self) -> tuple[object, ...]:
        """Everything that makes up the state, for comparing and hashing."""
        return (
            (self.seats, self.phase, self.turn, self.actor, self.turns, self.idle_turns),
            (self.deck, self.deck_known, self.discards, self.open, tuple(self.hands), tuple(self.known)),
            (tuple(self.stacks), self.riders, self.warehouse, tuple(self.quarries), self.builder, self.box),
            (self.priced_at_turn_start, self.stored_at_turn_start),
            tuple([tuple([self.palazzo(s, i) for i in range(self.sites[s])]) for s in range(self.seats)]),
            (self.bidders, self.standing, tuple(self.laid), tuple(self.worth), tuple(self.currency)),
            (self.pending, self.drafters, self.placing, self.chosen, self.moving),
            (self.staged, self.staged_known, self.staged_worth, self.staged_currency),
            self.chance.key(),
        )


def begin_action(state: State, action: i64) -> None:
    """§3.1"""
    if action == TAKE:
        show_money(state)
    elif action == REVEAL:
        reveal_tiles(state)
    else:
        state.phase = DISCARDING


def bare(seats: int, chance: Chance) -> State:
    """An empty board."""
    state = State(seats, chance)
    nothing = [0] * seats
    state.hands = vec[i64](nothing)
    state.known = vec[i64](nothing)
    state.sites = vec[i64](nothing)
    state.laid = vec[i64](nothing)
    state.worth = vec[i64](nothing)
    state.currency = vec[i64]([NO_CURRENCY] * seats)
    state.palazzi = vec[i32]([0] * (SITES * seats))
    state.stacks = vec[i64]([0] * STACKS)
    state.quarries = vec[i64]([0] * QUARRIES)
    return state


def deal(
    seats: int, chance: Chance, stacks: tuple[int, int, int], first: int | None, priced_at_turn_start: bool
) -> State:
    """§2: a new game. `first` is the first seat, or None to draw it."""
    state = bare(seats, chance)
    state.stacks = vec[i64](stacks)
    state.priced_at_turn_start = priced_at_turn_start

    for quarry in range(QUARRIES):
        state.quarries[quarry] = with_tile(0, draw_tile(state))
    state.warehouse = with_tile(0, draw_tile(state))
    state.stored_at_turn_start = 1
    state.builder = chance.draw(BUILDER, QUARRIES)
    state.turn = chance.draw(FIRST_SEAT, seats) if first is None else first
    state.actor = state.turn

    state.deck = ALL_MONEY
    for seat in range(seats):
        for _nth in range(CARDS_DEALT):
            state.hands[seat] += one_of(draw_card(state))
    return state
