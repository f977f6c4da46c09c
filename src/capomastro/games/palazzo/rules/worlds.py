"""Worlds that look alike to a viewer: hidden money dealt again (§13)."""

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.core.chance import Fast
from capomastro.games.palazzo.rules.money import card_count, nth_card, one_of
from capomastro.games.palazzo.rules.state import State


class Worlds:
    """Everything a viewer knows, as a state with gaps, and what may fill the gaps.

    `known` has each hand and the deck as far as the viewer knows them; `hidden` says how many cards more each seat
    holds; `unseen` is all the money whose place the viewer does not know. What the hands leave of it is in the deck.
    """

    def __init__(self, known: State, hidden: list[int], unseen: int) -> None:
        self.known = known
        self.hidden = vec[i64](hidden)
        self.unseen: i64 = unseen

    def sample(self, rng: Fast) -> State:
        """One of the worlds, each as likely as any other; it goes on with chance of its own."""
        world = self.known.clone()
        world.chance = rng.spawn()
        unseen = self.unseen
        left = card_count(unseen)
        for seat in range(world.seats):
            for _nth in range(self.hidden[seat]):
                card = one_of(nth_card(unseen, rng.randrange(left)))
                world.hands[seat] += card
                unseen -= card
                left -= 1
        world.deck += unseen
        return world
