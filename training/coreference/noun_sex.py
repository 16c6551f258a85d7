"""Count which nouns are said of men and which of women: python training/coreference/noun_sex.py ARTICLES OUT.

ARTICLES is the folder with articles-*.jsonl.xz. An article whose pronouns are nearly all "he" or nearly all "she" is
about a man or a woman; the words after "is a" or "was a" in its first sentence are said of that person, those after
"he/she is a" anywhere too. OUT (.tsv) gets the nouns for persons that are said of
one sex alone, with "m" or "f", sorted.
"""

import json
import lzma
import re
import sys
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent.parent)]

from sanitizer.read.phrase_facts import sort_of_noun  # noqa: E402

DEFINED = re.compile(r"\b(?:is|was) (?:an?|the) ([^.;\n]{3,120})")
SAID = re.compile(
    r"\b(He|She|he|she) (?:is|was|became|has been|had been) (?:an?|the) ((?:[\w-]+ ){0,4}[a-z]+)"
)
PRONOUN = re.compile(r"\b(he|she|his|her|him)\b", re.IGNORECASE)
WORD = re.compile(r"\b[a-z][a-z-]{2,}\b")
BEFORE = re.compile(
    r"[ ,](?:of|in|at|who|for|from|with|to|on|as|by|until|during|that|when|under|whose|which|known|born) "
)
CLEAR, SHARE = 6, 0.97
"""Pronouns of an article; least share of one sex, men and women weighed alike."""
LEAST = {"m": 100, "f": 12}
"""Persons that a noun is said of. Most articles are about men, so that many trades of few persons are said of men
alone: only what is said very often of men, and never of women, is a noun for men."""


def main() -> None:
    if len(sys.argv) != 3 or not sorted(Path(sys.argv[1]).glob("articles-*.jsonl.xz")):
        raise SystemExit(__doc__)
    counts: dict[str, Counter[str]] = {"m": Counter(), "f": Counter()}
    total: Counter[str] = Counter()
    for path in sorted(Path(sys.argv[1]).glob("articles-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                text = json.loads(line)["text"]
                said = Counter(word.lower() for word in PRONOUN.findall(text[:20_000]))
                he, she = said["he"] + said["his"] + said["him"], said["she"] + said["her"]
                if max(he, she) >= CLEAR and max(he, she) >= 9 * min(he, she):
                    sex = "m" if he > she else "f"
                    total[sex] += 1
                    first = DEFINED.search(text[:600])
                    if first:
                        counts[sex].update(set(WORD.findall(BEFORE.split(f"{first[1]} ")[0])))
                for match in SAID.finditer(text):
                    counts["f" if match[1].lower() == "she" else "m"].update(
                        set(WORD.findall(BEFORE.split(f"{match[2]} ")[0]))
                    )
    weight = sum(counts["m"].values()) / max(1, sum(counts["f"].values()))
    rows = []
    for noun in sorted(set(counts["m"]) | set(counts["f"])):
        male, female = counts["m"][noun], counts["f"][noun] * weight
        sex = "m" if male > female else "f"
        enough = counts[sex][noun] >= LEAST[sex] and max(male, female) >= SHARE * (male + female)
        if enough and sort_of_noun(noun) == "person":
            rows.append((noun, sex))
    Path(sys.argv[2]).write_text("".join("\t".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")
    print(f"articles {dict(total)}, words {weight:.2f} to 1, {len(rows)} nouns")


if __name__ == "__main__":
    main()
