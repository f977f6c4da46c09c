"""Starts the server as `capomastro` does, but what it draws by lot is the same each time: no test depends on luck.

Browsers may keep its files, which nobody changes during the tests, without asking for each of them again.

`python fixed_deals.py serve …`. Every table with the same game, seats and options gets the same deal, and a bot that
sees the same decides the same. `DEAL` in the environment names another deal, to try the tests with it.
"""

import hashlib
import os
import secrets

from starlette.requests import Request
from starlette.responses import Response

from capomastro.cli import main
from capomastro.core.match import Setup, fair_seed
from capomastro.server.http.static import Pages
from capomastro.server.table import daily

SECRET = hashlib.sha256(os.environ.get("DEAL", "Venice").encode()).hexdigest()


def token_hex(nbytes: int | None = None) -> str:
    return SECRET[: 2 * (nbytes or 32)]


def dealt(setup: Setup) -> bytes:
    """Devices send nonces as everywhere, but these do not change the deal."""
    return fair_seed(str(setup.seed))


def seed_of(secret: str, day: str, game: str) -> str:
    """Every day has the same deal."""
    return SECRET


def randbits(k: int) -> int:
    return int(SECRET, 16) & ((1 << k) - 1)


serve = Pages.serve


async def serve_to_keep(pages: Pages, request: Request) -> Response:
    answer = await serve(pages, request)
    if answer.status_code == 200 and not answer.headers["Content-Type"].startswith("text/html"):
        answer.headers["Cache-Control"] = "max-age=86400"
    return answer


if __name__ == "__main__":
    Pages.serve = serve_to_keep  # type: ignore[method-assign,assignment]
    secrets.token_hex = token_hex
    secrets.randbits = randbits
    daily.seed_of = seed_of
    Setup.dealt = dealt  # type: ignore[method-assign,assignment]
    main()
