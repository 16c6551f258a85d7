"""Score who is who on held-out texts: python bench/coreference.py DATA [--weights FILE] [--dev] [--least BITS].

DATA is the unpacked train/ner_pos_corpora.tar.xz. From plain text, everything predicted: MUC, B3, CEAFe and their mean,
spans compared as a whole without possessive endings, entities of one mention left out, then counted; links of persons
(right where both phrases belong to one gold person) by least margin, and of gendered pronouns; held-out documents of
GUM (six that nothing shipped has seen; with those of its test part, that the parser has seen) and novels of LitBank.
"""

import argparse
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "training/coreference"), str(HERE.parent)]

from annotated import PARSER_HELD_OUT, Annotated  # noqa: E402
from coreference_scores import conll, score  # noqa: E402
from spacy.tokens import Doc  # noqa: E402

from examples import aligned, characters, parts  # noqa: E402
from sanitizer.read.coreference import Linked, link  # noqa: E402
from sanitizer.read.names import named  # noqa: E402
from sanitizer.read.ranker import DEFAULT_PATH, Ranker  # noqa: E402
from sanitizer.text.parse import parse  # noqa: E402

MARGINS = (0.0, 1.0, 2.0, 3.0, 4.0, 6.0)


def clusters(doc: Doc, linked: Linked) -> list[frozenset[object]]:
    """Return the entities as sets of spans; of two phrases with one span the first counts."""
    taken: set[tuple[int, int]] = set()
    result = []
    for cluster in linked.clusters:
        spans = {characters(doc, linked.candidates[i]) for i in cluster.members} - taken
        taken |= spans
        if spans:
            result.append(frozenset(spans))
    return result


def links(doc: Doc, linked: Linked, gold: Annotated) -> list[tuple[str, float, bool]]:
    """Return each link of a phrase whose gold entity is known or that is a person's: what it is, its margin,
    whether right."""
    entity = aligned(doc, list(linked.candidates), gold)
    result = []
    for cluster in linked.clusters:
        for place, (i, margin) in enumerate(zip(cluster.members[1:], cluster.margins[1:], strict=True), 1):
            fact = linked.facts[i]
            earlier = [
                j for j in cluster.members[:place] if linked.facts[j].kind == "name"
            ] or cluster.members[:place]
            known = [entity[j] for j in earlier if entity[j] >= 0]
            if entity[i] < 0 and not known:
                continue
            right = entity[i] >= 0 and bool(known) and known[-1] == entity[i]
            if fact.kind == "pronoun":
                kind = "he or she" if fact.sex else fact.pronoun
            else:
                kind = fact.kind
            if cluster.person:
                result.append(("person " + kind, margin, right))
            else:
                result.append(("other " + kind, margin, right))
    return result


def report(title: str, found: list[tuple[Annotated, Doc, Linked]]) -> None:
    pairs = []
    told: list[tuple[str, float, bool]] = []
    for gold, doc, linked in found:
        pairs.append(([frozenset(spans) for spans in gold.entities], clusters(doc, linked)))
        told += links(doc, linked, gold)
    print(f"\n{title}: {len(found)} texts, {sum(len(g.text) for g, _, _ in found)} characters")
    for alone in (False, True):
        tallies = score(pairs, alone=alone)
        parts_ = "  ".join(f"{n} {t.recall:.3f} {t.precision:.3f} {t.f1:.3f}" for n, t in tallies.items())
        print(
            f"  {'with' if alone else 'without'} entities of one mention: CoNLL F1 {conll(tallies):.3f}   {parts_}"
        )
    for kind in sorted({k for k, _, _ in told}):
        shares = []
        for least in MARGINS:
            at = [right for k, margin, right in told if k == kind and margin >= least]
            shares.append(f"{sum(at) / len(at):.3f} of {len(at)}" if at else "-")
        print(f"  {kind:18} " + "  ".join(f"{s:>13}" for s in shares))
    shares = []
    for least in MARGINS:
        at = [right for k, margin, right in told if k.startswith("person") and margin >= least]
        shares.append(f"{sum(at) / len(at):.3f} of {len(at)}" if at else "-")
    print(f"  {'person, all':18} " + "  ".join(f"{s:>13}" for s in shares))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--weights", type=Path, default=DEFAULT_PATH)
    parser.add_argument("--dev", action="store_true", help="the documents that settings are chosen by")
    parser.add_argument("--least", type=float, default=0.0)
    options = parser.parse_args()
    ranker = Ranker.open(options.weights)
    groups: dict[str, list[tuple[Annotated, Doc, Linked]]] = {}
    parsing = linking = 0.0
    for gold in parts(options.data, dev=options.dev)[1]:
        began = time.process_time()
        doc = parse(gold.text)
        parsing += time.process_time() - began
        began = time.process_time()
        linked = link(doc, named(doc), ranker, options.least)
        linking += time.process_time() - began
        titles = ["GUM"] if gold.whole else ["LitBank"]
        if gold.document in PARSER_HELD_OUT:
            titles.append("GUM, seen by nothing shipped")
        for title in titles:
            groups.setdefault(title, []).append((gold, doc, linked))
    print(f"parsing {parsing:.1f} s, linking {linking:.1f} s; margins of links: {MARGINS}")
    for title, found in groups.items():
        report(title, found)


if __name__ == "__main__":
    main()
