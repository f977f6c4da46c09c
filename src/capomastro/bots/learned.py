"""The bot that learned to play: it looks once and takes the step its network scores highest."""

from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.bot import Budget
from capomastro.core.catalogue import game_named, registrations
from capomastro.core.chance import Fast
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame
from capomastro.core.observation import observation_of

if TYPE_CHECKING:
    from capomastro.bots.network import Network


class Learned:
    """Plays by a network that was trained in play; it does not search, so a budget changes nothing.

    Trained at tables of two. It plays at larger ones too, but sees only the neighbour to its left.
    """

    name: ClassVar[str] = "learned"
    level: ClassVar[str] = "journeyman"
    character: ClassVar[str] = "learned the trade by playing thousands of games; decides at once, by feeling"

    def __init__(self, game: AnyGame) -> None:
        """Loads nothing yet: whoever only lists bots needs no numpy."""
        if registrations()[game.name].network is None:
            raise BadSetup(f"no bot has learned to play {game.name}")
        if find_spec("numpy") is None:
            raise BadSetup("a learned bot needs numpy: pip install 'capomastro[research]' brings it")
        self.game = game

    def choose(self, view: Any, legal: list[int], budget: Budget, rng: Fast) -> int:
        if len(legal) == 1:
            return legal[0]
        # All worlds that look like the view have the same tensor for this seat; a test says so.
        world = self.game.worlds(view).sample(rng)
        observer = observation_of(self.game.name).observer(int(world.seats), False)
        row, kept = vec[i64]([0] * int(observer.words)), vec[i64]([0] * int(observer.kept))
        observer.write(world, view.viewer, row, 0, kept, 0)
        return network_of(self.game.name).best(row, int(world.seats), legal)


@cache
def network_of(game: str) -> "Network":
    """The network that comes with a game."""
    from capomastro.bots.network import load

    package, _, name = (registrations()[game].network or "").partition(":")
    with files(package).joinpath(name).open("rb") as file:
        return load(game_named(game), file)
