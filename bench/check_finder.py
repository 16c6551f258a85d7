"""python bench/check_finder.py BENCHMARKS [--field FILE] [--cache FILE]: the second finder on outputs.

Outputs of the default settings on documents of the development halves. Untouched: places in 1,000 words. With 500
names, numbers and addresses put back by hand-written variants (one in an output at a time): the share that is listed.
Each line twice: on the documents by which the finder was written, and on as many others of the same collections that
were not looked at (of the field texts there are no others). `--cache` keeps the outputs between calls.
"""

import argparse
import calendar
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sanitizer import Sanitizer
from sanitizer.check.find_places_to_look_at import places
from sanitizer.documents.decode import decode, read_bytes
from sanitizer.text.edits import OffsetMap

FIRST: Final = {"wikibios": 20, "tab": 12, "panorama": 30, "field": 24}
PLANTED: Final = 500

# given name (f or m), family name; written for this bench: common in the place named, not taken from a list of ours
NAMES: Final = tuple(
    tuple(line.rsplit(" ", 1)) if line.count(" ") == 1 else tuple(line.split(" ", 1))
    for line in """
Andrej Kovačič|Mateja Zupan|Dragan Stojanović|Hana Novotná|Zbigniew Wiśniewski|Ilona Szabó
Mircea Dumitrescu|Stoyan Dimitrov|Eleni Papadakis|Burak Yıldırım|Oksana Bondarenko|Sergei Volkov
Rasa Kazlauskaitė|Juhani Virtanen|Solveig Haugen|Guðrún Jónsdóttir|Maarten van den Berg
Hilde Vermeulen|Greta Baumgartner|Urs Zurbriggen|Thierry Lefebvre|Maëlle Le Goff|Giacomo Esposito
Ainhoa Etxeberria|Montserrat Puig|Duarte Carvalho|Siobhán Gallagher|Hamish Macrae|Ceri Llewellyn
Gary Whitcombe|Tiffany Blankenship|DeShawn Broussard|Guadalupe Villarreal|Thiago Nascimento
Quispe Mamani|Chidinma Okonkwo|Kwabena Asante|Thandiwe Dlamini|Wanjiru Kamau|Abebe Tesfaye
Yusuf al-Hakim|Fatemeh Rezaei|Shlomo Ben-Ami|Priya Raghunathan|Harpreet Gill|Tharushi Wickramasinghe
Nguyen Thi Lan|Siti Nurhaliza|Aroha Ngata|Xiuying Zhang|Minjun Park|Haruto Yamaguchi
Batbayar Ganbold|Somchai Rattanakul|Leilani Kahananui|Maria de la Cruz
""".strip()
    .replace("\n", "|")
    .split("|")
)

# names that English also writes in small letters
PLAIN_NAMES: Final = tuple(
    tuple(name.split())
    for name in """
Mark Young|Rose Hunt|Grace Stone|Will Price|Faith Brown|Amber Field|Dawn Wells|Frank Wood
Bill Carter|Jack Cook|Sue Bishop|Joy Banks|Summer Lake|Violet Pond|Dean Marsh|Drew Rivers|Rich Gold
Penny Page|Hope Winter|Ray Long|Pat Short|Guy Rush|Ivy Green|Dale Park|Clay Moss|Reed Snow
Chase Miller|Hazel Nutt|Olive Branch|Iris Bloom
""".strip()
    .replace("\n", "|")
    .split("|")
)

Make = Callable[[random.Random, str, str], str]


def _digits(r: random.Random, shape: str) -> str:
    return "".join(str(r.randint(1 if i == 0 else 0, 9)) if c == "9" else c for i, c in enumerate(shape))


_MONTHS: Final = calendar.month_name[1:]
_ROADS: Final = (
    "Elm Street", "Station Road", "Mill Lane", "Maple Avenue", "Castle Hill", "Ashgrove Drive", "Priory Court",
    "Fernhill Crescent", "Harbour View", "Kirkgate",
)  # fmt: skip
_ABROAD: Final = (
    "Hauptstraße 14", "14 rue des Lilas", "Via Garibaldi 27", "Calle Mayor 8, 3º B", "ul. Mickiewicza 12/4",
    "Slovenska cesta 55", "Rua das Flores 31", "Bağdat Caddesi 112", "Keizersgracht 214", "Storgata 9",
)  # fmt: skip


