"""Operators by themselves: what each promises, keeps and leaves."""

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.operators import (
    Encrypt,
    Hash,
    Keep,
    Key,
    Mask,
    Operator,
    Policy,
    Pseudonym,
    ShiftDates,
    Surrogate,
    Tag,
    Term,
    operate,
)
from sanitizer.recognize.entity_types import TYPES
from sanitizer.recognize.finders.span_files import mention_of
from sanitizer.recognize.identifiers.check_digits import card
from sanitizer.types import Mention, Span
from tests.contracts.operator import OperatorContract

KEY = Key(bytes(range(32)))
OTHER = Key(bytes(range(1, 33)))


def term(surface: str, type: str = "PERSON", full: str = "", person: str = "") -> Term:
    return Term(surface, type, TYPES[type][0], 0, full or surface, person)


class TestKeep(OperatorContract):
    def make(self) -> Operator:
        return Keep()


class TestTag(OperatorContract):
    def make(self) -> Operator:
        return Tag()


class TestPseudonym(OperatorContract):
    def make(self) -> Operator:
        return Pseudonym()


class TestMask(OperatorContract):
    def make(self) -> Operator:
        return Mask(keep_last=2)


class TestHash(OperatorContract):
    def make(self) -> Operator:
        return Hash(KEY)


class TestEncryptDeterministic(OperatorContract):
    def make(self) -> Operator:
        return Encrypt(KEY)


class TestEncryptRandom(OperatorContract):
    deterministic = False

    def make(self) -> Operator:
        return Encrypt(KEY, deterministic=False)


class TestSurrogate(OperatorContract):
    def make(self) -> Operator:
        return Surrogate(KEY)


class TestShiftDates(OperatorContract):
    def make(self) -> Operator:
        return ShiftDates(KEY)


def test_tag_pseudonym_mask() -> None:
    assert Tag().replace(term("a@b.org", "EMAIL")) == "[E-MAIL ADDRESS]"
    assert Pseudonym().replace(Term("x", "ORG", TYPES["ORG"][0], 1)) == "ORG_2"
    assert Mask(keep_last=4).replace(term("4111 1111-1111 1234", "CARD")) == "**** ****-**** 1234"
    assert Mask("#").replace(term("Ann", "PERSON")) == "###"
    assert Mask(keep_last=9).replace(term("1234", "PIN")) == "**34", "at most half is kept"


@pytest.mark.parametrize(
    ("surface", "shown"),
    [
        ("Mrs Helena Whitcombe", "*** ****** *****ombe"),
        ("Helena Ann", "*****a **n"),
        ("0113 496 00123", "**** *** *0123"),
        ("helena.w@x.org", "******.*@*.**g"),
        ("Room 4117", "**** **17"),
        ("LS1 4AB", "**1 **B"),
        ("X", "*"),
    ],
)
def test_a_mask_leaves_no_word(surface: str, shown: str) -> None:
    assert Mask(keep_last=20).replace(term(surface, "PERSON")) == shown


@given(st.text(alphabet="aBé0123456789 -@.", max_size=30), st.integers(0, 30))
def test_what_a_mask_leaves_is_bounded(surface: str, last: int) -> None:
    masked = Mask(keep_last=last).replace(term(surface, "CODE"))
    kept = [i for i, c in enumerate(surface) if c.isalnum() and masked[i] == c]
    assert len(masked) == len(surface) and len(kept) <= min(4, last)
    assert all(masked[i] == c for i, c in enumerate(surface) if not c.isalnum())
    assert 2 * sum(surface[i].isdigit() for i in kept) <= sum(map(str.isdigit, surface))
    for word in re.finditer(r"[^\W_]+", surface):
        if not word.group().isdigit():
            assert 2 * sum(word.start() <= i < word.end() for i in kept) <= len(word.group())


def test_hash_sees_the_value_not_its_spelling() -> None:
    a, b = Hash(KEY).replace(term("Doğan  KILIÇ")), Hash(KEY).replace(term("dogan kilic"))
    assert a == b != Hash(OTHER).replace(term("dogan kilic"))
    assert a.startswith("PERSON-")
    assert len(Hash(KEY, length=8).replace(term("x"))) == len("PERSON-") + 8


