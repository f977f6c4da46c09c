"""What a seat, or a spectator, may know of a game of Palazzo (§13), and the worlds that look alike to it."""

from collections.abc import Sequence

from librt.vecs import vec
from msgspec.structs import replace
from mypy_extensions import i64

from capomastro.core.chance import seeded
from capomastro.core.game import Seat, Viewer
from capomastro.games.palazzo.names import (
    SITE_NAMES,
    TILE_NAMES,
    card_kind,
    cards_in,
    floors_in,
    money_from,
    site_number,
    tile_kind,
    tiles_from,
    tiles_in,
)
from capomastro.games.palazzo.phases import PHASES
from capomastro.games.palazzo.rules.board import MOVING, OVER, PAYING, PLACING, RAISING, REBUILDING
from capomastro.games.palazzo.rules.money import ALL_MONEY, CURRENCIES, NO_CURRENCY, card_count, count_of
from capomastro.games.palazzo.rules.palazzi import floor_bits
from capomastro.games.palazzo.rules.state import State, bare
from capomastro.games.palazzo.rules.tiles import ALL_TILES, merged, minus
from capomastro.games.palazzo.rules.worlds import Worlds
from capomastro.games.palazzo.view_types import Payment, SeatView, View

__all__ = ["Payment", "SeatView", "View", "view", "views", "worlds"]


def seat_view(state: State, seat: Seat) -> SeatView:
    """What everybody may know of a seat."""
    in_hand = state.hands[seat]
    staged = state.staged if seat == state.actor else 0
    return SeatView(
        cards=card_count(in_hand) + card_count(staged),
        known=cards_in(state.known[seat]),
        hand=cards_in(in_hand) if state.phase == OVER else None,
        palazzi={
            SITE_NAMES[site]: floors_in(palazzo)
            for site in range(state.sites[seat])
            if (palazzo := state.palazzo(seat, site))
        },
        score=state.score(seat),
        bidding=bool(state.bidders >> seat & 1),
        bid=state.worth[seat],
        laid=cards_in(state.laid[seat]),
        currency=currency_name(state.currency[seat]),
    )


def currency_name(currency: int) -> str | None:
    return None if currency == NO_CURRENCY else CURRENCIES[currency]


def payment_view(state: State) -> Payment | None:
    """The actor's payment, for the actor alone."""
    if state.phase not in (PAYING, RAISING, REBUILDING, MOVING):
        return None
    need = {PAYING: int(state.cost()), RAISING: int(state.standing) + 1}.get(int(state.phase), 0)
    return Payment(
        cards=cards_in(state.staged),
        worth=state.staged_worth,
        need=need,
        currency=currency_name(state.staged_currency),
        tiles=tiles_in(state.chosen),
        moving=SITE_NAMES[state.moving] if state.phase == MOVING else None,
    )


def view(state: State, viewer: Viewer) -> View:
    """§13: what this viewer may know, named piece by piece."""
    return views(state, (viewer,))[0]


def views(state: State, viewers: Sequence[Viewer]) -> list[View]:
    """The same for several viewers; what everybody may know is put together once."""
    known_to_all = public_view(state)
    return [known_to_all if viewer is None else own_view(state, known_to_all, viewer) for viewer in viewers]


def own_view(state: State, public: View, viewer: Seat) -> View:
    """What everybody may know, and what this seat knows beyond it: its hand, and what it has begun."""
    shown, in_hand = public.seats, state.hands[viewer]
    own = replace(shown[viewer], cards=card_count(in_hand), hand=cards_in(in_hand))
    shown = (*shown[:viewer], own, *shown[viewer + 1 :])
    if viewer != state.actor:
        return replace(public, viewer=viewer, seats=shown)
    phase = int(state.phase)
    return replace(
        public,
        viewer=viewer,
        phase=PHASES.names[phase],
        seats=shown,
        payment=payment_view(state),
        placing=TILE_NAMES[state.placing] if phase == PLACING else None,
    )


