"""The OpenAPI document, from the list of routes and the messages they speak."""

import re
from typing import Any

import msgspec

import capomastro
from capomastro.server.http.routes import ROUTES, Route
from capomastro.server.protocol.responses import Failure

PARAMETERS: dict[str, dict[str, Any]] = {
    "seat": {"type": "string", "pattern": "^(none|[0-9]{1,2})$"},
    "since": {"type": "integer", "minimum": 0, "maximum": 999_999},
    "step": {"type": "integer", "minimum": 0, "maximum": 999_999},
    "n": {"type": "integer", "minimum": 0, "maximum": 999_999},
    "game": {"type": "string", "maxLength": 40},
    "find": {"type": "string", "maxLength": 80},
    "status": {"type": "string", "maxLength": 8},
    "day": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
}
REFUSALS = {
    "400": "not understood",
    "401": "not the operator",
    "403": "not your seat, or another site",
    "404": "no such thing",
    "409": "things have changed, or not now",
    "413": "too large",
    "415": "not JSON",
    "422": "not legal",
    "429": "too many requests",
    "503": "the store is down",
}


def document() -> dict[str, Any]:
    messages = {route.answer for route in ROUTES if route.answer} | {route.body for route in ROUTES if route.body}
    kinds = sorted(messages | {Failure}, key=lambda kind: kind.__name__)
    schemas, components = msgspec.json.schema_components(
        kinds, schema_hook=raw_schema, ref_template="#/components/schemas/{name}"
    )
    by_kind = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Capomastro",
            "version": capomastro.__version__,
            "description": "The table protocol. Sockets are described in docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "device": {"type": "apiKey", "in": "cookie", "name": "device"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
        "security": [{}, {"device": []}, {"token": []}],
    }


def raw_schema(kind: Any) -> dict[str, Any]:
    if kind is msgspec.Raw:
        return {}
    raise NotImplementedError


def operation(route: Route, by_kind: dict[Any, Any]) -> dict[str, Any]:
    names = re.findall(r"{(\w+)}", route.path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    for name in route.query:
        required = name in ("step", "n")
        parameters.append({"name": name, "in": "query", "required": required, "schema": PARAMETERS[name]})
    good: dict[str, Any] = {"description": route.summary}
    if route.answer is None:
        good["content"] = {"application/x-ndjson": {"schema": {"type": "string"}}}
    else:
        good["content"] = {"application/json": {"schema": by_kind[route.answer]}}
    failure = {"application/json": {"schema": by_kind[Failure]}}
    answers = {str(route.status): good}
    answers |= {status: {"description": why, "content": failure} for status, why in REFUSALS.items()}
    found: dict[str, Any] = {"summary": route.summary, "parameters": parameters, "responses": answers}
    if route.body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": by_kind[route.body]}}}
    return found
