"""Codes, numbers of cases, plates, postcodes as prefixes that shorten; all is computed from the phrase."""

import re
from collections.abc import Sequence
from typing import Final

from kb.base import Concept, Sense

PREFIX: Final = "code"

_CODE: Final = re.compile(r"(?=[^\s]*\d)(?![^\s]*[A-Za-z]{4})[A-Za-z0-9][A-Za-z0-9/.\-_:]*[A-Za-z0-9]$")


class Codes:
    """Codes, numbers of cases, plates, postcodes as a KnowledgeBase: "47289/99" -> "4728*/**" -> "47***/**" -> code.

    The last quarter, half and three quarters of the letters and digits are masked."""

    name: Final = "codes"
    prefix: Final = PREFIX
    closed: Final = True  # knows nothing of other bases' concepts
    from_form: Final = True  # tells by how a phrase is made, not from a list

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the code itself, when the phrase is one word with a digit, letters, digits and / . - _ :, four or
        longer; none where four letters in a row may be a name."""
        text = phrase.strip()
        if sum(c.isalnum() for c in text) < 4 or not _CODE.match(text):
            return []
        return [Sense(Concept(f"{PREFIX}:{text}", text), True, "CODE", 0.0)]

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the code with a quarter more of it masked."""
        text = concept.id.removeprefix(PREFIX + ":")
        if concept.prefix != PREFIX or text == "any":
            return []
        places = [i for i, c in enumerate(text) if c.isalnum() or c == "*"]
        masked = sum(text[i] == "*" for i in places)
        steps = [len(places) * quarter // 4 for quarter in (1, 2, 3)]
        hide = next((n for n in steps if n > masked), len(places))
        if hide >= len(places):
            return [Concept(f"{PREFIX}:any", "code")]
        hidden = set(places[len(places) - hide :])
        shorter = "".join("*" if i in hidden else c for i, c in enumerate(text))
        return [Concept(f"{PREFIX}:{shorter}", shorter)]

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """None: they are without end."""
        return []

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the code, unless it is masked."""
        text = concept.id.removeprefix(PREFIX + ":")
        if concept.prefix != PREFIX or "*" in text:
            return []
        return ["code"] if text == "any" else [text]
