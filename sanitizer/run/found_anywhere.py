"""Collect the forms that are sensitive in any document, so that they are treated in all (first of two passes)."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from kb.values.date_order import Order, orders_in
from sanitizer.common.workers import ordered_map
from sanitizer.control.apply_rules import first_pass
from sanitizer.pipeline import Sanitizer
from sanitizer.read.name_matching import forms_of
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.finders.user_lists import Lists, Phrase
from sanitizer.text.lexicon import common_words
from sanitizer.types import Document, text_of

Form = tuple[str, str]
"""A surface form and the fine type, or the class, of what it names."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a document adds to its collection: sensitive ``forms``, and the ``orders`` of its clear dates in numbers."""

    forms: tuple[Form, ...] = ()
    orders: frozenset[Order] = frozenset()


def look_at(sanitizer: Sanitizer, document: Document) -> Seen:
    """Return the first pass over a document of a collection."""
    return Seen(sensitive_forms(sanitizer, document), orders_in(document.text))


def sensitive_forms(sanitizer: Sanitizer, document: Document) -> tuple[Form, ...]:
    """Return the forms that a document makes sensitive in its collection, sorted: those that spread within a
    document, but for a capitalized single word that is a common word too ("Will", "May"), for it begins sentences
    elsewhere."""
    doc = sanitizer.parse(document.text)
    doc.user_data["id"] = document.id
    text = text_of(doc)
    forms: set[Form] = set()
    with sanitizer.known.in_use():
        mentions = first_pass(
            sanitizer.control, doc, sanitizer.recognizers, sanitizer.common_attributes(), sanitizer.parse
        )
    for mention in mentions:
        known = entity_class(mention.type) is mention.entity_class
        kind = mention.type if known else mention.entity_class.value
        for form in forms_of(mention.span.of(text), mention.entity_class):
            if form.islower() or form.lower() not in common_words():
                forms.add((form, kind))
    return tuple(sorted(forms))


class CollectedForms:
    """The forms of a collection as a recognizer. A form has the type that most documents give it (of equals the first
    by name); ``order`` is that of the dates in numbers of all documents, None where they show none or several;
    ``digest`` names both without telling them."""

    def __init__(self, votes: Mapping[Form, int], orders: Collection[Order] = ()) -> None:
        """Of how many documents have each form (``votes``), and the orders that they show."""
        types: dict[str, str] = {}
        for form, kind in sorted(votes, key=lambda entry: (entry[0], -votes[entry], entry[1])):
            types.setdefault(form, kind)
        self.count = len(types)
        self.order: Order | None = next(iter(orders)) if len(orders) == 1 else None
        told = repr((sorted(types.items()), self.order))
        self.digest = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()
        self._lists = Lists((Phrase(form, kind) for form, kind in types.items()), name="collection")

    @classmethod
    def of(cls, documents: Iterable[Seen]) -> "CollectedForms":
        """From what documents add."""
        votes, orders = Counter[Form](), set[Order]()
        for seen in documents:
            votes.update(seen.forms)
            orders |= seen.orders
        return cls(votes, orders)

    def give_to(self, sanitizer: Sanitizer) -> Sanitizer:
        """Return a sanitizer that looks for these forms too, and reads dates in the order of the collection."""
        recognizers = (*sanitizer.recognizers, self._lists)
        return sanitizer.with_(recognizers=recognizers, usual_dates=self.order)


def spread_over(sanitizer: Sanitizer, documents: Iterable[Document], workers: int = 1) -> Sanitizer:
    """Return the sanitizer with the forms of a collection; `workers` processes share the first pass, and change
    nothing."""
    return CollectedForms.of(ordered_map(partial(look_at, sanitizer), documents, workers)).give_to(sanitizer)
