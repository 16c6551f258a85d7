"""python bench/register_speed.py BENCHMARKS: what the register of entities costs, in processor time and memory.

How much the register adds to the time of the rest of the pipeline, on abstracts and judgments of the development
halves, and its time and memory alone for a text of 300,000 characters beside one of 30,000.
"""

import argparse
import resource
import time
from pathlib import Path
from typing import Any

from sanitizer import Sanitizer
from sanitizer.control import first_pass
from sanitizer.evaluate.masks import read_gold
from sanitizer.read.who_is_who import enter
from sanitizer.text.parse import parse


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=12, help="documents of each collection")
    options = parser.parse_args()
    spent = 0.0

    def timed(*given: Any) -> Any:
        nonlocal spent
        began = time.process_time()
        result = enter(*given)
        spent += time.process_time() - began
        return result

    first_pass.enter = timed
    sanitizer = Sanitizer.default()
    for name in ("wikiactors", "tab", "tab94"):
        texts = [
            document.text for document in read_gold(options.folder / f"{name}.dev.json.gz")[: options.first]
        ]
        sanitizer.sanitize(texts[0])
        spent = 0.0
        began = time.process_time()
        for text in texts:
            sanitizer.sanitize(text)
        whole = time.process_time() - began
        size = sum(map(len, texts))
        print(f"{name}: {size} characters, {whole:.1f} s, register {spent / (whole - spent):.1%} of the rest")
    text = "\n\n".join(document.text for document in read_gold(options.folder / "tab.dev.json.gz"))
    for size in (30_000, 300_000):
        doc = parse(text[:size])
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        began = time.process_time()
        register = enter(doc)
        took = time.process_time() - began
        more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        print(
            f"{size} characters: {took:.1f} s, {len(register.entities)} entities, peak memory +{more:.0f} MB"
        )


if __name__ == "__main__":
    main()
