"""What others do can be followed: one step after another, as fast as the reader likes, the log beside the board."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from browserhelp import api, hold_time, new_table, play_on, sit, update_of

Person = Callable[..., Any]
LEFT = "() => Number(document.querySelector('.supply b').textContent)"
LOGGED = """() => {
  const lines = [...document.querySelectorAll('.log li > :last-child')].map((line) => line.textContent);
  return Number(/(\\d+) (?:is|are) left/.exec(lines.find((line) => / (?:is|are) left/.test(line)) ?? '')?.[1] ?? NaN);
}"""
SOCKETS = """
  window.heard = 0;
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(address) {
      super(address);
      const note = (event) => { window.heard = Math.max(window.heard, JSON.parse(event.data).seen ?? 0); };
      this.addEventListener('message', (event) => queueMicrotask(() => note(event)));
    }
  };
"""
WATCH_LOG = f"""() => {{
  window.ahead = 0;
  window.pictures = new Set();
  const look = () => {{
    const [told, shown] = [({LOGGED})(), ({LEFT})()];
    window.pictures.add(shown);
    if (told < shown) window.ahead += 1;
  }};
  new MutationObserver(look).observe(document.body, {{ childList: true, subtree: true, characterData: true }});
}}"""


Table = tuple[Any, Any, str]


def ben_sets_piles(person: Person, pace: str | None) -> Table:
    """Anna looks on, with the clock of her page in our hands; Ben, whom only requests move, has three piles to set."""
    anna, ben = person(reduced_motion="no-preference", has_touch=True), person()
    made = new_table(anna, "pillars", bots=0, people=2)
    link = next(link for link in made["links"] if link["seat"] == 1)
    api(ben, "POST", f"/api/tables/{made['table']}/claim", {"token": link["token"], "name": "Ben"})
    rng = random.Random(3)
    habits = ("choose pitch-dipper", "stay", "done", "pile ")

    def due(update: dict[str, Any]) -> bool:
        view = update["view"]
        return bool(view["phase"] == "piling" and view["actor"] == 1 and view["left"] >= 3)

    for _ in range(200):
        if due(update_of(anna, made["table"])):
            break
        for page in (anna, ben):
            play_on(page, made["table"], lambda update: due(update) or not update["legal"], rng, 200, habits)
    anna.add_init_script(SOCKETS)
    if pace:
        anna.add_init_script(f"localStorage.setItem('capomastro', JSON.stringify({{ pace: '{pace}' }}))")
    sit(anna, made)
    anna.wait_for_selector(".pl .lagoon")
    hold_time(anna)  # a jump far ahead would be a silence after which the page gives its socket up
    anna.evaluate(WATCH_LOG)
    return anna, ben, made["table"]


def at_one_go(anna: Any, ben: Any, table: str) -> int:
    """Ben sets all his piles before Anna's page can show the second; says how many are left."""
    update = play_on(ben, table, lambda update: update["view"]["phase"] != "piling", random.Random(2), 20, ("pile ",))
    anna.wait_for_function("(seen) => window.heard >= seen", arg=update_of(anna, table)["seen"], polling=20)
    return int(update["view"]["pile_supply"])


def test_the_log_never_runs_ahead_of_the_board(person: Person) -> None:
    anna, ben, table = ben_sets_piles(person, "fast")
    left = at_one_go(anna, ben, table)
    for _ in range(30):
        anna.clock.run_for(400)
    assert anna.evaluate(LEFT) == left
    assert anna.evaluate("window.ahead") == 0
    assert anna.evaluate("window.pictures.size") > 2, "one step after another"


@pytest.mark.parametrize(("pace", "milliseconds"), [("slow", 1700), (None, 850), ("fast", 350)])
def test_others_steps_wait_for_each_other_as_long_as_the_reader_likes(
    person: Person, pace: str | None, milliseconds: int
) -> None:
    anna, ben, table = ben_sets_piles(person, pace)
    left = at_one_go(anna, ben, table)
    shown = anna.evaluate(LEFT)
    assert shown >= left + 2
    anna.clock.run_for(milliseconds - 10)
    assert anna.evaluate(LEFT) == shown, "not yet"
    anna.clock.run_for(20)
    assert anna.evaluate(LEFT) == shown - 1
    while shown > left:  # another step of the same kind waits for half as long
        assert anna.evaluate(LEFT) == shown - 1
        anna.clock.run_for(milliseconds // 2 + 1)
        shown -= 1


def test_steps_can_be_shown_at_once(person: Person) -> None:
    anna, ben, table = ben_sets_piles(person, "at once")
    left = at_one_go(anna, ben, table)
    anna.clock.run_for(20)  # what comes within a frame is drawn once
    assert anna.evaluate(LEFT) == left


@pytest.mark.parametrize("how", ["tap", "key", "button"])
def test_a_tap_or_a_key_skips_to_now(person: Person, how: str) -> None:
    anna, ben, table = ben_sets_piles(person, "slow")
    left = at_one_go(anna, ben, table)
    assert anna.evaluate(LEFT) != left
    if how == "tap":
        anna.locator('[data-cell="B2"]').tap()
    elif how == "key":
        anna.locator('[data-cell="B2"]').focus()
        anna.keyboard.press("Escape")
    else:
        anna.get_by_role("button", name="Skip to now").click()
    assert anna.evaluate(LEFT) == left
    assert not anna.locator(".skip-rest:visible").count()


def test_the_pace_is_a_setting(person: Person) -> None:
    anna = person(reduced_motion="no-preference")
    anna.goto("/")
    anna.get_by_role("button", name="Settings").click()
    pick = anna.get_by_label("Pace of others' moves")
    assert pick.input_value() == "normal"
    assert pick.locator("option").all_inner_texts() == ["Slow", "Normal", "Fast", "At once"]
    pick.select_option("slow")
    anna.reload()
    anna.get_by_role("button", name="Settings").click()
    assert pick.input_value() == "slow"
