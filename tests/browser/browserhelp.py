"""What the browser tests have in common: making tables, reading what may be done, playing on."""

import random
from typing import Any

STEPS = "() => [...new Set([...document.querySelectorAll('[data-step]')].map((item) => item.dataset.step))]"
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
PREFERRED = ("done", "put ", "new", "build ", "reveal", "auction", "pass")


def api(page: Any, method: str, path: str, body: Any = None) -> Any:
    """A request with this page's cookies."""
    answer = page.context.request.fetch(path, method=method, data=body, fail_on_status_code=True)
    return answer.json()


def new_table(page: Any, game: str = "palazzo", bots: int = 1, people: int = 1, **wishes: Any) -> dict[str, Any]:
    """A table whose first seat is this page's; further people get links."""
    seats: list[dict[str, str]] = [{"kind": "me", "name": "Anna"}]
    seats += [{"kind": "link", "name": name} for name in ("Ben", "Cleo", "Dora")[: people - 1]]
    seats += [{"kind": "bot", "bot": "apprentice"}] * bots
    made: dict[str, Any] = api(page, "POST", "/api/tables", {"game": game, "seats": seats, **wishes})
    return made


def sit(page: Any, made: dict[str, Any]) -> None:
    page.goto(made["path"])
    page.wait_for_selector(".dock .prompt")


def update_of(page: Any, table: str, seat: int | str | None = None) -> dict[str, Any]:
    which = "" if seat is None else f"?seat={seat}"
    found: dict[str, Any] = api(page, "GET", f"/api/tables/{table}{which}")
    return found


def steps_of(page: Any) -> list[str]:
    found: list[str] = page.evaluate(STEPS)
    return found


def choose(steps: list[str], rng: random.Random) -> str:
    """A step that leads towards the end, but not always the same way."""
    if rng.random() < 0.25:
        return rng.choice(steps)
    for wanted in PREFERRED:
        fitting = [step for step in steps if step.startswith(wanted)]
        if fitting:
            return rng.choice(fitting)
    return rng.choice(steps)


def play_on(page: Any, table: str, until: Any, rng: random.Random, limit: int = 400) -> dict[str, Any]:
    """Plays this page's seats by requests, without the page, until `until(update)`."""
    for number in range(limit):
        update = update_of(page, table)
        if until(update) or update["status"] != "running":
            return update
        texts = [step["text"] for step in update["legal"]]
        if not texts:
            page.wait_for_timeout(20)
            continue
        body = {"seat": update["viewer"], "step": choose(texts, rng), "seen": update["seen"], "key": f"on-{number}-{rng.random()}"}
        api(page, "POST", f"/api/tables/{table}/steps", body)
    raise AssertionError("the match did not get there")


FINDINGS = """() => {
  const findings = [];
  const shown = (item) => item.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true });
  const where = (item) => `${item.tagName.toLowerCase()}.${item.getAttribute('class') ?? ''} ${(item.textContent ?? '').trim().slice(0, 40)}`;
  const named = (item) => {
    const label = item.getAttribute('aria-label') || item.getAttribute('title') || item.textContent.trim();
    const ids = item.getAttribute('aria-labelledby');
    if (label || (ids && ids.split(' ').every((id) => document.getElementById(id)))) return true;
    if (item.labels && item.labels.length) return true;
    return [...item.querySelectorAll('img[alt]')].some((image) => image.alt);
  };
  for (const item of document.querySelectorAll('button, a[href], input, select, textarea, [role=img], [role=tab], dialog, [role=group]')) {
    if (shown(item) && !named(item)) findings.push(`no name: ${where(item)}`);
  }
  const ids = new Set();
  for (const item of document.querySelectorAll('[id]')) {
    if (ids.has(item.id)) findings.push(`id twice: ${item.id}`);
    ids.add(item.id);
  }
  for (const item of document.querySelectorAll('[aria-controls], [aria-labelledby], label[for]')) {
    for (const name of ['aria-controls', 'aria-labelledby', 'for']) {
      for (const id of (item.getAttribute(name) ?? '').split(' ').filter(Boolean)) if (!document.getElementById(id)) findings.push(`${name} names nothing: ${id}`);
    }
  }
  for (const item of document.querySelectorAll('button button, a button, button a, a a')) findings.push(`nested: ${where(item)}`);
  for (const item of document.querySelectorAll('img:not([alt])')) findings.push(`no alt: ${item.src}`);
  for (const item of document.querySelectorAll('ul > :not(li), ol > :not(li)')) findings.push(`not a list item: ${where(item)}`);
  if (document.querySelectorAll('main').length !== 1) findings.push('not one main');
  if (document.querySelectorAll('h1').length !== 1) findings.push('not one h1');
  if (!document.documentElement.lang) findings.push('no language');
  const rgb = (text) => { const canvas = rgb.canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }); canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
  const over = (top, under) => top.slice(0, 3).map((value, i) => value * top[3] + under[i] * (1 - top[3]));
  const light = (colour) => { const [r, g, b] = colour.map((value) => { const part = value / 255; return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const behind = (item) => {
    const layers = [];
    for (let at = item; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== 'none' && !style.backgroundImage.startsWith('linear-gradient(90deg')) return null;
      const colour = rgb(style.backgroundColor);
      if (colour[3]) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reduceRight((under, layer) => over(layer, under), [255, 255, 255]);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const item = walker.currentNode.parentElement;
    if (!text || item.closest('svg, .spoken, .skip, option, noscript, [aria-disabled=true], :disabled') || !shown(item)) continue;
    const ground = behind(item);
    if (!ground) continue;
    const style = getComputedStyle(item);
    const ink = over(rgb(style.color), ground);
    const [high, low] = [light(ink), light(ground)].sort((a, b) => b - a);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && Number(style.fontWeight) >= 700);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < (large ? 3 : 4.5) - 0.02) findings.push(`contrast ${ratio.toFixed(2)}: ${where(item)}`);
  }
  return [...new Set(findings)];
}"""


def findings(page: Any) -> list[str]:
    """What is wrong for people who hear, or who see little."""
    found: list[str] = page.evaluate(FINDINGS)
    return found
