"""The browser client's files, as they lie in the package: with an ETag, and compressed for whoever reads that."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
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


class File(Struct, frozen=True):
    body: bytes
    packed: bytes
    etag: str
    kind: str
    changed: int


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
        headers = {"ETag": file.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == file.etag:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", "") and len(file.packed) < len(file.body):
            return Response(file.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=file.kind)
        return Response(file.body, headers=headers, media_type=file.kind)
