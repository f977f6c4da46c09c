"""What a link to a finished match shows where it is posted: Open Graph tags in the page's head.

They tell what everybody who follows the link is told anyway: the game, who played, the points. A match that does not
want spectators has none, nor has one that goes on, or a daily deal that others can still play.
"""

import hashlib
import re
from collections.abc import Awaitable, Callable
from html import escape
from urllib.parse import urlsplit

from msgspec import Struct
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from capomastro.core.words import title_of as worded_title
from capomastro.core.words import words_in
from capomastro.server.http.static import Pages
from capomastro.server.notify.mail import language_of
from capomastro.server.protocol.refusals import StoreDown
from capomastro.server.settings import Settings
from capomastro.server.storage import queries
from capomastro.server.storage.rows import SeatRow, TableRow, title_of
from capomastro.server.table.days import is_secret
from capomastro.server.table.registry import TABLE_ID, Registry

PATHS = ("/t/{table}", "/t/{table}/review", "/replay/{table}", "/replay/{table}/{step}")
HOST = re.compile(r"[A-Za-z0-9.\-\[\]:]{1,100}")
PICTURE = "/games/{game}/poster.png"
SIZE = (800, 420)


class Preview(Struct, frozen=True):
    """What is told of a match."""

    game: str
    names: list[str]
    scores: list[int]
    winners: list[int]


def preview_of(row: TableRow | None, seats: list[SeatRow]) -> Preview | None:
    if row is None or row.status != "over" or row.scores is None or is_secret(row):
        return None
    if not row.watch and row.daily is None:
        return None
    names = [seat.name or f"Seat {seat.seat + 1}" for seat in seats]
    return Preview(row.game, names, row.scores, row.winners)


def site_of(settings: Settings, request: Request) -> str:
    """Where people reach the server: as the operator says, or as this request came."""
    if settings.base_url:
        return settings.base_url.rstrip("/")
    url = urlsplit(str(request.url))
    return f"{url.scheme}://{url.netloc}" if HOST.fullmatch(url.netloc) else ""


def tags(found: Preview, language: str, site: str, path: str, picture: str | None) -> str:
    words = words_in(language)
    title = worded_title(language, found.game) or title_of(found.game)
    who = words.list_of([found.names[seat] for seat in found.winners])
    won = words.t("result.shared" if len(found.winners) > 1 else "result.won", who=who)
    order = sorted(range(len(found.scores)), key=lambda seat: (seat not in found.winners, -found.scores[seat]))
    points = ", ".join(words.t("og.points", name=found.names[seat], n=found.scores[seat]) for seat in order)
    values = {
        "og:type": "website",
        "og:site_name": "Capomastro",
        "og:title": f"{title}: {won}",
        "og:description": points,
        "og:url": site + path,
        "og:locale": {"en": "en_GB", "de": "de_DE", "nl": "nl_NL"}[language],
    }
    if picture is not None:
        values |= {
            "og:image": site + picture,
            "og:image:type": "image/png",
            "og:image:width": str(SIZE[0]),
            "og:image:height": str(SIZE[1]),
            "og:image:alt": title,
            "twitter:card": "summary_large_image",
        }
    return "".join(
        f'  <meta {"name" if name.startswith("twitter") else "property"}="{name}" content="{escape(value)}">\n'
        for name, value in values.items()
    )


def serving(pages: Pages, settings: Settings) -> Callable[[Request], Awaitable[Response]]:
    """The page as everywhere; with tags where there is something to tell."""

    async def serve(request: Request) -> Response:
        tables: Registry = request.app.state.tables
        table: str = request.path_params["table"]

        def ask(db: Connection) -> Preview | None:
            return preview_of(queries.table_row(db, table), queries.seat_rows(db, table))

        try:
            found = await tables.read(ask) if TABLE_ID.fullmatch(table) else None
        except StoreDown:
            found = None  # the page itself says what is wrong
        page, site = pages.file("/index.html"), site_of(settings, request)
        if found is None or page is None or not site:
            return await pages.serve(request)
        path = PICTURE.format(game=found.game)
        picture = path if pages.file(path) is not None else None
        language = language_of(request.headers.get("accept-language", ""))
        head = tags(found, language, site, f"/t/{table}", picture)
        body = page.body.replace(b"</head>", head.encode() + b"</head>", 1)
        etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        headers = {"ETag": etag, "Cache-Control": "no-cache", "Vary": "Accept-Language"}
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type=page.kind)

    return serve


def routes(pages: Pages, settings: Settings) -> list[Route]:
    return [Route(path, serving(pages, settings), methods=["GET"]) for path in PATHS]
