"""What is remarkable in a finished game of Palazzo: the tallest palazzo, the most precious one, the first action."""

from capomastro.core.highlights import Highlight, Highlights, SeatHighlights
from capomastro.core.match import Match
from capomastro.games.palazzo.names import floors_in
from capomastro.games.palazzo.rules.palazzi import floor_count, score_of
from capomastro.games.palazzo.rules.state import State

OPENINGS = ("take", "reveal", "rebuild", "auction")
"""The actions of a turn."""


class PalazzoHighlights:
    version = 1

    def of(self, match: Match) -> list[SeatHighlights]:
        state = match.state
        assert isinstance(state, State)
        first: dict[int, str] = {}
        for entry in match.entries:
            text = match.game.actions.texts[entry.action]
            if text in OPENINGS:
                first.setdefault(entry.seat, text)
        return [SeatHighlights(best_of(state, seat), first.get(seat)) for seat in range(int(state.seats))]


def best_of(state: State, seat: int) -> dict[str, Highlight]:
    palazzi = [palazzo for site in range(int(state.sites[seat])) if (palazzo := int(state.palazzo(seat, site)))]
    if not palazzi:
        return {}
    tallest = max(palazzi, key=lambda palazzo: (floor_count(palazzo), score_of(palazzo)))
    richest = max(palazzi, key=lambda palazzo: (score_of(palazzo), floor_count(palazzo)))
    found = {"tallest": Highlight(int(floor_count(tallest)), {"tiles": floors_in(tallest)})}
    if score_of(richest) > 0:
        found["richest"] = Highlight(int(score_of(richest)), {"tiles": floors_in(richest)})
    return found


HIGHLIGHTS: Highlights = PalazzoHighlights()
