"""What is read beside the board, as lines: rules, keys, results, advice, chat, who sits where."""

from collections.abc import Sequence
from typing import TypeAlias

from capomastro.bots.advice import Advice
from capomastro.core.canvas import Canvas, Ink, harmless
from capomastro.core.catalogue import game_named, registrations
from capomastro.core.drawing import Choice, Drawing, Scene
from capomastro.core.words import Words
from capomastro.server.protocol.responses import Message
from capomastro.server.protocol.updates import Proposal
from capomastro.terminal.dealing import deal_words
from capomastro.terminal.recording import Eyes, Judged, Recording
from capomastro.terminal.session import Session
from capomastro.terminal.speech import bot_name
from capomastro.terminal.update import Update

TEXT, QUIET, STRONG = Ink("text"), Ink("quiet"), Ink("strong", bold=True)
Told: TypeAlias = list[tuple[str, Ink]]
MOST_ADVICE = 6


def rules_lines(game: str, words: Words) -> Told:
    """The rules in short, as the page has them; a game without a page says where it comes from."""
    rules = words.rules(game)
    if rules is None:
        return [(game_named(game).credits if game in registrations() else game, TEXT)]
    show = words.shown
    lines: Told = [(show(rules["title"]), STRONG), (show(rules["credits"]), QUIET), ("", TEXT)]
    lines += [(show(rules["lead"]), TEXT), ("", TEXT), (words.t("rules.card"), STRONG)]
    for head, *points in rules["card"]:
        lines.append((show(head), Ink("text", bold=True)))
        lines += [(show(f"– {point}"), TEXT) for point in points]
    lines += [("", TEXT), (words.t("rules.rules"), STRONG)]
    for part in rules["sections"]:
        lines.append((show(part["head"]), Ink("text", bold=True)))
        lines += [(show(text), TEXT) for text in part["text"]]
    lines += [("", TEXT), (words.t("rules.rulings"), STRONG)]
    return lines + [(show(f"– {text}"), TEXT) for text in rules["rulings"]]


def key_lines(words: Words, aiming: bool) -> Told:
    """Every key and what it does."""
    t = words.t
    lines: Told = []
    if aiming:
        lines += [
            (f"{key:>12}  {t(f'terminal.help.{what}')}", TEXT)
            for key, what in ((t("terminal.help.arrows"), "aim"), ("r R", "turn"), ("n N", "next"), ("Enter", "place"))
        ]
    rows = (
        ("1 … 9 0", "steps"),
        (t("terminal.help.arrows"), "bar"),
        (": /", "type"),
        ("Tab", "complete"),
        ("u U", "undo"),
        ("h", "hint"),
        ("s", "since"),
        ("l", "log"),
        ("c", "chat"),
        ("b", "read"),
        ("g", "rules"),
        ("m", "menu"),
        ("y x", "proposal"),
        ("PgUp PgDn", "scroll"),
        ("?", "keys"),
        ("q", "quit"),
    )
    lines += [(f"{words.shown(key):>12}  {t(f'terminal.help.{what}')}", TEXT) for key, what in rows]
    return [*lines, ("", TEXT), (t("terminal.help.mouse"), QUIET)]


def result_lines(update: Update, scene: Scene, drawing: Drawing) -> Told:
    """Everybody's points and where they come from, the best first."""
    t = scene.words.t
    scores = update.scores or [0] * len(scene.names)
    rows = drawing.results(scene)
    lines: Told = []
    for seat in sorted(range(len(scores)), key=lambda one: -scores[one]):
        won = " *" if seat in update.winners else ""
        lines.append(
            (f"{chr(ord('A') + seat)} {scene.names[seat]}: {scores[seat]}{won}", Ink(f"seat {seat + 1}", bold=True))
        )
        lines += [
            (f"    {row.points:>4}  {row.label}{f' ({row.detail})' if row.detail else ''}", TEXT) for row in rows[seat]
        ]
    if update.commitment:
        lines += [("", TEXT), (f"{t('more.commitment')} {update.commitment}", QUIET)]
    return lines


def advice_lines(advice: Advice, drawing: Drawing, scene: Scene) -> tuple[Told, list[Choice]]:
    """What the bots would do: the best steps with what they expect of them, and how it may go on."""
    t = scene.words.t
    found: list[Choice] = []
    best = advice.choices[0]
    for choice in advice.choices[:MOST_ADVICE]:
        about = ""
        if choice.margin is not None and choice.chance is not None:
            about = f"{choice.margin:+.1f}, {choice.chance:.0%}"
        elif choice is not best:
            continue
        found.append(Choice(drawing.label(choice.text, scene), choice.text, about=scene.words.shown(about)))
    lines: Told = []
    if best.margin is None:
        lines.append((t("hint.only"), TEXT))
    else:
        key = "hint.ahead" if best.margin >= 0 else "hint.behind"
        lines.append((t(key, points=f"{abs(best.margin):.1f}"), TEXT))
        lines.append((t("hint.chance", percent=round(100 * (best.chance or 0))), TEXT))
    if advice.line:
        told = "; ".join(f"{scene.names[turn.seat]}: {turn.text}" for turn in advice.line)
        lines.append((f"{t('hint.line')} {told}", QUIET))
    return lines, found


