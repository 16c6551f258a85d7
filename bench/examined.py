"""Texts of an examiner who had not seen the rules: python bench/examined.py [--missed]

`bench/examined/`: 16 invented documents of eight kinds with marks (`documents.json`, conventions of TAB: names of all
persons, codes and full addresses are direct), 406 sentences that hide something in odd ways and 40 that do not
(`sentences.json`), 60 of statutes, manuals, recipes and software (`plain.json`). Written, and measured for the first
time, before anybody looked; whoever learns from them needs others afterwards. `fresh.dev.json` and `fresh.held.json`
are 30 more of ten kinds with the same marks, for `bench/recognition_field.py`; the second half was run at the start
and at the end of a change only. So was that of `professions.dev.json` and `professions.held.json`, 20 of the eight
kinds of the field texts.

A direct identifier is found when every letter and digit of its mentions is hidden; a secret is gone when its letters
and digits do not stand in the output in a row, without case, marks, look-alike letters and tags.
"""

import argparse
import html
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sanitizer import Sanitizer
from sanitizer.evaluate import Mask, read_gold, score

FOLDER = Path(__file__).parent / "examined"
PROFILES = ("default", "safe-harbor")
ALIKE = str.maketrans(
    "аеорсухіѕјкмтнвԁɡαορνικτεłøıđð",
    "aeopcyxisjkmthbdgaopvikteloidd",
)
TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]{0,10}(?:\s[^<>@]{0,60})?/?>")


def fold(text: str) -> str:
    """Letters and digits alone, without what disguises them."""
    text = TAG.sub("", unquote(html.unescape(text), errors="ignore"))
    text = unicodedata.normalize("NFKD", text).casefold().translate(ALIKE)
    return "".join(c for c in unicodedata.normalize("NFKD", text).casefold() if c.isalnum())


def is_left(secret: str, text: str) -> bool:
    """Return whether a secret stands in a text; "=x": x as it is, at the ends of words."""
    if secret.startswith("="):
        return re.search(rf"(?<!\w){re.escape(secret[1:])}(?!\w)", text) is not None
    folded, around = fold(secret), fold(text)
    digits = "".join(filter(str.isdigit, folded))
    in_digits = len(digits) > 5 and not folded.isdigit() and digits in "".join(filter(str.isdigit, around))
    return folded in around or in_digits


def of_profile(profile: str) -> Sanitizer:
    return Sanitizer.default() if profile == "default" else Sanitizer.default(profile=profile)


def documents(profile: str, missed: bool) -> None:
    """Recall of direct and quasi-identifiers, precision of words; by class, every letter and digit."""
    sanitizer, path = of_profile(profile), FOLDER / "documents.json"
    masks = {
        gold.id: tuple(
            Mask(c.span.start, c.span.end, c.replacement) for c in sanitizer.sanitize(gold.text).changes
        )
        for gold in read_gold(path)
    }
    found = score(read_gold(path), masks)
    parts = {"direct": found.direct.entity, "quasi": found.quasi.entity, "precision": found.precision_token}
    shares = ", ".join(f"{name} {s.part / s.whole:.3f}" for name, s in parts.items())
    whole: Counter[str] = Counter()
    hidden: Counter[str] = Counter()
    for raw in json.loads(path.read_text(encoding="utf-8")):
        covered = {i for m in masks[raw["doc_id"]] for i in range(m.start, m.end)}
        entities: dict[str, list[dict[str, Any]]] = {}
        for mention in raw["annotations"]["gold"]["entity_mentions"]:
            if mention["identifier_type"] == "DIRECT":
                entities.setdefault(mention["entity_id"], []).append(mention)
        for mentions in entities.values():
            places = [i for m in mentions for i in range(m["start_offset"], m["end_offset"])]
            stays = [i for i in places if raw["text"][i].isalnum() and i not in covered]
            kind = mentions[0]["entity_type"]
            whole[kind] += 1
            hidden[kind] += not stays
            if stays and missed:
                print("   missed", raw["doc_id"], kind, repr(mentions[0]["span_text"]))
    print(f"documents, {profile}: {shares}; every letter: {table(hidden, whole)}")


def sentences(profile: str, missed: bool) -> None:
    """Shares of sentences in which no secret stays, by kind; changes of those that hold none."""
    sanitizer = of_profile(profile)
    given = json.loads((FOLDER / "sentences.json").read_text(encoding="utf-8"))
    whole: Counter[str] = Counter()
    safe: Counter[str] = Counter()
    for row in given[profile]:
        text = sanitizer.sanitize(row["text"]).text
        left = [secret for secret in row["secrets"] if is_left(secret, text)]
        whole[row["kind"]] += 1
        safe[row["kind"]] += not left
        if left and missed:
            print("   left", row["id"], row["kind"], left, repr(text))
    below = Counter({k: n for k, n in whole.items() if safe[k] < n})
    print(
        f"sentences, {profile}: safe {safe.total() / whole.total():.3f} of {whole.total()}; {table(safe, below)}"
    )
    print(f"harmless, {profile}: {changes(sanitizer, given['harmless'])}")
    plain = json.loads((FOLDER / "plain.json").read_text(encoding="utf-8"))
    print(f"plain, {profile}: {changes(sanitizer, plain)}")


def changes(sanitizer: Sanitizer, rows: Sequence[dict[str, str]]) -> str:
    words = sum(len(row["text"].split()) for row in rows)
    changed = sum(len(sanitizer.sanitize(row["text"]).changes) for row in rows)
    return f"{100 * changed / words:.2f} changes in 100 words"


def table(part: Counter[str], whole: Counter[str]) -> str:
    return ", ".join(f"{kind} {part[kind]}/{whole[kind]}" for kind in sorted(whole))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--missed", action="store_true", help="print what stays")
    missed = parser.parse_args().missed
    for profile in PROFILES:
        documents(profile, missed)
        sentences(profile, missed)


if __name__ == "__main__":
    main()
