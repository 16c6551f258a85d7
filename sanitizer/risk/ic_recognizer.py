"""The information-content rule: every noun phrase that tells more than so many bits is sensitive."""

from collections.abc import Sequence

import numpy as np
from spacy.tokens import Doc

from corpora_stats import CountProvider, Query
from sanitizer.errors import UsageError
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.text.terms import extract_terms
from sanitizer.types import Bits, EntityClass, Mention


class InformationContent:
    """Finds noun phrases with IC above ``bits`` (Sánchez, Batet and Viejo 2013: too informative terms are sensitive).

    A phrase that no source of counts knows is rarer than all that they know, and so is found too.
    """

    def __init__(self, bits: Bits, counts: Sequence[CountProvider]) -> None:
        self.name = f"ic:{bits:g}"
        self._bits = bits
        self._calculator = RiskCalculator(counts)

    @classmethod
    def of_term(cls, term: str, counts: Sequence[CountProvider]) -> "InformationContent":
        """With the IC of a given term as the limit. Raises UsageError when no source knows the term."""
        ic = RiskCalculator(counts).marginals([Query.of(term)]).ic[0]
        if np.isnan(ic):
            raise UsageError(
                f"ic-of: no source of counts knows the term {term!r}; give its bits with ic:BITS"
            )
        return cls(float(ic), counts)

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the noun phrases above the limit."""
        terms = extract_terms(doc, ())
        ic = self._calculator.marginals([Query((term.key,)) for term in terms]).ic
        return sorted(
            (
                Mention(span, "MISC", EntityClass.MISC, self.name)
                for term, bits in zip(terms, ic, strict=True)
                if not bits <= self._bits
                for span in term.spans
            ),
            key=lambda mention: mention.span,
        )
