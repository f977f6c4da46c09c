"""The habits of the bots with faces in The Pillars of Venice: points for what a step has; see docs/bots.md."""

HABITS: dict[str, dict[str, float]] = {
    "beppe": {"councillor": 1.5},
    "nina": {"markers": 1.0},
    "pia": {"swap": 1.5},
    "carlo": {"gondolier": 8.0},
    "giulia": {"matches": 1.0},
    "tomaso": {"master builder": 1.5},
    "agnese": {"swap": -0.8},
    "ottavio": {"canal": 1.0},
    "renzo": {"pitch-dipper": 2.0},
}
