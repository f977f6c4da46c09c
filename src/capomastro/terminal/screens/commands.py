"""What can be done at a table beside taking steps: reading, asking, talking, looking back."""

from textual import work

from capomastro.bots.advice import Advice
from capomastro.core.canvas import Ink
from capomastro.core.drawing import Choice
from capomastro.terminal.client import Unreachable
from capomastro.terminal.names import own_name
from capomastro.terminal.reading import (
    advice_lines,
    chat_lines,
    check_lines,
    key_lines,
    result_lines,
    rules_lines,
    seat_lines,
)
from capomastro.terminal.screens.dialogs import Asking, Choosing, HandingOver, Reading, Talking
from capomastro.terminal.screens.frame import BAD, QUIET, TEXT
from capomastro.terminal.screens.past import Past
from capomastro.terminal.session import only_at_servers
from capomastro.terminal.speech import Refused, result_line
from capomastro.terminal.update import scene_of


class Commands(Past):
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

    def do_word(self, word: str, more: str) -> None:
        """Does what a typed word stands for."""
        if word == "chat" and more:
            self.run_worker(self.doing(self.session.chat(more)), group="chat")
        elif word == "plan":
            self.run_worker(self.doing(self.session.plan(more or None)), group="plan")
        elif word in ("bot", "return"):
            self.run_worker(self.doing(self.session.stand_in(bot=word == "bot")), group="menu")
        elif word in ("rewind", "redeal"):
            self.run_worker(self.do_rarely(word), group="menu")
        elif word == "language":
            self.host.next_language(more.lower())
        elif word in ("sit", "look"):
            self.go_to_seat(word, more)
        elif word != "steps":  # which are in sight
            deed = {"board": "read", "help": "keys", "who": "menu"}.get(word, word)
            getattr(self, f"action_{deed}")()

    def go_to_seat(self, word: str, number: str) -> None:
        """By its number, from 1; without one the first that is free, or held here too."""
        update = self.shown
        open_seats = [seat.seat for seat in update.seats if seat.kind == "open" and not seat.claimed]
        seats = open_seats if word == "sit" else [seat for seat in update.held if seat != update.viewer]
        wanted = int(number) - 1 if number.isdigit() else (seats or [-1])[0]
        if wanted not in seats:
            self.say(self.words.t("refused.no-such-seat"), BAD)
        elif word == "sit":
            self.sit(wanted)
        else:
            self.hand_over(wanted)

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

    @work(exclusive=True, group="verify")
    async def action_verify(self) -> None:
        """The match again from its file, dealt and played here."""
        try:
            verdict, checks = await self.session.checked(self.words)
        except Refused as refused:
            self.say(self.worded(refused), BAD)
            return
        self.read(verdict, check_lines(checks, self.words))

    @work(exclusive=True, group="rematch")
    async def action_rematch(self) -> None:
        if self.shown.status != "over":
            self.say(self.words.t("refused.only-afterwards"), BAD)
            return
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
        if not self.session.remote:
            self.say(self.worded(only_at_servers()), BAD)
            return
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
        elif what == "redeal":
            await self.doing(self.session.redeal())
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
