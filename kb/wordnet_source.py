"""Read the nouns of a WordNet from the user's nltk data, as :mod:`kb.wordnet_build` compiles them."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kb.base import KnowledgeBaseError
from kb.lookup_forms import normalize

_log = logging.getLogger(__name__)

ENGLISH: Final = "eng"
_CURE: Final = (
    "get it with `python -m nltk.downloader {what}`, or, where no download is possible, from Debian's "
    "packages wordnet-base and wordnet-sense-index (docs/knowledge.md)"
)

ADDED: Final = {"operator.n.02": ("person.n.01",)}
"""Hypernyms that the source lacks: whoever drives or runs a machine is a person."""


@dataclass(frozen=True, slots=True)
class SynsetRow:
    """One noun synset as read: ``words`` with their sense numbers and tagged counts, ``above`` by name."""

    name: str
    words: tuple[tuple[str, int, int], ...]
    above: tuple[str, ...]
    instance: bool


@dataclass(frozen=True, slots=True)
class WordNetSource:
    """What is read through nltk: synsets in the order of the source, irregular plurals as lines."""

    name: str
    synsets: tuple[SynsetRow, ...]
    exceptions: tuple[str, ...]
    language: str = ENGLISH


def read_wordnet(
    corpus: str = "wordnet", language: str = ENGLISH, nltk_data: Path | None = None
) -> WordNetSource:
    """Read all noun synsets through nltk. Raises KnowledgeBaseError when it does not find or read them."""
    with _searched_first(nltk_data):
        try:
            return _read(corpus, language)
        except (OSError, ValueError, KeyError, IndexError) as error:
            raise KnowledgeBaseError(
                f"nltk cannot read {corpus!r} ({type(error).__name__}: {error})"
            ) from None


@contextmanager
def _searched_first(nltk_data: Path | None) -> Iterator[None]:
    """Provide a folder in front of nltk's search path, for a while: its reader refuses files that lie elsewhere."""
    import nltk

    if nltk_data is None:
        yield
        return
    before = list(nltk.data.path)
    nltk.data.path.insert(0, str(nltk_data.resolve()))
    try:
        yield
    finally:
        nltk.data.path[:] = before


def _read(corpus: str, language: str) -> WordNetSource:
    reader = _open_reader(corpus, language)
    ranks = _read_ranks(reader)
    tagged = _read_counts(reader)
    known = {ENGLISH}
    if language != ENGLISH:
        reader.add_omw()
        known = set(reader.langs())
    if language not in known:
        raise KnowledgeBaseError(
            f"language {language!r} is not in the Open Multilingual WordNet that nltk finds; "
            f"it has: {', '.join(sorted(known)) or 'none'}"
        )
    names: dict[int, str] = {}
    read: list[tuple[str, tuple[tuple[str, int, int], ...], tuple[int, ...], bool]] = []
    for synset in reader.all_synsets("n"):
        counts = [(lemma.name(), tagged.get(lemma.key(), 0)) for lemma in synset.lemmas()]
        if language == ENGLISH:
            words = [(w, ranks[w.lower(), synset.offset()], c) for w, c in counts]
        else:  # tagged occurrences are known for English only: the synset's total stands in
            total = sum(c for _, c in counts)
            words = [(w, 0, total) for w in dict.fromkeys(synset.lemma_names(language))]
        # Synset.hypernyms() would read each hypernym's line again, which doubles the time
        pointers = synset._pointers
        above = [offset for symbol in ("@i", "@") for _, offset in pointers.get(symbol, ())]
        names[synset.offset()] = synset.name()
        read.append(
            (
                synset.name(),
                tuple((w.replace("_", " "), r, c) for w, r, c in words),
                tuple(dict.fromkeys(above)),
                bool(pointers.get("@i")),
            )
        )
    rows = [
        SynsetRow(name, words, (*(names.get(o, f"at {o}") for o in above), *ADDED.get(name, ())), instance)
        for name, words, above, instance in read
    ]
    name = f"wordnet:{reader.get_version()}" if corpus == "wordnet" else f"wordnet:{corpus}"
    exceptions: tuple[str, ...] = ()
    if language == ENGLISH:
        with reader.open("noun.exc") as lines:
            exceptions = tuple("\t".join(map(normalize, line.split())) for line in lines if line.strip())
    else:
        name += f":{language}"
    _log.info("read %d noun synsets of %s", len(rows), name)
    return WordNetSource(name, tuple(rows), exceptions, language)


def _open_reader(corpus: str, language: str) -> Any:
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    try:
        root = _find(corpus)
    except LookupError:
        where = f"; looked in {', '.join(nltk.data.path)}"
        raise KnowledgeBaseError(f"nltk finds no {corpus!r}: {_CURE.format(what=corpus)}{where}") from None
    omw = None
    if language != ENGLISH:
        from nltk.corpus.reader import CorpusReader

        try:
            omw = CorpusReader(_find("omw-1.4"), r".*/wn-data-.*\.tab", encoding="utf8")
        except LookupError:
            raise KnowledgeBaseError(f"nltk finds no 'omw-1.4': {_CURE.format(what='omw-1.4')}") from None
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # other languages are not asked for here
        try:
            return WordNetCorpusReader(root, omw)
        except (OSError, ValueError, LookupError) as error:
            raise KnowledgeBaseError(f"{root}: nltk cannot read it as a WordNet ({error})") from None


def _find(corpus: str) -> Any:
    import nltk

    try:
        return nltk.data.find(f"corpora/{corpus}")
    except LookupError:
        return nltk.data.find(f"corpora/{corpus}.zip/{corpus}/")


def _read_ranks(reader: Any) -> dict[tuple[str, int], int]:
    """Sense numbers from index.noun: (lower-case lemma, offset of the synset) -> 1, 2, ..."""
    ranks: dict[tuple[str, int], int] = {}
    with reader.open("index.noun") as lines:
        for line in lines:
            if line.startswith(" "):
                continue
            fields = line.split()
            senses = int(fields[2])
            for rank, offset in enumerate(fields[-senses:], 1):
                ranks[fields[0], int(offset)] = rank
    return ranks


def _read_counts(reader: Any) -> dict[str, int]:
    """Tagged occurrences by sense key, as nltk's ``Lemma.count`` has them, which searches the file at every call."""
    with reader.open("cntlist.rev") as lines:
        return {key: int(count) for key, _, count in (line.split() for line in lines)}
