"""Palazzo's table when much lies on it: my palazzi in sight while I bid or buy, and what tiles would bring."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import api, new_table, sit, update_of

Person = Callable[..., Any]
DESKTOPS = [(1366, 768), (1440, 900)]


def rich_builder(person: Person, phase: str) -> tuple[Any, dict[str, Any]]:
    """Anna has 18 cards and 5 palazzi, and is to buy or to bid; Ben, whom only requests move, has let her."""
    anna, ben = person(1366, 768), person()
    for seed in range(40):
        made = new_table(anna, "palazzo", bots=0, people=2, options={"first": "1"})
        api(ben, "POST", f"/api/tables/{made['table']}/claim", {"token": made["links"][1]["token"], "name": "Ben"})
        if gets_rich((anna, ben), made["table"], phase, random.Random(seed)):
            return anna, made
    raise AssertionError("Anna did not get rich")


def gets_rich(pages: tuple[Any, Any], table: str, phase: str, rng: random.Random) -> bool:
    for number in range(600):
        for seat, page in enumerate(pages):
            update = update_of(page, table)
            if update["status"] == "over":
                return False
            if not update["legal"]:
                continue
            me = update["view"]["seats"][0]
            built = len(me["palazzi"]) >= 5 and sum(map(len, me["palazzi"].values())) >= 11
            if seat == 0 and built and me["cards"] >= 18 and update["view"]["phase"] == phase:
                return bool(me["cards"] <= 21 and len(me["palazzi"]) == 5)  # what is promised: 18 cards, 5 palazzi
            step = wanted(update, seat, built, rng)
            body = {"seat": seat, "step": step, "seen": update["seen"], "key": f"rich-{number}-{seat}"}
            api(page, "POST", f"/api/tables/{table}/steps", body)
    return False


def wanted(update: dict[str, Any], seat: int, built: bool, rng: random.Random) -> str:
    """Ben takes money and passes, until Anna has built and saved enough; she auctions cheaply, builds, then saves."""
    legal: list[str] = update["legal"]
    me = update["view"]["seats"][0]
    rich = built and me["cards"] >= 18
    if seat == 1:
        habits = ("done", "lay ", "bid", "pick ", "reveal", "auction") if rich else ("pass", "pick ", "take", "box")
    else:
        place = ("new",) if len(me["palazzi"]) < 5 else ("put ", "box")
        buys = ("buy ",) if len(update["view"]["warehouse"]) > 5 else ()
        habits = (
            "done",
            "lay ",
            "pick ",
            "build ",
            *place,
            *buys,
            "auction",
            "pass",
            "reveal" if rich or not built else "take",
        )
    for habit in habits:
        fitting = [step for step in legal if step.startswith(habit)]
        if fitting:
            return rng.choice(fitting)
    return rng.choice(legal)


HIDDEN_PALAZZI = """() => {
  const top = document.querySelector('.dock').getBoundingClientRect().bottom;
  const hidden = (box) => box.top < top || box.bottom > innerHeight;
  return [...document.querySelectorAll('.pz-mine .pz-building, .pz-mine .pz-sign')]
    .filter((part) => hidden(part.getBoundingClientRect())).length;
}"""


@pytest.mark.parametrize("phase", ["market", "bidding"])
def test_my_palazzi_are_in_sight_and_the_lot_can_be_tried_on_them(person: Person, phase: str) -> None:
    anna, made = rich_builder(person, phase)
    for width, height in DESKTOPS:
        anna.set_viewport_size({"width": width, "height": height})
        sit(anna, made)
        assert anna.locator(".pz-mine .pz-palazzo").count() >= 5
        anna.wait_for_function(f"() => ({HIDDEN_PALAZZI})() === 0")
    what = anna.locator(".pz-warehouse [data-try]" if phase == "market" else ".pz-lot [data-try]").first
    assert anna.locator(".pz-mine .pz-ghost").count() == 0
    what.hover()
    assert anna.locator(".pz-mine .pz-ghost").count() >= 1
    assert anna.evaluate(HIDDEN_PALAZZI) == 0
    anna.locator(".bar .where").hover()
    assert anna.locator(".pz-mine .pz-ghost").count() == 0
    anna.keyboard.press("Tab")
    what.focus()
    assert anna.locator(".pz-mine .pz-trial").count() == 1
    anna.set_viewport_size({"width": 390, "height": 844})
    sit(anna, made)
    if phase == "bidding":
        anna.locator(".pz-lot [data-try]").first.click()
        assert anna.locator(".pz-mine .pz-ghost").count() >= 1, "a tap tries it on"


def test_what_can_be_done_is_folded_away_and_stays_so(person: Person) -> None:
    anna = person(1440, 900)
    made = new_table(anna, options={"first": "1"})
    sit(anna, made)
    assert anna.locator(".pz-choice").first.is_visible()
    anna.locator(".pz-choices summary").click()
    assert not anna.locator(".pz-choice").first.is_visible()
    sit(anna, made)
    assert anna.locator(".pz-choices").count() == 1
    assert not anna.locator(".pz-choice").first.is_visible()


TAGS = """async ([palazzi, tiles]) => {
  const { bestLot } = await import('/games/palazzo/worth.js');
  const { tagOf } = await import('/games/palazzo/trial.js');
  const { addWords, t } = await import('/i18n.js');
  await addWords('palazzo');
  return [tiles.map((tile) => tagOf({ t }, palazzi, tile).text), bestLot(palazzi, tiles).gain];
}"""


@pytest.mark.parametrize(
    ("palazzi", "tiles", "tags", "whole"),
    [
        # Two tiles that want the same floor: only one of them can have it.
        ({"A": ["brick 1 2", "brick 2 3"]}, ["brick 3 3", "brick 3 2"], ["A +11", "A +10"], 11),
        # Neither is worth much alone, together they complete a palazzo.
        ({"A": ["brick 1 2"]}, ["brick 2 3", "brick 3 3"], ["A +5", "A +5"], 16),
        # The rulebook's own: a floor that fits only between others brings its points after a rebuild.
        ({"A": ["brick 1 2", "brick 3 1"]}, ["brick 2 2"], ["A +8 after a rebuild"], 0),
        # Nothing to put it on: it would begin a palazzo, and as a lot it is worth no more than the box.
        ({"A": ["brick 1 2", "marble 5 1"]}, ["marble 1 1"], ["new −5"], 0),
    ],
)
def test_tags_tell_what_a_lot_is_worth(
    person: Person, palazzi: dict[str, list[str]], tiles: list[str], tags: list[str], whole: int
) -> None:
    anna = person()
    anna.goto("/")
    anna.wait_for_selector(".game-card")
    assert anna.evaluate(TAGS, [palazzi, tiles]) == [tags, whole]


@pytest.mark.parametrize(("language", "word"), [("en-GB", "below"), ("de-DE", "darunter"), ("nl-NL", "eronder")])
def test_how_many_districts_lie_below_does_not_read_as_points(person: Person, language: str, word: str) -> None:
    anna = person(language=language)
    sit(anna, new_table(anna, "pillars"))
    below = anna.locator(".stack .below").evaluate_all("(all) => all.map((one) => one.dataset.text)")
    assert len(below) == 5
    assert all(word in text and "+" not in text for text in below)
