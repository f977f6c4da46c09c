"""Trains a value network: from games of the trained policy, or of a searching bot, it learns how positions stand.

    python -m capomastro.research.value GAME --out value.bin --games 40000 --seats 2 3 4 --seed 1
    python -m capomastro.research.value GAME --out value.bin --games 2000 --seats 4 --teacher master:40

The policy of `learned` plays itself, by its odds and now and then at random, so that positions differ. At some of the
moments where a search judges, the inputs of the network are kept, and what the game came to. With `--playouts N` a
careless step is taken from any position, and what is learned is the mean of so many playouts of the first release's
search from there: a teacher who knows less, but is not deceived by the luck of one game.

With `--teacher BOT` that searching bot plays itself. Its searches say on the way what each seat may expect, and what is
learned looks ahead from there: `--ahead 0` learns what is said at once, 1 how the game ended, and between them it is a
mean in which later searches count less and less.

With `--lessons FOLDER` what was played is added to a folder, and all that it holds of this game is learned from; so
lessons can be gathered in pieces. `--start FILE` goes on from a trained network.

A tenth of the games is held out. How well their outcomes are foretold is printed beside what the outlook alone can do,
in nats a position; the weights that did it best on the way are those that are written.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from capomastro.bots.config import config_for
from capomastro.bots.search.value import LEAD_STEP, LEADS, Inputs
from capomastro.bots.value_file import Weights, parse
from capomastro.core.errors import BadSetup
from capomastro.research.extras import required
from capomastro.research.value_lessons import NO_INPUT
from capomastro.research.value_teacher import gathered

if TYPE_CHECKING:
    import numpy as np

    from capomastro.research.value_lessons import Arrays
else:
    np = required("numpy", "research")
torch: Any = required("torch", "train")

HELD_OUT = 10  # one game of so many
READ = 8192  # positions that are looked at together
POINTS = 10.0  # the scale on which points are learned
POINTS_SHARE = 0.001  # how much a point of error counts beside a nat
CHECKS = 12  # how often the games held out are looked at
FAR = 15.0  # errors beyond this many points count no more than in proportion


class Tensors:
    """Lessons as torch has them; what is no input is the row behind the last."""

    def __init__(self, lessons: "Arrays", inputs: Inputs, ahead: float) -> None:
        outlook = lessons["outlook"]
        seats = outlook.shape[1]
        others = [[other for other in range(seats) if other != seat] for seat in range(seats)]
        lead = np.stack([(outlook[:, [seat]] - outlook[:, others[seat]]).min(axis=1) for seat in range(seats)], axis=1)
        place = np.clip(np.floor(lead / LEAD_STEP).astype(np.int32) + LEADS // 2, 0, LEADS - 1) + inputs.of_seat
        end = inputs.of_seat + LEADS
        self.seats = seats
        self.common = torch.from_numpy(numbered(lessons["common"], inputs.common))
        self.of_seats = torch.from_numpy(
            np.concatenate([numbered(lessons["of_seats"], end), place[:, :, None].astype(np.int32)], axis=2)
        )
        self.outlook = torch.from_numpy(outlook)
        self.suspense = torch.from_numpy(lessons["suspense"].astype(np.float32))
        self.won = torch.from_numpy(lessons["won"])
        self.chances = torch.from_numpy(looking_ahead(lessons, "said", "won", ahead))
        self.points = torch.from_numpy(looking_ahead(lessons, "promised", "final", ahead))
        held_out = lessons["game"] % HELD_OUT == 0
        self.learned_from = np.flatnonzero(~held_out)
        self.held_out = torch.from_numpy(np.flatnonzero(held_out))


def numbered(ids: Any, none: int) -> Any:
    """Inputs as numbers; columns in which there is none at all are left out."""
    used = (ids != NO_INPUT).any(axis=tuple(range(ids.ndim - 1)))
    return np.where(ids == NO_INPUT, none, ids)[..., used].astype(np.int32)


def looking_ahead(lessons: "Arrays", said: str, ended: str, ahead: float) -> Any:
    """What is learned of each position: what was said of it, and for a share what is learned of the next one."""
    found = lessons[ended].copy()
    game, now = lessons["game"], lessons[said]
    for at in range(len(found) - 1, -1, -1):
        later = found[at + 1] if at + 1 < len(found) and game[at + 1] == game[at] else found[at]
        found[at] = (1 - ahead) * now[at] + ahead * later
    return found


class Learner(torch.nn.Module):  # type: ignore[misc]  # torch is not there when types are checked
    """The same sums as `ValueNetwork` has."""

    def __init__(self, inputs: Inputs, width: int, middle: int) -> None:
        super().__init__()
        self.width = width
        end = inputs.of_seat + LEADS
        self.common = torch.nn.EmbeddingBag(inputs.common + 1, width, mode="sum", padding_idx=inputs.common)
        self.of_seats = torch.nn.EmbeddingBag(end + 1, 2 * width, mode="sum", padding_idx=end)
        self.bias = torch.nn.Parameter(torch.zeros(width))
        self.second = torch.nn.Linear(width, middle)
        self.heads = torch.nn.Linear(middle, 2)
        self.trust = torch.nn.Parameter(torch.tensor([4.0, 0.5]))
        with torch.no_grad():
            for table in (self.common, self.of_seats):
                torch.nn.init.normal_(table.weight, 0, 0.05)
                table.weight[-1] = 0
            self.heads.weight *= 0.1
            self.heads.bias *= 0

    def forward(self, lessons: Tensors, rows: Any) -> tuple[Any, Any]:
        """Each seat's score, of which the chances follow, and its points in the end."""
        ids = lessons.of_seats[rows]
        rows_of_seats = self.of_seats(ids.reshape(-1, ids.shape[2])).reshape(len(rows), lessons.seats, 2 * self.width)
        own, rival = rows_of_seats[..., : self.width], rows_of_seats[..., self.width :]
        rivals = (rival.sum(1, keepdim=True) - rival) / (lessons.seats - 1)
        hidden = torch.relu(self.bias + self.common(lessons.common[rows])[:, None] + own + rivals)
        found = self.heads(torch.relu(self.second(hidden)))
        outlook = lessons.outlook[rows]
        scale = self.trust[0] + self.trust[1] * lessons.suspense[rows]
        return found[..., 0] + outlook / scale[:, None], POINTS * found[..., 1] + outlook

    def parts(self) -> list[Any]:
        """The weights in the order of the file."""
        rows = torch.cat([self.common.weight[:-1].reshape(-1), self.of_seats.weight[:-1].reshape(-1)])
        chance = torch.cat([self.heads.weight[0], self.heads.bias[:1]])
        points = POINTS * torch.cat([self.heads.weight[1], self.heads.bias[1:]])
        return [rows, self.bias, self.second.weight, self.second.bias, chance, points, self.trust]

    def begin_with(self, weights: Weights) -> None:
        """Takes over the weights of a file, which has a network of the same size."""
        width, middle = self.width, self.second.out_features
        if (weights.width, weights.middle) != (width, middle):
            raise BadSetup(f"the network to start with has {weights.width} and {weights.middle} units")
        rows, bias, second, second_bias, chance, points, trust = map(torch.tensor, weights.parts)
        common = weights.inputs.common
        with torch.no_grad():
            self.common.weight[:-1] = rows[: common * width].reshape(common, width)
            self.of_seats.weight[:-1] = rows[common * width :].reshape(-1, 2 * width)
            self.bias[:] = bias
            self.second.weight[:] = second.reshape(middle, width)
            self.second.bias[:] = second_bias
            self.heads.weight[:] = torch.stack([chance[:-1], points[:-1] / POINTS])
            self.heads.bias[:] = torch.stack([chance[-1], points[-1] / POINTS])
            self.trust[:] = trust


