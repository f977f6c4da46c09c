"""Cards, districts, steps, events and the whole table of The Pillars of Venice in the words of the page."""

from collections.abc import Sequence

from capomastro.core.drawing import Row, Scene, Told
from capomastro.core.words import Words
from capomastro.games.pillars.terminal.ground import BUILD, Ground, Split, faces_of, in_order, lying_of, shape_of, split
from capomastro.games.pillars.view import SOURCE_NAMES

OTHER_SEATS = ("from", "to", "other")


def role_and_figure(card: str) -> tuple[str, str]:
    """`master builder 4` -> ("master-builder", "4")."""
    role, _, figure = card.rpartition(" ")
    if not role or not figure[0].isdigit():
        role, figure = card, ""
    return role.replace(" ", "-"), figure


def card_name(card: str, words: Words) -> str:
    role, figure = role_and_figure(card)
    return f"{words.t(f'pillars.role.{role}')} {figure}".strip()


def card_does(card: str, words: Words) -> str:
    role, figure = role_and_figure(card)
    piles, _, markers = figure.partition("+")
    return words.t(f"pillars.does.{role}", stones=figure, piles=piles, markers=markers)


def shape_name(shape: str, words: Words) -> str:
    return words.t(f"pillars.shape.{shape}")


def district_name(district: str, words: Words) -> str:
    return words.t(
        "pillars.district.name", shape=shape_name(district.split(" ")[0], words), faces=faces_words(district, words)
    )


def short_name(district: str, words: Words) -> str:
    """`Row BBP`: as the notation writes what it shows."""
    shape, pattern = district.split(" ")
    return f"{shape_name(shape, words)} {pattern}"


def faces_words(district: str, words: Words) -> str:
    faces = faces_of(district)
    count = {face: faces.count(face) for face in "BP"}
    name = {"B": "pillars.building", "P": "pillars.piazza"}
    if all(count.values()) and not district.startswith("square"):
        return ", ".join(words.t(name[face]) for face in faces)
    counted = ", ".join(words.t(f"{name[face]}s", n=count[face]) for face in "BP" if count[face])
    if count["B"] != 2 or count["P"] != 2:
        return counted
    return f"{counted}, {words.t('pillars.faces.diagonal' if faces[0] == faces[3] else 'pillars.faces.beside')}"


def district_label(district: str, scene: Scene) -> str:
    shape, components = shape_of(district), scene.view.components
    return scene.words.t(
        "pillars.district.label",
        shape=shape_name(district.split(" ")[0], scene.words),
        faces=faces_words(district, scene.words),
        stones=components.stones[shape],
        crests=components.crests[shape],
    )


def split_words(points: Split, scene: Scene) -> str:
    """Who gets what from building, in one line."""
    words, seat = scene.words, scene.viewer or 0
    parts = [
        words.t("pillars.split.total", n=points.points[seat]),
        words.t("pillars.split.crests", n=points.crests),
        words.t("pillars.split.matches", n=points.matches),
    ]
    for owner, count in points.markers.items():
        parts.append(words.t("pillars.split.marker", seat=scene.names[owner], points=3 * count))
    if points.own:
        parts.append(words.t("pillars.split.own", n=points.own))
    if points.gondola is not None:
        parts.append(words.t("pillars.split.gondola", seat=scene.names[points.gondola]))
    return "; ".join(parts)


def label(step: str, scene: Scene) -> str:
    words = scene.words
    verb, _, what = step.partition(" ")
    match verb:
        case "swap":
            return words.t("pillars.step.swap", seat=scene.names[int(what) - 1])
        case "give" | "choose":
            return words.t(f"pillars.step.{verb}", card=card_name(what, words))
        case "take":
            return words.t("pillars.step.take", shape=shape_name(what, words))
        case "pile" | "mark":
            return words.t(f"pillars.step.{verb}", cell=what)
        case "build" if found := BUILD.fullmatch(step):
            return words.t("pillars.step.build", district=district_name(found[1], words), at=found[2], turned=found[3])
    return words.t(f"pillars.step.{verb}")


def about(step: str, scene: Scene) -> str:
    """What a step does or brings."""
    verb, _, what = step.partition(" ")
    if verb == "choose":
        return card_does(what, scene.words)
    if verb == "take":
        top = scene.view.tops[shape_of(what)]
        return district_label(top, scene) if top else ""
    lying = lying_of(step)
    if lying is None or scene.viewer is None:
        return ""
    return split_words(split(scene.view, Ground(scene.view), lying, scene.viewer), scene)


