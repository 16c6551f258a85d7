"""What is stored besides what is shown: numbers and days of charts, values of cells of OpenDocument."""

import re
from dataclasses import replace

import pytest
from lxml import etree

from sanitizer.documents.formats import Fields, FileDocument
from sanitizer.documents.known_formats import format_called
from sanitizer.documents.office_charts import plain_format
from sanitizer.documents.open_document_values import round_cell
from sanitizer.documents.packages import pack, unpack
from sanitizer.documents.rewrite import rewritten
from tests.contracts.document_format import changes_of
from tests.documents import files

_C = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "text", "table")
)


def read(kind: str, raw: bytes) -> FileDocument:
    (own,) = format_called(kind).read(raw, "a", Fields())
    assert isinstance(own, FileDocument)
    return replace(own, format=kind, asked=Fields())


def chart_of_days(code: str = "m/d/yy", kind: str = "Ref", more: str = "") -> bytes:
    """Return a slide with a chart of three days: 1969-01-01, 1969-01-02, 1969-01-12, and a number for each."""

    def held(code: str, *values: str) -> str:
        points = "".join(f'<c:pt idx="{n}"><c:v>{v}</c:v></c:pt>' for n, v in enumerate(values))
        name = "numCache" if kind == "Ref" else "numLit"
        own = f'<c:{name}><c:formatCode>{code}</c:formatCode><c:ptCount val="3"/>{points}</c:{name}>'
        return f"<c:numRef><c:f>a!$A$1</c:f>{own}</c:numRef>" if kind == "Ref" else own

    days, numbers = (
        held(code, "25204", "25205", "25215.5"),
        held("General", "4.4000000000000004", "2", "-3.5"),
    )
    return files.with_chart(
        files.powerpoint(),
        own=f'<c:chartSpace xmlns:c="{_C}">{more}<c:chart><c:plotArea><c:lineChart><c:ser><c:cat>{days}</c:cat><c:val>'
        f'{numbers}</c:val></c:ser></c:lineChart><c:dateAx><c:auto val="0"/></c:dateAx></c:plotArea></c:chart>'
        "</c:chartSpace>".encode(),
    )


def chart_in(raw: bytes) -> str:
    return unpack(raw)["ppt/charts/chart1.xml"].decode()


@pytest.mark.parametrize("kind", ["Ref", "Lit"])
def test_days_of_a_chart_are_read_as_days_and_stored_as_they_were(kind: str) -> None:
    own = read("powerpoint", chart_of_days(kind=kind))
    told = [(p.role, p.text) for p in own.pieces]
    assert told[-6:] == [
        ("cell", "1969-01-01"), ("cell", "1969-01-02"), ("cell", "1969-01-12 12:00:00"),
        ("number", "4.4"), ("number", "2"), ("number", "-3.5"),
    ]  # fmt: skip
    told_again = re.findall("<c:v>(.*?)</c:v>", chart_in(rewritten(own, [], [])))
    assert told_again == ["25204", "25205", "25215.5", "4.4", "2", "-3.5"]


@pytest.mark.parametrize("kind", ["Ref", "Lit"])
def test_a_day_that_is_told_less_exactly_is_a_word_and_a_number_is_drawn_no_more(kind: str) -> None:
    own = read("powerpoint", chart_of_days(kind=kind))
    changes = [*changes_of(own.text, "1969-01-01", "1969"), *changes_of(own.text, "-3.5", "few")]
    chart = chart_in(rewritten(own, changes, ["1969-01-01"]))
    root = etree.fromstring(chart.encode())
    (label,) = root.iter(f"{{{_C}}}cat")
    assert [e.tag.rpartition("}")[2] for e in label.iter() if "str" in e.tag or "num" in e.tag] == (
        ["strRef", "strCache"] if kind == "Ref" else ["strLit"]
    )
    assert [e.text for e in label.iter(f"{{{_C}}}v")] == ["1969", "1969-01-02", "1969-01-12 12:00:00"]
    assert not list(label.iter(f"{{{_C}}}formatCode")) and '<c:auto val="1"/>' in chart
    (numbers,) = root.iter(f"{{{_C}}}val")
    assert [(e.get("idx"), e[0].text) for e in numbers.iter(f"{{{_C}}}pt")] == [("0", "4.4"), ("1", "2")]
    assert "25204" not in chart and "few" not in chart
    for less in ("1969", "19690101", "12:00", "10"):
        again = read("powerpoint", rewritten(own, changes_of(own.text, "1969-01-01", less), ["1969-01-01"]))
        assert [p.text for p in again.pieces][-6] == less


def test_days_of_a_chart_are_counted_as_the_chart_says() -> None:
    own = read("powerpoint", chart_of_days(more='<c:date1904 val="1"/>'))
    assert [p.text for p in own.pieces][-6] == "1973-01-02"
    assert "<c:v>25204</c:v>" in chart_in(rewritten(own, [], []))


