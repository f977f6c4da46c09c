"""A review as one HTML file that needs nothing else: its styles and its plot are inside."""

from collections.abc import Sequence
from html import escape
from itertools import groupby

from capomastro.cli.review_text import Telling
from capomastro.core.canvas import PALETTE, Canvas, Ink
from capomastro.terminal.update import drawing_for

COLOURS = ("#0072b2", "#b58900", "#d55e00", "#6a6a6a", "#3d9bd1", "#b0528a")
DASHES = ("", "7 3", "2 3", "10 3 2 3", "4 4", "1 4")
WIDE, HIGH, LEFT, RIGHT, TOP, FOOT = 900, 260, 44, 14, 12, 26
STYLE = """
:root{color-scheme:light dark;--ink:#24211c;--paper:#faf6ec;--line:#c9c0ac}
@media(prefers-color-scheme:dark){:root{--ink:#ece7da;--paper:#1d1b18;--line:#57513f}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
body{margin:0 auto;max-width:60rem;padding:1rem}
table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{text-align:left;padding:.2rem .7rem;border-bottom:1px solid var(--line)}
td+td,th+th{font-variant-numeric:tabular-nums}
svg{width:100%;height:auto}svg text{fill:var(--ink);font-size:12px}
pre{overflow-x:auto;background:#1d1b18;color:#e8e4da;padding:.7rem;line-height:1.15;font-size:13px}
section{margin:1.5rem 0}.key{display:inline-block;margin-right:1rem}
"""


def page(telling: Telling) -> str:
    t, review = telling.words.t, telling.review
    parts = [
        f"<h1>{escape(telling.head)}</h1><p>{escape(t('review.honest'))}</p>",
        section(
            t("review.account"),
            table(*telling.account_rows()),
            f"<p>{escape(t('review.account.note', percent=round(100 / review.seats)))} "
            f"{escape(t('review.accuracy.note'))}</p>",
        ),
    ]
    if review.moments:
        figures = f"<summary>{escape(t('review.chances.table'))}</summary>{table(*telling.chance_rows())}"
        parts.append(section(t("review.chances"), plot(telling), f"<details>{figures}</details>"))
    found = [turning(telling, place, number) for place, number in enumerate(review.turning_points, 1)]
    parts.append(section(t("review.turning"), *(found or [f"<p>{escape(t('review.turning.none'))}</p>"])))
    decisions = table(*telling.decision_rows())
    parts.append(section(t("review.all"), f"<p>{escape(t('review.all.note'))}</p>", decisions))
    return (
        f'<!doctype html><html lang="{telling.words.language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(telling.head)}</title>'
        f"<style>{STYLE}</style><main>{''.join(parts)}</main></html>"
    )


def section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"


def turning(telling: Telling, place: int, number: int) -> str:
    """A turning point: what was played, what was better and why, and the board."""
    t, one = telling.words.t, telling.review.decisions[number]
    best = one.options[0]
    chance = t("review.of chance", percent=round(100 * best.chances[one.seat]))
    lines = [
        t("review.played", step=telling.line(one, one.played.line)),
        f"{t('review.better', step=telling.line(one, best.line))} ({chance})",
        telling.lost(one),
        telling.why(one),
    ]
    told = "".join(f"<p>{escape(line)}</p>" for line in lines)
    caption = escape(t("review.board", who=telling.names[one.seat]))
    palette = {**PALETTE, **drawing_for(telling.review.game, None).palette}
    board = f'<pre role="img" aria-label="{caption}">{coloured(telling.board(one), palette)}</pre>'
    return f"<h3>{escape(telling.turning_head(place, one))}</h3>{told}{board}"


def coloured(canvas: Canvas, palette: dict[str, tuple[str, str]]) -> str:
    """A board of signs in the colours that a terminal would show."""
    lines = []
    for row, inks in zip(canvas.rows, canvas.inks, strict=True):
        pairs = list(zip(row, inks, strict=True))
        runs = [(ink, "".join(sign for sign, _ in run)) for ink, run in groupby(pairs, key=lambda pair: pair[1])]
        lines.append("".join(f"<span{look(ink, palette)}>{escape(text)}</span>" for ink, text in runs))
    return "\n".join(lines)


def look(ink: Ink, palette: dict[str, tuple[str, str]]) -> str:
    colour, ground = palette[ink.colour or "text"][0], palette[ink.ground or "paper"][0]
    if ink.reverse:
        colour, ground = ground, colour
    weight = ";font-weight:bold" if ink.bold else ""
    return f' style="color:{colour};background:{ground}{weight}"'


def plot(telling: Telling) -> str:
    """Everybody's chance over time, each with a colour and a dash of its own."""
    review, moments = telling.review, telling.review.moments
    last = max(1, review.steps)

    def x(step: int) -> float:
        return LEFT + step / last * (WIDE - LEFT - RIGHT)

    def y(chance: float) -> float:
        return TOP + (1 - chance) * (HIGH - TOP - FOOT)

    parts = []
    for level in (0, 25, 50, 75, 100):
        at = y(level / 100)
        parts.append(f'<line x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="var(--line)"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{level}</text>')
    for number in review.turning_points:
        at = x(review.decisions[number].step)
        parts.append(
            f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{HIGH - FOOT}" stroke="currentColor" '
            'stroke-dasharray="2 4"/>'
        )
    for seat in range(review.seats):
        points = " ".join(f"{x(moment.step):.1f},{y(moment.chances[seat]):.1f}" for moment in moments)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{COLOURS[seat]}" stroke-width="2" '
            f'stroke-dasharray="{DASHES[seat]}" stroke-linejoin="round"/>'
        )
    label = escape(telling.words.t("review.chances.plot", n=review.steps))
    key = "".join(f'<span class="key">{dash(seat)} {escape(name)}</span>' for seat, name in enumerate(telling.names))
    return f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{label}">{"".join(parts)}</svg><p>{key}</p>'


def dash(seat: int) -> str:
    """A piece of a seat's line, for the key."""
    line = f'<line x2="40" y1="5" y2="5" stroke="{COLOURS[seat]}" stroke-width="3" stroke-dasharray="{DASHES[seat]}"/>'
    return f'<svg viewBox="0 0 40 10" style="width:40px" aria-hidden="true">{line}</svg>'
