"""Whole texts rewritten: nothing emptied, nothing run together, no identifier made, nothing claimed."""

import re

import pytest

from sanitizer.relational.terms.column_values import direct_left
from sanitizer.relational.terms.mention_wording import Saying, untold
from sanitizer.relational.terms.replaced_texts import safe_text
from sanitizer.relational.terms.rewriting import Written, rewrite_text
from sanitizer.relational.terms.terms import TermKey, TermKind, TermSpan
from sanitizer.relational.verify.terms import shows
from sanitizer.types import Span
from tests.relational.wordings import wording

PERSON = ("PERSON", "PERSON", "direct", "person")
DATE = ("DATETIME", "DATE", "suppressed", "date")
GROUP = ("DEM", "NORP", "suppressed", "nationality or group")
AGE = ("DEM", "AGE", "suppressed", "age")
JOB = ("DEM", "JOB", "suppressed", "occupation")


def window(words: str) -> tuple[str, str, str, str]:
    return "DATETIME", "DATE", "generalized", words


@pytest.mark.parametrize(
    ("text", "terms", "written"),
    [
        ("Ann Lee (born 5 May 1990) is tall.", [("Ann Lee", *PERSON), ("5 May 1990", *DATE)], "X is tall."),
        (
            "She left in 1990.",
            [("1990", *window("1985 to 1994"))],
            "She left between 1985 and 1994.",
        ),
        (
            "She was there from 1990 to 1993.",
            [("1990", *window("1985 to 1994")), ("1993", *window("1985 to 1994"))],
            "She was there between 1985 and 1994.",
        ),
        (
            "Ann Lee (1915–1998) sang in Rome from 1990 until 1993.",
            [("Ann Lee", *PERSON), ("1915", *window("1912 to 1979")), ("1998", *DATE),
             ("1990", *DATE), ("1993", *window("1985 to 1994"))],
            "X (born between 1912 and 1979) sang in Rome until some time between 1985 and 1994.",
        ),
        ("Ann Lee (1915–1998) sang.",
         [("Ann Lee", *PERSON), ("1915", *window("1900 to 1949")), ("1998", *window("1990 to 1999"))],
         "X (born between 1900 and 1949, died between 1990 and 1999) sang."),
        ("Ann Lee (1915–1998) sang.", [("Ann Lee", *PERSON), ("1915", *DATE), ("1998", *window("1990 to 1999"))],
         "X (died between 1990 and 1999) sang."),
        ("She came in 1990, and left in 1991.",
         [("1990", *window("1985 to 1994")), ("1991", *window("1985 to 1994"))],
         "She came between 1985 and 1994, and left."),
        ("He became a clerk of the court.", [("clerk", *JOB)], "He took up a role in the court."),
        ("He became a clerk.", [("clerk", *JOB)], "He took up an occupation."),
        ("He was appointed as clerk at the court.", [("clerk", *JOB)], "He was appointed to a role at the court."),
        ("He is also a clerk of the court.", [("clerk", *JOB)], "He also has a role in the court."),
        ("He worked as a clerk of the court.", [("clerk", *JOB)], "He worked in some role in the court."),
        ("He worked as a clerk at Sorrentia for years.",
         [("clerk", *JOB), ("Sorrentia", "ORG", "ORG", "suppressed", "organization")],
         "He worked in some role at X for years."),
        ("He was a victim of the court.", [("victim", *JOB)], "He was a person of the court."),
        ("He became an assistant of Ann Lee.", [("assistant", *JOB), ("Ann Lee", *PERSON)], "He became a person of X."),
        ("Ann Lee ('Nan' pronounced so) (1915–1998), a singer, left.",
         [("Ann Lee", *PERSON), ("Nan", *PERSON), ("1915", *window("1900 to 1949")), ("1998", *DATE)],
         "X (born between 1900 and 1949), a singer, left."),
        ("Ann Lee (16 May 1946, Rome) sang.",
         [("Ann Lee", *PERSON), ("16 May 1946", *window("1940 to 1949")),
          ("Rome", "LOC", "GPE", "generalized", "city")],
         "X (born between 1940 and 1949, a city) sang."),
        ("She worked between 1957 and 2000.",
         [("1957", *window("1950 to 1959")), ("2000", *window("1996 to 2005"))],
         "She worked between 1950–1959 and 1996–2005."),
        ("She worked between 1957 and 1958.",
         [("1957", *window("1950 to 1959")), ("1958", *window("1950 to 1959"))],
         "She worked between 1950 and 1959."),
        ("They spread Islam.", [("Islam", "DEM", "RELIGION", "suppressed", "religion")], "They spread a faith."),
        ("She writes for *Sorrentia*, she says.", [("Sorrentia", "MISC", "MISC", "suppressed", "thing")],
         "She writes for *X*, she says."),
        ("He left Sorrentia for good.", [("Sorrentia", "LOC", "GPE", "suppressed", "thing")], "He left X for good."),
        ("The 1804–1813 wars went on.", [("1804", *DATE), ("1813", *DATE)], "The wars went on."),
        (
            "He was born in Leeds, England, and saw Rome, Paris and Lyon.",
            [(p, "LOC", "GPE", "generalized", "district") for p in ("Leeds", "England", "Rome", "Paris", "Lyon")],
            "He was born, and saw three districts.",
        ),
        ("She sang Fado, in 1990. He left.", [("Fado", "MISC", "WORK", "suppressed", "work"), ("1990", *DATE)],
         "She sang a work. He left."),
        ("He is a Leeds-based banker.", [("Leeds", "LOC", "GPE", "suppressed", "place")], "He is a banker."),
        ("He won the 1990 cup.", [("1990", *window("1985 to 1994"))], "He won the 1985 to 1994 cup."),
        ("They read Islamic law.", [("Islamic", *GROUP)], "They read law."),
        ("They are Tamils.", [("Tamils", *GROUP)], "They are people."),
        ("He worked as a nurse.", [("nurse", *JOB)], "He worked in some occupation."),
        ("He is a nurse.", [("nurse", *JOB)], "He has an occupation."),
        ("He was a nurse, known for tea.", [("nurse", *JOB)], "He had an occupation, known for tea."),
        ("I don't cough as much.", [("cough", "DEM", "DISEASE", "generalized", "symptom")],
         "I don't have a certain symptom as much."),
        ("She coughed a lot.", [("coughed", "DEM", "DISEASE", "suppressed", "health condition")],
         "She had a health condition a lot."),
        ("He was a nurse, an uncle and a poet.", [("nurse", *JOB)], "He was a person, an uncle and a poet."),
        ("He is a nurse who sings.", [("nurse", *JOB)], "He is a person who sings."),
        ("He was a nurse, clerk and poet here.", [(w, *JOB) for w in ("nurse", "clerk", "poet")],
         "He was a person here."),
        ("He left as a clerk and then painter.", [("clerk", *JOB), ("painter", *JOB)], "He left in some occupation."),
        ("Ann met Bob Ray there.", [("Ann", *PERSON), ("Bob Ray", *PERSON)], "X met Y there."),
        ("He was a son of Sultan Ahmed III here.", [("Ahmed III", *PERSON)], "He was a son of X here."),
        ("He was the 27th Sultan here.", [("Sultan", *JOB)], "He was the 27th person here."),
        ("He left (1901–1903) for good.", [("1901", *DATE), ("1903", *window("the 20th century"))],
         "He left (until some time in the 20th century) for good."),
        ("They considered them to be Jewish.", [("Jewish", *GROUP)], "They considered them to be of a certain group."),
        ("She writes in French.", [("French", *GROUP)], "She writes in a language."),
        ("He was only six years old when he left.", [("six years old", *AGE)],
         "He was of a certain age when he left."),
        ("In his early twenties, he moved.", [("early twenties", *AGE)], "At a certain age, he moved."),
        ("He sang aged 7 and left.", [("aged 7", *AGE)], "He sang at a certain age and left."),
        ("It was lost by the Portuguese.", [("Portuguese", *GROUP)], "It was lost by the people."),
        ("He is now a race car driver.", [("driver", *JOB)], "He is now a person."),
        ("An architect by training, Ek came. He saw Ek there.", [("architect", *JOB), ("Ek", *PERSON)],
         "A person by training came. He saw the person there."),
        ("I had to move up to 30 mg/wk.", [("up to 30 mg/wk", "QUANTITY", "QUANTITY", "suppressed", "quantity")],
         "I had to move up to an amount."),
        ("He made twenty films.", [("twenty films", "QUANTITY", "QUANTITY", "suppressed", "quantity")],
         "He made several films."),
        ("Director of FWD.us now.", [("FWD", "ORG", "ORG", "generalized", "head")], "Director of head now."),
        (
            "He is a nurse and vet.",
            [("nurse", "DEM", "JOB", "generalized", "adult"), ("vet", "DEM", "JOB", "generalized", "adult")],
            "He is an adult.",
        ),
    ],
)  # fmt: skip
def test_texts(text: str, terms: list[tuple[str, str, str, str, str]], written: str) -> None:
    spans, say = [], {}
    for surface, entity_class, type_, kind, words in terms:
        say[surface] = untold(words) if kind == "suppressed" else Saying(kind, wording(words), False)
        quasi = TermKind.DIRECT if kind == "direct" else TermKind.QUASI
        key = TermKey(entity_class, surface.casefold())
        for hit in re.finditer(rf"(?<!\w){re.escape(surface)}(?!\w)", text):
            spans.append(TermSpan(Span(*hit.span()), type_, words, quasi, key))
    spans.sort(key=lambda s: s.span)
    made, where = rewrite_text(text, spans, lambda term, surface: say[surface], True, direct_left)
    assert made == written
    assert not direct_left(made)
    assert all(shows(made[w.start : w.end], w.says) for w in where if w.kind == "generalized")


def test_a_safe_text_says_what_the_class_shares() -> None:
    spans = (
        Written(0, 3, "direct", "person"),
        Written(4, 9, "generalized", "adult"),
        Written(10, 14, "kept", "flu"),
    )
    text, where = safe_text((*spans, spans[1]))
    assert text == "adult; flu"
    assert [text[w.start : w.end] for w in where] == ["adult", "flu"]
    assert safe_text(()) == ("[...]", ())
