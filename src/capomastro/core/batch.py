"""Many games of one kind side by side, compiled: one call checks a step for each, plays it, and shows what follows.

All that is shown stands in flat buffers that are made once. A game that ends is dealt again within the same call. Where
several seats decide at once they are asked one after the other, by ascending seat, and none sees another's choice.
"""

from collections.abc import Callable
from typing import Final

from librt.strings import read_i32_le
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from capomastro.core.observer import Observer
from capomastro.core.position import MOST_STEPS, Position

ALL_LEGAL: Final = -1
ILLEGAL: Final = -1  # instead of a step
# The lists of legal steps are written in words of four steps, which numpy sees as 16-bit numbers.
LANES: Final = 4
LANE: Final = 0xFFFF
NO_STEPS: Final = -1  # fills up the lists: -1 in every lane
NO_STEPS_FROM: Final = vec[i64]([-1, -(1 << 16), -(1 << 32), -(1 << 48)])  # the same from a lane on


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
        self.legal_words: i64 = (most_legal + LANES - 1) // LANES  # of a row
        self.observer = observer
        self.deal = deal
        self.masked = masked
        self.by_points = by_points
        self.forfeits = forfeits
        self.words = observer.words
        self.kept_each = observer.kept
        self.positions = vec[Position]()
        self.finished: list[Position | None] = [None] * games
        self.found = vec[i64]([0] * MOST_STEPS)
        self.chosen = vec[i64]([0] * games)
        self.kept = vec[i64]([0] * int(games * self.kept_each))
        self.observation = vec[i64]([0] * int(games * self.words))
        self.legal = vec[i64]([NO_STEPS] * int(games * self.legal_words))
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
        self.positions = vec[Position]([self.deal(number) for number in range(int(self.games))])
        for game in range(self.games):
            self.number[game] = game
            self.length[game] = 0
            self.finished[game] = None
            self.clear(game)
            self.show(game, self.positions[game], False)

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
        legal = self.legal
        everybody = len(playing) == 0
        for game in range(self.games):
            if not everybody and playing[game] == 0:
                continue
            action = i64(read_i32_le(actions, 4 * game))
            first = game * self.legal_words
            count = i64(self.legal_count[game])
            found: i64 = ILLEGAL
            if by_place:
                if 0 <= action < count:
                    found = step_at(legal, first, action)
            else:
                low: i64 = 0
                high = count
                while low < high:
                    middle = (low + high) >> 1
                    if step_at(legal, first, middle) < action:
                        low = middle + 1
                    else:
                        high = middle
                if low < count and step_at(legal, first, low) == action:
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
            self.show(game, self.positions[game], False)
        else:
            self.show(game, position, True)

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

    def show(self, game: i64, position: Position, follows: bool) -> None:
        """Writes who is to act, their legal steps and what they see; `follows` if the row shows the step before."""
        seat = position.actor
        found = self.found
        count = position.fill_legal(seat, found)
        if count > self.most_legal:
            raise OverflowError(f"a seat has {count} legal steps, but the game says that there are never so many")
        before = i64(self.legal_count[game])
        first = game * self.legal_words
        if self.masked:
            self.show_mask(game * self.steps, first, before, count)
        put_steps(found, count, before, self.legal, first)
        self.legal_count[game] = i32(count)
        self.actor[game] = u8(seat)
        at = game * self.words
        kept_at = game * self.kept_each
        if follows:
            self.observer.follow(position, seat, self.observation, at, self.kept, kept_at)
        else:
            self.observer.write(position, seat, self.observation, at, self.kept, kept_at)

    def show_mask(self, row: i64, first: i64, before: i64, count: i64) -> None:
        """Clears the flags of the list that still stands there, and sets those of the one that was found."""
        for place in range(before):
            self.mask[row + step_at(self.legal, first, place)] = 0
        for place in range(count):
            self.mask[row + self.found[place]] = 1


def step_at(legal: vec[i64], first: i64, place: i64) -> i64:
    """A step of the list that begins at this word."""
    word = first + (place >> 2)
    return legal[word] >> ((place & 3) << 4) & LANE


def put_steps(found: vec[i64], count: i64, before: i64, legal: vec[i64], at: i64) -> None:
    """Writes a list of steps over one that had `before` of them."""
    end = at + ((before + 3) >> 2)
    place: i64 = 0
    while place + 3 < count:
        second = place + 1
        third = place + 2
        fourth = place + 3
        legal[at] = found[place] | found[second] << 16 | found[third] << 32 | found[fourth] << 48
        at += 1
        place += 4
    if place < count:
        word = NO_STEPS_FROM[count & 3] | found[place]
        if place + 1 < count:
            word |= found[place + 1] << 16
        if place + 2 < count:
            word |= found[place + 2] << 32
        legal[at] = word
        at += 1
    while at < end:
        legal[at] = NO_STEPS
        at += 1
