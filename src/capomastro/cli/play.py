"""`capomastro play`: a game in the terminal, line by line."""

import getpass
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from capomastro.bots.roster import names as bot_names
from capomastro.bots.roster import player_named
from capomastro.cli.arguments import ComponentFile, GameName, Options, Players, component_text, parsed_options, seats_of
from capomastro.cli.words import sentence
from capomastro.core.catalogue import game_named
from capomastro.core.chance import Fast, seeded
from capomastro.core.errors import BadMatchFile, BadSetup, CapomastroError
from capomastro.core.game import Event, Seat
from capomastro.core.match import Match, new_setup
from capomastro.core.matchfile import load, save
from capomastro.core.refusals import as_sentence
from capomastro.core.words import LANGUAGES, words_in

HELP = """\
Type the number of a step, or the step itself (the words behind the number; case does not matter). Also:
  ?          this help          board    show the board again
  undo       take a step back   log      what has happened so far
  restart    take back all steps since your decision began
  rules      where to read the rules
  quit       save and leave (Ctrl-C does the same); go on later with --resume"""


def register(app: typer.Typer) -> None:
    app.command("play")(play)


def saved_path(game: str) -> Path:
    """Where an unfinished game is kept."""
    return platformdirs.user_data_path("capomastro") / "matches" / f"{game}.jsonl"


def own_name() -> str:
    try:
        return getpass.getuser() or "You"
    except (OSError, KeyError, ImportError):  # a user without a name of its own
        return "You"


def human_name(name: str | None, seat: Seat) -> str:
    """A name that cannot be taken for a bot's."""
    wanted = (name or own_name()).strip() or "You"
    if bot_of(wanted, seat) is not None:
        raise BadSetup("bot.name-taken", name=wanted)
    return wanted


def bot_of(name: str, seat: Seat) -> str | None:
    """The bot that goes by this name in this seat: `journeyman 2` is the journeyman in seat 2."""
    plain, _, number = name.rpartition(" ")
    return plain if number == str(seat + 1) and plain.partition(":")[0] in bot_names() else None


def play(
    game: GameName,
    players: Players = None,
    seat: Annotated[int, typer.Option(help="Your seat, from 1.")] = 1,
    name: Annotated[str | None, typer.Option(help="Your name; your user name by default.")] = None,
    option: Options = None,
    components: ComponentFile = None,
    seed: Annotated[
        str | None, typer.Option(help="64 hexadecimal digits, or a whole number; fresh secret bytes by default.")
    ] = None,
    file: Annotated[Path | None, typer.Option("--file", "-f", help="Where to keep the match.")] = None,
    bot: Annotated[
        str, typer.Option("--bot", "-b", help="Your opponents: apprentice, journeyman, master, greedy, random, …")
    ] = "journeyman",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match that was kept.")] = False,
    language: Annotated[str, typer.Option(help="In which language refusals are explained: en, de or nl.")] = "en",
) -> None:
    """Play in the terminal against bots.

    The board is drawn as text; choose among numbered steps or type them. Leaving keeps the match, and --resume goes on.
    The seed's commitment is shown at the start, and `capomastro verify` checks it when the match is over.
    """
    if language not in LANGUAGES:
        raise BadSetup("setup.language", text=language, known=tuple(LANGUAGES))
    with explained_in(language):
        LineGame(*prepared(game, players, seat, name, option, components, seed, file, bot, resume), language).run()


@contextmanager
def explained_in(language: str) -> Iterator[None]:
    """What is refused here is said in this language."""
    try:
        yield
    except CapomastroError as error:
        error.language = language
        raise


def prepared(
    game: str,
    players: int | None,
    seat: int,
    name: str | None,
    option: list[str] | None,
    components: Path | None,
    seed: str | None,
    file: Path | None,
    bot: str,
    resume: bool,
) -> tuple[Match, Seat, Path]:
    """The match that was kept or a new one, the player's own seat, and where the match is kept."""
    rules = game_named(game)
    path = file or saved_path(game)
    if resume:
        match = load(path)
        if match.setup.game != game:
            raise BadMatchFile(f"{path} holds a match of {match.game.title}, not of {rules.title}")
        own = next(seat for seat, who in enumerate(match.setup.names) if bot_of(who, seat) is None)
    else:
        seats = seats_of(rules, players)
        if not 1 <= seat <= seats:
            raise BadSetup("seat.unknown", number=seat, seats=seats)
        own = seat - 1
        player_named(bot, rules)
        names = [human_name(name, i) if i == own else f"{bot} {i + 1}" for i in range(seats)]
        fixed = int(seed) if seed is not None and seed.lstrip("-").isdigit() and len(seed) < 64 else seed
        text = component_text(components)
        match = Match(new_setup(game, seats, parsed_options(option), seed=fixed, names=names, components=text))
        typer.echo(f"{rules.title}. {rules.credits}")
        if match.setup.commitment:
            typer.echo(f"The deal is fixed; its commitment is {match.setup.commitment}.")
    return match, own, path


