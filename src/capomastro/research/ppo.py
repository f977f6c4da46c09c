"""Trains a policy: first it imitates the game's heuristic, then proximal policy optimisation improves it in play.

    python -m capomastro.research.ppo GAME --minutes 60 --seed 1 --out FILE.npz

Half of the games are played against the heuristic, half against itself. The file is written every minute; beside it
lies all that training needs to go on (`FILE.npz.pt`) and the learning curve (`FILE.npz.jsonl`). Minutes are those of
one core; the same command on a file that exists goes on where it ended.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from capomastro.bots.network import WEIGHTS, Network, inputs_from, save, vocabulary
from capomastro.core.errors import BadSetup
from capomastro.core.game import AnyGame
from capomastro.research.batch_env import BatchEnv
from capomastro.research.extras import required
from capomastro.research.rollout import Lesson, Rollout, Teacher

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
else:
    np = required("numpy", "research")
torch: Any = required("torch", "train")

SAMPLE_STEPS = 400  # of random play and of the teacher's, to find out which bytes of the tensor ever change
GUIDED = 0.25  # this share of imitation follows the teacher; then the network plays, and the teacher only says better
PATIENCE = 60.0  # seconds between two savings


class Learner:
    """The weights as tensors, and how they are bettered."""

    def __init__(self, network: Network, pace: float) -> None:
        self.network = network
        self.seats = 0
        self.tokens = torch.from_numpy(network.tokens)
        self.weights = {name: torch.tensor(network.weights[name], requires_grad=True) for name in WEIGHTS}
        self.optimiser = torch.optim.Adam(self.weights.values(), lr=pace, eps=1e-5)

    def share(self) -> None:
        """Gives the network what was learned."""
        self.network.set({name: tensor.detach().numpy().copy() for name, tensor in self.weights.items()})

    def forward(self, inputs: Any, steps: Any, rows: Any) -> tuple[Any, Any]:
        """The logarithms of the odds of all steps, of which each belongs to a row; and what each row may expect."""
        weights = self.weights
        first = torch.relu(inputs @ weights["first"] + weights["first_bias"])
        hidden = torch.relu(first @ weights["second"] + weights["second_bias"])
        nothing = torch.zeros_like(weights["steps"][:1])
        table = torch.cat([weights["steps"], nothing])
        named, places = torch.unique(steps, return_inverse=True)
        embedded = torch.nn.functional.embedding_bag(self.tokens[named], table, mode="sum")[places]
        scores = (embedded[:, :-1] * hidden[rows]).sum(dim=1) + embedded[:, -1]
        most = torch.full((len(inputs),), -torch.inf).scatter_reduce(0, rows, scores.detach(), "amax")
        scores = scores - most[rows]
        total = torch.zeros(len(inputs)).index_add(0, rows, scores.exp())
        return scores - total.log()[rows], hidden @ weights["worth"] + weights["worth_bias"]

    def learn(
        self, lesson: Lesson, rng: "np.random.Generator", settings: argparse.Namespace, imitate: bool
    ) -> dict[str, float]:
        """Goes through a lesson several times, in pieces."""
        told: dict[str, list[float]] = {}
        advantage = (lesson.advantage - lesson.advantage.mean()) / (lesson.advantage.std() + 1e-8)
        for _ in range(1 if imitate else settings.epochs):
            order = rng.permutation(len(lesson.first))
            for piece in np.array_split(order, max(1, len(order) // settings.piece)):
                for name, value in self.better(lesson, piece, advantage, settings, imitate).items():
                    told.setdefault(name, []).append(value)
        self.share()
        return {name: round(sum(values) / len(values), 4) for name, values in told.items()}

    def better(
        self, lesson: Lesson, piece: Any, advantage: Any, settings: argparse.Namespace, imitate: bool
    ) -> dict[str, float]:
        """One step of the optimiser on these decisions."""
        count = lesson.count[piece]
        begin = np.cumsum(count) - count
        rows = np.repeat(np.arange(len(piece)), count)
        flat = lesson.steps[lesson.first[piece][rows] + np.arange(len(rows)) - begin[rows]]
        inputs = torch.from_numpy(self.network.read(lesson.observation[piece], self.seats))
        rows_ = torch.from_numpy(rows)
        log_odds, worth = self.forward(inputs, torch.from_numpy(flat), rows_)
        spread = -torch.zeros(len(piece)).index_add(0, rows_, log_odds.exp() * log_odds).mean()
        gain = torch.from_numpy(lesson.gain[piece].astype(np.float32))
        missed = (worth - gain).square().mean()
        wanted = lesson.taught[piece] if imitate else lesson.chosen[piece]
        taken = log_odds[torch.from_numpy(begin + wanted)]
        told = {"spread": float(spread.detach()), "missed": float(missed.detach())}
        if imitate:
            loss = -taken.mean()
            told["imitation"] = float(loss.detach())
        else:
            ratio = (taken - torch.from_numpy(lesson.log_odds[piece].astype(np.float32))).exp()
            better = torch.from_numpy(advantage[piece].astype(np.float32))
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            loss = -torch.minimum(ratio * better, clipped * better).mean() - settings.curiosity * spread
            told["clipped"] = float(((ratio - 1).abs() > settings.clip).float().mean())
        self.optimiser.zero_grad()
        (loss + 0.5 * missed).backward()
        torch.nn.utils.clip_grad_norm_(self.weights.values(), 0.5)
        self.optimiser.step()
        return told


def fresh(game: AnyGame, inputs: Any, width: int, seed: int) -> Network:
    """A network that knows nothing yet: every step is about as likely as the next."""
    rng = np.random.default_rng(seed)
    size, count = vocabulary(game.actions.texts)[0], len(inputs)

    def random(rows: int, columns: int, scale: float) -> Any:
        return (rng.standard_normal((rows, columns)) * scale).astype(np.float32)

    weights = {
        "first": random(count, width, (2 / 80) ** 0.5),  # about so many inputs are not 0
        "first_bias": np.zeros(width, np.float32),
        "second": random(width, width, (2 / width) ** 0.5),
        "second_bias": np.zeros(width, np.float32),
        "steps": random(size, width + 1, 0.02),
        "worth": random(1, width, 0.02)[0],
        "worth_bias": np.zeros((), np.float32),
    }
    return Network(game, inputs, weights)


def sample(game: str, seats: int, seed: int) -> "npt.NDArray[np.uint8]":
    """Rows of the tensor as they occur in play by chance and in the teacher's."""
    found = []
    for teaching in (False, True):
        env = BatchEnv(game, seats, 32, seed + teaching)
        teacher, rng = Teacher(env), np.random.default_rng(seed)
        everyone = np.arange(env.n)
        for _ in range(SAMPLE_STEPS):
            found.append(env.observation.copy())
            places = rng.integers(env.legal_count)
            if teaching:
                places = np.where(rng.random(env.n) < 0.1, places, teacher.places(everyone))
            env.step_places(places)
    return np.concatenate(found)


