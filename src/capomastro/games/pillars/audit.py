"""An independent count of the components and points, written without the rules' own arithmetic."""

from collections import Counter
from functools import cache, lru_cache

from capomastro.games.pillars.components import Components
from capomastro.games.pillars.names import bits_in, covered, lying, numbers_in
from capomastro.games.pillars.rules.board import (
    CHOOSING,
    FROM_CRESTS,
    FROM_GONDOLA,
    FROM_MARKERS,
    FROM_MATCHES,
    GIVING,
    NOBODY,
    OVER,
    SOURCES,
    STANDSTILL_ROUNDS,
)
from capomastro.games.pillars.rules.cells import CELLS, COLUMNS, Cells, has
from capomastro.games.pillars.rules.holders import holders_of
from capomastro.games.pillars.rules.knowledge import mind_of
from capomastro.games.pillars.rules.state import State

REMEMBERED = 4096
"""The sets of cells whose names are remembered: worlds that look alike share most of theirs."""


def audit(state: State) -> None:
    """Nothing is lost or doubled, the board is possible, and what can be counted again gives the same points."""
    components = state.box.source
    assert isinstance(components, Components)
    audit_cards(state)
    audit_knowledge(state)
    audit_districts(state, components)
    audit_board(state)
    audit_points(state, components)
    assert 0 <= state.idle_rounds <= STANDSTILL_ROUNDS, "a standstill went unnoticed"


def audit_cards(state: State) -> None:
    """Five cards for each player, each in one hand; one card chosen by each who has chosen."""
    seats = int(state.seats)
    held = Counter(card for hand in state.hands for card in bits_in(hand))
    assert sum(held.values()) == 5 * seats, f"{sum(held.values())} cards in hands instead of {5 * seats}"
    assert set(held) == set(bits_in(state.box.in_play[seats])), "a card got lost or doubled"
    sizes = Counter(len(bits_in(hand)) for hand in state.hands)
    swapping = state.phase == GIVING
    assert sizes == (Counter({6: 1, 4: 1, 5: seats - 2}) if swapping else Counter({5: seats})), f"hands of {sizes}"
    for seat in range(seats):
        laid = len(bits_in(state.card_of(seat)))
        assert laid == state.ready >> seat & 1, f"seat {seat} has laid {laid} cards"
    if not swapping:
        assert state.drawn == 0, "a card drawn without a swap"
        assert state.victim == NOBODY, "a victim without a swap"


def audit_knowledge(state: State) -> None:
    """Nobody is wrong: every card is with one of those who may hold it, and one's own hand is certain."""
    seats = int(state.seats)
    for viewer in range(seats + 1):
        hands = [int(hand) for hand in state.hands]
        if state.phase == GIVING and viewer not in (state.start, state.victim):
            hands[state.start] -= state.drawn
            hands[state.victim] += state.drawn
        holders = holders_of(state.box, mind_of(state, viewer))
        for seat in range(seats):
            for card in numbers_in(hands[seat]):
                assert holders[card] >> seat & 1, f"viewer {viewer} is wrong about the hand of seat {seat}"
                assert viewer != seat or holders[card] == 1 << seat, f"seat {seat} is not sure of its own hand"


def audit_districts(state: State, components: Components) -> None:
    """48 districts: in the stacks, in stocks, or built."""
    somewhere = Counter(bits_in(state.unseen) + bits_in(state.tops))
    somewhere += Counter(district for stock in state.stocks for district in bits_in(stock))
    assert set(somewhere.values()) <= {1}, "a district is in two places"
    names = Counter(components.districts[district] for district in somewhere)
    names += Counter(lying(placement)[0] for placement, _ in placed(state))
    assert names == Counter(components.districts), "a district got lost or doubled"
    for shape in ("domino", "row", "corner", "square", "bridge"):
        tops = [d for d in bits_in(state.tops) if components.districts[d].startswith(shape)]
        below = [d for d in bits_in(state.unseen) if components.districts[d].startswith(shape)]
        assert len(tops) == 1 or not (tops or below), f"the stack of {shape}s has no single top"


