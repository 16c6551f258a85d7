"""Recognizers of other projects as first sanitizers: GLiNER, token classification with transformers, Presidio.

Each is an extra of the package. Models are read from a folder of this machine and nothing is fetched. Texts are given
to them in pieces, so that none of their limits on length cuts anything off.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from spacy.tokens import Doc

from sanitizer.errors import ResourceError
from sanitizer.recognize.finders.spans_of_other_tools import from_presidio, from_spans
from sanitizer.text.parse import pieces
from sanitizer.types import Mention, Span, text_of

PIECE: Final = 800
"""Characters given to a model at once: fewer than 384 words, at which GLiNER stops reading."""

GLINER_LABELS: Final = (
    "person", "organization", "location", "address", "nationality", "occupation", "medical condition", "medication",
    "date", "age", "phone number", "email", "username", "identity number", "license plate", "event", "product",
)  # fmt: skip
"""What GLiNER is asked for."""

_LEAST: Final = 0.35
"""The score that Presidio takes a mention for sure from (its own default)."""


class GlinerRecognizer:
    """Zero-shot entities by a GLiNER model in a folder of this machine. Raises ResourceError."""

    def __init__(self, folder: str, labels: Sequence[str] = GLINER_LABELS) -> None:
        self.name = f"gliner:{folder}"
        self._labels = list(labels)
        model = _loaded(self.name, "gliner", folder, lambda: _gliner(folder))
        self._predict: Callable[..., Iterable[Mapping[str, Any]]] = model.predict_entities

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the entities in the text; the given parse is not used."""
        return _in_pieces(text_of(doc), self.name, lambda piece: self._predict(piece, self._labels))


class TransformersRecognizer:
    """Entities by a token-classification model of the transformers library, in a folder. Raises ResourceError."""

    def __init__(self, folder: str) -> None:
        self.name = f"transformers:{folder}"
        self._classify: Callable[[str], Iterable[Mapping[str, Any]]] = _loaded(
            self.name, "transformers", folder, lambda: _token_classifier(folder)
        )

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the entities in the text; the given parse is not used."""
        return _in_pieces(text_of(doc), self.name, self._classify)


class PresidioRecognizer:
    """Presidio's recognizers of forms (no model is used, and nothing is fetched). Raises ResourceError."""

    name = "presidio"

    def __init__(self) -> None:
        self._engines: list[Any] = _loaded(self.name, "presidio", None, _presidio_engines)

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the mentions that Presidio's recognizers of forms find in the text."""
        text, nothing = text_of(doc), None
        found = [
            result
            for engine in self._engines
            for result in engine.analyze(text, engine.supported_entities, nothing) or ()
            if result.score >= _LEAST
        ]
        return [m for m in from_presidio(found) if m.span.of(text).strip()]


def _loaded(name: str, extra: str, folder: str | None, load: Callable[[], Any]) -> Any:
    if folder is not None and not Path(folder).is_dir():
        raise ResourceError(
            f"recognizer {name}: {folder!r} is no folder of this machine; give that of a downloaded model (none is "
            "fetched)"
        )
    try:
        return load()
    except ImportError as error:
        raise ResourceError(
            f"recognizer {name}: needs the extra: pip install 'semantic-sanitizer[{extra}]'"
        ) from error
    except (OSError, ValueError, RuntimeError, KeyError) as error:
        raise ResourceError(
            f"recognizer {name}: the model cannot be loaded ({type(error).__name__})"
        ) from error


def _gliner(folder: str) -> Any:
    from gliner import GLiNER

    return GLiNER.from_pretrained(folder, local_files_only=True)


def _token_classifier(folder: str) -> Any:
    from transformers import AutoModelForTokenClassification, AutoTokenizer, pipeline

    model = AutoModelForTokenClassification.from_pretrained(folder, local_files_only=True)
    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    return pipeline("token-classification", model=model, tokenizer=tokenizer, aggregation_strategy="simple")


def _presidio_engines() -> list[Any]:
    import tldextract
    from presidio_analyzer import RecognizerRegistry

    # The library asks the network for the list of top-level domains unless it is told to take the one it brings.
    tldextract.extract = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    registry = RecognizerRegistry()
    registry.load_predefined_recognizers(languages=["en"])
    return [r for r in registry.recognizers if "Spacy" not in type(r).__name__]


def _in_pieces(text: str, name: str, find: Callable[[str], Iterable[Mapping[str, Any]]]) -> list[Mention]:
    """Return what is found in each piece of a text, with offsets into the text; nothing but blanks is no mention."""
    mentions, start = [], 0
    for piece in pieces(text, PIECE):
        for mention in from_spans(find(piece), name):
            if mention.span.end <= len(piece) and mention.span.of(piece).strip():
                span = Span(mention.span.start + start, mention.span.end + start)
                mentions.append(replace(mention, span=span))
        start += len(piece)
    return sorted(mentions, key=lambda m: (m.span, m.type))
