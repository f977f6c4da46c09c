"""What lies around the lagoon: stacks, cards, and the players with their stock."""

from capomastro.core.canvas import Canvas, Ink
from capomastro.core.drawing import Scene
from capomastro.games.pillars.rules.districts import SHAPE_NAMES
from capomastro.games.pillars.terminal.aiming import PIECE, Aim
from capomastro.games.pillars.terminal.speech import card_does, card_name, shape_name, short_name
from capomastro.games.pillars.view import View

QUIET, TEXT, STRONG = Ink("quiet"), Ink("text"), Ink("strong", bold=True)


def head_line(canvas: Canvas, scene: Scene) -> None:
    view, words = scene.view, scene.words
    gondola = words.t("pillars.gondola.free")
    if view.gondola is not None:
        name = f" {scene.names[view.gondola]}" if canvas.width >= 100 else ""
        gondola = words.t("pillars.gondola.of", seat=f"{canvas.mark(view.gondola)}{name}")
    at = canvas.put(0, 0, words.t("pillars.round", round=view.round), STRONG) + 2
    at = canvas.put(at, 0, words.t("pillars.piles.label", n=view.pile_supply), TEXT) + 2
    at = canvas.put(at, 0, gondola, TEXT) + 2
    start = f"{words.t('pillars.start')}: {canvas.mark(view.start)}"
    canvas.put(at, 0, canvas.cut(start, max(0, canvas.width - at)), Ink(f"seat {view.start + 1}"))


def stacks(canvas: Canvas, x: int, y: int, width: int, scene: Scene) -> int:
    view, words = scene.view, scene.words
    canvas.put(x, y, canvas.cut(words.t("pillars.stacks"), width), STRONG)
    for number, shape in enumerate(SHAPE_NAMES):
        y += 1
        top, step = view.tops[number], f"take {shape}"
        legal = step in scene.legal
        if top is None:
            canvas.put(x, y, canvas.cut(f"{shape_name(shape, words)}: {words.t('pillars.stack.empty')}", width), QUIET)
            continue
        stones, crests = view.components.stones[number], view.components.crests[number]
        text = f"{short_name(top, words):<12} {stones}{canvas.glyph('pile')} {crests}{canvas.glyph('crest')}"
        text += f" +{len(view.unseen[number])}"
        ink = Ink("text", bold=legal, underline=legal)
        canvas.put(x, y, canvas.cut(text, width), ink, step if legal else "")
    return y + 1


def hand(canvas: Canvas, x: int, y: int, width: int, scene: Scene, with_deeds: bool) -> int:
    """The viewer's own cards; those that can be chosen or given can be pointed at."""
    view, words = scene.view, scene.words
    own = view.seats[scene.viewer].hand if scene.viewer is not None else None
    if not own:
        return y
    canvas.put(x, y, canvas.cut(words.t("pillars.hand"), width), STRONG)
    pieces = []
    for card in own:
        step = next((f"{verb} {card}" for verb in ("choose", "give") if f"{verb} {card}" in scene.legal), "")
        ink = Ink("card", bold=bool(step), underline=bool(step))
        deeds = f" {canvas.glyph('dot')} {card_does(card, words)}" if with_deeds else ""
        pieces.append((f"{card_name(card, words)}{deeds}", ink, step))
    if with_deeds:
        for text, ink, step in pieces:
            y += 1
            canvas.put(x, y, canvas.cut(text, width), ink, step)
        return y + 1
    head = len(words.t("pillars.hand")) + 2
    return canvas.flow(x + head, y, width - head, pieces, gap=2)


def players(canvas: Canvas, y: int, scene: Scene, aim: Aim | None) -> int:
    for seat in range(len(scene.view.seats)):
        y = player(canvas, y, seat, scene, aim)
    return y


def player(canvas: Canvas, y: int, seat: int, scene: Scene, aim: Aim | None) -> int:
    view: View = scene.view
    words, seen = scene.words, view.seats[seat]
    turn = canvas.glyph("turn") if seat in view.waiting else " "
    at = canvas.put(0, y, f"{turn}{canvas.mark(seat)} ", Ink(f"seat {seat + 1}", bold=True))
    at = canvas.put(at, y, scene.names[seat], Ink("text", bold=True)) + 1
    if scene.scores is not None:
        at = canvas.put(at, y, words.t("pillars.score", n=scene.scores[seat]), STRONG) + 1
    at = canvas.put(at, y, f"{seen.markers}{canvas.shape(seat)}", Ink(f"seat {seat + 1}")) + 1
    if seen.card is not None:
        at = canvas.put(at, y, words.t("pillars.plays", card=card_name(seen.card, words)), TEXT) + 1
    elif seen.chosen:
        at = canvas.put(at, y, words.t("pillars.chosen"), TEXT) + 1
    own = seat == scene.viewer
    pieces = []
    for district in seen.stock:
        usable = own and aim is not None and district in aim.places
        chosen = own and aim is not None and district == aim.piece
        ink = Ink("aim" if chosen else "text" if own else "quiet", bold=chosen, underline=usable)
        pieces.append((short_name(district, words), ink, PIECE + district if usable else ""))
    known = [card.name for card in view.cards if not own and card.holders == (seat,)]
    if seen.card in known:
        known.remove(seen.card)  # it is told already
    pieces += [(f"[{card_name(card, words)}]", QUIET, "") for card in known]
    if not pieces:
        return y + 1
    return canvas.flow(at + 1, y, canvas.width - at - 1, pieces, gap=2, back=4)
