"""Information-set Monte-Carlo tree search over sampled worlds.

One tree stands for all worlds the root seat thinks possible. Every iteration samples a world, walks down the tree by
the steps that are worth considering in that world, adds one node, plays on by policy for a while and judges the outcome
for every seat. A node stands for the decisions taken since the root and not for what chance brought, so statistics are
averages over chance and over what is hidden. At each decision the seat that takes it maximises its own reward.

When several seats decide at once, each chooses by statistics kept at the node where the decision began, whatever the
others have chosen in this world: no choice depends on another's secret.
"""

from math import exp, sqrt
from time import perf_counter
from typing import Final, Protocol

from librt.vecs import vec
from mypy_extensions import i64

from capomastro.bots.search.heuristic import MOST_CANDIDATES, Heuristic
from capomastro.bots.search.nodes import NONE, Nodes
from capomastro.bots.search.policy import Policy
from capomastro.bots.search.settings import SearchSettings
from capomastro.bots.search.value import ValueNetwork
from capomastro.core.chance import Fast
from capomastro.core.position import MOST_STEPS, Position

MOST_SEATS: Final = 8
LONGEST_PATH: Final = 256
BETWEEN_CLOCKS: Final = 32  # iterations between two looks at the clock
EVEN_REWARD: Final = 0.5  # what is expected where nothing was tried
UNASKED: Final = -1.0  # instead of odds that the policy was not asked for


class Worlds(Protocol):
    """The states a seat cannot tell apart."""

    def sample(self, rng: Fast) -> Position: ...


