"""Match files: JSON lines that a person can read and mail.

The first line is the setup, then one line a step, and a last line with the outcome so far and a digest of all lines
before it, so that a file cut short or changed is noticed. Seats are counted from 1 here, as people do.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from capomastro.core.errors import BadMatchFile, BadSetup, CapomastroError, IllegalAction, UnreadableStep
from capomastro.core.match import Entry, Match, Setup, StoredStep

FORMATS = (1, 2, 3, 4)
"""The second tells of rewinds: a step taken after one, the first with its chance, has the rewind's number. The third is
dealt from another than the first of the game's component files. The fourth has a deal, and its seed is the server's
part of it. A file has the lowest format that says what it must."""


class Outcome(NamedTuple):
    """How a match ended, or how it stands."""

    over: bool
    scores: Sequence[int]
    winners: Sequence[int]


class MatchFile(NamedTuple):
    """What a match file says, whole and unchanged, but not yet played."""

    setup: Setup
    steps: list[StoredStep]
    ending: dict[str, Any]


def written(match: Match) -> str:
    """The match as the text of a match file."""
    return file_text(match.setup, match.steps(), outcome_of(match))


def outcome_of(match: Match) -> Outcome:
    state = match.state
    return Outcome(state.over, state.scores(), state.winners() if state.over else [])


def lowest_format(setup: Setup, steps: Sequence[StoredStep]) -> int:
    if setup.deal is not None:
        return 4
    if (setup.components_number or 1) > 1:
        return 3
    return 2 if any(step.rewind for step in steps) else 1


def file_text(setup: Setup, steps: Sequence[StoredStep], outcome: Outcome) -> str:
    """A match file of what is stored; no rules are asked."""
    head: dict[str, Any] = {
        "capomastro": lowest_format(setup, steps),
        "game": setup.game,
        "rules": setup.rules,
        "seats": setup.seats,
        "names": setup.names,
        "options": setup.options,
        "seed": setup.seed,
    }
    if setup.commitment is not None:
        head["commitment"] = setup.commitment
    for name in ("components", "components_number", "components_hash", "deal"):
        if getattr(setup, name) is not None:
            head[name] = getattr(setup, name)
    lines = [_line(head)]
    rewind = 0
    for number, step in enumerate(steps, 1):
        line: dict[str, Any] = {"n": number, "seat": step.seat + 1, "step": step.text}
        if step.rewind != rewind:
            line["rewind"] = rewind = step.rewind
        lines.append(_line(line))
    lines.append(_line(_ending(len(steps), outcome) | {"digest": _digest(lines)}))
    return "\n".join(lines) + "\n"


def _line(value: dict[str, Any]) -> str:
    return msgspec.json.encode(value).decode()


def _digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def ending_of(match: Match) -> dict[str, Any]:
    """The last line of its file, without the digest."""
    return _ending(len(match.entries), outcome_of(match))


def _ending(steps: int, outcome: Outcome) -> dict[str, Any]:
    winners = [seat + 1 for seat in outcome.winners]
    return {"steps": steps, "over": outcome.over, "scores": list(outcome.scores), "winners": winners}


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
    match = Match(_setup(_lines(text)[0]))  # of what makes no game, nothing else needs to be said
    _, steps, ending = unplayed(text)
    for number, step in enumerate(steps, 1):
        try:
            match.follow(Entry(step.seat, match.game.actions.parse(step.text), step.rewind))
        except (IllegalAction, UnreadableStep) as error:
            where = f"line {number + 1} of the match file: {step.text!r} by seat {step.seat + 1}"
            raise BadMatchFile(f"{where}: {error}") from None
    for name, value in ending_of(match).items():
        if ending.get(name) != value:
            raise BadMatchFile(f"the last line says {name} {ending.get(name)}, but playing it again gives {value}")
    return match


def unplayed(text: str) -> MatchFile:
    """What a match file says, for whoever does not have its rules. Raises `BadMatchFile` with the line at fault."""
    lines = _lines(text)
    setup = _setup(lines[0])
    if len(lines) < 2 or "digest" not in (ending := _object(lines[-1], len(lines))):
        raise BadMatchFile("the match file is cut short: its last line is missing")
    if ending["digest"] != _digest(lines[:-1]):
        raise BadMatchFile("the match file was changed after it was written: its digest does not fit")
    steps: list[StoredStep] = []
    for number, line in enumerate(lines[1:-1], 1):
        steps.append(_step(_object(line, number + 1), number, steps[-1].rewind if steps else 0))
    return MatchFile(setup, steps, ending)


def _lines(text: str) -> list[str]:
    """JSON leaves U+2028 and its like as they are within a line, so `splitlines` would cut there."""
    if not text:
        raise BadMatchFile("the match file is empty")
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n")


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
        known = f"{FORMATS[0]} to {FORMATS[-1]}"
        raise BadMatchFile(f"the match file has format {head['capomastro']}; this program reads formats {known}")
    try:
        setup = msgspec.convert(head, Setup)
        committed = setup.commitment
        if setup.deal is not None:
            setup.deal.check()
    except (msgspec.ValidationError, BadSetup) as error:
        raise BadMatchFile(f"line 1 of the match file: {error}") from None
    if head.get("commitment") != committed:
        raise BadMatchFile("the seed is not the one that was committed to")
    return setup


def _step(line: dict[str, Any], number: int, before: int) -> StoredStep:
    seat, step = line.get("seat"), line.get("step")
    rewind = line.get("rewind", before)
    if line.get("n") != number or not isinstance(seat, int) or not isinstance(step, str):
        raise BadMatchFile(f"line {number + 1} of the match file is not step {number}")
    if not isinstance(rewind, int) or not before <= rewind < 1 << 32:
        raise BadMatchFile(f"line {number + 1} of the match file: rewinds are numbered in the order they came")
    return StoredStep(seat - 1, step, rewind)


def check_commitment(match: Match, published: str) -> None:
    """The commitment shown before the game must be that of the seed revealed after it."""
    if match.setup.commitment is None:
        raise CapomastroError("this match was dealt from a plain seed; there is no commitment to check")
    if match.setup.commitment != published.strip().lower():
        raise CapomastroError(f"the seed's commitment is {match.setup.commitment}, not the one given")


def check_nonce(match: Match, nonce: str) -> None:
    """A nonce that was told for the deal must be one of those the seed was made from."""
    shares = match.setup.deal.shares if match.setup.deal is not None else ()
    if nonce.strip().lower() not in {share.nonce for share in shares}:
        raise CapomastroError("the match was not dealt from this nonce")
