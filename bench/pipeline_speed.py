"""python bench/pipeline_speed.py BENCHMARKS: processor time of the whole pipeline, one core.

The Barcelona article (70,000 characters, threshold `least`) as first document of a process and again, with the time of
the stages that measure risk and generalize; abstracts of about 1,500 characters by the second round; peak memory.
"""

import argparse
import json
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sanitizer import Sanitizer
from sanitizer.evaluate.masks import read_gold
from sanitizer.settings import Settings, Threshold


def seconds(work: Callable[[], Any]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    articles = json.loads((folder / "seed_articles.json").read_text(encoding="utf-8"))
    texts = articles if isinstance(articles, dict) else {a["title"]: a for a in articles}
    found = next(value for name, value in texts.items() if "arcelona" in name)
    article = found["text"] if isinstance(found, dict) else found
    sanitizer = Sanitizer.default(Settings(threshold=Threshold("least")))
    first = seconds(lambda: sanitizer.sanitize(article))
    print(f"Barcelona, {len(article)} characters, first in its process: {first:.1f} s")
    spent = dict.fromkeys(("settle", "assess", "generalize"), 0.0)
    for name in spent:
        original = getattr(sanitizer.judge, name)

        def timed(*given: Any, _name: str = name, _original: Any = original, **named: Any) -> Any:
            start = time.process_time()
            result = _original(*given, **named)
            spent[_name] += time.process_time() - start
            return result

        setattr(sanitizer.judge, name, timed)
    again = seconds(lambda: sanitizer.sanitize(article))
    parts = ", ".join(f"{name} {value:.1f}" for name, value in spent.items())
    print(f"again: {again:.1f} s, of which risk and generalization {sum(spent.values()):.1f} s ({parts})")
    abstracts = [document.text for document in read_gold(folder / "wikiactors.dev.json.gz")]
    sanitizer = Sanitizer.default()
    for text in abstracts:
        sanitizer.sanitize(text)
    took = seconds(lambda: [sanitizer.sanitize(text) for text in abstracts])
    mean = sum(map(len, abstracts)) / len(abstracts)
    print(f"{len(abstracts)} abstracts of {mean:.0f} characters: {len(abstracts) / took:.1f} documents/s")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
