"""Events in sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from capomastro.core.game import Event
from capomastro.core.refusals import as_sentence

OTHER_SEATS = ("from", "to", "other")
"""Facts of these names are seats, counted from 1 as in the notation."""


def sentence(sentences: Mapping[str, str], event: Event, names: Sequence[str]) -> str:
    """What happened, in English."""
    facts = {name: _shown(value) for name, value in event.facts.items()}
    for name in OTHER_SEATS:
        if isinstance(event.facts.get(name), int):
            facts[name] = names[event.facts[name] - 1]
    if event.seat is not None:
        facts["seat"] = names[event.seat]
    return as_sentence(sentences[event.kind].format(**facts))


def _shown(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(str(item) for item in value) or "nothing"
    return str(value)