def placed(state: State) -> list[tuple[int, int]]:
    """Placement and builder of every district built, in order."""
    return [(int(state.placed[i]) // 8, int(state.placed[i]) % 8) for i in range(int(state.placed_count))]


@lru_cache(REMEMBERED)
def names_of(cells: Cells) -> frozenset[int]:
    return frozenset([cell for cell in range(CELLS) if has(cells, cell)])


@cache
def neighbours(cell: int) -> list[int]:
    row, column = divmod(cell, COLUMNS)
    around = ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column))
    return [COLUMNS * r + c for r, c in around if 0 <= c < COLUMNS and 0 <= COLUMNS * r + c < CELLS]


faces_of = cache(covered)


@cache
def span_between(placement: int) -> list[int]:
    """The cell under a bridge: the one halfway between its ends."""
    ends = list(covered(placement))
    return [sum(ends) // 2] if lying(placement)[0].startswith("bridge") else []


@cache
def banks_of(placement: int) -> frozenset[int]:
    """What lies beside or under a district."""
    span = span_between(placement)
    return frozenset(beside for cell in (*covered(placement), *span) for beside in neighbours(cell)) | set(span)


def audit_board(state: State) -> None:
    """60 piles in supply and lagoon, 8 markers each, districts on piles of their own, spans over open water."""
    piles, canal = names_of(state.piles), names_of(state.box.canal)
    assert len(piles) + state.pile_supply == 60, f"{len(piles)} piles set and {state.pile_supply} left"
    assert not piles & canal, "a pile stands in the canal"
    faces: dict[int, str] = {}
    spans: list[int] = []
    for placement, _ in placed(state):
        cells = faces_of(placement)
        assert not cells.keys() & faces.keys(), "two districts share a pile"
        faces |= cells
        spans += span_between(placement)
    assert set(faces) <= piles, "a district without a pile"
    assert len(spans) == len(set(spans)), "two bridges cross"
    assert not set(spans) & piles, "a pile under a span"
    assert names_of(state.closed) == set(spans), "the cells under spans are others"
    assert names_of(state.buildings) == {cell for cell in faces if faces[cell] == "B"}, "the buildings are others"
    assert names_of(state.piazzas) == {cell for cell in faces if faces[cell] == "P"}, "the piazzas are others"
    marks = [names_of(state.marks_of(seat)) for seat in range(state.seats)]
    assert sum(map(len, marks)) == len(set().union(*marks)), "two markers on a pile"
    assert set().union(*marks) == names_of(state.marked), "the piles with markers are others"
    assert set().union(*marks) <= piles - set(faces), "a marker on something else than a free pile"
    for seat in range(state.seats):
        out = len(marks[seat]) + (state.gondola == seat)
        assert out + state.markers(seat) == 8, f"seat {seat} has {out + state.markers(seat)} markers"
        assert out <= 8, f"seat {seat} has {out} markers in use"


def audit_points(state: State, components: Components) -> None:
    """Crests and matches are counted again from the districts in the order they were built."""
    shapes = ("domino", "row", "corner", "square", "bridge")
    crests, matches, at_canal = Counter[int](), Counter[int](), 0
    canal = names_of(state.box.canal)
    faces: dict[int, str] = {}
    for placement, builder in placed(state):
        crests[builder] += components.crests[shapes.index(lying(placement)[0].split()[0])]
        cells = faces_of(placement)
        for cell, face in cells.items():
            for beside in neighbours(cell):
                matches[builder] += faces.get(beside) == face
        at_canal += not banks_of(placement).isdisjoint(canal)
        faces |= cells
    gondola = 0
    for seat in range(state.seats):
        assert state.earned(seat, FROM_CRESTS) == crests[seat], f"seat {seat} has {crests[seat]} points of crests"
        assert state.earned(seat, FROM_MATCHES) == matches[seat], f"seat {seat} has {matches[seat]} matches"
        assert state.earned(seat, FROM_MARKERS) % 3 == 0, "a marker brings three points"
        gondola += int(state.earned(seat, FROM_GONDOLA))
        assert state.score(seat) == sum(state.earned(seat, source) for source in range(SOURCES)), "points from nowhere"
    assert gondola % 2 == 0, "the gondola brings two points at a time"
    assert gondola <= 2 * at_canal, "the gondola paid for districts away from the canal"
    if state.phase == OVER:
        scores = state.scores()
        assert state.winners() == [seat for seat, score in enumerate(scores) if score == max(scores)], "others have won"
    if state.phase == CHOOSING:
        assert state.ready != (1 << int(state.seats)) - 1, "all have chosen and nothing was turned up"
