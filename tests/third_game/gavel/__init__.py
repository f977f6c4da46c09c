"""Gavel: an auction of one card a round, for two to four players. The example of docs/adding-a-game.md."""

from capomastro.core.catalogue import Registration

REGISTRATION = Registration(name="gavel", game="gavel.game:GAVEL", words="gavel.words")
DRAWN = Registration(name="gavel", game="gavel.game:GAVEL", words="gavel.words", drawing="gavel:drawing")
"""The same with a drawing of its own; where `drawn` comes first on the path, its entry point names this one."""
