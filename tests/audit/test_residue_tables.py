"""Residue, metadata, reconstruction and the risks of tables, worked by hand."""

import math
import zipfile
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora_stats.fixed import DocumentCounts
from kb.base import Concept, Sense
from sanitizer.audit.metadata import file_metadata
from sanitizer.audit.reconstruct import named_among, reconstruct
from sanitizer.audit.residue import base_letters, find_residue, written
from sanitizer.audit.tables import audit_table, read_table
from sanitizer.audit.texts import residue_part
from sanitizer.check.report import SensitiveEntry
from sanitizer.errors import UsageError
from sanitizer.read.sensitive import Sensitive, checked_forms
from sanitizer.types import EntityClass, Span
from tests.page.reports import entity, entity_json, report_of


def _entity(entity_class: str, *forms: str) -> SensitiveEntry:
    return entity(0, forms[0], entity_class, forms=forms)


@pytest.mark.parametrize(
    ("entity_class", "form", "released", "expected"),
    [
        ("PERSON", "Ada Byron", "It was Ada Byron.", [("exact", "Ada Byron")]),
        ("PERSON", "Ada Byron", "It was ADA BYRON.", [("case", "ADA BYRON")]),
        ("PERSON", "Ada Byron", "It was Byron, Ada.", [("reversed", "Byron, Ada")]),
        ("PERSON", "Ada Byron", "It was A. Byron.", [("initials", "A. Byron")]),
        ("PERSON", "Ada Byron", "It was Byron.", [("part", "Byron")]),
        ("PERSON", "José Ñíguez", "It was Jose Niguez.", [("spelling", "Jose Niguez")]),
        ("PERSON", "Ada Byron", "A byronic hero", []),
        ("CODE", "47289/99", "no. 47289-99", [("spelling", "47289-99")]),
        ("CODE", "0171 555 0123", "call 01715550123 now", [("digits", "01715550123")]),
        ("ORG", "International Labour Office", "at the I.L.O. then", [("acronym", "I.L.O")]),
        ("LOC", "Uz", "to uz, then Uz", [("exact", "Uz")]),
        ("LOC", "Saint-Denis", "in Saint\nDenis", [("spelling", "Saint\nDenis")]),
        ("MISC", "...", "and so on...", []),
        ("PERSON", "Brown", "a brown bear, a BROWN one", [("lower", "brown"), ("case", "BROWN")]),
        ("MISC", "Women's Doubles", "the women's doubles", [("case", "women's doubles")]),
        ("DEM", "asthma", "Asthma", [("case", "Asthma")]),
    ],
)
def test_traces(entity_class: str, form: str, released: str, expected: list[tuple[str, str]]) -> None:
    found = find_residue("d", [_entity(entity_class, form)], released)
    assert [(t.how, released[t.start : t.end]) for t in found] == expected


def test_what_the_sanitizer_wrote_is_told_from_what_stayed() -> None:
    report = report_of("Ada, 1815 to 5 May 1852; 1852.", (0, 3, "She"), (13, 23, "1852"))
    released = "She, 1815 to 1852; 1852."
    assert written(report, released) == [(0, 3), (13, 17)]
    assert written(report, released + "!") == []
    found = find_residue("d", [_entity("DATETIME", "1852")], released, written(report, released))
    assert [(t.start, t.replacement, t.sure) for t in found] == [(13, True, False), (19, False, True)]


@pytest.mark.parametrize(
    ("entity_class", "form", "sure", "promised"),
    [
        ("PERSON", "Ada Byron", True, True),
        ("DATETIME", "1852", True, False),
        ("QUANTITY", "444", True, False),
        ("CODE", "A4x", True, False),
        ("CODE", "A4x7", True, True),
    ],
)
def test_what_the_residual_check_promises(entity_class: str, form: str, sure: bool, promised: bool) -> None:
    (found,) = find_residue("d", [_entity(entity_class, form)], f"There stood {form}.")
    assert (found.sure, found.promised) == (sure, promised)
    # the same as the run's own list of what must not stand in a result
    kind = EntityClass(entity_class)
    entity = Sensitive(0, (form,), kind, entity_class, ("model",), (Span(0, len(form)),), None, False)
    assert bool(checked_forms([entity])) == promised


