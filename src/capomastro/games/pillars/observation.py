"""The tensor of The Pillars of Venice, field by field; `rules/observer.py` writes it."""

from capomastro.core.observation import Block, Field, Observation, Part, laid_out, unused
from capomastro.core.observer import Observer
from capomastro.games.pillars.names import DISTRICT_NAMES
from capomastro.games.pillars.phases import PHASES
from capomastro.games.pillars.rules import row
from capomastro.games.pillars.rules.box import MARKERS_EACH, MOST_SEATS, PILES
from capomastro.games.pillars.rules.cards import CARDS, MOST_PILES, MOST_STONES, ROLE_NAMES
from capomastro.games.pillars.rules.cells import CELLS
from capomastro.games.pillars.rules.districts import FORMS
from capomastro.games.pillars.rules.observer import PillarsObserver

LEFT = "counted from the seat that looks to its left"
ROLES = ", ".join(ROLE_NAMES)
MOST_OF_A_KIND = 10


def seat_named(name: str, meaning: str) -> list[Part]:
    return [Part(name, MOST_SEATS, "flag", f"{meaning}, {LEFT}"), unused(8 - MOST_SEATS)]


def card(name: str, meaning: str) -> list[Part]:
    return [
        Part(f"{name} role", len(ROLE_NAMES), "flag", f"{meaning}: {ROLES}"),
        unused(8 - len(ROLE_NAMES)),
        Part(f"{name} figure", 1, "count", "the stones or piles on it", MOST_STONES),
        Part(f"{name} markers", 1, "count", "the markers on it", MOST_PILES - 1),
        unused(6),
    ]


def districts(name: str, meaning: str) -> list[Part]:
    kinds = len(DISTRICT_NAMES)
    order = "in the order of the kinds of districts"
    return [Part(name, kinds, "count", f"{meaning}, {order}", MOST_OF_A_KIND), unused(32 - kinds)]


def plane(name: str, meaning: str) -> list[Part]:
    return [Part(name, CELLS, "flag", f"{meaning}: 8 rows of 17 cells")]


COMMON: list[Block] = [
    (row.PHASE, [Part("phase", len(PHASES.names), "flag", "which phase it is: " + ", ".join(PHASES.names))]),
    (
        row.ACTOR,
        [
            Part("actor", MOST_SEATS, "flag", f"who has to decide, the lowest seat if several have, {LEFT}"),
            Part("to act", 1, "flag", "the seat that looks has to decide"),
            Part("pile this round", 1, "flag", "a pile was set in this round"),
        ],
    ),
    (row.START, seat_named("start", "the start player")),
    (row.VICTIM, seat_named("victim", "whom the start player has drawn a card from")),
    (row.GONDOLA, seat_named("gondola", "whose marker is on the gondola")),
    (
        row.FIGURES,
        [
            Part("round", 1, "count", "the round", 255),
            Part("idle rounds", 1, "count", "whole rounds since a pile was set", 30),
            Part("pile supply", 1, "count", "piles left; the last ends the game", PILES),
            Part("left", 1, "count", "stones, piles or markers that the card under way still allows", MOST_STONES),
            unused(4),
        ],
    ),
    (row.DRAWN, card("drawn", "the card drawn in a swap under way, for the two of it; its role")),
    (row.TOPS, districts("tops", "the districts on top of the stacks")),
    (row.UNSEEN, districts("unseen", "the districts below the tops")),
    (
        row.PLANES,
        [
            *plane("canal", "the Canale Grande"),
            *plane("piles", "cells with a pile"),
            *plane("buildings", "cells with a building"),
            *plane("piazzas", "cells with a piazza"),
            *plane("spans", "cells under the span of a bridge"),
            *plane("begun", "piles set with the card under way"),
        ],
    ),
]


def seat_parts(number: int, seats: int) -> list[Part]:
    """What is known of a seat; number 0 is the one that looks."""
    who = "own" if number == 0 else f"left {number}"
    when = "the card chosen or played" if number == 0 else "the card played, once all have chosen"
    hand = "the hand" if number == 0 or seats == 2 else "the hand, with perfect information only"
    return [
        Part(f"{who} chosen", 1, "flag", "has chosen a card in this round"),
        Part(f"{who} waits", 1, "flag", "owes a decision"),
        Part(f"{who} supply", 1, "count", "markers in the own supply", MARKERS_EACH),
        unused(5),
        Part(f"{who} points", 5, "count", "points from crests, matches, markers, the gondola, cards", 255),
        Part(f"{who} score", 1, "count", "points altogether", 255),
        unused(2),
        *card(f"{who} card", f"{when}; its role"),
        *districts(f"{who} stock", "the districts in stock"),
        Part(f"{who} hand", CARDS, "flag", f"{hand}, card by card"),
        unused(32 - CARDS),
        *plane(f"{who} marks", "cells with a marker of this seat"),
    ]


class PillarsObservation:
    """The tensor that the catalogue offers."""

    version = 1
    most_legal = len(FORMS) * PILES
    """Building has the longest list: every form of a district, with its first cell on every pile."""

    def fields(self, seats: int) -> tuple[Field, ...]:
        blocks: list[Block] = [
            (row.FIRST_SEAT + row.SEAT_WORDS * number, seat_parts(number, seats)) for number in range(seats)
        ]
        return laid_out([*COMMON, *blocks], int(row.words_of(seats)))

    def observer(self, seats: int, perfect_information: bool) -> Observer:
        return PillarsObserver(seats, perfect_information)


OBSERVATION: Observation = PillarsObservation()
