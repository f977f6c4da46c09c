"""The games of the catalogue as OpenSpiel sees them: decisions and chance, strings and tensors for each player."""

from typing import TYPE_CHECKING, Any, ClassVar

from capomastro.core.catalogue import all_games, registrations
from capomastro.core.chance import seeded
from capomastro.core.game import AnyGame, Option
from capomastro.core.laws import LONGEST_GAME
from capomastro.research.extras import required
from capomastro.research.openspiel.observers import SpielObserver
from capomastro.research.tree import CHANCE, OVER, Tree

if TYPE_CHECKING:
    import pyspiel
else:
    pyspiel = required("pyspiel", "openspiel")

PLAYERS = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}
MOST_CHANCE = 8 * LONGEST_GAME
"""More draws than the longest game has; OpenSpiel wants a bound."""


def spiel_name(game: AnyGame) -> str:
    """By which `pyspiel.load_game` knows it."""
    return f"capomastro_{game.name}"


def register() -> None:
    """Makes all games known to OpenSpiel."""
    known = set(pyspiel.registered_names())
    for game in all_games():
        if spiel_name(game) not in known:
            pyspiel.register_game(type_of(game), type(spiel_name(game), (SpielGame,), {"rules": game}))


def type_of(game: AnyGame) -> Any:
    kinds = pyspiel.GameType
    defaults = {option.name: spelled(option, option.choices[0]) for option in game.options}
    has_tensor = registrations()[game.name].observation is not None
    return kinds(
        short_name=spiel_name(game),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seat_counts[-1],
        min_num_players=game.seat_counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=has_tensor,
        provides_observation_string=True,
        provides_observation_tensor=has_tensor,
        provides_factored_observation_string=True,
        parameter_specification={"players": game.seat_counts[0], **defaults},
    )


def spelled(option: Option, choice: str) -> str:
    """A choice as a parameter: `seat2` for `2`, since OpenSpiel would take that for a number."""
    text = isinstance(pyspiel.game_parameters_from_string(f"game(choice={choice})")["choice"], str)
    return choice if text else f"{'seat' if option.names_seat else 'is'}{choice}"


def chosen_options(game: AnyGame, params: dict[str, Any]) -> dict[str, str]:
    """The game's options among the parameters."""
    named = {option.name: {spelled(option, choice): choice for choice in option.choices} for option in game.options}
    return {name: choices.get(params[name], params[name]) for name, choices in named.items() if name in params}


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One game with a number of players and options.

    Each of ours is a class of its own: OpenSpiel holds what makes a game beyond the end of Python, which only a class
    bears.
    """

    rules: ClassVar[AnyGame]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, chosen = self.rules, dict(params or {})
        seats = int(chosen.get("players", game.seat_counts[0]))
        self.tree = Tree(game.name, seats, chosen_options(game, chosen))
        chosen |= {option.name: spelled(option, self.tree.options[option.name]) for option in game.options}
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.actions),
            max_chance_outcomes=self.tree.most_outcomes,
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(type_of(game), info, chosen)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded_game, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_CHANCE

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        if params:
            raise ValueError(f"observations have no parameters; these were given: {params}")
        return SpielObserver(self.tree, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def loaded_game(text: str) -> SpielGame:
    """The game that this text describes, for unpickling."""
    register()
    game: SpielGame = pyspiel.load_game(text)
    return game


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A node of the tree. Clones share it, for nodes never change."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = game.tree.root

    def current_player(self) -> int:
        actor = self.node.actor
        return actor if actor >= 0 else PLAYERS[actor]

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.node.outcomes
        return [(outcome, 1 / outcomes) for outcome in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        game, asked = self.node.tree.game, self.node.question
        if player == pyspiel.PlayerId.CHANCE and asked is not None:
            return f"{game.streams[asked.stream]}: {action} of {asked.outcomes}"
        return game.actions.texts[action]

    def is_terminal(self) -> bool:
        return self.node.actor == OVER

    def returns(self) -> list[float]:
        return self.node.returns()

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state that looks the same to this player; `sampler` gives numbers from 0 to 1.

        It begins a history of its own, because nobody but the true state knows which one it is.
        """
        state: SpielState = self.get_game().new_initial_state()
        state.node = self.node.resampled(player, seeded(int(sampler() * 2**53)))
        return state

    def __str__(self) -> str:
        """Everything that decides how the game goes on."""
        return self.node.written()
