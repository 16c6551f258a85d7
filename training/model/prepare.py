"""The corpora as spaCy documents, in the tokens of the shipped tokenizer."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import corpora
from corpora import Sentence, Tag
from spacy.language import Language
from spacy.tokens import Doc, DocBin

SEED = 7
ATTRIBUTES = ["ENT_IOB", "ENT_TYPE", "POS", "MORPH", "SENT_START"]
HELD_OUT = ("ewt_dev", "gum_dev", "ewt_test")
GUM_DEV = frozenset(
    [
        "GUM_academic_huh",
        "GUM_bio_jespersen",
        "GUM_court_loan",
        "GUM_news_nasa",
        "GUM_voyage_york",
        "GUM_interview_peres",
    ]
)
CURLY = {"'s": "’s", "n't": "n’t", "'re": "’re", "'ve": "’ve", "'ll": "’ll", "'d": "’d", "'m": "’m", "'": "’"}


def entity_corpora(root: Path) -> dict[str, list[Sentence]]:
    """Return the training sentences of every corpus that marks entities, by name."""
    demonyms = corpora.read_demonyms(root)
    gum_documents = {p.stem for p in (root / "gum/dep").glob("*.conllu")} - GUM_DEV
    return {
        "ewt": corpora.ewt(root, "train", demonyms),
        "ewt_dev": corpora.ewt(root, "dev", demonyms),
        "pud": corpora.pud(root, demonyms),
        "gum": list(corpora.gum(root, demonyms, frozenset(gum_documents))),
        "gum_dev": list(corpora.gum(root, demonyms, GUM_DEV)),
        "ewt_test": corpora.ewt(root, "test", demonyms),
        "crossner": list(corpora.crossner(root, demonyms)),
        "wikigold": list(corpora.wikigold(root, demonyms)),
        "sec": list(corpora.sec(root, demonyms)),
        "re3d": list(corpora.re3d(root, demonyms)),
        "btc": list(corpora.btc(root, demonyms)),
        "wnut": list(corpora.wnut(root, demonyms)),
        "litbank": list(corpora.litbank(root)),
        "gmb": list(corpora.gmb(root, demonyms)),
    }


def passages(sentences: Iterable[Sentence], longest: int = 8) -> Iterator[list[Sentence]]:
    """Yield runs of consecutive sentences of one document."""
    for _, run in groupby(sentences, key=lambda sentence: sentence.document):
        batch: list[Sentence] = []
        for sentence in run:
            batch.append(sentence)
            if len(batch) == longest:
                yield batch
                batch = []
        if batch:
            yield batch


SLIPS = {
    "rn": "m", "m": "rn", "cl": "d", "d": "cl", "vv": "w", "w": "vv", "li": "h", "h": "li", "ii": "u", "ri": "n",
    "l": "1", "1": "l", "i": "l", "I": "l", "O": "0", "0": "O", "o": "0", "S": "5", "5": "S", "B": "8", "8": "B",
    "e": "c", "c": "e", "a": "o", "t": "f", "f": "t", "u": "n", "n": "u", "v": "y", "g": "q", "Z": "2", "G": "6",
}  # fmt: skip
"""What character recognition takes one form for."""


def slip(word: str, rng: random.Random) -> str:
    """Return the word with one form misread, one letter lost or two changed about; now and then broken in two."""
    draw = rng.random()
    if draw < 0.7:
        places = [(i, form) for i in range(len(word)) for form in SLIPS if word.startswith(form, i)]
        if places:
            i, form = places[rng.randrange(len(places))]
            return word[:i] + SLIPS[form] + word[i + len(form) :]
    if len(word) < 4 or not word.isalpha():
        return word
    i = rng.randrange(1, len(word) - 1)
    if draw < 0.85:
        return word[:i] + word[i + 1 :]
    if draw < 0.95:
        return word[:i] + word[i + 1] + word[i] + word[i + 2 :]
    return f"{word[:i]} {word[i:]}"


def restyle(sentences: Sequence[Sentence], rng: random.Random) -> list[Sentence]:
    """Return one passage in three in curly quotation marks; of each 100, six in upper case, six in lower case, and
    eight with slips of character recognition in a word of ten."""
    curly, case = rng.random() < 0.35, rng.random()
    result = []
    for sentence in sentences:
        words, opening = [], True
        for word in sentence.words:
            if curly and word == '"':
                word, opening = ("“" if opening else "”"), not opening
            elif curly:
                word = CURLY.get(word, word)
            if case < 0.06:
                word = word.upper() if len(word.upper()) == len(word) else word
            elif case < 0.12:
                word = word.lower() if len(word.lower()) == len(word) else word
            elif case < 0.2 and rng.random() < 0.1:
                word = slip(word, rng)
            words.append(word)
        result.append(
            Sentence(words, sentence.spaces, sentence.tags, sentence.pos, sentence.morph, sentence.lemmas)
        )
    return result


def to_doc(nlp: Language, sentences: Sequence[Sentence], rng: random.Random) -> Doc:
    """Return one document, its text in the tokens of ``nlp`` and its marks carried over by characters."""
    separator = "\n\n" if rng.random() < 0.25 else "\n" if rng.random() < 0.1 else " "
    text = ""
    marks: list[tuple[int, int, Tag, str, str]] = []
    starts: set[int] = set()
    for number, sentence in enumerate(sentences):
        if number:
            text = text.rstrip(" ") + separator
        starts.add(len(text))
        for i, (word, space) in enumerate(zip(sentence.words, sentence.spaces, strict=True)):
            pos = sentence.pos[i] if sentence.pos else ""
            morph = sentence.morph[i] if sentence.morph else ""
            marks.append((len(text), len(text) + len(word), sentence.tags[i], pos, morph))
            text += word + (" " if space else "")
    doc = nlp.make_doc(text.rstrip())
    return _annotate(doc, marks, starts)


def _annotate(doc: Doc, marks: list[tuple[int, int, Tag, str, str]], starts: set[int]) -> Doc:
    tags: list[str] = []
    pos: list[str] = []
    morphs: list[str] = []
    sentence_starts: list[int] = []
    j = 0
    pending_start = False
    for token in doc:
        begin, end = token.idx, token.idx + len(token)
        while j < len(marks) and marks[j][1] <= begin:
            j += 1
        pending_start |= begin in starts
        if token.is_space or j == len(marks):
            tags.append(tags[-1].replace("B-", "I-") if tags and _inside(marks, j, begin) else "O")
            pos.append("SPACE")
            morphs.append("")
            sentence_starts.append(-1)
            continue
        over = [mark for mark in marks[j : j + 12] if mark[0] < end and mark[1] > begin]
        entity = [mark for mark in over if mark[2] not in {None, "O"}]
        if entity:
            tag = entity[0][2] or ""
            if tag.startswith("B-") and entity[0][0] < begin:
                tag = f"I-{tag[2:]}"
            tags.append(tag)
        else:
            tags.append("" if any(mark[2] is None for mark in over) else "O")
        exact = [mark for mark in over if mark[0] == begin and mark[1] == end]
        chosen = exact[0] if exact else over[-1] if over else None
        pos.append(chosen[3] if chosen else "")
        morphs.append(chosen[4] if chosen else "")
        sentence_starts.append(1 if pending_start else -1)
        pending_start = False
    fixed = [
        "" if tag.startswith("I-") and (i == 0 or tags[i - 1][2:] != tag[2:]) else tag
        for i, tag in enumerate(tags)
    ]
    has_pos = any(mark[3] for mark in marks)
    return Doc(
        doc.vocab,
        words=[token.text for token in doc],
        spaces=[bool(token.whitespace_) for token in doc],
        ents=fixed,
        pos=pos if has_pos else None,
        morphs=morphs if has_pos else None,
        sent_starts=sentence_starts,
    )


def _inside(marks: list[tuple[int, int, Tag, str, str]], j: int, begin: int) -> bool:
    """Return whether white space at ``begin`` lies within an entity (a line break in a name)."""
    return j < len(marks) and (marks[j][2] or "").startswith("I-") and marks[j][0] >= begin


def write(
    nlp: Language, sentences: Sequence[Sentence], target: Path, *, style: bool, seed: int = SEED
) -> None:
    """Write the passages of ``sentences`` as a DocBin."""
    rng = random.Random(seed)
    docs = DocBin(attrs=ATTRIBUTES)
    for passage in passages(sentences):
        docs.add(to_doc(nlp, restyle(passage, rng) if style else passage, rng))
    temporary = target.with_suffix(".tmp")
    docs.to_disk(temporary)
    temporary.replace(target)