def test_parts_of_an_audit_tell_promised_from_found_beside() -> None:
    entries = [
        entity_json(0, "Ada Byron"),
        entity_json(1, "1852", "DATETIME"),
        entity_json(2, "Leeds", "LOC", operator="keep"),
    ]
    one, other = (
        report_of("Ada Byron, Leeds, 1852.", sensitive=entries, id=name, output_id=name) for name in "ab"
    )
    part = residue_part([one, other], {"a": "ADA BYRON, Leeds, 1852."})
    counted = {k: v for k, v in part.to_json().items() if k != "traces"}
    assert counted == {
        "documents_checked": 1, "documents_not_released": 1, "kept_by_operator": 1, "sure": 2, "sure_promised": 1,
        "to_look_at": 0,
    }  # fmt: skip
    assert [(t.how, t.promised) for t in part.traces] == [("case", True), ("exact", False)]


@given(st.text())
def test_base_letters_keep_the_length(text: str) -> None:
    assert len(base_letters(text)) == len(text)


def test_metadata_of_html(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    file.write_text(
        '<meta name="author" content="Ada"><meta name="viewport" content="x"><!-- draft --><p>text'
    )
    assert [(m.place, m.value) for m in file_metadata(file)] == [("comment", "draft"), ("meta author", "Ada")]


def test_metadata_of_office_files(tmp_path: Path) -> None:
    file = tmp_path / "a.docx"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(
            "docProps/core.xml", '<c xmlns:d="urn:d"><d:creator>Ada</d:creator><d:revision>3</d:revision></c>'
        )
        archive.writestr("word/document.xml", '<w:document xmlns:w="urn:w"><w:ins/><w:del/></w:document>')
    assert [(m.place, m.value) for m in file_metadata(file)] == [
        ("docProps/core.xml: creator", "Ada"),
        ("tracked changes", "2 in word/document.xml"),
    ]
    file.write_bytes(b"no archive")
    assert [m.place for m in file_metadata(file)] == ["unreadable"]


def test_metadata_of_pdf_and_plain_text(tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    file.write_bytes(b"%PDF-1.4\n1 0 obj << /Author (Ada Byron) /Title () >> endobj")
    assert [(m.place, m.value) for m in file_metadata(file)] == [
        ("document information: Author", "Ada Byron")
    ]
    (tmp_path / "a.txt").write_text("<!-- no comment -->")
    assert file_metadata(tmp_path / "a.txt") == ()


# --- reconstruction
# -------------------------------------------------------------------------------------------


class Cities:
    """A knowledge base of one concept, city, with three instances."""

    name, prefix = "cities", "c"

    def senses(self, phrase: str) -> list[Sense]:
        return []

    def hypernyms(self, concept: Concept) -> list[Concept]:
        return []

    def hyponyms(self, concept: Concept) -> list[Concept]:
        return [Concept(f"c:{n}", n) for n in ("leeds", "york", "bath")] if concept.id == "c:city" else []

    def lemmas(self, concept: Concept) -> list[str]:
        return [concept.id.partition(":")[2]]


def test_context_helps_the_guesser() -> None:
    counts = DocumentCounts(
        [{"york"}] * 8 + [{"leeds", "loom"}] * 4 + [{"bath", "spring"}] * 2 + [{"loom"}],
        total=6400,
        minimum_support=1,
    )
    city = entity_json(0, "Leeds", "LOC", concept="c:city", generalization="city")
    report = report_of("A loom in Leeds", (10, 15, "a city"), sensitive=[city])
    (guess,) = reconstruct(report, counts, Cities())
    assert (guess.candidates, guess.rank, guess.rank_blind) == (3, 1, 2)
    assert named_among([guess], 1) == 1
    assert named_among([guess], 1, blind=True) == 0
    assert named_among([]) is None


# --- tables
# ---------------------------------------------------------------------------------------------------

TABLE = pd.DataFrame(
    {
        "age": ["30-39", "30-39", "30-39", "40-49", "40-49", "50-59"],
        "city": ["Leeds", "Leeds", "Leeds", "York", "York", None],
        "illness": ["flu", "flu", "gout", "flu", "asthma", "flu"],
        "income": ["10", "20", "30", "10", "30", "20"],
    }
)


def test_classes_and_risks_by_hand() -> None:
    # classes of 3, 2 and 1
    audit = audit_table(TABLE, ["age", "city"], ["illness"])
    assert (audit.rows, audit.classes, audit.k, audit.mean_class, audit.unique_records) == (6, 3, 1, 2.0, 1)
    risks = audit.risks
    assert risks is not None
    assert risks.prosecutor == 1
    assert risks.prosecutor_mean == pytest.approx(3 / 6)
    assert risks.prosecutor_above == 1.0  # 1/3, 1/2 and 1 are all above 1/5
    assert risks.marketer == pytest.approx(3 / 6)
    (illness,) = audit.diversity
    assert (illness.distinct, illness.entropy, illness.distance) == (1, 1.0, "equal")
    # {flu} against {4/6, 1/6, 1/6}: half of |1/3| + 2 |1/6|; the class of two: (1/6 + 1/3 + 1/6)/2
    assert illness.t == pytest.approx(1 / 3)


def test_ordered_distance_by_hand() -> None:
    # overall 1/3 each; {20} differs cumulatively by -1/3, 1/3: earth mover's distance (1/3 + 1/3) / 2
    (income,) = audit_table(TABLE, ["age"], ["income"]).diversity
    assert income.distance == "ordered"
    assert income.t == pytest.approx(1 / 3)


def test_entropy_of_a_mixed_class() -> None:
    (illness,) = audit_table(TABLE.iloc[:3], ["age"], ["illness"]).diversity
    assert illness.entropy == pytest.approx(math.exp(-(2 / 3 * math.log(2 / 3) + 1 / 3 * math.log(1 / 3))))


def test_population_lowers_the_journalist_risk() -> None:
    population = pd.DataFrame({"age": ["30-39"] * 6 + ["50-59"] * 4})
    risks = audit_table(TABLE, ["age"], population=population).risks
    assert risks is not None
    # 30-39: 6 in the population; 40-49: not in its file, so at least the 2 of the release; 50-59: 4
    assert risks.journalist == 1 / 2
    assert risks.marketer == pytest.approx((3 / 6 + 2 / 2 + 1 / 4) / 6)
    assert risks.population == 10


def test_unique_combinations_are_minimal() -> None:
    table = pd.DataFrame({"a": ["x", "x", "y", "y"], "b": ["1", "2", "1", "2"], "c": ["p", "q", "q", "q"]})
    found = {u.columns: u.records for u in audit_table(table, ["a", "b", "c"]).combinations}
    # c = p singles out the first record by itself; a and b only together single out all four;
    # beyond the first, (x, q) and (1, q) are alone
    assert found == {("c",): 1, ("a", "b"): 4, ("a", "c"): 1, ("b", "c"): 1}


def test_missing_sensitive_values_never_count_towards_l() -> None:
    table = pd.DataFrame({"a": ["x", "x"], "s": ["flu", None]})
    assert audit_table(table, ["a"], ["s"]).diversity[0].distinct == 1


def test_an_empty_table() -> None:
    audit = audit_table(TABLE.iloc[:0], ["age"], ["illness"])
    assert (audit.rows, audit.k, audit.risks, audit.diversity) == (0, None, None, ())


def test_wrong_columns_are_named() -> None:
    with pytest.raises(UsageError, match="the table has no column 'sex'"):
        audit_table(TABLE, ["sex"])
    with pytest.raises(UsageError, match="no quasi-identifier"):
        audit_table(TABLE, [])


def test_tables_are_read_as_they_stand(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("age;city\n030;\n31;York\n")
    table = read_table(tmp_path / "t.csv")
    assert table["age"].tolist() == ["030", "31"]
    assert table["city"].tolist() == [None, "York"]


@given(
    st.lists(
        st.tuples(st.sampled_from("ab"), st.sampled_from("cd"), st.sampled_from("ef")),
        min_size=1,
        max_size=12,
    )
)
def test_agrees_with_counting_by_hand(rows: list[tuple[str, str, str]]) -> None:
    audit = audit_table(pd.DataFrame(rows, columns=["x", "y", "s"]), ["x", "y"], ["s"])
    classes: dict[tuple[str, str], list[str]] = {}
    for x, y, s in rows:
        classes.setdefault((x, y), []).append(s)
    assert audit.k == min(map(len, classes.values()))
    assert audit.diversity[0].distinct == min(len(set(v)) for v in classes.values())
    assert audit.unique_records == sum(len(v) == 1 for v in classes.values())
