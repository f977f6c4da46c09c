"""Palazzo's table when much lies on it: my palazzi in sight while I bid or buy, and what tiles would bring."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from browserhelp import new_table, sit
from chromium import served
from laid_tables import lay_tables
from rich_builders import rich_match

Person = Callable[..., Any]
DESKTOPS = [(1366, 768), (1440, 900)]
LANGUAGES = ["en-GB", "de-DE", "nl-NL"]
TRIED = {"market": ".pz-warehouse [data-try]", "bidding": ".pz-lot [data-try]"}


class Deal(NamedTuple):
    """What a match is about when Anna has become rich in it, and from which shuffle it comes."""

    phase: str
    seats: int
    number: int
    storeys: int = 11


DEALS = [
    Deal("market", 3, 12),  # three quarries hold four tiles or more
    Deal("market", 2, 14, 16),  # eight palazzi, seven tiles in the warehouse
    Deal("market", 2, 33, 16),  # a quarry of nine tiles
    Deal("bidding", 2, 9),  # quarries of seven and five tiles
    Deal("bidding", 3, 28, 16),  # a palazzo of five storeys
    Deal("bidding", 4, 1),  # twenty cards, three others
]


DEVICE = "anna".ljust(22, "0")


@pytest.fixture(scope="module")
def rich_server(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a table for each deal, played until Anna, whose device that is, has to bid or to buy."""
    folder = tmp_path_factory.mktemp("rich")
    matches = {table_of(deal): rich_match(*deal) for deal in DEALS}
    lay_tables(str(folder / "tables.sqlite"), matches, [DEVICE])
    yield from served(folder)


def table_of(deal: Deal) -> str:
    return "".join(map(str, deal)).ljust(12, "x")


def sit_richly(person: Person, server: str, deal: Deal, language: str = "en-GB") -> Any:
    anna = person(1366, 768, language, base_url=server)
    anna.context.add_cookies([{"name": "device", "value": DEVICE, "url": server}])
    anna.goto(f"/t/{table_of(deal)}")
    anna.wait_for_selector(".pz-mine .pz-palazzo")
    return anna


HIDDEN_PALAZZI = """() => {
  const top = document.querySelector('.dock').getBoundingClientRect().bottom;
  const hidden = (box) => box.top < top || box.bottom > innerHeight;
  return [...document.querySelectorAll('.pz-mine .pz-building, .pz-mine .pz-sign')]
    .filter((part) => hidden(part.getBoundingClientRect())).length;
}"""


@pytest.mark.parametrize("deal", DEALS, ids=table_of)
def test_my_palazzi_are_in_sight_whatever_has_been_dealt(person: Person, rich_server: str, deal: Deal) -> None:
    for language in LANGUAGES:
        anna = sit_richly(person, rich_server, deal, language)
        assert anna.locator(".pz-mine .pz-palazzo").count() >= 5
        assert anna.locator(".pz-money .pz-card").count() >= 18
        for width, height in DESKTOPS:
            anna.set_viewport_size({"width": width, "height": height})
            anna.wait_for_function(f"() => ({HIDDEN_PALAZZI})() === 0")
            anna.locator(TRIED[deal.phase]).first.hover()
            anna.wait_for_function(f"() => ({HIDDEN_PALAZZI})() === 0")
            anna.locator(".bar .where").hover()


@pytest.mark.parametrize("phase", ["market", "bidding"])
def test_the_lot_can_be_tried_on_my_palazzi(person: Person, rich_server: str, phase: str) -> None:
    deal = next(deal for deal in DEALS if deal.phase == phase)
    anna = sit_richly(person, rich_server, deal)
    what = anna.locator(TRIED[phase]).first
    assert anna.locator(".pz-mine .pz-ghost").count() == 0
    what.hover()
    assert anna.locator(".pz-mine .pz-ghost").count() >= 1
    anna.locator(".bar .where").hover()
    assert anna.locator(".pz-mine .pz-ghost").count() == 0
    anna.keyboard.press("Tab")
    what.focus()
    assert anna.locator(".pz-mine .pz-trial").count() == 1
    if phase == "bidding":
        anna.set_viewport_size({"width": 390, "height": 844})
        anna.reload()
        anna.locator(TRIED[phase]).first.click()
        assert anna.locator(".pz-mine .pz-ghost").count() >= 1, "a tap tries it on"


def test_what_can_be_done_is_folded_away_and_stays_so(person: Person) -> None:
    anna = person(1440, 900)
    made = new_table(anna, options={"first": "1"})
    sit(anna, made)
    assert anna.locator(".pz-choice").first.is_visible()
    anna.locator(".pz-choices summary").click()
    assert not anna.locator(".pz-choice").first.is_visible()
    anna.wait_for_function("() => JSON.parse(localStorage.getItem('capomastro') ?? '{}').choices === 'folded'")
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
