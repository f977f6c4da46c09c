"""Environments, data and adapters for those who study the games or teach machines to play them.

`BatchEnv` plays many games in one call and shows them as numpy arrays; see docs/research/README.md. Nothing here is
loaded before it is asked for: numpy and the frameworks are extras.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from capomastro.core.observation import Field, observation_of
from capomastro.research.extras import MissingExtra

if TYPE_CHECKING:
    from capomastro.research.batch_env import BatchEnv
    from capomastro.research.dataset import SelfPlay
    from capomastro.research.gymnasium_env import SeatVectorEnv
    from capomastro.research.observing import observe

__all__ = ["BatchEnv", "Field", "MissingExtra", "SeatVectorEnv", "SelfPlay", "observation_of", "observe"]

MODULES = {"BatchEnv": "batch_env", "SeatVectorEnv": "gymnasium_env", "SelfPlay": "dataset", "observe": "observing"}


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{MODULES[name]}"), name)