def _spaced(word: str) -> str:
    return " ".join(word)


def _login(given: str, family: str) -> str:
    return "".join(c for c in f"{given}{family}".lower() if c.isascii() and c.isalpha())


@dataclass(frozen=True)
class Variant:
    """How one thing is written: its sort, and what makes it of a given and a family name."""

    sort: str
    make: Make


VARIANTS: Final = tuple(
    Variant(sort, make)
    for sort, make in (
        ("name", lambda r, g, f: f"{g} {f}"),
        ("name", lambda r, g, f: f"Mrs {f}"),
        ("name", lambda r, g, f: f"{f}"),
        ("name", lambda r, g, f: f"{g}"),
        ("name", lambda r, g, f: f"{f}, {g}"),
        ("name", lambda r, g, f: f"{g} {f}".upper()),
        ("name", lambda r, g, f: f"{g[0]}. {f}"),
        ("name", lambda r, g, f: f"{f}'s"),
        ("English", lambda r, g, f: " ".join(r.choice(PLAIN_NAMES))),
        ("English", lambda r, g, f: "Mr " + r.choice(PLAIN_NAMES)[1]),
        ("English", lambda r, g, f: " ".join(r.choice(PLAIN_NAMES)).upper()),
        ("small", lambda r, g, f: f"{g} {f}".lower()),
        ("small", lambda r, g, f: f"{f}".lower()),
        ("small", lambda r, g, f: f"{f}, {g}".lower()),
        ("disguised", lambda r, g, f: f"{g} **{f[:4]}**{f[4:]}"),
        ("disguised", lambda r, g, f: f"<b>{g[:3]}</b>{g[3:]} {f}"),
        ("disguised", lambda r, g, f: f"{g} " + "\u200b".join(f)),
        ("disguised", lambda r, g, f: f"{f[:3]}\u00ad{f[3:]}".lower()),
        ("disguised", lambda r, g, f: _spaced(f)),
        ("disguised", lambda r, g, f: _spaced(f.lower())),
        ("disguised", lambda r, g, f: f"{f}".replace("a", "а").replace("o", "о")),
        ("disguised", lambda r, g, f: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in f)),
        ("disguised", lambda r, g, f: f"{f[:-3]}-\n{f[-3:]}"),
        ("disguised", lambda r, g, f: "".join(f"&#{ord(c)};" if ord(c) > 127 else c for c in f"{g} {f}")),
        ("disguised", lambda r, g, f: f"/people/{g}%20{f}"),
        ("joined", lambda r, g, f: f"{g}_{f}".lower().replace(" ", "_")),
        ("joined", lambda r, g, f: f"{g}.{f}".lower().replace(" ", "")),
        ("joined", lambda r, g, f: f"{g}{f}".replace(" ", "")),
        ("joined", lambda r, g, f: f"scan-{f}.pdf".lower().replace(" ", "-")),
        ("joined", lambda r, g, f: f"/home/{_login(g[0], f)}/notes"),
        ("joined", lambda r, g, f: f"@{_login(g, f[0])}{r.randint(60, 99)}"),
        ("joined", lambda r, g, f: f"{_login(g, '')}_{r.randint(1960, 1999)}"),
        ("joined", lambda r, g, f: _login(g[0], f)),
        ("net", lambda r, g, f: f"{_login(g, '')}.{_login(f, '')}@example.org"),
        ("net", lambda r, g, f: f"{_login(g, '')} [at] example [dot] org"),
        ("net", lambda r, g, f: f"{_login(g[0], f)}@ward7"),
        ("net", lambda r, g, f: f"https://example.org/staff/{_login(g, f)}"),
        ("number", lambda r, g, f: _digits(r, "0999 999 9999")),
        ("number", lambda r, g, f: _digits(r, "+44 7999 999999")),
        ("number", lambda r, g, f: _digits(r, "(999) 999-9999")),
        ("number", lambda r, g, f: _digits(r, "999-99-9999")),
        ("number", lambda r, g, f: _digits(r, "999\u00a099\u20119999")),
        ("number", lambda r, g, f: _digits(r, "999 – 99 – 9999")),
        ("number", lambda r, g, f: _digits(r, "9999 9999 9999 9999")),
        ("number", lambda r, g, f: _digits(r, "9999999999")),
        ("number", lambda r, g, f: _digits(r, "999.999.9999")),
        ("number", lambda r, g, f: " ".join(_digits(r, "9999999999"))),
        ("number", lambda r, g, f: "".join(chr(0xFF10 + int(c)) for c in _digits(r, "9999999999"))),
        ("number", lambda r, g, f: _digits(r, "SI56 9999 9999 9999 999")),
        ("code", lambda r, g, f: _digits(r, "QX-72-C9")),
        ("code", lambda r, g, f: _digits(r, "MRN 9999-9999")),
        ("code", lambda r, g, f: _digits(r, "AB 99 99 99 C")),
        ("code", lambda r, g, f: _digits(r, "LK99 WZX")),
        ("code", lambda r, g, f: _digits(r, "scan_99999999")),
        ("code", lambda r, g, f: _digits(r, "99999/99")),
        ("code", lambda r, g, f: _digits(r, "192.168.99.99")),
        ("date", lambda r, g, f: f"{r.randint(1, 28)} {r.choice(_MONTHS)} {r.randint(1940, 2010)}"),
        ("date", lambda r, g, f: f"{r.choice(_MONTHS)} {r.randint(1, 28)}, {r.randint(1940, 2010)}"),
        ("date", lambda r, g, f: f"{r.randint(1, 28):02}/{r.randint(1, 12):02}/{r.randint(1940, 2010)}"),
        ("date", lambda r, g, f: f"{r.randint(1940, 2010)}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"),
        ("date", lambda r, g, f: f"{r.randint(1, 28)}.{r.randint(1, 12)}.{r.randint(40, 99)}"),
        ("date", lambda r, g, f: f"the {r.randint(4, 19)}th of {r.choice(_MONTHS).lower()}"),
        ("date", lambda r, g, f: f"{r.randint(1, 28)}-{r.choice(_MONTHS)[:3].upper()}-{r.randint(40, 99)}"),
        ("date", lambda r, g, f: f"{r.choice(_MONTHS)} the twenty-{r.choice(['first', 'second', 'third'])}"),
        ("address", lambda r, g, f: f"{r.randint(1, 199)} {r.choice(_ROADS)}"),
        ("address", lambda r, g, f: f"{r.randint(1, 199)} {r.choice(_ROADS)}".lower()),
        ("address", lambda r, g, f: f"Flat {r.randint(1, 40)}, {r.choice(_ROADS)}"),
        ("address", lambda r, g, f: f"{r.choice(_ROADS)}"),
        ("address", lambda r, g, f: r.choice(_ABROAD)),
        ("address", lambda r, g, f: f"P.O. Box {r.randint(20, 999)}"),
        ("address", lambda r, g, f: _digits(r, "M99 9XW")),
        ("address", lambda r, g, f: f"house no. {r.randint(2, 99)} in {f} Road"),
    )
)  # fmt: skip

