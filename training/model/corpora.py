"""The gold (and one silver) corpora, read into one form with one set of labels.

The labels are PERSON, LOC, ORG, NORP (nationalities, religious and political groups) and MISC (works, events,
products, awards, laws). A corpus that does not mark all of them says nothing about its other capitalized words:
these get the tag ``None`` (missing), which the trainer neither rewards nor punishes, rather than ``O``.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

Tag = str | None
"""``B-LABEL``, ``I-LABEL``, ``O``, or ``None`` where a corpus says nothing."""


@dataclass
class Sentence:
    """Words, whether a space follows each, and what the corpus says of them."""

    words: list[str]
    spaces: list[bool]
    tags: list[Tag]
    pos: list[str] = field(default_factory=list)
    morph: list[str] = field(default_factory=list)
    lemmas: list[str] = field(default_factory=list)
    document: str = ""


NO_SPACE_BEFORE = {
    ",",
    ".",
    ";",
    ":",
    "!",
    "?",
    ")",
    "]",
    "}",
    "%",
    "'s",
    "n't",
    "'re",
    "'ve",
    "'ll",
    "'d",
    "'m",
    "’s",
}
NO_SPACE_AFTER = {"(", "[", "{", "$", "£", "€", "#"}
TITLES = {
    "mr", "mr.", "mrs", "mrs.", "ms", "ms.", "miss", "dr", "dr.", "sir", "president", "prime", "minister", "general",
    "gen.", "sen.", "senator", "uncle", "judge", "king", "queen", "prince", "secretary", "foreign", "defense", "state",
    "vice", "chancellor", "former", "pope", "justice", "spokesman", "spokeswoman", "premier", "interior", "attorney",
    "colonel", "captain", "lieutenant", "chief", "leader", "commander", "ambassador", "governor", "professor", "prof.",
    "lord", "lady", "the", "of", "st.", "congressman", "representative", "rep.", "gov.", "col.", "lt.", "capt.",
    "aunt",
}  # fmt: skip
DEMONYM_ENDING = re.compile(
    r"(?:ans?|ish|ese|i|is|ics?|ch|ss|ks?|ots?|sh|ds|nes?|Jews?|Kurds?|Arabs?|Turks?|Serbs?|Czechs?)$"
)


def detokenize(words: Sequence[str]) -> tuple[list[str], list[bool]]:
    """Return words with plain quotes, and whether a space follows each, by the rules of English print."""
    plain = [
        '"' if w in {"``", "''", "&quot;", "'\"'"} else {"-LRB-": "(", "-RRB-": ")"}.get(w, w) for w in words
    ]
    spaces = [True] * len(plain)
    open_quote = False
    for i, word in enumerate(plain):
        if word in NO_SPACE_BEFORE or word.lower() in NO_SPACE_BEFORE:
            if i:
                spaces[i - 1] = False
        elif word == '"':
            if open_quote and i:
                spaces[i - 1] = False
            elif not open_quote:
                spaces[i] = False
            open_quote = not open_quote
        if word in NO_SPACE_AFTER:
            spaces[i] = False
    return plain, spaces


def iob2(tags: Iterable[str]) -> list[str]:
    """IOB1, IO or IOB2 tags as IOB2."""
    result = []
    previous = "O"
    for tag in tags:
        label = tag[2:]
        if tag.startswith("I-") and previous[2:] != label:
            tag = f"B-{label}"
        result.append(tag)
        previous = tag
    return result


def relabel(
    words: Sequence[str], tags: Sequence[str], labels: dict[str, Tag], demonyms: frozenset[str]
) -> list[Tag]:
    """Map each entity's label by ``labels``: to a label, to ``O``, to ``None`` (missing), or, for ``MISC``, to NORP
    where the entity is one word that names a people. A label that is not listed becomes missing."""
    result: list[Tag] = []
    tags = iob2(tags)
    for i, tag in enumerate(tags):
        if tag == "O":
            result.append("O")
            continue
        new = labels.get(tag[2:])
        if new in {"MISC", "GPE?"}:
            single = tag.startswith("B-") and (i + 1 == len(tags) or not tags[i + 1].startswith("I-"))
            if single and words[i].lower() in demonyms:
                new = "NORP"
            elif new == "GPE?":
                new = "LOC"
        result.append(new if new in {None, "O"} else f"{tag[:2]}{new}")
    return blank_common(words, result)


def blank_common(words: Sequence[str], tags: list[Tag]) -> list[Tag]:
    """Entities without a capital letter or digit, of MISC and ORG, are common nouns here: missing."""
    result = list(tags)
    i = 0
    while i < len(tags):
        tag = tags[i]
        if tag is None or not tag.startswith("B-"):
            i += 1
            continue
        end = i + 1
        while end < len(tags) and tags[end] == f"I-{tag[2:]}":
            end += 1
        first = i
        while first < end - 1 and words[first].lower() in {"the", "a", "an"} and words[first] != "The":
            result[first] = "O"
            first += 1
            result[first] = tag
        if tag[2:] in {"MISC", "ORG"} and words[first][:1].islower() and words[first].islower():
            result[first:end] = [None] * (end - first)
        i = end
    return result


CALENDAR = {
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "i", "i'm",
}  # fmt: skip


def blank_capitals(words: Sequence[str], tags: list[Tag]) -> list[Tag]:
    """Capitalized words outside of entities become missing, for a corpus that marks fewer labels than the model."""
    result = list(tags)
    for i, (word, tag) in enumerate(zip(words, tags, strict=True)):
        starts = not i or words[i - 1] in {".", "?", "!", '"'}
        if (
            tag == "O"
            and word[:1].isupper()
            and len(word) > 1
            and not starts
            and word.lower() not in CALENDAR
        ):
            result[i] = None
    return result


def trim_titles(words: Sequence[str], tags: list[Tag], label: str = "PERSON") -> list[Tag]:
    """Leave titles before a name out of the entity, as most of the corpora do."""
    result = list(tags)
    for i, tag in enumerate(result):
        if tag == f"B-{label}" and words[i].lower() in TITLES:
            result[i] = (
                "O"
                if words[i].lower() in {"mr", "mr.", "mrs", "mrs.", "ms", "ms.", "the", "dr", "dr."}
                else None
            )
            if i + 1 < len(result) and result[i + 1] == f"I-{label}":
                result[i + 1] = f"B-{label}"
    return result


def _columns(path: Path, separator: str | None = "\t", encoding: str = "utf8") -> Iterator[list[list[str]]]:
    """Blocks of non-empty lines, each line split into its columns."""
    lines = path.read_text(encoding=encoding).split("\n")
    for empty, block in groupby(lines, key=lambda line: not line.strip()):
        if not empty:
            yield [line.split(separator) for line in block if not line.startswith("# ")]


def _simple(
    path: Path,
    labels: dict[str, Tag],
    demonyms: frozenset[str],
    *,
    separator: str | None = "\t",
    complete: bool = True,
) -> Iterator[Sentence]:
    for rows in _columns(path, separator):
        rows = [row for row in rows if len(row) > 1 and row[0] != "-DOCSTART-"]
        if not rows:
            continue
        words, spaces = detokenize([row[0] for row in rows])
        tags = relabel(words, [row[-1].strip() for row in rows], labels, demonyms)
        yield Sentence(words, spaces, tags if complete else blank_capitals(words, tags), document=path.stem)


CROSSNER: dict[str, Tag] = {
    **dict.fromkeys(["person", "politician", "writer", "musicalartist", "scientist", "researcher"], "PERSON"),
    **dict.fromkeys(["organisation", "politicalparty", "university", "band"], "ORG"),
    **dict.fromkeys(["location", "country"], "LOC"),
    **dict.fromkeys(
        [
            "misc",
            "award",
            "election",
            "book",
            "event",
            "album",
            "song",
            "poem",
            "conference",
            "magazine",
            "academicjournal",
        ],
        "MISC",
    ),
}
PLAIN: dict[str, Tag] = {"PER": "PERSON", "LOC": "LOC", "ORG": "ORG", "MISC": "MISC", "OTH": "MISC", "O": "O"}


def crossner(root: Path, demonyms: frozenset[str]) -> Iterator[Sentence]:
    """Wikipedia sentences of five domains; terms of art (fields, algorithms, compounds) become missing."""
    for path in sorted((root / "crossner/ner_data").glob("*/*.txt")):
        yield from _simple(path, CROSSNER, demonyms)


def wikigold(root: Path, demonyms: frozenset[str]) -> Iterator[Sentence]:
    """Wikipedia sentences with the four CoNLL labels."""
    yield from _simple(
        root / "wikigold/CONLL-format/data/wikigold.conll.txt", PLAIN, demonyms, separator=None
    )


def sec(root: Path, demonyms: frozenset[str]) -> Iterator[Sentence]:
    """Loan agreements; the party names that are roles (Borrower, Lender) become missing."""
    for path in sorted((root / "sec_filings_fin/CONLL-format/data").glob("*/*.txt")):
        for sentence in _simple(path, PLAIN, demonyms, separator=None, complete=False):
            roles = {
                "borrower",
                "lender",
                "bank",
                "guarantor",
                "agent",
                "lessor",
                "lessee",
                "tenant",
                "landlord",
                "executive",
            }
            sentence.tags = [
                None if t and t != "O" and w.lower() in roles else t
                for w, t in zip(sentence.words, sentence.tags, strict=True)
            ]
            yield sentence


def re3d(root: Path, demonyms: frozenset[str]) -> Iterator[Sentence]:
    """Defence reports without the BBC part; persons described by their office become missing."""
    labels: dict[str, Tag] = {
        "Person": "PERSON",
        "Organisation": "ORG",
        "Location": "LOC",
        "Nationality": "NORP",
    }
    labels |= dict.fromkeys(["Temporal", "Quantity", "Money", "Frequency"], "O")
    for path in sorted((root / "re3d/CONLL-format/data-by-source/conll").glob("*/*.conll")):
        for sentence in _simple(path, labels, demonyms, complete=False):
            described = {"of", "for", "the", "a", "who", "and", "his", "their"}
            sentence.tags = [
                None if t and t.endswith("PERSON") and (w.lower() in described or not w[:1].isupper()) else t
                for w, t in zip(sentence.words, sentence.tags, strict=True)
            ]
            yield repair(sentence)


def btc(root: Path, demonyms: frozenset[str]) -> Iterator[Sentence]:
    """Tweets with persons, places and organizations."""
    for path in sorted((root / "btc/CONLL-format/data").glob("*.conll")):
        yield from _simple(path, PLAIN, demonyms, complete=False)


def wnut(root: Path, demonyms: frozenset[str]) -> Iterator[Sentence]:
    """Tweets and forum posts with rare entities."""
    labels: dict[str, Tag] = {"person": "PERSON", "location": "LOC", "corporation": "ORG", "product": "MISC"}
    labels |= {"creative-work": "MISC", "group": "ORG"}
    for path in sorted((root / "wnut17/CONLL-format/data").glob("*/*")):
        if path.suffix in {".conll", ".annotated"}:
            yield from _simple(path, labels, demonyms, complete=False)


def gmb(root: Path, demonyms: frozenset[str]) -> Iterator[Sentence]:
    """News with silver tags; repeated sentences are dropped."""
    labels: dict[str, Tag] = {"geo": "LOC", "gpe": "GPE?", "per": "PERSON", "org": "ORG", "tim": "O"}
    labels |= {"art": "MISC", "eve": "MISC"}
    seen = set()
    for words, _, tags in _gmb_rows(root):
        key = tuple(words)
        if key in seen:
            continue
        seen.add(key)
        plain, spaces = detokenize(words)
        new = trim_titles(plain, relabel(plain, tags, labels, demonyms))
        yield Sentence(plain, spaces, blank_capitals(plain, new), document="gmb")


def _gmb_rows(root: Path) -> Iterator[tuple[list[str], list[str], list[str]]]:
    with zipfile.ZipFile(root / "gmb_kaggle/ner_dataset.csv.zip") as archive:
        text = archive.read(archive.namelist()[0]).decode("latin-1")
    rows: list[list[str]] = []
    for row in [*list(csv.reader(io.StringIO(text)))[1:], ["Sentence:", "", "", ""]]:
        if row[0].startswith("Sentence") and rows:
            yield [r[1] for r in rows], [r[2] for r in rows], [r[3] for r in rows]
            rows = []
        if row[1].strip():
            rows.append(row)


_GROUPS = """muslim muslims jewish jew jews christian christians catholic catholics protestant protestants buddhist
buddhists hindu hindus sikh sikhs sunni sunnis shiite shiites shia islamic islamist orthodox anglican
lutheran calvinist kurdish kurd kurds roma hispanic latino republican republicans democrat democrats
democratic communist communists socialist marxist greek greeks danish belgian belgians croatian croatians
slovenian estonian estonians latvians maltese welsh scots basque catalan flemish bavarian czechoslovak
yugoslav soviet prussian ottoman byzantine roman romans persian bengali tamil punjabi asian filipino
hungarians bulgarians romanians ukrainians moldovan montenegrin kosovar chechen chechens tatar armenians
kazakh turkmen kyrgyz maori aboriginal zulu"""
GROUPS = frozenset(_GROUPS.split())
"""Peoples, religions and political groups that GMB does not show often enough."""


def read_demonyms(root: Path) -> frozenset[str]:
    """Return words for peoples ("british", "iraqis"): what GMB marks as geopolitical and as adjective or plural."""
    counts: dict[str, int] = {}
    for words, pos, tags in _gmb_rows(root):
        for word, part, tag in zip(words, pos, tags, strict=True):
            if tag == "B-gpe" and part in {"JJ", "NNS", "NNPS"} and DEMONYM_ENDING.search(word):
                counts[word.lower()] = counts.get(word.lower(), 0) + 1
    return frozenset(word for word, n in counts.items() if n > 1) | GROUPS


PROPER = {
    "of",
    "the",
    "and",
    "for",
    "'s",
    "’s",
    "&",
    "de",
    "la",
    "du",
    "von",
    "van",
    "-",
    ".",
    ",",
    "in",
    "on",
    "del",
    "al",
    "bin",
}


def litbank(root: Path) -> Iterator[Sentence]:
    """Novels; the proper mentions of the coreference layer, names trimmed of titles."""
    labels = {"PER": "PERSON", "LOC": "LOC", "GPE": "LOC", "FAC": "LOC", "ORG": "ORG"}
    for path in sorted((root / "litbank/coref/brat").glob("*.txt")):
        text = path.read_text(encoding="utf8")
        marks: list[tuple[int, int, str]] = []
        for line in path.with_suffix(".ann").read_text(encoding="utf8").splitlines():
            match = re.match(r"T\d+\tPROP_(PER|LOC|GPE|FAC|ORG) (\d+) (\d+)\t", line)
            if match:
                marks.append((int(match[2]), int(match[3]), labels[match[1]]))
        marks.sort(key=lambda mark: (mark[0], -mark[1]))
        position = 0
        for line in text.split("\n"):
            words, tags = [], []
            for match in re.finditer(r"\S+", line):
                start = position + match.start()
                mark = next(
                    (m for m in marks if m[0] <= start < m[1] and _proper(text[m[0] : m[1]])),
                    None,
                )
                words.append(match[0])
                tags.append("O" if mark is None else f"{'B' if mark[0] == start else 'I'}-{mark[2]}")
            position += len(line) + 1
            if words:
                plain, spaces = detokenize(words)
                new = trim_titles(plain, list(iob2(tags)))
                yield Sentence(plain, spaces, blank_capitals(plain, new), document=path.stem)


def _proper(phrase: str) -> bool:
    return all(w[:1].isupper() or w.lower() in PROPER for w in phrase.split()) and len(phrase.split()) < 7


def conllu(path: Path) -> Iterator[tuple[Sentence, list[str], list[list[str]]]]:
    """Sentences of a CoNLL-U file with their identifiers in the comments and their raw rows."""
    comments: list[str] = []
    rows: list[list[str]] = []
    document = path.stem
    with path.open(encoding="utf8") as lines:
        for line in [*lines, "\n"]:
            line = line.rstrip("\n")
            if line.startswith("#"):
                comments.append(line)
                if line.startswith("# newdoc id"):
                    document = line.split("=", 1)[1].strip()
            elif line:
                rows.append(line.split("\t"))
            elif rows:
                yield _conllu_sentence(rows, document), comments, [r for r in rows if r[0].isdigit()]
                comments, rows = [], []


KEPT_FEATURES = ("Number", "Tense", "VerbForm", "Degree")


def _conllu_sentence(rows: list[list[str]], document: str) -> Sentence:
    sentence = Sentence([], [], [], document=document)
    joined_until, joined_space = 0, True
    for row in rows:
        space = "SpaceAfter=No" not in row[9]
        if "-" in row[0]:
            joined_until, joined_space = int(row[0].split("-")[1]), space
            continue
        if not row[0].isdigit():
            continue
        number = int(row[0])
        if number < joined_until:
            space = False
        elif number == joined_until:
            space = joined_space
        features = [f for f in row[5].split("|") if f.split("=")[0] in KEPT_FEATURES]
        if row[3] not in {"NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV"}:
            features = []
        sentence.words.append(row[1])
        sentence.spaces.append(space)
        sentence.tags.append(None)
        sentence.pos.append(row[3])
        sentence.morph.append("|".join(features))
        sentence.lemmas.append(row[2])
    return sentence


def ewt(root: Path, part: str, demonyms: frozenset[str]) -> list[Sentence]:
    """UD English EWT with the entities that UNER sets on the same sentences. ``part``: train, dev or test."""
    ud = next((root / "ud_english_ewt").glob(f"*-{part}*.conllu"))
    uner = next((root / "uner_english_ewt").glob(f"*-{part}*.iob2"))
    return list(_with_entities(ud, uner, demonyms, complete=part == "train"))


def pud(root: Path, demonyms: frozenset[str]) -> list[Sentence]:
    """UD English PUD (news, Wikipedia) with the entities of UNER."""
    folder = root / "uner_english_pud"
    return list(
        _with_entities(
            folder / "en_pud-ud-test.conllu", folder / "en_pud-ud-test.iob2", demonyms, complete=False
        )
    )


def _key(line: str) -> str | None:
    """Return what names a sentence in both corpora: its identifier (EWT) or its text (PUD)."""
    return line if line.startswith(("# sent_id = ", "# text = ")) else None


def _with_entities(ud: Path, uner: Path, demonyms: frozenset[str], *, complete: bool) -> Iterator[Sentence]:
    entities: dict[str, list[list[str]]] = {}
    for block in uner.read_text(encoding="utf8").split("\n\n"):
        lines = block.strip().split("\n")
        rows = [line.split("\t") for line in lines if line and line[0].isdigit()]
        entities |= dict.fromkeys((key for line in lines if (key := _key(line))), rows)
    for sentence, comments, rows in conllu(ud):
        keys = [key for line in comments if (key := _key(line))]
        found = next((entities[key] for key in keys if key in entities), None)
        if found and [r[1] for r in found] == [r[1] for r in rows]:
            tags = ["O" if r[2] == "B-O" else r[2] for r in found]
            new = relabel(sentence.words, tags, PLAIN, demonyms)
            sentence.tags = new if complete else blank_capitals(sentence.words, new)
        yield sentence


NONCOMMERCIAL = ("essay", "fiction", "letter", "podcast", "whow", "reddit")
GUM_LABELS = {
    "person": "PERSON",
    "place": "LOC",
    "organization": "ORG",
    "event": "MISC",
    "object": "MISC",
    "abstract": "MISC",
}


def gum(root: Path, demonyms: frozenset[str], documents: frozenset[str] | None = None) -> Iterator[Sentence]:
    """GUM without its non-commercial genres; of its nested entities the named ones, longest first."""
    for path in sorted((root / "gum/dep").glob("*.conllu")):
        if path.stem.split("_")[1] in NONCOMMERCIAL or (documents is not None and path.stem not in documents):
            continue
        for sentence, _, rows in conllu(path):
            open_marks: dict[str, tuple[int, str]] = {}
            spans: list[tuple[int, int, str]] = []
            for i, row in enumerate(rows):
                match = re.search(r"(?:^|\|)Entity=([^|]+)", row[9])
                for opening, closed, closing in GUM_MARK.findall(match[1] if match else ""):
                    if opening:
                        number, kind = opening.split("-")[:2]
                        if closed:
                            spans.append((i, i + 1, kind))
                        else:
                            open_marks[number] = (i, kind)
                    elif closing in open_marks:
                        start, kind = open_marks.pop(closing)
                        spans.append((start, i + 1, kind))
            sentence.tags = _gum_tags(sentence, spans, demonyms)
            yield sentence


GUM_MARK = re.compile(r"\(([^()]+)(\)?)|([^()]+)\)")


def _gum_tags(sentence: Sentence, spans: list[tuple[int, int, str]], demonyms: frozenset[str]) -> list[Tag]:
    words, pos = sentence.words, sentence.pos
    tags: list[Tag] = [
        None if part == "PROPN" or (word[:1].isupper() and i and pos[i - 1] != "PUNCT") else "O"
        for i, (word, part) in enumerate(zip(words, pos, strict=True))
    ]
    taken = [False] * len(words)
    for start, end, kind in sorted(spans, key=lambda s: (s[0] - s[1], s[0])):
        label = GUM_LABELS.get(kind)
        while start < end and (
            pos[start] == "DET" or words[start].lower() in TITLES - {"king", "queen", "prince"}
        ):
            start += 1
        if end - start > 1 and words[end - 1] in {"'s", "’s", "'"}:
            end -= 1
        inside = range(start, end)
        if label is None or not inside or any(taken[i] for i in inside):
            continue
        named = all(pos[i] == "PROPN" or words[i].lower() in PROPER or words[i][:1].isupper() for i in inside)
        if not named or "PROPN" not in {pos[i] for i in inside}:
            continue
        if label == "PERSON" and any(pos[i] == "CCONJ" or words[i] == "," for i in inside):
            continue
        if len(inside) == 1 and words[start].lower() in demonyms:
            label = "NORP"
        for i in inside:
            taken[i] = True
            tags[i] = f"{'B' if i == start else 'I'}-{label}"
    for i, word in enumerate(words):
        if tags[i] is None and word.lower() in demonyms:
            tags[i] = "B-NORP"
    return repair(sentence, tags).tags


def repair(sentence: Sentence, tags: list[Tag] | None = None) -> Sentence:
    """Return the tags; an ``I-`` tag that follows no entity (its start went missing) becomes missing too."""
    result: list[Tag] = []
    for tag in sentence.tags if tags is None else tags:
        broken = (
            tag is not None and tag.startswith("I-") and (not result or (result[-1] or "O")[2:] != tag[2:])
        )
        result.append(None if broken else tag)
    sentence.tags = result
    return sentence
