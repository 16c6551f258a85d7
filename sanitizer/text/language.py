"""Tell whether a text is English; others are refused unless allowed, because model and statistics know none.

The evidence is that of the whole text: its script, its function words (English ones against those of each other
language, without what both share), the share of its words that English knows, and what a classifier of letter sequences
says. A text is another language only where the classifier and one of the others agree, so that notes in shorthand,
lists of names, capitals and quotations pass.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from runpy import run_path
from typing import Any, Final

from spacy.lang.en.stop_words import STOP_WORDS

from sanitizer.errors import DocumentError
from sanitizer.text.lexicon import common_words, frequent_words
from sanitizer.text.patterns import LETTERS

_SAMPLE: Final = 20_000  # characters
_LANGUAGES: Final = (
    "fr", "de", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "pl", "cs", "sk", "sl", "hr", "ro", "hu", "tr", "ca",
)  # fmt: skip
_ROMANCE: Final = "de la y e del della delle dei degli di da do dos das du des d le les los las el al"
_OTHERS: Final = "von der den van zu und na nad"
_PARTICLES: Final = frozenset(f"{_ROMANCE} {_OTHERS}".split())
"""Function words that stand in names and addresses ("de la Cruz"): before a capital they say nothing of the text."""

_ENGLISH_SHARE: Final = 0.2  # of the words of an English text, at least, are English function words
_SURELY_ENGLISH: Final = 0.3  # with so many, no other language is looked for
_FOREIGN_SHARE: Final = 0.1  # of the words, more than the English ones
_KNOWN_SHARE: Final = 0.25  # of the words in small letters; in another language English knows fewer
_LONG: Final = 40  # words
_FRAME: Final = 2  # English function words: around words in another script they are the text
_LEAST_WORDS: Final = 3  # in small letters; fewer are a list of names, an address, a table
_SURE: Final = 0.9
_VERY_SURE: Final = 0.95
_NEVER: Final = 2.0


def refuse_other_language(text: str) -> None:
    """Raise :class:`DocumentError` where a text is surely not English."""
    if language := other_language(text):
        raise DocumentError(
            f"is not English (it looks like {language!r}): --any-language (in Python Settings(any_language=True)) "
            "to sanitize it all the same"
        )


def other_language(text: str) -> str | None:
    """Return the code of the language when the text is surely not English, else None."""
    sample = text[:_SAMPLE]
    words = LETTERS.findall(sample)
    if _in_another_script(sample) and sum(w in STOP_WORDS for w in words) < _FRAME:
        code = str(_identifier().classify(sample)[0])
        return code if code != "en" else "another script"
    share = sum(w.lower() in STOP_WORDS for w in words) / max(1, len(words))
    if len(_small(words)) < _LEAST_WORDS or share >= _SURELY_ENGLISH:
        return None
    foreign, english, distinct = _function_words(words)
    more = foreign > english and foreign - english >= _FOREIGN_SHARE * len(words)
    few_english = share < _ENGLISH_SHARE
    needed = min(  # how sure the classifier must be, by the evidence of the words
        (
            0.0 if distinct >= 2 and more and (few_english or len(words) < _LONG) else _NEVER,
            _SURE if distinct >= 1 and not english and len(words) >= 5 else _NEVER,
            _VERY_SURE if len(words) >= _LONG and few_english else _NEVER,
            _SURE if _unknown_to_english(words) else _NEVER,
        )
    )
    if needed == _NEVER:  # the classifier takes a second to load
        return None
    code, probability = _identifier().classify(sample)
    return str(code) if code != "en" and (probability > needed or not needed) else None


def _in_another_script(text: str) -> bool:
    """Return whether most letters are of no Latin script."""
    if text.isascii():
        return False
    letters = [c for c in text if c.isalpha()]
    others = sum(ord(c) > 0x24F and not 0x1E00 <= ord(c) < 0x1F00 and not ord(c) >= 0xFF00 for c in letters)
    return len(letters) >= 4 and 2 * others > len(letters)


def _small(words: Sequence[str]) -> list[str]:
    """Return the words in small letters; all words of a text that is mostly in capitals."""
    if 2 * sum(w.isupper() for w in words if len(w) > 1) > len(words):
        return [w.lower() for w in words]
    return [w for w in words if w.islower()]


def _function_words(words: Sequence[str]) -> tuple[int, int, int]:
    """Of the language that fits best: how many words are function words of it, how many of English alone, and how many
    different ones of it there are."""
    capitals = len(_small(words)) == len(words)
    english = [w.lower() for w in words if w.lower() in STOP_WORDS]
    found: dict[str, list[str]] = {}
    named = False  # whether the next word that is no particle begins with a capital
    for word in reversed(words):
        low = word.lower()
        if low not in _PARTICLES:
            named = not word.islower() and not capitals
        elif named:
            continue
        if word.islower() or capitals:
            for language in _markers().get(low, ()):
                found.setdefault(language, []).append(low)
    best = (0, 0, 0)
    for language, own in sorted(found.items()):
        only_english = sum(w not in _stop_words(language) for w in english)
        best = max(best, (len(own), only_english, len(set(own))), key=lambda b: (b[0] - b[1], b[2]))
    return best


def _unknown_to_english(words: Sequence[str]) -> bool:
    """Return whether English knows hardly one of the words in small letters."""
    longer = [w for w in _small(words) if len(w) > 2]
    known = sum(w in common_words() or w in frequent_words() or w in STOP_WORDS for w in longer)
    return len(longer) >= 3 and known < _KNOWN_SHARE * len(longer)


@cache
def _stop_words(language: str) -> frozenset[str]:
    """Return the function words of a language, by their file alone: its package would build a tokenizer, for
    seconds."""
    package = find_spec(f"spacy.lang.{language}")
    assert package is not None and package.submodule_search_locations, "spaCy holds its languages as packages"
    words = run_path(f"{package.submodule_search_locations[0]}/stop_words.py")["STOP_WORDS"]
    return frozenset(part for word in words for part in LETTERS.findall(word.lower()))


@cache
def _markers() -> Mapping[str, tuple[str, ...]]:
    """Return function words that English has not, with the languages that have them."""
    found: dict[str, tuple[str, ...]] = {}
    for language in _LANGUAGES:
        for word in sorted(_stop_words(language) - STOP_WORDS - frequent_words()):
            if len(word) > 1 or not word.isascii():
                found[word] = (*found.get(word, ()), language)
    return found


@cache
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
