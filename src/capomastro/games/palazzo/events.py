"""What happened, in words: notes of the journal become events with named facts and an English sentence."""

from typing import Any

from capomastro.core.game import Event, Note
from capomastro.games.palazzo.names import CARD_NAMES, SITE_NAMES, TILE_NAMES, cards_in, tiles_in
from capomastro.games.palazzo.rules import event_codes
from capomastro.games.palazzo.rules.palazzi import FLOORS

SENTENCES = {
    "money shown": "{seat} takes money; open lie {cards}",
    "reshuffled": "the discards are shuffled into a new deck",
    "picked": "{seat} picks {card}",
    "tile stored": "{tile} comes to the warehouse",
    "tile quarried": "{tile} comes to quarry {quarry}",
    "rider came": "rider {number} of 5 appears",
    "laid": "{seat} lays {cards}: {worth} so far",
    "bought": "{seat} buys {tiles} at {price} each, paying with {cards}",
    "builder moved": "the master builder goes to quarry {quarry}",
    "nothing to auction": "{seat} chooses to auction, but every quarry is empty",
    "auction opened": "{seat} auctions {tiles} and opens with the 3-certificate",
    "overbid": "{seat} adds {cards} and bids {worth}",
    "passed": "{seat} passes and takes back {cards}",
    "lot won": "{seat} wins {tiles}, paying with {cards}",
    "draft opened": "four or more tiles: everyone takes one of {tiles}",
    "tile taken": "{seat} takes {tile}",
    "tile chosen": "{seat} builds {tile} next",
    "built": "{seat} builds {tile} on palazzo {palazzo}",
    "boxed": "{seat} puts {tile} into the box",
    "rest boxed": "{tiles} are left over and go into the box",
    "taken out": "{seat} discards {cards} and takes floor {floor} out of palazzo {palazzo}; it stands alone as {alone}",
    "put in": "{seat} discards {cards} and puts tile {alone} into palazzo {palazzo}",
    "razed": "{seat} discards {cards} and removes single tile {palazzo}",
    "ended by riders": "the fifth rider ends the game",
    "ended by standstill": "nobody has revealed a tile for ten turns each: the game ends",
}


def event(note: Note) -> Event:
    kind, audience, seat, a, b, c = note
    name, facts = described(kind, a, b, c)
    private = () if audience == event_codes.PUBLIC else (seat,)
    return Event(name, seat, facts, private or None)


def described(kind: int, a: int, b: int, c: int) -> tuple[str, dict[str, Any]]:
    """The name of what happened and its facts."""
    match kind:
        case event_codes.MONEY_SHOWN:
            return "money shown", {"cards": cards_in(a)}
        case event_codes.RESHUFFLED:
            return "reshuffled", {}
        case event_codes.PICKED:
            return "picked", {"card": CARD_NAMES[a]}
        case event_codes.TO_WAREHOUSE:
            return "tile stored", {"tile": TILE_NAMES[a]}
        case event_codes.TO_QUARRY:
            return "tile quarried", {"tile": TILE_NAMES[a], "quarry": b + 1}
        case event_codes.RIDER_CAME:
            return "rider came", {"number": a}
        case event_codes.LAID:
            return "laid", {"cards": cards_in(a), "worth": b}
        case event_codes.BOUGHT:
            return "bought", {"tiles": tiles_in(a), "cards": cards_in(b), "price": c}
        case event_codes.BUILDER_MOVED:
            return "builder moved", {"quarry": a + 1}
        case event_codes.NOTHING_TO_AUCTION:
            return "nothing to auction", {}
        case event_codes.AUCTION_OPENED:
            return "auction opened", {"tiles": tiles_in(a)}
        case event_codes.OVERBID:
            return "overbid", {"cards": cards_in(a), "worth": b}
        case event_codes.PASSED:
            return "passed", {"cards": cards_in(a)}
        case event_codes.LOT_WON:
            return "lot won", {"tiles": tiles_in(a), "cards": cards_in(b)}
        case event_codes.DRAFT_OPENED:
            return "draft opened", {"tiles": tiles_in(a)}
        case event_codes.TILE_TAKEN:
            return "tile taken", {"tile": TILE_NAMES[a]}
        case event_codes.BUILT:
            return "built", {"tile": TILE_NAMES[a], "palazzo": SITE_NAMES[b]}
        case event_codes.BOXED:
            return "boxed", {"tile": TILE_NAMES[a]}
        case event_codes.REST_BOXED:
            return "rest boxed", {"tiles": tiles_in(a)}
        case event_codes.TAKEN_OUT:
            site, floor = divmod(b, FLOORS)
            facts = {"palazzo": SITE_NAMES[site], "floor": floor + 1, "alone": SITE_NAMES[c]}
            return "taken out", {"cards": cards_in(a), **facts}
        case event_codes.PUT_IN:
            return "put in", {"cards": cards_in(a), "alone": SITE_NAMES[b], "palazzo": SITE_NAMES[c]}
        case event_codes.RAZED:
            return "razed", {"cards": cards_in(a), "palazzo": SITE_NAMES[b]}
        case event_codes.TILE_CHOSEN:
            return "tile chosen", {"tile": TILE_NAMES[a]}
        case event_codes.ENDED:
            return ("ended by riders" if a == event_codes.BY_RIDERS else "ended by standstill"), {}
    raise AssertionError(f"no event is numbered {kind}")
