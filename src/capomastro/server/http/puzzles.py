"""Puzzles: a position as its seat sees it, and what the step is worth that somebody takes there.

Nothing is stored and nobody is asked who they are; the page keeps its own streaks.
"""

from msgspec import Raw

from capomastro.core.catalogue import game_names
from capomastro.puzzles.model import Puzzle
from capomastro.puzzles.shelf import position, puzzles_of
from capomastro.server.http.requests import TableRequest
from capomastro.server.protocol import bodies, puzzle_responses
from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.refusals import Refusal
from capomastro.server.protocol.step_lists import legal_as_json
from capomastro.server.protocol.updates import Pace, SeatInfo, ToAct, Update
from capomastro.server.table.rendering import as_seen


async def shelf(request: TableRequest) -> puzzle_responses.Puzzles:
    game = game_of(request)
    infos = [
        puzzle_responses.PuzzleInfo(number, puzzle.grade, puzzle.setup.seats)
        for number, puzzle in enumerate(puzzles_of(game), 1)
    ]
    return puzzle_responses.Puzzles(game, infos)


async def pose(request: TableRequest) -> puzzle_responses.Posed:
    number, puzzle = puzzle_asked(request)
    update = await request.tables.aside.run(request.who.address, lambda: posed(puzzle))
    return puzzle_responses.Posed(number, puzzle.grade, update)


async def solve(request: TableRequest) -> puzzle_responses.Solution:
    _, puzzle = puzzle_asked(request)
    body = await request.body(bodies.Solve)
    for number, choice in enumerate(puzzle.choices):
        if body.step in choice.steps:
            return puzzle_responses.Solution(number == 0, number, puzzle.choices)
    raise Refusal("not-a-choice")


def game_of(request: TableRequest) -> str:
    name: str = request.http.path_params["game"]
    if name not in game_names():
        raise Refusal("bad-game-name")
    return name


def puzzle_asked(request: TableRequest) -> tuple[int, Puzzle]:
    game = game_of(request)
    number, known = request.path_number("number"), puzzles_of(game)
    if not 1 <= number <= len(known):
        raise Refusal("no-such-puzzle", game=game, count=len(known))
    return number, known[number - 1]


def posed(puzzle: Puzzle) -> Raw:
    """The position as an update for the seat that has to decide; it is made of that seat's view alone."""
    match = position(puzzle)
    game, seat, setup = match.game, puzzle.seat, puzzle.setup
    seen = as_seen(game, game.view(match.state, seat))
    return Raw(
        encode(
            Update(
                table="",
                game=setup.game,
                viewer=seat,
                held=(seat,),
                host=False,
                owner=None,
                status="running",
                seen=0,
                name="",
                pace=Pace(),
                late_after=0,
                public=False,
                watch=False,
                options=setup.options,
                seats=[SeatInfo(n, "human", None, True, None, None, True) for n in range(setup.seats)],
                to_act=[ToAct(seat, 0, False)],
                view=seen.view,
                legal=legal_as_json(setup.game, match.state.legal(seat)),
                prompt=seen.prompt,
                undoable=0,
                plan=None,
                plans=(),
                events_since=0,
                events=(),
                proposals=(),
                scores=seen.scores,
                winners=(),
                commitment=None,
                seed=None,
                deal=None,
                rematch=None,
                rematch_by=None,
                components=seen.components,
            )
        )
    )
