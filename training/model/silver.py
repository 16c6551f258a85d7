"""Entities marked by rule in the Wikipedia articles: their titles' types, gazetteers and the heads of names.

Every capitalized phrase that no rule settles is missing, not ``O``; so the rules need to be precise, not complete.
"""

import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from corpora import CALENDAR, Sentence, Tag
from spacy.language import Language
from spacy.tokens import Doc
from wikipedia import articles

LABELS = {"person": "PERSON", "place": "LOC", "organisation": "ORG", "work": "MISC"}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ORG_HEADS = _words(
    """University College School Academy Institute Institution Court Courts Tribunal Ministry Department Committee
    Commission Council Parliament Senate Assembly Party Association Society Federation Union Club Company Corporation
    Corp Inc Ltd Limited LLC GmbH AG SA PLC Plc Government Agency Authority Bureau Board Office Bank Group Foundation
    Trust Fund Hospital Clinic Church Diocese Army Navy Force Police Regiment Battalion Brigade Division Corps
    Squadron League Records Studios Press Museum Library Orchestra Ensemble Theatre Theater Network Airlines Airways
    Railways Service Services Centre Center Laboratory Observatory F.C. FC RFC A.F.C. CF SC United Congress Cabinet
    Prosecutor Prison Treasury Embassy Consulate Secretariat Directorate Inspectorate Chamber Solicitors
    Holdings Industries Motors Newspaper Times Herald Tribune Post Gazette Journal"""
)
ORG_OF = _words(
    """University Ministry Department College School Institute Academy Court Bank House Board Council Church Society
    Association Faculty Parliament Government Embassy Office Bureau Federation Union Senate Chamber Committee
    Commission Museum Library Diocese Army Republic"""
)
LOC_HEADS = _words(
    """County River Province District Street Avenue Road Lake Island Islands Mountains Valley Bay Airport Bridge
    Square Peninsula Hills Park Forest Desert Ocean Sea Gulf Coast Canal Township Municipality Prefecture Oblast
    Governorate Region Village Castle Palace Cathedral Station Lane Boulevard Highway Creek Falls Beach Cape Harbour
    Harbor Plateau Voivodeship Raion Parish Borough"""
)
MISC_HEADS = _words(
    """Act Code Treaty Convention Protocol Constitution Award Awards Prize Medal Championship Championships Cup
    Festival War Agreement Regulation Directive Declaration Charter Olympics Games Tournament Trophy
    Revolution Rebellion Uprising Tour"""
)
TITLES = _words(
    "Mr Mr. Mrs Mrs. Ms Ms. Miss Dr Dr. Sir Professor Prof. Dame Rev. Reverend Judge Captain Colonel"
)
JOINERS = _words("of the de la du des von van der den del di da do dos bin ibn al el - – ' ’ & y e ter zu")
PLACE_PREPOSITIONS = _words("in at near from to around outside of across throughout between")
PERSON_JOINERS = _words("de la du des von van der den del di da do dos bin ibn al el - – ' ’ y e ter zu")
IMAGE = re.compile(r"\.(?:jpe?g|png|svg|gif)\b", re.IGNORECASE)
MARKUP = re.compile(r"\[\[|\]\]|\{\{|\}\}|^[+|=]|\|")


@dataclass
class Gazetteer:
    """What the articles and the GeoNames tables tell of names."""

    titles: dict[str, str] = field(default_factory=dict)
    places: set[str] = field(default_factory=set)
    countries: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)
    surnames: Counter[str] = field(default_factory=Counter)
    people: dict[str, list[list[str]]] = field(default_factory=lambda: defaultdict(list))
    common: set[str] = field(default_factory=set)
    demonyms: frozenset[str] = frozenset()


def bare(title: str) -> str:
    """A title without its bracketed explanation, or the region after a comma."""
    return re.sub(r" \([^)]*\)$", "", title).split(", ")[0].strip()


