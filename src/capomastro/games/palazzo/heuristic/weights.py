"""The weights of `Evaluator`: by hand for greedy bots, learned from play for searching ones."""

from capomastro.games.palazzo.heuristic.evaluator import CLASSES, FEATURES, OTHERS, class_of

# For each number of floors and each highest floor: what a palazzo may yet gain, in points.
PROMISES = {
    1: {1: 9.0, 2: 8.5, 3: 7.0, 4: 5.0, 5: 4.0},
    2: {2: 7.0, 3: 7.0, 4: 6.0, 5: 3.0},
    3: {3: 6.0, 4: 4.5, 5: 2.0},
    4: {4: 4.5, 5: 2.0},
    5: {5: 0.0},
}
PURITY = {1: 0.0, 2: 1.5, 3: 1.0, 4: 1.5, 5: 0.0}
WINDOW = {1: 0.7, 2: 0.8, 3: 0.0, 4: 0.0, 5: 0.0}
COIN = (0.30, 0.25)
RICH_COIN = (-0.10, -0.05)
CARD = (0.10, 0.20)
CERTIFICATE = (0.10, 0.10)


def by_hand() -> list[float]:
    """Weights as an experienced player would put them."""
    weights = [0.0] * FEATURES
    for floors, tops in PROMISES.items():
        for top, promise in tops.items():
            weights[2 * class_of(floors, top, False)] = promise
            weights[2 * class_of(floors, top, True)] = promise + PURITY[floors]
        weights[2 * (CLASSES + floors)] = WINDOW[floors]
    for at, pair in enumerate((COIN, RICH_COIN, CARD, CERTIFICATE)):
        weights[OTHERS + 2 * at : OTHERS + 2 * at + 2] = pair
    return weights
