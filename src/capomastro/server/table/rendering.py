"""What each viewer sees: the view as JSON, rendered once for all its devices, and the events as sentences."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from msgspec import UNSET, Raw
from msgspec.structs import replace

from capomastro.core.game import AnyGame, Event, Seat, Viewer
from capomastro.core.sentences import sentence
from capomastro.server.protocol.audience import audience_of, includes, viewer_index
from capomastro.server.protocol.encoding import EMPTY, NULL, encode
from capomastro.server.protocol.updates import Happening, Prompt, Unnumbered
from capomastro.server.storage.entries import LogEntry
from capomastro.server.table.log import SENTENCES, MatchLog, Told


def wording(sentences: Mapping[str, str], event: Event, names: Sequence[str]) -> str:
    """The event in English. One of rules that are gone, for which there is no sentence any more, is told plainly."""
    try:
        return sentence(SENTENCES if event.kind in SENTENCES else sentences, event, names)
    except (KeyError, IndexError):
        who = "" if event.seat is None else f"{names[event.seat]}: "
        facts = ", ".join(f"{name} {value}" for name, value in event.facts.items())
        return who + event.kind + (f" ({facts})" if facts else "")


def event_codes(
    sentences: Mapping[str, str], events: Sequence[Event], viewer: Viewer, number: int, at: int, names: Sequence[str]
) -> list[Happening]:
    """An entry's events for one viewer, whose number of the entry this is."""
    return [
        Happening(number, at, event.kind, event.seat, event.facts, wording(sentences, event, names))
        for event in events
        if event.is_for(viewer)
    ]


Worded: TypeAlias = dict[int, list[tuple[tuple[Seat, ...] | None, bytes]]]
"""Entries by their numbers: the audience of each event, and its JSON but for the viewer's own number."""


def recent_events(
    record: MatchLog, viewer: Viewer, since: int, names: Sequence[str], worded: Worded
) -> tuple[int, Raw]:
    """The events after `since` that are at hand, as JSON, and from which number on they are complete."""
    spot = viewer_index(viewer)
    found: list[Told] = []
    recent = record.recent[spot]
    if recent and recent[-1].versions[spot] == since + 1:
        found.append(recent[-1])  # the news of a step, which all who listen ask for
    else:
        for told in reversed(recent):
            if told.versions[spot] <= since:
                break
            found.append(told)
    if not found:
        return record.versions[spot], EMPTY
    first = found[-1].versions[spot] - 1
    events: list[bytes] = []
    for told in reversed(found):
        known = worded.get(told.n)
        if known is None:
            known = worded[told.n] = entry_worded(record, told, names)
        number = b'{"n":%d,' % told.versions[spot]
        events += [number + text for audience, text in known if audience is None or viewer in audience]
    return first, Raw(b"[" + b",".join(events) + b"]")


def entry_worded(record: MatchLog, told: Told, names: Sequence[str]) -> list[tuple[tuple[Seat, ...] | None, bytes]]:
    """The events of an entry in words, which are the same for all viewers."""
    sentences, happened = record.game.sentences, record.latest if told.n == record.n else told.events
    return [
        (
            event.audience,
            encode(Unnumbered(told.at, event.kind, event.seat, event.facts, wording(sentences, event, names)))[1:],
        )
        for event in happened
    ]


def all_events(
    sentences: Mapping[str, str], lines: Sequence[LogEntry], viewer: Viewer, since: int, names: Sequence[str]
) -> tuple[int, list[Happening]]:
    """The viewer's number, and every event after `since`, from the log itself."""
    number, found = 0, []
    for line in lines:
        if not includes(audience_of(line.seat, line.events, len(names)), viewer):
            continue
        number += 1
        if number > since:
            found += event_codes(sentences, line.events, viewer, number, line.at, names)
    return number, found


class RenderedView(NamedTuple):
    """What one viewer sees: the view as JSON, what is to be decided, the points; and what was in the box.

    The components are the same as long as the table stands, so the view goes without them.
    """

    view: Raw
    prompt: Prompt | None
    scores: list[int] | None
    components: Raw


def seen_by(record: MatchLog, viewer: Viewer, *, brief: bool = False) -> RenderedView:
    """Everything here comes from the view, so nothing can be in it that the viewer may not know."""
    return seen_by_each(record, (viewer,), brief=brief)[0]


def seen_by_each(record: MatchLog, viewers: Sequence[Viewer], *, brief: bool = False) -> list[RenderedView]:
    """The same for several viewers at once."""
    known, made = record.components, None
    if known is not None:
        made = record.game.rendered(record.match.state, viewers, brief=brief)
    if known is not None and made is not None:
        return [RenderedView(Raw(one.view), Prompt(one.phase, one.prompt), one.scores, known) for one in made]
    found = []
    for view in record.game.views(record.match.state, viewers, brief=brief):
        seen = as_seen(record.game, view, record.components)
        record.components = seen.components
        found.append(seen)
    return found


def seen_by_all(record: MatchLog) -> RenderedView:
    """Everybody's cards at once, which only a match that is over may show: each seat as it sees itself."""
    game, state = record.game, record.match.state
    own = [game.view(state, seat) for seat in range(record.setup.seats)]
    acting = state.to_act()
    view = own[acting[0]] if acting else game.view(state, None)
    seats = tuple(one.seats[seat] for seat, one in enumerate(own))
    return as_seen(game, replace(view, viewer=None, seats=seats))


def as_seen(game: AnyGame, view: Any, components: Raw | None = None) -> RenderedView:
    """The components are rendered unless somebody has done it before."""
    scores = [seat.score for seat in view.seats] if hasattr(view, "seats") else None
    prompt = Prompt(str(getattr(view, "phase", "")), game.prompt(view))
    if not hasattr(view, "components"):
        return RenderedView(Raw(encode(view)), prompt, scores, NULL)
    box = Raw(encode(view.components)) if components is None else components
    return RenderedView(Raw(encode(replace(view, components=UNSET))), prompt, scores, box)
