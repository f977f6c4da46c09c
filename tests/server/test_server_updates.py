"""Updates are put together from parts, and are whole all the same."""

import msgspec
import pytest
from server_house import At, Person

from capomastro.core.match import new_setup
from capomastro.server.protocol.updates import Happening, LastingPart, OwnPart, PublicPart, Unnumbered, Update
from capomastro.server.table.log import MatchLog
from capomastro.server.table.rendering import event_codes, recent_events

FIELDS = {field.encode_name for field in msgspec.structs.fields(Update)}


def test_the_parts_have_the_fields_of_an_update_each_once() -> None:
    parts = [field.encode_name for part in (LastingPart, PublicPart, OwnPart) for field in msgspec.structs.fields(part)]
    assert sorted([*parts, "view"]) == sorted(FIELDS)
    assert [field.name for field in msgspec.structs.fields(Unnumbered)] == [
        field.name for field in msgspec.structs.fields(Happening) if field.name != "n"
    ]


def whole(table: At, **query: int) -> Update:
    """An update as it is sent, which has every field and in each what belongs there."""
    answer = table.person.client.get(table.path, params={"since": 0, **query})
    assert answer.status_code == 200, answer.text
    assert set(answer.json()) == {"type", *FIELDS}
    return msgspec.json.decode(answer.content, type=Update)


def test_an_update_is_whole_before_during_and_after_a_match(anna: Person) -> None:
    waiting = anna.table("me", "open", game="palazzo")
    assert whole(waiting).status == "open"
    running = anna.table("me", "me", game="palazzo")
    assert whole(running, seat=0).status == whole(running, seat=1).status == "running"
    running.play()
    update = whole(running, seat=0)
    assert update.status == "over"
    assert update.seed is not None
    assert update.winners


@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_events_that_are_encoded_once_say_to_everybody_what_they_would_say_by_themselves(game: str) -> None:
    names = ["Anna", "Ben", "Cleo"]
    record = MatchLog(new_setup(game, 3, seed="5a" * 32), 0)
    while not record.over and record.n < 80:
        seat = min(record.legal)
        record.step(seat, record.legal[seat][-1], 5)
        for viewer in (None, 0, 1, 2):
            since = max(record.version(viewer) - 3, 0)
            first, events = recent_events(record, viewer, since, names, {})
            spot = 0 if viewer is None else viewer + 1
            told = [one for one in record.recent[spot] if one.versions[spot] > since]
            assert msgspec.json.decode(events) == msgspec.to_builtins(
                [
                    event
                    for one in told
                    for event in event_codes(
                        record.game.sentences, one.events, viewer, one.versions[spot], one.at, names
                    )
                ]
            )
            assert first == (told[0].versions[spot] - 1 if told else record.version(viewer))