def public_view(state: State) -> View:
    phase = PHASES.seen_from_outside[state.phase]
    return View(
        viewer=None,
        phase=PHASES.names[phase],
        turn=state.turn,
        actor=state.actor,
        seats=tuple([seat_view(state, seat) for seat in range(state.seats)]),
        payment=None,
        open=cards_in(state.open),
        deck=card_count(state.deck),
        deck_cards=cards_in(state.deck) if state.deck_known else None,
        discards=cards_in(state.discards),
        warehouse=tiles_in(state.warehouse),
        price=state.price(),
        quarries=tuple([tiles_in(tiles) for tiles in state.quarries]),
        builder=state.builder,
        unseen=tuple([tiles_in(tiles) for tiles in state.stacks]),
        riders=state.riders,
        standing_bid=state.standing,
        pending=tiles_in(state.pending),
        placing=TILE_NAMES[state.placing] if phase == PLACING else None,
        drafters=state.drafters,
        turns=state.turns,
        idle_turns=state.idle_turns,
        priced_at_turn_start=state.priced_at_turn_start,
        stored_at_turn_start=state.stored_at_turn_start,
        winners=tuple(state.winners()) if state.phase == OVER else (),
    )


def worlds(view: View) -> Worlds:
    """The states that look like this view: what is known stands, the hidden money is dealt again."""
    state = bare(len(view.seats), seeded(0))
    state.phase = PHASES.numbers[view.phase]
    state.over = state.phase == OVER
    state.turn = view.turn
    state.actor = view.actor
    state.open = money_from(view.open)
    state.deck = money_from(view.deck_cards or ())
    state.deck_known = view.deck_cards is not None
    state.discards = money_from(view.discards)
    state.warehouse = tiles_from(view.warehouse)
    state.quarries = vec[i64]([tiles_from(tiles) for tiles in view.quarries])
    state.builder = view.builder
    state.stacks = vec[i64]([tiles_from(tiles) for tiles in view.unseen])
    state.riders = view.riders
    state.standing = view.standing_bid
    state.pending = tiles_from(view.pending)
    state.placing = 0 if view.placing is None else tile_kind(view.placing)
    state.drafters = view.drafters
    state.turns = view.turns
    state.idle_turns = view.idle_turns
    state.priced_at_turn_start = view.priced_at_turn_start
    state.stored_at_turn_start = view.stored_at_turn_start
    for seat, seen in enumerate(view.seats):
        set_seat(state, seat, seen)
    if view.payment is not None:
        set_payment(state, view.payment)
    state.box = minus(ALL_TILES, tiles_on_table(state))
    placed = state.deck + state.open + state.discards + state.staged + sum(state.hands) + sum(state.laid)
    hidden = [0 if seen.hand is not None else seen.cards - len(seen.known) for seen in view.seats]
    return Worlds(state, hidden, ALL_MONEY - placed)


def set_seat(state: State, seat: Seat, seen: SeatView) -> None:
    state.known[seat] = money_from(seen.known)
    state.hands[seat] = money_from(seen.known if seen.hand is None else seen.hand)
    state.laid[seat] = money_from(seen.laid)
    state.worth[seat] = seen.bid
    state.currency[seat] = NO_CURRENCY if seen.currency is None else CURRENCIES.index(seen.currency)
    state.bidders |= int(seen.bidding) << seat
    for site, floors in seen.palazzi.items():
        state.erect(seat, site_number(site), sum(floor_bits(tile_kind(tile)) for tile in floors))


def set_payment(state: State, payment: Payment) -> None:
    state.staged = money_from(payment.cards)
    state.staged_worth = payment.worth
    state.staged_currency = NO_CURRENCY if payment.currency is None else CURRENCIES.index(payment.currency)
    state.chosen = tiles_from(payment.tiles)
    state.moving = 0 if payment.moving is None else site_number(payment.moving)
    known = state.known[state.actor]
    for card in set(payment.cards):
        kind = card_kind(card)
        state.staged_known += min(count_of(known, kind), payment.cards.count(card)) << 2 * kind


def tiles_on_table(state: State) -> int:
    """Every tile that is not in the box."""
    tiles = merged(state.warehouse, state.pending)
    for others in (*state.stacks, *state.quarries):
        tiles = merged(tiles, others)
    for seat in range(state.seats):
        for site in range(state.sites[seat]):
            tiles = merged(tiles, tiles_from(floors_in(state.palazzo(seat, site))))
    return tiles
