"""Which rules of recognition pay: python bench/ablate.py GOLD [GOLD ...] [--first N] [--rules RULE ...] [--most N]

A rule is a function at the top of a module of `recognize/` or `read/` (of ``--within``) that answers yes or no, or
yields what it finds. The whole product runs over the gold, the sentences of `bench/adversarial` and names of
`names_origins.tsv`; it is noted where each rule says yes or finds something. Then each that did so in up to ``--most``
texts is switched off by itself (it says no, finds nothing), and those texts run again. Printed: in how many a rule
spoke, and what changes without it: direct and quasi-identifiers hidden (mentions), hidden words that gold hides and
others, adversarial sentences that are safe, names that are found. A rule without which nothing is lost does not pay
on these texts; of forms that are rare by nature (`identifiers/`) the cases of the tests say more. What a rule tells a
function that remembers its answers is noted in the first text only: run everything after taking a rule out.
``--count``: print in how many texts each spoke, switch nothing off.
"""

import argparse
import functools
import gc
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import adversarial
import names_origins

from sanitizer.evaluate.masks import Mask, read_gold
from sanitizer.evaluate.tab import score_document
from sanitizer.pipeline import Sanitizer
from sanitizer.types import Document

FINDS = re.compile(r"^(?:collections\.abc\.)?(?:Iterator|Iterable|Sequence|list|tuple|frozenset)\[")
DIRECT, QUASI, RIGHT, WRONG, SAFE, NAMES = range(6)
Rule = tuple[str, str]
"""Module and name."""


def rules(within: str) -> dict[Rule, Callable[..., Any]]:
    """Return the rules of all modules that are loaded, by their places."""
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


def noting(rule: Rule, function: Callable[..., Any], noted: Callable[[Rule], None]) -> Callable[..., Any]:
    """Return the function, telling of its answers that are not no or empty."""

    @functools.wraps(function)
    def told(*args: Any, **kwargs: Any) -> Any:
        answer = function(*args, **kwargs)
        if inspect.isgenerator(answer):
            answer = list(answer)
            if answer:
                noted(rule)
            return iter(answer)
        if answer:
            noted(rule)
        return answer

    return told


def silent(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that says no, or finds nothing."""
    told = str(function.__annotations__.get("return", ""))
    nothing: Any = False
    if "bool" not in told or "[" in told:
        kinds = {"list": list, "tuple": tuple, "frozenset": frozenset, "Iterator": lambda: iter(())}
        nothing = kinds.get(told.partition("[")[0].rpartition(".")[2], tuple)
        return lambda *_, **__: nothing()
    return lambda *_, **__: nothing


def figures(sanitizer: Sanitizer, item: Any) -> list[float]:
    """Return the six numbers of the module's text, of one document, sentence or name."""
    if isinstance(item, adversarial.Case):
        return [0, 0, 0, 0, not adversarial.left(item, sanitizer.sanitize(item.text).text), 0]
    if isinstance(item, names_origins.Case):
        with sanitizer.known.in_use():
            left = names_origins.remainder(sanitizer, item.text, False)
        return [0, 0, 0, 0, 0, names_origins.is_hidden(item, left)]
    done = sanitizer.sanitize(Document(item.id, item.text))
    total = score_document(item, [Mask(c.span.start, c.span.end, c.replacement) for c in done.changes])
    words = total.precision_token
    return [
        total.direct.mention.part,
        total.quasi.mention.part,
        words.part,
        words.whole - words.part,
        0,
        0,
    ]


def added(rows: Iterable[list[float]]) -> list[int]:
    return [round(sum(column)) for column in zip(*rows, strict=True)]


def row(name: str, spoke: str, numbers: list[int], sign: str = "") -> None:
    print(f"{name:72} {spoke:>7}" + "".join(f"{n:{sign}7d}" for n in numbers), flush=True)


def chosen(
    spoke: dict[Rule, set[int]], known: dict[Rule, Any], names: list[str], most: int | None
) -> Iterator[Rule]:
    for rule in sorted(known, key=lambda r: (len(spoke[r]), r)):
        short = f"{rule[0].removeprefix('sanitizer.')}:{rule[1]}"
        if names and not any(re.fullmatch(pattern, short) for pattern in names):
            continue
        if spoke[rule] and (most is None or len(spoke[rule]) <= most):
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
    items = [*gold, *sentences, *names]
    sanitizer = Sanitizer.default(any_language=True)
    sanitizer.sanitize(gold[0].text)  # loads every module
    known = rules(options.within)
    spoke: dict[Rule, set[int]] = {rule: set() for rule in known}
    reading = [0]
    noted = {rule: noting(rule, f, lambda rule: spoke[rule].add(reading[0])) for rule, f in known.items()}
    for rule, function in known.items():
        replace(function, noted[rule])
    whole = []
    for reading[0], item in enumerate(items):
        whole.append(figures(sanitizer, item))
    for rule, function in known.items():
        replace(noted[rule], function)
    print(f"{'':72} {'texts':>7}{'direct':>7}{'quasi':>7}{'right':>7}{'wrong':>7}{'safe':>7}{'names':>7}")
    row("all rules", str(len(items)), added(whole))
    if options.count:
        for rule, texts in sorted(spoke.items(), key=lambda pair: (len(pair[1]), pair[0])):
            print(f"{len(texts):7} {rule[0]}:{rule[1]}")
        return
    for rule in chosen(spoke, known, options.rules, options.most):
        switch_off(sanitizer, rule, known[rule], {i: items[i] for i in sorted(spoke[rule])}, whole)


def switch_off(
    sanitizer: Sanitizer,
    rule: Rule,
    function: Callable[..., Any],
    items: dict[int, Any],
    whole: list[list[float]],
) -> None:
    """Print what changes in some texts without a rule."""
    quiet, told = silent(function), ""
    replace(function, quiet)
    lost = [-1] * len(whole[0])
    try:
        without = added(figures(sanitizer, item) for item in items.values())
        lost = [b - a for a, b in zip(added(whole[i] for i in items), without, strict=True)]
    except Exception as error:  # a rule that others cannot do without
        told = type(error).__name__
    finally:
        replace(quiet, function)
    pays = min(lost[i] for i in (DIRECT, QUASI, SAFE, NAMES)) < 0 or lost[WRONG] > 0
    name = f"{rule[0].removeprefix('sanitizer.')}:{rule[1]}"
    row(f"{'pays' if pays else 'pays not'} {name} {told}", str(len(items)), lost, "+")


if __name__ == "__main__":
    main()
