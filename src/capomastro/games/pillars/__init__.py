"""Everything about one game: its rules, what is seen and said of it, its heuristic."""

from capomastro.core.catalogue import Registration

REGISTRATION = Registration(
    name="pillars",
    game="capomastro.games.pillars.game:PILLARS",
    bots="capomastro.games.pillars.heuristic.config:CONFIG",
    observation="capomastro.games.pillars.observation:OBSERVATION",
    network="capomastro.games.pillars:network.npz",
    highlights="capomastro.games.pillars.highlights:HIGHLIGHTS",
    page=True,
    puzzles="capomastro.games.pillars:puzzles.jsonl.gz",
    terminal="capomastro.games.pillars.terminal.drawing:DRAWING",
)
