"""Looking back at the table: since my last move, on the boards of that time."""

from textual import work

from capomastro.server.protocol.updates import Happening
from capomastro.terminal.client import Unreachable
from capomastro.terminal.lines import Line
from capomastro.terminal.screens.frame import BAD, STRONG, TALL, TEXT, TableFrame
from capomastro.terminal.speech import Refused, since_mine
from capomastro.terminal.update import scene_of


class Past(TableFrame):
    """`stops` are the moments that can be looked at; none while the present is in sight."""

    def action_since(self) -> None:
        events = since_mine(self.session.log, self.shown.viewer)
        if not events:
            self.say(self.words.t("since.nothing"))
            return
        stops: list[tuple[int, list[Happening]]] = []
        for event in events:
            if stops and stops[-1][0] == event.n:
                stops[-1][1].append(event)
            else:
                stops.append((event.n, [event]))
        if stops[0][0] > 1:
            stops.insert(0, (stops[0][0] - 1, []))
        self.stops, self.stop_at = stops, 0
        self.show_past()

    def press_in_the_past(self, key: str) -> bool:
        moves = {"left": -1, "right": 1, "enter": 1, " ": 1, "home": -len(self.stops), "end": len(self.stops)}
        if key in ("escape", "q", "s"):
            self.stops = []
            self.query_one("#note").display = True
            self.show_update()
        elif key in moves:
            self.stop_at = min(max(self.stop_at + moves[key], 0), len(self.stops) - 1)
            self.show_past()
        return True

    @work(exclusive=True, group="past")
    async def show_past(self) -> None:
        n, events = self.stops[self.stop_at]
        try:
            past = await self.session.past(n)
        except (Refused, Unreachable):
            self.say(self.words.t("net.failed"), BAD)
            return
        if not self.stops:
            return
        self.shown = past
        self.scene = scene_of(past, self.words)
        self.pointer = None
        told = " ".join(self.sentence(event) for event in events) or self.words.t("since.start")
        where = f"{self.words.t('since.title')} {self.stop_at + 1}/{len(self.stops)}"
        prompt, note = self.query_one("#prompt", Line), self.query_one("#note", Line)
        prompt.styles.height = 6 if self.app.size.height < TALL else 8  # all that has to be told, in place of the steps
        note.display = self.steps.display = False
        prompt.show((where, STRONG, ""), (told, TEXT, ""))
        self.board.redraw()
        self.show_keys()

    def action_scroll_up(self) -> None:
        self.board.scroll_page_up(animate=False, force=True)

    def action_scroll_down(self) -> None:
        self.board.scroll_page_down(animate=False, force=True)
