"""Identifiers in disguise, by profile: python bench/recognition_disguised.py [--every N] [--missed] [--whole]

Invented names and numbers (``tests/cases/disguises.py``) in each disguise, in several sentences. Hidden: no four
letters of the surname in a row (of the given name, where that alone is disguised), no three digits of the number stand
in what is published, looked for without case, marks and whatever is no letter or digit. Without --whole each mention is
blanked after the first pass; with it the whole pipeline writes the text.
"""

import argparse
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sanitizer.control.apply_rules import first_pass
from sanitizer.control.rules import Control
from sanitizer.control.settings_file import read_profile
from sanitizer.pipeline import Sanitizer
from sanitizer.types import Document
from tests.cases.disguises import Case, cases, is_hidden


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--every", type=int, default=1, help="one of so many cases")
    parser.add_argument("--missed", action="store_true", help="print what was missed")
    parser.add_argument("--whole", action="store_true", help="the whole pipeline instead of the first pass")
    parser.add_argument("--only", default="", help="disguises that hold this")
    arguments = parser.parse_args()
    chosen = [c for c in cases(arguments.every) if arguments.only in c.kind]
    table: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    missed: list[tuple[str, Case, str]] = []
    for profile in ("default", "safe-harbor"):
        control = Control() if profile == "default" else read_profile(profile)
        sanitizer = Sanitizer.default(control=control)
        for case in chosen:
            if arguments.whole:
                published = sanitizer.sanitize(Document("", case.text)).text
            else:
                doc = sanitizer.parse(case.text)
                published, at = "", 0
                for m in first_pass(
                    control, doc, sanitizer.recognizers, sanitizer.common_attributes(), sanitizer.parse
                ):
                    published += case.text[at : m.span.start] + " # "
                    at = m.span.end
                published += case.text[at:]
            hidden = is_hidden(case, published)
            for kind in (case.kind, "ALL"):
                table[kind][profile][0] += hidden
                table[kind][profile][1] += 1
            if not hidden:
                missed.append((profile, case, published))
    for kind, row in table.items():
        print(f"  {kind:28}" + "".join(f"{good / total:9.3f} ({total})" for good, total in row.values()))
    if arguments.missed:
        for profile, case, published in missed:
            print(f"{profile[:4]} | {case.kind} | {case.text!r} -> {published!r}")


if __name__ == "__main__":
    main()
