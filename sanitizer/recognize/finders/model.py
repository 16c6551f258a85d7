"""First sanitizers (ξ1) that are named-entity models: the embedded one, and any installed spaCy pipeline."""

import re
from collections.abc import Sequence
from typing import Final

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens import Span as SpacySpan

from sanitizer.errors import ResourceError
from sanitizer.recognize.entity_types import entity_class, fine_type
from sanitizer.recognize.finders.nouns_for_persons import PARTIES
from sanitizer.recognize.known_names import head_class
from sanitizer.recognize.spans.extents import pieces
from sanitizer.text.parse import parse
from sanitizer.text.short_names import shortens_given_name
from sanitizer.text.titles import TITLES
from sanitizer.types import EntityClass, Mention, Span, text_of

_SURE = 0.99
"""Surer than any capital or list of words; a form with proof and a title with its year are surer."""

_UNSURE = 0.5


class ModelRecognizer:
    """The entities that the embedded pipeline has set on the document."""

    name = "model"

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return one mention for each of ``doc.ents``; white space around it is left out, and titles before a person's
        name ("Prof. Dr", "President") are taken in, which the training corpora leave out."""
        names = _over_particles(_behind_short_names([_without_part(e) for e in doc.ents]))
        return _mentions([with_titles(e) for e in names], self.name)


def _without_part(entity: SpacySpan) -> SpacySpan:
    """Return a name without the part before the court behind it on its line, which is a person's if no word of it
    is a body's: "ORLA LUND Respondent"."""
    last = entity[-1].lower_.removesuffix("s")
    if last not in PARTIES or len(entity) < 2 or not entity[0].text[0].isupper():
        return entity
    name = entity[:-1]
    label = "PERSON" if head_class(name.text.title()) is None else entity.label_
    return SpacySpan(entity.doc, name.start, name.end, label=label)


_INITIAL: Final = re.compile(r"[A-Z]\.$")
_LINEAGE: Final = frozenset(("bin", "bint", "ibn", "ben", "von", "van", "de", "da", "del", "al"))


def _behind_short_names(entities: Sequence[SpacySpan]) -> list[SpacySpan]:
    """Return what stands behind a given name cut short, and initials, is a person's name with them ("Thos. Veal")."""
    done: list[SpacySpan] = []
    for entity in entities:
        doc, start = entity.doc, entity.start
        while start > 0 and _INITIAL.match(doc[start - 1].text):
            start -= 1
        if start > 1 and doc[start - 1].text == "." and shortens_given_name(doc[start - 2].text):
            while done and done[-1].end > start - 2:
                start = min(start, done.pop().start + 2)
            entity = SpacySpan(doc, start - 2, entity.end, label="PERSON")
        done.append(entity)
    return done


def _over_particles(entities: Sequence[SpacySpan]) -> list[SpacySpan]:
    """Join two persons with nothing but a particle between them: "Mishaal bint Fahd"."""
    done: list[SpacySpan] = []
    for entity in entities:
        before = done[-1] if done else None
        if (
            before is not None
            and before.label_ == entity.label_ == "PERSON"
            and entity.start - before.end == 1
            and entity.doc[before.end].text in _LINEAGE
        ):
            done[-1] = SpacySpan(entity.doc, before.start, entity.end, label="PERSON")
        else:
            done.append(entity)
    return done


_JUNIOR: Final = frozenset(("Jr", "Jr.", "Sr", "Sr."))


def with_titles(entity: SpacySpan) -> SpacySpan:
    """Return a person's name with the initials and the capitalized titles right before it on the same line, and a
    "Jr." behind it; other entities as they are."""
    if entity.label_ != "PERSON":
        return entity
    doc, start, end = entity.doc, entity.start, entity.end
    while start > 0 and _INITIAL.match(doc[start - 1].text) and not doc[start - 1].is_sent_start:
        start -= 1
    if end + 1 < len(doc) and doc[end].text == "," and doc[end + 1].text in _JUNIOR:
        end += 2
    while start > 0 and doc[start - 1].text.rstrip(".").lower() in TITLES:
        before = doc[start - 1]
        if not before.text[0].isupper() or before.ent_type_ or not before.whitespace_:
            break
        start -= 1
    if (start, end) == (entity.start, entity.end):
        return entity
    return SpacySpan(doc, start, end, label=entity.label_)


class SpacyRecognizer:
    """The entities that another installed spaCy pipeline finds in the same text.

    Args:
        pipeline: name of an installed pipeline package, or the folder of one.

    Raises:
        ResourceError: there is no such pipeline, or it finds no entities.
    """

    def __init__(self, pipeline: str) -> None:
        self.name = f"spacy:{pipeline}"
        try:
            self._nlp: Language = spacy.load(pipeline)
        except (OSError, ValueError, ImportError) as error:
            raise ResourceError(
                f"--recognizer spacy:{pipeline}: no such spaCy pipeline is installed "
                f"(python -m spacy download {pipeline}, or give the folder of one)"
            ) from error
        if not {"ner", "entity_ruler", "span_ruler"} & set(self._nlp.pipe_names):
            raise ResourceError(
                f"--recognizer spacy:{pipeline}: this pipeline finds no entities (it has no 'ner')"
            )

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the entities of the other pipeline in ``doc.text``; the given parse is not used."""
        return _mentions(parse(doc.text, self._nlp).ents, self.name)


def _mentions(entities: Sequence[SpacySpan], recognizer: str) -> list[Mention]:
    mentions = []
    for entity in entities:
        type_ = fine_type(entity.label_)
        kind = entity_class(type_)
        text = text_of(entity.doc)
        for number, (start, end) in enumerate(
            pieces(text, entity.start_char, entity.end_char, kind is EntityClass.PERSON)
        ):
            if (
                number and kind is not EntityClass.PERSON
            ):  # of what is behind a full stop the model said nothing
                mentions.append(Mention(Span(start, end), "MISC", EntityClass.MISC, recognizer, _UNSURE))
            else:
                mentions.append(Mention(Span(start, end), type_, kind, recognizer, _SURE))
    return mentions
