"""Mail: what it says, and sending it before a deadline.

Nothing in a mail was written by somebody else: no names of players or tables, only the game, links, and our own words.
"""

import contextlib
import smtplib
import socket
import ssl
import threading
from email import policy
from email.message import EmailMessage

from capomastro.core.game import AnyGame
from capomastro.core.words import LANGUAGES, title_of, words_in
from capomastro.server.notify.consent import Letter
from capomastro.server.settings import Settings

SECONDS = 15.0
UNFOLDED = policy.SMTP.clone(max_line_length=400)
"""A link in a header stays in one piece."""


def can_send(settings: Settings) -> bool:
    """Mail needs a server to hand it to, and an address of ours for its links."""
    return bool(settings.smtp_host and settings.base_url)


def language_of(accepted: str) -> str:
    """The first of our languages that a browser asks for."""
    tags = [part.strip()[:2].lower() for part in accepted.split(",")]
    return next((tag for tag in tags if tag in LANGUAGES), "en")


def link(settings: Settings, what: str, secret: str) -> str:
    return f"{settings.base_url.rstrip('/')}/mail/{what}?key={secret}"


def question(settings: Settings, letter: Letter) -> EmailMessage:
    """Asks whoever reads the mail whether they want reminders."""
    say = words_in(letter.language).t
    yes, no = link(settings, "confirm", letter.secret), link(settings, "stop", letter.secret)
    text = f"{say('mail.ask')}\n\n{yes}\n\n{say('mail.ignore')}\n\n{no}\n"
    return message(settings, letter, say("mail.ask subject"), text)


def reminder(settings: Settings, letter: Letter, game: AnyGame, path: str) -> EmailMessage:
    say = words_in(letter.language).t
    where, no = settings.base_url.rstrip("/") + path, link(settings, "stop", letter.secret)
    turn = say("mail.turn", game=title_of(letter.language, game.name) or game.title)
    text = f"{turn}\n\n{where}\n\n{say('mail.no more')}\n{no}\n"
    return message(settings, letter, turn, text)


def summary(settings: Settings, letter: Letter, waiting: list[tuple[AnyGame, str]]) -> EmailMessage:
    """All tables that wait for the reader in one mail: their games, and the ways there."""
    if len(waiting) == 1:
        return reminder(settings, letter, *waiting[0])
    say = words_in(letter.language).t
    title = say("notice.turns", n=len(waiting))
    base = settings.base_url.rstrip("/")
    lines = [f"{title_of(letter.language, game.name) or game.title}\n{base}{path}" for game, path in waiting]
    no = link(settings, "stop", letter.secret)
    return message(settings, letter, title, "\n\n".join([title, *lines, f"{say('mail.no more')}\n{no}"]) + "\n")


def message(settings: Settings, letter: Letter, subject: str, text: str) -> EmailMessage:
    """With one click in the reader's mail program there is no more of it (RFC 8058)."""
    made = EmailMessage(UNFOLDED)
    made["From"] = settings.mail_from or settings.smtp_user
    made["To"] = letter.address
    made["Subject"] = subject
    made["Auto-Submitted"] = "auto-generated"
    made["List-Unsubscribe"] = f"<{link(settings, 'stop', letter.secret)}>"
    made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content(text)
    return made


def send(settings: Settings, mail: EmailMessage, seconds: float = SECONDS) -> None:
    """Hands a mail over; the connection is cut when the time is up, however slowly the other side goes on."""
    server = smtplib.SMTP(timeout=seconds)
    watch = threading.Timer(seconds, cut, [server])
    watch.start()
    try:
        server.connect(settings.smtp_host, settings.smtp_port)
        if settings.smtp_starttls:
            server.starttls(context=ssl.create_default_context())
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
        server.send_message(mail)
        with contextlib.suppress(smtplib.SMTPException, OSError):
            server.quit()
    finally:
        watch.cancel()
        server.close()


def cut(server: smtplib.SMTP) -> None:
    with contextlib.suppress(OSError):
        if server.sock is not None:
            server.sock.shutdown(socket.SHUT_RDWR)
