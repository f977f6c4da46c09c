"""The browser client's files, as they lie in the package: with an ETag, and compressed for whoever reads that."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from capomastro.core.words import package_text
from capomastro.server.paths import WEB

SERVED = {".html", ".js", ".mjs", ".css", ".json", ".svg", ".png", ".ico", ".webmanifest", ".woff2", ".txt", ".md"}
NOTHING_YET = (
    b"<!doctype html><title>Capomastro</title><p>This server speaks the table protocol; no client is installed."
)
WORDS = re.compile(r"/words/([a-z]+)/(\w+)\.json")
LONGEST = 200
"""None of our paths is longer."""
MOST_PATHS = 1000
"""So many paths are remembered: more than there are files, though some lead to the same one."""


class File(Struct, frozen=True):
    body: bytes
    packed: bytes
    etag: str
    kind: str
    changed: int

    def answer(self, known: str, understood: str) -> tuple[int, dict[str, str], bytes]:
        """What is sent to whoever knows the file of this ETag, and understands these encodings: with which status and
        headers."""
        headers = {"etag": self.etag, "cache-control": "no-cache", "vary": "Accept-Encoding"}
        if known == self.etag:
            return 304, headers, b""
        headers["content-type"] = self.kind
        if "gzip" in understood and len(self.packed) < len(self.body):
            return 200, headers | {"content-encoding": "gzip"}, self.packed
        return 200, headers, self.body


def is_plain(path: str) -> bool:
    """Whether a path, decoded once, says where it leads: no dot segments, and nothing another reader takes for one."""
    if len(path) > LONGEST or "\\" in path or "%" in path or not path.isprintable():
        return False
    return not any(segment in (".", "..") for segment in path.split("/"))


def packed(body: bytes, name: str, changed: int) -> File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind in ("application/json", "application/javascript"):
        kind += "; charset=utf-8"
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    return File(body, gzip.compress(body, 6), etag, kind, changed)


class Pages:
    """Files are read when first asked for, and again when they have changed.

    They are kept by where they lie, so that no more are in memory than in the folders, however paths are spelt.
    """

    def __init__(self, folder: Path = WEB, drawings: Mapping[str, Path] | None = None) -> None:
        """`drawings` are further folders, each served under `/games/NAME/`."""
        self.folder = folder.resolve()
        self.drawings = {name: drawing.resolve() for name, drawing in (drawings or {}).items()}
        self.files: dict[Path, File] = {}
        self.paths: dict[str, Path] = {}
        """Where the files lie that were asked for by these paths, so that nobody looks for them again."""

    def at_hand(self, path: str) -> File | None:
        """A file that was served by this path before, if it is still there as it was."""
        where = self.paths.get(path)
        known = None if where is None else self.files.get(where)
        with suppress(OSError):
            if where is not None and known is not None and where.stat().st_mtime_ns == known.changed:
                return known
        return None

    def place(self, path: str) -> tuple[Path, str]:
        """The folder that has the files of this path, and the path inside it."""
        games, name, rest = (*path.lstrip("/").split("/", 2), "", "")[:3]
        if games == "games" and rest and name in self.drawings:
            return self.drawings[name], rest
        return self.folder, path

    def file(self, path: str) -> File | None:
        """The file of this path inside its folder, or nothing."""
        folder, inside = self.place(path)
        where = (folder / inside.lstrip("/")).resolve()
        if not where.is_relative_to(folder) or where.suffix not in SERVED:
            return None
        if not where.is_file():
            return self.words(path, where)
        changed = where.stat().st_mtime_ns
        known = self.files.get(where)
        if known is None or known.changed != changed:
            known = self.files[where] = packed(where.read_bytes(), where.name, changed)
        if len(self.paths) < MOST_PATHS:
            self.paths[path] = where
        return known

    def words(self, path: str, where: Path) -> File | None:
        """The words that another package has for its game."""
        named = WORDS.fullmatch(path)
        body = None if named is None else package_text(named[1], named[2])
        if body is None:
            return None
        if where not in self.files:
            self.files[where] = packed(body, where.name, 0)
        return self.files[where]

    async def serve(self, request: Request) -> Response:
        """A file; for every other path the client itself, which reads the path."""
        path: str = request.scope["path"]
        file = self.file(path) if is_plain(path) else None
        if file is None and ("." in path.rsplit("/", 1)[-1] or not is_plain(path)):
            return Response("There is no such file.\n", 404, media_type="text/plain")
        file = file or self.file("/index.html")
        if file is None:
            return Response(NOTHING_YET, media_type="text/html")
        known, understood = request.headers.get("if-none-match", ""), request.headers.get("accept-encoding", "")
        status, headers, body = file.answer(known, understood)
        return Response(body, status, headers)
