"""What the knowledge bases are worth: `python bench/kb_utility.py BENCHMARKS [--threshold T ...] [--first N]`.

Mean utility (U of docs/measures.md, rolled-up IC) of S4 and S5 on the eight whole articles of the paper and on the
development halves, with all default knowledge bases, with WordNet alone, and with class words only for sensitive
terms (`--sensitive class`); how many times either the default is; and linkage@1 on the actors, which must not rise.

WordNet alone is the state before this project had other bases: it is asked about the words of a term, and what the text
around says of it (titles, lists, parts in films, containers of places) is not read.

Utility is weighed by one ruler: what WordNet alone proposes has the rolled-up IC of all knowledge bases (WordNet knows
fewer things below a concept, so that its own IC would be too high). "bound" is the utility if every sensitive term told
all that it may (FOUND.usual of the threshold) and nothing else changed: no better generalization can exceed it.
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

from sanitizer import Sanitizer
from sanitizer.audit import TfidfAttacker, link, linkage_at
from sanitizer.build import open_knowledge
from sanitizer.check.report import DocumentReport
from sanitizer.choose.generalize import FOUND
from sanitizer.choose.meanings import Meanings, Proposer
from sanitizer.choose.phrases_to_look_up import Reader
from sanitizer.choose.proposals import Proposals
from sanitizer.documents.decode import decode, read_bytes
from sanitizer.evaluate.masks import read_gold
from sanitizer.read.sensitive import Sensitive
from sanitizer.risk.roll_up import RollUp
from sanitizer.settings import Settings, Strategy, Threshold

WHOLE = (
    "Steve Wozniak",
    "Steven Spielberg",
    "Arnold Schwarzenegger",
    "Javier Bardem",
    "Microsoft",
    "Apple Inc.",
    "Aston Martin",
    "Barcelona",
)
SETS = ("articles", "wikibios", "tab", "wikiactors")
WAYS = ("default", "wordnet", "class")


def sanitizer(way: str, strategy: str, threshold: str) -> Sanitizer:
    settings = Settings(
        strategy=Strategy(strategy),
        threshold=Threshold.parse(threshold),
        any_language=True,
        sensitive="class" if way == "class" else "taxonomy",
    )
    if way != "wordnet":
        return Sanitizer.default(settings)
    wordnet = str(Path(__file__).parent.parent / "kb" / "data" / "wordnet.bin")
    made = Sanitizer.default(settings, knowledge=[wordnet])
    ruler = RollUp(open_knowledge(["default"]), made.judge.calculator.providers)
    proposals = Proposals(made.knowledge, ruler, made.judge.calculator, settings.sensitive == "taxonomy")
    proposals.reader = WordsAlone(made.knowledge, Proposer(made.knowledge, ruler))
    made.judge._proposals = proposals
    return made


class WordsAlone(Reader):
    """Looks terms up by their words and reads nothing of the text around them."""

    def read(self, text: str, sensitive: Sequence[Sensitive]) -> tuple[list[Meanings], list[str]]:
        """Return the meanings of each term; no kinds."""
        return [self.meanings(s) for s in sensitive], [""] * len(sensitive)


def bound(report: DocumentReport, least_support: float) -> float:
    """Percent, were every sensitive term replaced by what tells all that it may of its threshold."""
    more = 0.0
    for s in report.sensitive:
        own = s.ic if s.ic is not None else least_support
        allowed = min(own, FOUND.usual * s.limit) if s.limit is not None else own
        more += len(s.spans) * max(0.0, allowed - min(own, s.generalization_ic or 0.0))
    before = report.utility.bits_before
    return float(100 * (report.utility.bits_after + more) / before)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--threshold", nargs="+", default=[str(Settings().threshold)])
    parser.add_argument("--strategy", nargs="+", default=["S4", "S5"])
    parser.add_argument("--sets", nargs="+", default=list(SETS), choices=SETS)
    parser.add_argument("--first", type=int, default=None, help="documents of each collection (default all)")
    options = parser.parse_args()
    if not (options.folder / "seed_articles.json").is_file():
        parser.error(f"{options.folder} does not hold seed_articles.json: give the folder of the benchmarks")
    seeds = json.loads(decode(read_bytes(options.folder / "seed_articles.json")))
    attacker = TfidfAttacker(json.loads(decode(read_bytes(options.folder / "wikiactors.background.json.gz"))))
    print(
        f"{'collection':<11}{'strategy':<9}{'threshold':<14}{'default':>8}{'WordNet':>9}{'class':>7}"
        f"{'x WordNet':>11}{'x class':>9}{'bound':>7}  linkage@1 (default, WordNet, class)  seconds"
    )
    for name in options.sets:
        if name == "articles":
            texts = {title: seeds[title]["text"] for title in WHOLE[: options.first]}
        else:
            gold = read_gold(options.folder / f"{name}.dev.json.gz")[: options.first]
            texts = {document.id: document.text for document in gold}
        for strategy in options.strategy:
            for threshold in options.threshold:
                start = time.process_time()
                utility, linkage = [], []
                for way in WAYS:
                    done = {}
                    with_way = sanitizer(way, strategy, threshold)
                    for key, text in texts.items():
                        done[key] = with_way.sanitize(text)
                    told = [d for d in done.values() if d.utility_percent is not None]
                    utility.append(sum(d.utility_percent or 0.0 for d in told) / len(told))
                    if way == "default":
                        least = with_way.judge.calculator.least_support_ic()
                        most = sum(bound(d.report, least) for d in told) / len(told)
                    if name == "wikiactors":
                        outputs = {key: d.text for key, d in done.items()}
                        linked = link(attacker, outputs, {key: key for key in done}, evidence=0)
                        linkage.append(f"{linkage_at(linked, 1):.2f}")
                print(
                    f"{name:<11}{strategy:<9}{threshold:<14}"
                    f"{utility[0]:>8.1f}{utility[1]:>9.1f}{utility[2]:>7.1f}"
                    f"{utility[0] / utility[1]:>11.2f}{utility[0] / utility[2]:>9.2f}{most:>7.1f}"
                    f"  {', '.join(linkage):<36}{time.process_time() - start:.0f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