def advice_texts(advice: Advice, drawing: Drawing, scene: Scene) -> list[str]:
    """The same for the line mode: steps as they are typed."""
    lines, choices = advice_lines(advice, drawing, scene)
    steps = [f"  {choice.step}{f' ({choice.about})' if choice.about else ''}" for choice in choices]
    return [scene.words.t("hint.title"), *steps, *[f"  {text}" for text, _ in lines]]


def judgement(judged: Judged, words: Words) -> str:
    """Where a step stands among those the bots thought of."""
    if judged.rank == 1:
        return words.t("terminal.review.best")
    if judged.loss is None:
        return words.t("terminal.review.unknown")
    return words.t("terminal.review.rank", rank=judged.rank, points=f"{judged.loss:.1f}")


def replay_place(recording: Recording, step: int, words: Words) -> str:
    starts = recording.turn_starts()
    turn = sum(start <= step for start in starts)
    return words.t("replay.where", place=step, places=recording.steps, turn=turn, turns=len(starts))


def eyes_words(eyes: Eyes, scene: Scene) -> str:
    if eyes == "all":
        return scene.words.t("replay.all")
    return scene.words.t("replay.spectator") if eyes is None else scene.names[eyes]


def state_words(session: Session, update: Update, words: Words) -> str:
    """Why nobody has anything to decide: people or the deal are awaited, or the match cannot be played on."""
    t = words.t
    if update.status == "open":
        if session.complaint is not None:
            changed = session.complaint.code == "deal-changed"
            return t("deal.changed") if changed else session.complaint.worded(words)
        lost = f" {t('deal.lost')}" if session.deal_is_lost else ""
        return (deal_words(update, words) or f"{t('wait.title')}. {t('wait.note')}") + lost
    if update.frozen is not None:
        return f"{t('frozen.title')}. {t(f'frozen.{update.frozen.code}')} {t('frozen.note')}"
    return t("refused.closed") if update.status == "closed" or update.view is None else ""


def proposal_words(proposal: Proposal, scene: Scene) -> str:
    whom = "" if proposal.for_seat is None else scene.names[proposal.for_seat]
    return scene.words.t(f"proposal.{proposal.kind}", who=scene.names[proposal.by], whom=whom)


def check_lines(checks: Sequence[tuple[bool, str]], words: Words) -> Told:
    """What was checked of the deal, each with a sign."""
    good, bad = Ink("good"), Ink("bad", bold=True)
    return [(words.shown(f"{'✓' if holds else '✗'} {text}"), good if holds else bad) for holds, text in checks]


def chat_lines(messages: Sequence[Message], words: Words) -> Told:
    lines: Told = []
    for message in messages:
        name, text = words.shown(harmless(message.name)), words.shown(harmless(message.text))
        if message.kind == "removed":
            told = f"{name}: {words.t('chat.removed')}"
        elif f"chat.{message.kind}" in words:  # something the owner of the table did
            told = words.t(f"chat.{message.kind}", name=name)
        elif f"reaction.{message.reaction}" in words:
            told = f"{name}: {words.t(f'reaction.{message.reaction}')}"
        else:
            told = f"{name}: {text}"
        lines.append((told, Ink(f"seat {message.seat + 1}", bold=True)))
    return lines


def seat_lines(update: Update, scene: Scene, canvas: Canvas) -> Told:
    """Who sits where, and whether they are there."""
    t = scene.words.t
    lines: Told = []
    for seat in update.seats:
        if seat.kind == "open" and not seat.claimed:
            state = t("wait.free")
        elif seat.bot is not None:
            state = f"{t('people.bot')} ({bot_name(seat.bot, scene.words)})"
        elif not seat.claimed:
            state = t("claim.expected")
        elif seat.stand_in is not None:
            state = t("people.stand-in")
        else:
            state = t("wait.mine") if seat.seat in update.held else t("people.here" if seat.here else "people.away")
        ink = Ink(f"seat {seat.seat + 1}", bold=True)
        lines.append((f"{canvas.mark(seat.seat)} {scene.names[seat.seat]}: {state}", ink))
    return lines
