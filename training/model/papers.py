"""Letters, notes, chats, threads, minutes and reports with names of many origins in their places.

The lines are our own (`papers.txt`: kind of paper, then part and pattern); names are recombined from the titles of the
articles on persons, within a nationality. They teach what running text does not: salutations, signatures, given names
alone, nicknames, names that are words, surnames first, initials, small letters in chats, and which capitals of such
papers are no names. A line of ``chat`` and ``support`` begins with who speaks.
"""

import random
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from gazetteer import Gazetteer
from spacy.lang.en.stop_words import STOP_WORDS
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span
from templates import SLOT, Names

SEED: Final = 19
PATTERNS: Final = Path(__file__).with_name("papers.txt")
ATTRIBUTES: Final = Path(__file__).parent.parent.parent / "sanitizer/text/data/attributes.tsv"
MEDICINES: Final = Path(__file__).parent.parent.parent / "kb/data/medicines.txt"
LOWER, UPPER, SWITCH = 0.08, 0.05, 0.3
"""Shares of papers in one case, and of names that change the nationality."""
_ENDINGS: Final = ("", "", "", "y", "ie", "s", "o", "za", "z", "i", "a")
_SUBJECTS: Final = (
    "return to work",
    "minutes",
    "your order",
    "URGENT",
    "plot",
    "Friday",
    "locked out",
    "invoice",
)
_JUDGES: Final = (
    "HHJ",
    "District Judge",
    "Recorder",
    "Employment Judge",
    "Mr Justice",
    "Mrs Justice",
    "Lord Justice",
)
_TITLES: Final = ("Mr", "Mrs", "Ms", "Miss", "Mr.", "Mrs.", "Ms.", "Mx", "Sr", "Cllr", "Rev")
_RELIGIONS: Final = ("Muslim", "Sikh", "RC", "Jewish", "none", "C of E", "Hindu", "Quaker")
_HOURS: Final = ("09:15", "14.30", "0230", "21:40", "7 pm", "8am", "11.20")
Value = tuple[str, str]
"""The text of a slot and its label: "" for no name, "-" where nothing is said."""


