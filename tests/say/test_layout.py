"""What stands in no sentence is written without its grammar: entries of forms, speakers of chats, stamps of logs."""

import re

import pytest

from sanitizer.say.changes import write
from sanitizer.say.phrases_from_labels import phrase_of
from sanitizer.say.plan_types import Told
from sanitizer.text.edits import apply
from sanitizer.text.parse import parse
from sanitizer.types import Span
from tests.say.test_grammar import bounds


def rewritten(marked: str) -> str:
    """``{words|label}`` stands for a name, ``{words#label}`` for a code, ``{words=label}`` for neither."""
    text, told, position = "", list[Told](), 0
    entities: dict[str, int] = {}
    for match in re.finditer(r"\{([^|#={}]*)([|#=])([^{}]*)\}", marked):
        text += marked[position : match.start()]
        span = Span(len(text), len(text) + len(match[1]))
        entity = ("sensitive", entities.setdefault(match[1], len(entities)))
        label = {"|": "name", "#": "code"}.get(match[2], "")
        told.append(Told(span, entity, phrase_of(match[3]), label == "name", label=label))  # type: ignore[arg-type]
        text += match[1]
        position = match.end()
    text += marked[position:]
    doc = parse(text)
    doc.user_data["not English"] = False
    return apply(text, write(doc, told, bounds()))


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("Name: {Ann Ek|person}", "Name: [name]"),
        ("GP: {Dr Ek|person}\nShe was seen.", "GP: [doctor]\nShe was seen."),
        ("DOB: {4 May 1957=the late 1950s}   Tel: {555 0100#phone number}", "DOB: late 1950s   Tel: [phone number]"),
        ("Admitted: {3 May 2021=the early 2020s}\nShe was seen.", "Admitted: early 2020s\nShe was seen."),
        ("{14 Mill Lane#address}, {Hexham|place} {NE46 3QJ#postcode}\nShe left.", "[address]\nShe left."),
        ("Diagnosis: {asthma=disease}", "Diagnosis: disease"),
        ("Age: {7=0 to 9 years old}", "Age: under 10"),
        ("Patient: {EK|person}, {Ann|person}\n{EK|person} was seen.", "Patient: [name]\nThe patient was seen."),
        ("Mail: <{a@b.org#e-mail address}>", "Mail: <[e-mail address]>"),
        ("Her key is {KX-12#code}.", "Her key is [reference]."),
        ("Minutes of {3 May 2021=the early 2020s}\nAll were there.", "Minutes from the early 2020s\nAll were there."),
        ("He said: {Ann Ek|woman} left.", "He said: X left."),
        # a line that a sentence wraps is no entry
        (
            "She had lived for many years with her two children near the\nsea with {Ann Ek|woman}, and Bo.",
            "She had lived for many years with her two children near the\nsea with X, and Bo.",
        ),
    ],
)  # fmt: skip
def test_entries_have_no_grammar_of_sentences(marked: str, expected: str) -> None:
    assert rewritten(marked) == expected


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        (
            "{Ann|woman}: is {Bo|man} there?\n{Bo|man}: yes\n{Ann|woman}: good",
            "Speaker 1: is Speaker 2 there?\nSpeaker 2: yes\nSpeaker 1: good",
        ),
        (
            "[{9:14=time}] {Ann|woman}: hi\n[{9:15=time}] {Bo|agent}: hello\n[{9:16=time}] {Ann|woman}: bye",
            "[time] Speaker 1: hi\n[time] Agent: hello\n[time] Speaker 1: bye",
        ),
        (
            "{9:14=time} - {Ann|woman}: I called {Bo|man}.\n{9:15=time} - {Ann|woman}: He left.\n{9:16=time} - End.\n"
            "{9:18=time} - {Ann|woman}: Done.",
            "[time] - Person 1: I called X.\n[time] - Person 1: He left.\n[time] - End.\n[time] - Person 1: Done.",
        ),
        (
            "Agent {Ann|woman}: hi\nCustomer: hello\nAgent {Ann|woman}: yes\nAgent {Ann|woman}: bye",
            "Agent: hi\nCustomer: hello\nAgent: yes\nAgent: bye",
        ),
        ("{Ann|woman}: hi", "X: hi"),  # one line is no conversation
    ],
)  # fmt: skip
def test_speakers_are_told_apart(marked: str, expected: str) -> None:
    assert rewritten(marked) == expected


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("She saw {Moira|woman} {(matron=nurse}) today.", "She saw X (a nurse) today."),
        ("Tel {555 0100\n12#phone number} March\nShe left.", "Tel [phone number]\nMarch\nShe left."),
        (
            "{Bo|name} told {Al|name} that {Bo|name} lied to {Al|name}.",
            "X told Y that X lied to Y.",
        ),
        ("It was on {Friday=day} morning.", "It was one morning."),
        ("She sang every {Friday=day} with us.", "She sang every week with us."),
        ("He pleaded guilty on {Friday=day} to theft.", "He pleaded guilty to theft."),
        ("Her aunt {Ngozi|name} left. They saw {Ngozi|name}.", "Her aunt left. They saw her aunt."),
        ("They saw {Ngozi|name}'s car.", "They saw X's car."),
    ],
)  # fmt: skip
def test_nothing_around_is_taken(marked: str, expected: str) -> None:
    assert rewritten(marked) == expected
