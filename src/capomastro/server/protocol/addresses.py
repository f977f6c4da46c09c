"""Addresses that people give for reminders: whether they can be addresses at all."""

from urllib.parse import urlsplit

from capomastro.server.protocol.refusals import Refusal


def check_webhook(address: str) -> str:
    """Refuses what is no web address; where it leads is looked at when it is used."""
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.username and not parts.password
        good = good and (parts.port is None or 0 < parts.port < 65536) and address.isascii() and address.isprintable()
    except ValueError:
        good = False
    if not good or " " in address:
        raise Refusal("bad-webhook")
    return address


def check_push(address: str, *, anywhere: bool) -> str:
    """A push service is asked as a webhook is, and never in the clear, unless the operator allows anything."""
    try:
        check_webhook(address)
    except Refusal:
        raise Refusal("bad-push") from None
    if not anywhere and not address.startswith("https://"):
        raise Refusal("bad-push")
    return address


def check_mail(address: str) -> str:
    name, at, domain = address.partition("@")
    if not (name and at and "." in domain) or not address.isascii() or any(c in ' \t\r\n,;<>"\x00' for c in address):
        raise Refusal("bad-mail")
    if not address.isprintable():
        raise Refusal("bad-mail")
    return address
