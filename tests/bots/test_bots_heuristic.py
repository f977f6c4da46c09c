"""What bots know of the games: payments, palazzi, districts, and weights that can be learned."""

from itertools import combinations

import pytest
from librt.vecs import vec

from capomastro.bots.config import config_for
from capomastro.bots.search.heuristic import Heuristic
from capomastro.bots.training.regression import Regression
from capomastro.bots.training.training import module_text, trained_weights
from capomastro.core.catalogue import all_games, game_named
from capomastro.core.chance import seeded
from capomastro.core.game import AnyGame, check_setup
from capomastro.core.position import Position
from capomastro.games.palazzo.heuristic.evaluator import Evaluator, features, reveals_left, summary, top_of
from capomastro.games.palazzo.heuristic.payments import NO_PLAN, Planner, first_step
from capomastro.games.palazzo.heuristic.weights import by_hand
from capomastro.games.palazzo.names import money_from
from capomastro.games.palazzo.rules.money import NO_CURRENCY, kinds_of, largest_payment, pile_of
from capomastro.games.palazzo.rules.palazzi import floor_bits
from capomastro.games.palazzo.rules.state import State, deal
from capomastro.games.palazzo.rules.tiles import KINDS

EARLY, LATE = 20, 1


def worth() -> Evaluator:
    return Evaluator(by_hand())


def plan(hand: int, short: int) -> int:
    return int(Planner(worth()).plan(hand, NO_CURRENCY, short, EARLY))


def test_a_payment_is_made_with_the_card_that_fits() -> None:
    hand = money_from(("florin 3", "florin 7", "ducat 6", "lira 4"))
    assert plan(hand, 6) == money_from(("ducat 6",))
    assert plan(hand, 10) == money_from(("florin 3", "florin 7"))
    assert plan(hand, 11) == NO_PLAN


def test_a_trio_pays_what_single_cards_cannot() -> None:
    hand = money_from(("florin 4", "ducat 4", "lira 4", "lira 3"))
    laid = plan(hand, 16)
    assert laid == hand
    assert first_step(laid) == 58  # trio 4


def test_plans_pay_enough_whenever_a_payment_can(patience: int) -> None:
    rng = seeded(8)
    for _ in range(40 * patience):
        hand = pile_of([int(rng.randrange(16)) for _ in range(6)])
        if any(hand >> 2 * kind & 3 == 0 for kind in kinds_of(hand)):
            continue  # four of a kind are one too many
        for short in (1, 5, 9, 14, 20):
            laid = plan(hand, short)
            assert (laid != NO_PLAN) == (largest_payment(hand) >= short)
            assert laid == NO_PLAN or payable(laid) >= short


def payable(pile: int) -> int:
    """The most that laying all cards of a pile can be worth, if it is legal at all."""
    cards = kinds_of(pile)
    best = 0
    for size in range(len(cards) + 1):
        for chosen in combinations(cards, size):
            best = max(best, largest_payment(pile_of(list(chosen))))
    return best


