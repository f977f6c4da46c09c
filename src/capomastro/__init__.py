"""Capomastro: play, host and study Palazzo and The Pillars of Venice."""

from capomastro.core import chance as _chance

__version__ = "0.1.0"

compiled: bool = not _chance.__file__.endswith(".py")
"""Whether the rules run as compiled code or interpreted; the games are the same."""
