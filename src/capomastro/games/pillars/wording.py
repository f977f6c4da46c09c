"""The things that a reason for a refusal names, in the reader's language."""

from capomastro.core.refusals import Things
from capomastro.games.pillars.terminal.speech import card_name, district_name, shape_name

THINGS: Things = {"card": card_name, "shape": shape_name, "district": district_name}
