"""Words in small letters, whatever English means by them, that are names by what stands before them: "a girl called
summer", "cc hortensia", "my son forrest has a rash"."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.spelling import is_borne, word_bits
from sanitizer.recognize.vocabulary import is_unknown
from sanitizer.types import Bits
from sanitizer.values.found_values import Found

_WHO: Final = (
    r"(?:boy|girl|man|woman|guy|lady|lad|lass|baby|toddler|child|kid|infant|son|daughter|brother|sister|cousin|nephew|"
    r"niece|friend|patient|client|pupil|someone|somebody|colleague|carer|twins?)"
)
_NAMED: Final = re.compile(
    rf"\b{_WHO},? (?:(?:is |was |who is )?named|called(?= [a-z]+ (?:has|had|is|was|who|keeps?|hit)\b))"
    r" (?!(?:above|below|overleaf|after|here|there|earlier|later|only|and|for)\b)(?P<name>[a-z]{3,})\b"
)
_CALLED: Final = re.compile(rf"\b{_WHO} called (?P<name>[a-z]{{3,}})\b|\bb?cc:? (?P<to>[a-z]{{3,}})\b")
_RELATIVE: Final = re.compile(
    r"\b(?:my|his|her|our|their|your) (?:little |big |eldest |youngest |older |younger |baby |late |ex |step)?"
    r"(?:son|daughter|brother|sister|cousin|nephew|niece|husband|wife|partner|uncle|aunt|auntie|grandson|granddaughter)"
    r" (?P<name>[a-z]{3,})(?= (?:has|had|is|was|will|got|said|says|went|came|and (?:i|me|his|her)\b))"
)
_SMALL_WORD: Final[Bits] = -20.0


def named_words(text: str) -> Iterator[Found]:
    """Yield the words that are names by what stands before them; behind "cc" and relatives those that may be one
    alone."""
    for pattern, any_word in ((_NAMED, True), (_CALLED, False), (_RELATIVE, False)):
        for match in pattern.finditer(text):
            start, end = match.span(next(name for name, said in match.groupdict().items() if said))
            word = text[start:end]
            if word_bits(word) > _SMALL_WORD and (any_word or is_borne(word) or is_unknown(word)):
                yield Found(start, end, "PERSON", 0.7)
