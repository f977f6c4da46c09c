"""Plays finished matches with the source of a release, once, and keeps them for ever.

    git worktree add /tmp/release TAG
    PYTHONPATH=/tmp/release/src python tests/archive/record_matches.py tests/archive/VERSION

Every game at every number of seats: plain, with all options set, with rewinds and steps taken back, and with a box of
one's own; from fair seeds and from plain ones, and from devices' nonces.
"""

import gzip
import hashlib
import sys
from pathlib import Path
from typing import Any

import msgspec

try:
    from capomastro.core.catalogue import all_games
    from capomastro.core.match import Match, new_setup
    from capomastro.core.matchfile import written
except ImportError:  # the first release had no folders
    from capomastro.catalogue import game_named  # type: ignore[import-not-found]
    from capomastro.match import Match, new_setup  # type: ignore[import-not-found,no-redef]
    from capomastro.matchfile import written  # type: ignore[import-not-found,no-redef]

    def all_games() -> list[Any]:  # type: ignore[misc]
        return [game_named(name) for name in OWN_BOX]


try:
    from capomastro.core.deal import Deal, Share, share_commitment
except ImportError:  # devices had no part in the deal yet
    Deal = None  # type: ignore[assignment,misc]

OWN_BOX = {"palazzo": ('"brick 1 1"', '"brick 5 3"'), "pillars": ('"councillor 4"', '"councillor 8"')}


class Dice:
    """Numbers that are the same everywhere and for ever."""

    def __init__(self, name: str) -> None:
        self.name, self.count = name, 0

    def below(self, most: int) -> int:
        self.count += 1
        return int.from_bytes(hashlib.sha256(f"{self.name} {self.count}".encode()).digest()[:6], "big") % most


def own_box(game: str) -> str:
    """The first box with two of its names exchanged."""
    folder = next(Path(path, "games", game) for path in __import__("capomastro").__path__)
    folder = folder if folder.exists() else folder.parents[1] / game
    text = next(folder.rglob("*.toml")).read_text(encoding="utf-8")
    one, other = OWN_BOX[game]
    assert one in text
    assert other in text
    return text.replace(one, "?").replace(other, one).replace("?", other)


def with_devices(setup: Any, name: str) -> Any:
    """Every seat's device has its part in the deal."""
    nonces = [hashlib.sha256(f"{name} {seat}".encode()).hexdigest() for seat in range(setup.seats)]
    shares = tuple(Share((seat,), share_commitment(nonce), nonce) for seat, nonce in enumerate(nonces))
    deal = Deal("Zk3v9QmA1xPb", setup.rules, setup.components_hash, setup.options, shares)
    return msgspec.structs.replace(setup, deal=deal)


def played(setup: Any, dice: Dice, *, with_rewinds: bool) -> Match:
    match = Match(setup)
    rewinds = 0
    while not match.state.over:
        acting = match.state.to_act()
        seat = acting[dice.below(len(acting))]
        legal = match.state.legal(seat)
        match.act(seat, legal[dice.below(len(legal))])
        if match.undoable(seat) and dice.below(6) == 0:
            match.undo(seat)
        if with_rewinds and hasattr(match, "rewound") and rewinds < 2 and len(match.entries) == 40 + 50 * rewinds:
            rewinds += 1
            match = match.rewound(30 + 50 * (rewinds - 1), rewinds)
    return match


def main(target: str) -> None:
    folder = Path(target)
    folder.mkdir(parents=True, exist_ok=True)
    for game in all_games():
        for seats in game.seat_counts:
            full = {option.name: option.choices[-1] for option in game.options} | {"first": str(seats)}
            kinds: dict[str, dict[str, Any]] = {
                "plain": {"seed": seats},
                "options": {"seed": hashlib.sha256(f"{game.name} {seats}".encode()).hexdigest(), "options": full},
                "rewound": {"seed": hashlib.sha256(f"again {game.name} {seats}".encode()).hexdigest()},
                "own-box": {"seed": 1000 + seats, "components": own_box(game.name)},
            }
            if Deal is not None:
                kinds["dealt"] = {"seed": hashlib.sha256(f"dealt {game.name} {seats}".encode()).hexdigest()}
            for kind, values in kinds.items():
                name = f"{game.name}-{seats}-{kind}"
                setup = new_setup(game.name, seats, values.pop("options", {}), **values)
                setup = with_devices(setup, name) if kind == "dealt" else setup
                match = played(setup, Dice(name), with_rewinds=kind in ("rewound", "dealt"))
                Path(folder, f"{name}.jsonl.gz").write_bytes(gzip.compress(written(match).encode(), mtime=0))


if __name__ == "__main__":
    main(sys.argv[1])