@pytest.mark.parametrize("kind", range(0, KINDS, 7))
def test_a_palazzo_is_summed_up_rightly(kind: int) -> None:
    packed = summary(floor_bits(kind))
    assert packed & 255 == 1
    assert packed >> 8 & 255 == 1 + kind % 3
    assert packed >> 16 == 1 << 4 * (kind % 9 // 3)
    assert top_of(floor_bits(kind)) == 1 + kind // 9


def test_a_single_tile_promises_something_early_and_costs_five_in_the_end() -> None:
    tile = floor_bits(0)
    assert worth().of_palazzo(tile, EARLY) > 0 > worth().of_palazzo(tile, LATE)
    assert worth().of_palazzo(0, EARLY) == 0


def test_money_is_worth_the_more_the_longer_the_game_goes_on() -> None:
    hand = money_from(("florin 7", "florin 6"))
    assert worth().of_money(hand, EARLY) > worth().of_money(hand, LATE) > worth().of_money(0, LATE) == 0


def test_the_outlook_is_what_its_features_weigh() -> None:
    game = game_named("palazzo")
    state = game.deal(3, seeded(6), check_setup(game, 3, {}), None)
    rng = seeded(1)
    while reveals_left(state) > 12 and not state.over:
        legal = state.legal(state.actor)
        state.play(state.actor, legal[rng.randrange(len(legal))])
    weights = [0.01 * (at % 17) for at in range(len(by_hand()))]
    sample = vec[float]([0.0] * len(weights))
    for seat in range(3):
        features(state, seat, sample)
        total = float(state.score(seat)) + sum(weight * float(sample[at]) for at, weight in enumerate(weights))
        assert Evaluator(weights).of_seat(state, seat, reveals_left(state)) == pytest.approx(total)


def test_regression_finds_the_weights_that_made_the_samples() -> None:
    rng = seeded(3)
    regression = Regression(3)
    for _ in range(50):
        sample = [rng.randrange(9) / 4 for _ in range(3)]
        regression.add(vec[float](sample), 2 * sample[0] - 3 * sample[1] + 0.5 * sample[2])
    assert regression.solve(1e-9, [0.0] * 3) == pytest.approx([2, -3, 0.5])
    assert regression.solve(1e9, [1.0, 1.0, 1.0]) == pytest.approx([1, 1, 1], abs=0.01)


@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_weights_can_be_taught_by_play(name: str) -> None:
    game = game_named(name)
    weights = trained_weights(game, 2, 2, 1)
    assert len(weights) == len(config_for(name).by_hand())
    assert weights != config_for(name).by_hand()
    namespace: dict[str, dict[int, list[float]]] = {}
    exec(module_text({2: weights}, 2, 1), namespace)
    assert namespace["TRAINED_WEIGHTS"][2] == pytest.approx(weights, rel=0.01)


def test_the_weights_that_come_along_fit_the_features() -> None:
    for game in all_games():
        config = config_for(game.name)
        for weights in config.trained_weights.values():
            assert len(weights) == len(config.by_hand())


def test_greedy_builds_on_rather_than_beside() -> None:
    state: State = deal(2, seeded(1), game_stacks(), 0, False)
    judgement = config_for("palazzo").plain()
    state.erect(0, 0, floor_bits(0))  # brick 1 1
    state.phase = 8
    state.placing = 9  # brick 2 1
    state.pending = 1 << 9
    step = judgement.policy(state, 0, seeded(1), 0.0)
    assert game_named("palazzo").actions.texts[step] == "put A"


def game_stacks() -> tuple[int, int, int]:
    from capomastro.games.palazzo.components import own_components

    return own_components().stacks


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_what_is_remembered_is_what_would_be_computed_again(game: AnyGame, patience: int) -> None:
    """The heuristic remembers gains and payments; one who has seen nothing of the game judges alike."""
    config = config_for(game.name)
    weights = config.by_hand()
    for seed in range(patience):
        state, rng = game.deal(2, seeded(seed), check_setup(game, 2, {}), None), seeded(seed)
        old = config.heuristic(weights)
        while not state.over:
            seat = state.to_act()[0]
            if state.actor == seat and rng.randrange(4) == 0:
                new = config.heuristic(weights)
                old.prepare(state, seat)  # a payment begun may go on with other cards of the same worth
                assert judged(old, state, seat) == judged(new, state, seat)
            state.play(seat, old.quick(state, seat, rng, 1.0))


def judged(heuristic: Heuristic, state: Position, seat: int) -> list[tuple[int, float]]:
    heuristic.judge(state, seat, False)
    return [(int(heuristic.steps[i]), float(heuristic.values[i])) for i in range(heuristic.count)]


def test_a_payment_begun_is_carried_through() -> None:
    planner = Planner(worth())
    hand = money_from(("florin 3", "florin 7", "ducat 6", "lira 4"))
    first = planner.next_step(hand, NO_CURRENCY, 10, EARLY, onward=False)
    laid = money_from(("florin 7",))
    assert first == first_step(laid)
    assert planner.next_step(hand - laid, 0, 3, EARLY, onward=False) == first_step(money_from(("florin 3",)))
    assert planner.rest == 0
