"""Everything the server refuses: each with a code, a status, a word for programs and an English sentence.

The code and its values go over the wire beside the sentence, so that a client can say it in another language. Where the
rules refuse, or whatever else gives a reason of its own, that reason goes along, with its own code and facts.
"""

from typing import NamedTuple

from msgspec import Raw

from capomastro.core.refusals import Reason, as_sentence


class Kind(NamedTuple):
    """One thing that can be refused. `include_update` asks for the current update to come along."""

    status: int
    error: str
    sentence: str
    include_update: bool = False


BAD_REQUEST = {
    "share-what": "send a commitment or a nonce",
    "bad-number": "`{name}` is a whole number",
    "bad-body": "the body cannot be understood: {why}",
    "broken-off": "the request broke off",
    "bad-game-name": "`game` is the name of a game",
    "empty-name": "a name has at least one visible character",
    "empty-message": "a message has at least one visible character",
    "unknown-reaction": "there is no reaction '{reaction}'; there are {known}",
    "name-needed": "a seat of your own needs your name",
    "guest-name-needed": "tell us your name: `name`",
    "pace-needs-days": "a pace of days says how many",
    "bad-webhook": "a webhook is an address that begins with http:// or https://, without a password in it",
    "bad-mail": "this does not look like a mail address",
    "no-mail": "this server sends no mail",
    "bad-players": "this game is for {least} to {most}",
    "bad-push": "this is no place where a push service takes messages for a browser",
    "no-push": "this browser gets no messages from here; turn them on first",
    "bad-zone": "a time zone has a name such as Europe/Rome",
    "bad-quiet-hours": "quiet hours have a beginning and an end",
    "bad-rewind": "`to` is one of your own numbers, from 1, below the one you see now",
    "bad-search": "what is looked for has 80 printable characters at most",
    "whom-to-block": "name a player, or a table and a seat",
    "bad-stand-in": "`for_seat` is the seat of somebody else who is late",
}
NOT_YOUR_SEAT = {
    "not-your-seat": "you do not hold this seat",
    "no-seat": "you hold no seat at this table; open the link you were given",
    "no-spectators": "this table does not want spectators; open the link you were given",
    "link-not-good": "this link is not, or no longer, good for a seat at this table",
    "put-out": "the owner of the table has freed your seat; ask for a link",
    "no-player": "this device is no player's; sign in first",
    "recovery-not-good": "this recovery link is not, or no longer, good",
    "passkey-not-good": "this passkey could not be confirmed; try again",
    "seat-kept": "this seat is kept for somebody who has its link",
    "link-not-yours": "a new link is for a seat you hold, or one kept for a guest who has not come yet",
}
NOT_FOUND = {
    "no-such-day": "there is no deal of such a day yet; a day is written as 2026-11-16",
    "no-such-game": "there is no such game here",
    "no-such-table": "there is no such table",
    "table-gone": "this table was removed",
    "no-such-seat": "there is no such seat at this table",
    "no-such-device": "no such device holds this seat",
    "no-such-number": "you have been told {seen} things; there is no number {number}",
    "no-such-step": "this match has {steps} steps",
    "no-such-proposal": "there is no such proposal any more",
    "no-such-block": "nobody is blocked by this number",
    "nobody-to-block": "nobody is there who could be blocked",
    "no-such-puzzle": "{game} has {count} puzzles, counted from 1",
    "no-advice": "the bots have no advice here ({why})",
    "no-such-page": "there is nothing here; see docs/protocol.md for what there is",
}
NOT_NOW = {
    "already-begun": "the match has already begun",
    "not-begun": "the match has not begun; it does when every seat is taken",
    "closed": "this table is closed",
    "over": "the match is over",
    "frozen": "this match can be looked at, but not played on: {why}",
    "too-long": "this match has gone on for too long; it cannot be played on",
    "bot-plays": "a bot plays for you; come back first",
    "too-many-devices": "too many devices hold this seat",
    "others-play": "others play here; only a table that has not begun, or where nobody else plays, can be closed",
    "own-device": "this is the device you use; remove it from another one, or leave the seat",
    "signed-in-already": "this device is another player's; sign out first",
    "seat-taken": "somebody else has taken this seat",
    "sits-already": "you sit at this table already; a second seat is for somebody who shares your device",
    "seat-free": "nobody sits there",
    "table-full": "every seat at this table is taken",
    "link-used": "somebody has already sat down by this link; ask for a link of your own",
    "link-expired": "this link was good for a quarter of an hour; make a new one on the other device",
    "seat-occupied": "somebody sits there",
    "deal-moved-on": "the deal has begun again since you looked",
    "deal-closed": "nonces are being told already; your device can take part in the next deal",
    "share-fixed": "your device is committed already; its part cannot be changed",
    "nonces-early": "nonces are told when nobody is missing and every device is committed",
    "no-share": "your device takes no part in this deal",
    "deal-not-held-up": "nobody you named holds up the deal",
    "deal-patience": "give the others {seconds} seconds",
    "deals-enough": "this deal was begun {most} times; make another table",
    "rematch-early": "a rematch is for when the match is over",
    "only-afterwards": "this is for when the match is over",
    "advice-among-people": "among people everybody thinks for themselves: this table was made without hints",
    "advice-not-your-turn": "advice is for when it is your turn",
    "proposals-enough": "there are proposals enough; answer those first",
    "not-late": "that seat is not late",
    "proposal-not-yours": "this proposal does not ask you",
    "mail-unwanted": "whoever reads mail at this address wants none from here",
    "rewinds-enough": "this match went back {most} times already; play on",
    "daily-alone": "a daily deal is played alone and as it is dealt: without advice, going back, stand-ins or guests",
    "daily-secret": "others can still play this deal today; tomorrow it is open to everybody",
    "no-ratings": "this server rates nobody",
    "rewind-too-far": "going back reaches {most} steps at most",
}
NOT_LEGAL = {
    "nonce-unfit": "this is not the nonce your device is committed to",
    "not-lawful": "{why}",
    "unknown-step": "{why}",
    "not-a-choice": "this is no choice in this position",
    "nothing-to-take-back": "there is nothing of yours that can still be taken back",
    "bad-setup": "{why}",
    "bad-bot": "{why}",
    "takes-too-long": "this takes the server too long to work out, so it was given up",
    "no-plans": "{game} knows no planned moves",
    "bad-plan": "this plan makes no sense now; plans are: {plans}",
}
TOO_MANY = {
    "too-many-requests": "too many requests from your address; wait a moment",
    "too-many-tables": "too many new tables from your address; try again later",
    "too-many-claims": "too many wrong links from your address; wait a moment",
    "too-many-questions": "you ask the bots so often that they cannot follow; wait a moment",
    "too-many-reviews": "you ask for so many reviews that the bots cannot follow; try again later",
    "too-many-addresses": "too many new mail addresses from you today; try again tomorrow",
    "too-many-pushes": "too many messages to browsers from you today; try again tomorrow",
    "too-many-messages": "you say so much that nobody can follow; wait a moment",
}

