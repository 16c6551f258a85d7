"""Tell which known words a word that no list holds is formed from: a word with a prefix or suffix, two words written as
one, a word with a slip inside."""

from collections.abc import Callable, Iterator
from typing import Final

from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import words

_PREFIXES: Final = tuple(
    sorted(
        words(
            "un re non over under pre post anti inter multi semi sub super co de dis mis out up self micro "
            "macro hyper hypo neuro cardio gastro psycho bio geo eco electro photo tele auto counter cross "
            "down extra fore hydro in im ir il intra mega meta mid mini mono nano neo para peri poly pro "
            "proto pseudo quasi radio retro socio techno thermo trans tri ultra uni vice immuno haemo hemo "
            "osteo histo cyto"
        ),
        key=len,
        reverse=True,
    )
)
_SUFFIXES: Final = tuple(
    sorted(
        words(
            "s es ed d ing er ers r rs or ors ly ily ness nesses less ful fully able ably ible ish like wise "
            "ity ities al ally ic ical ically ist ists ism isms ize izes ized izing ise ises ised ising "
            "ization isation y ies ied ier iest est ment ments ation ations ion ions ive ively hood ship "
            "ships dom ward wards th ette let lets man men woman women"
        ),
        key=len,
        reverse=True,
    )
)
LEAST_PART: Final = 3
_LEAST_SLIP: Final = 6
"""Letters of a word in which one inner letter may be a slip; of a shorter one too many others are that near."""
_LONGEST_WORD: Final = 60
"""Letters from which on a word is not taken apart: none of English is as long, and each letter costs another look."""

_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
_PARTICLES: Final = words("up in on off out over down away back by")
"""Short words that end a noun made from a verb ("signup")."""


def known_parts(word: str, is_kind: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the known words that a word in small letters is formed from: its base, both parts of a compound, or
    the word that it is with a slip inside; none where nothing explains it. ``is_kind`` says whether a knowledge
    base knows a word as a kind of things."""
    if len(word) > _LONGEST_WORD:
        return ()
    if base := base_of(word, is_kind):
        return (base,)
    for i in range(LEAST_PART, len(word) - 1):
        left, right = word[:i], word[i:]
        if not is_ordinary(left, is_kind):
            continue
        if right in _PARTICLES or (len(right) >= LEAST_PART and is_ordinary(right, is_kind)):
            return left, right
        if len(right) > LEAST_PART and (base := base_of(right, is_kind)):
            return left, base
    slips = _slips(word) if len(word) >= _LEAST_SLIP else ()
    return next(((slip,) for slip in slips if is_common(slip)), ())


def base_of(word: str, is_kind: Callable[[str], bool]) -> str:
    """Return the ordinary word that a word has with a prefix, a suffix or both; "" where there is none."""
    return next((base for base in _bases(word) if is_ordinary(base, is_kind)), "")


def is_name(word: str) -> bool:
    """Return whether persons are called so."""
    name = word.capitalize()
    return name in shipped.given_names() or name in shipped.surnames()


def is_common(word: str) -> bool:
    """Return whether a word is one of the common ones of English."""
    return word in shipped.common_words()


def is_ordinary(word: str, is_kind: Callable[[str], bool]) -> bool:
    """Return whether a word is a common one, and no name of persons."""
    return not is_name(word) and (is_common(word) or is_kind(word))


def _bases(word: str) -> Iterator[str]:
    """Yield what is left of a word without a prefix, a suffix or both, with the letters that a suffix changes."""
    stems = [
        word,
        *(word[len(p) :] for p in _PREFIXES if word.startswith(p) and len(word) - len(p) > LEAST_PART),
    ]
    for stem in stems:
        if stem != word:
            yield stem
        for suffix in _SUFFIXES:
            base = stem.removesuffix(suffix)
            if base == stem or len(base) < LEAST_PART:
                continue
            yield from (base, f"{base}e", f"{base}y")
            if base[-1] == base[-2]:
                yield base[:-1]


def _slips(word: str) -> Iterator[str]:
    """Yield the words that differ in one letter, or in two that changed places, between the first letter and the
    last."""
    for i in range(1, len(word) - 1):
        yield word[:i] + word[i + 1 :]
        if i < len(word) - 2:
            yield word[:i] + word[i + 1] + word[i] + word[i + 2 :]
        for letter in _ALPHABET:
            yield word[:i] + letter + word[i + 1 :]
            yield word[:i] + letter + word[i:]
