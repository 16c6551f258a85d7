"""What smoothing makes of changes stays within the text and disjoint, whatever stands around them."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.operators.plan import Plan
from sanitizer.say.changes import smoothed
from sanitizer.say.smoothing import smooth
from sanitizer.text.edits import Change, apply
from sanitizer.text.forms import Forms
from sanitizer.types import Span

GAPS = (
    *(
        " and ",
        ", ",
        ", and ",
        " of ",
        " in ",
        ", the cities of ",
        " the films ",
        " cities such as ",
        " between ",
        " to ",
    ),
    *(" actor", " IMF agent", " the actors", ", his wife", " and agent", " a doctor named"),
    *(" _", '" ', " (", "). ", " both in ", " two films, ", ". In the ", " until ", "; ", " "),
    *(
        " or ",
        ") ",
        "), ",
        ", executive ",
        " and another ",
        "–",
        "-",
        " the films ",
        ": ",
        " also known as ",
        ", who ",
    ),
)
LABELS = (
    "a city",
    "another city",
    "an American state",
    "the 1990s",
    "a film",
    "something",
    "care",
    "two cities",
    "a man",
    "a person",
    "person",
    "a work",
    "by another name",
    "European",
    "the early 2010s",
    "a writer",
    "writer",
    "organization",
    ", a man,",
    "",
)


@given(
    st.lists(
        st.tuples(st.sampled_from(GAPS), st.sampled_from(LABELS), st.integers(0, 3)), min_size=1, max_size=8
    ),
    st.booleans(),
)
@settings(deadline=None)
def test_changes_stay_disjoint(pieces: list[tuple[str, str, int]], numbered: bool) -> None:
    text, changes = "The", list[Change]()
    for number, (gap, words, entity) in enumerate(pieces):
        start = len(text) + len(gap)
        text += gap + f"{' ' * gap[-1].isalpha()}Name{number}"
        changes.append(Change(Span(start, len(text)), words, "sensitive", entity))
    apply(text, sorted(smooth(text + ".", changes, numbered=numbered), key=lambda c: c.span))


def test_a_name_in_brackets_does_not_grow_over_the_change_behind_it() -> None:
    text = "wrote The Goonies (Spielberg, executive producer, also wrote)"
    spans = (("The Goonies", "a work"), ("Spielberg", "a person"), ("executive producer", "person"))
    changes = list[Change]()
    for number, (name, words) in enumerate(spans):
        start = text.index(name)
        changes.append(Change(Span(start, start + len(name)), words, "sensitive", number))
    apply(text, smooth(text, changes))


def test_a_list_does_not_grow_over_the_change_before_it() -> None:
    text = "the directors of Ripcord, Apple and Sun"
    spans = (("directors of Ripcord", "organization"), ("Apple", "a company"), ("Sun", "a company"))
    changes = list[Change]()
    for number, (name, words) in enumerate(spans):
        start = text.index(name)
        changes.append(Change(Span(start, start + len(name)), words, "sensitive", number))
    assert apply(text, smooth(text, changes)) == "the organization, two companies"


def test_nothing_grows_over_what_an_operator_wrote() -> None:
    text = "a university (another university, the Ek, Ohio school)"
    names = (("another university", "a university"), ("the Ek", "PERSON_1"))
    first = Change(Span(0, 12), "a university", "sensitive", 0)
    changes = [first]
    for number, (name, words) in enumerate(names, 1):
        start = text.index(name)
        changes.append(Change(Span(start, start + len(name)), words, "sensitive", number))
    changes[2] = Change(Span(text.index(", the Ek"), changes[2].span.end), ", PERSON_1", "sensitive", 2)
    plan = Plan({2: "pseudonym"}, {changes[2].span: ", PERSON_1"}, (), Forms(()))
    assert apply(text, smoothed(text, tuple(changes), plan)).count("PERSON_1") == 1