def sentence(event: Told, scene: Scene) -> str:
    words = scene.words
    facts = {**event.facts, "seat": "" if event.seat is None else scene.names[event.seat]}
    for name in OTHER_SEATS:
        if isinstance(facts.get(name), int):
            facts[name] = scene.names[facts[name] - 1]
    if "card" in facts:
        facts["card"] = card_name(facts["card"], words)
    for name in ("district", "top"):
        if name in facts:
            facts[name] = district_name(facts[name], words)
    facts["n"] = facts.get("left", facts.get("count", 0))
    return words.t(f"pillars.event.{event.kind.replace(' ', '-')}", facts)


def prompt(scene: Scene) -> str:
    words, view = scene.words, scene.view
    if view.phase == "over":
        names = ", ".join(scene.names[seat] for seat in view.winners)
        return words.t("pillars.prompt.over", names=names, n=len(view.winners))
    own = scene.viewer is not None and scene.viewer in view.waiting
    card = view.seats[view.actor].card
    if view.phase == "choosing":
        names = ", ".join(scene.names[seat] for seat in view.waiting)
        waiting = words.t("pillars.prompt.waiting", names=names, n=len(view.waiting))
        return words.t("pillars.prompt.choosing") if own else waiting
    args: dict[str, object] = {"n": view.left, "seat": scene.names[view.actor]}
    args["card"] = card_name(card, words) if card else ""
    if not own:
        return words.t(f"pillars.prompt.other.{view.phase}", args)
    if view.phase == "giving" and view.drawn is not None:
        args["card"] = card_name(view.cards[view.drawn].name, words)
    if view.phase == "taking" and role_and_figure(card or "")[1] != str(view.left):
        return words.t("pillars.prompt.takemore", args)
    return words.t(f"pillars.prompt.{view.phase}", args)


def results(scene: Scene) -> list[list[Row]]:
    words, view = scene.words, scene.view
    found = []
    for seat, seen in enumerate(view.seats):
        count = sum(placed.seat == seat for placed in view.placed)
        details = {"crests": words.t("pillars.result.districts", n=count)}
        found.append(
            [
                Row(words.t(f"pillars.source.{source}"), seen.points[source], details.get(source, ""))
                for source in SOURCE_NAMES
            ]
        )
    return found


def summary(scene: Scene) -> list[str]:
    """One sentence for each part of the table."""
    words, view = scene.words, scene.view
    ground = Ground(view)
    none = words.t("pillars.summary.none")
    open_cells = [step.split(" ")[1] for step in scene.legal if step.startswith(("pile ", "mark "))]
    districts = [
        words.t("pillars.place.at", district=district_name(one.district, words), cell=in_order(list(one.faces)))
        for one in ground.districts
    ]
    gondola = words.t("pillars.gondola.free")
    if view.gondola is not None:
        gondola = words.t("pillars.gondola.of", seat=scene.names[view.gondola])
    lines = [
        prompt(scene),
        f"{words.t('pillars.round', round=view.round)}; "
        f"{words.t('pillars.piles.label', n=view.pile_supply)}; {gondola}.",
    ]
    if open_cells:
        lines.append(words.t("pillars.summary.open", cells=in_order(open_cells)))
    lines.append(words.t("pillars.summary.districts", districts="; ".join(districts) or none))
    free = in_order([cell for cell in view.piles if cell not in ground.built])
    lines.append(words.t("pillars.summary.free", cells=free or none))
    for seat, seen in enumerate(view.seats):
        if seen.marks:
            lines.append(words.t("pillars.summary.marks", seat=scene.names[seat], cells=in_order(seen.marks)))
    tops = "; ".join(district_label(top, scene) for top in view.tops if top is not None)
    lines.append(words.t("pillars.summary.stacks", districts=tops or none))
    if scene.viewer is not None and (hand := view.seats[scene.viewer].hand):
        lines.append(f"{words.t('pillars.hand')}: {named_cards(hand, words)}.")
    return lines + [seat_words(scene, seat) for seat in range(len(view.seats))]


def named_cards(cards: Sequence[str], words: Words) -> str:
    return ", ".join(card_name(card, words) for card in cards)


def seat_words(scene: Scene, seat: int) -> str:
    words, seen = scene.words, scene.view.seats[seat]
    stock = ", ".join(district_name(name, words) for name in seen.stock) or "–"
    parts = [
        scene.names[seat],
        "" if scene.scores is None else words.t("pillars.score", n=scene.scores[seat]),
        words.t("pillars.markers", n=seen.markers),
        words.t("pillars.plays", card=card_name(seen.card, words)) if seen.card else "",
        f"{words.t('pillars.stockof', seat=scene.names[seat])}: {stock}",
    ]
    return "; ".join(part for part in parts if part) + "."
