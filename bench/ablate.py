"""Which rules of recognition pay: python bench/ablate.py GOLD [GOLD ...] [--first N] [--rules RULE ...] [--most N]

A rule is a function at the top of a module of `recognize/` or `read/` (of ``--within``) that answers yes or no, or
yields what it finds. Those that spoke up to ``--most`` times are switched off (they say no, find nothing), all together
first, then, where something is lost, by halves, down to single ones. The whole product runs over the gold and the
sentences of `bench/adversarial` each time. Printed: how often a rule said yes or found something, and what changes
without it, or without those that went with it: direct and quasi-identifiers hidden (mentions), hidden words that gold
hides and others, adversarial sentences that are safe, names of `names_origins.tsv` that are found. A rule without
which nothing is lost does not pay on these texts; of forms that are rare by nature (`identifiers/`) the cases of the
tests say more. ``--count``: print how often each spoke, switch nothing off.
"""

import argparse
import functools
import gc
import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import adversarial
import names_origins

from sanitizer.evaluate.masks import Mask, read_gold
from sanitizer.evaluate.tab import TabScores, score_document
from sanitizer.pipeline import Sanitizer
from sanitizer.types import Document

FINDS = re.compile(r"^(?:collections\.abc\.)?(?:Iterator|Iterable|Sequence|list|tuple|frozenset)\[")
DIRECT, QUASI, RIGHT, WRONG, SAFE, NAMES = range(6)
Rule = tuple[str, str]
"""Module and name."""


def rules(within: str) -> dict[Rule, Callable[..., Any]]:
    """The rules of all modules that are loaded, by their places."""
    found: dict[Rule, Callable[..., Any]] = {}
    for name, module in sorted(sys.modules.items()):
        if not re.match(within, name):
            continue
        for attribute, value in sorted(vars(module).items()):
            plain = inspect.unwrap(value) if callable(value) else value
            if not inspect.isfunction(plain) or plain.__module__ != name or plain is not value:
                continue
            told = str(plain.__annotations__.get("return", ""))
            told = told if "[" in told else getattr(plain.__annotations__.get("return"), "__name__", told)
            if (told == "bool" or FINDS.match(told)) and inspect.signature(plain).parameters:
                found[name, attribute] = plain
    return found


def replace(function: Callable[..., Any], by: Callable[..., Any]) -> None:
    """Put another function wherever a module of the product holds one, and forget what is cached of recognition."""
    for name, module in list(sys.modules.items()):
        if name.startswith("sanitizer"):
            for attribute, value in list(vars(module).items()):
                if value is function:
                    setattr(module, attribute, by)
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper) and re.match(
            r"sanitizer\.(?:recognize|read)", str(getattr(thing, "__module__", ""))
        ):
            thing.cache_clear()


def counting(rule: Rule, function: Callable[..., Any], spoke: Counter[Rule]) -> Callable[..., Any]:
    """The function, counting its answers that are not no or empty."""

    @functools.wraps(function)
    def counted(*args: Any, **kwargs: Any) -> Any:
        answer = function(*args, **kwargs)
        if inspect.isgenerator(answer):
            answer = list(answer)
            spoke[rule] += bool(answer)
            return iter(answer)
        spoke[rule] += bool(answer)
        return answer

    return counted


