"""Reading a component file: TOML that anybody may send, so it is measured before it is parsed.

The parser takes time that grows with the square of a dotted key, and recurses into every bracket. A file that describes
a box needs neither; what goes far beyond one is refused before the parser sees it.

The files that come with a game are numbered and kept for ever, for matches are dealt from them again.
"""

import hashlib
import re
import tomllib
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any

from capomastro.core.errors import BadSetup, Unplayable

MOST_SIGNS = 60_000
LONGEST_LINE = 1_000
LONGEST_WORD = 60  # a bare key or a number
DEEPEST = 8  # brackets within brackets
MOST_DOTS = 8  # in the bare keys of one line
MOST_KEYS = 500

# Comments and strings, closed or not, and up to two quotes more than close a string of several lines. What stands in
# them is of no weight to the parser. Everything is possessive: no sign is looked at twice.
QUIET = re.compile(
    r"#[^\n]*+"
    r'|"""(?:[^\\"]|\\[\s\S]?+|"(?!""))*+(?:"{3,5}+)?+'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}+)?+"
    r'|"(?:[^\\"\n]|\\[^\n]?+)*+"?+'
    r"|'[^'\n]*+'?+"
)
POSITION = re.compile(r"\(at line (\d+), column (\d+)\)")  # in what the parser says
LONG_WORD = re.compile(rf"[0-9A-Za-z_+-]{{{LONGEST_WORD + 1}}}")


class ComponentFiles:
    """The component files that come with a game, `components/NAME-1.toml` and on; the newest is dealt from."""

    def __init__(self, package: str, name: str) -> None:
        self.package = package
        self.name = name
        self.text = cache(self._text)

    @cached_property
    def newest(self) -> int:
        numbers = [path.name.removeprefix(f"{self.name}-") for path in self._folder().iterdir()]
        return max(int(number.removesuffix(".toml")) for number in numbers if number.endswith(".toml"))

    def _folder(self) -> Any:
        return files(self.package).joinpath("components")

    def _text(self, number: int) -> str:
        """What the file of this number says. Lines end the same way wherever it was checked out."""
        try:
            text: str = self._folder().joinpath(f"{self.name}-{number}.toml").read_text(encoding="utf-8")
        except FileNotFoundError:
            raise Unplayable("components", "file.not-kept", file=f"{self.name}-{number}") from None
        return text


@lru_cache(maxsize=64)  # anybody may bring a file of their own
def hash_of(text: str) -> str:
    """What names a component file for ever."""
    return hashlib.sha256(text.encode()).hexdigest()


def parsed(text: str) -> dict[str, Any]:
    """What a component file says. Raises `BadSetup` with the fault."""
    if len(text) > MOST_SIGNS:
        raise BadSetup("file.signs", signs=len(text), most=MOST_SIGNS)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise BadSetup("file.line", line=number, signs=len(line), most=LONGEST_LINE)
    measure(QUIET.sub(unspoken, text))
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        where = POSITION.search(str(error))
        if where is None:
            raise BadSetup("file.not-toml") from None
        raise BadSetup("file.not-toml-at", line=int(where[1]), column=int(where[2])) from None


def unspoken(found: re.Match[str]) -> str:
    """An empty string, and the lines that the string or comment went over."""
    return '""' + "\n" * found[0].count("\n")


def measure(text: str) -> None:
    """Refuses what no box needs, in a text without comments and strings."""
    depth = 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            raise BadSetup("file.dots", line=number, dots=line.count("."), most=MOST_DOTS)
        if LONG_WORD.search(line):
            raise BadSetup("file.word", line=number, most=LONGEST_WORD)
        for sign in line:
            if sign in "[{":
                depth += 1
                if depth > DEEPEST:
                    raise BadSetup("file.brackets", line=number, most=DEEPEST)
            elif sign in "]}" and depth:
                depth -= 1
    keys = text.count("=")
    if keys > MOST_KEYS:
        raise BadSetup("file.keys", keys=keys, most=MOST_KEYS)


def section(data: dict[str, Any], name: str) -> dict[str, Any]:
    """A table of the file."""
    found = data.get(name.rpartition(".")[2])
    if not isinstance(found, dict):
        raise BadSetup("file.section", section=name)
    return found


def shown(value: object) -> str:
    """A value of the file as a refusal quotes it, cut short where it is long; a dash if there is none."""
    text = "–" if value is None else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
