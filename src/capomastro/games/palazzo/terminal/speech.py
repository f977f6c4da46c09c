"""Prompts, steps, events and the whole table of Palazzo in the reader's words, the same as the page's."""

from capomastro.core.drawing import Row, Scene, Told
from capomastro.games.palazzo.terminal.names import (
    STACKS,
    card_words,
    cards_words,
    signed,
    tile_words,
    tiles_words,
    worth_of,
)
from capomastro.games.palazzo.view import View


def label(step: str, scene: Scene) -> str:
    words, view = scene.words, scene.view
    verb, _, what = step.partition(" ")
    match verb:
        case "pick" | "discard" | "lay":
            return words.t(f"palazzo.step.{verb}", card=card_words(what, words))
        case "trio":
            return words.t("palazzo.step.trio certificates" if what == "2" else "palazzo.step.trio", value=what)
        case "buy":
            return words.t("palazzo.step.buy", tile=tile_words(what, words), price=view.price)
        case "build":
            key = "palazzo.step.draft" if view.phase == "drafting" else "palazzo.step.build"
            return words.t(key, tile=tile_words(what, words))
        case "put":
            return words.t("palazzo.step.put in" if view.phase == "moving" else "palazzo.step.put", letter=what)
        case "raze" | "move":
            return words.t(f"palazzo.step.{verb}", letter=what)
        case "out":
            letter, _, floor = what.partition(" ")
            return words.t("palazzo.step.out", letter=letter, floor=floor)
        case "done":
            worth = view.payment.worth if view.payment else ""
            return words.t("palazzo.step.bid" if view.phase == "raising" else "palazzo.step.pay", worth=worth)
    return words.t(f"palazzo.step.{verb}")


def sentence(event: Told, scene: Scene) -> str:
    words, facts = scene.words, event.facts
    told = {**facts, "who": "" if event.seat is None else scene.names[event.seat]}
    if "cards" in facts:
        told["cards"] = cards_words(facts["cards"], words)
    if "card" in facts:
        told["card"] = card_words(facts["card"], words)
    if "tiles" in facts:
        told["tiles"] = tiles_words(facts["tiles"], words)
    if "tile" in facts:
        told["tile"] = tile_words(facts["tile"], words)
    bare = {"lot won": " free", "passed": " bare"}.get(event.kind, "")
    return words.t(f"palazzo.event.{event.kind}{'' if facts.get('cards') else bare}", told)


def prompt(scene: Scene) -> str:
    words, view = scene.words, scene.view
    if view.phase == "over":
        return words.t("palazzo.prompt.over")
    if view.actor != scene.viewer:
        return words.t(f"palazzo.wait.{view.phase}", who=scene.names[view.actor], bid=view.standing_bid)
    args: dict[str, object] = {"bid": view.standing_bid, "price": view.price}
    if view.placing:
        args["tile"] = tile_words(view.placing, words)
    paid = view.payment
    if paid is not None:
        args |= {"worth": paid.worth, "need": paid.need, "missing": max(0, paid.need - paid.worth)}
        if view.phase in ("paying", "raising"):
            enough = " enough" if paid.worth >= paid.need else ""
            return words.t(f"palazzo.prompt.{view.phase}{enough}", args)
    if view.phase == "picking" and view.turn == scene.viewer:
        return words.t("palazzo.prompt.picking first", n=len(view.open) - len(view.seats) + 1)
    if view.phase == "market" and not any(step.startswith("buy") for step in scene.legal):
        return words.t("palazzo.prompt.market poor", args)
    if view.phase == "turn" and "rebuild" not in scene.legal:
        return words.t("palazzo.prompt.turn early")
    return words.t(f"palazzo.prompt.{view.phase}", args)


def results(scene: Scene) -> list[list[Row]]:
    words = scene.words
    found = []
    for seat in scene.view.seats:
        rows = []
        for letter, tiles in seat.palazzi.items():
            worth = worth_of(tiles)
            detail = words.t(
                "palazzo.result pure" if worth.bonus else "palazzo.result",
                floors=words.t("palazzo.floors", n=worth.floors),
                windows=words.t("palazzo.windows", n=worth.windows),
                bonus=signed(worth.bonus),
            )
            rows.append(Row(words.t("palazzo.palazzo", letter=letter), worth.points, detail))
        found.append(rows)
    return found


def summary(scene: Scene) -> list[str]:
    """One sentence for each part of the table."""
    words, view = scene.words, scene.view

    def joined(*parts: str) -> str:
        return "; ".join(part for part in parts if part) + "."

    def count(tiles: tuple[str, ...]) -> str:
        return words.t("palazzo.tiles", n=len(tiles))

    def named(tiles: tuple[str, ...]) -> str:
        return tiles_words(tiles, words) if tiles else ""

    lines = [
        prompt(scene),
        joined(
            words.t("palazzo.warehouse", tiles=count(view.warehouse)),
            words.t("palazzo.price", price=view.price),
            named(view.warehouse),
        ),
    ]
    following = next_quarry(view)
    for number, tiles in enumerate(view.quarries):
        lines.append(
            joined(
                words.t("palazzo.quarry", number=number + 1, tiles=count(tiles)),
                words.t("palazzo.builder here") if number == view.builder else "",
                words.t("palazzo.builder next") if number == following else "",
                named(tiles),
            )
        )
    stack = next((number for number, tiles in enumerate(view.unseen) if tiles), None)
    lines.append(
        joined(
            words.t("palazzo.riders", number=view.riders),
            "" if stack is None else words.t("palazzo.stack", number=STACKS[stack], tiles=count(view.unseen[stack])),
        )
    )
    if scene.viewer is not None and view.seats[scene.viewer].hand is not None:
        lines.append(f"{words.t('palazzo.my money')}: {cards_words(view.seats[scene.viewer].hand, words)}.")
    return lines + [seat_words(scene, seat) for seat in range(len(view.seats))]


def seat_words(scene: Scene, seat: int) -> str:
    words, seen = scene.words, scene.view.seats[seat]
    points = "" if scene.scores is None else f": {words.t('palazzo.points', n=scene.scores[seat])}"
    houses = []
    for letter, tiles in seen.palazzi.items():
        worth = worth_of(tiles)
        head = words.t(
            "palazzo.palazzo summary",
            letter=letter,
            points=signed(worth.points),
            floors=words.t("palazzo.floors", n=worth.floors),
            windows=words.t("palazzo.windows", n=worth.windows),
        )
        houses.append(f"{head}: {tiles_words(tiles, words)}")
    nothing = words.t("palazzo.nothing built").removesuffix(".")
    parts = [scene.names[seat] + points, words.t("palazzo.purse", n=seen.cards), *(houses or [nothing])]
    return "; ".join(parts) + "."


def next_quarry(view: View) -> int | None:
    """Where the master builder goes when somebody auctions: the next quarry that holds a tile."""
    count = len(view.quarries)
    onward = [(view.builder + step) % count for step in range(1, count + 1)]
    return None if view.phase == "over" else next((quarry for quarry in onward if view.quarries[quarry]), None)
