"""What a step in The Pillars of Venice has of what characters like."""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.traits import Traits
from capomastro.core.position import Position
from capomastro.games.pillars.rules.board import BUILDING, CHOOSING, PILING, SWAPPING, TAKING, Board
from capomastro.games.pillars.rules.building import at_canal, cells_showing
from capomastro.games.pillars.rules.cards import COUNCILLOR, GONDOLIER, MARKERS, MASTER_BUILDER, PITCH_DIPPER, ROLE
from capomastro.games.pillars.rules.cells import edges_between, has, union
from capomastro.games.pillars.rules.districts import PLACEMENT_FORM, PLACEMENT_PLACE
from capomastro.games.pillars.rules.steps import BUILD, CHOOSE, DONE, PILE, STAY, TAKE

TRAIT_NAMES: Final = [
    "councillor",
    "pitch-dipper",
    "master builder",
    "gondolier",
    "markers",
    "swap",
    "stones taken",
    "canal",
    "matches",
]
MARKERS_BROUGHT: Final = 4  # by a card chosen
SWAPS: Final = 5
STONES_TAKEN: Final = 6  # of a district taken
CANAL: Final = 7  # a district at the canal, or a pile at its bank
MATCHES: Final = 8  # buildings beside buildings, piazzas beside piazzas
CARD_TRAIT: Final = {COUNCILLOR: 0, PITCH_DIPPER: 1, MASTER_BUILDER: 2, GONDOLIER: 3}  # of the others there is none


class PillarsTraits(Traits):
    """Of a step by the phase in which it is taken."""

    def __init__(self) -> None:
        super().__init__(TRAIT_NAMES)

    def write(self, position: Position, seat: i64, step: i64, out: vec[float]) -> None:
        board = cast(Board, position)
        phase = board.phase
        if phase == CHOOSING:
            role = int(ROLE[step - CHOOSE])
            if role in CARD_TRAIT:
                out[CARD_TRAIT[role]] = 1.0
            out[MARKERS_BROUGHT] = float(MARKERS[step - CHOOSE])
        elif phase == SWAPPING:
            out[SWAPS] = 0.0 if step == STAY else 1.0
        elif phase == TAKING and step != DONE:
            out[STONES_TAKEN] = float(board.box.stones[step - TAKE])
        elif phase == PILING:
            out[CANAL] = 1.0 if has(board.box.canal_bank, step - PILE) else 0.0
        elif phase == BUILDING and step != DONE:
            self.write_building(board, step - BUILD, out)

    def write_building(self, board: Board, placement: i64, out: vec[float]) -> None:
        form = i64(PLACEMENT_FORM[placement])
        place = i64(PLACEMENT_PLACE[placement])
        buildings = cells_showing(form, place, False)
        piazzas = cells_showing(form, place, True)
        out[CANAL] = 1.0 if at_canal(board, union(buildings, piazzas), form, place) else 0.0
        out[MATCHES] = float(edges_between(buildings, board.buildings) + edges_between(piazzas, board.piazzas))