FRAMES: Final = (
    "It was {}.", "She spoke to {} about it.", "The letter went to {} last week.", "Contact: {}", "({})", "see {}",
    "According to {}, nothing was wrong.", "- {}", "A copy was sent to {}; no answer came.",
    "{} is mentioned in the file.",
    "He asked whether {} could be right.", "as told by {} and others", "cc {}", "We met {} there.", "ref {} noted",
    'The note says "{}" twice.', "My neighbour said {} again.", "The name on the form: {}.", "Signed, {}",
    "by {} yesterday",
    "That was because of {}.", "Later {} was found in the drawer.", "the record of {} was closed", "not {} but another",
    "Please forward to {} thanks",
)  # fmt: skip


def outputs(folder: Path, field: Path | None, cache: Path | None) -> list[dict[str, Any]]:
    """Return the outputs with what we wrote in them, of as many documents as ``FIRST`` says."""
    if cache and cache.is_file():
        return [json.loads(line) for line in cache.read_text(encoding="utf-8").splitlines()]
    sanitizer, made = Sanitizer.default(), []
    for name, first in FIRST.items():
        path = field if name == "field" else folder / f"{name}.dev.json.gz"
        if path is None:
            continue
        value = json.loads(decode(read_bytes(path)))
        entries = value if isinstance(value, list) else list(value.values())
        for number, entry in enumerate(entries[: 2 * first]):
            start = time.process_time()
            done = sanitizer.sanitize(entry["text"])
            spans = [[s.start, s.end] for s in OffsetMap(done.changes).replaced()]
            seconds = time.process_time() - start
            made.append(
                {
                    "set": name,
                    "fresh": number >= first,
                    "output": done.text,
                    "written": spans,
                    "seconds": seconds,
                }
            )
    if cache:
        cache.write_text("".join(json.dumps(row) + "\n" for row in made), encoding="utf-8")
    return made


