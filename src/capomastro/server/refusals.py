"""Everything the server refuses, each with a status, a word for programs and a sentence for people."""


class Refusal(Exception):
    """An answer other than the one hoped for. `show` asks for the current update to come along."""

    def __init__(self, status: int, error: str, message: str, *, show: bool = False, retry_after: int = 0) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.message = message[:1].upper() + message[1:] + ("" if message.endswith((".", "?", "!")) else ".")
        self.show = show
        self.retry_after = retry_after


class Conflict(Exception):
    """Somebody else has written this entry first: look again, then try again."""


class StoreDown(Exception):
    """The store cannot be written or read just now."""


def bad_request(message: str) -> Refusal:
    return Refusal(400, "bad-request", message)


def not_your_seat(message: str = "you do not hold this seat") -> Refusal:
    return Refusal(403, "not-your-seat", message)


def not_found(message: str) -> Refusal:
    return Refusal(404, "not-found", message)


def not_now(message: str) -> Refusal:
    return Refusal(409, "not-now", message, show=True)


def stale() -> Refusal:
    return Refusal(409, "stale", "things have changed since you looked; look again, then decide", show=True)


def not_legal(message: str) -> Refusal:
    return Refusal(422, "not-legal", message)


def too_many(message: str, retry_after: int) -> Refusal:
    return Refusal(429, "too-many", message, retry_after=retry_after)


def unavailable() -> Refusal:
    message = "the table's log cannot be written just now, and nothing was changed; please try again in a moment"
    return Refusal(503, "unavailable", message, retry_after=2)
