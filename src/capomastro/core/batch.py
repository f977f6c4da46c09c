"""Many games of one kind side by side, compiled: one call checks a step for each, plays it, and shows what follows.

All that is shown stands in flat buffers that are made once. A game that ends is dealt again within the same call. Where
several seats decide at once they are asked one after the other, by ascending seat, and none sees another's choice.
"""

from collections.abc import Callable
from typing import Final

from librt.strings import read_i32_le
from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from capomastro.core.observer import Observer
from capomastro.core.position import MOST_STEPS, Position

ALL_LEGAL: Final = -1
ILLEGAL: Final = -1  # instead of a step
NO_STEP: Final = -1  # fills up the lists


class Batch:
    """The games and their buffers; `BatchEnv` shows them as arrays and checks what it is given."""

    def __init__(
        self,
        games: int,
        seats: int,
        steps: int,
        most_legal: int,
        observer: Observer,
        deal: Callable[[int], Position],
        masked: bool,
        by_points: bool,
        forfeits: bool,
    ) -> None:
        self.games: i64 = games
        self.seats: i64 = seats
        self.steps: i64 = steps
        self.most_legal: i64 = most_legal
        self.observer = observer
        self.deal = deal
        self.masked = masked
        self.by_points = by_points
        self.forfeits = forfeits
        self.words = observer.words
        self.kept_each = observer.kept
        self.positions: list[Position] = []
        self.finished: list[Position | None] = [None] * games
        self.found = vec[i64]([0] * MOST_STEPS)
        self.chosen = vec[i64]([0] * games)
        self.kept = vec[i64]([0] * int(games * self.kept_each))
        self.observation = vec[i64]([0] * int(games * self.words))
        self.legal = vec[i16]([NO_STEP] * (games * most_legal))
        self.legal_count = vec[i32]([0] * games)
        self.mask = vec[u8]([0] * (games * steps if masked else 0))
        self.actor = vec[u8]([0] * games)
        self.reward = vec[float]([0.0] * (games * seats))
        self.done = vec[u8]([0] * games)
        self.illegal = vec[u8]([0] * games)
        self.scores = vec[i32]([0] * (games * seats))
        self.length = vec[i32]([0] * games)
        self.number = vec[i64]([0] * games)

    def reset(self) -> None:
        """Deals the first games of all."""
        self.positions = [self.deal(number) for number in range(int(self.games))]
        for game in range(self.games):
            self.number[game] = game
            self.length[game] = 0
            self.finished[game] = None
            self.clear(game)
            self.show(game, self.positions[game])

    def step(self, actions: bytes, playing: bytes, by_place: bool) -> int:
        """Takes a step in each game that plays, or none at all: then it returns the game of an illegal one."""
        wrong = self.check(actions, playing, by_place)
        if wrong != ALL_LEGAL:
            return int(wrong)
        everybody = len(playing) == 0
        for game in range(self.games):
            self.clear(game)
            if everybody or playing[game] != 0:
                self.advance(game, self.chosen[game])
        return ALL_LEGAL

    def check(self, actions: bytes, playing: bytes, by_place: bool) -> i64:
        """Looks every step up in its list."""
        everybody = len(playing) == 0
        for game in range(self.games):
            if not everybody and playing[game] == 0:
                continue
            action = i64(read_i32_le(actions, 4 * game))
            first = game * self.most_legal
            count = i64(self.legal_count[game])
            found: i64 = ILLEGAL
            if by_place:
                if 0 <= action < count:
                    found = i64(self.legal[first + action])
            else:
                low = first
                high = first + count
                while low < high:
                    middle = (low + high) >> 1
                    if i64(self.legal[middle]) < action:
                        low = middle + 1
                    else:
                        high = middle
                if low < first + count and i64(self.legal[low]) == action:
                    found = action
            if found == ILLEGAL and not self.forfeits:
                return game
            self.chosen[game] = found
        return ALL_LEGAL

    def clear(self, game: i64) -> None:
        """Forgets what the last step brought."""
        if self.done[game] != 0 or self.by_points:
            first = game * self.seats
            for seat in range(self.seats):
                self.reward[first + seat] = 0.0
            self.done[game] = 0
            self.illegal[game] = 0

    def advance(self, game: i64, action: i64) -> None:
        """Plays a step and shows what follows, if need be in the next game."""
        position = self.positions[game]
        seat = position.actor
        self.length[game] += 1
        if action == ILLEGAL:
            self.forfeit(game, seat)
        elif self.by_points:
            self.play_for_points(game, position, seat, action)
        else:
            position.play(seat, action)
        if position.over or action == ILLEGAL:
            self.finish(game, position, action != ILLEGAL)
            position = self.positions[game]
        self.show(game, position)

    def play_for_points(self, game: i64, position: Position, seat: i64, action: i64) -> None:
        """Every seat is rewarded with the points that the step brings it."""
        first = game * self.seats
        for other in range(self.seats):
            self.reward[first + other] = -float(position.score(other))
        position.play(seat, action)
        for other in range(self.seats):
            self.reward[first + other] += float(position.score(other))

    def forfeit(self, game: i64, seat: i64) -> None:
        """An illegal step loses the game to all others."""
        first = game * self.seats
        share = 1.0 / float(self.seats - 1)
        for other in range(self.seats):
            self.reward[first + other] = -1.0 if other == seat else share
        self.illegal[game] = 1

    def finish(self, game: i64, position: Position, is_legal: bool) -> None:
        """Rewards the winners of a game that has ended, and deals the next one of this row."""
        first = game * self.seats
        for seat in range(self.seats):
            self.scores[first + seat] = i32(position.score(seat))
        if is_legal and not self.by_points:
            winners = position.winners()
            others = float(self.seats - 1)
            for seat in range(self.seats):
                self.reward[first + seat] = -1.0 / others
            for winner in winners:
                self.reward[first + winner] = (float(self.seats) / float(len(winners)) - 1.0) / others
        self.done[game] = 1
        self.finished[game] = position
        self.number[game] += self.games
        self.length[game] = 0
        self.positions[game] = self.deal(int(self.number[game]))

    def show(self, game: i64, position: Position) -> None:
        """Writes who is to act, their legal steps and what they see."""
        seat = position.actor
        found = self.found
        count = position.fill_legal(seat, found)
        if count > self.most_legal:
            raise OverflowError(f"a seat has {count} legal steps, but the game says that there are never so many")
        before = i64(self.legal_count[game])
        first = game * self.most_legal
        legal = self.legal
        if self.masked:
            row = game * self.steps
            for place in range(before):
                self.mask[row + i64(legal[first + place])] = 0
            for place in range(count):
                self.mask[row + found[place]] = 1
        for place in range(count):
            legal[first + place] = i16(found[place])
        for place in range(count, before):
            legal[first + place] = NO_STEP
        self.legal_count[game] = i32(count)
        self.actor[game] = u8(seat)
        self.observer.write(position, seat, self.observation, game * self.words, self.kept, game * self.kept_each)
