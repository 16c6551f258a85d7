"""Says which private words a process still holds after its sanitizer is gone: run by test_forgotten.py."""

import gc
from typing import Any

from sanitizer.text.parse import load


def held(canary: str, *own: object) -> list[str]:
    """Return where a string that holds the canary is still reachable from what the garbage collector sees, `own`
    objects of the test apart, and the words of the model's vocabulary that hold it."""
    gc.collect()
    apart = {id(one) for one in own}
    found = []
    seen: set[int] = set()
    for container in gc.get_objects():
        waiting: list[Any] = [container]
        while waiting:
            one = waiting.pop()
            if id(one) in apart:
                continue
            for inner in gc.get_referents(one):
                if isinstance(inner, str):
                    if canary in inner.casefold():
                        found.append(f"{type(container).__name__} > {type(one).__name__}: {inner[:40]}")
                elif not gc.is_tracked(inner) and id(inner) not in seen and type(inner) in (tuple, dict):
                    seen.add(id(inner))
                    waiting.append(inner)
    vocabulary = load().vocab
    for word in (*vocabulary.strings, *(lexeme.text for lexeme in vocabulary)):
        if canary in word.casefold():
            found.append(f"vocabulary: {word[:40]}")
    return found
