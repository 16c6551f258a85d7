# ruff: noqa: E501 (a form reads best on one line)
"""Names and numbers in disguise: invented persons, the ways in which they are written, and sentences around them."""

import html
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import quote

NAMES = (
    ("Helena", "Markovic"), ("Gary", "Whitcombe"), ("Priya", "Raghunathan"), ("Declan", "Okonkwo"),
    ("Ingrid", "Solheim"), ("Tomasz", "Zielinski"), ("Fatima", "Benhaddou"), ("Kwame", "Asantewaa"),
    ("Rosalind", "Pemberley"), ("Hiroshi", "Tanigawa"), ("Consuelo", "Villarreal"), ("Oleksandr", "Hryhorenko"),
    ("Maeve", "Gallaghan"), ("Sandeep", "Chattopadhya"), ("Yasmin", "Khoroushi"), ("Bartholomew", "Tregorran"),
    ("Anneliese", "Brockhaus"), ("Lucien", "Delacourt"), ("Zanele", "Mthembuka"), ("Viktor", "Lindqvistad"),
    ("Eleanor", "Hathersage"), ("Mustafa", "Karaosman"), ("Siobhan", "Keavenagh"), ("Ludmila", "Petrovskaya"),
    ("Noah", "Featherby"), ("Catarina", "Figueiredo"), ("Dimitris", "Papanastou"), ("Amelia", "Stonebridger"),
    ("Rashid", "Al-Mansouri"), ("Thandiwe", "Ndlovuka"),
)  # fmt: skip

FRAMES = (
    "The patient {} was admitted to the ward with chest pain.",
    "We spoke to {} about the overdue invoice yesterday.",
)
AFTER = "Mrs {0} {1} was seen in clinic. The note says that {2} will come again."
HANDLE_FRAMES = ("The record was opened by {} on the second floor.", "Please write to {} about the delivery.")
ADDRESS_FRAMES = ("Please write to {} about the delivery.", "The copy went to {}, who has not answered.")


def _inside(text: str, mark: str, at: int = 4) -> str:
    return text[:at] + mark + text[at:]


def _both(mark: str) -> Callable[[str, str], str]:
    return lambda g, s: f"{_inside(g, mark, 2)} {_inside(s, mark)}"


def _circled(word: str) -> str:
    return "".join(
        chr(0x24D0 + ord(c) - 97) if "a" <= c <= "z" else chr(0x24B6 + ord(c) - 65) if "A" <= c <= "Z" else c
        for c in word
    )


def _wide(word: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in word)


def _bold(word: str) -> str:
    return "".join(
        chr(0x1D41A + ord(c) - 97)
        if "a" <= c <= "z"
        else chr(0x1D400 + ord(c) - 65)
        if "A" <= c <= "Z"
        else c
        for c in word
    )


_CYRILLIC = str.maketrans("aoecpxABEKMHOPCTX", "аоесрхАВЕКМНОРСТХ")