def gazetteer(data: Path, counts: Counter[str], demonyms: frozenset[str]) -> Gazetteer:
    """Read the titles with their types, the places, and the parts of persons' names by nationality."""
    found: dict[str, set[str]] = defaultdict(set)
    result = Gazetteer(demonyms=demonyms, common={w for w, n in counts.items() if n >= 40})
    given: Counter[str] = Counter()
    for article in articles(data):
        label = LABELS.get(article["type"])
        name = bare(article["title"])
        if len(name) < 3 or not name[:1].isupper() or name.lower() in result.common:
            continue
        found[name].add(label or "?")
        parts = name.split()
        if label == "PERSON" and 2 <= len(parts) <= 4 and all(p[:1].isupper() for p in (parts[0], parts[-1])):
            given[parts[0]] += 1
            result.surnames[parts[-1]] += 1
            nation = next(
                (
                    w.lower()
                    for w in re.findall(r"\b[A-Z][a-z]+\b", article["text"][:250])
                    if w.lower() in demonyms
                ),
                "",
            )
            result.people[nation].append(parts)
    result.titles = {n: next(iter(ls)) for n, ls in found.items() if len(ls) == 1 and "?" not in ls}
    folder = data / "taxonomies/geonames"
    for line in (folder / "countryInfo.txt").read_text(encoding="utf8").splitlines():
        row = line.split("\t")
        if len(row) > 5 and not line.startswith("#"):
            result.countries |= {row[4]}
            result.places.add(row[5])
    result.countries |= {
        "United States",
        "US",
        "U.S.",
        "USA",
        "UK",
        "U.K.",
        "England",
        "Scotland",
        "Wales",
        "Soviet Union",
    }
    result.places |= set(_cities(folder))
    result.given = {
        n for n, k in given.items() if k >= 3 and n not in result.places | result.countries and len(n) > 2
    }
    return result


def _cities(folder: Path) -> Iterator[str]:
    for name in ("cities15000.json", "admin_level_1.json"):
        rows = json.loads((folder / name).read_text(encoding="utf8"))
        for row in rows.values():
            yield row["name"]


def paragraphs(text: str, limit: int) -> Iterator[str]:
    """The prose paragraphs of an article, up to ``limit`` characters."""
    total = 0
    for paragraph in text.split("\n"):
        if (
            len(paragraph) < 60
            or MARKUP.search(paragraph)
            or paragraph[0] in " -|*#"
            or IMAGE.search(paragraph)
        ):
            continue
        yield paragraph[:1500]
        total += len(paragraph)
        if total > limit:
            return


def unbold(text: str, title: str) -> str:
    """The bold words of the first sentence, which the dump has in capitals, in the case of a name."""

    def lower(match: re.Match[str]) -> str:
        word = match[0]
        if re.search(rf"\b{re.escape(word)}\b", title):
            return word
        return word[0] + word[1:].lower()

    head, tail = text[:160], text[160:]
    if len(re.findall(r"\b[^\W\d_a-z]{3,}\b", head)) >= 1 and any(
        part.upper() in head for part in title.split() if len(part) > 2
    ):
        head = re.sub(r"\b[^\W\d_a-z]{2,}\b", lower, head)
    return head + tail


ITALIC = re.compile(r"(?<![\w_])_([^_\n]{1,80})_(?![\w_])")


def mark(
    nlp: Language, article: dict[str, str], known: Gazetteer, rng: random.Random, limit: int = 700
) -> Iterator[Sentence]:
    """The article's first paragraphs and one of its body, their entities marked where a rule is sure.

    A body mentions its subject by the short name, and other articles' subjects in passing.
    """
    name = bare(article["title"])
    label = LABELS.get(article["type"])
    first = True
    chosen = list(paragraphs(article["text"], 12_000))
    lead = 1
    while lead < len(chosen) and sum(map(len, chosen[:lead])) < limit:
        lead += 1
    if len(chosen) > lead:
        chosen[lead:] = [chosen[rng.randrange(lead, len(chosen))]]
    for paragraph in chosen:
        if first:
            paragraph = unbold(paragraph, name)
        paragraph = paragraph.replace("_'", "").replace("'_", "")
        titles: list[tuple[int, int]] = []
        text, last = "", 0
        for match in ITALIC.finditer(paragraph):
            text += paragraph[last : match.start()]
            titles.append((len(text), len(text) + len(match[1])))
            text += match[1]
            last = match.end()
        text += paragraph[last:]
        text = text.replace("_", " ").replace(" ()", "").replace("(, ", "(").replace("(; ", "(")
        if "_" in paragraph and any(s in paragraph for s in (" ()", "(, ", "(; ")):
            titles = []
        doc = nlp.make_doc(text)
        tags = Marker(doc, known, name, label, first).tags(titles)
        yield Sentence(
            [t.text for t in doc], [bool(t.whitespace_) for t in doc], tags, document=article["title"]
        )
        first = False


