"""Is a text English? Other languages are refused unless told otherwise: the model and the statistics know none."""

from functools import cache
from typing import Any

from spacy.lang.en.stop_words import STOP_WORDS

_ENOUGH = 40  # words; below, a language cannot be told reliably
_SAMPLE = 20_000  # characters


def other_language(text: str) -> str | None:
    """The code of the language when the text is surely not English, else None."""
    words = text[:_SAMPLE].lower().split()
    if len(words) < _ENOUGH:
        return None
    if sum(word in STOP_WORDS for word in words) >= 0.2 * len(words):
        return None
    code, probability = _identifier().classify(text[:_SAMPLE])
    return str(code) if code != "en" and probability > 0.95 else None


@cache
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
