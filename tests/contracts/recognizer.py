"""What every recognizer promises; a test class per recognizer inherits it and says how to make one."""

from collections.abc import Sequence

import spacy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spacy.language import Language

from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.entity_types import entity_class
from sanitizer.types import Mention

TEXTS = (
    "",
    " ",
    "Mr Thomas Huber was born on 31 May 1991 in Vienna and paid EUR 4,200.50 (no. 47289/99).",
    "İstanbul’da 3 — Ünal ß ﬁ 👩‍👩‍👧 e\u0301 \u202eabc\u202c 12.05.1990\r\n\tmail: a.b@example.org",
    "MR HUBER CALLED +44 20 7946 0958 FROM 10.0.0.1",
)


class RecognizerContract:
    """Inherit, and return the recognizer from :meth:`make`."""

    def make(self) -> Recognizer:
        raise NotImplementedError

    def language(self) -> Language:
        """Return the pipeline whose documents the recognizer is given."""
        nlp = spacy.blank("en")
        nlp.add_pipe("sentencizer")
        return nlp

    def check(self, text: str, mentions: Sequence[Mention], name: str) -> None:
        spans = [m.span for m in mentions]
        assert spans == sorted(spans)
        for mention in mentions:
            assert mention.span.end <= len(text)
            assert mention.span.of(text).strip(), "a mention of nothing but space"
            assert mention.recognizer.partition(":")[0] == name.partition(":")[0]
            assert 0 <= mention.score <= 1
            assert mention.entity_class is entity_class(mention.type) or mention.recognizer == "given"

    def test_is_a_recognizer(self) -> None:
        assert isinstance(self.make(), Recognizer)

    def test_texts(self) -> None:
        recognizer, nlp = self.make(), self.language()
        for text in TEXTS:
            self.check(text, recognizer.find(nlp(text)), recognizer.name)

    def test_has_no_memory(self) -> None:
        recognizer, nlp = self.make(), self.language()
        first = [list(recognizer.find(nlp(text))) for text in TEXTS]
        again = [list(recognizer.find(nlp(text))) for text in reversed(TEXTS)]
        assert first == list(reversed(again))

    def test_any_text(self) -> None:
        recognizer, nlp = self.make(), self.language()
        pieces = st.sampled_from([*TEXTS[2].split(), *TEXTS[3].split(), "\n", "\x00", "@", "://", "1", "’s"])
        anything = st.one_of(st.text(max_size=80), st.lists(pieces, max_size=12).map(" ".join))

        @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
        @given(anything)
        def holds(text: str) -> None:
            doc = nlp(text)
            assert doc.text == text
            self.check(text, recognizer.find(doc), recognizer.name)

        holds()
