"""One normal form of words and phrases, the same when an index is built and when it is asked.

Case, compatibility forms (NFKC), diacritics, apostrophes, possessive 's, hyphens, underscores and the plural are
folded, so that "Barcelona's café-bars" and "barcelona cafe bar" are one phrase. The forms are keys, not words to be
shown: "James" becomes "jame" in the index and in the question alike, and that is all that is asked of it.

A text is a row of such words with :data:`BOUNDARY` where a phrase cannot go on: sentence ends, brackets, most commas,
empty lines. Bump :data:`VERSION` with any change here; indexes record it and refuse to be opened by another."""

import re
import unicodedata
from typing import Final

VERSION: Final = "1"
"""Version of these rules, recorded in every index and in the default statistics."""

BOUNDARY: Final = "."
"""Stands in a stream between words that do not touch; it is never a word itself."""

# Combining marks, invisible characters and apostrophes are part of a word.
_INSIDE: Final = r"\u0300-\u036f\u00ad\u200b-\u200d\u2060'’ʼ"
ABBREVIATION: Final = (
    r"(?:[A-Z]|Mr|Mrs|Ms|Dr|St|Mt|Ft|Jr|Sr|Prof|Gen|Col|Maj|Lt|Sgt|Capt|Cmdr|Adm|Rev|Hon|Gov|Sen|Rep|Pres"
    r"|Bros|[Vv]s"
    r"|[Nn]o|[Nn]os|cf|ca|approx)\."
)
_TOKEN: Final = re.compile(
    rf"{ABBREVIATION}(?:[A-Za-z]\.)*(?!\w)"  # Dr.  J.  U.S.  (the dot ends no sentence)
    r"|(?:[A-Za-z]\.){2,}"  # e.g.  J.R.R.Tolkien
    r"|\d+(?:[.,]\d+)+"  # 1,000  3.5
    rf"|[^\W_][^\W_{_INSIDE}]*(?:[{_INSIDE}]+[^\W_{_INSIDE}]+)*[{_INSIDE}]*(?:\+\+|\#)?"
    r"|&|[.!?;:,()\[\]{}\"“”„«»—―|•·=…]"
)
_PLAIN: Final = re.compile(r"([(\"]?)([A-Za-z]{3,})(?:['’]s?)?([.,;:)?!\"]*)")
_ABBREVIATED: Final = re.compile(ABBREVIATION)
_DASHES: Final = frozenset(["-", "--", "---", "–"])
_EMPTY_LINE: Final = re.compile(r"\n\s*\n")
_BINDER: Final = r"(?:[0-9]{4}|inc|jr|sr|ltd|llc|dc)"
_BINDING_COMMA: Final = re.compile(rf"(?:^| ),(?= {_BINDER}(?: |$))")
_BINDS: Final = re.compile(_BINDER)
_NOT_WORD: Final = re.compile(r"[^\w.+#/]|_")
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_FOLDS: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t"}
    | {"ß": "ss", "⁄": "/"}
)

_WORDS_IN_S: Final = """
abrahams adams alps always andrews athens barbados bros carlos chaos clements collins cosmos dallas
daniels davids dickens edwards ethos evans hans hopkins humphreys jacobs johns kansas lagos laos
lars lens marcos mars mathews matthews means michaels news owens pathos perkins peters phillips
richards roberts rogers samuels santos series simons species stephens stevens texas thanks walters
williams
"""
_SINGULARS: Final = """
men:man women:woman children:child grandchildren:grandchild feet:foot teeth:tooth mice:mouse
geese:goose oxen:ox wives:wife housewives:housewife midwives:midwife knives:knife lives:life
wolves:wolf leaves:leaf halves:half calves:calf shelves:shelf thieves:thief loaves:loaf elves:elf
scarves:scarf hooves:hoof dwarves:dwarf analyses:analysis crises:crisis theses:thesis
hypotheses:hypothesis diagnoses:diagnosis prognoses:prognosis synopses:synopsis neuroses:neurosis
psychoses:psychosis metastases:metastasis emphases:emphasis parentheses:parenthesis
syntheses:synthesis gases:gas lenses:lens biases:bias canvases:canvas atlases:atlas aliases:alias
quizzes:quiz phenomena:phenomenon criteria:criterion bacteria:bacterium fungi:fungus nuclei:nucleus
alumni:alumnus vertebrae:vertebra larvae:larva movies:movie cookies:cookie zombies:zombie
calories:calorie prairies:prairie rookies:rookie brownies:brownie hippies:hippie ties:tie pies:pie
lies:lie dies:die shoes:shoe toes:toe foes:foe canoes:canoe horseshoes:horseshoe caches:cache
aches:ache headaches:headache niches:niche avalanches:avalanche axes:axe uses:use abuses:abuse
excuses:excuse fuses:fuse muses:muse buses:bus
"""
_WORDS_IN_MEN: Final = """
abdomen acumen amen bitumen bremen carmen lumen omen ramen regimen semen specimen stamen turkmen
yemen
"""
# Words in -s that are no plurals, and whose stripped form is another common word or name.
_INVARIANT: Final = frozenset(_WORDS_IN_S.split())
_IRREGULAR: Final = dict(pair.split(":") for pair in _SINGULARS.split())
_NO_PLURAL_MEN: Final = frozenset(_WORDS_IN_MEN.split())


