"""Everything about one game: its rules, what is seen and said of it, its heuristic."""

from capomastro.core.catalogue import Registration

REGISTRATION = Registration(
    name="palazzo",
    game="capomastro.games.palazzo.game:PALAZZO",
    bots="capomastro.games.palazzo.heuristic.config:CONFIG",
    observation="capomastro.games.palazzo.observation:OBSERVATION",
    network="capomastro.games.palazzo:network.npz",
    highlights="capomastro.games.palazzo.highlights:HIGHLIGHTS",
    page=True,
    puzzles="capomastro.games.palazzo:puzzles.jsonl.gz",
    terminal="capomastro.games.palazzo.terminal.drawing:DRAWING",
)
