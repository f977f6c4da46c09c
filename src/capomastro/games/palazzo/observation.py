"""The tensor of Palazzo, field by field; `rules/observer.py` writes it."""

from capomastro.core.observation import Block, Field, Observation, Part, Repeated, laid_out, unused
from capomastro.core.observer import Observer
from capomastro.games.palazzo.phases import PHASES
from capomastro.games.palazzo.rules import row, steps
from capomastro.games.palazzo.rules.board import STANDSTILL_TURNS
from capomastro.games.palazzo.rules.observer import PalazzoObserver

CARDS = "kind by kind: value 3 florin, ducat, lira, value 4 florin and so on, at last the certificates"
TILES = (
    "floor by floor, brick, sandstone, marble, one to three windows; at last the second copies of the tiles of floor 3 "
    "with one window: brick, sandstone, marble"
)
MOST_SEATS = 4
ALL_MONEY = 55
MOST_COPIES = 10  # certificates; of every other card there are three


def money(name: str, meaning: str) -> list[Part]:
    return [Part(name, 16, "count", f"{meaning}; {CARDS}", MOST_COPIES)]


def tiles(name: str, meaning: str) -> list[Part]:
    return [Part(name, 48, "flag", f"{meaning}; {TILES}")]


COMMON: list[Block] = [
    (
        row.PHASE,
        [
            Part("phase", 13, "flag", "which phase it is for the seat that looks: " + ", ".join(PHASES.names)),
            Part("to act", 1, "flag", "the seat that looks has to decide"),
            Part("priced at turn start", 1, "flag", "the option price is turn-start"),
            Part("deck known", 1, "flag", "the discards have become the deck, so everybody knows its cards"),
        ],
    ),
    (
        row.SEATS_NAMED,
        [
            Part("actor", 4, "flag", "who has to decide, counted from the seat that looks to its left"),
            Part("turn", 4, "flag", "whose turn it is, counted in the same way"),
        ],
    ),
    (
        row.FIGURES,
        [
            Part("builder", 4, "flag", "at which quarry the master builder stands"),
            Part("riders", 1, "count", "riders revealed so far", 5),
            Part("price", 1, "count", "what a tile of the warehouse costs", 10),
            Part("stored at turn start", 1, "count", "tiles in the warehouse when the turn began", 48),
            Part("drafters", 1, "count", "seats that still take a tile of a shared quarry", MOST_SEATS),
            Part("placing floor", 1, "code", "floor of the tile to be placed, 1 to 5", 5),
            Part("placing material", 1, "code", "its material: 1 brick, 2 sandstone, 3 marble", 3),
            Part("placing windows", 1, "code", "its windows, 1 to 3", 3),
            Part("standing bid", 1, "count", "the highest bid", 255),
            Part("turns", 1, "count", "turns ended so far", 255),
            Part("deck", 1, "count", "cards in the deck", ALL_MONEY),
            Part("idle turns", 1, "count", "turns in a row in which nothing changed", STANDSTILL_TURNS * MOST_SEATS),
            unused(1),
        ],
    ),
    (
        row.PAYMENT,
        [
            Part("staged worth", 1, "count", "what the own payment under way is worth", 255),
            Part("staged need", 1, "count", "what it has to be worth", 255),
            Part("staged currency", 1, "code", "the currency it is tied to: 1 florin, 2 ducat, 3 lira", 3),
            Part("moving", 1, "code", "the site of the tile that is moved in a rebuild, counted from 1", steps.SITES),
            unused(4),
        ],
    ),
    (
        row.OPEN,
        [
            *money("open", "the open money cards"),
            *money("discards", "the discarded money cards"),
            *money("deck cards", "what the deck holds, if that is known"),
            *money("staged", "the cards of the own payment under way"),
        ],
    ),
    (
        row.SETS,
        [
            *tiles("warehouse", "the tiles in the warehouse"),
            *(part for quarry in range(1, 5) for part in tiles(f"quarry {quarry}", f"the tiles in quarry {quarry}")),
            *(part for stack in range(1, 4) for part in tiles(f"stack {stack}", f"the tiles left in stack {stack}")),
            *tiles("pending", "the tiles that the actor is to build or to draft from"),
        ],
    ),
    (row.CHOSEN, tiles("chosen", "the tiles that the own payment is for")),
]


def seat_parts(number: int) -> list[Part | Repeated]:
    """What is known of a seat; number 0 is the one that looks."""
    who = "own" if number == 0 else f"left {number}"
    hand = "the hand" if number == 0 else "the hand, once the game is over"
    return [
        Part(f"{who} cards", 1, "count", "cards in hand", ALL_MONEY),
        Part(f"{who} bidding", 1, "flag", "still in the bidding"),
        Part(f"{who} bid", 1, "count", "what is laid for the auction", 255),
        Part(f"{who} currency", 1, "code", "the currency that bid is tied to: 1 florin, 2 ducat, 3 lira", 3),
        Part(f"{who} points", 1, "count", "points of all palazzi, if above nothing", 255),
        Part(f"{who} minus points", 1, "count", "points below nothing", 255),
        Part(f"{who} sites", 1, "count", "the sites up to the last one in use", steps.SITES),
        unused(1),
        *money(f"{who} hand", hand),
        *money(f"{who} known", "what everybody knows this hand to hold"),
        *money(f"{who} laid", "the cards laid for the auction"),
        Repeated(steps.SITES, palazzo(who)),
    ]


def palazzo(who: str) -> tuple[Part, ...]:
    """What stands on one site."""
    codes = "1 to 3 brick with one to three windows, 4 to 6 sandstone, 7 to 9 marble"
    return (
        Part(f"{who} palazzo tiles", 5, "code", f"for each site the tile on each floor: {codes}", 9),
        Part(f"{who} palazzo floors", 1, "count", "for each site how many floors are built", 5),
        Part(f"{who} palazzo windows", 1, "count", "for each site how many windows they have", 15),
        unused(1),
    )


class PalazzoObservation:
    """The tensor that the catalogue offers."""

    version = 1
    most_legal = 96
    """A rebuild has the longest list: it names each of a seat's tiles, of which there are 48, at most twice."""

    def fields(self, seats: int) -> tuple[Field, ...]:
        blocks: list[Block] = [
            (row.FIRST_SEAT + row.SEAT_WORDS * number, seat_parts(number)) for number in range(seats)
        ]
        return laid_out([*COMMON, *blocks], int(row.words_of(seats)))

    def observer(self, seats: int, perfect_information: bool) -> Observer:
        return PalazzoObserver(seats, perfect_information)


OBSERVATION: Observation = PalazzoObservation()
