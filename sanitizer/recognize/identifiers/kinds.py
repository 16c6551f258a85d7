"""Define what a kind of structured identifier is: its form, its proof, the words that raise and lower it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

CONTEXT_LEFT: Final = 60
CONTEXT_RIGHT: Final = 25


@dataclass(frozen=True)
class Kind:
    """A kind of identifier.

    ``letters`` and ``digits`` are the numbers of ASCII letters and of digits with which its first word may begin;
    ``pattern`` is matched there; ``valid`` must hold; ``score`` is without context; a match of ``context`` nearby
    raises the score by .45, a match of ``against`` lowers it as much.
    """

    type: str
    pattern: str
    score: float
    context: str = ""
    valid: Callable[[str], bool] | None = None
    letters: tuple[int, ...] = (0,)
    digits: tuple[int, ...] = tuple(range(1, 20))
    against: str = ""


ANY: Final = tuple(range(0, 40))
"""Any number of letters or digits."""
ENDS: Final = re.compile(
    r"[\"'”’]?\s*(?:$|[.,;:!?)\n*#]|(?:and|or|then|to|for|at|on|in|of|by|from|with|after|before|plus|not|but|was|is|were|has"
    r"|had|which|that|when|who)\b)"
)
"""What follows a number that stands for itself."""
COUNTS: Final = re.compile(
    r"\s(?:[a-z-]{1,20}\s){0,2}(?:[a-z-]{2,20}s|people|men|women|children|staff|head|pieces)\b|\s?[%°]"
)
"""A noun in the plural, that a number counts."""
