"""Build a sanitizer from the names of its parts: the default parts, and what each name on the command line opens."""

from collections.abc import Callable, Sequence
from pathlib import Path

from corpora_stats import CountProvider, CountsError
from kb import KnowledgeBase, KnowledgeBaseError
from kb.chain import Chain, KbOrder
from sanitizer import plugins
from sanitizer.arguments import number
from sanitizer.control.rules import Control
from sanitizer.errors import ResourceError, UsageError, did_you_mean
from sanitizer.integrity import KNOWLEDGE, check
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.base import Recognizer
from sanitizer.risk.sources import ROLL_UPS, Access
from sanitizer.risk.sources import open_counts as open_shipped_counts
from sanitizer.settings import Settings

__all__ = [
    "RECOGNIZERS", "ROLL_UPS", "Access", "build_sanitizer", "default_sanitizer", "open_counts", "open_knowledge",
    "open_recognizer",
]  # fmt: skip

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
}


def default_sanitizer(settings: Settings) -> Sanitizer:
    """Embedded model and patterns, default statistics, default knowledge bases."""
    return build_sanitizer(settings, RECOGNIZERS, ("default",), ("default",))


def build_sanitizer(
    settings: Settings,
    recognizers: Sequence[str],
    counts: Sequence[str],
    knowledge: Sequence[str],
    control: Control | None = None,
    access: Access | None = None,
) -> Sanitizer:
    """A sanitizer from the names of its parts, as the command spells them. Raises UsageError, ResourceError."""
    from sanitizer.text.parse import parse, tag

    providers = [open_counts(name, access) for name in counts]
    try:
        return Sanitizer(
            parse,
            [open_recognizer(name, providers) for name in recognizers],
            providers,
            open_knowledge(knowledge, settings.kb_order),
            settings,
            control,
            tag,
        )
    except CountsError as error:
        raise ResourceError(str(error)) from error


def open_counts(name: str, access: Access | None = None) -> CountProvider:
    """A source of counts by its name: of a plug-in, or one that ships (:func:`sanitizer.risk.sources.open_counts`).
    Raises UsageError, ResourceError."""
    kind, _, value = name.partition(":")
    maker = plugins.parts("count_sources").get(kind)
    return open_shipped_counts(name, access) if maker is None else maker(value, access or Access())


def open_knowledge(names: Sequence[str], order: str = "together") -> KnowledgeBase:
    """``default`` and paths (.kb compiled ODP or WordNet; .csv, .json, .toml hierarchies), as one knowledge base."""
    try:
        if list(names) == ["default"] and order == "together":
            return _default_knowledge()
        bases: list[KnowledgeBase] = []
        for name in names:
            bases += _default_knowledge().bases if name == "default" else [_open_base(name)]
        return Chain(bases, KbOrder(order))
    except (KnowledgeBaseError, OSError) as error:
        raise ResourceError(str(error)) from error


def _default_knowledge() -> "Chain":
    from kb.defaults import open_default

    check(KNOWLEDGE)
    return open_default()


def _open_base(name: str) -> KnowledgeBase:
    from kb.files import open_file

    kind, _, value = name.partition(":")
    maker = plugins.parts("knowledge_bases").get(kind)
    return open_file(Path(name)) if maker is None else maker(value)


def open_recognizer(name: str, counts: Sequence[CountProvider]) -> Recognizer:
    """One of RECOGNIZERS, ``list:FILE``, ``spans:FILE``, ``ic:BITS``, ``ic-of:TERM``, ``spacy:NAME``, or one of a
    plug-in. Raises UsageError, ResourceError."""
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
    from sanitizer.recognize.finders.lists import Lists

    return Lists.read(path)


def _spans(path: str) -> Recognizer:
    from sanitizer.recognize.finders.given import Given

    return Given.read(path)


def _spacy(name: str) -> Recognizer:
    from sanitizer.recognize.finders.model import SpacyRecognizer

    return SpacyRecognizer(name)


def _gliner(folder: str) -> Recognizer:
    from sanitizer.recognize.finders.outside import GlinerRecognizer

    return GlinerRecognizer(folder)


def _transformers(folder: str) -> Recognizer:
    from sanitizer.recognize.finders.outside import TransformersRecognizer

    return TransformersRecognizer(folder)


def _presidio() -> Recognizer:
    from sanitizer.recognize.finders.outside import PresidioRecognizer

    return PresidioRecognizer()


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
}
_WITH_VALUE: dict[str, Callable[[str], Recognizer]] = {
    "list": _list,
    "spans": _spans,
    "spacy": _spacy,
    "gliner": _gliner,
    "transformers": _transformers,
}
_KINDS = tuple(name.partition(":")[0] for name in RECOGNIZER_MEANINGS)
