"""The fields of an object, whether its class is compiled or not: for laws, for pickling and for copies.

A compiled class has no `__dict__`, and a `vec` can be neither pickled nor copied. Both are handled here, once.
"""

from typing import Any, NamedTuple, TypeVar

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

T = TypeVar("T")
VEC_KINDS: dict[str, Any] = {kind.__name__: kind for kind in (vec[i64], vec[i32], vec[u8], vec[float])}


class Packed(NamedTuple):
    """A `vec` as something that can be pickled."""

    kind: str
    items: tuple[Any, ...]


def fields(thing: object) -> dict[str, Any]:
    """All fields by name, in the order in which the class sets them."""
    compiled = getattr(type(thing), "__mypyc_attrs__", None)
    names = vars(thing) if compiled is None else compiled
    return {name: getattr(thing, name) for name in names}


def packed(thing: object) -> dict[str, Any]:
    """The same with every `vec` packed."""
    found = fields(thing)
    for name, value in found.items():
        kind = type(value).__name__
        if kind in VEC_KINDS:
            found[name] = Packed(kind, tuple(value))
    return found


def restored(kind: type[T], arguments: tuple[Any, ...], values: dict[str, Any]) -> T:
    """An object of this class with these packed fields."""
    made = kind(*arguments)
    for name, value in values.items():
        setattr(made, name, VEC_KINDS[value.kind](value.items) if isinstance(value, Packed) else value)
    return made
