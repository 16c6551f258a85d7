"""What is written takes nothing of the text around it: ends of lines and sentences, brackets, commas."""

from hypothesis import given
from hypothesis import strategies as st

from sanitizer.say.phrases_from_labels import phrase_of
from sanitizer.say.plan_types import Edit, Told
from sanitizer.say.punctuation import Said, kept_whole
from sanitizer.types import Span


def said(text: str, grown: tuple[int, int], words: str, told: tuple[int, int] | None = None) -> Said:
    """Return an edit of a mention that grew."""
    mention = Told(Span(*(told or grown)), ("sensitive", 0), phrase_of("person"))
    return Edit(mention, None, Span(*grown), mention.phrase), words


def written(text: str, edits: list[Said]) -> str:
    for edit, words in reversed(kept_whole(text, edits)):
        text = text[: edit.span.start] + words + text[edit.span.end :]
    return text


def test_the_end_of_a_sentence_stays() -> None:
    text = "It is HX-L. He left."
    assert written(text, [said(text, (6, 11), "[reference]", (6, 10))]) == "It is [reference]. He left."
    assert written(text, [said(text, (6, 11), "[reference]")]) == "It is [reference] He left."
    text = "It is HX-L. of old"
    assert written(text, [said(text, (6, 11), "a code", (6, 10))]) == "It is a code of old"


def test_one_of_two_commas_goes_with_what_stood_between() -> None:
    text = "In May, at nine, he left."
    assert written(text, [said(text, (7, 15), "")]) == "In May, he left."
    assert written(text, [said(text, (7, 15), " then")]) == "In May, then, he left."


def test_a_small_word_does_not_stand_twice() -> None:
    text = "She went up 54 stairs."
    assert written(text, [said(text, (12, 14), "up to 60")]) == "She went up to 60 stairs."


@given(st.text("ab ()\n.", max_size=40), st.data())
def test_lines_and_pairs_of_brackets_stay(text: str, data: st.DataObject) -> None:
    places = sorted(set(data.draw(st.lists(st.integers(0, len(text)), max_size=6))))
    spans = [(a, b) for a, b in zip(places[::2], places[1::2], strict=False) if a < b]
    result = written(text, [said(text, span, "x") for span in spans])
    assert result.count("\n") == text.count("\n")
    outside = "".join(c for i, c in enumerate(text) if not any(a <= i < b for a, b in spans))
    opened, pairs = [], []
    for i, c in enumerate(text):
        if c == "(":
            opened.append(i)
        elif c == ")" and opened:
            pairs.append((opened.pop(), i))
        elif text[i : i + 2] == "\n\n":
            opened.clear()
    inside = {i for a, b in spans for i in range(a, b)}
    half = sum((a in inside) != (b in inside) for a, b in pairs)
    assert result.count("(") + result.count(")") == outside.count("(") + outside.count(")") + half
