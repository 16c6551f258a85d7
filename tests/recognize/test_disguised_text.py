"""Identifiers in disguise: what folding shows, labelled numbers, all variants of a form, and the table of disguises."""

import pytest
import spacy
from spacy.tokens import Doc

from sanitizer.check import places
from sanitizer.control.apply_rules import apply_rules, first_pass
from sanitizer.control.profiles import read_profile
from sanitizer.control.rules import Control
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.disguised_text import disguised
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.text.anchors import Anchors
from sanitizer.text.fold import fold, tight
from sanitizer.text.surface_forms import Forms
from sanitizer.types import Document, EntityClass, Mention, Span
from tests.cases.disguises import Case, cases, is_hidden


@pytest.fixture(scope="module", params=["default", "safe-harbor"])
def sanitizer(request: pytest.FixtureRequest) -> Sanitizer:
    control = Control() if request.param == "default" else read_profile(request.param)
    return Sanitizer.default(control=control)


def found(sanitizer: Sanitizer, text: str) -> tuple[Mention, ...]:
    doc = sanitizer.parse(text)
    return first_pass(
        sanitizer.control, doc, sanitizer.recognizers, sanitizer.common_attributes(), sanitizer.parse
    )


def blanked(text: str, mentions: tuple[Mention, ...]) -> str:
    parts, at = [], 0
    for m in mentions:
        parts += [text[at : m.span.start], " # "]
        at = m.span.end
    return "".join([*parts, text[at:]])


@pytest.mark.parametrize(
    ("text", "seen", "changed"),
    [
        ("Mr **Whit**combe said", "Mr Whitcombe said", ["**Whit**combe"]),
        ("Mr <b>Whit</b>combe said", "Mr Whitcombe said", ["<b>Whit</b>combe"]),
        ("Whit-\r\ncombe was", "Whitcombe was", ["t-\r\nc"]),
        ("Smith-\nJones was", "Smith-Jones was", ["-\n"]),
        ("Whit\u00ad\n  combe", "Whitcombe", ["t\u00ad\n  c"]),
        ("Whit\u200bcombe", "Whitcombe", ["t\u200bc"]),
        ("H e l e n a W h i t", "Helena Whit", ["H e l e n a W h i t"]),
        ("W H I T C O M B E", "WHITCOMBE", ["W H I T C O M B E"]),
        ("Markovi&#263; x", "Marković x", ["&#263;"]),
        ("a%20Markovi%C4%87", "a Marković", ["%20", "%C4%87"]),
        ("Ⓗⓔⓛⓔⓝⓐ Ｌｕｎｄ", "Helena Lund", ["Ⓗⓔⓛⓔⓝⓐ", "Ｌｕｎｄ"]),
        ("Маrkоvic", "Markovic", ["Маrkоvic"]),
        ("Luce\u0301a Q\u0301x\u0301", "Luc\u00e9a Qx", ["Luce\u0301a", "Q\u0301"]),
        ("5 3 6 9 0 4 3 9 9 a", "536904399 a", ["5 3 6 9 0 4 3 9 9"]),
        ("Helena\u00a0Lund", "Helena Lund", ["\u00a0"]),
        ("no 0\ufe0f\u20e37\ufe0f\u20e3 x", "no 07 x", ["0\ufe0f\u20e37\ufe0f\u20e3"]),
        ("a [0][4][0][5][1][9] b", "a 040519 b", ["[0][4][0][5][1][9]"]),
        ("a |L|U|N|D| b", "a LUND b", ["|L|U|N|D|"]),
        ("is L, U, N, D, T.", "is LUNDT.", ["L, U, N, D, T"]),
        ("is\n L\n U\n N\n D\n T\nof", "is\nLUNDT\nof", [" L\n U\n N\n D\n T"]),
    ],
)
def test_folding_shows_what_a_reader_sees(text: str, seen: str, changed: list[str]) -> None:
    folded = fold(text)
    assert folded.text == seen
    regions = [folded.back(a, b) for a, b in folded.changed]
    shown = [text[a:b] for a, b in regions]
    assert all(any(c in s or s in c for s in shown) for c in changed), shown


@pytest.mark.parametrize(
    "text",
    [
        "Plain words, with a hyphen-ed one; J.R.R.T. and A. B. C. here, 5 m² at 50% - fine.",
        "**bold** words, snake_case_names, Marković in München, “quotes” – and a dash.",
        "Grades A B were given. Привет, Мария.",
    ],
)
def test_ordinary_text_is_its_own_folding(text: str) -> None:
    assert fold(text).starts is None


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("536\u00a090\u00a04399", "536 90 4399"),
        ("536 - 90 - 4399", "536-90-4399"),
        ("536  90  4399", "536 90 4399"),
        ("4556 7375\n8689 9855", "4556 7375 8689 9855"),
        ("536–90\u20114399", "536-90-4399"),
    ],
)
def test_numbers_have_one_plain_mark_between_digits(text: str, seen: str) -> None:
    folded = tight(Anchors(text))
    assert folded.text == seen
    assert folded.back(0, len(seen)) == (0, len(text))