def silent(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that says no, or finds nothing."""
    told = str(function.__annotations__.get("return", ""))
    nothing: Any = False
    if "bool" not in told or "[" in told:
        kinds = {"list": list, "tuple": tuple, "frozenset": frozenset, "Iterator": lambda: iter(())}
        nothing = kinds.get(told.partition("[")[0].rpartition(".")[2], tuple)
        return lambda *_, **__: nothing()
    return lambda *_, **__: nothing


def figures(sanitizer: Sanitizer, gold: list[Any], sentences: list[Any], names: list[Any]) -> list[int]:
    """The six numbers of the module's text, of one run."""
    total = TabScores()
    for document in gold:
        done = sanitizer.sanitize(Document(document.id, document.text))
        total += score_document(
            document, [Mask(c.span.start, c.span.end, c.replacement) for c in done.changes]
        )
    safe = sum(not adversarial.left(case, sanitizer.sanitize(case.text).text) for case in sentences)
    with sanitizer.known.in_use():
        found = sum(
            names_origins.is_hidden(case, names_origins.remainder(sanitizer, case.text, False))
            for case in names
        )
    words = total.precision_token
    return [
        round(x)
        for x in (
            total.direct.mention.part,
            total.quasi.mention.part,
            words.part,
            words.whole - words.part,
            safe,
            found,
        )
    ]


def row(name: str, spoke: str, numbers: list[int], sign: str = "") -> None:
    print(f"{name:72} {spoke:>7}" + "".join(f"{n:{sign}7d}" for n in numbers), flush=True)


def chosen(
    spoke: Counter[Rule], known: dict[Rule, Any], names: list[str], most: int | None
) -> Iterator[Rule]:
    for rule in sorted(known, key=lambda r: (spoke[r], r)):
        short = f"{rule[0].removeprefix('sanitizer.')}:{rule[1]}"
        if names and not any(re.fullmatch(pattern, short) for pattern in names):
            continue
        if spoke[rule] and (most is None or spoke[rule] <= most):
            yield rule


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--first", type=int, help="documents of each file (default all)")
    parser.add_argument(
        "--names", type=int, default=4, help="one of so many names of the tuning half (0: none)"
    )
    parser.add_argument("--within", default=r"sanitizer\.(?:recognize(?!\.identifiers)|read)\b")
    parser.add_argument("--rules", nargs="*", default=[], help="module:name, as expressions")
    parser.add_argument("--most", type=int)
    parser.add_argument("--count", action="store_true")
    options = parser.parse_args()
    gold = [document for path in options.gold for document in read_gold(path)[: options.first]]
    sentences = adversarial.cases(sorted(adversarial.FOLDER.glob("*.tsv")))
    tuning = [c for c in names_origins.cases() if not c.held]
    names = tuning[:: options.names] if options.names else []
    sanitizer = Sanitizer.default(any_language=True)
    sanitizer.sanitize(gold[0].text)  # loads every module
    known = rules(options.within)
    spoke: Counter[Rule] = Counter()
    counters = {rule: counting(rule, function, spoke) for rule, function in known.items()}
    for rule, function in known.items():
        replace(function, counters[rule])
    whole = figures(sanitizer, gold, sentences, names)
    for rule, function in known.items():
        replace(counters[rule], function)
    print(f"{'':72} {'spoke':>7}{'direct':>7}{'quasi':>7}{'right':>7}{'wrong':>7}{'safe':>7}{'names':>7}")
    row("all rules", "", whole)
    if options.count:
        for rule, count in sorted(((r, spoke[r]) for r in known), key=lambda pair: (pair[1], pair[0])):
            print(f"{count:7} {rule[0]}:{rule[1]}")
        return
    asked = list(chosen(spoke, known, options.rules, options.most))
    halve(asked, known, whole, lambda: figures(sanitizer, gold, sentences, names), spoke)


def halve(
    asked: list[Rule],
    known: dict[Rule, Any],
    whole: list[int],
    run: Callable[[], list[int]],
    spoke: Counter[Rule],
) -> None:
    """Switch rules off together; where something is lost, each half of them, down to single ones."""
    quiet = {rule: silent(known[rule]) for rule in asked}
    for rule in asked:
        replace(known[rule], quiet[rule])
    try:
        lost = [b - a for a, b in zip(whole, run(), strict=True)]
    except Exception as error:  # a rule that others cannot do without
        lost, told = [-1] * len(whole), type(error).__name__
    else:
        told = ""
    finally:
        for rule in asked:
            replace(quiet[rule], known[rule])
    pays = min(lost[i] for i in (DIRECT, QUASI, SAFE, NAMES)) < 0 or lost[WRONG] > 0
    if pays and len(asked) > 1:
        half = len(asked) // 2
        halve(asked[:half], known, whole, run, spoke)
        halve(asked[half:], known, whole, run, spoke)
        return
    for rule in asked:
        name = f"{rule[0].removeprefix('sanitizer.')}:{rule[1]}"
        row(f"{'pays' if pays else 'pays not'} {name} {told}", str(spoke[rule]), lost, "+")


if __name__ == "__main__":
    main()
