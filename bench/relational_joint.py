"""The joint partitioners at size: 20,000 persons with 200 Zipf terms each, 100,000 with 10 each, on one core.

Run: OMP_NUM_THREADS=1 python bench/relational_joint.py [--k 5]     (target: under 30 s and 1 GB, each)
"""

import argparse
import resource
import time

import numpy as np

from sanitizer.relational.classes.cluster import Losses, least_cluster
from sanitizer.relational.classes.gdf import gdf
from sanitizer.relational.classes.mondrian_with_terms import mondrian
from sanitizer.relational.classes.prepare import Prepared
from sanitizer.relational.classes.recoding import Weights, attribute_total, recode, term_total, total, weigh
from sanitizer.relational.classes.terms import no_ladders
from sanitizer.relational.definition.definition import Attribute, Kind, Role
from sanitizer.relational.table.recoders import make_recoder
from sanitizer.relational.table.view import Partition, Wanted, make_view
from sanitizer.relational.terms.numbered_terms import Terms

COLUMNS = (("age", 18, 90, Kind.NUMBER), ("sex", 0, 2, Kind.CATEGORY), ("job", 0, 40, Kind.CATEGORY),
           ("sign", 0, 12, Kind.CATEGORY), ("income", 0, 3650, Kind.NUMBER))  # fmt: skip


def draw(persons: int, terms: int, vocabulary: int, seed: int) -> Prepared:
    """Independent attributes; terms drawn with probability 1 / rank."""
    random = np.random.default_rng(seed)
    chance = 1 / np.arange(1, vocabulary + 1)
    drawn = random.choice(vocabulary, size=(persons, terms), p=chance / chance.sum())
    numbers = np.stack([random.integers(a, b, persons) for _, a, b, _ in COLUMNS], axis=1).astype(float)
    quasi = tuple(Attribute(name, Role.QUASI, kind) for name, _, _, kind in COLUMNS)
    values = tuple(tuple((str(int(v)),) for v in numbers[:, j]) for j in range(len(COLUMNS)))
    recoders = tuple(
        make_recoder(a, [(i, v[0]) for i, v in enumerate(of)]) for a, of in zip(quasi, values, strict=True)
    )
    places = np.stack(
        [[r.position(v[0]) for v in of] for r, of in zip(recoders, values, strict=True)], axis=1
    ).astype(float)
    view = make_view(places, places, places, [r.category for r in recoders], list(drawn), vocabulary)
    return Prepared(
        None, np.arange(persons), tuple((i,) for i in range(persons)), quasi, recoders, values,
        Terms({}, (), (), ()), view, {},
    )  # type: ignore[arg-type]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--k", type=int, default=5)
    k = parser.parse_args().k
    small = draw(200, 5, 50, 0)
    jobs = {
        "mondrian 0.0": lambda p: mondrian(p.view, k, 0.0),
        "mondrian 0.5": lambda p: mondrian(p.view, k, 0.5),
        "mondrian 1.0": lambda p: mondrian(p.view, k, 1.0),
        "gdf": lambda p: gdf(p.view, k),
        "cluster 0.5": lambda p: least_cluster(
            p.view, Wanted(k, 0.5), None, lambda found: lost(p, found), no_ladders(p.view.terms)
        ),
    }
    for job in jobs.values():  # compile
        recode(small, job(small), no_ladders(small.view.terms))
    for persons, terms in ((20_000, 200), (100_000, 10)):
        prepared = draw(persons, terms, 50_000, 1)
        ladders = no_ladders(prepared.view.terms)
        print(
            f"{persons} persons, {terms} terms drawn each ({len(prepared.view.term)} person-term pairs), k = {k}"
        )
        for name, job in jobs.items():
            report(name, prepared, job, ladders)


def lost(prepared: Prepared, found: Partition) -> Losses:
    """Return what least_cluster chooses by: the loss after recoding."""
    return weigh(
        recode(prepared, found, no_ladders(prepared.view.terms)), Weights(1, 1, [1.0] * len(COLUMNS))
    )


def report(name, prepared, job, ladders) -> None:  # type: ignore[no-untyped-def]
    start = time.process_time()
    found: Partition = job(prepared)
    middle = time.process_time()
    done = recode(prepared, found, ladders)
    end = time.process_time()
    weights = Weights(1, 1, [1.0] * len(COLUMNS))
    print(
        f"  {name:<14} {len(found.classes):>6} classes, {found.attribute_splits:>6} + {found.term_splits:>6} splits, "
        f"NCP_A {attribute_total(done.attribute_loss, weights):.3f} NCP_X {term_total(done.term_loss):.3f} "
        f"total {total(done, weights):.3f}; partitioned {middle - start:5.1f} s, recoded {end - middle:4.1f} s, "
        f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB",
        flush=True,
    )


if __name__ == "__main__":
    main()