def nats(score: Any, won: Any) -> Any:
    return -(won * torch.log_softmax(score, 1)).sum(1).mean()


def leads(points: Any) -> Any:
    """How far each seat is ahead of the mean of the others."""
    return points - (points.sum(1, keepdim=True) - points) / (points.shape[1] - 1)


def calibrated(lessons: Tensors) -> tuple[float, list[float]]:
    """What the outlook alone foretells at best of the games held out, and the scale that does it."""
    trust = torch.tensor([4.0, 0.5], requires_grad=True)
    optimiser = torch.optim.Adam([trust], 0.05)
    rows = torch.from_numpy(lessons.learned_from[:100_000])

    def missed(rows: Any) -> Any:
        scale = trust[0] + trust[1] * lessons.suspense[rows]
        return nats(lessons.outlook[rows] / scale[:, None], lessons.won[rows])

    for _ in range(150):
        optimiser.zero_grad()
        missed(rows).backward()
        optimiser.step()
    return float(missed(lessons.held_out).detach()), trust.tolist()


def held_out(learner: Learner, lessons: Tensors) -> float:
    with torch.no_grad():
        parts = lessons.held_out.split(READ)
        missed = [nats(learner(lessons, rows)[0], lessons.won[rows]).item() * len(rows) for rows in parts]
    return float(sum(missed) / len(lessons.held_out))


