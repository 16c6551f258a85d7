"""Forms that are sensitive anywhere in a collection are sensitive in all of it: the first of two passes."""

import copy
import hashlib
from collections import Counter
from collections.abc import Iterable

from sanitizer.pipeline import Sanitizer
from sanitizer.read.entities import forms_of
from sanitizer.recognize.finders.lists import Lists, Phrase
from sanitizer.recognize.labels import entity_class
from sanitizer.text.lexicon import common_words
from sanitizer.types import Document, text_of
from sanitizer.workers import ordered_map

Form = tuple[str, str]
"""A surface form and the fine type, or the class, of what it names."""


def sensitive_forms(sanitizer: Sanitizer, document: Document) -> tuple[Form, ...]:
    """The forms that a document makes sensitive in its collection, sorted: those that spread within a document, but for
    a capitalized single word that is a common word too ("Will", "May"), for it begins sentences elsewhere."""
    doc = sanitizer.parse(document.text)
    doc.user_data["id"] = document.id
    text = text_of(doc)
    forms: set[Form] = set()
    with sanitizer.known.in_use():
        mentions = sanitizer.control.first_pass(
            doc, sanitizer.recognizers, sanitizer.common_attributes(), sanitizer.parse
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
    by name); ``digest`` names the forms without telling them."""

    def __init__(self, documents: Iterable[Iterable[Form]]) -> None:
        votes = Counter(form for forms in documents for form in forms)
        types: dict[str, str] = {}
        for form, kind in sorted(votes, key=lambda entry: (entry[0], -votes[entry], entry[1])):
            types.setdefault(form, kind)
        self.count = len(types)
        self.digest = hashlib.sha256(repr(sorted(types.items())).encode("utf-8", "surrogatepass")).hexdigest()
        self._lists = Lists((Phrase(form, kind) for form, kind in types.items()), name="collection")

    def give_to(self, sanitizer: Sanitizer) -> Sanitizer:
        """A sanitizer that looks for these forms too."""
        wider = copy.copy(sanitizer)
        wider.recognizers = (*sanitizer.recognizers, self._lists)
        return wider


def spread_over(sanitizer: Sanitizer, documents: Iterable[Document], workers: int = 1) -> Sanitizer:
    """The sanitizer with the forms of a collection; `workers` processes share the first pass, and change nothing."""
    return CollectedForms(
        ordered_map(lambda document: sensitive_forms(sanitizer, document), documents, workers)
    ).give_to(sanitizer)
