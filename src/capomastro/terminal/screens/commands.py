"""What can be done at a table beside taking steps: reading, asking, talking, looking back."""

from textual import work

from capomastro.bots.advice import Advice
from capomastro.core.canvas import Ink
from capomastro.core.drawing import Choice
from capomastro.server.protocol.updates import Happening
from capomastro.terminal.client import Unreachable
from capomastro.terminal.lines import Line
from capomastro.terminal.names import own_name
from capomastro.terminal.reading import advice_lines, chat_lines, key_lines, result_lines, rules_lines, seat_lines
from capomastro.terminal.screens.dialogs import Asking, Choosing, HandingOver, Reading, Talking
from capomastro.terminal.screens.frame import BAD, QUIET, STRONG, TALL, TEXT, TableFrame
from capomastro.terminal.speech import Refused, result_line, since_mine
from capomastro.terminal.update import scene_of


class Commands(TableFrame):
    """Each `action_` is a key, a word that can be typed, or a line of the menu."""

    def action_undo(self) -> None:
        self.run_worker(self.doing(self.session.undo()), group="steps")

    def action_restart(self) -> None:
        self.run_worker(self.doing(self.session.restart()), group="steps")

    def action_agree(self) -> None:
        self.answer(True)

    def action_refuse(self) -> None:
        self.answer(False)

    def answer(self, agree: bool) -> None:
        if (proposal := self.proposal()) is not None:
            self.run_worker(self.doing(self.session.answer(proposal, agree)))

    def read(self, title: str, lines: list[tuple[str, Ink]], *, from_end: bool = False) -> None:
        self.app.push_screen(Reading(self.look, self.words, title, lines, from_end=from_end))

    def action_log(self) -> None:
        lines = [(self.sentence(event), self.seat_ink(event.seat)) for event in self.session.log]
        self.read(self.words.t("panels.log"), lines or [(self.words.t("log.empty"), QUIET)], from_end=True)

    def action_read(self) -> None:
        if self.shown.view is not None:
            lines = [(line, TEXT) for line in self.drawing.summary(self.scene)]
            self.read(self.words.t("board.read"), lines)

    def action_rules(self) -> None:
        self.read(self.words.t("rules"), rules_lines(self.shown.game, self.words))

    def action_keys(self) -> None:
        self.read(self.words.t("keys.title"), key_lines(self.words, self.pointer is not None))

    def action_result(self) -> None:
        if self.shown.status == "over" and self.shown.view is not None:
            title = result_line(self.scene, self.shown.winners)
            self.read(title, result_lines(self.shown, self.scene, self.drawing))

    @work(exclusive=True, group="replay")
    async def action_replay(self) -> None:
        from capomastro.terminal.recording import Recording
        from capomastro.terminal.screens.replay import ReplayScreen

        try:
            match = await self.session.recording()
        except Refused as refused:
            self.say(self.worded(refused), BAD)
            return
        self.app.push_screen(ReplayScreen(Recording(match), self.host))

    @work(exclusive=True, group="rematch")
    async def action_rematch(self) -> None:
        try:
            session = await self.session.rematch()
            await session.open()
        except (Refused, Unreachable) as refused:
            self.say(self.worded(refused) if isinstance(refused, Refused) else self.words.t("net.failed"), BAD)
            return
        self.host.play(session)

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """The bots' best steps; choosing one takes it."""
        asked_at = self.shown.seen
        self.thinking = True
        self.show_prompt()
        try:
            advice = await self.session.advice()
        except Refused as refused:
            self.note = (self.worded(refused), BAD)
            return
        finally:
            self.thinking = False
            self.show_prompt()
        if self.shown.seen != asked_at or not self.shown.my_turn:
            return
        await self.show_advice(advice)

    async def show_advice(self, advice: Advice) -> None:
        lines, choices = advice_lines(advice, self.drawing, self.scene)
        chosen = await self.app.push_screen_wait(
            Choosing(self.look, self.words, self.words.t("hint.title"), lines, choices)
        )
        if chosen is not None and choices[chosen].step in self.shown.legal:
            await self.doing(self.session.step(choices[chosen].step or ""))

    def action_chat(self) -> None:
        lines = chat_lines(self.session.messages, self.words) or [(self.words.t("chat.empty"), QUIET)]

        def say(text: str) -> None:
            self.run_worker(self.doing(self.session.chat(text)), group="chat")

        self.app.push_screen(Talking(self.look, self.words, lines, say))

    def show_chat(self) -> None:
        if isinstance(self.app.screen, Talking):
            self.app.screen.tell(chat_lines(self.session.messages, self.words))
        elif self.is_mounted and self.session.messages and self.session.messages[-1].seat != self.shown.viewer:
            text, ink = chat_lines(self.session.messages[-1:], self.words)[0]
            self.say(text, ink)
        if self.is_mounted:
            self.show_log()

    @work(exclusive=True, group="sit")
    async def sit(self, seat: int) -> None:
        name = await self.app.push_screen_wait(Asking(self.look, self.words, self.words.t("claim.name"), own_name()))
        if name:
            await self.doing(self.session.sit(seat, name))

    @work(exclusive=True, group="menu")
    async def action_menu(self) -> None:
        """What is needed rarely."""
        t, update = self.words.t, self.shown
        seated = self.session.remote and update.viewer is not None
        offered = [Choice(t("rules"), piece="rules"), Choice(t("settings.language"), piece="language")]
        if seated and update.status == "running":
            stands_in = update.viewer is not None and update.seats[update.viewer].stand_in is not None
            offered.append(Choice(t("more.return" if stands_in else "more.resign"), piece="stand in"))
            offered.append(Choice(t("more.rewind"), piece="rewind"))
            if update.plans:
                offered.append(Choice(t("plan.button"), piece="plan", about=update.plan or ""))
        for seat in update.held:
            if seat != update.viewer:
                offered.append(Choice(t("more.look", name=self.scene.names[seat]), piece=f"look {seat}"))
        lines = [(text, ink) for text, ink in seat_lines(update, self.scene, self.board.canvas)]
        if update.commitment:
            lines.append((f"{t('more.commitment')} {update.commitment}", QUIET))
        chosen = await self.app.push_screen_wait(Choosing(self.look, self.words, t("more"), lines, offered))
        if chosen is not None:
            await self.do_rarely(offered[chosen].piece or "")

    async def do_rarely(self, what: str) -> None:
        update = self.shown
        if what == "rules":
            self.action_rules()
        elif what == "language":
            self.host.next_language()
        elif what == "stand in" and update.viewer is not None:
            await self.doing(self.session.stand_in(bot=update.seats[update.viewer].stand_in is None))
        elif what == "rewind":
            if await self.doing(self.session.propose_rewind()):
                self.say(self.words.t("proposal.made"))
        elif what == "plan":
            await self.make_plan()
        elif what.startswith("look "):
            self.hand_over(int(what.removeprefix("look ")))

    async def make_plan(self) -> None:
        hint = " · ".join(self.shown.plans)
        question = f"{self.words.t('plan.title')}: {hint}"
        plan = await self.app.push_screen_wait(Asking(self.look, self.words, question, self.shown.plan or ""))
        await self.doing(self.session.plan(plan))

    def action_quit(self) -> None:
        self.run_worker(self.leave())

    async def leave(self) -> None:
        self.session.on_news = lambda news: None
        await self.session.close()
        self.host.left(self.session)

    @work(exclusive=True, group="hand over")
    async def hand_over(self, seat: int) -> None:
        name = scene_of(self.session.update, self.words).names[seat]
        here = await self.app.push_screen_wait(HandingOver(self.look, self.words, name))
        self._asked_over = False
        if here:
            await self.doing(self.session.look_as(seat))
        else:
            await self.leave()

    # Since my last move.

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