def test_a_format_of_days_with_words_stays_one_of_days() -> None:
    assert plain_format('d" of "mmmm') == "dmmmm" and plain_format("yyyy年m月d日") == "yyyy-mm-dd"
    assert plain_format("0.0 Quernby") == "General"
    own = read("powerpoint", chart_of_days("yyyy年"))
    assert "<c:formatCode>yyyy-mm-dd</c:formatCode>" in chart_in(rewritten(own, [], []))


def cell(kind: str, value: str, shown: str | None, name: str = "table-cell") -> dict[str, str]:
    """Return what a cell is after it was rounded: its attributes of values, and its words."""
    attribute = {"date": "date-value", "time": "time-value", "boolean": "boolean-value"}.get(kind, "value")
    words = "" if shown is None else f"<text:p>{shown}</text:p>"
    own = etree.fromstring(
        f'<table:{name} {_SPACES} office:value-type="{kind}" office:{attribute}="{value}" office:currency="EUR">'
        f"<office:annotation><text:p>a comment</text:p></office:annotation>{words}</table:{name}>"
    )
    round_cell(own)
    told = {str(key).rpartition("}")[2]: str(text) for key, text in own.attrib.items()}
    return told | {"p": "".join(map(str, own[-1].itertext()))}


@pytest.mark.parametrize(
    ("kind", "value", "shown", "kept"),
    [
        ("float", "3", "3", "3"), ("float", "3.14159", "3.14", "3.14"), ("float", "1234.5", "1,234.50", "1234.5"),
        ("float", "1234.5", "1.234,5", "1234.5"), ("float", "-2.25", "(2.25)", "-2.25"),
        ("float", "1200", "1.2E+03", "1200"),
        ("percentage", "0.2512", "25 %", "0.25"), ("currency", "1234.5", "1 234,50 €", "1234.5"),
        ("float", "1234567", "1,234", ""), ("float", "7", "Miller", ""), ("float", "7", "1 of 7", ""),
        ("float", "61", "16", ""), ("float", "-5", "5", ""), ("float", "1.26", "1.2", ""),
        ("date", "2021-05-03", "05/03/21", "2021-05-03"), ("date", "2021-05-03", "Monday, 3 May 2021", "2021-05-03"),
        ("date", "2021-05-03T10:22:33", "2021-05-03", "2021-05-03"), ("date", "2021-05-03", "May 2021", ""),
        ("date", "2021-05-03T10:22:33", "3.5.2021 10:22", "2021-05-03T10:22:00"),
        ("date", "2021-05-03", "2021-05-04", ""),
        ("date", "2021-05-03T10:22:33", "2021-05-03 11:22", ""), ("date", "Miller", "2021-05-03", ""),
        ("time", "PT22H05M33S", "22:05", "PT22H05M00S"), ("time", "PT22H05M33S", "10:05:33 PM", "PT22H05M33S"),
        ("time", "PT22H05M33S", "21:05", ""), ("boolean", "true", "TRUE", "true"), ("boolean", "true", "yes", ""),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["table-cell", "covered-table-cell"])
def test_a_cell_has_no_other_value_than_it_shows(
    kind: str, value: str, shown: str, kept: str, name: str
) -> None:
    told = cell(kind, value, shown, name)
    assert told.pop("p") == shown and "currency" not in told
    if kept:
        assert told.pop("value-type") == kind and list(told.values()) == [kept]
    else:
        assert told == {"value-type": "string"}


@pytest.mark.parametrize(
    ("kind", "value", "shown"),
    [
        ("float", "3.5", "3.5"), ("percentage", "0.25", "25.00%"),
        ("date", "2021-05-03T10:22:33", "2021-05-03 10:22:33"), ("time", "PT10H22M33S", "10:22:33"),
        ("boolean", "false", "false"),
    ],
)  # fmt: skip
def test_a_value_whose_words_a_file_does_not_hold_is_read(kind: str, value: str, shown: str) -> None:
    told = cell(kind, value, None)
    assert told["p"] == shown and told["value-type"] == kind and value in told.values()


def test_a_day_of_a_sheet_stays_a_day_and_one_told_less_exactly_is_text() -> None:
    parts = unpack(files.open_document("spreadsheet"))
    row = "".join(
        f'<table:table-row><table:table-cell office:value-type="date" office:date-value="{day}"><text:p>{day}</text:p>'
        "</table:table-cell></table:table-row>"
        for day in ("1961-05-03", "2021-05-04")
    )
    content = parts["content.xml"].replace(
        b"<office:spreadsheet>", f"<office:spreadsheet><table:table>{row}</table:table>".encode()
    )
    own = read("opendocument", pack({**parts, "content.xml": content}, stored="mimetype"))
    told = unpack(rewritten(own, changes_of(own.text, "1961-05-03", "1961"), ["1961-05-03"]))[
        "content.xml"
    ].decode()
    assert (
        'value-type="string"><text:p>1961<' in told
        and 'date-value="2021-05-04"' in told
        and "1961-05-03" not in told
    )
