"""Masks of other systems on WikiActors, beside ours: `python bench/peers_masks.py DATA [MASKS.json ...]`.

DATA is the folder of the benchmarks (wikiactors.dev.json.gz, wikiactors.peers.dev.json.gz,
wikiactors.background.json.gz); MASKS are further files, {doc_id: [[start, end, replacement?], ...]}.
"""

import sys
import time
from pathlib import Path

from sanitizer.audit import LearnedAttacker, TfidfAttacker, link, linkage_at
from sanitizer.commands.evaluate import align
from sanitizer.evaluate import apply_masks, evaluate, read_gold, read_masks
from sanitizer.evaluate.masks import load_json

PUBLISHED = {
    "manual": (1.0, 1.0, 0.39),
    "presidio": (0.97, 0.34, 1.0),
    "spacy": (0.96, 0.56, 0.89),
    "word2vec_t0.25": (0.85, 0.81, 0.23),
}


def main(arguments: list[str]) -> None:
    if not arguments or not (Path(arguments[0]) / "wikiactors.dev.json.gz").is_file():
        sys.exit(
            "usage: python bench/peers_masks.py DATA [MASKS.json ...]  (DATA holds wikiactors.dev.json.gz)"
        )
    data = Path(arguments[0])
    gold = read_gold(data / "wikiactors.dev.json.gz")
    systems = read_masks(data / "wikiactors.peers.dev.json.gz")
    for path in arguments[1:]:
        systems |= read_masks(Path(path))
    background = load_json(data / "wikiactors.background.json.gz")
    started = time.process_time()
    attackers = [TfidfAttacker(background), LearnedAttacker(background)]
    persons = {document.id: document.id for document in gold}
    rows = [
        ["system", "P", "R", "ER quasi", "masked", "tfidf@1", "@5", "learned@1", "@5", "published P/R/@1"]
    ]
    for name, masks in systems.items():
        scores = evaluate(name, gold, masks)
        texts = {d.id: apply_masks(d.text, masks[d.id]) for d in gold}
        found = [link(attacker, texts, persons, evidence=0) for attacker in attackers]
        rates = [linkage_at(linked, k) or 0.0 for linked in found for k in (1, 5)]
        figures = [
            scores.agreement.precision,
            scores.agreement.recall,
            scores.tab.quasi.entity.value,
            scores.masked.value,
            *rates,
        ]
        known = "/".join(f"{x:.2f}" for x in PUBLISHED[name]) if name in PUBLISHED else ""
        rows.append([name, *(f"{x or 0:.3f}" for x in figures), known])
    print(align(rows))
    print(
        f"{len(gold)} documents, {len(background)} candidates, {time.process_time() - started:.1f} s of CPU"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
