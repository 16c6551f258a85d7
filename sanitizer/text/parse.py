"""The embedded English pipeline: tokens, parts of speech, lemmas, sentences and named entities.

It is trained by ``training/model`` and shipped in ``sanitizer/text/model``; ``docs/model-card.md``
says on what and how well. Long texts are parsed in pieces cut between paragraphs, so that memory stays
bounded and the time per character does not depend on the length; nothing is truncated.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import spacy
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc

from sanitizer.common.integrity import MODEL, check
from sanitizer.common.lock import one_at_a_time
from sanitizer.common.timing import stage
from sanitizer.errors import ResourceError
from sanitizer.text import reader as reader  # registers the component "reader"
from sanitizer.text import sentences as sentences  # registers the component "sentence_rules"
from sanitizer.text.matrix_products import Remembered, one_thread, remember
from sanitizer.types import with_text

_UNFILLED: Final = "sanitizer.unfilled"
PIECE = 5_000
"""Longest piece, in characters, that goes through the network at once. The network looks at a few words on
each side, so a cut between paragraphs changes next to nothing that it sees."""

_END_OF_WORD: Final = 100
"""Characters in which the tokenizer looks for what it parts from the end of a word. It would search the whole word,
once for each mark at its end: 1.5 ms for each of five thousand commas."""

_BETWEEN_CELLS: Final = re.compile(
    r"&#?\w{1,31};|([|\"<>]|;(?!&)|(?<!\d),|,(?!\d)|(?<=\w)(?:[=\\]|&(?=\w+=))|:(?=\")|(?<=\"):)"
)
"""A mark that parts cells, values of keys, tags or steps of a path where no blank stands beside it; no character of
HTML."""

_LEMMAS: Final = 50_000
"""Words whose lemmas are kept between documents."""

_PARAGRAPH = re.compile(r"\n\s*\n|\n")
_SENTENCE = re.compile(r"[.!?][\"'”’)\]]*\s+(?=[A-Z\"“])")
_SPACE = re.compile(r"\s+")


def model_path() -> Path:
    """Return the folder of the shipped pipeline."""
    return Path(str(files("sanitizer.text"))) / "model"


def opened(path: Path) -> Language:
    """Return the pipeline in the folder ``path``, which remembers the vectors of words (``matrix_products.py``).

    The rules of its tokenizer come from the folder; those of spaCy's English, which they replace, are not made first.
    """
    unfilled = {"nlp": {"tokenizer": {"@tokenizers": _UNFILLED}}}
    nlp = spacy.load(path, config=unfilled)
    tokenizer = nlp.tokenizer
    first, last, within, address = (
        tokenizer.prefix_search, tokenizer.suffix_search, tokenizer.infix_finditer, tokenizer.url_match
    )  # fmt: skip
    tokenizer.prefix_search = lambda word: None if _is_letters(word) else first(word)
    tokenizer.suffix_search = lambda word: None if _is_letters(word) else last(word[-_END_OF_WORD:])
    tokenizer.infix_finditer = lambda word: [] if _is_letters(word) else _inner_marks(word, within(word))
    tokenizer.url_match = lambda word: None if _is_letters(word) else address(word)
    return remember(nlp)


def _is_letters(word: str) -> bool:
    """Return whether a run of characters without blanks is of English letters alone, from which the tokenizer parts
    nothing but by its list of contractions: most are, and its patterns need not be tried."""
    return word.isascii() and word.isalpha()


def _inner_marks(word: str, found: Iterable[re.Match[str]]) -> list[re.Match[str]]:
    """Return where a run of characters without blanks is parted: as English has it, and between cells, which would
    be one word of none that anybody knows."""
    marks = {match.span(): match for match in _BETWEEN_CELLS.finditer(word) if match[1]}
    return sorted((marks | {match.span(): match for match in found}).values(), key=re.Match[str].start)


def _make_unfilled() -> Callable[[Language], Tokenizer]:
    """Return a maker of tokenizers without rules, for :func:`opened` to fill from a folder."""
    return lambda nlp: Tokenizer(nlp.vocab)


spacy.registry.tokenizers.register(_UNFILLED, func=_make_unfilled)


@cache
@stage("start: model")
def load() -> Language:
    """Return the embedded pipeline, loaded once in a process.

    Raises:
        ResourceError: the model folder is missing or damaged.
    """
    path = model_path()
    if not (path / "config.cfg").is_file():
        raise ResourceError(
            f"no language model in {path}: reinstall the package, or train it (sanitizer help model-card says how)"
        )
    check(MODEL)
    try:
        nlp = opened(path)
    except (OSError, ValueError, KeyError) as error:
        raise ResourceError(
            f"the language model in {path} cannot be read ({error}): reinstall the package"
        ) from error
    return nlp


def pieces(text: str, limit: int = PIECE) -> list[str]:
    """Cut ``text`` into pieces of at most ``limit`` characters whose concatenation is ``text``.

    Cuts fall after a paragraph where there is one, else a sentence, else white space, else anywhere.
    """
    result = []
    start = 0
    while len(text) - start > limit:
        end = _cut(text, start, start + limit)
        result.append(text[start:end])
        start = end
    result.append(text[start:])
    return result


def _cut(text: str, start: int, end: int) -> int:
    for pattern in (_PARAGRAPH, _SENTENCE, _SPACE):
        last = None
        for match in pattern.finditer(text, start + 1, end):
            last = match
        if last is not None:
            return last.end()
    return end


def parse_many(
    texts: Iterable[str], nlp: Language | None = None, without: Sequence[str] = ()
) -> Iterator[Doc]:
    """Yield the parsed documents, in the order of ``texts``; ``doc.text`` equals its text, whatever its length.

    Each text goes through the network by itself, so that its parse does not depend on its neighbours; parts of the
    pipeline named in ``without`` are left out.
    """
    nlp = nlp or load()
    for text in texts:
        parts = pieces(text)
        yield _parsed(nlp, parts, without)


@stage("parse")
def _parsed(nlp: Language, parts: Sequence[str], without: Sequence[str]) -> Doc:
    """Return the pieces of a text as one."""
    return _joined(parts, lambda part: nlp(part, disable=list(without)))


def _joined(parts: Sequence[str], parse: Callable[[str], Doc]) -> Doc:
    """Return the pieces of a text as one. Waits where another thread lets words pass (:func:`passing`): a Doc made
    meanwhile would lose its own."""
    with one_at_a_time(), one_thread():
        docs = [parse(part) for part in parts]
        doc = docs[0] if len(docs) == 1 else Doc.from_docs(docs, ensure_whitespace=False)
    return with_text(doc, "".join(parts))


def parse(text: str, nlp: Language | None = None) -> Doc:
    """``text`` parsed by ``nlp`` (default: the embedded pipeline)."""
    return next(parse_many([text], nlp))


@stage("parse")
def parts_of_speech(text: str) -> Doc:
    """Return the parts of speech and the sentences of ``text``, without trees, lemmas and entities."""
    nlp = load()
    sentences, reader = nlp.get_pipe("sentence_rules"), nlp.get_pipe("reader")
    return _joined(pieces(text), lambda part: reader.tag(sentences(nlp.make_doc(part))))


@contextmanager
def passing(by: Callable[[str], Doc]) -> Iterator[None]:
    """Let the words that the embedded pipeline meets within go behind: those of a document go with its Doc, which
    nobody may use any more. Threads take turns.

    Args:
        by: what parses within; nothing is done for another one than this module's as long as no pipeline is loaded.
    """
    with one_at_a_time():
        if (by is not parse and not load.cache_info().currsize) or load().vocab.in_memory_zone:
            yield
            return
        with load().memory_zone():
            yield
        _forget_lemmas(load(), _LEMMAS)


def forget() -> None:
    """Empty what the parts of the embedded pipeline remember of words, where it is loaded: lemmas, vectors."""
    if load.cache_info().currsize:
        _forget_lemmas(load(), 0)
        if isinstance(vectors := load().vocab.vectors, Remembered):
            vectors.made = None


def _forget_lemmas(nlp: Language, kept: int) -> None:
    """Empty the memories of more words than are kept."""
    for _, part in nlp.pipeline:
        memory = getattr(part, "cache", None)
        if isinstance(memory, dict) and len(memory) > kept:
            memory.clear()
