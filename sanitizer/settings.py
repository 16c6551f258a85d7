"""Hold what a run is told to do: strategy, context, threshold, policies. Each is read from its spelling on the command
line."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from sanitizer.common import arguments
from sanitizer.errors import UsageError, did_you_mean

OPERATORS: Final = (
    "generalize", "remove", "keep", "tag", "pseudonym", "mask", "hash", "encrypt", "surrogate", "date-shift",
)  # fmt: skip
"""What may stand for a term (docs/operators.md)."""


class Strategy(StrEnum):
    """What happens to sensitive and to risky terms (Sánchez and Batet, section 5.2, table 3)."""

    S1 = "S1"
    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    S5 = "S5"

    @property
    def generalizes_sensitive(self) -> bool:
        """Sensitive terms are generalized (S2, S5) rather than removed."""
        return self in (Strategy.S2, Strategy.S5)

    @property
    def treats_risky(self) -> bool:
        """Terms correlated with sensitive ones are treated at all (S3, S4, S5)."""
        return self in (Strategy.S3, Strategy.S4, Strategy.S5)

    @property
    def generalizes_risky(self) -> bool:
        """Risky terms are generalized (S4, S5) rather than removed."""
        return self in (Strategy.S4, Strategy.S5)


class Unknown(StrEnum):
    """What to do with a term of which nothing is known, not even of its parts (docs/method.md)."""

    RISKY = "risky"
    SAFE = "safe"
    ASK = "ask"


_PLAIN_POLICIES: Final = ("least", "most-general", "guarantee")
_POLICIES: Final = (*_PLAIN_POLICIES, "quantile", "bits")
_CONTEXTS: Final = ("document", "paragraph", "sentence", "window")
MOST_TOGETHER: Final = 6
"""Terms that may be judged together; the cost grows with their sets."""

MOST_LIKE: Final = 1000
"""The highest rank that may be asked for by ``singling_out``: half of the rivals that are compared."""

_USUAL_WORDS: Final = 5
_MOST_WORDS: Final = 20
_MOST_DOCUMENTS: Final = 1_000_000
_RUNS: Final = re.compile(r"([0-9]{1,7})(?::([0-9]{1,3}))?")
_WORDS: Final = {
    "generalization_counts": ("rolled-up", "phrase"),
    "last_resort": ("remove", "world"),
    "kb_order": ("together", "strict"),
    "sensitive": ("taxonomy", "class"),
    "distinct": ("near", "numbered"),
    "dates": ("auto", "dmy", "mdy", "iso"),
}


@dataclass(frozen=True, slots=True)
class Threshold:
    """A threshold policy: ``least`` (8), ``most-general`` (9), ``guarantee``, ``quantile`` (value: 0 to 1) or
    ``bits`` (value: bits). Raises UsageError for anything else."""

    policy: str
    value: float | None = None

    def __post_init__(self) -> None:
        arguments.one_of(self.policy, _POLICIES, "threshold")
        if self.policy in _PLAIN_POLICIES:
            if self.value is not None:
                raise UsageError(f"threshold {self.policy}: it has no value")
            return
        most, above = (1.0, False) if self.policy == "quantile" else (None, True)
        value = arguments.number(self.value, f"threshold {self.policy}", 0.0, most, above)
        object.__setattr__(self, "value", value)

    def __str__(self) -> str:
        return self.policy if self.value is None else f"{self.policy}:{self.value:g}"

    @classmethod
    def parse(cls, text: str) -> "Threshold":
        """From ``least``, ``most-general``, ``guarantee``, ``quantile:P`` or ``bits:X``. Raises UsageError."""
        policy, colon, number = arguments.text(text, "threshold").partition(":")
        try:
            return cls(policy, float(number) if colon else None)
        except (ValueError, UsageError) as error:
            share = f" (did you mean 'quantile:{text}' or 'bits:{text}'?)" if _is_number(policy) else ""
            raise UsageError(
                f"threshold {text!r} is not one of least, most-general, guarantee, quantile:P (0 <= P <= 1), bits:X "
                f"(X > 0){share or did_you_mean(policy, _POLICIES) if policy not in _POLICIES else ''}; "
                "sanitizer help choose explains them"
            ) from error


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal() and text.isascii()


@dataclass(frozen=True, slots=True)
class ContextSize:
    """How far correlation reaches: ``document``, ``paragraph``, ``sentence`` or ``window`` (words)."""

    kind: str
    words: int = 0

    def __post_init__(self) -> None:
        arguments.one_of(self.kind, _CONTEXTS, "context")
        if self.kind == "window":
            arguments.whole(self.words, "context window: words", 1)
        elif self.words != 0:
            raise UsageError(f"context {self.kind}: only a window has words")

    def __str__(self) -> str:
        return self.kind if self.kind != "window" else f"window:{self.words}"

    @classmethod
    def parse(cls, text: str) -> "ContextSize":
        """From ``document``, ``paragraph``, ``sentence`` or ``window:N``. Raises UsageError."""
        kind, colon, number = arguments.text(text, "context").partition(":")
        if kind != "window" and not colon and kind in _CONTEXTS:
            return cls(kind)
        if kind == "window" and number.isascii() and number.isdecimal() and int(number) > 0:
            return cls(kind, int(number))
        raise UsageError(
            f"context {text!r} is not one of document, paragraph, sentence, window:N (N words, N > 0)"
            f"{did_you_mean(kind, _CONTEXTS) if kind not in _CONTEXTS else ''}"
        )


@dataclass(frozen=True, slots=True)
class Unlinkable:
    """What is asked for: each run of ``words`` content words that stays is in at least ``documents`` documents."""

    documents: int
    words: int = _USUAL_WORDS

    def __post_init__(self) -> None:
        arguments.whole(self.documents, "unlinkable: documents", 2, _MOST_DOCUMENTS)
        arguments.whole(self.words, "unlinkable: words", 2, _MOST_WORDS)

    def __str__(self) -> str:
        return f"{self.documents}:{self.words}"

    @classmethod
    def parse(cls, told: str) -> "Unlinkable":
        """From ``K`` or ``K:N``: at least K documents, runs of N words. Raises UsageError."""
        found = _RUNS.fullmatch(arguments.text(told, "unlinkable"))
        if not found:
            raise UsageError(
                f"unlinkable {told!r} is not K or K:N: each run of N content words that stays (5 without N) stands in "
                "at least K documents"
            )
        return cls(int(found[1]), int(found[2] or _USUAL_WORDS))


@dataclass(frozen=True, slots=True)
class Protected:
    """An entity c that must not be told beyond g(c) (C-sanitization; ``--protect``). An empty
    ``generalization`` lets nothing be told but what everyone shares: IC(g) = 0."""

    entity: str = field(repr=False)
    generalization: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        arguments.text(self.entity, "protected entity")
        if arguments.text(self.generalization, "protected entity: generalization", blank=True) == self.entity:
            raise UsageError(
                "protected entity: what may be told of it is the entity itself: write something wider"
            )


DEFAULT_THRESHOLD: Final = Threshold("quantile", 0.5)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides how one document is treated.

    ``generalization_counts`` is ``rolled-up`` (a general term includes its specializations) or ``phrase`` (the raw
    phrase counts of the paper, for comparison); ``last_resort`` says what stands in when no generalization is safe:
    ``remove`` or ``world`` (the taxonomy's root); ``kb_order`` whether all knowledge bases propose ``together`` or
    each only for what the ones before it lack (``strict``, as in the paper); ``sensitive`` whether sensitive terms
    are generalized by the ``taxonomy`` or to the word of their ``class`` only (as in the paper's evaluation);
    ``groups`` how many terms may be judged together (1: each alone); ``distinct`` how two entities that share their
    replacement are told apart: ``near`` within a sentence ("a city", "another city"), ``numbered`` in the whole text
    ("the second city"); ``contextual`` counts sensitive words of several meanings only where the kind of the meaning
    is named too; ``singling_out`` is the least expected rank of the right document in a search of the population for
    what is told (0: not looked at); ``unlinkable`` says in how many documents of the sources each run of so many
    content words must stand that stays ("2:5", None: not looked at); ``any_language`` lets texts through that are not
    English; ``dates`` is the order of dates in numbers ("dmy", "mdy", "iso": the year first), or ``auto``: that which
    the other dates of the document show, else the day first.

    Strategy, context, threshold and unknown may be given as the command spells them ("S4", "window:5", "least",
    "risky"). Raises UsageError for what is none of the words and numbers above.
    """

    strategy: Strategy = Strategy.S5
    context: ContextSize = ContextSize("document")
    threshold: Threshold = DEFAULT_THRESHOLD
    unknown: Unknown = Unknown.RISKY
    protect: Sequence[Protected] = ()
    generalization_counts: str = "rolled-up"
    last_resort: str = "remove"
    kb_order: str = "together"
    sensitive: str = "taxonomy"
    groups: int = 1
    distinct: str = "near"
    contextual: bool = False
    singling_out: int = 0
    unlinkable: Unlinkable | None = None
    any_language: bool = False
    dates: str = "auto"

    def __post_init__(self) -> None:
        def set_to(name: str, value: Any) -> None:
            object.__setattr__(self, name, value)

        for name, kind in (("strategy", Strategy), ("unknown", Unknown)):
            set_to(name, kind(arguments.one_of(getattr(self, name), [k.value for k in kind], name)))
        for name, typed in (("context", ContextSize), ("threshold", Threshold)):
            value = getattr(self, name)
            if isinstance(value, str):
                set_to(name, typed.parse(value))
            elif not isinstance(value, typed):
                raise UsageError(f"{name}: a {typed.__name__} is needed, not {arguments.kind_of(value)}")
        for name, allowed in _WORDS.items():
            arguments.one_of(getattr(self, name), allowed, name)
        arguments.whole(self.groups, "groups", 1, MOST_TOGETHER)
        arguments.flag(self.contextual, "contextual")
        arguments.whole(self.singling_out, "singling_out", 0, MOST_LIKE)
        set_to("unlinkable", self._read_unlinkable())
        arguments.flag(self.any_language, "any_language")
        if isinstance(self.protect, str) or not isinstance(self.protect, Iterable):
            raise UsageError(f"protect: a list of Protected is needed, not {arguments.kind_of(self.protect)}")
        set_to("protect", tuple(self.protect))
        for entry in self.protect:
            if not isinstance(entry, Protected):
                raise UsageError(f"protect: a Protected is needed, not {arguments.kind_of(entry)}")
        if self.guarantees and not self.protect:
            raise UsageError(
                "threshold guarantee needs --protect FILE (in Python protect=[...]): the entities, each with "
                "what may be told"
            )

    def _read_unlinkable(self) -> Unlinkable | None:
        told: Any = self.unlinkable
        read = arguments.instance(
            Unlinkable.parse(told) if isinstance(told, str) else told, Unlinkable, "unlinkable"
        )
        if read and not self.strategy.treats_risky:
            raise UsageError(
                f"unlinkable changes words that are not sensitive, which {self.strategy} leaves: use S3, S4 or S5"
            )
        return read

    @property
    def guarantees(self) -> bool:
        """Whether a guarantee is asked for: it binds rules that keep regions in clear too."""
        return self.threshold.policy == "guarantee"
