"""A match in process, as the command line asks for it: a new one, or the one that was kept."""

from pathlib import Path

from capomastro.bots.roster import player_named
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame
from capomastro.core.match import Match, new_setup
from capomastro.core.words import Words
from capomastro.terminal.local import resumed, seat_names
from capomastro.terminal.names import own_name


def kept_or_new(
    game: AnyGame,
    path: Path,
    *,
    resume: bool,
    seats: int,
    people: int = 1,
    seat: int = 1,
    name: str | None,
    bot: str,
    options: dict[str, str],
    seed: str | None,
    components: str | None,
    words: Words,
) -> Match:
    """Raises `BadSetup` or `BadMatchFile` with a sentence."""
    if resume:
        return resumed(path, game.name)
    if not 1 <= seat <= seats:
        raise BadSetup("seat.unknown", number=seat, seats=seats)
    if not 1 <= people <= seats:
        raise BadSetup("setup.people", people=people, seats=seats)
    player_named(bot, game)
    own = (name or own_name()).strip() or "You"
    named = [own, *(words.t("player", number=more + 1) for more in range(1, people))]
    sitters = [((seat - 1 + more) % seats, one) for more, one in enumerate(named)]
    names = seat_names(seats, sitters, bot)
    fixed = int(seed) if seed is not None and seed.lstrip("-").isdigit() and len(seed) < 64 else seed
    return Match(new_setup(game.name, seats, options, seed=fixed, names=names, components=components))
