"""The square of Palazzo: quarries around the warehouse, what is under way beside it, the players below."""

from capomastro.core.canvas import Canvas, Ink
from capomastro.core.drawing import Scene
from capomastro.games.palazzo.terminal.names import STACKS
from capomastro.games.palazzo.terminal.pieces import (
    houses_height,
    houses_in_a_line,
    lines_for,
    money,
    put_houses,
    put_tiles,
    trios,
)
from capomastro.games.palazzo.terminal.speech import next_quarry
from capomastro.games.palazzo.view import SeatView, View

QUIET, LINE, TEXT, STRONG = Ink("quiet"), Ink("line"), Ink("text"), Ink("strong", bold=True)
CORNERS = ((0, 1), (3, 2))
"""The quarries as they lie around the warehouse, clockwise from the upper left."""


def draw(canvas: Canvas, scene: Scene, height: int) -> None:
    """Large tiles, at least on the square, if everything fits so; palazzi in lines only where stacks would not fit."""
    view: View = scene.view
    square = min(44 if canvas.width < 100 else 62 if canvas.width < 130 else 84, canvas.width)
    order = list(range(len(view.seats)))
    if scene.viewer is not None:
        order = order[scene.viewer :] + order[: scene.viewer]

    def fits(large_square: bool, large_houses: bool) -> bool:
        lines = 1 + square_lines(view, square, large_square) + needed(view, order, canvas.width, large_houses)
        return canvas.width >= 100 and lines < height

    large = fits(True, True)
    large_square = large or fits(True, False)
    head_line(canvas, scene)
    below = draw_square(canvas, 1, square, scene, large_square)
    y = max(below, stage(canvas, square + 2, 1, canvas.width - square - 3, scene, large_square))
    trial = Canvas(canvas.width, canvas.ascii_only)
    draw_seats(trial, y, order, scene, True, large)
    draw_seats(canvas, y, order, scene, trial.height <= height, large)


def draw_seats(canvas: Canvas, y: int, order: list[int], scene: Scene, stacked: bool, large: bool) -> None:
    for place, seat in enumerate(order):
        y = draw_seat(canvas, y, seat, scene, stacked or place == 0, large)


def needed(view: View, order: list[int], width: int, large: bool) -> int:
    """The lines that all players' palazzi take, stacked."""
    return sum(1 + houses_height(view.seats[seat], width - 2, large) for seat in order) + 1


def square_lines(view: View, width: int, large: bool) -> int:
    inner = width // 2 - 2
    bands = [max(lines_for(view.quarries[quarry], inner, large) for quarry in pair) for pair in CORNERS]
    return 4 + sum(bands) + lines_for(view.warehouse, width - 2, large)


def head_line(canvas: Canvas, scene: Scene) -> None:
    view, words = scene.view, scene.words
    at = 0
    for name, tiles in zip(STACKS, view.unseen, strict=True):
        at = canvas.put(at, 0, f"{name} ", QUIET)
        at = canvas.put(at, 0, str(len(tiles)), Ink("text", bold=True)) + 1
    riders = canvas.glyph("rider") * view.riders + canvas.glyph("no rider") * (5 - view.riders)
    at = canvas.put(at + 1, 0, f"{words.t('palazzo.riders short', number=view.riders)} ", QUIET)
    at = canvas.put(at, 0, riders, STRONG)
    deck = words.t("palazzo.deck", deck=view.deck, discards=len(view.discards))
    canvas.put(at + 2, 0, canvas.cut(deck, canvas.width - at - 2), QUIET)


def draw_square(canvas: Canvas, y: int, width: int, scene: Scene, large: bool) -> int:
    view: View = scene.view
    half = width // 2
    inner = half - 2
    upper, lower = (max(lines_for(view.quarries[q], inner, large) for q in pair) for pair in CORNERS)
    following = next_quarry(view)
    titles: dict[int, tuple[str, Ink]] = {}

    def quarries(top: int, pair: tuple[int, int], lines: int) -> int:
        for side, quarry in enumerate(pair):
            x = side * half
            here = quarry == view.builder
            title = f" {quarry + 1}"
            if here:
                title += f" {canvas.glyph('builder')} "
            elif quarry == following:
                title += f" {canvas.glyph('next')} "
            else:
                title += " "
            ink = Ink("strong") if here else LINE
            titles[quarry] = (title, STRONG if here or quarry == following else TEXT)
            canvas.box(x, top, half, lines + 2, ink, *titles[quarry])
            means = "auction" if quarry == following and "auction" in scene.legal else ""
            if means:
                canvas.spot(x, top, half, lines + 2, means)
            put_tiles(canvas, x + 1, top + 1, inner, view.quarries[quarry], scene, "build", large)
        return top + lines + 1

    y = quarries(y, CORNERS[0], upper)
    lines = lines_for(view.warehouse, 2 * half - 2, large)
    words = scene.words
    title = f" {words.t('palazzo.warehouse name')}: {words.t('palazzo.price', price=view.price)} "
    after = quarries(y + lines + 1, CORNERS[1], lower) + 1
    canvas.box(0, y, 2 * half, lines + 2, LINE, title, TEXT)
    canvas.join(0, y, 2 * half)
    canvas.join(0, y + lines + 1, 2 * half)
    for side, quarry in enumerate(CORNERS[1]):
        canvas.put(side * half + 1, y + lines + 1, *titles[quarry])
    put_tiles(canvas, 1, y + 1, 2 * half - 2, view.warehouse, scene, "buy", large)
    return after


