"""Logs as JSON lines. Paths are logged, queries, fragments, cookies, tokens and bodies never are."""

import logging
import sys

from capomastro.server.protocol.encoding import encode
from capomastro.server.protocol.request_ids import current


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if request := current.get():
            line["request"] = request
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return encode(line).decode()


def set_up_logs(level: int = logging.INFO) -> None:
    """Sends messages of this level and above to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    # What uvicorn says about sockets contains their queries, so only its warnings are logged.
    for name, least in (("capomastro", level), ("uvicorn", logging.WARNING), ("alembic", logging.WARNING)):
        logging.getLogger(name).setLevel(least)
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
    logging.getLogger("uvicorn.error").addFilter(is_news)


NOISE = ("Invalid HTTP request received.", "Unsupported upgrade request.", "Exceeded concurrency limit.")
"""What any stranger can make the web server say, as often as they like."""


def is_news(record: logging.LogRecord) -> bool:
    return record.getMessage() not in NOISE
