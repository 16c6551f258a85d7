"""Sanitize and attack a column of texts of a Spark frame: one sanitizer in each Python worker, the result of a row in
its row.

Nothing is scheduled here: Spark's ``mapInArrow`` hands each worker its rows in batches, and a worker opens the parts of
the sanitizer once (they are named, not sent, so each reads its own installed copy).
"""

import pickle
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, Unpack, cast

from sanitizer.audit.attackers import Attacker, LearnedAttacker, TfidfAttacker
from sanitizer.audit.harden import Hardening
from sanitizer.build import Options
from sanitizer.common import arguments
from sanitizer.common.extras import need
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.telling_ids import names_somebody
from sanitizer.run.found_anywhere import CollectedForms, Form
from sanitizer.spark import workers

if TYPE_CHECKING:  # Spark is loaded where a frame is there
    from pyspark.sql import DataFrame

PRIVATE: Final = ("report", "masks", "counts")
"""Columns that hold words, places or figures of the input, and are made only where they are asked for."""
_MASKS: Final = "array<struct<start: int, end: int, replacement: string, kind: string>>"
_KINDS: Final = {
    "met": "boolean",
    "utility": "double",
    "reason": "string",
    "report": "string",
    "masks": _MASKS,
    "counts": "map<string, bigint>",
}


class SparkOptions(Options, total=False):
    """What :func:`sanitize` takes by name: options of ``Sanitizer.default``, or a ``sanitizer`` that was made before,
    of parts that are named or can be pickled.

    ``spread="collection"`` hides what is sensitive in one row in all, and reads dates in the order that all rows show;
    the rows are read twice, and the distinct forms are held here. ``hardening`` is what a row's person (whom its id
    names) is hidden from; :func:`known_of` reads a background.
    """

    sanitizer: Sanitizer
    spread: Literal["document", "collection"]
    hardening: Hardening


def sanitize(
    frame: "DataFrame",
    text: str = "text",
    id: str | None = None,
    more: Iterable[str] = (),
    **options: Unpack[SparkOptions],
) -> "DataFrame":
    """Return a frame with the column ``id`` as it is (where one is named), the column ``text`` sanitized, ``met``,
    ``utility`` (percent), and the ``reason`` why a row failed: its text is then missing. Other columns are left out:
    nothing of them was looked at. The bytes of a text are those of ``Sanitizer.sanitize``, with ``spread`` those of
    :func:`sanitizer.run.found_anywhere.spread_over` all rows.

    Args:
        frame: of ``pyspark.sql``; it is not run here, but for the first pass of ``spread``.
        text, id: names of columns; texts are strings, ids of any simple type.
        more: private columns to make as well: ``report`` (JSON, as the command writes it), ``masks`` (places of the
            input, what stands there now, ``sensitive`` or ``risky``) and ``counts`` (figures to add up over rows:
            places to look at by their kind, decisions that were in force, protected entries that stand there, ...).
        options: of :class:`SparkOptions`.

    Raises:
        UsageError: a column is missing or of another type, an option is wrong, a part cannot be sent to workers.
        ResourceError: a part is missing or damaged here; where it is so in a worker alone, the job fails with it.
    """
    need("spark", "sanitizer.spark")
    wanted = tuple(sorted(dict.fromkeys(more), key="counts".__eq__))  # the workers make it last
    _check(frame, text, id, wanted)
    spread = options.pop("spread", "document")
    hardening, given = options.pop("hardening", None), options.pop("sanitizer", None)
    arguments.one_of(spread, ("document", "collection"), "spread")
    if given is not None and options:
        raise UsageError("spark.sanitize: give a sanitizer or options, not both")
    if hardening is not None and id is None:
        raise UsageError("spark.sanitize: hardening needs the column id, which says whom a row is about")
    made = given if given is not None else Sanitizer.default(**cast(Options, options))
    rows = frame.select(*(_quoted(c) for c in ([] if id is None else [id])), _quoted(text))
    if spread == "collection":
        made = collected(rows, made, id is not None).give_to(made)
    sent = workers.Given(workers.packed(made, hardening), id is not None, wanted)
    fields = [f"{_quoted(name)} {_KINDS.get(name, 'string')}" for name in (text, *tuple(_KINDS)[:3], *wanted)]
    return rows.mapInArrow(partial(workers.sanitized, sent), ", ".join([*_kept(rows, id), *fields]))


