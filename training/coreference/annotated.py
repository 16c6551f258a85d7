"""Read texts with gold coreference: GUM without its non-commercial genres, and LitBank."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "model")]

from corpora import GUM_MARK, NONCOMMERCIAL, conllu, detokenize  # noqa: E402

POSSESSIVE = re.compile(r"\s?['’]s?$")
PARSER_HELD_OUT = frozenset(
    [
        "GUM_academic_huh",
        "GUM_bio_jespersen",
        "GUM_court_loan",
        "GUM_news_nasa",
        "GUM_voyage_york",
        "GUM_interview_peres",
    ]
)
"""Documents of GUM that neither parser nor recognizer has seen (training/model/prepare.py)."""
LITBANK_HELD_OUT = 10
"""Every tenth novel is held out."""


@dataclass(frozen=True)
class Annotated:
    """A text and its gold entities.

    Attributes:
        document: its name.
        text: as it would be printed.
        entities: the mentions of each, as half-open spans of characters without a possessive ending.
        kinds: of each, what it is (person, place, ...).
        whole: whether all entities are marked; else only some kinds (LitBank: persons, places, vehicles).
    """

    document: str
    text: str
    entities: tuple[tuple[tuple[int, int], ...], ...]
    kinds: tuple[str, ...]
    whole: bool

    @property
    def persons(self) -> frozenset[int]:
        """The entities that are persons."""
        return frozenset(i for i, kind in enumerate(self.kinds) if kind in {"person", "PER"})


def without_possessive(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without "'s" at its end."""
    cut = POSSESSIVE.sub("", text[start:end])
    return (start, start + len(cut)) if cut else (start, end)


def _annotated(name: str, text: str, marks: list[tuple[int, int, str, str]], whole: bool) -> Annotated:
    entities: dict[str, list[tuple[int, int]]] = {}
    kinds: dict[str, str] = {}
    for start, end, number, kind in sorted(marks):
        entities.setdefault(number, []).append(without_possessive(text, start, end))
        kinds.setdefault(number, kind)
    ordered = sorted(entities, key=lambda n: (entities[n][0], n))
    return Annotated(
        name,
        text,
        tuple(tuple(dict.fromkeys(entities[n])) for n in ordered),
        tuple(kinds[n] for n in ordered),
        whole,
    )


def gum(root: Path) -> Iterator[Annotated]:
    """Yield the documents of GUM whose licences allow commercial use."""
    for path in sorted((root / "gum/dep").glob("*.conllu")):
        if path.stem.split("_")[1] in NONCOMMERCIAL:
            continue
        text = ""
        marks: list[tuple[int, int, str, str]] = []
        for sentence, comments, rows in conllu(path):
            if any(c.startswith("# newpar") for c in comments) and text:
                text = text.rstrip() + "\n\n"
            waiting: dict[str, list[tuple[int, str]]] = {}
            for i, (word, space) in enumerate(zip(sentence.words, sentence.spaces, strict=True)):
                start = len(text)
                text += word
                match = re.search(r"(?:^|\|)Entity=([^|]+)", rows[i][9])
                for opening, closed, closing in GUM_MARK.findall(match[1] if match else ""):
                    if opening:
                        number, kind = opening.split("-")[:2]
                        if closed:
                            marks.append((start, len(text), number, kind))
                        else:
                            waiting.setdefault(number, []).append((start, kind))
                    elif waiting.get(closing):
                        begin, kind = waiting[closing].pop()
                        marks.append((begin, len(text), closing, kind))
                text += " " if space or i + 1 == len(rows) else ""
        yield _annotated(path.stem, text.rstrip(), marks, whole=True)


def litbank(root: Path) -> Iterator[Annotated]:
    """Yield the novels."""
    for path in sorted((root / "litbank/coref/brat").glob("*.txt")):
        source = path.read_text(encoding="utf8")
        text, places = "", {}
        position = 0
        for line in source.split("\n"):
            words = list(re.finditer(r"\S+", line))
            plain, spaces = detokenize([w[0].replace("“", '"').replace("”", '"') for w in words])
            for word, printed, space in zip(words, plain, spaces, strict=True):
                places[position + word.start()] = len(text)
                text += printed
                places[position + word.end()] = -len(text)
                text += " " if space else ""
            text = text.rstrip(" ") + ("\n" if words else "")
            position += len(line) + 1
        kinds, chains = {}, []
        for line in path.with_suffix(".ann").read_text(encoding="utf8").splitlines():
            match = re.match(r"T\d+\t(\S+) (\d+) (\d+)\t", line)
            if not match:
                continue
            span = (int(match[2]), int(match[3]))
            if re.match(r"(?:PROP|NOM|PRON)_", match[1]):
                kinds[span] = match[1].partition("_")[2]
            else:
                chains.append((*span, match[1].rpartition("-")[2]))
        marks = [
            (places[a], -places[b], number, kinds.get((a, b), ""))
            for a, b, number in chains
            if a in places and b in places and places[b] < 0
        ]
        yield _annotated(path.stem, text.rstrip(), marks, whole=False)
