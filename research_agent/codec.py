"""Domain values to JSON and back: for the graph's state, the journal and the run folder.

One pair of functions for every frozen dataclass of ``domain``; pydantic does the work, so a
value that does not fit its type is refused when it is read, not when it is used.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def dump(value: Any) -> Any:
    """The value as JSON primitives (dates and enums become strings, tuples become lists)."""
    return _adapter(type(value)).dump_python(value, mode="json")  # type: ignore[arg-type]


def load(kind: type[T], data: Any) -> T:
    """The value of type ``kind`` that ``dump`` wrote as ``data``.

    Raises:
        pydantic.ValidationError: the data do not fit the type.
    """
    return _adapter(kind).validate_python(data, strict=False)  # type: ignore[arg-type, no-any-return]
