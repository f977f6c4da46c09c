"""What each viewer sees of a match, packed to be stored: it can be unpacked without the rules."""

import zlib

import msgspec
from msgspec import Raw, Struct

from capomastro.core.game import Viewer
from capomastro.server.protocol.encoding import NULL, encode
from capomastro.server.protocol.updates import Prompt
from capomastro.server.storage.rows import now
from capomastro.server.storage.snapshot_queries import SnapshotRow
from capomastro.server.table.log import MatchLog
from capomastro.server.table.rendering import RenderedView, seen_by, seen_by_all

EVERYBODY = "all"
"""All cards open, as a match that is over may be looked at."""


class SeenView(Struct, frozen=True):
    """One viewer's view."""

    view: Raw
    prompt: Prompt | None
    scores: list[int] | None


class Snapshot(Struct, frozen=True):
    """The views of all viewers after this many entries of the log. The components are the same for all."""

    views: dict[str, SeenView]
    components: Raw = NULL
    entries: int = 0

    def view(self, viewer: Viewer | str) -> RenderedView | None:
        seen = self.views.get(named(viewer))
        return None if seen is None else RenderedView(seen.view, seen.prompt, seen.scores, self.components)


decode_snapshot = msgspec.json.Decoder(Snapshot).decode


def named(viewer: Viewer | str) -> str:
    return "none" if viewer is None else str(viewer)


def packed(record: MatchLog) -> SnapshotRow:
    """The match as everybody sees it now."""
    eyes: list[Viewer] = [None, *range(record.setup.seats)]
    seen = {named(viewer): seen_by(record, viewer) for viewer in eyes}
    if record.over:
        seen[EVERYBODY] = seen_by_all(record)
    views = {name: SeenView(one.view, one.prompt, one.scores) for name, one in seen.items()}
    snapshot = Snapshot(views, seen["none"].components, record.n)
    return SnapshotRow(record.n, now(), zlib.compress(encode(snapshot)))


def unpacked(row: SnapshotRow) -> Snapshot:
    return decode_snapshot(zlib.decompress(row.views))