def test_names_stay_families() -> None:
    surrogate = Surrogate(KEY)
    full = surrogate.replace(term("Thomas Huber")) or ""
    first, last = full.split()
    assert surrogate.replace(term("Huber", full="Thomas Huber")) == last
    assert surrogate.replace(term("Thomas", full="Thomas Huber")) == first
    assert surrogate.replace(term("Mr Huber's", full="Thomas Huber")) == f"Mr {last}'s"
    assert surrogate.replace(term("T. Huber", full="Thomas Huber")) == f"{first[0]}. {last}"
    assert surrogate.replace(term("HUBER", full="Thomas Huber")) == last.upper()
    assert (surrogate.replace(term("Anna Huber")) or "").split()[1] == last


def test_forms_are_kept() -> None:
    surrogate = Surrogate(KEY)
    made = surrogate.replace(term("4111 1111 1111 1111", "CARD")) or ""
    assert card(made.replace(made[0], "4", 1)) or made[4] == " "
    assert [len(p) for p in made.split()] == [4, 4, 4, 4]
    assert (surrogate.replace(term("a@b.org", "EMAIL")) or "").endswith("@example.org")
    code = surrogate.replace(term("AB-12/x", "CODE")) or ""
    assert [c.isdigit() for c in code] == [c.isdigit() for c in "AB-12/x"]
    assert surrogate.replace(term("asthma", "DISEASE")) is None


class Fixed(ShiftDates):
    def offset(self, person: str) -> int:
        return {"a": 10, "b": -400}[person]


@pytest.mark.parametrize(
    ("written", "moved"),
    [
        ("31 May 1991", "10 June 1991"),
        ("May 31, 1991", "June 10, 1991"),
        ("1991-05-31", "1991-06-10"),
        ("31/05/1991", "10/06/1991"),
        ("31.5.1991", "10.6.1991"),
        ("21st of June 2001", "1st of July 2001"),
        ("May 1991", "May 1991"),
        ("Dec. 25, 1999", "Jan. 4, 2000"),
        ("1991", "1991"),
    ],
)
def test_dates_keep_their_notation(written: str, moved: str) -> None:
    assert Fixed(KEY).replace(term(written, "DATE", person="a")) == moved


@pytest.mark.parametrize(
    "written", ["last spring", "31 February 1991", "10:30", "Foo 1991", "1 Dececember 1990"]
)
def test_what_cannot_be_read_is_left(written: str) -> None:
    assert Fixed(KEY).replace(term(written, "DATE", person="a")) is None


@given(
    st.dates(date(1800, 1, 1), date(2200, 1, 1)),
    st.dates(date(1800, 1, 1), date(2200, 1, 1)),
    st.text(max_size=8),
)
def test_intervals_of_a_person_stay_true(one: date, two: date, person: str) -> None:
    shift = ShiftDates(KEY, days=500)
    moved = [
        date.fromisoformat(shift.replace(term(d.isoformat(), "DATE", person=person)) or "")
        for d in (one, two)
    ]
    assert moved[1] - moved[0] == two - one
    assert 0 < abs((moved[0] - one).days) <= 500


def test_operators_by_type_class_and_default() -> None:
    policy = Policy.parse(
        {"EMAIL": "tag", "CODE": {"mask": {"keep_last": 2}}, "default": "pseudonym", "DATE": "keep"}
    )
    text = "Ann a@b.org 99-123 1991"
    mentions = [
        mention_of(0, 3, "PERSON"),
        mention_of(4, 11, "EMAIL"),
        mention_of(12, 18, "CODE"),
        mention_of(19, 23, "DATE"),
    ]
    joined = [Mention(m.span, m.type, m.entity_class, m.recognizer, entity=i) for i, m in enumerate(mentions)]
    assert operate(text, joined, policy)[0] == "PERSON_1 [E-MAIL ADDRESS] **-*23 1991"


def test_without_operator_the_word_of_the_type() -> None:
    assert operate("Ann ran", [mention_of(0, 3, "PERSON")], Policy())[0] == "person ran"


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"PERSON": "blur"}, "is none of"),
        ({"PERSON": "hash"}, "needs a key"),
        ({"PERSON": {"mask": {"width": 3}}}, "its options are character, keep_last"),
        ({"PERSON": {"mask": {"character": "x"}}}, "no letter or digit"),
    ],
)
def test_bad_policies(table: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Policy.parse(table)


def test_overlapping_mentions_never_corrupt() -> None:
    text = "Thomas Huber of Huber Ltd"
    mentions = [mention_of(0, 12, "PERSON"), mention_of(7, 20, "ORG"), mention_of(16, 25, "ORG")]
    assert operate(text, mentions, Policy({"default": Tag()}))[0] == "[ORGANIZATION]"
    assert Span(0, 25).of(text) == text