class Tree(Nodes):
    """One search after the other; what the last one found is in its statistics."""

    def __init__(self, heuristic: Heuristic, nodes: int, settings: SearchSettings) -> None:
        super().__init__(nodes)
        self.heuristic = heuristic
        heuristic.root_breadth = settings.root_breadth
        self.horizon: i64 = settings.horizon
        self.exploration = settings.exploration
        self.carelessness = settings.carelessness
        self.heuristic_share = settings.heuristic_share
        self.untried_penalty = settings.untried_penalty
        self.win_share = settings.win_share
        self.lead_share = settings.lead_share
        self.lead_scale = settings.lead_scale
        self.base = settings.base
        self.slope = settings.slope
        self.handicap = settings.handicap
        self.final_scale = settings.final_scale
        self.shared = settings.shared
        self.value_share = settings.value_share
        self.value: ValueNetwork | None = None
        self.policy: Policy | None = None
        self.policy_share = settings.policy_share
        self.policy_visits: i64 = settings.policy_visits
        self.prior = vec[float]([UNASKED] * (int(self.capacity) if settings.policy_visits > 0 else 1))
        self.thrift = settings.thrift
        self.rave = settings.rave
        room = int(self.capacity) if settings.rave > 0.0 else 1
        self.later_visits = vec[i64]([0] * room)  # how often a step was taken here or later, and the rewards of that
        self.later_total = vec[float]([0.0] * room)
        self.likely = vec[float]([0.0] * MOST_STEPS)
        self.iterations: i64 = 0
        self.steps = vec[i64]([0] * MOST_CANDIDATES)
        self.names = vec[i64]([0] * MOST_CANDIDATES)
        self.odds = vec[float]([0.0] * MOST_CANDIDATES)
        self.child = vec[i64]([0] * MOST_CANDIDATES)
        self.slot = vec[i64]([0] * (MOST_STEPS * MOST_SEATS))
        self.root_count: i64 = 0
        self.root_steps = vec[i64]([0] * MOST_CANDIDATES)
        self.root_names = vec[i64]([0] * MOST_CANDIDATES)
        self.root_odds = vec[float]([0.0] * MOST_CANDIDATES)
        self.path = vec[i64]([0] * LONGEST_PATH)
        self.origin = vec[i64]([0] * LONGEST_PATH)  # the node at which each step of the path was chosen
        self.length: i64 = 0
        self.grown = False
        self.points = vec[float]([0.0] * MOST_SEATS)
        self.reward = vec[float]([0.0] * MOST_SEATS)
        self.lead = vec[float]([0.0] * MOST_SEATS)
        self.won = vec[float]([0.0] * MOST_SEATS)
        self.chances = vec[float]([0.0] * MOST_SEATS)
        self.shares = vec[float]([0.0] * MOST_SEATS)

    def plant(self, world: Position, seat: i64) -> int:
        """Fixes what is considered at the root, the same in all worlds; returns the number of steps."""
        self.iterations = 0
        self.root_seat = seat
        self.root_count = self.heuristic.candidates(
            world, seat, self.root_steps, self.root_names, self.root_odds, thorough=True
        )
        policy = self.policy
        if policy is not None and self.root_count > 1:
            self.consult(policy, world, seat, self.root_count, self.root_names, self.root_odds)
        return int(self.root_count)

    def clear(self) -> None:
        if self.policy_visits > 0:
            for node in range(self.size):
                self.prior[node] = UNASKED
        if self.rave > 0.0:
            for node in range(self.size):
                self.later_visits[node] = 0
                self.later_total[node] = 0.0
        super().clear()

    def consult(
        self, policy: Policy, world: Position, seat: i64, count: i64, names: vec[i64], odds: vec[float]
    ) -> None:
        """Mixes the odds of these candidates with those of the policy; a bid has the odds of all its beginnings."""
        heuristic = self.heuristic
        legal = policy.judge(world, seat)
        for i in range(legal):
            self.likely[heuristic.name_of(world, policy.legal[i])] += policy.odds[i]
        total = 0.0
        for i in range(count):
            total += self.likely[names[i]]
        if total > 0.0:
            share = self.policy_share
            for i in range(count):
                odds[i] = (1.0 - share) * odds[i] + share * self.likely[names[i]] / total
        for i in range(legal):
            self.likely[heuristic.name_of(world, policy.legal[i])] = 0.0

    def consult_at(self, policy: Policy, world: Position, node: i64, seat: i64, count: i64) -> None:
        """Asks the policy about a node that was visited often, and keeps its odds with the steps tried there."""
        self.consult(policy, world, seat, count, self.names, self.odds)
        child = self.first[node]
        while child != NONE:
            for i in range(count):
                if self.name[child] == self.names[i] + MOST_STEPS * seat:
                    self.prior[child] = self.odds[i]
            child = self.sibling[child]

    def step_named(self, name: int) -> int:
        """The root's step of this name, or the likeliest step if none has it."""
        best: i64 = 0
        for i in range(self.root_count):
            if self.root_names[i] == name:
                return int(self.root_steps[i])
            if self.root_odds[i] > self.root_odds[best]:
                best = i
        return int(self.root_steps[best])

    def consider(self, world: Position, node: i64, seat: i64) -> i64:
        """Lists what this seat considers here; returns the number of steps."""
        if node != 0 or seat != self.root_seat:
            return self.heuristic.candidates(world, seat, self.steps, self.names, self.odds, thorough=False)
        for i in range(self.root_count):
            self.steps[i] = self.root_steps[i]
            self.names[i] = self.root_names[i]
            self.odds[i] = self.root_odds[i]
        return self.root_count

    def effort(self, world: Position) -> float:
        """How much of its budget this decision needs, from 0 to 1."""
        return self.heuristic.effort(world) if self.thrift else 1.0

    def grow(self, worlds: Worlds, rng: Fast, iterations: int, seconds: float, stop_early: bool) -> None:
        """Searches until the iterations or the seconds are used up, or nothing can change the choice any more."""
        limit: i64 = iterations
        began = perf_counter()
        done: i64 = 0
        while done < limit:
            if done % BETWEEN_CLOCKS == 0:
                used = perf_counter() - began
                if used >= seconds or (stop_early and done > 0 and self.decided(left_of(limit, done, used, seconds))):
                    break
            world = worlds.sample(rng)
            self.heuristic.prepare(world, self.root_seat)
            self.iterate(world, rng)
            done += 1
        self.iterations += done

    def iterate(self, world: Position, rng: Fast) -> None:
        self.length = 0
        self.grown = False
        node: i64 = 0
        while not world.over and not self.grown and self.length < LONGEST_PATH:
            if self.heuristic.together(world):
                node = self.choose_together(world, node)
                continue
            seat = world.actor
            count = self.consider(world, node, seat)
            if count == 1:
                world.play(seat, self.steps[0])
                continue
            policy = self.policy
            if policy is not None and self.policy_visits > 0 and self.visits[node] == self.policy_visits:
                self.consult_at(policy, world, node, seat, count)
            at = self.select(node, seat, count)
            node = self.descend(node, seat, at)
            world.play(seat, self.steps[at])
        self.play_on(world, rng)
        self.judge(world)

    def choose_together(self, world: Position, node: i64) -> i64:
        """All seats that decide at once choose by what the common node knows; the joint choice leads on."""
        onward = node
        while self.heuristic.together(world):
            seat = world.actor
            count = self.consider(world, node, seat)
            if count == 1:
                world.play(seat, self.steps[0])
                continue
            at = self.select(node, seat, count)
            step = self.steps[at]
            name = self.names[at] + MOST_STEPS * seat
            child = self.descend(node, seat, at)
            if onward == node:
                onward = child
            elif onward != NONE:
                onward = self.linked(onward, name, seat)
            world.play(seat, step)
        if onward == NONE:
            self.grown = True  # the tree is full; from here on the game is played out
        return onward

    def select(self, node: i64, seat: i64, count: i64) -> i64:
        """Which candidate to try: the one with the best mean, or the most promising of those tried little."""
        for i in range(count):
            self.slot[self.names[i] + MOST_STEPS * seat] = i + 1
            self.child[i] = NONE
        child = self.first[node]
        visited = 0.0
        sum_of_totals = 0.0
        while child != NONE:
            at = self.slot[self.name[child]]
            if at > 0:
                self.child[at - 1] = child
                visited += float(self.visits[child])
                sum_of_totals += self.total[child]
            child = self.sibling[child]
        for i in range(count):
            self.slot[self.names[i] + MOST_STEPS * seat] = 0
        untried = sum_of_totals / visited - self.untried_penalty if visited > 0.0 else EVEN_REWARD
        urge = self.exploration * sqrt(visited + 1.0)
        trust = self.heuristic_share
        flat = (1.0 - trust) / float(count)
        asked = self.policy_visits > 0
        best = -1e9
        choice: i64 = 0
        for i in range(count):
            child = self.child[i]
            odds = self.odds[i]
            if asked and child != NONE and self.prior[child] >= 0.0:
                odds = self.prior[child]
            odds = trust * odds + flat
            if child != NONE and self.visits[child] > 0:
                tried = float(self.visits[child])
                mean = self.total[child] / tried
                if self.rave > 0.0:
                    later = self.later_total[child] / float(self.later_visits[child])
                    mean += sqrt(self.rave / (3.0 * tried + self.rave)) * (later - mean)
                value = mean + urge * odds / (1.0 + tried)
            else:
                value = untried + urge * odds
            if value > best:
                best = value
                choice = i
        return choice

    def descend(self, node: i64, seat: i64, at: i64) -> i64:
        """The child for a selected candidate, made if need be, noted on the path."""
        child = self.child[at]
        if child == NONE:
            child = self.add(node, self.names[at] + MOST_STEPS * seat, seat)
            self.grown = True
        if child != NONE:
            self.path[self.length] = child
            self.origin[self.length] = node
            self.length += 1
        return child

    def play_on(self, world: Position, rng: Fast) -> None:
        """Goes on by policy for the horizon, and then until a moment at which the outlook can be judged."""
        heuristic = self.heuristic
        steps: i64 = 0
        while not world.over and (steps < self.horizon or not heuristic.settled(world)):
            seat = world.actor
            world.play(seat, heuristic.quick(world, seat, rng, self.carelessness))
            steps += 1

    def judge(self, world: Position) -> None:
        """Turns the outlook into a reward for every seat and adds it along the path."""
        seats = world.seats
        value = self.value
        share = 0.0
        if value is not None and not world.over:
            value.judge(world, self.heuristic, self.chances, self.points)
            share = self.value_share
        else:
            self.heuristic.outlook(world, self.points)
        scale = self.scale_of(world)
        shared = self.shared and not world.over
        if shared:
            self.share_out(world.seats, scale)
        handicap = 0.0 if world.over else self.handicap
        for seat in range(seats):
            lead = 1e9
            for other in range(seats):
                if other != seat and self.points[seat] - self.points[other] < lead:
                    lead = self.points[seat] - self.points[other]
            self.lead[seat] = lead
            won = 0.0
            if share < 1.0:
                won = (1.0 - share) * (self.shares[seat] if shared else self.chance(lead, scale, handicap))
            if share > 0.0:
                won += share * self.chances[seat]
            self.won[seat] = won
            self.reward[seat] = self.win_share * won + self.lead_share * squashed(lead, self.lead_scale)
        for i in range(self.length):
            node = self.path[i]
            mover = self.mover[node]
            self.visits[node] += 1
            self.total[node] += self.reward[mover]
            self.margin[node] += self.lead[mover]
            self.wins[node] += self.won[mover]
        if self.rave > 0.0:
            self.look_back()

    def look_back(self) -> None:
        """Adds the reward to every step that the same seat could have taken at once, and took there or later."""
        for i in range(self.length):
            self.slot[self.name[self.path[i]]] = i + 1  # where a step of this name is taken last
        for i in range(self.length):
            mover = self.mover[self.path[i]]
            child = self.first[self.origin[i]]
            while child != NONE:
                if self.slot[self.name[child]] > i and self.mover[child] == mover:
                    self.later_visits[child] += 1
                    self.later_total[child] += self.reward[mover]
                child = self.sibling[child]
        for i in range(self.length):
            self.slot[self.name[self.path[i]]] = 0

    def scale_of(self, world: Position) -> float:
        """How many points make a difference, for the chance to win; 0 where nothing can change any more."""
        if world.over:
            return self.final_scale
        suspense = self.heuristic.suspense(world)
        return self.base + self.slope * suspense if self.slope > 0.0 else suspense

    def chance(self, lead: float, scale: float, handicap: float) -> float:
        """From a lead over the best other seat: how likely it lasts, given how much may still change."""
        if scale <= 0.0:
            return 1.0 if lead > 0.0 else (0.0 if lead < 0.0 else 0.5)
        if self.slope <= 0.0:
            return squashed(lead, scale)
        return 1.0 / (1.0 + exp(handicap - lead / scale))

    def share_out(self, seats: i64, scale: float) -> None:
        """Shares one win out among the seats, by their points."""
        best = -1e9
        for seat in range(seats):
            if self.points[seat] > best:
                best = self.points[seat]
        total = 0.0
        for seat in range(seats):
            self.shares[seat] = exp((self.points[seat] - best) / scale)
            total += self.shares[seat]
        for seat in range(seats):
            self.shares[seat] /= total


def left_of(limit: i64, done: i64, used: float, seconds: float) -> i64:
    """How many iterations there is still time for, by the pace so far and a quarter more."""
    left = limit - done
    if used > 0.0:
        by_pace = 1.25 * float(done) * (seconds - used) / used
        if by_pace < float(left):
            return i64(by_pace) + 1
    return left


def squashed(lead: float, scale: float) -> float:
    """A lead as a number between 0 and 1; a lead of `scale` is halfway from even to certain."""
    return 0.5 + 0.5 * lead / (scale + abs(lead))