def singular(word: str) -> str:
    """Return the singular of a folded word by a light rule: "cities" -> "city", "churches" -> "church", "boxes" ->
    "box".

    Deterministic, and applied until nothing changes; proper names may lose a final s, the same way wherever they stand.
    """
    if word[-1:] != "s":
        return word if word not in _IRREGULAR and not word.endswith("men") else _strip_plural(word)
    while (shorter := _strip_plural(word)) != word:
        word = shorter
    return word


def _strip_plural(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 5 and word.endswith("men") and word not in _NO_PLURAL_MEN:
        return word[:-2] + "an"
    if len(word) < 4 or word[-1] != "s" or word[-2] in "sui" or not word.isalpha() or word in _INVARIANT:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes", "oes")):
        return word[:-2]
    if word.endswith("uses") and not word.endswith(("ouses", "auses")):
        return word[:-2]
    return word[:-1]


def _word(raw: str) -> str:
    """Return one match of the token pattern -> the normal word, "," or BOUNDARY."""
    if raw.isascii() and raw.isalnum():
        return singular(raw.lower())
    if raw in ("&", ","):
        return "and" if raw == "&" else raw
    word = raw
    if not raw.isascii():
        word = "".join(c for c in unicodedata.normalize("NFKD", raw) if not unicodedata.combining(c))
        word = unicodedata.normalize("NFC", word).replace("’", "'").replace("ʼ", "'")
    word = word.lower().translate(_FOLDS)
    if word.endswith("'s"):
        word = word[:-2]
    word = _NOT_WORD.sub("", word.replace(",", "") if _THOUSANDS.fullmatch(word) else word.replace(",", "."))
    if not word[:1].isdigit():
        word = word.replace(".", "")
    return singular(word).replace("/", " ") if word.strip("./+#") else BOUNDARY


def chunk_words(chunk: str) -> list[str]:
    """Return what lies between two spaces of a text -> its normal words, "," and BOUNDARY."""
    plain = _PLAIN.fullmatch(chunk)
    if plain is not None:  # the quick way for most
        before, raw, after = plain.groups()
        if after != "." or not _ABBREVIATED.fullmatch(raw + "."):
            words = [singular(raw.lower())] if not before else [BOUNDARY, singular(raw.lower())]
            if after:
                words.append("," if after == "," else BOUNDARY)
            return words
    if chunk in _DASHES:
        return [BOUNDARY]
    return " ".join(map(_word, _TOKEN.findall(chunk))).split()  # a few words hold a space


def chunks(text: str) -> list[str]:
    """Return what lies between the spaces of a text; empty lines become chunks that end phrases."""
    return (_EMPTY_LINE.sub(" . ", text) if "\n" in text else text).split()


def binds_comma(word: str) -> bool:
    """Return whether a comma before this normal word ends no phrase: a year, "Inc", "Jr"."""
    return _BINDS.fullmatch(word) is not None


def fold(text: str) -> str:
    """Return the normal words of a text, separated by spaces, with BOUNDARY where phrases end (several in a row
    occur)."""
    folded = " ".join(word for chunk in chunks(text) for word in chunk_words(chunk))
    if "," in folded:
        folded = _BINDING_COMMA.sub("", folded).replace(",", BOUNDARY)
    return folded


def tokens(text: str) -> list[str]:
    """Return the normal words of a text in order, without boundaries."""
    return [word for word in fold(text).split() if word != BOUNDARY]


def normalize(phrase: str) -> str:
    """Return the normal form of a phrase: its normal words joined by one space, without a leading article.

    "The Beatles" -> "beatle", "X-Rays" -> "x ray", "new_york" -> "new york"; "" when nothing is left."""
    words = tokens(phrase)
    while len(words) > 1 and words[0] in ("the", "a", "an"):
        del words[0]
    return " ".join(words)