@pytest.mark.parametrize("case", list(cases(10**9)), ids=lambda c: c.text[:40])
def test_numbers_in_disguise_are_hidden_in_every_profile(sanitizer: Sanitizer, case: Case) -> None:
    published = blanked(case.text, found(sanitizer, case.text))
    assert is_hidden(case, published), published


@pytest.mark.parametrize(
    "text",
    [
        "Policy 2019-2021 was changed.",
        "The order was given in 2003.",
        "In case 12 of them came.",
        "The patient is 46 years old.",
    ],
)
def test_years_dates_and_counts_are_no_labelled_numbers(text: str) -> None:
    assert not [m for m in Patterns().find_in(text) if m.type in ("CODE", "HEALTH_ID", "MEDICAL_RECORD")]


@pytest.mark.parametrize(
    "variant",
    [
        "bell, agathe", "AGATHE BELL", "agathe bell", "agathe_bell", "agatheBell", "AgatheBell", "abell", "bellagathe",
        "agathe.bell@host", "mrs bell", "bell87", "agatheb", "A g a t h e", "a.bell_2",
    ],
)  # fmt: skip
def test_a_name_of_common_words_is_found_in_all_variants(sanitizer: Sanitizer, variant: str) -> None:
    text = f"Mrs Agathe Bell was seen on the ward. It was said that {variant} was late again."
    start = text.index(variant)
    covered = {i for m in found(sanitizer, text) for i in range(m.span.start, m.span.end)}
    assert all(i in covered for i in range(start, start + len(variant)) if text[i].isalnum())


def test_a_common_word_in_small_letters_is_no_name(sanitizer: Sanitizer) -> None:
    text = "Mrs Agathe Bell was seen on the ward. She rang the bell, and the bell, it seems, was late."
    spans = [m.span.of(text) for m in found(sanitizer, text)]
    assert not any(s.startswith("bell") for s in spans)


def test_the_folded_word_goes_whole_with_its_marks(sanitizer: Sanitizer) -> None:
    done = sanitizer.sanitize("Then Mr Gary <b>Whit</b>combe was seen, and **Whit**combe went home.")
    assert "<" not in done.text and "*" not in done.text and "combe" not in done.text
    assert done.met


def test_the_residual_check_sees_through_disguises() -> None:
    forms = Forms(["Gary Whitcombe", "Whitcombe"])
    for text in (
        "of Whit\u200bcombe",
        "of W h i t c o m b e",
        "of Whit-\ncombe",
        "of _Whitcombe_",
        "of Gary_Whitcombe",
    ):
        assert forms.find(text), text
    assert not forms.find("of Whitby and of combe")


def test_under_only_a_name_of_unknown_kind_is_a_persons() -> None:
    text = "Quernowska HIV"
    mentions = [
        Mention(Span(start, end), "MISC", EntityClass.MISC, "model") for start, end in ((0, 10), (11, 14))
    ]
    for only, expected in (("PERSON", ["Quernowska"]), ("CODE", [])):
        control = Control(only=frozenset((only,)))
        assert [m.span.of(text) for m in apply_rules(control, _blank(text), mentions)] == expected


@pytest.mark.parametrize(
    ("title", "hidden"),
    [
        ("Kwame (Kay) Ezenwata", True),
        ("Where is Maureen?", True),
        ("Stretch", True),  # what somebody may be called
        ("The Long Road", False),
    ],
)
def test_under_only_a_title_that_may_be_a_name_is_a_persons(title: str, hidden: bool) -> None:
    mentions = [Mention(Span(0, len(title)), "WORK", EntityClass.MISC, "works")]
    control = Control(only=frozenset(("PERSON",)))
    assert bool(apply_rules(control, _blank(title), mentions)) is hidden


def _blank(text: str) -> Doc:
    return spacy.blank("en")(text)


def test_long_lines_of_marks_are_read_at_once() -> None:
    """Each way to divide a run of underscores was tried once: a line to sign on took a minute."""
    for mark in "_*`~":
        text = f"Signed: {mark * 4000} date a{mark * 4000}1"
        assert fold(text).text == text


# The disguises that a profile does not see through yet, by their kind and the name in them.
# What is not recognized as a name goes later, as a word of which nothing is known.
NOT_SEEN: dict[str, set[tuple[str, str]]] = {
    "default": {("family", "Mthembuka")},
    "safe-harbor": {("family", "Mthembuka")},
}


