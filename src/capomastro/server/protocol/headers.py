"""The headers that a request to a table is judged by."""

from collections.abc import Mapping, Sequence

NAMES = ("authorization", "content-type", "cookie", "host", "origin", "prefer", "sec-fetch-site", "user-agent")
"""A browser sends twice as many."""
READ = {name.encode(): name for name in NAMES}


def headers_read(raw: Sequence[tuple[bytes, bytes]]) -> dict[str, str]:
    """Those that are looked at, some of them several times; of repeated ones the first counts."""
    found: dict[str, str] = {}
    for name, value in raw:
        known = READ.get(name)
        if known is not None and known not in found:
            found[known] = value.decode("latin-1")
    return found


def says_json(headers: Mapping[str, str]) -> bool:
    kind = headers.get("content-type", "")
    return kind == "application/json" or kind.partition(";")[0].strip().lower() == "application/json"
