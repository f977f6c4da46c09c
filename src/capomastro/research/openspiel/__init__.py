"""All games as Python games of OpenSpiel, with explicit chance: `pyspiel.load_game("capomastro_NAME(players=3)")`.

Importing this package registers them. It needs `pip install 'capomastro[openspiel]'`.
"""

from capomastro.research.openspiel.games import SpielGame, SpielState, register, spiel_name
from capomastro.research.openspiel.observers import SpielObserver

__all__ = ["SpielGame", "SpielObserver", "SpielState", "register", "spiel_name"]

register()