def planted(
    row: dict[str, Any], r: random.Random, number: int
) -> tuple[str, list[tuple[int, int]], int, int, str]:
    """Return an output with one thing put back: its text, what we wrote in it, where the thing stands, and its sort."""
    variant = VARIANTS[number % len(VARIANTS)]
    given, family = NAMES[r.randrange(len(NAMES))]
    thing = variant.make(r, given, family)
    before, after = FRAMES[(number * 7) % len(FRAMES)].split("{}")
    text, written = row["output"], [tuple(span) for span in row["written"]]
    ends = [i + 1 for i, c in enumerate(text) if c in ".\n" and text[i + 1 : i + 2] in ("", " ", "\n")] or [
        len(text)
    ]
    free = [e for e in ends if not any(a < e < b for a, b in written)] or [len(text)]
    at = r.choice(free)
    piece = f" {before}{thing}{after}"
    shifted = [(a, b) if b <= at else (a + len(piece), b + len(piece)) for a, b in written]
    start = at + 1 + len(before)
    return text[:at] + piece + text[at:], shifted, start, start + len(thing), variant.sort


def untouched(rows: list[dict[str, Any]]) -> Iterator[str]:
    for name in [*FIRST, "all"]:
        chosen = [row for row in rows if name in ("all", row["set"])]
        if not chosen:
            continue
        words, found, spent = 0, 0, 0.0
        for row in chosen:
            start = time.process_time()
            found += len(places(row["output"], [tuple(span) for span in row["written"]]))
            spent += time.process_time() - start
            words += len(row["output"].split())
        cost = 100 * spent / sum(row["seconds"] for row in chosen)
        rate = 1000 * found / words
        yield f"  {name:<9} {found:4d} places in {words:6d} words: {rate:5.2f} in 1,000; {cost:.1f} % of the time"


def recall(rows: list[dict[str, Any]], seed: int, missed: bool) -> Iterator[str]:
    r = random.Random(seed)
    total, listed = Counter[str](), Counter[str]()
    misses = []
    for number in range(PLANTED):
        text, written, start, end, sort = planted(rows[number % len(rows)], r, number)
        hit = any(p.start < end and start < p.end for p in places(text, written))
        total[sort] += 1
        listed[sort] += hit
        if not hit:
            misses.append(f"    missed {sort}: {text[max(0, start - 25) : end + 10]!r}")
    told = ", ".join(f"{sort} {listed[sort] / n:.3f}" for sort, n in total.items())
    yield f"  listed {sum(listed.values())} of {PLANTED}: {sum(listed.values()) / PLANTED:.3f} ({told})"
    if missed:
        yield from misses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--field", type=Path)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--missed", action="store_true", help="show what was not listed")
    options = parser.parse_args()
    if not (options.folder / "tab.dev.json.gz").is_file():
        parser.error(f"{options.folder} does not hold tab.dev.json.gz: give the folder of the benchmarks")
    rows = outputs(options.folder, options.field, options.cache)
    for fresh, title in ((False, "documents by which the finder was written"), (True, "other documents")):
        part = [row for row in rows if row["fresh"] is fresh]
        print(title)
        for line in [*untouched(part), *recall(part, int(fresh), options.missed)]:
            print(line, flush=True)


if __name__ == "__main__":
    main()
