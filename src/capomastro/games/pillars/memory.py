"""What a viewer remembers of the cards, as a view tells it and as the rules know it (§12.3)."""

from functools import cache, lru_cache

from capomastro.games.pillars.components import Components
from capomastro.games.pillars.names import numbers_in
from capomastro.games.pillars.rules.box import Box
from capomastro.games.pillars.rules.cards import CARDS
from capomastro.games.pillars.rules.holders import holders_of
from capomastro.games.pillars.rules.minds import CARD_BITS, NEVER_SEEN, NOT_IN_PLAY, SEAT_BITS, Mind, Story
from capomastro.games.pillars.rules.state import TOGETHER
from capomastro.games.pillars.rules.stories import ban, banned_card
from capomastro.games.pillars.view_types import Card, Memory

MINDS_KEPT = 256  # of memories that were read; a bot reads one after the other
TEXTS_KEPT = 1 << 14  # of crossings and rows, whose texts are made and read again and again


def known_cards(components: Components, box: Box, mind: Mind, in_play: tuple[int, ...]) -> tuple[Card, ...]:
    """What a view says of the cards: made once for each mind, for minds change more rarely than views."""
    kept = mind.rendered
    if isinstance(kept, tuple):
        return kept
    holders = holders_of(box, mind)
    known = tuple([Card(*components.cards[card], TOGETHER[holders[card]]) for card in in_play])
    mind.rendered = known
    return known


def kept_memory(mind: Mind, in_play: tuple[int, ...], seats: int) -> Memory:
    """A mind as a view tells it, made once."""
    kept = mind.told
    if isinstance(kept, Memory):
        return kept
    memory = memory_of(mind, in_play, seats)
    mind.told = memory
    return memory


def memory_of(mind: Mind, in_play: tuple[int, ...], seats: int) -> Memory:
    """A mind as a view tells it; `mind_from` reads it."""
    swaps = len(mind.swaps)
    stories = [
        f"{mass} {digits(crossings, 2, swaps) or '-'}{dealt(rows, seats)}{banned(bans, in_play) if bans else ''}"
        for (crossings, rows, bans), mass in mind.stories.items()
    ]
    return Memory(
        groups=tuple([tuple([in_play.index(card) for card in numbers_in(group)]) for group in mind.groups]),
        swaps=tuple([sight(swap) for swap in mind.swaps]),
        seen=tuple([None if mind.places[card] == NEVER_SEEN else sight(mind.places[card]) for card in in_play]),
        stories=tuple(stories),
    )


@cache
def sight(packed: int) -> tuple[int, int]:
    """A seat, and what lies above it."""
    return packed & 7, packed >> SEAT_BITS


@lru_cache(maxsize=TEXTS_KEPT)
def digits(packed: int, bits: int, count: int) -> str:
    """Small numbers that lie side by side in one, as a digit for each; `packed_from` reads it."""
    return "".join([str(packed >> bits * place & (1 << bits) - 1) for place in range(count)])


@lru_cache(maxsize=TEXTS_KEPT)
def dealt(rows: tuple[int, ...], seats: int) -> str:
    """How many cards of each group each seat was dealt."""
    return "".join([f" {digits(row, SEAT_BITS, seats)}" for row in rows])


@lru_cache(maxsize=TEXTS_KEPT)
def banned(bans: tuple[int, ...], in_play: tuple[int, ...]) -> str:
    """Which cards were not where."""
    return "".join([f" {in_play.index(banned_card(one))}.{one >> 4 + CARD_BITS}.{one & 15}" for one in bans])


@lru_cache(maxsize=TEXTS_KEPT)
def packed_from(text: str, bits: int) -> int:
    return sum([int(digit) << bits * place for place, digit in enumerate(text)])


@lru_cache(maxsize=MINDS_KEPT)
def mind_from(memory: Memory, in_play: tuple[int, ...]) -> Mind:
    """The mind that a view tells of."""
    places = [NOT_IN_PLAY] * CARDS
    for card, seen in zip(in_play, memory.seen, strict=True):
        places[card] = NEVER_SEEN if seen is None else seen[1] << SEAT_BITS | seen[0]
    groups = [sum([1 << in_play[place] for place in group]) for group in memory.groups]
    swaps = [victim << SEAT_BITS | thief for thief, victim in memory.swaps]
    stories = dict([story_from(text, len(groups), in_play) for text in memory.stories])
    return Mind(0, groups, swaps, places, stories)


def story_from(text: str, groups: int, in_play: tuple[int, ...]) -> tuple[Story, int]:
    mass, crossings, *words = text.split()
    left = 0 if crossings == "-" else packed_from(crossings, 2)
    kept: list[int] = []
    for one in words[groups:]:
        place, swap, seat = one.split(".")
        kept.append(ban(in_play[int(place)], int(swap), int(seat)))
    return (left, tuple([packed_from(row, SEAT_BITS) for row in words[:groups]]), tuple(kept)), int(mass)
