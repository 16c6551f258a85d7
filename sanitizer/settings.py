"""What a run is told to do: strategy, context, threshold, policies. Each parses from its command-line spelling."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sanitizer.errors import UsageError


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


@dataclass(frozen=True, slots=True)
class Threshold:
    """A threshold policy: ``least`` (8), ``most-general`` (9), ``guarantee``, ``quantile`` (value: 0 to 1) or
    ``bits`` (value: bits)."""

    policy: str
    value: float | None = None

    def __str__(self) -> str:
        return self.policy if self.value is None else f"{self.policy}:{self.value:g}"

    @classmethod
    def parse(cls, text: str) -> "Threshold":
        """From ``least``, ``most-general``, ``guarantee``, ``quantile:P`` or ``bits:X``. Raises UsageError."""
        policy, _, number = text.partition(":")
        if policy in ("least", "most-general", "guarantee") and not number:
            return cls(policy)
        if policy in ("quantile", "bits"):
            try:
                value = float(number)
            except ValueError:
                value = float("nan")
            if (0 <= value <= 1) if policy == "quantile" else (0 < value < float("inf")):
                return cls(policy, value)
        raise UsageError(
            f"threshold {text!r} is not one of least, most-general, guarantee, quantile:P (0 <= P <= 1), bits:X (X > 0)"
        )


@dataclass(frozen=True, slots=True)
class ContextSize:
    """How far correlation reaches: ``document``, ``paragraph``, ``sentence`` or ``window`` (words)."""

    kind: str
    words: int = 0

    def __str__(self) -> str:
        return self.kind if self.kind != "window" else f"window:{self.words}"

    @classmethod
    def parse(cls, text: str) -> "ContextSize":
        """From ``document``, ``paragraph``, ``sentence`` or ``window:N``. Raises UsageError."""
        kind, _, number = text.partition(":")
        if kind in ("document", "paragraph", "sentence") and not number:
            return cls(kind)
        if kind == "window" and number.isdecimal() and int(number) > 0:
            return cls(kind, int(number))
        raise UsageError(
            f"context {text!r} is not one of document, paragraph, sentence, window:N (N words, N > 0)"
        )


@dataclass(frozen=True, slots=True)
class Protected:
    """An entity c that must not be told beyond g(c) (C-sanitization; ``--protect``). An empty
    ``generalization`` lets nothing be told but what everyone shares: IC(g) = 0."""

    entity: str
    generalization: str = ""


DEFAULT_THRESHOLD: Final = Threshold("quantile", 0.5)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides how one document is treated.

    ``generalization_counts`` is ``rolled-up`` (a general term includes its specializations) or ``phrase`` (the raw
    phrase counts of the paper, for comparison); ``last_resort`` says what stands in when no generalization is safe:
    ``remove`` or ``world`` (the taxonomy's root); ``kb_order`` whether all knowledge bases propose ``together`` or
    each only for what the ones before it lack (``strict``, as in the paper); ``sensitive`` whether sensitive terms are
    generalized by the ``taxonomy`` or to the word of their ``class`` only (as in the paper's evaluation); ``groups``
    how many terms may be judged together (1: each alone); ``distinct`` how two entities that share their replacement
    are told apart: ``near`` within a sentence ("a city", "another city"), ``numbered`` in the whole text ("the second
    city"); ``contextual`` counts sensitive words of several meanings only where the kind of the meaning is named too.
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