def test_of_the_table_of_disguises_all_are_hidden_but_those_known(
    sanitizer: Sanitizer, request: pytest.FixtureRequest
) -> None:
    chosen = [c for c in cases(13) if not c.secret.isdigit()]
    missed = {
        (c.kind, c.secret) for c in chosen if not is_hidden(c, blanked(c.text, found(sanitizer, c.text)))
    }
    assert missed == NOT_SEEN[request.node.callspec.params["sanitizer"]]


def test_what_is_published_holds_no_disguise_either(sanitizer: Sanitizer) -> None:
    chosen = [c for c in cases(97) if not c.secret.isdigit()]
    assert not [c for c in chosen if not is_hidden(c, sanitizer.sanitize(Document("", c.text)).text)]


@pytest.mark.parametrize("text", ["The Smiths of Elm Street came.", "The Hubers of Hawthorn Road were told."])
def test_under_only_a_family_of_a_road_goes(text: str) -> None:
    done = Sanitizer.default(profile="safe-harbor").sanitize(text)
    assert not any(word in done.text for word in ("Smith", "Huber", "Elm", "Hawthorn"))


@pytest.mark.parametrize(
    "text",
    [
        "A, B, C, D, E",
        "[1][2][3][4][5][6]",
        "Y|N|Y|N|Y",
        "1\n2\n3\n4",
        "N.S.E.W. and",
        "a b c",
        "4, 5, 3, 2, 4, 5",
    ],
)
def test_lists_and_tables_of_single_characters_are_no_words(text: str) -> None:
    assert fold(text).text == text


def _tags(text: str) -> str:
    return "".join(chr(0xE0000 + ord(c)) for c in text)


@pytest.mark.parametrize(
    "unseen", [_tags("Helena HIV"), "\u200b\u200c" * 8, "\U000e0148\U000e0155\U000e0156", "\ufe00\ufe01"]
)
def test_text_that_nobody_sees_goes_and_is_listed_where_it_stays(sanitizer: Sanitizer, unseen: str) -> None:
    text = f"She came.{unseen} It rained."
    assert unseen not in blanked(text, found(sanitizer, text))
    assert [text[p.start : p.end] for p in places(text)] == [unseen]


def test_flags_and_joined_emoji_hide_nothing(sanitizer: Sanitizer) -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f"
    text = f"It is \U0001f3f4{_tags('gbeng')}\U000e007f and {family} here."
    assert not [m for m in found(sanitizer, text) if m.type == "HIDDEN"] and not places(text)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Tom Ridley came. TR said no. They asked TR again.", True),
        ("Tom Ridley (TR) came. They asked TR again.", True),
        ("Tom Ridley came. T.R. said no, and so TR left.", True),
        ("Tom Ridley came. It was TRue.", False),
    ],
)
def test_initials_of_a_named_person_that_stand_alone_once_go_everywhere(
    sanitizer: Sanitizer, text: str, gone: bool
) -> None:
    assert ("TR" not in blanked(text, found(sanitizer, text))) == gone


def test_a_text_in_which_only_dashes_are_others_is_not_parsed_again(sanitizer: Sanitizer) -> None:
    doc = sanitizer.parse("Ring Ann Lee on 0161–496–0123, who served from 1914–1918.")

    def refuse(text: str) -> Doc:
        raise AssertionError(text)

    mentions = disguised(doc, [Patterns()], refuse)
    assert "0161–496–0123" in {mention.span.of(doc.text) for mention in mentions}


def test_sentences_without_trees_outlast_other_dashes() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    doc = nlp("Ring 0161–496–0123. Ann Lee served from 1914–1918.")
    sentences: list[int] = []

    class Counting:
        name, trust = "counting", "pattern"

        def find(self, doc: Doc) -> list[Mention]:
            sentences.append(len(list(doc.sents)))
            return []

    disguised(doc, [Counting()], nlp)
    assert sentences == [2]


def test_only_the_paragraphs_that_hold_a_disguise_are_read_again(sanitizer: Sanitizer) -> None:
    text = "It rained.\n\nWrite to a\u200bnn@example.org\ntoday.\n\nIt rained on.\n\nOr to b\u200bob@example.org."
    read: list[str] = []

    def parse(part: str) -> Doc:
        read.append(part)
        return sanitizer.parse(part)

    mentions = disguised(sanitizer.parse(text), [Patterns()], parse)
    assert read == ["Write to ann@example.org\ntoday.\n\nOr to bob@example.org."]
    assert [m.span.of(text) for m in mentions] == ["a\u200bnn@example.org", "b\u200bob@example.org"]