class LineGame:
    """One person at a terminal, and bots in the other seats."""

    def __init__(
        self, match: Match, own: Seat, path: Path, language: str = "en", say: Callable[[str], None] = typer.echo
    ) -> None:
        self.match = match
        self.own = own
        self.path = path
        self.say = say
        self.words = words_in(language)
        seed = match.setup.seed
        number = seed if isinstance(seed, int) else int(seed, 16)
        self.rng: Fast = seeded(number * 1_000_003 + len(match.entries))  # the same seed brings the same opponents
        self.bots = {
            seat: player_named(bot, match.game)
            for seat, name in enumerate(match.setup.names)
            if (bot := bot_of(name, seat)) is not None
        }
        self.told: list[str] = []

    def run(self) -> None:
        """Until the game is over or the player leaves; either way the match is kept."""
        try:
            while not self.match.state.over:
                if self.own in self.match.state.to_act():
                    self.ask()
                else:
                    self.move_bot()
            self.finish()
        except (KeyboardInterrupt, EOFError):
            save(self.match, self.path)
            game = self.match.setup.game
            where = "" if self.path == saved_path(game) else f" --file {self.path}"
            self.say(f"\nKept in {self.path}. Go on with: capomastro play {game} --resume{where}")

    def move_bot(self) -> None:
        state = self.match.state
        seat = next(seat for seat in state.to_act() if seat in self.bots)
        view = self.match.game.view(state, seat)
        self.tell(self.match.act(seat, self.bots[seat].choose(view, state.legal(seat), self.rng)))

    def tell(self, events: list[Event]) -> None:
        for event in events:
            if event.is_for(self.own):
                line = sentence(self.match.game, event, self.match.setup.names)
                self.told.append(line)
                self.say("  " + line)

    def show_board(self) -> None:
        game = self.match.game
        self.say("")
        self.say(game.picture(game.view(self.match.state, self.own), self.match.setup.names))

    def ask(self) -> None:
        """Offers the legal steps and takes one, or a word such as `undo`."""
        game, state = self.match.game, self.match.state
        steps = state.legal(self.own)
        self.show_board()
        self.say(f"Now {game.prompt(game.view(state, self.own))}:")
        self.say(numbered([game.actions.texts[step] for step in steps]))
        while True:
            text = self.read()
            if text.lower() in ("quit", "exit", "q"):
                raise EOFError
            try:
                if self.obey(text, steps):
                    return
            except CapomastroError as error:
                self.say(f"{self.refusal(error)} {self.words.t('play.help')}")

    def refusal(self, error: CapomastroError) -> str:
        game, names = self.match.game, self.match.setup.names
        return as_sentence(error.reason.worded(self.words.language, game.things, names))

    def read(self) -> str:
        text = input("> ").strip()
        if not sys.stdin.isatty():
            self.say(text)
        return text

    def obey(self, text: str, steps: list[int]) -> bool:
        """Does what was typed; returns whether the steps on offer have changed."""
        word = text.lower()
        if word in ("?", "help", "h", ""):
            self.say(HELP)
        elif word in ("undo", "u"):
            taken = self.match.undo(self.own)
            self.say(f"Taken back: {self.match.game.actions.texts[taken.action]}.")
            return True
        elif word == "restart":
            self.say(f"Steps taken back: {self.match.restart_turn(self.own)}.")
            return True
        elif word == "board":
            self.show_board()
        elif word == "log":
            self.say("\n".join(self.told) or "Nothing has happened yet.")
        elif word == "rules":
            self.say(f"The rules are in docs/rules/{self.match.setup.game}.md. {self.match.game.credits}")
        else:
            self.tell(self.match.act(self.own, self.chosen(text, steps)))
            return True
        return False

    def chosen(self, text: str, steps: list[int]) -> int:
        """The step meant by a number of the list or by its text."""
        if not text.lstrip("-").isdigit():
            return self.match.game.actions.parse(text)
        number = int(text) if len(text) < 10 else 0
        if not 1 <= number <= len(steps):
            raise CapomastroError("step.offered", most=len(steps))
        return steps[number - 1]

    def finish(self) -> None:
        save(self.match, self.path)
        self.show_board()
        names, state = self.match.setup.names, self.match.state
        winners = " and ".join(names[seat] for seat in state.winners())
        self.say(f"\nThe game is over. Won by {winners}.")
        self.say(f"Kept in {self.path}; check the deal with: capomastro verify {self.path}")


def numbered(texts: list[str], width: int = 96) -> str:
    """Steps with their numbers, in as many columns as fit."""
    cells = [f"{number:>3} {text}" for number, text in enumerate(texts, 1)]
    column = max(len(cell) for cell in cells) + 2
    across = max(1, width // column)
    rows = [cells[i : i + across] for i in range(0, len(cells), across)]
    return "\n".join("".join(cell.ljust(column) for cell in row).rstrip() for row in rows)