# name of the disguise -> how it is written, and which frames it stands in
DISGUISES: dict[str, tuple[Callable[[str, str], str], tuple[str, ...]]] = {
    "none": (lambda g, s: f"{g} {s}", FRAMES),
    "zero-width space": (_both("\u200b"), FRAMES),
    "zero-width non-joiner": (_both("\u200c"), FRAMES),
    "zero-width joiner": (_both("\u200d"), FRAMES),
    "soft hyphens": (_both("\u00ad"), FRAMES),
    "soft hyphen, surname": (lambda g, s: f"{g} {_inside(s, chr(0xAD))}", FRAMES),
    "word joiner": (_both("\u2060"), FRAMES),
    "bold part": (lambda g, s: f"{g} **{s[:4]}**{s[4:]}", FRAMES),
    "bold surname part": (lambda g, s: f"**{s[:4]}**{s[4:]}", FRAMES),
    "html part": (lambda g, s: f"{g} <b>{s[:4]}</b>{s[4:]}", FRAMES),
    "html span": (lambda g, s: f'{g} {s[:3]}<span class="hit">{s[3:]}</span>', FRAMES),
    "line-break hyphen": (lambda g, s: f"{g} {s[:4]}-\n{s[4:]}", FRAMES),
    "line-break hyphen CRLF": (lambda g, s: f"{g} {s[:4]}-\r\n{s[4:]}", FRAMES),
    "soft hyphen and line end": (lambda g, s: f"{g} {s[:4]}\u00ad\n{s[4:]}", FRAMES),
    "letter-spaced": (lambda g, s: f"{' '.join(g)}  {' '.join(s)}", FRAMES),
    "letter-spaced capitals": (lambda g, s: " ".join(s.upper()), FRAMES),
    "letter-dotted": (lambda g, s: f"{g} {'.'.join(s)}", FRAMES),
    "title": (lambda g, s: f"Mr {s}", FRAMES),
    "capitals": (lambda g, s: f"{g} {s}".upper(), FRAMES),
    "lower": (lambda g, s: f"{g} {s}".lower(), FRAMES),
    "lower surname alone": (lambda g, s: s.lower(), (AFTER, "The patient mr {} was seen.")),
    "lower given alone": (lambda g, s: g.lower(), (AFTER,)),
    "surname, given": (lambda g, s: f"{s}, {g}", FRAMES),
    "lower surname, given": (lambda g, s: f"{s}, {g}".lower(), FRAMES),
    "capitals and initial": (lambda g, s: f"{s} {g[0]}".upper(), ("Bed list\n{}   33   3\nWard round at nine.", "| {} | 33 |")),
    "table cell": (lambda g, s: f"{s}, {g}", ("| {} | 33 |\n| --- | --- |", "{};33;3")),
    "possessive": (lambda g, s: f"{s}'s", (AFTER, "The nurse took {} blood pressure.")),
    "underscore lower": (lambda g, s: f"{g}_{s}".lower(), HANDLE_FRAMES),
    "dot lower": (lambda g, s: f"{g}.{s}".lower(), HANDLE_FRAMES),
    "hyphen lower": (lambda g, s: f"{g}-{s}".lower(), HANDLE_FRAMES),
    "camel": (lambda g, s: f"{g.lower()}{s}", HANDLE_FRAMES),
    "pascal": (lambda g, s: f"{g}{s}", HANDLE_FRAMES),
    "glued": (lambda g, s: f"{s}{g}".lower(), (AFTER,)),
    "login": (lambda g, s: f"{g[0]}{s}".lower(), (AFTER,)),
    "login with digits": (lambda g, s: f"{s}87".lower(), (AFTER, "The user {} posted again.")),
    "given and initial": (lambda g, s: f"{g}_{s[0]}91".lower(), (AFTER,)),
    "path": (lambda g, s: f"/home/{g[0]}{s}/report.docx".lower(), (AFTER, "The copy lies in {} since May.")),
    "url %20": (lambda g, s: f"file=scan%20{quote(g + ' ' + s)}.pdf", FRAMES),
    "url +": (lambda g, s: f"https://x.example/find?name={g}+{s}", FRAMES),
    "entity": (lambda g, s: f"{g} {s[:3]}&#{ord(s[3])};{s[4:]}", FRAMES),
    "entity shy": (lambda g, s: f"{g} {s[:4]}&shy;{s[4:]}", FRAMES),
    "no-break space": (lambda g, s: f"{g}\u00a0{s}", FRAMES),
    "circled": (lambda g, s: f"{_circled(g)} {_circled(s)}", FRAMES),
    "full-width": (lambda g, s: f"{_wide(g)} {_wide(s)}", FRAMES),
    "mathematical bold": (lambda g, s: f"{_bold(g)} {_bold(s)}", FRAMES),
    "combining": (lambda g, s: f"{g} {''.join(c + chr(0x301) for c in s)}", FRAMES),
    "cyrillic": (lambda g, s: f"{g} {s.translate(_CYRILLIC)}", FRAMES),
    "xml": (lambda g, s: f"<given>{g}</given><surname>{s}</surname>", ("<patient>{}</patient>", "{}")),
    "json": (lambda g, s: f'"surname": "{s}", "given": "{g}"', ("{{{}}}", "Row 7: {{{}}}")),
    "sql": (lambda g, s: f"'{s}', '{g}'", ("INSERT INTO ward VALUES ({}, 33);", "VALUES (7, {}, NULL)")),
    "family": (lambda g, s: f"The {s}s of Elm Street", ("{} have complained again.",)),
    "e-mail": (lambda g, s: f"{g}.{s}@example.org".lower(), ADDRESS_FRAMES),
    "e-mail host": (lambda g, s: f"{g}.{s}@mailhost".lower(), ADDRESS_FRAMES),
    "e-mail [at]": (lambda g, s: f"{g}.{s} [at] example.org".lower(), ADDRESS_FRAMES),
    "e-mail at dot": (lambda g, s: f"{g}.{s} at example dot org".lower(), ADDRESS_FRAMES),
    "e-mail ip": (lambda g, s: f"{g}.{s}@10.2.3.4".lower(), ADDRESS_FRAMES),
    "e-mail full-width": (lambda g, s: f"{g}.{s}\uff20example.org".lower(), ADDRESS_FRAMES),
    "e-mail broken": (lambda g, s: f"{g}.{s}@exam\nple.org".lower(), ADDRESS_FRAMES),
    "e-mail broken at": (lambda g, s: f"{g}.{s}\n@example.org".lower(), ADDRESS_FRAMES),
}  # fmt: skip

