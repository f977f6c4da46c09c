"""All games that have a tensor as environments of PettingZoo, ids like `capomastro/NAME-v1`.

`env` makes an agent environment cycle, `parallel_env` one in which all agents act at once. Importing this package
registers them, so that `pettingzoo.make("aec", "capomastro/NAME-v1", seats=3)` works as well. It needs
`pip install 'capomastro[pettingzoo]'`.
"""

from typing import TYPE_CHECKING

from capomastro.core.catalogue import all_games, registrations
from capomastro.research.extras import required
from capomastro.research.pettingzoo.aec import TableEnv
from capomastro.research.pettingzoo.parallel import ParallelTableEnv
from capomastro.research.pettingzoo.table import env_id

if TYPE_CHECKING:
    import pettingzoo
else:
    pettingzoo = required("pettingzoo", "pettingzoo")

__all__ = ["ParallelTableEnv", "TableEnv", "env", "env_id", "parallel_env", "register"]

env, parallel_env = TableEnv, ParallelTableEnv


def register() -> None:
    """Makes all games known to PettingZoo."""
    for game in all_games():
        if registrations()[game.name].observation is None:
            continue
        if env_id(game) not in pettingzoo.aec_registry:
            pettingzoo.register("aec", env_id(game), TableEnv, kwargs={"game": game.name})
            pettingzoo.register("parallel", env_id(game), ParallelTableEnv, kwargs={"game": game.name})


register()
