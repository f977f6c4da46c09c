"""What the page is checked against is what the server says today."""

from protocol_types import FILE, typescript


def test_the_types_of_the_page_are_those_of_the_protocol() -> None:
    assert FILE.read_text(encoding="utf-8") == typescript(), "run `make web-types` and look at the difference"
