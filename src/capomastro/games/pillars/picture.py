"""A game of The Pillars of Venice as text, for terminals and playthrough files."""

from collections.abc import Sequence
from functools import lru_cache

from capomastro.games.pillars.components import CANAL
from capomastro.games.pillars.names import REMEMBERED, cell_number, covered
from capomastro.games.pillars.phases import PHASES
from capomastro.games.pillars.rules.cells import CELLS, COLUMNS, ROWS
from capomastro.games.pillars.rules.districts import (
    BRIDGE,
    FORM_OUTLINE,
    FORM_SHAPE,
    PLACEMENT_FORM,
    PLACEMENT_PLACE,
    SHAPE_NAMES,
    SPAN_ACROSS,
    span_of,
)
from capomastro.games.pillars.view import SeatView, View


def picture(view: View, names: Sequence[str]) -> str:
    """The lagoon, the stacks, the seats, and the viewer's own cards."""
    gondola = "nobody" if view.gondola is None else names[view.gondola]
    lines = [
        f"round {view.round}  piles {view.pile_supply}  gondola: {gondola}  start player: {names[view.start]}",
        *lagoon(view),
        "  ~ lagoon  = canal  o pile  1-6 marker  B building  P piazza  - | bridge",
        f"  stacks: {stacks(view)}",
    ]
    for seat, seen in enumerate(view.seats):
        lines += seat_lines(view, seat, seen, names)
    if view.phase in ("taking", "building"):
        lines.append(f"  stones left: {view.left}")
    elif view.phase in ("piling", "marking"):
        lines.append(f"  {'piles' if view.phase == 'piling' else 'markers'} left for this card: {view.left}")
    if view.winners:
        lines.append(f"won by {' and '.join(names[seat] for seat in view.winners)}")
    return "\n".join(lines)


def lagoon(view: View) -> list[str]:
    """The board, a sign for each cell, with its coordinates."""
    signs = ["=" if sign == CANAL else "~" for sign in "".join(view.components.board)]
    for cell in view.piles:
        signs[cell_number(cell)] = "o"
    for seat, seen in enumerate(view.seats):
        for cell in seen.marks:
            signs[cell_number(cell)] = str(seat + 1)
    for district in view.placed:
        placement = district.placement()
        for number, face in covered(placement).items():
            signs[number] = face
        form = int(PLACEMENT_FORM[placement])
        if FORM_SHAPE[form] == BRIDGE:
            span = int(span_of(form, int(PLACEMENT_PLACE[placement])))
            signs[span] = "-" if FORM_OUTLINE[form] == SPAN_ACROSS else "|"
    assert len(signs) == CELLS
    lines = ["    " + " ".join(chr(ord("A") + column) for column in range(COLUMNS))]
    for row in range(ROWS):
        lines.append(f"  {row + 1} " + " ".join(signs[COLUMNS * row : COLUMNS * (row + 1)]))
    return lines


def stacks(view: View) -> str:
    """The top of each stack and how many lie below it."""
    shown = []
    for shape, (top, below) in enumerate(zip(view.tops, view.unseen, strict=True)):
        stones, crests = view.components.stones[shape], view.components.crests[shape]
        what = f"no {SHAPE_NAMES[shape]}" if top is None else f"{top} ({stones} stones, {crests} crests, +{len(below)})"
        shown.append(what)
    return ", ".join(shown)


def seat_lines(view: View, seat: int, seen: SeatView, names: Sequence[str]) -> list[str]:
    mark = ">" if seat in view.waiting else " "
    head = f"{mark} {seat + 1} {names[seat]}: {seen.score} points, {seen.markers} markers"
    if seen.card is not None:
        head += f", {'will play' if view.phase == 'choosing' else 'plays'} {seen.card}"
    elif seen.chosen:
        head += ", has chosen"
    lines = [head, f"      stock: {', '.join(seen.stock) or 'nothing'}"]
    if seen.hand is not None:
        lines.append(f"      hand: {', '.join(seen.hand)}")
    else:
        known = [card.name for card in view.cards if card.holders == (seat,)]
        if known:
            lines.append(f"      known to hold: {', '.join(known)}")
    return lines


def prompt(view: View) -> str:
    """What the viewer, or whoever must act, has to decide."""
    phase = view.phase
    waits = phase == "choosing" and view.viewer is not None and view.viewer not in view.waiting
    card = view.seats[view.actor].card or "" if phase == "taking" else ""
    drawn = view.cards[view.drawn].name if phase == "giving" and view.drawn is not None else ""
    return prompt_for(phase, view.left, card, waits, drawn)


@lru_cache(REMEMBERED)
def prompt_for(phase: str, left: int, card: str, waits: bool, drawn: str) -> str:
    """The same, by what it depends on: `card` is the one by which somebody takes districts, `drawn` the one that the
    viewer knows to be drawn, and who `waits` has chosen already."""
    if waits:
        return "wait until everybody has chosen"
    if drawn:
        return f"give a card for the {drawn} drawn"
    text = PHASES.prompts[PHASES.numbers[phase]]
    if phase == "taking":
        more = "" if card.endswith(f" {left}") else ", or be done"
        return f"{text}{more} ({stones(left)} left)"
    if phase == "building":
        return f"{text} ({stones(left)} left)"
    if phase in ("piling", "marking"):
        return f"{text} ({left} left)"
    return text


def stones(number: int) -> str:
    return "1 stone" if number == 1 else f"{number} stones"