def _plain(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", name) if c.isascii() and c.isalpha())


@dataclass(frozen=True)
class Words:
    """Words that are no names: jobs, illnesses, medicines."""

    jobs: tuple[str, ...]
    illnesses: tuple[str, ...]
    medicines: tuple[str, ...]

    @classmethod
    def read(cls) -> "Words":
        """Return those that ship, of three words at most."""
        kinds: dict[str, list[str]] = defaultdict(list)
        for line in ATTRIBUTES.read_text(encoding="utf8").splitlines():
            term, kind = line.split("\t")[:2]
            if len(term.split()) < 4:
                kinds[kind].append(term)
        drugs = [
            name.strip()
            for line in MEDICINES.read_text(encoding="utf8").splitlines()
            if line and line[0].isalpha()
            for name in re.split(r" with |[:,]", re.sub(r"@[^:]*", "", line))
            if name.strip()
        ]
        return cls(tuple(kinds["JOB"]), tuple(kinds["DISEASE"]), tuple(drugs))


class PaperNames(Names):
    """Names as such papers write them."""

    def __init__(self, known: Gazetteer, rng: random.Random, words: Words) -> None:
        super().__init__(known, rng)
        counts = Counter(parts[0] for people in known.people.values() for parts in people)
        self.words = words
        self.common = sorted(
            n
            for n, c in counts.items()
            if n.lower() in known.common and n.lower() not in STOP_WORDS and len(n) > 2 and c > 1
        )
        self.nouns = sorted(w for w in known.common if 3 < len(w) < 7)

    def nick(self) -> str:
        """Return a short form of a given name, or a word with a capital."""
        if self.rng.random() < 0.15:
            return self.rng.choice(self.nouns).capitalize()
        name = _plain(self.given()) or "Sam"
        stem = re.match(r"[^aeiouy]*[aeiouy]+[^aeiouy]?", name.lower())
        short = stem.group() if stem and len(stem.group()) > 1 else name[:4].lower()
        return (short + self.rng.choice(_ENDINGS)).capitalize()

    def word(self) -> str:
        """Return a given name that is a word of English too."""
        return self.rng.choice(self.common)

    def double(self) -> str:
        """Return a full name whose surname is two."""
        return f"{self.given()} {self.surname()}-{self.surname()}"

    def quoted(self) -> str:
        """Return a full name with a nickname in quotation marks."""
        marks = self.rng.choice(('""', '""', "“”", "''"))
        return f"{self.given()} {marks[0]}{self.nick()}{marks[1]} {self.surname()}"

    def last_first(self) -> str:
        """Return a surname, a comma and a given name."""
        last = self.rng.choice((self.surname, self.surname, lambda: f"{self.surname()}-{self.surname()}"))()
        last = last.upper() if self.rng.random() < 0.3 and len(last.upper()) == len(last) else last
        return f"{last}, {self.rng.choice((self.given, self.given, lambda: f'{self.given()[0]}.'))()}"

    def abbr(self) -> str:
        """Return a given name cut short, with a full stop."""
        name = _plain(self.given()) or "William"
        return f"{name[: self.rng.choice((2, 3, 4))].capitalize()}."

    def short(self) -> str:
        """Return initials as minutes write them, with full stops or without."""
        letters = [self.given()[0] for _ in range(self.rng.choice((2, 2, 2, 3)))]
        return self.rng.choice((".".join((*letters, "")), "".join(letters), "".join(letters)))

    def who(self) -> str:
        """Return how one is called in a chat."""
        name = self.rng.choice((self.given, self.nick, self.given, self.person, self.word))()
        draw = self.rng.random()
        if draw < 0.35:
            return name.lower()
        return f"{_plain(name).lower()}_{self.rng.randint(1, 99)}" if draw < 0.42 else name

    @cached_property
    def makers(self) -> dict[str, tuple[Callable[[], str], str]]:
        """Slots by name: what fills them, and the label."""
        rng, words = self.rng, self.words
        name = {
            "given_l": lambda: f"{self.given()} {self.given()[0]}.",
            "letter": lambda: rng.choice("ABCDEFGHJKLMNPRSTWXYZ"),
            "initials": self.short,
            "last_name_first": lambda: f"{self.surname()} {self.given()}",
            "NICK": lambda: self.nick().upper(),
            "PERSON": lambda: self.person().upper(),
            "lowgiven": lambda: self.given().lower(),
            "lownick": lambda: self.nick().lower(),
            "lowsurname": lambda: self.surname().lower(),
            "lowperson": lambda: self.person().lower(),
        }
        own = (
            "who",
            "nick",
            "word",
            "double",
            "quoted",
            "last_first",
            "abbr",
            "given",
            "surname",
            "person",
            "initial_name",
        )
        name |= {key: getattr(self, key) for key in own}
        nothing = {
            "job": lambda: rng.choice(words.jobs),
            "job_title": lambda: rng.choice(words.jobs).title(),
            "illness": lambda: rng.choice(words.illnesses),
            "lowillness": lambda: rng.choice(words.illnesses).lower(),
            "drug": lambda: rng.choice((str.lower, str.capitalize))(rng.choice(words.medicines)),
            "code": self.code,
            "phone": lambda: f"0{rng.randint(1000, 7999)} {rng.randint(100000, 999999)}",
            "date": self.date,
            "month": lambda: rng.choice(("January", "March", "April", "May", "June", "August")),
            "year": lambda: str(rng.randint(1950, 2024)),
            "time": lambda: rng.choice(_HOURS),
            "age": lambda: str(rng.randint(2, 96)),
            "n": lambda: str(rng.randint(1, 12)),
            "sex": lambda: rng.choice("MF"),
            "upper": lambda: rng.choice("ABCDEFGHKLMNPRSTW"),
            "possessive": lambda: rng.choice(("his", "her", "their")),
            "possessive_cap": lambda: rng.choice(("His", "Her", "Their")),
            "ms": lambda: rng.choice(("Ms", "Mrs", "Miss", "Mr")),
            "mr_title": lambda: rng.choice(("Mr", "Mrs", "Ms")),
            "subject": lambda: rng.choice(_SUBJECTS),
            "postcode": lambda: (
                f"{rng.choice(('LS', 'TR', 'BX', 'N', 'SE'))}{rng.randint(1, 29)} {rng.randint(1, 9)}QT"
            ),
        }
        silent = {
            "email": lambda: f"{_plain(self.given()).lower()}@{_plain(self.surname()).lower()}.example",
            "domain": lambda: f"{_plain(self.surname()).lower()}.example",
            "handle": lambda: f"{_plain(self.given()).lower()}{rng.randint(1, 99)}",
            "religion": lambda: rng.choice(_RELIGIONS),
            "lowcompany": lambda: self.slot("company")[0].lower(),
            "lowschool": lambda: self.slot("university")[0].lower(),
            "lowaddress": lambda: self.slot("address")[0].lower(),
        }
        made = {key: (make, "PERSON") for key, make in name.items()}
        made |= {key: (make, "") for key, make in nothing.items()} | {
            key: (make, "-") for key, make in silent.items()
        }
        places = {"town": self.place, "lowtown": lambda: self.place().lower()}
        made |= {key: (make, "LOC") for key, make in places.items()}
        groups = {
            "school": lambda: self.slot("university")[0],
            "COURT": lambda: self.court().upper(),
            "COMPANY": lambda: self.slot("company")[0].upper(),
        }
        return made | {key: (make, "ORG") for key, make in groups.items()}

    def code(self) -> str:
        """Return a reference of letters and digits."""
        forms = ("{a}{b}/{n}", "{n}", "{a}{n}{b}", "{a}-{n}-{b}", "{n}/{b}", "#{n}", "{a}{b} {n}")
        letters = [self.rng.choice("ABCDEFGHKLMNPRSTW") for _ in range(2)]
        return self.rng.choice(forms).format(a=letters[0], b=letters[1], n=self.rng.randint(1000, 9999999))

    def date(self) -> str:
        """Return a day in one of several notations."""
        day, month, year = self.rng.randint(1, 28), self.rng.randint(1, 12), self.rng.randint(1995, 2024)
        words = f"{day} {self.rng.choice(('January', 'March', 'April', 'May', 'June', 'October'))} {year}"
        return self.rng.choice(
            (words, words, f"{day:02}/{month:02}/{year}", f"{day}.{month}.{year % 100:02}")
        )

    def pieces(self, slot: str) -> list[Value]:
        """Return the parts of a slot, each with its label."""
        if self.rng.random() < SWITCH:
            self.begin()
        if slot in ("mr", "doctor", "judge"):
            titles = {"mr": _TITLES, "doctor": ("Dr", "Dr.", "Prof", "Dr"), "judge": _JUDGES}[slot]
            kinds = (
                self.surname,
                self.surname,
                self.person,
                self.initial_name,
                lambda: f"{self.given()[0]} {self.surname()}",
            )
            return [(f"{self.rng.choice(titles)} ", ""), (self.rng.choice(kinds)(), "PERSON")]
        if slot in self.makers:
            make, label = self.makers[slot]
            return [(make(), label)]
        return [self.slot(slot)]


@dataclass(frozen=True)
class Paper:
    """A text and the spans of its names, (start, end, label)."""

    text: str
    spans: tuple[tuple[int, int, str], ...]


def patterns() -> dict[str, dict[str, list[str]]]:
    """Return the lines of each kind of paper, by their part."""
    found: dict[str, dict[str, list[str]]] = {}
    for line in PATTERNS.read_text(encoding="utf8").splitlines():
        if line.startswith("# "):
            kind = found.setdefault(line[2:], defaultdict(list))
        elif line:
            part, _, pattern = line.partition("\t")
            kind[part].append(pattern.replace("\\n", "\n"))
    return found


def outline(kind: str, parts: dict[str, list[str]], rng: random.Random) -> str:
    """Return the patterns of one paper, joined."""
    head = [rng.choice(parts["head"])] if parts.get("head") and rng.random() < 0.75 else []
    if "line" in parts:
        lines = rng.sample(parts["line"], min(len(parts["line"]), rng.randint(3, 9)))
        stamp = rng.random() < 0.4
        return "\n".join([*head, *(f"[{rng.choice(_HOURS)}] {line}" if stamp else line for line in lines)])
    opening = [rng.choice(parts["open"])] if parts.get("open") and rng.random() < 0.85 else []
    body = rng.sample(parts["body"], rng.randint(2, 5))
    gap = rng.choice((" ", " ", "\n", "\n\n")) if kind not in ("ward", "minutes") else "\n"
    closing = [rng.choice(parts["close"])] if parts.get("close") and rng.random() < 0.7 else []
    return rng.choice(("\n", "\n\n")).join([*head, *opening, gap.join(body), *closing])


def fill(pattern: str, names: PaperNames) -> Paper:
    """Return a pattern with names in its slots; a given name and a surname with a blank between are one."""
    text, last = "", 0
    spans: list[tuple[int, int, str]] = []
    for match in SLOT.finditer(pattern):
        text += pattern[last : match.start()]
        for value, label in names.pieces(match[1]):
            start = len(text)
            text += value
            before = spans[-1] if spans else None
            if (
                before
                and before[2] == label == "PERSON"
                and text[before[1] : start] == " "
                and before[0] >= 0
            ):
                spans[-1] = (before[0], len(text), label)
            elif label:
                spans.append((start, len(text), label))
        last = match.end()
    return Paper(text + pattern[last:], tuple(spans))


def papers(known: Gazetteer, count: int, seed: int = SEED) -> Iterator[Paper]:
    """``count`` papers, kinds in turn, the same for the same seed."""
    rng = random.Random(seed)
    names = PaperNames(known, rng, Words.read())
    kinds = patterns()
    for number in range(count):
        names.begin()
        kind = list(kinds)[number % len(kinds)]
        paper = fill(outline(kind, kinds[kind], rng), names)
        draw = rng.random()
        text = (
            paper.text.lower() if draw < LOWER else paper.text.upper() if draw < LOWER + UPPER else paper.text
        )
        yield Paper(text, paper.spans) if len(text) == len(paper.text) else paper


def to_doc(nlp: Language, paper: Paper) -> Doc:
    """Return a paper in the tokens of ``nlp``; what has the label "-" is left open."""
    doc = nlp.make_doc(paper.text)
    taken: list[Span] = []
    silent: list[Span] = []
    for start, end, label in paper.spans:
        span = doc.char_span(start, end, label=label, alignment_mode="expand")
        if span is not None and (not taken or span.start >= taken[-1].end):
            (silent if label == "-" else taken).append(span)
    doc.set_ents(taken, missing=silent, default="outside")
    return doc


def write(nlp: Language, known: Gazetteer, count: int, target: Path, seed: int = SEED) -> None:
    """Write ``count`` papers as a DocBin."""
    docs = DocBin(attrs=["ENT_IOB", "ENT_TYPE"])
    for paper in papers(known, count, seed):
        docs.add(to_doc(nlp, paper))
    temporary = target.with_suffix(".tmp")
    docs.to_disk(temporary)
    temporary.replace(target)
