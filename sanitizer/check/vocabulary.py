"""Load the words that English writes in small letters and with a capital (counted by ``training/check``)."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import zstandard

from sanitizer.errors import ResourceError


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words without diacritics, in small letters: ``small`` are written so; of these ``maybe`` may be names with a
    capital, and ``given`` are borne as given names by many; ``capital`` are hardly ever in small letters, and
    ``short`` are names of at most five letters that many bear; ``pairs`` of small words that many write with
    capitals."""

    small: frozenset[str]
    maybe: frozenset[str]
    given: frozenset[str]
    capital: frozenset[str]
    short: frozenset[str]
    pairs: frozenset[str]

    def is_english(self, word: str) -> bool:
        """Return whether English writes a word (in small letters) so; also one made of such words by ending or
        prefix."""
        return word in self.small or word in PUBLIC or _derived(word, self.small, self.capital)


@cache
def vocabulary() -> Vocabulary:
    """Return the shipped words.

    Raises:
        ResourceError: the file is missing or damaged.
    """
    parted = (line.partition("\t") for line in _lines("words.txt.zst"))
    by_signs = {signs: words.split() for signs, _, words in parted}
    maybe, given, capital, short = (
        frozenset().union(*(words for signs, words in by_signs.items() if sign in signs)) for sign in "ngc-"
    )
    small = frozenset().union(*(words for signs, words in by_signs.items() if "c" not in signs))
    return Vocabulary(small, maybe, given, capital, short, frozenset(_lines("pairs.txt.zst")))


def _lines(name: str) -> list[str]:
    try:
        packed = (files("sanitizer.check") / "data" / name).read_bytes()
        return zstandard.ZstdDecompressor().decompress(packed).decode("ascii").splitlines()
    except (OSError, zstandard.ZstdError, UnicodeDecodeError) as error:
        raise ResourceError(f"{name} of sanitizer.check cannot be read: reinstall the package") from error


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


PUBLIC: Final = frozenset(
    _split(
        """monday tuesday wednesday thursday friday saturday sunday
    mondays tuesdays wednesdays thursdays fridays saturdays sundays january february march april may june july august
    september october november december jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur
    fri sat sun easter christmas
    english british scottish welsh irish american canadian australian french german spanish italian portuguese dutch
    belgian swiss austrian polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian swedish
    norwegian danish finnish icelandic serbian croatian bosnian slovenian albanian macedonian estonian latvian
    lithuanian maltese cypriot georgian armenian azerbaijani moldovan belarusian israeli palestinian lebanese syrian
    iraqi iranian persian arab arabic saudi egyptian moroccan algerian tunisian libyan sudanese ethiopian somali kenyan
    ugandan nigerian ghanaian african european asian indian pakistani bangladeshi afghan chinese japanese korean
    vietnamese thai indonesian malaysian filipino mexican brazilian argentine argentinian chilean colombian peruvian
    venezuelan cuban jamaican caribbean latin hispanic yugoslav soviet byzantine roman slavic germanic nordic western
    eastern northern southern oriental mediterranean eurasian oceanian
    christian catholic protestant orthodox anglican jewish muslim islamic islam hindu buddhist sikh christianity
    god internet wifi wi email online ok okay phd md mba bsc msc covid tv usa uk eu un i xi xii vi vii viii ix ii iii iv
    xiv xv xvi xvii xviii xix xx mr mrs ms miss dr prof sir hi nr etc pm am ac
    dob pdf html http https www url dna rna hiv mri ct xray covid"""
    )
)
"""Words that English writes with a capital and that tell of nobody: days, months, nationalities and religions (as
judged in recognition: many have them), Roman numbers, common abbreviations."""

_ENDINGS: Final = _split(
    "s es ed d ing er ers or ly ness less able ally al ic ism ist ists ity ize ized izes izing ise ised ises ising "
    "ation isation ization ful ish y like wise ship men man work time side ings ility ability"
)
_PREFIXES: Final = _split(
    "un re non pre post anti over under multi micro inter co de dis mis sub super semi out trans intra extra hyper "
    "hypo peri neo poly bio cardio neuro psycho radio electro photo thermo immuno mid self ex ultra counter fore up "
    "down para meta macro mono cyber tele auto e"
)
_LEAST_STEM: Final = 4
_LONGEST: Final = 40
"""Letters of a word; what is longer is none, and is not taken apart."""


def _derived(word: str, small: frozenset[str], capital: frozenset[str]) -> bool:
    """Return whether a word that is not listed is made of listed ones; never one that is known with a capital."""
    if word in capital or len(word) > _LONGEST:
        return False
    if len(word) < 5:
        return word.endswith("s") and word[:-1] in small
    if any(word + ending in small for ending in ("s", "d", "ed", "ing")):
        return True
    for ending in _ENDINGS:
        if word.endswith(ending) and len(stem := word.removesuffix(ending)) >= _LEAST_STEM:
            if stem in small or stem + "e" in small or (stem.endswith("i") and stem[:-1] + "y" in small):
                return True
            if stem[-1] == stem[-2] and stem[:-1] in small:
                return True
    if any(
        word.startswith(prefix) and len(word) - len(prefix) >= _LEAST_STEM and word[len(prefix) :] in small
        for prefix in _PREFIXES
    ):
        return True
    return any(
        word[:at] in small and word[at:] in small for at in range(_LEAST_STEM, len(word) - _LEAST_STEM + 1)
    )
