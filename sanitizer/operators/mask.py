"""Cover the letters and digits of a term."""

from dataclasses import dataclass
from typing import ClassVar, Final

from sanitizer.common import arguments
from sanitizer.errors import UsageError
from sanitizer.operators.base import Term
from sanitizer.text.patterns import ALPHANUMERIC

MOST_KEPT: Final = 4
"""Letters and digits that a mask may leave, whatever is asked for."""


@dataclass(frozen=True, slots=True)
class Mask:
    """Every letter and digit covered by ``character``, but for the last ``keep_last``: at most four, at most half of
    each word with letters, and at most half of all digits.
    """

    character: str = "*"
    keep_last: int = 0
    name: ClassVar[str] = "mask"
    sealed: ClassVar[bool] = False

    def __post_init__(self) -> None:
        arguments.whole(self.keep_last, "operator mask: keep_last", 0)
        arguments.text(self.character, "operator mask: character")
        if len(self.character) != 1 or self.character.isalnum() or not self.character.isprintable():
            raise UsageError("operator mask: character: one character that is no letter or digit is needed")

    def replace(self, term: Term) -> str:
        """Return the covered term; punctuation and spaces stay, so that its form shows."""
        surface = term.surface
        covered = [self.character if c.isalnum() else c for c in surface]
        places = [i for i, c in enumerate(surface) if c.isalnum()]
        digits = sum(map(str.isdigit, surface)) // 2
        last = set(places[max(0, len(places) - min(self.keep_last, MOST_KEPT)) :])
        for word in reversed(list(ALPHANUMERIC.finditer(surface))):
            of_digits = word.group().isdigit()
            room = digits if of_digits else len(word.group()) // 2
            for i in reversed(range(*word.span())):
                if i not in last or room == 0 or (surface[i].isdigit() and digits == 0):
                    break
                covered[i] = surface[i]
                room -= 1
                digits -= surface[i].isdigit()
        return "".join(covered)