class Marker:
    """Marks the capitalized phrases of one paragraph."""

    def __init__(self, doc: Doc, known: Gazetteer, subject: str, label: str | None, lead: bool) -> None:
        self.words = [t.text for t in doc]
        self.known = known
        self.subject, self.label, self.lead = subject, label, lead
        self.parts = subject.split()
        self.found: list[str | None] = [None] * len(self.words)

    def tags(self, titles: Sequence[tuple[int, int]]) -> list[Tag]:
        """A tag for each token; ``titles`` are the character spans of what is in italics."""
        words = self.words
        result: list[Tag] = ["O"] * len(words)
        for start, end in self.runs():
            for i in range(start, end):
                result[i] = None
            for a, b, label in self.settle(start, end):
                for i in range(a, b):
                    result[i] = f"{'B' if i == a else 'I'}-{label}" if label != "O" else "O"
                    self.found[i] = label
        return result

    def capital(self, i: int) -> bool:
        """Whether token ``i`` is capitalized and no month or day."""
        word = self.words[i]
        return word[:1].isupper() and word not in {"I"} and word.lower() not in CALENDAR

    def starts(self, i: int) -> bool:
        """Whether a sentence or quotation begins at token ``i``."""
        return (
            i == 0
            or self.words[i - 1] in {".", "!", "?", ":", "\n", ";"}
            or (i > 1 and self.words[i - 1] == '"')
        )

    def runs(self) -> Iterator[tuple[int, int]]:
        """Maximal capitalized phrases, joined by small words; a common word that begins a sentence is left out."""
        words, i, n = self.words, 0, len(self.words)
        while i < n:
            if not self.capital(i) or (
                self.starts(i) and words[i].lower() in self.known.common and not self.name_at(i)
            ):
                i += 1
                continue
            end = i + 1
            while end < n:
                if self.capital(end):
                    end += 1
                elif words[end] in JOINERS:
                    k = end
                    while k < n and k < end + 3 and words[k] in JOINERS:
                        k += 1
                    if k < n and k - end < 3 and self.capital(k):
                        end = k + 1
                    else:
                        break
                else:
                    break
            yield i, end
            i = end

    def name_at(self, i: int) -> bool:
        """Whether the sentence begins with a name that is also a common word."""
        word = self.words[i]
        after = self.words[i + 1] if i + 1 < len(self.words) else ""
        return word in self.parts or (word in self.known.given and after[:1].isupper())

    def settle(self, start: int, end: int) -> Iterator[tuple[int, int, str]]:
        """The entities of a run that a rule is sure of, as token spans with labels."""
        words, known = self.words, self.known
        if words[start] in TITLES:
            yield start, start + 1, "O"
            start += 1
            if start < end:
                person = self.person_end(start, end)
                if person:
                    yield start, person, "PERSON"
                return
        while start < end and (words[start] == "The" or (words[start] in JOINERS)):
            start += 1
        if start == end:
            return
        phrase = " ".join(words[start:end]).replace(" - ", "-").replace(" ’", "’").replace(" '", "'")
        size = end - start
        label = self.of_phrase(phrase, start, end, size)
        if label:
            yield start, end, label
            return
        # A demonym before a name: "Turkish author Orhan Pamuk" is two runs, "British Labour Party" is one.
        if size > 1 and words[start].lower() in known.demonyms:
            rest = " ".join(words[start + 1 : end])
            if rest in known.titles and known.titles[rest] == "PERSON":
                yield start, start + 1, "NORP"
                yield start + 1, end, "PERSON"
                return
        # "X, Y" and "X of Y" where the parts are known by themselves.
        for joiner in ("of", "and"):
            if joiner in words[start:end]:
                at = start + words[start:end].index(joiner)
                tail = " ".join(words[at + 1 : end]).removeprefix("the ")
                if tail in known.countries and words[at - 1] in {
                    "President",
                    "King",
                    "Queen",
                    "Minister",
                    "Emperor",
                }:
                    yield end - len(tail.split()), end, "LOC"
                    return

    def of_phrase(self, phrase: str, start: int, end: int, size: int) -> str | None:
        """The label of a whole capitalized phrase, if a rule is sure."""
        words, known = self.words, self.known
        before = words[start - 1] if start else ""
        if phrase == self.subject and self.label and (size > 1 or self.lead):
            return self.label
        if self.label == "PERSON" and len(self.parts) > 1:
            if (
                size <= 5
                and words[end - 1] == self.parts[-1]
                and (size == 1 or words[start] == self.parts[0])
            ):
                return "PERSON"
            if self.lead and start == 0 and self.parts[-1] in words[start:end] and size <= 7:
                return "PERSON"
        if phrase in known.countries:
            return "LOC"
        if size == 1 and phrase.lower() in known.demonyms:
            return "NORP"
        head = words[end - 1]
        if head in ORG_HEADS and size > 1 and "of" not in words[start:end]:
            return "ORG"
        if words[start] in ORG_OF and size > 2 and words[start + 1] in {"of", "for"}:
            return "ORG"
        joined = [w for w in words[start:end] if w == "of"]
        if len(joined) == 1 and size > 3:
            at = words.index("of", start, end)
            if words[at - 1] in ORG_OF and at > start:
                return "ORG"
            if words[at - 1] in {"Order", "Battle", "Treaty", "Siege", "Legion", "Medal", "Convention"}:
                return "MISC"
        if head in MISC_HEADS and size > 1:
            return "MISC"
        title = known.titles.get(phrase)
        if title and (size > 1 or (title == "LOC" and before in PLACE_PREPOSITIONS)):
            return title
        if head in LOC_HEADS and 1 < size <= 4:
            return "LOC"
        if (
            words[start] in {"Lake", "Mount", "Cape", "Fort", "Port", "San", "Santa", "Gulf"}
            and 1 < size <= 3
        ):
            return "LOC" if before in PLACE_PREPOSITIONS else None
        if phrase in known.places and before in PLACE_PREPOSITIONS:
            return "LOC"
        if phrase in known.places and before == "," and self.found[start - 2 : start - 1] == ["LOC"]:
            return "LOC"
        if words[start] in known.given and size > 1 and self.person_end(start, end) == end:
            return "PERSON"
        return None

    def person_end(self, start: int, end: int) -> int | None:
        """The end of a personal name at ``start``: up to four parts, none of them the head of another kind."""
        words = self.words
        parts = [w for w in words[start:end] if w not in PERSON_JOINERS]
        if not 1 <= len(parts) <= 4 or any(w in JOINERS - PERSON_JOINERS for w in words[start:end]):
            return None
        heads = ORG_HEADS | LOC_HEADS | MISC_HEADS
        if any(w in heads or w.lower() in self.known.demonyms or w.isdigit() for w in parts):
            return None
        if any(w.isupper() and len(w) > 2 for w in parts) or words[end - 1] in self.known.countries:
            return None
        return end


def sentences(
    nlp: Language, data: Path, known: Gazetteer, *, share: float, seed: int = 11
) -> Iterator[Sentence]:
    """The marked paragraphs of a random ``share`` of the articles, those of persons twice as likely."""
    rng = random.Random(seed)
    for article in articles(data):
        if article["type"] in {"name/disambig"}:
            rng.random()
            continue
        weight = {"person": 2.0, "other": 0.7, "no category": 0.5}.get(article["type"], 1.0)
        if rng.random() < share * weight:
            marked = list(mark(nlp, article, known, rng))
            if any(tag for sentence in marked for tag in sentence.tags if tag not in {None, "O"}):
                yield from marked
