"""Writes the pictures that links to finished matches show, `web/games/NAME/poster.png`, from the games' own posters.

Run with `make posters` after a poster has changed; look at them before you commit. Whoever posts a link to a match is
shown this picture: no service that shows links draws SVG, and the server draws no PNG.
"""

import base64
from pathlib import Path
from typing import Any

from chromium import own_page

WEB = Path(__file__).parents[2] / "src" / "capomastro" / "web"
DRAWN = """async (game) => {
  const { poster } = await import(`/games/${game}/poster.js`);
  const svg = poster(game);
  const size = { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 470 247', width: 800, height: 420 };
  for (const [name, value] of Object.entries(size)) svg.setAttribute(name, value);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 420 });
  canvas.getContext('2d').drawImage(image, 0, 0, 800, 420);
  return canvas.toDataURL('image/png').split(',')[1];
}"""


def write_all(page: Any) -> None:
    page.goto("/")
    for game in page.request.get("/api/games").json()["games"]:
        if game["page"]:
            file = WEB / "games" / game["name"] / "poster.png"
            file.write_bytes(base64.b64decode(page.evaluate(DRAWN, game["name"])))
            print(f"{file.relative_to(WEB)}: {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    with own_page() as page:
        write_all(page)