def fitted(sets: list[Tensors], inputs: Inputs, settings: argparse.Namespace) -> Learner:
    """Goes through all lessons so many times, at a rate that falls to nothing; keeps what foretold best on the way."""
    torch.manual_seed(settings.seed)
    learner = Learner(inputs, settings.width, settings.middle)
    before = [calibrated(lessons) for lessons in sets]
    learner.trust.data[:] = torch.tensor(before[0][1])
    if settings.start is not None:
        learner.begin_with(start_of(settings, inputs))
        print(json.dumps({"step": 0, "nats": foretold(learner, sets)}), flush=True)
    rng = np.random.default_rng(settings.seed)
    optimiser = torch.optim.Adam(learner.parameters(), settings.pace)
    sizes = np.array([len(lessons.learned_from) for lessons in sets])
    steps = max(1, int(settings.epochs * sizes.sum() / settings.batch))
    rate = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1.0, step / 50) * (1 - step / steps) + 0.01)
    best, least = None, float("inf")
    for step in range(1, steps + 1):
        lessons = sets[int(rng.choice(len(sets), p=sizes / sizes.sum()))]
        rows = torch.from_numpy(rng.choice(lessons.learned_from, settings.batch))
        score, points = learner(lessons, rows)
        error = torch.nn.functional.huber_loss(leads(points), leads(lessons.points[rows]), delta=FAR)
        optimiser.zero_grad()
        (nats(score, lessons.chances[rows]) + POINTS_SHARE * error).backward()
        optimiser.step()
        rate.step()
        if step % max(1, steps // CHECKS) == 0 or step == steps:
            now = foretold(learner, sets)
            print(json.dumps({"step": step, "nats": now}), flush=True)
            if sum(now.values()) < least:
                least = sum(now.values())
                best = {name: part.clone() for name, part in learner.state_dict().items()}
    if best is not None:
        learner.load_state_dict(best)
    for lessons, (alone, _) in zip(sets, before, strict=True):
        line = {"seats": lessons.seats, "outlook": round(alone, 4), "network": round(held_out(learner, lessons), 4)}
        print(json.dumps({**line, "positions held out": len(lessons.held_out)}), flush=True)
    return learner


def foretold(learner: Learner, sets: list[Tensors]) -> dict[int, float]:
    """How well games held out are foretold, by the number of seats."""
    return {lessons.seats: round(held_out(learner, lessons), 4) for lessons in sets}


def start_of(settings: argparse.Namespace, inputs: Inputs) -> Weights:
    """The network to start with: that for the first number of seats, or else for the nearest."""
    trained = parse(settings.start.read_bytes(), settings.game, inputs)
    return trained[min(trained, key=lambda seats: abs(seats - settings.seats[0]))]


def save(learner: Learner, game: str, seats: list[int], inputs: Inputs, out: Path) -> None:
    """Writes the network; a file of this game that exists keeps its networks for other numbers of seats."""
    others: list[tuple[dict[str, Any], list[list[float]]]] = []
    if out.exists():
        trained = parse(out.read_bytes(), game, inputs)
        for weights in dict.fromkeys(trained.values()):  # each once, whatever it serves
            numbers = [number for number, one in trained.items() if one is weights and number not in seats]
            if numbers:
                others.append(({"seats": numbers, "width": weights.width, "middle": weights.middle}, weights.parts))
    told = {"seats": sorted(seats), "width": learner.width, "middle": learner.second.out_features}
    others.append((told, [part.detach().reshape(-1).tolist() for part in learner.parts()]))
    head = {"game": game, "inputs": inputs.version, "networks": [one for one, _ in others]}
    body = b"".join(np.array(part).astype("<f2").tobytes() for _, parts in others for part in parts)
    out.write_bytes(json.dumps(head).encode() + b"\n" + body)


def settings_from(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m capomastro.research.value", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, help="the file for the network; without it lessons are only gathered")
    parser.add_argument("--games", type=int, default=40_000, help="for each number of seats; 0 if lessons are there")
    parser.add_argument("--seats", type=int, nargs="+", default=[2])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--playouts", type=int, default=0, help="learn the mean of so many playouts, not the outcome")
    parser.add_argument("--teacher", metavar="BOT", help="games of this searching bot, such as master:40")
    parser.add_argument("--ahead", type=float, default=0.8, help="how far a lesson looks beyond what the teacher says")
    parser.add_argument("--lessons", type=Path, metavar="FOLDER", help="where lessons are kept, and found again")
    parser.add_argument("--start", type=Path, metavar="FILE", help="go on from the network of this file")
    parser.add_argument("--rows", type=int, default=512, help="games at once")
    parser.add_argument("--epochs", type=float, default=3.0, help="how often positions are gone through")
    parser.add_argument("--batch", type=int, default=2048, help="positions of a step; fewer if there are few lessons")
    parser.add_argument("--pace", type=float, default=2e-3, help="learning rate")
    parser.add_argument("--width", type=int, default=33, help="of the first layer; three weights share a word")
    parser.add_argument("--middle", type=int, default=16, help="of the second layer")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    torch.set_num_threads(1)
    settings = settings_from(arguments)
    try:
        inputs = config_for(settings.game).inputs
        if inputs is None:
            raise BadSetup(f"the heuristic of {settings.game} lists no inputs for a network")
        if settings.out is None and settings.lessons is None:
            raise BadSetup("name a file for the network, or a folder for the lessons")
        lessons = [gathered(seats, settings) for seats in settings.seats]
        if settings.out is not None:
            sets = [Tensors(one, inputs, settings.ahead) for one in lessons]
            save(fitted(sets, inputs, settings), settings.game, settings.seats, inputs, settings.out)
    except BadSetup as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
