"""The command line of a later release: the same program, whose rules have another version.

LATER_FORMER says what became of the old rules: `same` are still played, anything else is why not. LATER_OTHER says what
is different: `deal` deals other cards from the same seed. LATER_DEATHS are numbers: before the command runs to its end,
it is run once for each of them and killed before that statement of the database.
"""

import os
import signal
from typing import Any

from sqlalchemy import Engine, event

from capomastro.cli import main
from capomastro.core.catalogue import all_games
from capomastro.core.game import AnyGame


class Former:
    """A game as it was."""

    def __init__(self, game: AnyGame) -> None:
        self.__dict__.update({name: getattr(game, name) for name in dir(game) if not name.startswith("__")})


def raise_versions() -> None:
    for game in all_games():
        former = Former(game)
        kept = os.environ["LATER_FORMER"]
        game.rules_version = 2
        game.former = {1: former if kept == "same" else kept}  # type: ignore[dict-item]
        if os.environ.get("LATER_OTHER") == "deal":
            game.streams = tuple(f"{label} again" for label in game.streams)


def die_before(number: int) -> None:
    left = number

    def count(*_: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)


def run_and_die(number: int) -> None:
    child = os.fork()
    if child == 0:
        die_before(number)
        main()
        os._exit(0)
    ended = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(ended), f"it was not killed before statement {number}"


if __name__ == "__main__":
    raise_versions()
    for death in os.environ.get("LATER_DEATHS", "").split():
        run_and_die(int(death))
    main()
