"""JSON as it goes over the wire."""

import msgspec
from msgspec import Raw

encode = msgspec.json.Encoder().encode
NULL = Raw(b"null")
EMPTY = Raw(b"[]")
