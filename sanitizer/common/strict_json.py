"""JSON whose objects tell each key once: of a repeated key a plain reader keeps the last value, and drops the others
without a word."""

import json
from typing import Any


class RepeatedKeyError(ValueError):
    """An object tells one key twice; the message names no key, for it may be private."""

    def __init__(self) -> None:
        super().__init__("an object has one key twice")


def loads(text: str | bytes) -> Any:
    """Return the value of a JSON text. Raises RepeatedKeyError, and what `json.loads` raises."""
    return json.loads(text, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    told = dict(pairs)
    if len(told) != len(pairs):
        raise RepeatedKeyError
    return told
