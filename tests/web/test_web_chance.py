"""The page draws every card of a match again by itself, and comes to the same; whatever was changed, it notices."""

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from in_node import GAMES, needs_node, said_by
from msgspec import to_builtins
from msgspec.structs import replace

from capomastro.core.catalogue import game_named
from capomastro.core.deal import Deal, Share, share_commitment
from capomastro.core.match import Match, new_setup
from capomastro.core.matchfile import written
from capomastro.server.table.log import MatchLog
from capomastro.server.table.rendering import seen_by_all


def own_box(game: str) -> str:
    """Two names are exchanged: in Palazzo two equal tiles come to lie in one stack, where their order matters."""
    files = game_named(game).component_files
    assert files is not None
    one, other = ('"brick 1 2"', '"brick 3 1"') if game == "palazzo" else ('"councillor 4"', '"councillor 8"')
    before, middle, after = files.text(1).partition("\nII = [" if game == "palazzo" else "\n4 = [")
    return before.replace(one, other) + middle + after.replace(other, one)


def dealt(game: str, number: int) -> Match:
    """A match at random, with rewinds and steps taken back; dealt by two devices, or from the secret alone."""
    rng = Random(f"{game} {number}")
    rules = game_named(game)
    seats = rules.seat_counts[number % len(rules.seat_counts)]
    first = "random" if number % 2 else str(rng.randrange(seats) + 1)
    box = own_box(game) if number % 3 == 2 else None
    setup = new_setup(game, seats, {"first": first}, seed=rng.randbytes(32).hex(), components=box)
    if number % 4 < 3:
        nonces = [rng.randbytes(32).hex() for _ in range(2)]
        shares = tuple(Share((seat,), share_commitment(nonce), nonce) for seat, nonce in enumerate(nonces))
        setup = replace(setup, deal=Deal("Zk3v9QmA1xPb", 1, setup.components_hash, setup.options, shares))
    match, rewinds = Match(setup), 0
    while not match.state.over:
        seat = rng.choice(match.state.to_act())
        match.act(seat, rng.choice(match.state.legal(seat)))
        if match.undoable(seat) and rng.random() < 0.1:
            match.undo(seat)
        if rewinds < number % 4 and len(match.entries) >= 30 * (rewinds + 1):
            rewinds += 1
            match = match.rewound(len(match.entries) - rng.randrange(20), rewinds)
    return match


def told(match: Match) -> dict[str, Any]:
    """What a server tells of it, with all cards open."""
    again = MatchLog(match.setup, 0)
    rendered = seen_by_all(again)
    view = json.loads(bytes(rendered.view)) | {"components": json.loads(bytes(rendered.components))}
    events = []
    for step, entry in enumerate(match.entries, 1):
        for event in again.match.follow(entry):
            events.append({"n": step, "kind": event.kind, "seat": event.seat, "facts": to_builtins(event.facts)})
    return {"text": written(match), "view": view, "events": events}


@cache
def matches(game: str) -> list[tuple[Match, dict[str, Any]]]:
    return [(match, told(match)) for match in (dealt(game, number) for number in range(10))]


def followed(game: str, asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = said_by("chance.mjs", f"{game}/chance.js", asked)
    return found


@needs_node
@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_the_page_draws_every_card_again_rewinds_and_all(game: str) -> None:
    found = followed(game, [one for _, one in matches(game)])
    for number, ((match, _), one) in enumerate(zip(matches(game), found, strict=True)):
        assert (one["seed"], one["whole"], one["steps"]) == (match.setup.dealt().hex(), True, len(match.entries))
        assert one["wrong"] is None, number
        assert one["openings"] == one["seen"], number
        assert one["draws"] == match.state.chance.draws, number
    assert any(entry.rewind for match, _ in matches(game) for entry in match.entries)


CHANGED = {
    "palazzo": {"money shown": "cards", "tile stored": "tile", "tile quarried": "tile"},
    "pillars": {"took": "top", "drew card": "card"},
}


def forged(events: list[Any], kind: str, fact: str) -> tuple[int, list[Any]] | None:
    """The same events, but the first of this kind tells what came later; and at which step that is."""
    places = [place for place, event in enumerate(events) if event["kind"] == kind]
    for place in places[1:]:
        first = events[places[0]]
        later = events[place]["facts"][fact]
        if later != first["facts"][fact]:
            changed = first | {"facts": first["facts"] | {fact: later}}
            return first["n"], [*events[: places[0]], changed, *events[places[0] + 1 :]]
    return None


@needs_node
@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_a_card_that_did_not_come_by_chance_is_found(game: str) -> None:
    asked, right = [], []
    for _, one in matches(game):
        for kind, fact in CHANGED[game].items():
            if found := forged(one["events"], kind, fact):
                asked.append(one | {"events": found[1]})
                right.append(found[0])
    assert len(right) > 10
    assert [one["wrong"] for one in followed(game, asked)] == right


@needs_node
@pytest.mark.parametrize("game", ["palazzo", "pillars"])
def test_another_secret_or_nonce_would_have_dealt_other_cards(game: str) -> None:
    asked = []
    for match, one in matches(game):
        deal = match.setup.deal
        secrets = [str(match.setup.seed), *(share.nonce for share in (deal.shares if deal else ()))]
        asked += [one | {"text": one["text"].replace(secret, "5e" * 32)} for secret in secrets]
    for found in followed(game, asked):
        assert not found["whole"]
        assert found["openings"] != found["seen"]


def test_both_drawings_know_the_rules_of_today() -> None:
    for game in ("palazzo", "pillars"):
        text = (GAMES / game / "chance.js").read_text(encoding="utf-8")
        assert f"export const rules = [{game_named(game).rules_version}];" in text
