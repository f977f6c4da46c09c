"""The reveal of Pillars: cards large in the middle, turned together, then carried out one by one."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import api, hold_time, new_table, play_on, sit, update_of

Person = Callable[..., Any]
CARDS = """() => [...document.querySelectorAll('.pl-theatre .pl-actor')].map((actor) => {
  const turn = actor.querySelector('.pl-turning').getAnimations()[0]?.effect.getTiming();
  const carry = actor.getAnimations()[0]?.effect.getTiming();
  const card = actor.querySelector('.pl-side-face .card');
  const { left, right, top, bottom } = actor.getBoundingClientRect();
  const [wide, x, y] = [card.offsetWidth, (left + right) / 2, (top + bottom) / 2];
  return { wide, room: actor.offsetWidth, x, y, turn: [turn?.delay, turn?.duration], carry: carry?.delay };
})"""
WATCH = f"""() => {{
  window.stages = 0;
  const small = () => document.querySelector('.player .played').getBoundingClientRect().width;
  const told = () => document.querySelector('.log')?.textContent ?? '';
  const count = (node) => {{
    if (!node.classList?.contains('pl-theatre')) return;
    window.stages += 1;
    window.stage ??= {{ cards: ({CARDS})(), told: told(), small: small() }};
  }};
  const watch = new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(count)));
  watch.observe(document.body, {{ childList: true, subtree: true }});
}}"""
"""Counts the stages, and looks at the first in the very moment in which it is there."""


def last_choice(person: Person, name: str = "Ben", **wishes: Any) -> tuple[Any, Callable[[], None]]:
    """Anna has chosen and looks on; the function returned lets Ben choose, so that all cards are turned up."""
    anna, ben = person(**wishes), person()
    made = new_table(anna, "pillars", bots=0, people=2)
    table = made["table"]
    api(ben, "POST", f"/api/tables/{table}/claim", {"token": made["links"][1]["token"], "name": name})
    rng = random.Random(1)

    def only_ben(update: dict[str, Any]) -> bool:
        return update["view"]["phase"] == "choosing" and bool(update["view"]["waiting"] == [1])

    for _ in range(4):
        for page, stop in ((anna, only_ben), (ben, lambda now: now["view"]["phase"] == "choosing")):
            play_on(page, table, lambda now, stop=stop: stop(now) or not now["legal"], rng, 60)
    assert only_ben(update_of(anna, table))
    sit(anna, made)
    anna.wait_for_selector(".pl .lagoon")
    anna.evaluate(WATCH)

    def reveal() -> None:
        update = update_of(ben, table)
        step = next(step for step in update["legal"] if step.startswith("choose "))
        body = {"seat": 1, "step": step, "seen": update["seen"], "key": "the-last-one"}
        api(ben, "POST", f"/api/tables/{table}/steps", body)

    return anna, reveal


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_cards_are_turned_up_large_in_the_middle_and_carried_out_one_by_one(
    person: Person, width: int, height: int
) -> None:
    anna, reveal = last_choice(person, width=width, height=height, reduced_motion="no-preference")
    reveal()
    stage = anna.wait_for_function("() => window.stage").json_value()
    cards = stage["cards"]
    assert "Ben plays" not in stage["told"], "the log waits until the cards are turned"
    assert len(cards) == 2
    assert all(card["wide"] > 1.9 * stage["small"] for card in cards)
    assert all(height / 4 < card["y"] < height * 3 / 4 for card in cards)
    assert len({tuple(card["turn"]) for card in cards}) == 1, "turned together"
    assert cards[0]["carry"] < cards[1]["carry"], "carried out one by one"
    anna.wait_for_selector(".pl-theatre", state="detached")
    assert anna.locator(".awaited").count() == 0
    assert anna.locator('.player .played .card[class*="role-"]').count() == 2
    anna.wait_for_function("() => document.querySelector('.log').textContent.includes('Ben plays')")


def test_a_players_long_name_does_not_widen_the_card(person: Person) -> None:
    anna, reveal = last_choice(person, "Bartholomew 1", width=360, height=740, reduced_motion="no-preference")
    reveal()
    stage = anna.wait_for_function("() => window.stage").json_value()
    assert all(card["wide"] <= card["room"] for card in stage["cards"])


def test_on_a_phone_the_name_of_a_bot_is_not_cut_short(person: Person) -> None:
    anna, reveal = last_choice(person, "Novice 3", width=360, height=740, reduced_motion="no-preference")
    hold_time(anna)
    reveal()
    anna.wait_for_selector(".pl-theatre .pl-actor")
    stems = anna.locator(".pl-theatre .cut-name > :first-child")
    cut = stems.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length")
    assert (stems.count(), cut) == (2, 0)


def test_a_tap_ends_the_theatre(person: Person) -> None:
    anna, reveal = last_choice(person, reduced_motion="no-preference")
    anna.evaluate("localStorage.setItem('capomastro', JSON.stringify({ pace: 'slow' }))")
    anna.reload()
    anna.wait_for_selector(".pl .lagoon")
    hold_time(anna)
    reveal()
    anna.wait_for_selector(".pl-theatre .pl-actor")
    anna.locator(".pl-theatre").click(position={"x": 20, "y": 300})
    assert anna.locator(".pl-theatre, .awaited").count() == 0


def test_nothing_moves_where_motion_is_unwanted(person: Person) -> None:
    anna, reveal = last_choice(person)
    reveal()
    anna.wait_for_selector('.player[data-seat="1"] .played [class*="role-"]')
    anna.wait_for_timeout(200)
    assert anna.evaluate("window.stages") == 0
    assert anna.evaluate("document.getAnimations().length") == 0
