"""What happened, in words: notes of the journal become events with named facts and an English sentence."""

from typing import Any

from capomastro.core.game import Event, Note
from capomastro.games.pillars.names import CARD_NAMES, CELL_NAMES, DISTRICT_NAMES, lying
from capomastro.games.pillars.rules import event_codes
from capomastro.games.pillars.rules.steps import BUILD

SENTENCES = {
    "round began": "round {round}: {seat} is the start player",
    "stayed": "{seat} does without the swap",
    "drew": "{seat} draws a card from the hand of {from}",
    "drew card": "{seat} has drawn {card} from {from}",
    "gave": "{seat} gives {to} a card in return",
    "gave card": "{seat} has given {card} to {to}",
    "chose": "{seat} has chosen a card",
    "chose card": "{seat} will play {card}",
    "revealed": "{seat} plays {card}",
    "no effect": "{card} of {seat} has no effect",
    "took": "{seat} takes {district}",
    "stack ran dry": "{seat} takes {district}, the last of its stack",
    "set pile": "{seat} sets a pile on {cell}; {left} are left",
    "marked": "{seat} puts a marker on {cell}",
    "built": "{seat} builds {district} at {at} turned {turned}: {crests} for crests, {matches} for matches",
    "markers back": "{seat} gets {count} of the markers back, and {points} points",
    "gondola paid": "the gondola brings {points} points to {seat}",
    "boarded": "{seat} puts a marker on the gondola",
    "boarded instead": "{seat} puts a marker on the gondola; that of {other} goes back",
    "six points": "{card} brings {points} points to {seat}",
    "passed on": "{seat} passes {card} to {to}",
    "finished": "{seat} is done",
    "start moved": "the start-player card goes to {seat}",
    "ended by last pile": "the last pile is set: the game ends",
    "ended by standstill": "nobody has set a pile for thirty rounds: the game ends",
}
"""`from`, `to` and `other` are seats, counted from 1 as in the notation."""


def event(note: Note) -> Event:
    kind, audience, seat, a, b, c = note
    name, facts = described(kind, a, b, c)
    told = None if audience == event_codes.PUBLIC else tuple(i for i in range(8) if audience >> i & 1)
    return Event(name, seat, facts, told)


def described(kind: int, a: int, b: int, c: int) -> tuple[str, dict[str, Any]]:
    """The name of what happened and its facts."""
    match kind:
        case event_codes.ROUND_BEGAN:
            return "round began", {"round": a}
        case event_codes.STAYED:
            return "stayed", {}
        case event_codes.DREW:
            return "drew", {"from": a + 1}
        case event_codes.DREW_CARD:
            return "drew card", {"from": a + 1, "card": CARD_NAMES[b]}
        case event_codes.GAVE:
            return "gave", {"to": a + 1}
        case event_codes.GAVE_CARD:
            return "gave card", {"to": a + 1, "card": CARD_NAMES[b]}
        case event_codes.CHOSE:
            return "chose", {}
        case event_codes.CHOSE_CARD:
            return "chose card", {"card": CARD_NAMES[a]}
        case event_codes.REVEALED:
            return "revealed", {"card": CARD_NAMES[a]}
        case event_codes.NO_EFFECT:
            return "no effect", {"card": CARD_NAMES[a]}
        case event_codes.TOOK if b == 0:
            return "stack ran dry", {"district": DISTRICT_NAMES[a]}
        case event_codes.TOOK:
            return "took", {"district": DISTRICT_NAMES[a], "top": DISTRICT_NAMES[b - 1]}
        case event_codes.SET_PILE:
            return "set pile", {"cell": CELL_NAMES[a], "left": b}
        case event_codes.MARKED:
            return "marked", {"cell": CELL_NAMES[a]}
        case event_codes.BUILT:
            district, at, turned = lying(a - BUILD)
            where = {"district": district, "at": at, "turned": turned}
            return "built", {**where, "crests": b, "matches": c}
        case event_codes.MARKERS_BACK:
            return "markers back", {"count": a, "points": b}
        case event_codes.GONDOLA_PAID:
            return "gondola paid", {"points": a}
        case event_codes.BOARDED:
            return ("boarded instead", {"other": a}) if a else ("boarded", {})
        case event_codes.SIX_POINTS:
            return "six points", {"card": CARD_NAMES[a], "points": b}
        case event_codes.PASSED_ON:
            return "passed on", {"card": CARD_NAMES[a], "to": b + 1}
        case event_codes.FINISHED:
            return "finished", {}
        case event_codes.START_MOVED:
            return "start moved", {}
        case event_codes.ENDED:
            return ("ended by last pile" if a == event_codes.BY_LAST_PILE else "ended by standstill"), {}
    raise AssertionError(f"no event is numbered {kind}")
