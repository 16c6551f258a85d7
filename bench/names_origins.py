# ruff: noqa: E501 (a frame reads best on one line)
"""Names of 42 origins in 20 frames: python bench/names_origins.py [--half tuning|held] [--missed] [--whole]

Invented pairs of the given names and surnames of ``names_of_origins.tsv`` (50 an origin; ``_`` is a blank in a name),
each in one of the frames, as it is, in capitals and in small letters. Found: no word of the name (of a glued one, no four
letters in a row) stands outside of what is hidden. Every second name of each origin is held out: nobody looks at what
is missed of those while the rules are made. Prints the shares by origin and case, by frame and case, of the names that no
shipped list knows, and the least origin beside the mean. Recognition alone; ``--whole`` asks the whole product.
"""

import argparse
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sanitizer.control import apply_rules
from sanitizer.control.profiles import read_profile
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.vocabulary import is_given_name, is_surname
from sanitizer.types import Document

NAMES = Path(__file__).with_name("names_of_origins.tsv")
CASES = ("mixed", "upper", "lower")
WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
FRAMES = (
    ("prose, full name", "The patient, {g} {s}, was seen on the ward this morning and sent home."),
    ("greeting", "Dear {g},\n\nThank you for your letter of last week.\n\nThe billing team"),
    ("chat sender", "agent: hello, how can I help?\n{g}: hi, is the parcel on its way\nagent: let me check\n{g}: thanks"),
    ("title", "In the morning Mr {s} asked for a copy of the notes."),
    ("surname first", "Present: {s}, {g}; the clerk; two governors."),
    ("table row", "Name | Age | Clinic\n{s}, {g} | 34 | eye clinic\n"),
    ("JSON", '{{"id": 17, "name": "{g} {s}", "ward": 3}}'),
    ("XML", "<record><surname>{s}</surname><given>{g}</given><ward>3</ward></record>"),
    ("SQL", "INSERT INTO staff VALUES (7, '{s}', '{g}', 34);"),
    ("signature", "Please call if anything is unclear.\n\nKind regards,\n{g} {s}\nPractice nurse"),
    ("spoke to", "I spoke to {g} yesterday and was told that it was fine."),
    ("family", "The {s} family moved to the estate in June."),
    ("possessive", "On Tuesday {g}'s mother rang the school about the trip."),
    ("surname, opening", "{s} was told that the claim had been refused."),
    ("according to", "According to {s}, the van was not locked that night."),
    ("list", "Attendees:\n- {g} {s}\n- the clerk\nApologies: none"),
    ("nickname", "The lease names {g} \"Kit\" {s} as the tenant."),
    ("initial", "The form was sent on by {i}. {s} from accounts."),
    ("kin", "Her brother {g} drove her home, and her aunt stayed."),
    ("e-mail", "Write to {g}.{s}@example.org for the details."),
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A name in a frame; ``hidden`` are its words."""

    origin: str
    frame: str
    letters: str
    held: bool
    known: bool
    text: str
    hidden: tuple[str, ...]


def spelled(name: str) -> str:
    return name.replace("_", " ")


def cases() -> Iterator[Case]:
    """Yield all cases, in the order of the file."""
    change: dict[str, Callable[[str], str]] = {"mixed": str, "upper": str.upper, "lower": str.lower}
    for number, line in enumerate(NAMES.read_text(encoding="utf-8").splitlines()):
        origin, given, surnames = line.split("\t")
        for half in (0, 1):
            firsts, lasts = given.split()[half::2], surnames.split()[half::2]
            for k in range(25):
                first, last = (
                    spelled(firsts[k % len(firsts)]),
                    spelled(lasts[(3 * k + k // len(lasts)) % len(lasts)]),
                )
                frame, pattern = FRAMES[(k + 7 * half + 3 * number) % len(FRAMES)]
                asked = [n for n, mark in ((first, "{g}"), (last, "{s}")) if mark in pattern]
                known = all(is_given_name(n) or is_surname(n) for n in asked)
                for letters in CASES:
                    g, s = change[letters](first), change[letters](last)
                    if frame == "e-mail":
                        g, s = g.replace(" ", ""), s.replace(" ", "")
                    text = pattern.format(g=g, s=s, i=g[0])
                    hidden = tuple(w for n in asked for w in WORD.findall(change[letters](n)))
                    yield Case(origin, frame, letters, bool(half), known, text, hidden)


def is_hidden(case: Case, left: str) -> bool:
    """Return whether no word of the name is in what is left."""
    if case.frame == "e-mail":
        low = left.lower()
        return not any(w.lower()[i : i + 4] in low for w in case.hidden for i in range(max(1, len(w) - 3)))
    return not set(WORD.findall(left)).intersection(w for w in case.hidden if len(w) > 1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--half", choices=("tuning", "held", "both"), default="both")
    parser.add_argument("--letters", nargs="+", default=CASES)
    parser.add_argument("--frame", default="", help="frames that hold this")
    parser.add_argument(
        "--missed", action="store_true", help="print what was missed, never of the half that is held"
    )
    parser.add_argument("--whole", action="store_true", help="the whole product instead of recognition")
    parser.add_argument("--profile", default="default")
    parser.add_argument("--every", type=int, default=1, help="one of so many cases")
    arguments = parser.parse_args()
    control = None if arguments.profile == "default" else read_profile(arguments.profile)
    sanitizer = Sanitizer.default(control=control, any_language=True)
    halves = {"tuning": (False,), "held": (True,), "both": (False, True)}[arguments.half]
    table: dict[tuple[str, str], dict[str, list[int]]] = defaultdict(lambda: {c: [0, 0] for c in CASES})
    missed: list[str] = []
    with sanitizer.known.in_use():
        chosen = [
            c
            for c in cases()
            if c.held in halves and c.letters in arguments.letters and arguments.frame in c.frame
        ]
        for case in chosen[:: arguments.every]:
            left = remainder(sanitizer, case.text, arguments.whole)
            good = is_hidden(case, left)
            half = "names held out" if case.held else "names of tuning"
            lists = "names of shipped lists" if case.known else "names of no list"
            for row in (
                ("origin", case.origin),
                ("frame", case.frame),
                ("all", "all"),
                ("all", half),
                ("all", lists),
            ):
                table[row][case.letters][0] += good
                table[row][case.letters][1] += 1
            if not good and not case.held:
                missed.append(f"{case.letters} {case.frame}: {case.hidden} {left!r}")
    show(table)
    for line in missed if arguments.missed else ():
        print("   ", line)


def remainder(sanitizer: Sanitizer, text: str, whole: bool) -> str:
    """Return what stays of a text, with a mark for each part that is hidden."""
    if whole:
        spans = [c.span for c in sanitizer.sanitize(Document("", text)).changes]
    else:
        parse, control = sanitizer.parse, sanitizer.control
        found = apply_rules.first_pass(
            control, parse(text), sanitizer.recognizers, sanitizer.common_attributes(), parse
        )
        spans = [m.span for m in found]
    left, at = "", 0
    for span in sorted(spans):
        left, at = left + text[at : span.start] + " # ", span.end
    return left + text[at:]


def show(table: dict[tuple[str, str], dict[str, list[int]]]) -> None:
    """Print the shares, and the least origin of each case beside the mean of the origins."""
    print(f"{'':36}" + "".join(f"{letters:>16}" for letters in CASES))
    for (kind, name), row in sorted(table.items()):
        shares = [f"{good / total:9.3f} ({total})" if total else "-" for good, total in row.values()]
        print(f"{kind:8}{name:28}" + "".join(f"{share:>16}" for share in shares))
    for letters in CASES:
        shares_of = {
            name: row[letters][0] / row[letters][1]
            for (kind, name), row in table.items()
            if kind == "origin" and row[letters][1]
        }
        if shares_of:
            least = min(shares_of, key=lambda name: shares_of[name])
            mean = sum(shares_of.values()) / len(shares_of)
            print(f"{letters}: mean {mean:.3f}, least {shares_of[least]:.3f} ({least})")


if __name__ == "__main__":
    main()