def collected(rows: "DataFrame", sanitizer: Sanitizer, has_id: bool) -> CollectedForms:
    """Return what all rows (texts, before them their ids where `has_id`) make sensitive: the first pass, run here."""
    given = workers.Given(workers.packed(sanitizer), has_id)
    found = rows.mapInArrow(partial(workers.seen, given), "form string, kind string, `order` string")
    votes, orders = Counter[Form](), set[Any]()
    for form, kind, order, count in found.groupBy("form", "kind", "order").count().collect():
        if order is None:
            votes[form, kind] = count
        else:
            orders.add(order)
    return CollectedForms(votes, orders)


def known_of(frame: "DataFrame", person: str = "person", text: str = "text") -> dict[str, str]:
    """Return what is known of each person, of all rows about them, for :class:`Hardening` and :func:`link`: it is
    held here. Rows without a person or a text tell nothing. Raises UsageError for columns that are missing."""
    for column in (person, text):
        if column not in frame.columns:
            raise UsageError(f"there is no column {column!r}{did_you_mean(column, frame.columns)}")
    rows = frame.selectExpr(
        f"CAST({_quoted(person)} AS STRING)", f"CAST({_quoted(text)} AS STRING)"
    ).collect()
    known: dict[str, list[str]] = {}
    for of, said in sorted((row for row in rows if None not in row), key=tuple):
        known.setdefault(of, []).append(said)
    return {of: "\n".join(said) for of, said in known.items()}


def link(
    frame: "DataFrame",
    background: Mapping[str, str],
    text: str = "text",
    id: str = "id",
    match: Mapping[str, str] | None = None,
    attacker: Literal["tfidf", "learned"] = "tfidf",
) -> "DataFrame":
    """Attack each row of a release: a frame with ``id``, the ``person`` whom it is about, their ``rank`` among the
    candidates of the `background` (1: the likeliest), the chances ``hit_1`` and ``hit_5`` of being among the first, and
    the words that ``gave_away`` the person. A row whose person is no candidate has a ``reason``. All of it is
    private. The means of ``hit_1`` and ``hit_5`` are what ``sanitizer audit`` tells.

    ``match`` names the person of an id where they differ. Raises UsageError.
    """
    need("spark", "sanitizer.spark")
    _check(frame, text, id, ())
    arguments.one_of(attacker, ("tfidf", "learned"), "attacker")
    knows: Attacker = (TfidfAttacker if attacker == "tfidf" else LearnedAttacker)(background)
    rows = frame.select(_quoted(id), _quoted(text))
    kinds = ("string", "double", "double", "double", "array<string>", "string")
    fields = [f"{name} {kind}" for name, kind in zip(workers.LINKED, kinds, strict=True)]
    work = partial(workers.linked, pickle.dumps(knows), dict(match or {}))
    return rows.mapInArrow(work, ", ".join([*_kept(rows, id), *fields]))


def _kept(rows: "DataFrame", id: str | None) -> list[str]:
    return [] if id is None else [f"{_quoted(id)} {rows.schema[id].dataType.simpleString()}"]


def _quoted(name: str) -> str:
    return f"`{name.replace('`', '``')}`"


def _check(frame: "DataFrame", text: str, id: str | None, more: tuple[str, ...]) -> None:
    if not hasattr(frame, "mapInArrow"):
        raise UsageError("spark.sanitize: a frame of pyspark.sql is needed")
    for column in (text, *([] if id is None else [id])):
        if column not in frame.columns:
            raise UsageError(f"there is no column {column!r}{did_you_mean(column, frame.columns)}")
    kind = frame.schema[text].dataType.simpleString()
    if kind != "string":
        raise UsageError(f"column {text!r} is of type {kind}: cast it to string first")
    if names_somebody(text):
        raise UsageError("the column of texts is named as persons or identifiers are: rename it first")
    if id is not None and re.match(
        "struct|array|map|variant|binary", frame.schema[id].dataType.simpleString()
    ):
        raise UsageError(f"column {id!r} holds more than one value a row: name a column of simple ids")
    for name in more:
        if name not in PRIVATE:
            raise UsageError(f"more: {name!r} is not one of {', '.join(PRIVATE)}")
    made = [*([] if id is None else [id]), text, "met", "utility", "reason", *more]
    if len({name.casefold() for name in made}) < len(made):
        raise UsageError(
            "a column is called as one that is made ('met', 'utility', 'reason', ...): name it otherwise"
        )
