"""A game of Palazzo as text, for terminals and playthrough files."""

from collections.abc import Sequence

from capomastro.games.palazzo.names import tile_kind
from capomastro.games.palazzo.phases import PHASES
from capomastro.games.palazzo.rules.money import CURRENCIES
from capomastro.games.palazzo.rules.palazzi import floor_bits, score_of
from capomastro.games.palazzo.view import Payment, SeatView, View


def picture(view: View, names: Sequence[str]) -> str:
    """The board, the seats, and the viewer's own money."""
    stacks = " ".join(f"{name} {len(tiles)}" for name, tiles in zip(("I", "II", "III"), view.unseen, strict=True))
    lines = [
        f"stacks {stacks} (+{5 - view.riders} riders)  riders {view.riders}/5"
        f"  deck {view.deck}  discards {len(view.discards)}",
        f"  warehouse, {view.price} each: {listed(view.warehouse)}",
    ]
    for quarry, tiles in enumerate(view.quarries):
        here = " (builder)" if quarry == view.builder else ""
        lines.append(f"  quarry {quarry + 1}{here}: {listed(tiles)}")
    if view.deck_cards:
        lines.append(f"  in the deck: {money(view.deck_cards)}")
    if view.open:
        lines.append(f"  open money: {money(view.open)}")
    if view.standing_bid:
        lines.append(f"  standing bid: {view.standing_bid}")
    if view.pending:
        lines.append(f"  to build: {listed(view.pending)}")
    for seat, seen in enumerate(view.seats):
        lines += seat_lines(seen, names[seat], turn=seat == view.turn, own=seat == view.viewer)
    if view.payment is not None:
        lines.append(payment_line(view.payment))
    if view.winners:
        lines.append(f"won by {' and '.join(names[seat] for seat in view.winners)}")
    return "\n".join(lines)


def seat_lines(seen: SeatView, name: str, *, turn: bool, own: bool) -> list[str]:
    head = f"{'>' if turn else ' '} {name}: {seen.score} points, {seen.cards} cards"
    if seen.hand is not None:
        head += f" — {money(seen.hand)}"
    elif seen.known:
        head += f" (seen: {money(seen.known)})"
    lines = [head]
    if seen.bidding:
        laid = f" with {money(seen.laid)}" if seen.laid else ""
        lines.append(f"      bids {seen.bid}{laid}")
    if own and not seen.palazzi:
        lines.append("      nothing built yet")
    for label, floors in seen.palazzi.items():
        lines.append(f"      {label}: {' / '.join(floors)}  = {palazzo_score(floors)}")
    return lines


def palazzo_score(floors: Sequence[str]) -> int:
    return int(score_of(sum(floor_bits(tile_kind(tile)) for tile in floors)))


def payment_line(payment: Payment) -> str:
    line = f"  you lay {money(payment.cards)}"
    if payment.need:
        line += f": {payment.worth} of {payment.need}"
    if payment.tiles:
        line += f" for {listed(payment.tiles)}"
    if payment.moving:
        line += f" to move {payment.moving}"
    return line


def listed(tiles: Sequence[str]) -> str:
    return ", ".join(tiles) or "nothing"


def money(cards: Sequence[str]) -> str:
    """Cards grouped by currency: `florin 3 7, lira 4, 2 certificates`."""
    groups = []
    for currency in CURRENCIES:
        values = [card.split()[1] for card in cards if card.startswith(currency)]
        if values:
            groups.append(f"{currency} {' '.join(values)}")
    jokers = sum(card == "certificate" for card in cards)
    if jokers:
        groups.append("certificate" if jokers == 1 else f"{jokers} certificates")
    return ", ".join(groups) or "nothing"


def prompt(view: View) -> str:
    """What whoever must act has to decide, in a sentence for the viewer if it is the viewer's turn."""
    text = PHASES.prompts[PHASES.numbers[view.phase]]
    if view.phase == "placing":
        text = f"put {view.placing} on a palazzo, begin a new one, or box it"
    elif view.phase == "bidding":
        text = f"overbid {view.standing_bid}, or pass"
    elif view.payment is not None and view.payment.need:
        text = f"{text} ({view.payment.worth} of {view.payment.need})"
    return text
