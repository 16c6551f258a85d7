"""python bench/singling_frontier.py DATA [--persons 500] [--skip 1700] [--first 50]: what an unknown background costs.

Leads of person articles (bench/linkage.py) under `bits:20`, judged by counts without these articles; then words go, the
cheapest first, nouns and adjectives of any meaning, until the expected rank is 20 for a search that is told which words
the rest of the article has too ("shared words known"), or the person is not among the first two for the attacker at
hand ("background known"). Both know what a policy cannot; linkage@1 of two attackers, and the information kept.
"""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any
from unittest.mock import patch

import numpy as np
from linkage import persons
from unseen import counts_without

from sanitizer import Sanitizer
from sanitizer.audit import BM25Attacker, TfidfAttacker, link, linkage_at
from sanitizer.audit.attackers import Attacker, incidence
from sanitizer.check import goals
from sanitizer.check.disclosure_budget import Account
from sanitizer.commands.evaluate import align
from sanitizer.risk.singling_out import SHARED_PAIR, SHARED_WORD, Search, buy, features
from sanitizer.text.edits import apply
from sanitizer.text.terms import Words
from sanitizer.types import text_of

RANK = 20
ROUNDS = 3
SURE = 0.99
Costs = Mapping[str, float]


def informed(search: Search, known: Words) -> Search:
    """Return a search with the words and pairs that the background is known to share."""
    usual = np.array([SHARED_PAIR if " " in name else SHARED_WORD for name in search.names])
    shared = np.array([SURE if name in known else 1 - SURE for name in search.names])
    change = shared * (1 - shared) / (usual * (1 - usual))
    return replace(
        search,
        mean=(search.mean / usual * shared).astype(np.float32),
        variance=(search.variance * change).astype(np.float32),
    )


def pointing(attacker: Attacker, text: str, person: str, costs: Costs) -> list[str]:
    """Return the words without which another candidate comes first for the attacker, by what each does for its cost."""
    parts, each = attacker.parts(text)
    names, inside = incidence(parts)
    true = attacker.candidates.index(person)
    others = np.delete(each, true, axis=1)
    may = np.array([name in costs for name in names])
    price = np.array([costs.get(name, 1.0) for name in names])
    left, chosen = np.ones(len(parts), dtype=bool), list[str]()

    def lead(kept: Any) -> Any:
        second = np.partition(kept @ others, -2, axis=1)[:, -2]
        return kept @ each[:, true] - second

    while may.any() and (now := float(lead(left[None].astype(float))[0])) >= 0:
        gain = np.where(may, (now - lead(left * (1 - inside))) / price, -np.inf)
        best = int(np.argmax(gain))
        if gain[best] <= 0:
            break
        chosen.append(names[best])
        may[best] = False
        left = left & (inside[best] == 0)
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--persons", type=int, default=500)
    parser.add_argument("--skip", type=int, default=1700)
    parser.add_argument("--first", type=int, default=50)
    options = parser.parse_args()
    drawn = persons(options.data / "wikipedia", options.skip + options.persons)
    chosen = dict(list(drawn.items())[options.skip :])
    background = {name: f"{odd}\n{even}" for name, (_, odd, even) in chosen.items()}
    attackers = [TfidfAttacker(background), BM25Attacker(background)]
    counts = counts_without([f"{lead}\n{background[name]}" for name, (lead, _, _) in chosen.items()])
    made: dict[str, dict[str, tuple[str, float]]] = {}
    person = ""

    def spend(account: Account, usual: Any, again: Callable[[Words], Any], hidden: Words) -> Any:
        text = text_of(account.words.doc)
        known = frozenset(features(background[person]))

        def share_known(draft: Any, costs: Costs) -> list[str]:
            bought = buy(informed(account.search(draft.changes), known), costs, RANK)
            return [one.word for one in bought.words]

        def background_known(draft: Any, costs: Costs) -> list[str]:
            return pointing(attackers[0], apply(text, draft.changes), person, costs)

        ways = {"shared words known": share_known, "background known": background_known}
        drafts = {"usual": usual} | dict.fromkeys(ways, usual)
        for way, words_of in ways.items():
            words = hidden
            for _ in range(ROUNDS):
                costs, spelled = account.words.costs(drafts[way], words, readable=False)
                keys = {form: key for key, forms in spelled.items() for form in forms}
                found = words_of(drafts[way], {form: costs[key] for form, key in keys.items()})
                if not found:
                    break
                words |= {form for word in found for form in spelled[keys[word]]}
                drafts[way] = again(words)
        for way, draft in drafts.items():
            kept = draft.utility_percent or 0.0
            made.setdefault(way, {})[person] = (apply(text, draft.changes), kept)
        return usual, None, hidden

    sanitizer = Sanitizer.default(any_language=True, counts=[counts], threshold="bits:20", singling_out=5)
    with patch.object(goals, "spend", spend):
        for person in list(chosen)[: options.first]:
            sanitizer.sanitize(chosen[person][0])
    rows = [["words that go", "tfidf", "bm25", "kept %"]]
    for way, results in made.items():
        texts = {name: text for name, (text, _) in results.items()}
        linked = [linkage_at(link(a, texts, {n: n for n in texts}, evidence=0), 1) or 0.0 for a in attackers]
        kept = fmean(kept for _, kept in results.values())
        rows.append([way, *(f"{x:.3f}" for x in linked), f"{kept:.1f}"])
    print(align(rows))
    print(f"{len(made['usual'])} texts, {len(background)} candidates")


if __name__ == "__main__":
    main()
