"""Writes whole random games as readable text. `make playthroughs` regenerates the golden files."""

from pathlib import Path

from capomastro.cli.words import sentence
from capomastro.core.catalogue import all_games
from capomastro.core.chance import seeded
from capomastro.core.match import Match, new_setup

FOLDER = Path(__file__).parent
NAMES = ("Ada", "Ben", "Cleo", "Dino", "Eva", "Fra")
BOARD_EVERY = 20


def playthrough(game: str, seats: int) -> str:
    """A random game from a fixed fair seed: every step, what everybody is told of it, and now and then the board."""
    match = Match(new_setup(game, seats, seed=f"{seats:02d}" * 32, names=NAMES[:seats]))
    rng = seeded(seats)
    lines = [f"{match.game.title}, {seats} players", f"commitment {match.setup.commitment}", "", board(match)]
    while not match.state.over:
        acting = match.state.to_act()
        seat = acting[rng.randrange(len(acting))]
        legal = match.state.legal(seat)
        action = legal[rng.randrange(len(legal))]
        step = match.game.actions.texts[action]
        lines.append(f"{len(match.entries) + 1}. {NAMES[seat]}: {step}  ({len(legal)} lawful)")
        for event in match.act(seat, action):
            whom = "" if event.audience is None else f" [only {', '.join(NAMES[one] for one in event.audience)}]"
            lines.append(f"     {sentence(match.game, event, NAMES)}{whom}")
        if len(match.entries) % BOARD_EVERY == 0:
            lines += ["", board(match)]
    winners = " and ".join(NAMES[seat] for seat in match.state.winners())
    return "\n".join([*lines, "", board(match), f"scores {match.state.scores()}, won by {winners}", ""])


def board(match: Match) -> str:
    """The board as a spectator sees it."""
    return match.game.picture(match.game.view(match.state, None), NAMES) + "\n"


def main() -> None:
    for game in all_games():
        for seats in game.seat_counts:
            (FOLDER / f"{game.name}-{seats}.txt").write_text(playthrough(game.name, seats), encoding="utf-8")


if __name__ == "__main__":
    main()
