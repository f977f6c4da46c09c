"""Games for a learner: a network plays many at once, against itself and against a teacher, and what it did is kept.

Decisions with one legal step are taken without asking anybody. Nothing here needs more than numpy.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from capomastro.bots.config import config_for
from capomastro.bots.network import Network
from capomastro.core.chance import seeded
from capomastro.research.batch_env import BatchEnv
from capomastro.research.extras import required
from capomastro.research.outcome import outcome

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes: TypeAlias = npt.NDArray[np.uint8]
    Doubles: TypeAlias = npt.NDArray[np.float64]
    Flags: TypeAlias = npt.NDArray[np.bool_]
    Numbers: TypeAlias = npt.NDArray[np.int64]
else:
    np = required("numpy", "research")

POINTS = 20.0
"""So many points of lead count as much as winning."""
SMOOTHING = 0.95
"""How far an advantage looks ahead: the λ of generalised advantage estimation."""


class Teacher:
    """The game's heuristic without search. It uses only what the seat can see, so it may be handed the position."""

    def __init__(self, env: BatchEnv) -> None:
        self.env = env
        self.heuristic = config_for(env.game.name).plain()
        self.rng = seeded(env.seed)

    def places(self, rows: "Numbers") -> "Numbers":
        """For each of these rows the place of its step in `legal`."""
        env = self.env
        found = np.zeros(len(rows), np.int64)
        for number, row in enumerate(rows.tolist()):
            seat = int(env.actor[row])
            position = env.position(row)
            self.heuristic.prepare(position, seat)
            step = int(self.heuristic.policy(position, seat, self.rng, 0.0))
            found[number] = np.searchsorted(env.legal[row, : env.legal_count[row]], step)
        return found


@dataclass
class Lesson:
    """Decisions, one behind the other. `steps` has the legal steps of all; those of a decision begin at `first`."""

    observation: "Bytes"
    steps: "Numbers"
    first: "Numbers"
    count: "Numbers"
    chosen: "Numbers"  # its place among the legal steps
    taught: "Numbers"  # what the teacher would have chosen, or -1
    log_odds: "Doubles"  # of the step chosen
    advantage: "Doubles"
    gain: "Doubles"  # what the seat got from there to the end
    games: int  # that ended
    results: list[float]  # of games against the teacher: 1 won, 0 lost, or the share of a win


