"""What each viewer is told: the one update message, and the events in it."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec import Raw

from capomastro.catalogue import game_named
from capomastro.game import AnyGame, Event, Viewer
from capomastro.server.record import SENTENCES, Line, Record, Told, audience_of, place
from capomastro.server.wire import EMPTY, Happening, Prompt, encode
from capomastro.words import sentence


@cache
def steps_as_json(game: str) -> list[bytes]:
    """Every step of a game as a client reads it, encoded once."""
    table = game_named(game).actions
    return [encode({"text": text, "step": value}) for text, value in zip(table.texts, table.values, strict=True)]


def legal_as_json(game: str, legal: Sequence[int]) -> Raw:
    if not legal:
        return EMPTY
    table = steps_as_json(game)
    return Raw(b"[" + b",".join([table[step] for step in legal]) + b"]")


def wording(game: AnyGame, event: Event, names: Sequence[str]) -> str:
    return sentence(SENTENCES if event.kind in SENTENCES else game.sentences, event, names)


def happenings(game: AnyGame, told: Told, viewer: Viewer, names: Sequence[str]) -> list[Happening]:
    """An entry's events for one viewer; none for whoever was told nothing."""
    number = told.seens[place(viewer)]
    if not number:
        return []
    return [
        Happening(number, told.at, event.kind, event.seat, event.facts, wording(game, event, names))
        for event in told.events
        if event.is_for(viewer)
    ]


def recent_events(record: Record, viewer: Viewer, since: int, names: Sequence[str]) -> tuple[int, list[Happening]]:
    """The events after `since` that are at hand, and from which number on they are complete."""
    spot = place(viewer)
    found: list[Told] = []
    for told in reversed(record.recent):
        if told.seens[spot]:
            if told.seens[spot] <= since:
                break
            found.append(told)
    first = found[-1].seens[spot] - 1 if found else record.seens[spot]
    events = [happening for told in reversed(found) for happening in happenings(record.game, told, viewer, names)]
    return first, events


def all_events(
    game: AnyGame, lines: Sequence[Line], viewer: Viewer, since: int, names: Sequence[str]
) -> tuple[int, list[Happening]]:
    """The viewer's number, and every event after `since`, from the log itself."""
    number, found, spot = 0, [], place(viewer)
    for line in lines:
        if not audience_of(line.seat, line.events, len(names)) >> spot & 1:
            continue
        number += 1
        if number > since:
            seens = tuple(number if i == spot else 0 for i in range(len(names) + 1))
            found += happenings(game, Told(line.n, line.at, seens, line.events), viewer, names)
    return number, found


class Seen(NamedTuple):
    """What one viewer sees: the view as JSON, what is to be decided, and the points."""

    view: Raw
    prompt: Prompt
    scores: list[int] | None


def seen_by(record: Record, viewer: Viewer) -> Seen:
    """Everything here comes from the view, so nothing can be in it that the viewer may not know."""
    game = record.game
    view: Any = game.view(record.match.state, viewer)
    scores = [seat.score for seat in view.seats] if hasattr(view, "seats") else None
    return Seen(Raw(encode(view)), Prompt(str(getattr(view, "phase", "")), game.prompt(view)), scores)
