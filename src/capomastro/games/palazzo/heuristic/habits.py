"""The habits of the bots with faces in Palazzo: how many points each gives for what a step has; see docs/bots.md."""

HABITS: dict[str, dict[str, float]] = {
    "beppe": {"take money": 1.0},
    "nina": {"windows": 0.8},
    "pia": {"new palazzo": 1.5},
    "carlo": {"pass": -6.0},
    "giulia": {"marble": 2.0, "marble bid for": 0.8},
    "tomaso": {"buy": 2.0},
    "agnese": {"same material": 2.0},
    "ottavio": {"floors below": 2.0},
    "renzo": {"rebuild": 2.5},
}