KINDS: dict[str, Kind] = {
    **{code: Kind(400, "bad-request", sentence) for code, sentence in BAD_REQUEST.items()},
    **{code: Kind(403, "not-your-seat", sentence) for code, sentence in NOT_YOUR_SEAT.items()},
    **{code: Kind(404, "not-found", sentence) for code, sentence in NOT_FOUND.items()},
    **{code: Kind(409, "not-now", sentence, include_update=True) for code, sentence in NOT_NOW.items()},
    **{code: Kind(422, "not-legal", sentence) for code, sentence in NOT_LEGAL.items()},
    **{code: Kind(429, "too-many", sentence) for code, sentence in TOO_MANY.items()},
    "operator-only": Kind(
        401,
        "not-the-operator",
        "this is for the operator, by a link that is still good: `capomastro operator link` makes one",
    ),
    "blocked": Kind(403, "blocked", "the operator of this server has blocked you: you can look on, but not take part"),
    "not-the-host": Kind(403, "not-the-host", "only the owner of the table may do this"),
    "wrong-origin": Kind(403, "wrong-origin", "this request comes from another site"),
    "wrong-method": Kind(405, "wrong-method", "this address answers to other methods"),
    "stale": Kind(409, "stale", "things have changed since you looked; look again, then decide", include_update=True),
    "too-large": Kind(413, "too-large", "a body may have {most} bytes"),
    "not-json": Kind(415, "not-json", "the body must be sent as application/json"),
    "our-fault": Kind(500, "our-fault", "something went wrong here; it has been noted"),
    "unwell": Kind(503, "unavailable", "the server is not well: {why}"),
    "too-busy": Kind(503, "unavailable", "the server has too much to work out just now; please try again in a moment"),
    "bots-busy": Kind(
        503,
        "unavailable",
        "the bots have so much to think about that they cannot advise you now; ask again in a moment",
    ),
    "unavailable": Kind(
        503,
        "unavailable",
        "the table's log cannot be written just now, and nothing was changed; please try again in a moment",
    ),
    "unsure": Kind(
        503,
        "unavailable",
        "the store went away while this was being written, so it may have been done or not; look again before you "
        "decide, or send the same key again",
    ),
}


class Refusal(Exception):
    """An answer other than the one hoped for. Of a `reason` without words only its English sentence is told."""

    def __init__(self, code: str, retry_after: int = 0, *, reason: Reason | None = None, **values: str | int) -> None:
        kind = KINDS[code]
        message = kind.sentence.format(**values) if reason is None else kind.sentence.format(why=reason)
        super().__init__(message)
        self.code = code
        self.values = values
        self.reason = reason if reason is not None and reason.has_words else None
        self.status = kind.status
        self.error = kind.error
        self.message = as_sentence(message)
        self.include_update = kind.include_update
        self.retry_after = retry_after


class Conflict(Exception):
    """Somebody else has written this entry first: look again, then try again."""


class StoreDown(Exception):
    """The store cannot be written or read just now; `why` is one of the reasons in storage/faults.py."""

    def __init__(self, text: str, why: str = "unknown") -> None:
        super().__init__(text)
        self.why = why


class Unsure(StoreDown):
    """It is unknown whether something was written: the store went away before it answered."""


class RefusalWithUpdate(Exception):
    """A refusal together with the update that explains it."""

    def __init__(self, refusal: Refusal, update: Raw) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.update = update


def unavailable() -> Refusal:
    return Refusal("unavailable", retry_after=2)


def unsure() -> Refusal:
    return Refusal("unsure", retry_after=2)
