"""Terms and contexts of hand-written sentences (tests/tiny.py has the dictionary that tags them)."""

from spacy.tokens import Doc
from spacy.vocab import Vocab

from sanitizer.settings import ContextSize
from sanitizer.text.context_windows import shared_contexts
from sanitizer.text.terms import extract_terms
from sanitizer.types import Span
from tests.tiny import parse

TEXT = (
    "A severe breast cancer.\n\nThe old Boston clinic treats cancers. Garden, clinic and doctors.\n\nGarden."
)


def test_terms_are_noun_phrases_without_stop_words_and_keep_their_spans() -> None:
    terms = extract_terms(parse(TEXT), ())
    assert [(t.key, t.surface, len(t.spans)) for t in terms] == [
        ("severe breast cancer", "severe breast cancer", 1),
        ("old boston clinic", "old Boston clinic", 1),
        ("cancer", "cancers", 1),
        ("garden", "Garden", 2),
        ("clinic", "clinic", 1),
        ("doctor", "doctors", 1),
    ]
    assert all(
        span.of(TEXT).lower().startswith(t.surface.split()[0].lower()) for t in terms for span in t.spans
    )
    assert [t.named for t in terms] == [False, True, False, False, False, False]


def test_masked_characters_split_phrases() -> None:
    start = TEXT.index("Boston")
    terms = extract_terms(parse(TEXT), [Span(start, start + 6)])
    assert "clinic" in [t.key for t in terms] and "old boston clinic" not in [t.key for t in terms]


def test_units_are_terms_as_they_stand() -> None:
    start = TEXT.index("old Boston")
    terms = extract_terms(parse(TEXT), (), [Span(start, start + 10)])
    assert [t.key for t in terms][1:3] == ["old boston", "clinic"]


def test_contexts() -> None:
    doc = parse(TEXT)
    terms = extract_terms(doc, ())
    spans = [span for t in terms for span in t.spans]
    words = [span.of(TEXT) for span in spans]
    anchor = [Span(TEXT.index("cancers"), TEXT.index("cancers") + 7)]

    def near(size: ContextSize) -> set[str]:
        row = shared_contexts(doc, size, [anchor], spans)[0]
        return {f"{w}@{s.start}" for w, s, hit in zip(words, spans, row, strict=True) if hit}

    assert len(near(ContextSize("document"))) == len(spans)
    second = {f"{w}@{s.start}" for w, s in zip(words, spans, strict=True) if 25 <= s.start < 90}
    assert near(ContextSize("paragraph")) == second
    assert {w.split("@")[0] for w in near(ContextSize("sentence"))} == {"old Boston clinic", "cancers"}
    assert {w.split("@")[0] for w in near(ContextSize("window", 2))} == {"cancers", "Garden"}


def test_an_entity_that_the_text_does_not_name_is_in_every_context() -> None:
    doc = parse(TEXT)
    spans = [Span(2, 8), Span(len(TEXT) - 7, len(TEXT) - 1)]
    for size in (ContextSize("sentence"), ContextSize("window", 1)):
        assert shared_contexts(doc, size, [[]], spans).all()


def test_an_adjective_after_a_noun_begins_a_new_phrase() -> None:
    # "contracted", taken for an adjective, must not tie the applicant to the disease
    assert [t.key for t in extract_terms(parse("The doctor severe cancer."), ())] == [
        "doctor",
        "severe cancer",
    ]


def test_a_word_that_a_sentence_begins_with_is_no_name_for_its_capital() -> None:
    text = "They won. Remedy: none. The Remedy album sold."
    pos = {"They": "PRON", "won": "VERB", "Remedy": "PROPN", "none": "PRON", "The": "DET", "album": "NOUN"}
    words = ["They", "won", ".", "Remedy", ":", "none", ".", "The", "Remedy", "album", "sold", "."]
    spaces = [word not in ("won", "Remedy", "none", "sold") or i == 8 for i, word in enumerate(words)]
    doc = Doc(Vocab(), words, spaces, pos=[pos.get(word, "PUNCT") for word in words])
    assert doc.text.strip() == text
    assert [(t.surface, t.named) for t in extract_terms(doc, ())] == [
        ("Remedy", False),
        ("Remedy album", True),
    ]
