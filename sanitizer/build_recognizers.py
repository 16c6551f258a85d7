"""Recognizers by the names that the command line gives them."""

from collections.abc import Callable, Sequence
from typing import Final

from corpora_stats import CountProvider
from sanitizer import plugins
from sanitizer.common.arguments import number
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.recognize.base import Recognizer

RECOGNIZERS = ("model", "patterns", "demographics", "works")
RECOGNIZER_MEANINGS = {
    "model": "names that the embedded model learned: persons, places, organizations and others (default)",
    "patterns": "what has a form: dates, amounts, addresses, identifiers (default)",
    "demographics": "attributes of persons: occupations, nationalities, religions, health... (default)",
    "works": "titles, awards, events, statutes, other names of a person (default)",
    "list:FILE": "phrases of your own: a phrase a line, or phrase,TYPE[,generalization]",
    "spans:FILE": "spans that a person or another tool marked",
    "ic:BITS": "words that tell more than so many bits",
    "ic-of:TERM": "words that tell more than a term does",
    "spacy:NAME": "a model of spaCy that is installed",
    "gliner:FOLDER": "what a GLiNER model in a folder finds (extra gliner)",
    "transformers:FOLDER": "what a token-classification model in a folder finds (extra transformers)",
    "presidio": "what Presidio's recognizers of forms find (extra presidio)",
    "none": "nothing but what settings and decisions name; stands alone",
}
NO_RECOGNIZER: Final = "none"


def open_recognizer(name: str, counts: Sequence[CountProvider]) -> Recognizer:
    """Return one of RECOGNIZERS, ``list:FILE``, ``spans:FILE``, ``ic:BITS``, ``ic-of:TERM``, ``spacy:NAME``, or one
    of a plug-in. Raises UsageError, ResourceError."""
    kind, _, value = name.partition(":")
    added = plugins.without_clash("recognizers", {*_PLAIN, *_WITH_VALUE, "ic", "ic-of"})
    if kind in added:
        made: Recognizer = added[kind](value)
        return made
    if (kind in _PLAIN) == bool(value) or kind not in {*_PLAIN, *_WITH_VALUE, "ic", "ic-of"}:
        raise UsageError(
            f"recognizer {name!r} is not one of {', '.join((*RECOGNIZER_MEANINGS, *sorted(added)))}"
            f"{did_you_mean(kind, (*_KINDS, *added))}; sanitizer parts lists them"
        )
    if kind in _PLAIN:
        return _PLAIN[kind]()
    if kind in _WITH_VALUE:
        return _WITH_VALUE[kind](value)
    from sanitizer.risk.ic_recognizer import InformationContent

    if kind == "ic-of":
        return InformationContent.of_term(value, counts)
    try:
        bits = float(value)
    except ValueError as error:
        raise UsageError(f"recognizer {name!r}: {value!r} is not a number of bits") from error
    return InformationContent(number(bits, f"recognizer {name!r}: bits", 0.0), counts)


def _model() -> Recognizer:
    from sanitizer.recognize.finders.model import ModelRecognizer

    return ModelRecognizer()


def _patterns() -> Recognizer:
    from sanitizer.recognize.finders.patterns import Patterns

    return Patterns()


def _list(path: str) -> Recognizer:
    from sanitizer.recognize.finders.user_lists import Lists

    return Lists.read(path)


def _spans(path: str) -> Recognizer:
    from sanitizer.recognize.finders.marked_spans import Given

    return Given.read(path)


def _spacy(name: str) -> Recognizer:
    from sanitizer.recognize.finders.model import SpacyRecognizer

    return SpacyRecognizer(name)


def _gliner(folder: str) -> Recognizer:
    from sanitizer.recognize.finders.gliner_transformers_presidio import GlinerRecognizer

    return GlinerRecognizer(folder)


def _transformers(folder: str) -> Recognizer:
    from sanitizer.recognize.finders.gliner_transformers_presidio import TransformersRecognizer

    return TransformersRecognizer(folder)


def _presidio() -> Recognizer:
    from sanitizer.recognize.finders.gliner_transformers_presidio import PresidioRecognizer

    return PresidioRecognizer()


def _none() -> Recognizer:
    from sanitizer.recognize.finders.user_lists import Lists

    return Lists((), name=NO_RECOGNIZER)


def _demographics() -> Recognizer:
    from sanitizer.recognize.finders.demographics import Demographics

    return Demographics()


def _works() -> Recognizer:
    from sanitizer.recognize.finders.works import Works

    return Works()


_PLAIN: dict[str, Callable[[], Recognizer]] = {
    "model": _model,
    "patterns": _patterns,
    "demographics": _demographics,
    "works": _works,
    "presidio": _presidio,
    NO_RECOGNIZER: _none,
}
_WITH_VALUE: dict[str, Callable[[str], Recognizer]] = {
    "list": _list,
    "spans": _spans,
    "spacy": _spacy,
    "gliner": _gliner,
    "transformers": _transformers,
}
_KINDS = tuple(name.partition(":")[0] for name in RECOGNIZER_MEANINGS)
