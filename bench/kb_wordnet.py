"""Opening and lookup times of WordNet and of the default chain: `python bench/kb_wordnet.py`. Processor time,
one core.

Each figure is the least of several runs in fresh objects; phrases are drawn from WordNet itself with a fixed
seed.
"""

import random
import time
from collections.abc import Callable

from kb import Concept, Sense
from kb.defaults import open_default
from kb.intrinsic_ic import intrinsic_ic
from kb.places import Places
from kb.taxonomy import ancestors, candidates
from kb.wordnet import DEFAULT_PATH, open_wordnet
from sanitizer.read.described_places import NOTHING_SAID, said_of, told_senses
from sanitizer.read.homonyms import Places as NamedPlaces
from sanitizer.read.senses import Beside, choose_sense
from sanitizer.types import Span


def least(runs: int, job: Callable[[], object]) -> float:
    times = []
    for _ in range(runs):
        start = time.process_time()
        job()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def main() -> None:  # noqa: C901
    wordnet = open_wordnet()
    rng = random.Random(1)
    concepts = [wordnet.concept(n) for n in rng.sample(range(len(wordnet)), 1000)]
    known = [wordnet.lemmas(c)[0] for c in concepts]
    plural = [f"{w}s" for w in known]
    unknown = [f"zyzzyva {w}" for w in known]

    def lookups(phrases: list[str]) -> Callable[[], object]:
        fresh = open_wordnet()
        return lambda: [fresh.senses(p) for p in phrases]

    def all_candidates(phrases: list[str], shipped: bool) -> float:
        base = open_default() if shipped else open_wordnet()
        return least(1, lambda: [candidates(base, p) for p in phrases])

    print(f"size of the compiled WordNet     {DEFAULT_PATH.stat().st_size / 1e6:8.2f} MB")
    print(f"open WordNet                     {least(9, open_wordnet):8.1f} ms")
    print(f"open all default knowledge bases {least(5, open_default):8.1f} ms")
    for name, phrases in (("known", known), ("plural", plural), ("unknown", unknown)):
        best = min(least(1, lookups(phrases)) for _ in range(5))
        print(f"look up 1,000 phrases, {name:8}  {best:8.1f} ms")
    for name, shipped in (("WordNet", False), ("all bases", True)):
        best = min(all_candidates(known[:500], shipped) for _ in range(3))
        print(f"candidates of 500 terms, {name:9}{best:7.1f} ms")

    def chosen(terms: list[str]) -> float:
        base = open_default()

        def kinds(sense: Sense) -> list[Concept]:
            return list(base.hypernyms(sense.concept))

        def job() -> None:
            for term in terms:
                if senses := base.senses(term):
                    ancestors(
                        base, choose_sense(senses, "", lambda _: 0.0, term, Beside(kinds)).chosen.concept
                    )

        return least(1, job)

    def in_their_text() -> float:
        base = open_default()
        places = Places()
        names = [places.concept(row).label for row in range(len(places) - 8_000, len(places), 16)][:500]
        text = "".join(f"They went to {name}, Europe, then on. " for name in names)
        spans, at = [], 0
        for name in names:
            at = text.index(name, at)
            spans.append(Span(at, at + len(name)))

        def job() -> None:
            for name, span in zip(names, spans, strict=True):
                if (said := said_of(text, [span])) != NOTHING_SAID:
                    told_senses(base, name, said)
            decided = NamedPlaces(base, {name: base.senses(name) for name in names})
            for name in names:
                decided.decide(name, base.senses(name))

        return least(1, job)

    best = min(in_their_text() for _ in range(3))
    print(f"500 places in their text, homonyms {best:5.1f} ms")
    best = min(chosen(known[:500]) for _ in range(3))
    print(f"meaning chosen and its kinds, 500 {best:6.1f} ms")
    chain = open_default()
    above = {h.concept.id: h.concept for p in known[:500] for h in candidates(chain, p)}
    spent = least(1, lambda: [intrinsic_ic(chain, c) for c in above.values()])
    print(f"intrinsic IC of their {len(above)} concepts {spent:6.1f} ms")


if __name__ == "__main__":
    main()
