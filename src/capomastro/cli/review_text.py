"""A review in the reader's language, and as plain text."""

from capomastro.cli.words import table
from capomastro.core.canvas import Canvas
from capomastro.core.drawing import Scene
from capomastro.core.match import Match
from capomastro.core.words import Words, title_of
from capomastro.review.model import Difference, Judged, Review
from capomastro.terminal.update import drawing_for

WIDTH = 100
MOST_ROWS = 24
LONGEST_LINE = 6
MARKS = "▁▂▃▄▅▆▇█"


class Telling:
    """A review with everything that its words depend on."""

    def __init__(self, match: Match, review: Review, words: Words) -> None:
        self.match = match
        self.review = review
        self.words = words
        self.names = match.setup.names

    @property
    def head(self) -> str:
        game = title_of(self.words.language, self.review.game) or self.match.game.title
        return self.words.t("review.of", game=game, n=self.review.seats, steps=self.review.steps)

    def scene(self, judged: Judged) -> Scene:
        """What the seat saw that decided."""
        then = self.match.at(judged.step)
        view = then.game.view(then.state, judged.seat)
        return Scene(view=view, viewer=judged.seat, names=self.names, words=self.words, game=self.review.game)

    def board(self, judged: Judged, width: int = WIDTH) -> Canvas:
        canvas = Canvas(width)
        scene = self.scene(judged)
        drawing_for(self.review.game, scene.view).draw(canvas, scene, None, 200)
        return canvas

    def line(self, judged: Judged, steps: tuple[str, ...]) -> str:
        """Steps in words; that a payment is finished goes without saying."""
        scene = self.scene(judged)
        drawing = drawing_for(self.review.game, scene.view)
        told = [step for step in steps if step != "done"] or list(steps)
        labels = [drawing.label(step, scene) for step in told[:LONGEST_LINE]]
        return ", ".join([*labels, *([self.words.t("review.and so on")] if len(told) > LONGEST_LINE else [])])

    def figure(self, value: float) -> str:
        """A number with one decimal, as the language writes it."""
        text = f"{abs(value):.1f}"
        return text if self.words.language == "en" else text.replace(".", ",")

    def percent(self, share: float, signed: bool = False) -> str:
        number = round(100 * share)
        if not signed:
            return f"{number} %"
        return f"{'+' if number > 0 else '−' if number < 0 else '±'}{abs(number)} %"

    def accuracy(self, value: float | None) -> str:
        return "–" if value is None else f"{self.figure(value)} %"

    def why(self, judged: Judged) -> str:
        if not judged.reasons:
            return self.words.t("review.why.later")
        told = [self.reason(reason, judged.seat) for reason in judged.reasons]
        return self.words.t("review.why", reasons=self.words.list_of(told))

    def reason(self, reason: Difference, seat: int) -> str:
        term = self.words.t(f"{self.review.game}.term.{reason.term}")
        key = "review.more" if reason.points > 0 else "review.less"
        told = self.words.t(key, points=self.figure(reason.points), term=term)
        if reason.seat == seat:
            return told
        return self.words.t("review.for other", who=self.names[reason.seat], reason=told)

    def lost(self, judged: Judged) -> str:
        return self.words.t(
            "review.lost", percent=round(100 * judged.loss), points=self.figure(max(0.0, judged.points))
        )

    def turning_head(self, place: int, judged: Judged) -> str:
        return self.words.t("review.turning.head", number=place, who=self.names[judged.seat], n=judged.step)

    def account_rows(self) -> tuple[list[str], list[list[str]]]:
        """The table of players: its head and its rows."""
        t = self.words.t
        head = [t(f"review.{key}") for key in ("player", "result", "accuracy", "decisions", "luck", "own", "others")]
        scores = self.match.state.scores()
        rows = [
            [
                self.names[one.seat],
                f"{scores[one.seat]}" + (f" ({t('review.won')})" if one.outcome and self.review.over else ""),
                self.accuracy(one.accuracy),
                str(one.decisions),
                *(self.percent(share, signed=True) for share in (one.luck, one.own, one.others)),
            ]
            for one in self.review.accounts
        ]
        return head, rows

    def chance_rows(self) -> tuple[list[str], list[list[str]]]:
        """The table of chances: its head, and no more rows than can be read."""
        moments = self.review.moments
        apart = max(1, -(-len(moments) // MOST_ROWS))
        shown = [*moments[:-1:apart], *moments[-1:]]
        rows = [[str(moment.step), *(self.percent(chance) for chance in moment.chances)] for moment in shown]
        return [self.words.t("review.step"), *self.names], rows

    def decision_rows(self) -> tuple[list[str], list[list[str]]]:
        """All decisions that cost something, in the order they were taken."""
        t = self.words.t
        head = [t("review.step"), t("review.loss"), t("review.player"), t("review.played", step="").strip(" :")]
        head.append(t("review.better", step="").strip(" :"))
        rows = [
            [
                str(one.step),
                self.percent(one.loss),
                self.names[one.seat],
                self.line(one, one.played.line),
                self.line(one, one.options[0].line),
            ]
            for one in self.review.decisions
            if one.loss > 0
        ]
        return head, rows


def sparks(telling: Telling) -> list[str]:
    """Everybody's chance over time, a sign for each part of the match."""
    moments = telling.review.moments
    places = min(WIDTH - 30, len(moments))
    lines = []
    for seat, name in enumerate(telling.names):
        chances = [moments[place * len(moments) // places].chances[seat] for place in range(places)]
        lines.append(f"  {name[:20]:20} " + "".join(MARKS[min(7, int(8 * chance))] for chance in chances))
    return lines


def plain(telling: Telling) -> str:
    """The review as text."""
    t, review = telling.words.t, telling.review
    even = round(100 / review.seats)
    lines = [telling.head, t("review.honest"), "", table(*telling.account_rows()), ""]
    lines += [t("review.account.note", percent=even), t("review.accuracy.note"), ""]
    if review.moments:
        lines += [t("review.chances"), *sparks(telling), "", table(*telling.chance_rows()), ""]
    lines += [t("review.turning"), *([] if review.turning_points else [f"  {t('review.turning.none')}"])]
    for place, number in enumerate(review.turning_points, 1):
        one = review.decisions[number]
        lines += ["", telling.turning_head(place, one)]
        lines.append(f"  {t('review.played', step=telling.line(one, one.played.line))}")
        best = one.options[0]
        chance = t("review.of chance", percent=round(100 * best.chances[one.seat]))
        lines.append(f"  {t('review.better', step=telling.line(one, best.line))} ({chance})")
        lines += [f"  {telling.lost(one)}", f"  {telling.why(one)}", "", telling.board(one).text()]
    lines += ["", t("review.all"), t("review.all.note")]
    lines += [f"{' · '.join(row[:-1])} → {row[-1]}" for row in telling.decision_rows()[1]]
    return "\n".join(lines)
