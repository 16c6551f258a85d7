"""The second finder lists what looks like a name, number or date, however it is written, and little else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.check import look_at, places
from sanitizer.check.undisguise import fold


def found(text: str) -> list[tuple[str, str]]:
    return [(p.kind, text[p.start : p.end]) for p in places(text)]


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("We met Priya Raghunathan there.", "name", "Priya Raghunathan"),
        ("It was said by Mr Young again.", "name", "Young"),
        ("as told by Mark Young and others", "name", "Mark Young"),
        ("a letter to whitcombe, gary came", "name", "whitcombe"),
        ("the file of WHITCOMBE was closed", "name", "WHITCOMBE"),
        ("his father, S.A., by a decision", "name", "S.A."),
        ("written to helena@example.org today", "email", "helena@example.org"),
        ("written to helena [at] example [dot] org today", "email", "helena [at] example [dot] org"),
        ("ask hmarkovic@ward7 for it", "email", "hmarkovic@ward7"),
        ("see https://example.org/staff/whitcombe for it", "url", "https://example.org/staff/whitcombe"),
        ("posted by @helena_m91 yesterday", "handle", "@helena_m91"),
        ("posted by helena_m91 yesterday", "code", "helena_m91"),
        ("in /home/hmarkovic/report it lay", "handle", "hmarkovic"),
        ("MK: no", "name", "MK"),
        ("It is so.\nOlivia: see above", "name", "Olivia"),
        ("call 0191 496 0364 for it", "number", "0191 496 0364"),
        ("SSN 536\u00a090\u20114399 is hers", "number", "536\u00a090\u20114399"),
        ("card 4556 – 7375 – 8689 – 9855 was used", "number", "4556 – 7375 – 8689 – 9855"),
        ("It says 9434765919 here.", "number", "9434765919"),
        ("seen as QX-72-C3 in the list", "code", "QX-72-C3"),
        ("born on 14/03/1961 there", "date", "14/03/1961"),
        ("born 1961-03-14 there", "date", "1961-03-14"),
        ("born on 3 May 1991 there", "date", "3 May 1991"),
        ("born on May 3rd, 1991 there", "date", "May 3rd, 1991"),
        ("on the third of May it rained", "date", "third of May"),
        ("lives at 14 Elm Street now", "address", "14 Elm Street"),
        ("lives at 14 elm street now", "address", "14 elm street"),
        ("lives in Flat 3 now", "address", "Flat 3"),
        ("lives at 14 rue des Lilas now", "address", "14 rue des Lilas"),
    ],
)  # fmt: skip
def test_a_place_of_each_kind_is_listed_whole(text: str, kind: str, words: str) -> None:
    assert any(k == kind and words in w for k, w in found(text)), found(text)


@pytest.mark.parametrize(
    "name",
    [
        "**Whit**combe", "<b>Whit</b>combe", "Whit\u200bcombe", "whit\u00adcombe", "W h i t c o m b e",
        "w h i t c o m b e",
        "Ｗｈｉｔｃｏｍｂｅ", "Ⓦⓗⓘⓣⓒⓞⓜⓑⓔ", "Whitс\u043embe", "Whit-\r\ncombe",
        "Kova&#269;", "Marko%20Kova%C4%8D", "garyWhitcombe",
        "gary_whitcombe", "gary.whitcombe",
        "Gary-Whitcombe-notes.txt", "gwhitcombe", "W.H.I.T.C.O.M.B.E", "wh1tcombe77",
    ],
)  # fmt: skip
def test_a_name_is_listed_however_it_is_disguised(name: str) -> None:
    text = f"It was {name} again."
    assert any(p.start < 7 + len(name) and p.end > 7 for p in places(text))


@pytest.mark.parametrize(
    "text",
    [
        "The patient was admitted to the ward with chest pain and discharged on Monday.",
        "She is an Indian nurse who worked from the 1990s to 2004, aged 46.",
        "By a decision of 1999 the Court declared the application admissible under Article 34 of the Convention.",
        "PROGRESS NOTE\n\nPlan\n- repeat bloods in 3 weeks, 20mg twice a day, BP 140/90\n- smoking: never",
        "BP: 140/90\nDOB: 1970",
        "He paid 12,500 euros, 3.5 % more than in May, and the 18-year-old came 3rd.",
        "I don't think it's well-\nknown. You're right: we'd better go.",
    ],
)
def test_plain_english_is_not_listed(text: str) -> None:
    assert found(text) == []


def test_our_own_words_are_not_looked_at_and_names_beside_them_are() -> None:
    text = "She met Jim Doe of Oslo."
    assert [p.kind for p in places(text, [(8, 15)])] == ["name"]
    assert places(text, [(8, 15), (19, 23)]) == ()


def test_what_a_user_keeps_is_listed_apart() -> None:
    look = look_at("She met Okonkwo. Later came 9434765919.", kept=[(8, 15)])
    assert [(p.start, p.end) for p in look.kept] == [(8, 15)]
    assert look.counts == {"number": 1}


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_offsets_are_sorted_disjoint_and_inside(text: str) -> None:
    folded = fold(text)
    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    at = 0
    for place in places(text):
        assert at <= place.start < place.end <= len(text)
        at = place.end


_FRESH = st.text("bdfgklmnprstvz", min_size=3, max_size=5).flatmap(
    lambda c: st.just("".join(a + b for a, b in zip(c, "aoueia", strict=False)).capitalize() + "wicz")
)


@given(
    st.lists(st.sampled_from(["the", "nurse", "told", "him", "about", "it", "left,"]), max_size=12), _FRESH,
    st.lists(st.sampled_from(["a man", "a European city", "the 1990s"]), max_size=3),
)  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_a_fresh_name_outside_of_our_words_is_listed(before: list[str], name: str, ours: list[str]) -> None:
    text, written = " ".join(before), []
    for words in ours:
        written.append((len(text) + 1, len(text) + 1 + len(words)))
        text += f" {words}"
    start = len(text) + 1
    text += f" {name} was there."
    assert any(p.start <= start and p.end >= start + len(name) for p in places(text, written))
