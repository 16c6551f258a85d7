"""Dates, readings, abbreviations, salutations and labels are taken for what they are."""

import pytest

from kb.values.date_order import orders_in
from kb.values.dates import read
from sanitizer import Sanitizer
from sanitizer.common.keys import Key
from sanitizer.operators.date_shift import ShiftDates
from sanitizer.operators.policy import Policy
from sanitizer.recognize.finders.abbreviations import domains, listed, uses
from sanitizer.recognize.finders.patterns import scan
from sanitizer.recognize.spans.fields import labels, without_labels
from sanitizer.text.lexicon import given_names
from sanitizer.types import Document, EntityClass, Mention, Span

KEY = Key(bytes.fromhex("8f0b7d13a45c29e6d1907b3f5c62e84a"))


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default()


@pytest.mark.parametrize(
    "written",
    [
        "14/03/1961", "3/14/1961", "14/03/61", "3/14/61", "4.3.2021", "14-03-61", "14-03-1961", "28/01/1978",
    ],
)  # fmt: skip
@pytest.mark.parametrize("frame", ["born on {}", "DOB: {}", "DOB {}, seen", "NHS number 1, {}."])
def test_dates_in_numbers_are_dates(written: str, frame: str) -> None:
    text = frame.format(written)
    start = text.index(written)
    assert ("DATE", start, start + len(written)) in [(f.type, f.start, f.end) for f in scan(text)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("We met in nineteen thirty-nine.", "nineteen thirty-nine"),
        ("She came in 'seventy-four, alone.", "'seventy-four"),
        ("Heard on 4, 5 and 8 August 2022.", "4, 5 and 8 August 2022"),
        ("In the second week of June 2020 it broke.", "second week of June 2020"),
        ("He left the previous Saturday.", "the previous Saturday"),
    ],
)
def test_dates_are_found_whole(text: str, said: str) -> None:
    assert said in [text[f.start : f.end] for f in scan(text) if f.type == "DATE"]


@pytest.mark.parametrize("text", ["nineteen twenty-pound notes", "chapters 3 and 4, 5 plates"])
def test_counts_are_no_dates(text: str) -> None:
    assert "DATE" not in [f.type for f in scan(text)]


@pytest.mark.parametrize("text", ["plot no. 12/03/1961", "application no. 12/03/61"])
def test_numbers_of_things_are_no_dates(text: str) -> None:
    assert "DATE" not in [f.type for f in scan(text) if f.end == len(text) and f.start <= text.index("1")]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("14/03/1961 and 3/4/1961", {"dmy"}),
        ("3/14/61 and 3/4/1961", {"mdy"}),
        ("3/4/1961", set()),
        ("14/03/1961 and 3/14/1961", {"dmy", "mdy"}),
        ("31.12.1999", set()),
    ],
)
def test_the_order_of_a_document_is_that_of_its_clear_dates(text: str, first: set[str]) -> None:
    assert orders_in(text) == first


def test_two_digits_are_a_year_that_has_come() -> None:
    assert list(read("14/03/61")) == ["1961-03-14"]
    assert list(read("14/03/21")) == ["2021-03-14"]


def test_the_year_of_a_date_in_numbers_is_told(sanitizer: Sanitizer) -> None:
    assert sanitizer.sanitize("She was born on 14/03/1961.").text == "She was born in 1961."
    assert sanitizer.sanitize("She was born on 3/14/1961.").text == "She was born in 1961."
    assert "code" not in sanitizer.sanitize("DOB: 28/01/1978").text.lower()


@pytest.mark.parametrize(("seen", "moved"), [("3/14/1999", "4/5/1961"), ("14/3/1999", "4/4/1961")])
def test_dates_are_shifted_in_the_order_of_their_document(seen: str, moved: str) -> None:
    key = KEY
    person = next(p for p in map(str, range(5000)) if ShiftDates(key).offset(p) == 1)
    text = f"Born 4/4/1961, seen {seen}." if moved == "4/5/1961" else f"Born 3/4/1961, seen {seen}."
    done = Sanitizer.default(operators=Policy.parse({"DATE": "date-shift"}, key)).sanitize(
        Document(person, text)
    )
    assert f"Born {moved}" in done.text


def test_the_surrogate_of_a_date_is_a_date() -> None:
    text = "Born 14/03/61."
    done = Sanitizer.default(operators=Policy.parse({"DATE": "surrogate"}, KEY)).sanitize(text)
    made = done.text.removeprefix("Born ").removesuffix(".")
    assert made != "14/03/61"
    assert list(read(made))


def test_a_blood_pressure_is_no_case_number(sanitizer: Sanitizer) -> None:
    done = sanitizer.sanitize("BP 140/90, HR 88.")
    assert "case number" not in done.text.lower()
    assert done.text.startswith("BP ")
    assert "HR 88" in done.text
    found = [(f.type, f.start, f.end) for f in scan("Blood pressure was 135/85 mmHg")]
    assert found == [("QUANTITY", 19, 30)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The patient is a 46-year-old man with HIV.", "The patient is a man with an infectious disease."),
        ("She is HIV positive.", "She has an infectious disease."),
        ("He was HIV negative.", "He was free of an infectious disease."),
        ("An HIV positive man came.", "An infectious-disease-positive man came."),
        ("She has MS.", "She has a neurological condition."),
        ("The NHS paid for it.", "A health service paid for it."),
        ("The report discloses nothing. He proposes a new law.",) * 2,
        ("He was admitted to A&E. An ECG and a CT scan were done.",) * 2,
    ],
)
def test_clinical_abbreviations_are_what_they_stand_for(
    sanitizer: Sanitizer, text: str, expected: str
) -> None:
    assert sanitizer.sanitize(text).text == expected