NUMBERS: dict[str, tuple[str, ...]] = {
    "ssn, dashes": tuple(f"Her SSN is 536{d}90{d}4399." for d in "\u00a0\u2010\u2011\u2013\u2014\u2009\u2007\u2212"),
    "ssn, wide": ("Her SSN is 536  90  4399.", "Her SSN is 536 - 90 - 4399.", "SSN: 536 90-4399"),
    "ssn, full-width": ("Her SSN is ５３６-９０-４３９９.",),
    "ssn, spaced": ("Her SSN is 5 3 6 9 0 4 3 9 9.",),
    "card, dashes": tuple(f"Card 4556{d}7375{d}8689{d}9855 was charged." for d in "\u00a0\u2011\u2013\u2009"),
    "card, line end": ("Card 4556 7375\n8689 9855 was charged.", "Card 4556 7375 8689\r\n9855 was charged."),
    "phone, dashes": tuple(f"Call her on 0191{d}496{d}0364." for d in "\u00a0\u2011\u2013\u2009"),
    "phone, bare": ("She can be reached on 01914960364 or by letter.", "Mobile 07700900482, evenings only.", "We rang 020 7946 0958 twice."),
    "labelled": (
        "NHS No: 684 934 0722 was used.", "MRN is 0048-2913.", "MRN HN-7740916, ward four.", "Policy number 88-1042 has lapsed.",
        "Claim: 22-77-081554", "Our ref: RJB/gw/G-20871", "Account no. 7712 004 91", "Her licence, number NM 000771946, was taken.",
        "Case ref 14/QQ/3307/20", "Prison number A1234BC", "Student ID s1849302", "Hosp No: RV0338142", "Docket no M-14-DR-9920077",
        "NHS number for this patient is 943-476-5918.", "Badge 70031", "Serial no. 8837-A-22", "Social security no. 123 45 6789",
        "Passport: 53 310 2294", "The MRN was 77 120 934.", "Ticket #4471-882", "Work order 88-1042 confirms it.",
    ),
    "house": ("She lives at 64 Sallowfield Terrace, Heaton.", "Address: 41b Penylan Court, Cardiff", "He moved to 7 Willowbank, Ashby."),
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A text, the disguise in it, and what must not be left: the letters of a name, or the digits of a number."""

    kind: str
    text: str
    secret: str


def cases(every: int = 1) -> Iterator[Case]:
    """Yield all cases, or one of `every` of those with names, spread over names and disguises."""
    number = 0
    for kind, (write, frames) in DISGUISES.items():
        for given, surname in NAMES:
            secret = given if "given" in kind and "surname" not in kind else surname
            for frame in frames:
                written = write(given, surname)
                text = frame.format(given, surname, written) if frame == AFTER else frame.format(written)
                number += 1
                if number % every == 0:
                    yield Case(kind, text, secret)
    for kind, texts in NUMBERS.items():
        for text in texts:
            digits = re.sub(r"\D", "", unicodedata.normalize("NFKC", text))
            yield Case(kind, text, digits)


def _bare(text: str) -> str:
    seen = html.unescape(re.sub(r"<[^<>]*>|%20", "", text))
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKD", seen)).lower()


_CYRILLIC_BACK = {v: k for k, v in _CYRILLIC.items()}
_LEAST = {True: 3, False: 4}
"""Digits, and letters, in a row that must not be left."""


def is_hidden(case: Case, published: str) -> bool:
    """Return whether no piece of the secret is left in what is published."""
    secret, left = _bare(case.secret), _bare(published.translate(_CYRILLIC_BACK))
    if secret.isdigit() and len(secret) <= 3:
        return secret not in left
    least = _LEAST[secret.isdigit()]
    return not any(secret[i : i + least] in left for i in range(len(secret) - least + 1))


def first(count: int, every: int = 1) -> list[Case]:
    """Return the first `count` of the cases."""
    return list(islice(cases(every), count))
