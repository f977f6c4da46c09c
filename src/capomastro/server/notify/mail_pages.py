"""The two pages that mails lead to: yes, remind me; and no more mail.

Looking at a page changes nothing, for programs look at the links in mails too; its button does. Mail programs post to
the second one by themselves when their user wants no more (RFC 8058).
"""

from html import escape

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from capomastro.core.words import words_in
from capomastro.server.notify import consent
from capomastro.server.notify.mail import language_of
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.identity import SECRET
from capomastro.server.protocol.refusals import StoreDown
from capomastro.server.table.registry import Registry

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<link rel="stylesheet" href="/styles/tokens.css">
<link rel="stylesheet" href="/styles/base.css">
<link rel="stylesheet" href="/styles/controls.css">
<main>
<h1>Capomastro</h1>
<p>{text}</p>
{button}
</main>
</html>
"""


def page(language: str, text: str, button: str | None, status: int) -> Response:
    """A page without a script: it works in whatever a mail program opens it with."""
    say = words_in(language).t
    form = f'<form method="post"><button class="button">{escape(say(button))}</button></form>' if button else ""
    body = PAGE.format(language=language, title=escape(say("mail.title")), text=escape(say(text)), button=form)
    return Response(body, status, {"Cache-Control": "no-store"}, media_type="text/html")


def answering(*, yes: bool) -> Route:
    what = "confirm" if yes else "stop"

    async def serve(request: Request) -> Response:
        tables: Registry = request.app.state.tables
        language = language_of(request.headers.get("accept-language", ""))
        secret = request.query_params.get("key", "")
        says = yes if request.method == "POST" else None
        try:
            found = None
            if SECRET.fullmatch(secret):
                found = await tables.writer.write("", NOBODY, lambda db: consent.answered(db, secret, yes=says))
        except StoreDown:
            return page(language, "mail.later", f"mail.{what}", 503)
        if found is None:
            return page(language, "mail.unknown", None, 404)
        state, language = found
        done = state == (consent.CONFIRMED if yes else consent.BLOCKED)
        if not done:
            return page(language, f"mail.{what} question", f"mail.{what}", 200)
        return page(language, f"mail.{what} done", None, 200)

    return Route(f"/mail/{what}", serve, methods=["GET", "POST"])


def routes() -> list[Route]:
    return [answering(yes=True), answering(yes=False)]
