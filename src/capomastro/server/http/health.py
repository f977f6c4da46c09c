"""Whether the server is well."""

import capomastro
from capomastro.server.http.requests import TableRequest
from capomastro.server.protocol import responses
from capomastro.server.protocol.audience import NOBODY
from capomastro.server.protocol.refusals import Refusal, StoreDown
from capomastro.server.storage import queries
from capomastro.server.storage.faults import reason_of
from capomastro.server.storage.rows import now


async def health(request: TableRequest) -> responses.Health:
    """Answers only if the store can be read and written, which is tried at most once a second."""
    tables = request.tables
    if now() - tables.well > 1000:
        known = next(iter(tables.live), None)
        try:
            await tables.read(lambda db: queries.read_some(db, known))
            await tables.writer.write("", NOBODY, queries.touch)
        except StoreDown as error:
            raise Refusal("unwell", retry_after=2, reason=reason_of(error)) from None
        tables.watch.worked()
        tables.well = now()
    trouble = tables.watch.trouble()
    if trouble is not None:
        raise Refusal("unwell", retry_after=2, reason=trouble)
    sockets = request.limits.open_sockets.total()
    return responses.Health("ok", capomastro.__version__, capomastro.compiled, len(request.tables.live), sockets)
