"""The habits of the bots with faces in The Pillars of Venice: points for what a step has; see docs/bots.md."""

HABITS: dict[str, dict[str, float]] = {
    "beppe": {"councillor": 1.5},
    "nina": {"markers": 1.0},
    "pia": {"swap": 1.5},
    "carlo": {"gondolier": 4.0, "canal": 1.0},
    "giulia": {"matches": 1.0},
    "tomaso": {"master builder": 2.0},
    "agnese": {"swap": -2.0},
    "ottavio": {"stones taken": 1.0},
    "renzo": {"pitch-dipper": 2.0},
}
