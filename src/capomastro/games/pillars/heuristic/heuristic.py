"""What bots know of The Pillars of Venice: what each step is worth to the one who takes it.

The heuristic uses what the seat can see: its own hand, the board and all stocks, and of the others' hands only which
cards the seat does not hold itself. Values are in points and only compare steps of one decision with each other.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.heuristic import Glimpse, Heuristic
from capomastro.core.chance import Fast
from capomastro.core.position import MOST_STEPS, Position
from capomastro.core.remarks import Remark
from capomastro.games.pillars.heuristic.evaluator import FEATURES, KINDS, TERM_NAMES, Evaluator, features
from capomastro.games.pillars.heuristic.inputs import common_inputs, seat_inputs
from capomastro.games.pillars.heuristic.prospects import Prospects
from capomastro.games.pillars.heuristic.remarks import among, scored
from capomastro.games.pillars.heuristic.sites import any_cell, building_gain, crowded, nth_cell
from capomastro.games.pillars.heuristic.situations import PillarsSituations
from capomastro.games.pillars.rules.board import BUILDING, CHOOSING, GIVING, MARKING, PILING, SWAPPING, TAKING, Board
from capomastro.games.pillars.rules.cells import Cells, bit, common, count, is_empty, lowest, touching, without
from capomastro.games.pillars.rules.legal import fill_legal
from capomastro.games.pillars.rules.piling import next_pile_cells
from capomastro.games.pillars.rules.steps import BUILD, CHOOSE, DONE, GIVE, MARK, PILE, STAY, TAKE

LOOKED_AT: Final = 48  # this many placements of a district are compared in search, evenly spread
LOOKED_AT_IN_PLAYOUTS: Final = 6
PATIENCE: Final = 6  # rounds in a row without a pile set, in practice


class PillarsHeuristic(Heuristic):
    """Judges steps by the worth that habits give to things, and the outlook by what was learned.

    The two are apart because habits that follow what was learned from them swing to and fro: when all hoard districts,
    districts turn out to be worth little, so nobody takes any, and so on.
    """

    def __init__(self, habits: Evaluator, worth: Evaluator, situations: PillarsSituations | None = None) -> None:
        super().__init__()
        self.situations = situations
        self.prospects = Prospects(habits)
        self.worth = worth
        self.amount = vec[float]([0.0] * KINDS)
        self.feature_count = FEATURES
        self.term_names = TERM_NAMES
        self.temper = 2.0
        self.hopeless = 7.0
        self.considered = 7

    def quick(self, position: Position, seat: i64, rng: Fast, carelessness: float) -> i64:
        board = cast(Board, position)
        phase = board.phase
        if phase == PILING:
            return PILE + any_cell(self.liked(board, next_pile_cells(board), rng), rng)
        if phase == MARKING:
            return MARK + any_cell(self.liked(board, board.markable(), rng), rng)
        if phase == SWAPPING and self.situations is None and rng.randrange(4) != 0:
            return STAY
        if phase == BUILDING:
            return self.quick_build(board, seat, rng)
        return self.policy(position, seat, rng, carelessness)

    def stalls(self, position: Position) -> bool:
        """Whoever has less to build with gains by waiting until the other sets piles; nobody likes such games."""
        return cast(Board, position).idle_rounds >= PATIENCE

    def practises(self, position: Position) -> bool:
        """Swaps, gifts, cards and districts; not where piles, markers and districts go."""
        return cast(Board, position).phase <= TAKING

    def settled(self, position: Position) -> bool:
        return cast(Board, position).phase == SWAPPING

    def together(self, position: Position) -> bool:
        return cast(Board, position).phase == CHOOSING

    def prepare(self, position: Position, seat: i64) -> None:
        """Others choose their secret cards again, by what they would think best."""
        board = cast(Board, position)
        if board.phase == CHOOSING:
            board.ready &= bit(seat)
            board.chosen &= board.hands[seat]
            waiting = (bit(board.seats) - 1) & ~board.ready
            board.actor = lowest(waiting)

    def outlook(self, position: Position, out: vec[float]) -> None:
        board = cast(Board, position)
        for seat in range(board.seats):
            out[seat] = float(board.score(seat)) if board.over else self.worth.of_seat(board, seat)

    def suspense(self, position: Position) -> float:
        return 3.0 + 0.2 * float(cast(Board, position).pile_supply)

    def common_inputs(self, position: Position, out: vec[i64]) -> i64:
        return common_inputs(cast(Board, position), out)

    def seat_inputs(self, position: Position, seat: i64, out: vec[i64]) -> i64:
        return seat_inputs(cast(Board, position), seat, out)

    def features(self, position: Position, seat: i64, out: vec[float]) -> None:
        features(cast(Board, position), seat, self.amount, out)

    def terms(self, position: Position, seat: i64, out: vec[float]) -> None:
        self.worth.terms(cast(Board, position), seat, out)

    def remark(self, glimpses: list[Glimpse], seat: i64) -> Remark | None:
        before, after = cast(Board, glimpses[0].before), cast(Board, glimpses[0].after)
        return scored(before, after, seat) or among(before, after, seat)

    def judge(self, position: Position, seat: i64, thorough: bool) -> None:
        board = cast(Board, position)
        looks: i64 = MOST_STEPS if thorough else LOOKED_AT
        self.count = 0
        phase = board.phase
        if phase == CHOOSING:
            self.judge_choices(board, seat)
        elif phase == SWAPPING:
            self.judge_swaps(board, seat)
        elif phase == GIVING:
            self.judge_gifts(board, seat)
        elif phase == TAKING:
            self.judge_districts(board, seat)
        elif phase == PILING:
            self.judge_cells(board, PILE, next_pile_cells(board), looks)
        elif phase == MARKING:
            self.judge_cells(board, MARK, board.markable(), looks)
            self.add(DONE, -1.0)
        elif phase == BUILDING:
            self.judge_builds(board, seat, looks)

    def judge_swaps(self, board: Board, seat: i64) -> None:
        """Stay with a hand that has something good to play; else try another seat's luck."""
        self.judge_choices(board, seat)
        best, second, worst = -1e9, -1e9, 1e9
        for i in range(self.count):
            value = self.values[i]
            if value > best:
                second = best
                best = value
            elif value > second:
                second = value
            if value < worst:
                worst = value
        urge = 0.3 * (3.0 - (best if best > 0.0 else 0.0))
        self.count = 0
        situations = self.situations
        if situations is not None:
            situations.forget()  # what was noted of the cards
        for i in range(fill_legal(board, seat, self.legal_steps)):
            step = self.legal_steps[i]
            value = 0.0 if step == STAY else urge
            if situations is not None:
                value += situations.of_swap(board, seat, step, best, second, worst, self.count)
            self.add(step, value)

    def judge_choices(self, board: Board, seat: i64) -> None:
        """Every different card once, by what it brings now and what speaks for it in this situation."""
        self.judge_cards(board, seat, board.hands[seat], CHOOSE, 1.0)
        situations = self.situations
        if situations is None:
            return
        best = -1e9
        for i in range(self.count):
            if self.values[i] > best:
                best = self.values[i]
        situations.look_at_hand(board, seat)
        for i in range(self.count):
            self.values[i] += situations.of_card(self.steps[i] - CHOOSE, self.values[i], best, i)

    def judge_gifts(self, board: Board, seat: i64) -> None:
        """Every different card once, the least useful first."""
        self.judge_cards(board, seat, board.hands[seat] & ~board.drawn, GIVE, -1.0)
        situations = self.situations
        if situations is not None:
            situations.look(board, seat)
            for i in range(self.count):
                self.values[i] += situations.of_gift(board, seat, self.steps[i] - GIVE, -self.values[i], i)

    def judge_cards(self, board: Board, seat: i64, cards: i64, family: i64, sign: float) -> None:
        """Every different card once."""
        last: i64 = -1
        while cards:
            kind = board.box.card_kinds[lowest(cards)]
            cards &= cards - 1
            if kind != last:
                self.add(family + kind, sign * self.prospects.of_card(board, seat, kind))
            last = kind

    def judge_districts(self, board: Board, seat: i64) -> None:
        situations = self.situations
        if situations is not None:
            situations.look(board, seat)
        for i in range(fill_legal(board, seat, self.legal_steps)):
            step = self.legal_steps[i]
            value = 0.0
            if step != DONE:
                shape = step - TAKE
                left = board.left - board.box.stones[shape]
                value = 0.7 * (float(board.box.crests[shape]) + self.prospects.best_crests(board, left))
            if situations is not None:
                value += situations.of_district(board, seat, step, self.count)
            self.add(step, value)

    def liked(self, board: Board, cells: Cells, rng: Fast) -> Cells:
        """Mostly cells among free piles; sometimes any."""
        if rng.randrange(5) == 0:
            return cells
        free = board.free_piles()
        good = common(cells, crowded(free))
        if is_empty(good):
            good = common(cells, touching(free))
        return cells if is_empty(good) else good

    def judge_cells(self, board: Board, family: i64, cells: Cells, looks: i64) -> None:
        """Cells in groups: among free piles, beside one, at the canal, elsewhere; a few of each."""
        free = board.free_piles()
        close = common(cells, crowded(free))
        cells = without(cells, close)
        beside = common(cells, touching(free))
        cells = without(cells, beside)
        bank = common(cells, board.box.canal_bank)
        cells = without(cells, bank)
        each: i64 = 2 * self.root_breadth if looks > LOOKED_AT else 2
        self.add_cells(board, family, close, 1.2, each)
        self.add_cells(board, family, beside, 0.6, each)
        self.add_cells(board, family, bank, 0.3, each)
        self.add_cells(board, family, cells, 0.0, each)

    def add_cells(self, board: Board, family: i64, cells: Cells, value: float, each: i64) -> None:
        """This many cells of a set, evenly spread from a point that wanders as the game goes on."""
        total = count(cells)
        if total == 0:
            return
        if each > total:
            each = total
        at = (7 * board.pile_supply + 3 * board.placed_count) % total
        for _nth in range(each):
            self.add(family + nth_cell(cells, at), value)
            at = (at + total // each) % total

    def judge_builds(self, board: Board, seat: i64, looks: i64) -> None:
        """Every placement, or this many of them, by what it brings; stones should not be left over."""
        total = fill_legal(board, seat, self.legal_steps)
        stride = total // looks + 1
        at = board.placed_count % stride
        while at < total:
            step = self.legal_steps[at]
            self.add(step, building_gain(board, seat, step - BUILD))
            at += stride

    def quick_build(self, board: Board, seat: i64, rng: Fast) -> i64:
        """The best of a few placements drawn at random."""
        total = fill_legal(board, seat, self.legal_steps)
        best = -1e9
        choice = self.legal_steps[0]
        for _nth in range(LOOKED_AT_IN_PLAYOUTS):
            step = self.legal_steps[rng.randrange(total)]
            gain = building_gain(board, seat, step - BUILD)
            if gain > best:
                best = gain
                choice = step
        return choice
