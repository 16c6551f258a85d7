"""Where names begin and end: python bench/spans.py [GOLD ...] [--harmless CORPORA] [--every N] [--show CLASS]

Each GOLD is a file in TAB form: what the default pipeline changes there is counted by the class of its fault. A change
is at fault by the words that it hides beside the gold; by how it lies to the marks it belongs to the first class that
fits (`CLASSES`). ``--harmless`` counts the changes in 300 sentences without personal data: the first of each three (or
so) of EWT test and the six held-out GUM documents in which no entity is marked and no digit stands, of six words or
more. ``--every`` takes one document of so many.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from sanitizer.evaluate.masks import GoldDocument, read_gold
from sanitizer.evaluate.tab import words
from sanitizer.pipeline import Sanitizer
from sanitizer.result import SanitizedDocument
from sanitizer.text.titles import TITLES

TRAINING = Path(__file__).parent.parent / "training" / "model"
SENTENCES = 300
LEAST_WORDS = 6
NAMES = frozenset(
    ("PERSON", "ORG", "GPE", "LOC", "FACILITY", "MISC", "WORK", "EVENT", "LAW", "PRODUCT", "AWARD")
)
CLASSES = {
    "joined": "names joined by a conjunction, or by nothing",
    "label": "a label with its colon, or a salutation",
    "capitals": "five words or more in capitals, not half of them marked",
    "opener": "one word at the beginning of a sentence, a verb, adverb or small word",
    "abbreviation": "two to five capitals (and digits) that name nothing marked",
    "titles": "a title, article or possessive beside a marked name",
    "number": "a number, date or amount: less or more than what is marked",
    "attribute": "a job, illness, people or belief that is not marked",
    "longer": "a marked name with other words",
    "name": "words that are no marked name",
    "risk": "hidden by the correlation risk",
}
LABEL = re.compile(r"(?:^|\n|[ ]{2}|\| ?)[A-Z][\w .&/-]{0,30}:\s*\S|^(?:Dear|Hi|Hello|Re)\b")
SMALL = frozenset(["the", "a", "an", "of", "'s", "’s", "s", "as", "and", "in", "on", "at", "by", "to", "for"])


def class_of(done: SanitizedDocument, gold: GoldDocument, at: int, tagged: dict[int, str]) -> str | None:
    """Return the class of the fault of a change, None where it hides nothing beside the gold."""
    change = done.changes[at]
    text, (start, end) = gold.text, (change.span.start, change.span.end)
    marked = [m for e in gold.entities for m in e.mentions if m.masked and m.start < end and start < m.end]
    inside = {i for m in marked for i in range(m.start, m.end)}
    spoken = list(words(text, start, end))
    beside = [text[a:b] for a, b in spoken if not set(range(a, b)) <= inside]
    if not beside:
        return None
    if change.kind == "risky":
        return "risk"
    kinds = {
        s.type for s in done.report.sensitive for span in s.spans if span.start < end and start < span.end
    }  # fmt: skip
    surface = text[start:end]
    found = {
        "joined": len({(m.start, m.end) for m in marked}) > 1
        and any(w in ("and", "or", "AND") for w in beside),
        "label": bool(LABEL.search(text[max(0, start - 2) : start] + surface)) or text[end : end + 1] == ":",
        "capitals": len(spoken) >= 5 and surface.isupper() and 2 * len(beside) > len(spoken),
        "titles": bool(marked) and all(w.lower() in SMALL or w.lower() in TITLES for w in beside),
        "number": bool(kinds) and not kinds & NAMES and any(c.isdigit() for c in surface),
        "attribute": bool(kinds) and not kinds & NAMES,
        "opener": len(spoken) == 1
        and tagged.get(start) in ("VERB", "ADV", "INTJ", "ADP", "AUX", "PRON", "SCONJ"),
        "abbreviation": re.fullmatch(r"[A-Z][A-Za-z&]?[A-Z0-9]{1,4}", surface) is not None,
        "longer": bool(marked),
    }
    return next((name for name in CLASSES if found.get(name)), "name")


def count(sanitizer: Sanitizer, path: Path, every: int, shown: Sequence[str]) -> None:
    found: Counter[str] = Counter()
    total = 0
    for gold in list(read_gold(path))[::every]:
        done = sanitizer.sanitize(gold.text)
        tagged = {t.idx: t.pos_ for t in sanitizer.parse(gold.text) if t.is_sent_start}
        total += len(done.changes)
        for at, change in enumerate(done.changes):
            kind = class_of(done, gold, at, tagged)
            found.update([kind] if kind else [])
            if kind in shown:
                print(f"   {kind}: {change.span.of(gold.text)!r}")
    print(
        f"{path.name}: {total} changes, {found.total()} at fault; "
        + ", ".join(f"{c} {found[c]}" for c in CLASSES)
    )


def harmless(corpora: Path) -> list[str]:
    """Return the sentences without personal data."""
    sys.path.insert(0, str(TRAINING))
    import corpora as read  # type: ignore[import-not-found]
    import prepare  # type: ignore[import-not-found]

    demonyms = read.read_demonyms(corpora)
    sentences = [*read.ewt(corpora, "test", demonyms), *read.gum(corpora, demonyms, prepare.GUM_DEV)]
    texts = [
        "".join(w + " " * space for w, space in zip(s.words, s.spaces, strict=True)).strip()
        for s in sentences
        if len(s.words) >= LEAST_WORDS and set(s.tags) == {"O"} and "PROPN" not in s.pos
    ]
    texts = [t for t in texts if not any(c.isdigit() for c in t)]
    return texts[:: max(1, len(texts) // SENTENCES)][:SENTENCES]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("gold", nargs="*", type=Path)
    parser.add_argument("--harmless", type=Path, metavar="CORPORA")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--show", nargs="+", default=[], metavar="CLASS")
    options = parser.parse_args()
    sanitizer = Sanitizer.default(any_language=True)
    for path in options.gold:
        count(sanitizer, path, options.every, options.show)
    if options.harmless:
        texts = harmless(options.harmless)
        kinds: Counter[str] = Counter()
        for text in texts:
            done = sanitizer.sanitize(text)
            types = {s.number: s.type for s in done.report.sensitive}
            kinds.update(
                types.get(c.reference, "") if c.kind == "sensitive" else c.kind for c in done.changes
            )
            if "harmless" in options.show and done.changes:
                print("   ", [(c.span.of(text), c.replacement) for c in done.changes], text[:100])
        spoken = sum(len(t.split()) for t in texts)
        told = ", ".join(f"{kind} {n}" for kind, n in kinds.most_common())
        print(
            f"harmless: {len(texts)} sentences, {spoken} words, {kinds.total()} changes: "
            f"{100 * kinds.total() / spoken:.2f} in 100 words ({told})"
        )


if __name__ == "__main__":
    main()
