"""Tiles, storeys and money as characters: letters and figures first, colours beside them."""

from collections.abc import Sequence

from capomastro.core.canvas import Canvas, Ink
from capomastro.core.drawing import Scene
from capomastro.games.palazzo.rules.money import CURRENCIES
from capomastro.games.palazzo.terminal.names import CERTIFICATE, currency_and_value, signed, tile_of, trios_in, worth_of
from capomastro.games.palazzo.view import SeatView

COLOURS = {
    "brick": ("#b5533a", "red"),
    "sandstone": ("#dcb56b", "yellow"),
    "marble": ("#dde3ea", "bright_white"),
    "florin": ("#f0b545", "yellow"),
    "ducat": ("#9ccf6b", "green"),
    "lira": ("#7cb7ee", "bright_blue"),
    "certificate": ("#d9d3c6", "default"),
    "on brick": ("#fff6ec", "bright_white"),
    "on sandstone": ("#241a08", "black"),
    "on marble": ("#1b2026", "black"),
}
HOUSE = 6
"""How wide a palazzo is drawn, with the gap beside it."""
LARGE_HOUSE = 10


def tile_ink(name: str, legal: bool = False) -> Ink:
    material = tile_of(name).material
    return Ink(f"on {material}", material, bold=legal, underline=legal)


def tile_text(canvas: Canvas, name: str, scene: Scene) -> str:
    """`B3▪▪ `: material, floor, windows."""
    tile = tile_of(name)
    letter = scene.words.t(f"palazzo.letter.{tile.material}")
    return f"{letter}{tile.floor}{canvas.glyph('window') * tile.windows}".ljust(5)


def put_tile(canvas: Canvas, x: int, y: int, name: str, scene: Scene, means: str, large: bool) -> None:
    """A tile of one line, or where there is room of two with its windows below."""
    ink = tile_ink(name, bool(means))
    text = tile_text(canvas, name, scene)
    if not large:
        canvas.put(x, y, text, ink)
        canvas.spot(x, y, 5, 1, means or "")
        return
    windows = " ".join(canvas.glyph("window") * tile_of(name).windows)
    canvas.put(x, y, f" {text[:2]}".ljust(LARGE_HOUSE - 1), ink)
    canvas.put(x, y + 1, f" {windows}".ljust(LARGE_HOUSE - 1), ink)
    if means:
        canvas.spot(x, y, LARGE_HOUSE - 1, 2, means)


def put_tiles(
    canvas: Canvas, x: int, y: int, width: int, tiles: Sequence[str], scene: Scene, verb: str, large: bool
) -> int:
    """Tiles side by side, on as many lines as they need; returns the line after the last."""
    across, down = (LARGE_HOUSE, 2) if large else (HOUSE, 1)
    each = max(1, (width + 1) // across)
    for number, name in enumerate(tiles):
        step = f"{verb} {name}"
        at = x + across * (number % each)
        put_tile(canvas, at, y + down * (number // each), name, scene, step if step in scene.legal else "", large)
    return y + down * max(1, -(-len(tiles) // each))


def lines_for(tiles: Sequence[str], width: int, large: bool) -> int:
    across, down = (LARGE_HOUSE, 2) if large else (HOUSE, 1)
    return down * max(1, -(-len(tiles) // max(1, (width + 1) // across)))


def house_step(letter: str, scene: Scene) -> str:
    """What pointing at a palazzo means now."""
    wanted = [f"put {letter}", f"move {letter}", f"raze {letter}"]
    return next((step for step in wanted if step in scene.legal), "")


def houses_height(seen: SeatView, width: int, large: bool) -> int:
    """How many lines these palazzi take, stacked storey by storey."""
    bands = house_bands(seen, width, large)
    return sum(max(len(tiles) for _, tiles in band) * (2 if large else 1) + 1 for band in bands)


def house_bands(seen: SeatView, width: int, large: bool) -> list[list[tuple[str, tuple[str, ...]]]]:
    each = max(1, (width + 1) // (LARGE_HOUSE if large else HOUSE))
    houses = list(seen.palazzi.items())
    return [houses[i : i + each] for i in range(0, len(houses), each)]


def put_houses(canvas: Canvas, x: int, y: int, width: int, seen: SeatView, scene: Scene, own: bool, large: bool) -> int:
    """Palazzi as stacked storeys on one ground, their letters and points below; returns the line after the last."""
    across, down = (LARGE_HOUSE, 2) if large else (HOUSE, 1)
    for band in house_bands(seen, width, large):
        ground = y + max(len(tiles) for _, tiles in band) * down
        for number, (letter, tiles) in enumerate(band):
            at = x + across * number
            for floor, name in enumerate(tiles, 1):
                step = f"out {letter} {tile_of(name).floor}"
                means = step if own and step in scene.legal else ""
                put_tile(canvas, at, ground - down * floor, name, scene, means, large)
            whole = house_step(letter, scene) if own else ""
            if whole:
                canvas.spot(at, ground - down * len(tiles), across - 1, down * len(tiles) + 1, whole)
            points = worth_of(tiles).points
            ink = Ink(
                "good" if points > 0 else "bad" if points < 0 else "quiet", bold=bool(whole), underline=bool(whole)
            )
            canvas.put(at, ground, f"{letter} {signed(points)}".replace("−", canvas.glyph("minus")), ink)
        y = ground + 1
    return y


def houses_in_a_line(canvas: Canvas, seen: SeatView, scene: Scene) -> list[tuple[str, Ink, str]]:
    """Palazzi one after the other, where there is no room to stack them."""
    pieces: list[tuple[str, Ink, str]] = []
    for letter, tiles in seen.palazzi.items():
        pieces.append((f"{letter}:", Ink("quiet"), ""))
        pieces += [(tile_text(canvas, name, scene).strip(), tile_ink(name), "") for name in tiles]
        points = signed(worth_of(tiles).points).replace("−", canvas.glyph("minus"))
        pieces.append((f"{points} ", Ink("text"), ""))
    return pieces


def money(cards: Sequence[str], scene: Scene, verbs: Sequence[str] = ()) -> list[tuple[str, Ink, str]]:
    """Cards by currency: `F 3 3 7  D 4  C 2 2`; those that can be used now can be pointed at."""
    pieces: list[tuple[str, Ink, str]] = []
    for currency in (*CURRENCIES, CERTIFICATE):
        before = f"{' ' if pieces else ''}{scene.words.t(f'palazzo.letter.{currency}')} "
        for name, value in map(currency_and_value, cards):
            if name == currency:
                card = CERTIFICATE if currency == CERTIFICATE else f"{currency} {value}"
                step = next((f"{verb} {card}" for verb in verbs if f"{verb} {card}" in scene.legal), "")
                pieces.append((f"{before}{value}", Ink(currency, bold=bool(step), underline=bool(step)), step))
                before = ""
    return pieces


def trios(hand: Sequence[str], scene: Scene) -> list[tuple[str, Ink, str]]:
    """Three of a value that count 15 together."""
    pieces: list[tuple[str, Ink, str]] = []
    for value in trios_in(hand):
        step = f"trio {value}"
        means = step if step in scene.legal else ""
        pieces.append((f"{value}{value}{value}=15", Ink("strong", bold=bool(means), underline=bool(means)), means))
    return pieces
