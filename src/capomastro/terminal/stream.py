"""The socket of a table: kept open, and opened again after every loss."""

import asyncio
from collections.abc import Callable

from capomastro.terminal.session import Link

SILENCE = 45.0
"""After this many seconds without a word the socket counts as lost; the server speaks every 20."""
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Before each further try."""
FINAL = (4403, 4404, 403, 404)
"""Codes after which it is not worth opening again: of a close frame, or of the answer to the handshake."""


async def listen(
    url: Callable[[], str],
    device: str,
    hear: Callable[[bytes], None],
    linked: Callable[[Link], None],
    opened: Callable[[], None],
) -> None:
    """Hands over what is said; `url` is asked before each try, so that what came meanwhile is asked for. From `opened`
    on nothing that is said is missed."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

    failures = 0
    while True:
        code = 0
        try:
            cookie = {"Cookie": f"device={device}"}
            async with connect(url(), additional_headers=cookie, max_size=None, proxy=None) as socket:
                is_new = True
                while True:
                    data = await asyncio.wait_for(socket.recv(), SILENCE)
                    failures = 0
                    linked("live")
                    hear(data if isinstance(data, bytes) else data.encode())
                    if is_new:
                        opened()
                        is_new = False
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else 0
        except InvalidStatus as refusal:
            code = refusal.response.status_code
        except (OSError, InvalidHandshake, TimeoutError):
            pass
        if code in FINAL:
            linked("refused")
            return
        linked("lost")
        await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
        failures += 1
