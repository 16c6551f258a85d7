"""A second, independent and over-eager reading of what goes out: places that look like names, numbers or dates.

It shares no recognizer, model, list or pattern with :mod:`sanitizer.recognize`, so that both do not overlook the same.
"""

from sanitizer.check.describe_places_to_look_at import (
    explained,
    in_words,
    look_of,
    places_shown,
    told_counts,
    total,
)
from sanitizer.check.find_places_to_look_at import Look, Place, look_at, places

__all__ = [
    "Look", "Place", "explained", "in_words", "look_at", "look_of", "places", "places_shown", "told_counts", "total",
]  # fmt: skip