def stage(canvas: Canvas, x: int, y: int, width: int, scene: Scene, large: bool) -> int:
    """What is under way: open money, an auction, a payment, tiles to build."""
    view, words = scene.view, scene.words

    def head(text: str) -> None:
        nonlocal y
        canvas.put(x, y, canvas.cut(text, width), STRONG)
        y += 1

    if view.open:
        head(words.t("palazzo.open money"))
        y = canvas.flow(x, y, width, money(view.open, scene, ("pick",)))
    if any(seat.bidding for seat in view.seats) and view.standing_bid:
        head(words.t("palazzo.auction title", number=view.builder + 1))
        canvas.put(x, y, f"{words.t('palazzo.standing')}: {view.standing_bid}", Ink("text", bold=True))
        y += 1
        for seat, seen in enumerate(view.seats):
            at = canvas.put(x, y, f"{canvas.mark(seat)} ", Ink(f"seat {seat + 1}", bold=True))
            at = canvas.put(at, y, f"{seen.bid} " if seen.bidding else f"{words.t('palazzo.out')} ", TEXT)
            y = canvas.flow(at + 1, y, width - (at + 1 - x), money(seen.laid, scene))
    if view.payment is not None:
        paid = view.payment
        head(f"{words.t('palazzo.laid now')}: {paid.worth}{f' / {paid.need}' if paid.need else ''}")
        y = canvas.flow(x, y, width, money(paid.cards, scene) or [(words.t("palazzo.nothing"), QUIET, "")])
        if paid.tiles:
            y = put_tiles(canvas, x, y, width, paid.tiles, scene, "buy", large)
    if view.pending or view.placing:
        head(words.t("palazzo.build title", who=scene.names[view.actor]))
        if view.placing:
            at = put_tiles(canvas, x, y, width, [view.placing], scene, "build", large)
            canvas.put(x + (11 if large else 7), y, canvas.glyph("next"), STRONG)
            y = at
        if view.pending:
            y = put_tiles(canvas, x, y, width, view.pending, scene, "build", large)
    return y


def draw_seat(canvas: Canvas, y: int, seat: int, scene: Scene, stacked: bool, large: bool) -> int:
    """A player: mark, name, points and money; then the palazzi, stacked where there is room."""
    view, words = scene.view, scene.words
    seen: SeatView = view.seats[seat]
    turn = canvas.glyph("turn") if seat == view.actor and view.phase != "over" else " "
    at = canvas.put(0, y, f"{turn}{canvas.mark(seat)} ", Ink(f"seat {seat + 1}", bold=True))
    at = canvas.put(at, y, scene.names[seat], Ink("text", bold=True)) + 1
    if scene.scores is not None:
        points = words.t("palazzo.points", n=scene.scores[seat]).replace("−", canvas.glyph("minus"))
        at = canvas.put(at, y, points, STRONG) + 1
    at = canvas.put(at, y, words.t("palazzo.cards", n=seen.cards), QUIET) + 2
    own = seat == scene.viewer
    pieces = money(seen.known if seen.hand is None else seen.hand, scene, ("lay", "discard") if own else ())
    if seen.hand is not None:
        pieces += trios(seen.hand, scene)
    if pieces:
        y = canvas.flow(at, y, canvas.width - at, pieces, back=4)
    else:
        y += 1
    if not seen.palazzi:
        return y
    if stacked:
        return put_houses(canvas, 2, y, canvas.width - 2, seen, scene, own, large)
    return canvas.flow(3, y, canvas.width - 3, houses_in_a_line(canvas, seen, scene))