def test_several_illnesses_are_several(sanitizer: Sanitizer) -> None:
    done = sanitizer.sanitize("The patient has COPD and CKD.")
    assert [(s.term, s.type) for s in done.report.sensitive] == [
        ("COPD", "DISEASE"), ("CKD", "DISEASE"),
    ]  # fmt: skip


def test_a_health_service_sets_no_threshold(sanitizer: Sanitizer) -> None:
    done = sanitizer.sanitize("The NHS paid Mr Tom Huber of Leeds.")
    assert "state" not in done.text
    assert done.report.threshold.set_by and done.report.threshold.set_by.term != "The NHS"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Ms Berry has MS.", ["MS"]),
        ("He lives in New Haven, CT.", []),
        ("The patient had a CT.", ["CT"]),
        ("MS Office was used.", []),
        ("She is a PE teacher at the hospital.", []),
        ("Treated for PE in hospital.", ["PE"]),
        ("THIS IS ALL ABOUT CANCER TREATMENT HERE.", []),
    ],
)
def test_doubtful_abbreviations_need_words_of_medicine(text: str, meant: list[str]) -> None:
    assert [text[u.start : u.end] for u in uses(text) if u.entry.domains == {"health"}] == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("An SMS came. The LADO wrote.", ["SMS", "LADO"]),
        ("She claimed PIP and then ESA.", ["PIP", "ESA"]),
        ("PIP came to see me. I saw ESA.", []),
        ("The PA rang. TA met staff at school.", ["PA"]),  # initials have no article
        ("Paul Anders left early. The PA rang him.", []),  # nor has what a name of the text begins with
        ("JB and OT spoke about care.", []),  # beside somebody's initials
        ("Two ISAs and an annual equivalent rate.", ["ISAs"]),
        ("PCN BN60418825 was paid.", ["PCN"]),
        ("Her Personal Independence Payment (PIP) was late.", ["PIP"]),
        ("Rec'd today: G2P2, seen by the ANUM.", ["Rec'd", "G2P2", "ANUM"]),
        ("On Tab. Telma. Press Tab to go on.", ["Tab"]),
        ("IDC was there.", []),
        (
            "The ward nurse saw the patient after admission; no scan, and symptoms as before. IDC is out.",
            ["IDC"],
        ),
        ("MINUTES OF AN EHCP MEETING. MAR Holt came.", ["EHCP"]),
    ],
)
def test_abbreviations_of_offices_and_letters_need_their_domain(text: str, meant: list[str]) -> None:
    assert [text[u.start : u.end] for u in uses(text)] == meant


@pytest.mark.parametrize(
    ("text", "stays", "goes"),
    [
        ("We spoke at the AGM. Her SENCo asked for an EHCP.", ["AGM", "SENCo", "EHCP"], []),
        ("On Monday IDVA Kate Orr met her.", [], ["Kate", "Orr"]),
        ("My PCN BN60418825 was paid.", ["PCN"], ["BN60418825"]),
        ("Sutures by the SHO, Dr. Imran Qazi. An NDIS plan.", ["SHO", "NDIS plan"], ["Imran", "Qazi"]),
        ("Norham Sailing Club met. The NSC owes us money.", [], ["NSC", "Norham"]),
    ],
)
def test_abbreviations_that_are_words_stay(
    sanitizer: Sanitizer, text: str, stays: list[str], goes: list[str]
) -> None:
    done = sanitizer.sanitize(text).text
    assert all(word in done for word in stays)
    assert not any(word in done for word in goes)


def test_the_list_is_whole() -> None:
    entries = [(short, entry) for short, several in listed().items() for entry in several]
    assert {entry.kind for _, entry in entries} == {"illness", "service", "term"}
    assert all(entry.words and entry.domains for _, entry in entries)
    assert all(entry.domains <= domains().keys() for _, entry in entries)
    general = {short for short, entry in entries if entry.domains != {"health"} and not entry.doubtful}
    assert not {
        short for short in general if len(short) < 3 or (short.title() in given_names() and short.isupper())
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dear Dr Berry,", "Dear Dr X,"),
        ("Dear Mrs Smith,", "Dear Mrs X,"),
        ("GP: Dr Schofield", "GP: [doctor]"),
        ("Consultant: Dr Scott Johnson", "Consultant: [doctor]"),
        ("Name: Helena Markovic", "Name: [name]"),
    ],
)
def test_salutations_and_labels_stay(sanitizer: Sanitizer, text: str, expected: str) -> None:
    assert sanitizer.sanitize(text).text == expected


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("She was seen as cook Anna Quern on the Holt Gazette then.", {"Anna Quern", "Holt Gazette"}),
        ("Anna Quern met Bo Holt. Then Quern and Holt left.", {"Anna Quern", "Quern", "Bo Holt", "Holt"}),
        ("He joined the Los Angeles Lakers of the NBA.", {"Los Angeles Lakers", "NBA"}),
    ],
)
def test_two_names_in_a_row_are_two(sanitizer: Sanitizer, text: str, names: set[str]) -> None:
    assert {
        form for s in sanitizer.sanitize(text).report.sensitive for form in s.forms if form[0].isupper()
    } == names


def test_labels_of_fields_by_their_form() -> None:
    text = "Form tutor: Miss May\n- Seller Name (shop): Bo  Nurse: Ann\nHe said: the nurse left."
    assert [m.of(text) for m in labels(text)] == ["Form tutor", "Seller Name", "Nurse", "He said"]
    nurses = [Mention(Span(i, i + 5), "JOB", EntityClass.DEM, "demographics") for i in (47, 71)]
    assert [text[m.span.start : m.span.end] for m in nurses] == ["Nurse", "nurse"]
    assert without_labels(text, nurses) == nurses[1:]
