"""Reports as records: JSON and back, the form of the file, and what is no report."""

import json
from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from sanitizer.check.find_places_to_look_at import Look, Place
from sanitizer.check.report import Attacked, DocumentReport, FailedReport, Part, document_told
from sanitizer.check.summary import SummaryReport
from sanitizer.check.telling_shapes import KINDS
from sanitizer.errors import UsageError
from sanitizer.records import Record
from sanitizer.types import Span
from tests.page.reports import document_json, summary_json

PLACES = st.builds(Place, st.integers(), st.integers(), st.sampled_from(KINDS), st.just("digits"))
VALUES: dict[Any, st.SearchStrategy[Any]] = {
    str: st.sampled_from(["", "a", "ß", "a\nb", '"', "😀"]),
    int: st.integers(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    bool: st.booleans(),
    type(None): st.none(),
    Span: st.builds(lambda start, length: Span(start, start + length), st.integers(0, 99), st.integers(1, 9)),
    Part: st.builds(Part, st.integers(), st.integers(), st.sampled_from(["cell", "heading"])),
    Look: st.builds(Look, st.lists(PLACES, max_size=2).map(tuple), st.just(()), st.booleans()),
}


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Return values of what a field of a record says that it holds."""
    inner = get_args(hint)
    if hint in VALUES:
        return VALUES[hint]
    if isinstance(hint, type) and is_dataclass(hint):
        return st.builds(hint, **{name: values(of) for name, of in get_type_hints(hint).items()})
    if get_origin(hint) is Literal:
        return st.sampled_from(inner)
    if get_origin(hint) is tuple:
        return st.lists(values(inner[0]), max_size=2).map(tuple)
    if get_origin(hint) is Mapping:
        return st.dictionaries(values(inner[0]), values(inner[1]), max_size=2)
    return st.one_of([values(of) for of in inner])


@pytest.mark.parametrize("kind", [DocumentReport, FailedReport, SummaryReport])
@given(data=st.data())
@hypothesis_settings(max_examples=40, deadline=None)
def test_a_record_comes_back_from_its_file(kind: type[Record], data: st.DataObject) -> None:
    record = data.draw(values(kind))
    told = json.dumps(record.to_json())
    again = kind.from_json(json.loads(told))
    assert again == record
    assert json.dumps(again.to_json()) == told


def test_what_has_nothing_to_tell_is_left_out() -> None:
    told = document_json()
    assert DocumentReport.from_json(told).to_json() == told
    assert not {"decisions", "left", "dates", "look", "hardening"} & set(told)
    assert SummaryReport.from_json(summary_json(2)).to_json() == summary_json(2)


def test_failed_documents_are_told_apart_by_their_status() -> None:
    failed = {"kind": "document", "id": "x", "status": "failed", "reason": "is empty"}
    assert document_told(failed) == FailedReport(id="x", reason="is empty")
    assert FailedReport(id="x", reason="is empty").to_json() == failed
    with pytest.raises(UsageError, match="status: done or failed is needed"):
        document_told(failed | {"status": "begun"})


GOLDEN = Path(__file__).parent.parent / "data" / "report_as_it_was.jsonl"
"""A report as it was written before it was made of records (--groups 2 --contextual --harden), of invented texts."""


def test_a_report_of_the_form_before_records_reads_and_is_written_alike() -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    for line in lines:
        told = json.loads(line)
        record = SummaryReport.from_json(told) if told["kind"] == "summary" else document_told(told)
        assert json.dumps(record.to_json(), ensure_ascii=False) == line
    assert len(lines) > 2


def without(told: dict[str, Any], *path: str | int) -> dict[str, Any]:
    """Return the same with one thing gone."""
    copy: dict[str, Any] = json.loads(json.dumps(told))
    inner: Any = copy
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return copy


@pytest.mark.parametrize(
    ("told", "where"),
    [
        (without(document_json(), "text"), "text: field required"),
        (without(document_json(), "sensitive", 1, "class"), "sensitive, 1, class: field required"),
        (without(document_json(), "risky", 0, "choice", "rule"), "risky, 0, choice, rule: field required"),
        (document_json(changes=[[0, 0, "", "sensitive", 0]]), "changes, 0: value error, a span needs"),
        (document_json(changes=[["Ada", 3]]), "changes, 0: value error, start, end, replacement"),
        (
            document_json(residual={"met": "Ada", "problems": []}),
            "residual, met: input should be a valid boolean",
        ),
        (document_json(look={"places": [[1]]}), "look: value error, places and what is kept"),
        ([], "input should be"),
    ],
)
def test_what_is_missing_is_said_in_one_line_that_quotes_nothing(told: Any, where: str) -> None:
    with pytest.raises(UsageError) as caught:
        DocumentReport.from_json(told)
    assert str(caught.value).startswith(where)
    assert "Ada" not in str(caught.value) and "\n" not in str(caught.value)


def test_no_record_tells_in_repr_what_it_holds() -> None:
    report = DocumentReport.from_json(document_json())
    hard = Attacked(
        person="Ada", outcome="hidden", rank_before=1, rank_after=3, words=("loom",), utility_before=1.0,
        utility_after=1.0,
    )  # fmt: skip
    for record in (report, *report.sensitive, *report.risky, replace(report, hardening=hard), hard):
        assert repr(record) == f"{type(record).__name__}(...)"
