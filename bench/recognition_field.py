"""What the whole product hides of gold: python bench/recognition_field.py GOLD [GOLD ...] [--missed] [--false]

Each GOLD is a file in TAB form. For each: recall of direct and quasi-identifiers (mentions, and entities of which all
mentions are hidden), precision of the hidden words, by class and by the documents' ``domain``, and seconds of one core.
``--first-pass`` measures what recognition finds, before the correlation risk hides more; ``--profile`` another profile.
``--missed`` lists each direct identifier that stays, ``--quasi`` the quasi-identifiers too, ``--false`` what was
hidden beside the gold.
"""

import argparse
import json
import textwrap
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path

from sanitizer.control import apply_rules
from sanitizer.control.profiles import read_profile
from sanitizer.documents.decode import decode, read_bytes
from sanitizer.evaluate.masks import GoldDocument, Mask, read_gold
from sanitizer.evaluate.tab import TabScores, score_document, words
from sanitizer.pipeline import Sanitizer
from sanitizer.types import Document

AROUND = 30
"""Characters shown on each side of what was missed."""


@dataclass
class Table:
    """Scores by row name, with what was missed and what was hidden beside the gold."""

    rows: dict[str, TabScores] = field(default_factory=lambda: defaultdict(TabScores))
    missed: list[str] = field(default_factory=list)
    quasi: list[str] = field(default_factory=list)
    false: Counter[str] = field(default_factory=Counter)

    def add(self, gold: GoldDocument, domain: str, masks: list[Mask], kinds: list[str]) -> None:
        """Take one document in; ``kinds`` say of each mask who hid it."""
        scores = score_document(gold, masks)
        for name in ("all", *([domain] if domain else [])):
            self.rows[name] += scores
        hidden = {i for m in masks for i in range(m.start, m.end)}
        wanted: set[int] = set()
        for entity in gold.entities:
            for mention in (m for m in entity.mentions if m.masked):
                wanted.update(range(mention.start, mention.end))
                left = [
                    gold.text[a:b]
                    for a, b in words(gold.text, mention.start, mention.end)
                    if not set(range(a, b)) <= hidden
                ]
                if left:
                    around = gold.text[max(0, mention.start - AROUND) : mention.end + AROUND]
                    stays = self.missed if entity.direct else self.quasi
                    stays.append(f"{gold.id} {entity.entity_class} {left}: {around!r}")
        for mask, kind in zip(masks, kinds, strict=True):
            if wanted.isdisjoint(range(mask.start, mask.end)):
                self.false[f"{kind}: {gold.text[mask.start : mask.end]}"] += 1


def _cell(part: float, whole: float) -> str:
    return f"{part / whole:6.3f} ({part:.0f}/{whole:.0f})" if whole else "-"


def wrapped(text: str, columns: int) -> str:
    """Return a text with a line break instead of the last blank before so many columns, as editors wrap lines."""
    lines = (
        textwrap.wrap(line, columns, break_on_hyphens=False, replace_whitespace=False)
        for line in text.split("\n")
    )
    made = "\n".join("\n".join(line) for line in lines)
    return made if len(made) == len(text) else text


def measure(
    sanitizer: Sanitizer, path: Path, first: int | None, first_pass: bool, columns: int | None
) -> tuple[Table, float]:
    """Return the table of the documents in a file, with seconds of one core."""
    raw = json.loads(decode(read_bytes(path)))
    domains = {entry["doc_id"]: entry.get("domain", "") for entry in raw}
    table, start = Table(), time.process_time()
    for gold in read_gold(path)[:first]:
        gold = replace(gold, text=wrapped(gold.text, columns)) if columns else gold
        if first_pass:
            doc = sanitizer.parse(gold.text)
            with sanitizer.known.in_use():
                found = apply_rules.first_pass(
                    sanitizer.control,
                    doc,
                    sanitizer.recognizers,
                    sanitizer.common_attributes(),
                    sanitizer.parse,
                )
            masks = [Mask(m.span.start, m.span.end) for m in found]
            kinds = [f"{m.recognizer} {m.type}" for m in found]
        else:
            done = sanitizer.sanitize(Document(gold.id, gold.text))
            masks = [Mask(c.span.start, c.span.end, c.replacement) for c in done.changes]
            kinds = [c.kind for c in done.changes]
        table.add(gold, domains[gold.id], masks, kinds)
    return table, time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--first", type=int, help="documents of each file (default all)")
    parser.add_argument("--profile", default="default")
    parser.add_argument("--wrap", type=int, metavar="COLUMNS", help="break longer lines, as e-mail does")
    parser.add_argument("--first-pass", action="store_true")
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--quasi", action="store_true")
    parser.add_argument("--false", action="store_true")
    arguments = parser.parse_args()
    control = None if arguments.profile == "default" else read_profile(arguments.profile)
    sanitizer = Sanitizer.default(control=control, any_language=True)
    for path in arguments.gold:
        if not path.is_file():
            parser.error(f"{path}: there is no such file")
        table, seconds = measure(sanitizer, path, arguments.first, arguments.first_pass, arguments.wrap)
        print(f"== {path.name}: {seconds:.1f} seconds of one core")
        print(
            f"  {'':18}{'direct, mentions':20}{'direct, entities':20}{'quasi, mentions':20}{'quasi, entities':20}"
            "precision"
        )
        for name, s in table.rows.items():
            shares = (s.direct.mention, s.direct.entity, s.quasi.mention, s.quasi.entity, s.precision_token)
            print(f"  {name:18}" + "".join(f"{_cell(share.part, share.whole):20}" for share in shares))
        for name, recalls in table.rows["all"].by_class.items():
            print(
                f"  {name:18}mentions {_cell(recalls.mention.part, recalls.mention.whole):20}"
                f"entities {_cell(recalls.entity.part, recalls.entity.whole)}"
            )
        for line in table.missed if arguments.missed else ():
            print(f"    missed {line}")
        for line in sorted(table.quasi, key=lambda line: line.split()[1]) if arguments.quasi else ():
            print(f"    missed, quasi {line}")
        for line, count in table.false.most_common() if arguments.false else ():
            print(f"    beside the gold x{count} {line}")


if __name__ == "__main__":
    main()