class Rollout:
    """An environment and who sits in its rows: in the first `taught` of them the teacher has all seats but one."""

    def __init__(self, env: BatchEnv, network: Network, taught: int, seed: int) -> None:
        self.env = env
        self.network = network
        self.teacher = Teacher(env)
        self.against = np.arange(env.n) < taught
        self.rng = np.random.default_rng(seed)

    def scatter(self, most: int) -> None:
        """The teacher plays up to so many steps in each row, so that rows are not all at the same point of a game."""
        lead = self.rng.integers(most + 1, size=self.env.n)
        for time in range(most):
            playing = lead > time
            rows = np.flatnonzero(playing & (self.env.legal_count > 1))
            places = np.zeros(self.env.n, np.int32)
            places[rows] = self.teacher.places(rows)
            self.env.step_places(places, playing)

    def learner(self) -> "Numbers":
        """The seat that learns in each row, if it plays against the teacher; it changes from game to game."""
        found: Numbers = (self.env.number // self.env.n + np.arange(self.env.n)) % self.env.seats
        return found

    def odds(self, rows: "Numbers") -> "tuple[Doubles, Doubles]":
        """For each row the logarithms of the odds of its steps, filled up with -inf, and what the seat may expect."""
        env, network = self.env, self.network
        hidden = network.hidden(network.read(env.observation[rows], env.seats))
        count = env.legal_count[rows]
        legal = env.legal[rows, : count.max()].astype(np.int64)
        scores = network.scores(hidden, legal).astype(np.float64)
        scores[np.arange(legal.shape[1]) >= count[:, None]] = -np.inf
        scores -= scores.max(axis=1, keepdims=True)
        scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return scores, network.worth(hidden).astype(np.float64)

    def play(self, steps: int, labelled: bool = False, guided: float = 0.0) -> Lesson:
        """So many steps in every row. If labelled, the teacher says what it would do, and is followed that often."""
        env = self.env
        asked: list[Numbers] = []
        seen: list[tuple[Bytes, Numbers, Numbers, Numbers, Numbers, Doubles]] = []
        worth = np.zeros((steps, env.n))
        actors = np.zeros((steps, env.n), np.int64)
        rewards = np.zeros((steps, env.n, env.seats))
        ended = np.zeros((steps, env.n), np.bool_)
        results: list[float] = []
        for time in range(steps):
            actor = env.actor.astype(np.int64)
            learner = self.learner()
            foreign = self.against & (actor != learner)
            open_now = env.legal_count > 1
            places = np.zeros(env.n, np.int32)
            rows = np.flatnonzero(open_now & foreign)
            places[rows] = self.teacher.places(rows)
            rows = np.flatnonzero(open_now & ~foreign)
            if len(rows):
                log_odds, worth[time, rows] = self.odds(rows)
                chosen = (log_odds + self.rng.gumbel(size=log_odds.shape)).argmax(axis=1)
                label = np.full(len(rows), -1)
                if labelled:
                    label = self.teacher.places(rows)
                    chosen = np.where(self.rng.random(len(rows)) < guided, label, chosen)
                places[rows] = chosen
                count = env.legal_count[rows].astype(np.int64)
                legal = env.legal[rows, : count.max()]
                flat = legal[np.arange(legal.shape[1]) < count[:, None]].astype(np.int64)
                taken = log_odds[np.arange(len(rows)), chosen]
                seen.append((env.observation[rows], flat, count, chosen, label, taken))
            asked.append(rows)
            actors[time] = actor
            env.step_places(places)
            ended[time] = env.done
            rewards[time] = rewarded(env)
            for row in np.flatnonzero(env.done & self.against).tolist():
                winners = env.finished(row).winners()
                results.append((learner[row] in winners) / len(winners))
        advantage, gain = advantages(asked, actors, worth, rewards, ended, self.ahead())
        observation, flat, count, chosen, label, taken = (np.concatenate(part) for part in zip(*seen, strict=True))
        first = np.cumsum(count) - count
        known = ~np.isnan(advantage)
        return Lesson(
            observation[known],
            flat,
            first[known],
            count[known],
            chosen[known],
            label[known],
            taken[known],
            advantage[known],
            gain[known],
            int(ended.sum()),
            results,
        )

    def ahead(self) -> "Doubles":
        """What every seat of every row may still expect: of two, the other loses what the actor gains.

        Of several others nobody knows who loses it, and each would need a look of its own: nan.
        """
        found: Doubles = np.zeros((self.env.n, self.env.seats))
        everyone = np.arange(self.env.n)
        mine = self.odds(everyone)[1]
        found[:] = -mine[:, None] if self.env.seats == 2 else np.nan
        found[everyone, self.env.actor] = mine
        return found


def rewarded(env: BatchEnv) -> "Doubles":
    """What the last step brought: points of lead, and at the end what the game was worth."""
    lead: Doubles = env.reward / POINTS
    lead = lead - (lead.sum(axis=1, keepdims=True) - lead) / (env.seats - 1)
    for row in np.flatnonzero(env.done).tolist():
        lead[row] += outcome(env.finished(row))
    return lead


def advantages(
    asked: "list[Numbers]", actors: "Numbers", worth: "Doubles", rewards: "Doubles", ended: "Flags", ahead: "Doubles"
) -> "tuple[Doubles, Doubles]":
    """For each decision, in the order they were taken: how much better it went than expected, and how it went.

    A seat's next decision is the next one at which it was asked; what all did in between is part of what follows. Where
    nothing is known of what follows, a seat's last decision has nan, and those before it look no further than to it.
    """
    beyond = np.zeros_like(ahead)  # the advantage of the seat's next decision
    since = np.zeros_like(ahead)  # rewards until then
    expected = ahead.copy()  # at that decision
    found: list[tuple[Doubles, Doubles]] = []
    for time in range(len(asked) - 1, -1, -1):
        over = ended[time]
        for carried in (beyond, since, expected):
            carried[over] = 0
        since += rewards[time]
        rows = asked[time]
        seats = actors[time, rows]
        mine = worth[time, rows]
        better = since[rows, seats] + expected[rows, seats] - mine + SMOOTHING * beyond[rows, seats]
        found.append((better, better + mine))
        beyond[rows, seats] = np.where(np.isnan(better), 0.0, better)
        since[rows, seats] = 0
        expected[rows, seats] = mine
    found.reverse()
    return np.concatenate([one for one, _ in found]), np.concatenate([one for _, one in found])
