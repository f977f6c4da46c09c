"""What is remarkable in a finished game: the best district, the gondola's points, the first card."""

from capomastro.core.highlights import Highlight, Highlights, SeatHighlights
from capomastro.core.match import Match
from capomastro.games.pillars.actions import Build, Choose
from capomastro.games.pillars.names import card_kind
from capomastro.games.pillars.rules.board import FROM_GONDOLA
from capomastro.games.pillars.rules.cards import ROLE, ROLE_NAMES
from capomastro.games.pillars.rules.state import State


class PillarsHighlights:
    version = 1

    def of(self, match: Match) -> list[SeatHighlights]:
        """The match is played again: only then can be told what a district brought when it was built."""
        seats = match.setup.seats
        best: list[dict[str, Highlight]] = [{} for _ in range(seats)]
        first: dict[int, str] = {}
        again = Match(match.setup)
        for entry in match.entries:
            step = again.game.actions.values[entry.action]
            before = again.state.scores()
            again.follow(entry)
            if isinstance(step, Choose):
                first.setdefault(entry.seat, role_of(step.card))
            if isinstance(step, Build):
                points = again.state.scores()[entry.seat] - before[entry.seat]
                known = best[entry.seat].get("district")
                if points > 0 and (known is None or points > known.value):
                    best[entry.seat]["district"] = Highlight(points, {"district": step.district, "at": step.at})
        state = again.state
        assert isinstance(state, State)
        for seat in range(seats):
            if (gondola := int(state.earned(seat, FROM_GONDOLA))) > 0:
                best[seat]["gondola"] = Highlight(gondola)
        return [SeatHighlights(best[seat], first.get(seat)) for seat in range(seats)]


def role_of(card: str) -> str:
    """Whose card it is, as the words for openings know it."""
    return ROLE_NAMES[ROLE[card_kind(card)]].replace(" ", "-")


HIGHLIGHTS: Highlights = PillarsHighlights()
