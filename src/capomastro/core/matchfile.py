"""Match files: JSON lines that a person can read and mail.

The first line is the setup, then one line a step, and a last line with the outcome so far and a digest of all lines
before it, so that a file cut short or changed is noticed. Seats are counted from 1 here, as people do.
"""

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from capomastro.core.errors import BadMatchFile, BadSetup, CapomastroError, IllegalAction, UnreadableStep
from capomastro.core.match import Entry, Match, Setup

FORMATS = (1, 2)
"""The second tells of rewinds: a step taken after one, the first with its chance, has the rewind's number."""


def written(match: Match) -> str:
    """The match as the text of a match file."""
    setup = match.setup
    head: dict[str, Any] = {
        "capomastro": FORMATS[any(entry.rewind for entry in match.entries)],
        "game": setup.game,
        "rules": setup.rules,
        "seats": setup.seats,
        "names": setup.names,
        "options": setup.options,
        "seed": setup.seed,
    }
    if setup.commitment is not None:
        head["commitment"] = setup.commitment
    if setup.components is not None:
        head["components"] = setup.components
    lines = [_line(head)]
    texts = match.game.actions.texts
    rewind = 0
    for number, entry in enumerate(match.entries, 1):
        line: dict[str, Any] = {"n": number, "seat": entry.seat + 1, "step": texts[entry.action]}
        if entry.rewind != rewind:
            line["rewind"] = rewind = entry.rewind
        lines.append(_line(line))
    lines.append(_line(_ending(match) | {"digest": _digest(lines)}))
    return "\n".join(lines) + "\n"


def _line(value: dict[str, Any]) -> str:
    return msgspec.json.encode(value).decode()


def _digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _ending(match: Match) -> dict[str, Any]:
    state = match.state
    winners = [seat + 1 for seat in state.winners()] if state.over else []
    return {"steps": len(match.entries), "over": state.over, "scores": state.scores(), "winners": winners}


def save(match: Match, path: Path) -> None:
    """Writes the match; a reader at the same time sees the old file or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".new")
    draft.write_text(written(match), encoding="utf-8")
    draft.replace(path)


def load(path: Path) -> Match:
    """The match of a file, played again step by step."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadMatchFile(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadMatchFile(f"{path} cannot be read: {error}") from None
    return read(text)


def read(text: str) -> Match:
    """The match of a match file's text. Raises `BadMatchFile` with the line at fault."""
    if not text:
        raise BadMatchFile("the match file is empty")
    # JSON leaves U+2028 and its like as they are within a line, so `splitlines` would cut there.
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    match = Match(_setup(lines[0]))
    if len(lines) < 2 or "digest" not in (ending := _object(lines[-1], len(lines))):
        raise BadMatchFile("the match file is cut short: its last line is missing")
    if ending["digest"] != _digest(lines[:-1]):
        raise BadMatchFile("the match file was changed after it was written: its digest does not fit")
    for number, line in enumerate(lines[1:-1], 1):
        _replay(match, _object(line, number + 1), number)
    for name, value in _ending(match).items():
        if ending.get(name) != value:
            raise BadMatchFile(f"the last line says {name} {ending.get(name)}, but playing it again gives {value}")
    return match


def _object(line: str, number: int) -> dict[str, Any]:
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except msgspec.DecodeError:
        raise BadMatchFile(f"line {number} of the match file is not a JSON object") from None


def _setup(line: str) -> Setup:
    head = _object(line, 1)
    if "capomastro" not in head:
        raise BadMatchFile("this is not a match file: its first line does not begin with its format")
    if head["capomastro"] not in FORMATS:
        known = " and ".join(map(str, FORMATS))
        raise BadMatchFile(f"the match file has format {head['capomastro']}; this program reads formats {known}")
    try:
        setup = msgspec.convert(head, Setup)
        committed = setup.commitment
    except (msgspec.ValidationError, BadSetup) as error:
        raise BadMatchFile(f"line 1 of the match file: {error}") from None
    if head.get("commitment") != committed:
        raise BadMatchFile("the seed is not the one that was committed to")
    return setup


def _replay(match: Match, line: dict[str, Any], number: int) -> None:
    seat, step = line.get("seat"), line.get("step")
    rewind = line.get("rewind", match.rewind)
    if line.get("n") != number or not isinstance(seat, int) or not isinstance(step, str):
        raise BadMatchFile(f"line {number + 1} of the match file is not step {number}")
    if not isinstance(rewind, int) or not match.rewind <= rewind < 1 << 32:
        raise BadMatchFile(f"line {number + 1} of the match file: rewinds are numbered in the order they came")
    try:
        match.follow(Entry(seat - 1, match.game.actions.parse(step), rewind))
    except (IllegalAction, UnreadableStep) as error:
        raise BadMatchFile(f"line {number + 1} of the match file: {step!r} by seat {seat}: {error}") from None


def check_commitment(match: Match, published: str) -> None:
    """The commitment shown before the game must be that of the seed revealed after it."""
    if match.setup.commitment is None:
        raise CapomastroError("this match was dealt from a plain seed; there is no commitment to check")
    if match.setup.commitment != published.strip().lower():
        raise CapomastroError(f"the seed's commitment is {match.setup.commitment}, not the one given")
