"""A bot process: questions come in by standard input and answers go out by standard output, until the input ends.

What comes in is a view, never a state; what goes out is a step. The process ends with the server that started it.
"""

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import IO, Any

from capomastro.server.bots.frames import HALT, LENGTH, framed
from capomastro.server.ops.orphans import die_with

NICENESS = 5
"""Bots give way to the server, so that nobody's step waits for a bot that thinks."""
PLAYERS_KEPT = 4
"""A grandmaster's tree has tens of megabytes, so not every bot of every game is kept."""
kept: dict[tuple[str, str], Any] = {}
halted = threading.Event()
"""Whether the question under way has been called off."""


def player_for(game: str, bot: str) -> Any:
    """The bot of this name. One of ours that searches is kept for the next question: to make its networks takes longer
    than a novice thinks, and it remembers nothing of a decision. Nobody knows that of bots of other packages."""
    from capomastro.bots.players import Searching
    from capomastro.bots.roster import player_named
    from capomastro.core.catalogue import game_named

    player = kept.get((game, bot))
    if player is None:
        player = player_named(bot, game_named(game))
        if isinstance(player.bot, Searching):
            if len(kept) == PLAYERS_KEPT:
                del kept[next(iter(kept))]
            kept[game, bot] = player
    return player


def chosen(game: str, bot: str, view: Any, legal: list[int], seed: int) -> int:
    """The step that this bot takes."""
    from capomastro.core.chance import seeded

    return int(player_for(game, bot).choose(view, legal, seeded(seed)))


def searched(game: str, bot: str, view: Any, legal: list[int], seed: int) -> tuple[int, dict[int, int]]:
    """The step that this bot takes, and how often it has tried each; a halt ends its search."""
    from capomastro.core.chance import seeded

    player = player_for(game, bot)
    player.bot.halted = halted.is_set
    try:
        step = player.choose(view, legal, seeded(seed))
    finally:
        player.bot.halted = None
    return step, player.bot.visits()


def advised(view: Any, seed: int) -> Any:
    """What the bots advise somebody to do who sees this, and why."""
    from capomastro.core.chance import seeded
    from capomastro.review.hints import hints

    return hints(view, rng=seeded(seed))


def judged(view: Any, line: tuple[int, ...], iterations: int, seed: int, options: int) -> Any:
    """What these steps were worth to somebody who saw this."""
    from capomastro.review.judging import judge

    return judge(view, line, iterations, seed, options)


WORK: dict[str, Callable[..., Any]] = {"choose": chosen, "search": searched, "advise": advised, "judge": judged}


def read_all(source: IO[bytes], questions: "SimpleQueue[bytes]") -> None:
    """Takes in questions while the main thread thinks; when there are no more to come, nobody wants the answer."""
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        if head == HALT:
            halted.set()
            continue
        question = source.read(LENGTH.unpack(head)[0])
        halted.clear()
        questions.put(question)
    os._exit(0)


def load_everything() -> None:
    """Before the first question, so that its time is for thinking."""
    from importlib import import_module

    from capomastro.core.catalogue import all_games

    import_module("capomastro.review.hints")
    all_games()


def answer_to(question: bytes) -> tuple[bool, Any]:
    """Whether it went well, and the answer or the name of what went wrong."""
    try:
        kind, arguments = pickle.loads(question)
        return True, WORK[kind](*arguments)
    except BaseException as error:  # a plugin's bot may fail in any way, even by leaving
        return False, type(error).__name__


def main() -> None:
    die_with(int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    source, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # the output of a plugin's bot must not get mixed with the answers
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=read_all, args=[source, questions], daemon=True).start()
    load_everything()
    answers.write(framed("ready"))
    answers.flush()
    while True:
        answers.write(framed(answer_to(questions.get())))
        answers.flush()


if __name__ == "__main__":
    main()