class Training:
    """One run, from its settings to its files."""

    def __init__(self, settings: argparse.Namespace) -> None:
        self.settings = settings
        self.out = Path(settings.out)
        if not self.out.parent.is_dir():
            raise BadSetup(f"there is no folder {self.out.parent} for the network")
        self.kept = Path(f"{settings.out}.pt")
        self.curve = Path(f"{settings.out}.jsonl")
        self.seconds, self.rounds, self.decisions, self.games = 0.0, 0, 0, 0
        self.rng = np.random.default_rng(settings.seed)
        env = BatchEnv(settings.game, settings.seats, settings.rows, settings.seed, reward="points")
        inputs = inputs_from(env.fields, sample(settings.game, settings.seats, settings.seed))
        self.network = fresh(env.game, inputs, settings.width, settings.seed)
        self.learner = Learner(self.network, settings.imitation_pace)
        self.learner.seats = settings.seats
        if self.kept.exists():
            self.go_on()
            env.reset(settings.seed + (self.rounds << 16))  # other games than those played before
        self.rollout = Rollout(env, self.network, settings.rows // 2, settings.seed + self.rounds)
        self.rollout.scatter(settings.scatter)

    def go_on(self) -> None:
        kept = torch.load(self.kept, weights_only=True)
        for name, tensor in self.learner.weights.items():
            if tensor.shape != kept["weights"][name].shape:
                raise BadSetup(f"{self.kept} was trained with other settings: name another file")
            tensor.data.copy_(kept["weights"][name])
        self.learner.optimiser.load_state_dict(kept["optimiser"])
        self.seconds, self.rounds, self.decisions, self.games = kept["state"]
        self.learner.share()
        lines = self.curve.read_text(encoding="utf-8").splitlines(keepends=True) if self.curve.exists() else []
        kept_lines = [line for line in lines if json.loads(line)["round"] <= self.rounds]
        self.curve.write_text("".join(kept_lines), encoding="utf-8")

    def keep(self) -> None:
        """Writes the files; each replaces the former one at once, so that a stop leaves one of both."""
        state = (self.seconds, self.rounds, self.decisions, self.games)
        tensors = {name: tensor.detach() for name, tensor in self.learner.weights.items()}
        beside = Path(f"{self.kept}.new")
        torch.save({"weights": tensors, "optimiser": self.learner.optimiser.state_dict(), "state": state}, beside)
        os.replace(beside, self.kept)
        beside = Path(f"{self.out}.new")
        with beside.open("wb") as file:
            save(self.network, file)
        os.replace(beside, self.out)

    def round(self) -> dict[str, Any]:
        """Plays for a while and learns from it."""
        settings = self.settings
        share = self.seconds / (60 * settings.minutes)
        imitate = share < settings.imitation
        pace = settings.imitation_pace if imitate else settings.pace * max(0.1, 1 - share)
        for group in self.learner.optimiser.param_groups:
            group["lr"] = pace
        guided = 1.0 if imitate and share < settings.imitation * GUIDED else 0.0
        lesson = self.rollout.play(settings.steps, imitate, guided)
        told: dict[str, Any] = dict(self.learner.learn(lesson, self.rng, settings, imitate))
        self.rounds += 1
        self.decisions += len(lesson.first)
        self.games += lesson.games
        results = lesson.results
        told["against teacher"] = [len(results), round(sum(results) / max(1, len(results)), 3)]
        return told

    def run(self) -> None:
        settings = self.settings
        saved = self.seconds
        while self.seconds < 60 * settings.minutes and self.rounds < settings.rounds:
            begun = time.process_time()
            told = self.round()
            self.seconds += time.process_time() - begun
            line = {"round": self.rounds, "seconds": round(self.seconds, 1), "games": self.games}
            line |= {"decisions": self.decisions, **told}
            with self.curve.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            print(json.dumps(line), flush=True)
            if self.seconds - saved > PATIENCE:
                self.keep()
                saved = self.seconds
        self.keep()


def positive(text: str) -> int:
    """A whole number from 1 on; anything else is refused by the parser."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def settings_from(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m capomastro.research.ppo", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--out", required=True, help="the file for the network")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to train, in minutes of one core")
    parser.add_argument("--rounds", type=positive, default=1 << 30, help="end after so many rounds at the latest")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--imitation", type=float, default=0.2, help="the share of the time that is imitation; 0: none")
    parser.add_argument("--rows", type=positive, default=256, help="games at once")
    parser.add_argument("--steps", type=positive, default=64, help="steps of each game in a round")
    parser.add_argument("--scatter", type=int, default=250, help="games begin up to so many steps apart")
    parser.add_argument("--width", type=positive, default=128, help="of both hidden layers")
    parser.add_argument("--epochs", type=positive, default=3, help="how often a round is gone through")
    parser.add_argument("--piece", type=positive, default=1024, help="decisions for one step of the optimiser")
    parser.add_argument("--pace", type=float, default=5e-4, help="learning rate; it falls to a tenth in the end")
    parser.add_argument("--imitation-pace", type=float, default=1e-3, help="learning rate of imitation")
    parser.add_argument("--clip", type=float, default=0.2, help="how far odds may move in a round")
    parser.add_argument("--curiosity", type=float, default=0.002, help="what entropy is worth")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    torch.set_num_threads(1)
    try:
        Training(settings_from(arguments)).run()
    except BadSetup as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
