"""Drawings, rich text, nested JSON and Parquet: what is read, what goes, what keeps its type."""

import datetime
import io
import json
from dataclasses import replace

import pyarrow
import pyarrow.parquet
import pytest

from sanitizer.documents.formats import Choices, Fields, FileDocument, PdfAs, Unreadable, Written
from sanitizer.documents.known_formats import format_called
from sanitizer.documents.rewrite import rewritten
from sanitizer.errors import DocumentError
from sanitizer.types import Document
from tests.contracts.document_format import changes_of
from tests.documents.drawn_files import printed

SVG = b"""<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:i="http://i" xmlns:xlink="http://www.w3.org/1999/xlink"
i:file="Secretby.png" viewBox="0 0 9 9"><!-- Secretby --><title>Mr Quernby</title>
<style>.Secretby{x:Secretby}</style><metadata>Secretby</metadata>
<g id="Secretby" class="Secretby"><rect x="1" fill="#aabbcc" data-x="Secretby" clip-path="url(#Secretby)"/>
<a xlink:href="http://Secretby/"><text x="3" font-family="Secretby">Mr <tspan>Quern</tspan>by came</text></a>
<image xlink:href="data:Secretby"/><script>Secretby</script><use xlink:href="#Secretby"/>
<desc>of Quernby</desc></g></svg>"""

RTF = (
    rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\info{\author Secretby}}\f0 Mr Quern{\b by} came \'e9 to "
    rb'{\field{\*\fldinst HYPERLINK "http://Secretby/"}{\fldrslt Leeds}}{\footnote a note}\par '
    rb"{\pict\wmetafile8 0100}{\*\annotation Secretby}end}"
)


def read(name: str, raw: bytes, fields: Fields | None = None) -> FileDocument:
    (own,) = format_called(name).read(raw, "a", fields or Fields())
    assert isinstance(own, FileDocument)
    return replace(own, format=name, asked=fields or Fields())


def test_texts_of_drawings_are_read_and_nothing_else_stays() -> None:
    own = read("svg", SVG)
    assert [piece.text for piece in own.pieces] == ["Mr Quernby", "Mr Quernby came", "of Quernby"]
    raw = rewritten(own, changes_of(own.text, "Quernby", "Grey"), ["Quernby"])
    assert b"Secretby" not in raw and b"Quern" not in raw and raw.count(b"part1") == 3
    assert own.left_out["style"] == own.left_out["script"] == own.left_out["picture"] == 1


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"<html/>", "no drawing"),
        (b"words", "no XML"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', "entities"),
    ],
)
def test_what_is_no_drawing_is_refused(raw: bytes, why: str) -> None:
    with pytest.raises(DocumentError, match=why):
        list(format_called("svg").read(raw, "a", Fields()))


def test_rich_text_is_written_as_text() -> None:
    own = read("rtf", RTF)
    assert own.text.split() == ["Mr", "Quernby", "came", "é", "to", "Leeds", "a", "note", "end"]
    raw = rewritten(own, changes_of(own.text, "Quernby", "Grey"), ["Quernby"])
    assert raw.decode().startswith("Mr Grey came") and b"Secretby" not in raw
    assert own.left_out == {"picture": 1, "comment": 1, "properties": 1, "field": 1}
    for broken, why in ((b"words", "no rich text"), (RTF[:-5], "damaged"), (b"{\\rtf1 }", "no text")):
        with pytest.raises(DocumentError, match=why):
            list(format_called("rtf").read(broken, "a", Fields()))


PATH = Fields("talks[].says", None, ("talks[].n",))
TALKS = {
    "x": "Secretby",
    "talks": [{"says": "Mr Quernby came.", "n": 1, "by": "Secretby"}, {"says": "Yes.", "n": 2}],
}


@pytest.mark.parametrize("listed", [False, True])
def test_texts_at_a_path_of_json_keep_their_places(listed: bool) -> None:
    raw = json.dumps([TALKS] if listed else TALKS).encode()
    own = read("json", raw, PATH)
    told = rewritten(own, changes_of(own.text, "Quernby", "Grey"), ["Quernby"])
    final = b"".join(format_called("json").write([Written("a", "", source=told)], PATH))
    wanted = {"talks": [{"says": "Mr Grey came.", "n": 1}, {"says": "Yes.", "n": 2}]}
    assert json.loads(final) == ([wanted] if listed else wanted)


def test_a_message_without_a_text_stays_one() -> None:
    row = {"turns": [{"say": "Mr Quernby."}, {"say": None}], "x": 1}
    fields = Fields("turns[].say")
    own = read_as("jsonl", json.dumps(row).encode(), fields)
    (told,) = (json.loads(line) for line in written_as("jsonl", own, fields).splitlines())
    assert told == {"turns": [{"say": "Mr Grey."}, {"say": None}]}
    (none,) = read_as("jsonl", b'{"turns": [{"say": null}]}', fields)
    assert isinstance(none, FileDocument) and none.text == "" and not none.pieces
    (bad,) = read_as("jsonl", b'{"turns": [{"say": 1}]}', fields)
    assert isinstance(bad, Unreadable)


def read_as(kind: str, raw: bytes, fields: Fields) -> list[Document | Unreadable]:
    return list(format_called(kind).read(raw, "a", fields))


def written_as(kind: str, documents: list[Document | Unreadable], fields: Fields) -> bytes:
    """Return a file of documents in which a name was changed, each written by itself before, as a run does."""
    rows = []
    for document in documents:
        assert isinstance(document, FileDocument)
        told = replace(document, format=kind, asked=fields)
        raw = rewritten(told, changes_of(told.text, "Quernby", "Grey"), ["Quernby"])
        rows.append(Written(document.number or document.id, "", {}, raw))
    return b"".join(format_called(kind).write(rows, fields))


@pytest.mark.parametrize("large", [False, True])
def test_texts_inside_of_columns_of_parquet_are_read_by_paths(large: bool) -> None:
    of = pyarrow.large_list if large else pyarrow.list_
    turn = pyarrow.struct(
        [("who", pyarrow.string()), ("say", pyarrow.string()), ("at", pyarrow.timestamp("ms"))]
    )
    meta = pyarrow.struct([("n", pyarrow.float32()), ("by", pyarrow.string())])
    when = datetime.datetime(2020, 1, 2, 3, 4)
    said = [{"who": "user", "say": "Mr Quernby.", "at": when}, {"who": "bot", "say": None, "at": None}]
    table = pyarrow.table(
        {
            "id": pyarrow.array([7, 8], pyarrow.int16()),
            "turns": pyarrow.array([said, None], of(turn)),
            "meta": pyarrow.array([{"n": 1.5, "by": "Quernby"}, None], meta),
            "a.b": ["Quernby", "x"],
        }
    )
    source = io.BytesIO()
    pyarrow.parquet.write_table(table, source)
    fields = Fields("turns[].say", "id", ("turns[].at", "meta.n"))
    own = read_as("parquet", source.getvalue(), fields)
    assert [d.text for d in own if isinstance(d, FileDocument)] == ["Mr Quernby.", ""]
    result = pyarrow.parquet.read_table(io.BytesIO(written_as("parquet", own, fields)))
    assert result.to_pylist() == [
        {"id": 7, "turns": [{"say": "Mr Grey.", "at": when}, {"say": None, "at": None}], "meta": {"n": 1.5}},
        {"id": 8, "turns": None, "meta": None},
    ]
    kinds = {name: result.schema.field(name).type for name in result.column_names}
    assert kinds["id"] == pyarrow.int16() and kinds["meta"] == pyarrow.struct([("n", pyarrow.float32())])
    assert kinds["turns"].value_type.field("at").type == pyarrow.timestamp("ms")
    assert pyarrow.types.is_large_list(kinds["turns"]) == large
    plain = Fields("a.b")
    told = pyarrow.parquet.read_table(
        io.BytesIO(written_as("parquet", read_as("parquet", source.getvalue(), plain), plain))
    )
    assert told.to_pylist() == [{"a.b": "Grey"}, {"a.b": "x"}]


def test_an_object_without_a_path_is_refused() -> None:
    with pytest.raises(DocumentError, match="name a path"):
        list(format_called("json").read(b"{}", "a", Fields()))


def test_kept_columns_of_parquet_keep_their_types() -> None:
    table = pyarrow.table(
        {
            "id": pyarrow.array([7, 8], pyarrow.int16()),
            "day": [datetime.date(2020, 1, 2), None],
            "secret": ["Secretby", "Secretby"],
            "text": ["Mr Quernby came.", "Yes."],
        }
    )
    source = io.BytesIO()
    pyarrow.parquet.write_table(table, source)
    fields = Fields("text", "id", ("day",))
    own = format_called("parquet")
    rows = []
    for document in own.read(source.getvalue(), "a", fields):
        assert isinstance(document, FileDocument)
        told = replace(document, format="parquet", asked=fields)
        rows.append(
            Written(
                document.number or 0, "", {}, rewritten(told, changes_of(told.text, "Quernby", "Grey"), [])
            )
        )
    result = pyarrow.parquet.read_table(io.BytesIO(b"".join(own.write(rows, fields))))
    assert result.to_pylist() == [
        {"id": 7, "day": datetime.date(2020, 1, 2), "text": "Mr Grey came."},
        {"id": 8, "day": None, "text": "Yes."},
    ]
    assert (
        result.schema.field("id").type == pyarrow.int16()
        and result.schema.field("day").type == pyarrow.date32()
    )
    assert not any("Secretby" in string for string in own.strings(b"".join(own.write(rows, fields))))
    for raw, why in ((b"PAR1words", "damaged"), (source.getvalue(), "no column 'x'")):
        with pytest.raises(DocumentError, match=why):
            list(own.read(raw, "a", Fields("x")))


def test_texts_in_drawn_boxes_of_rich_text_are_read() -> None:
    box = r"{\shp{\*\shpinst{\sp{\sn a}{\sv Vasterling}}{\shptxt \pard In \{it\} %s\par}}{\shprslt old}}"
    raw = r"{\rtf1 Before. " + box % ("Quernby." + box % "Mr Quernby") + r" After. {\*\do{\dptxbxtext Old.}}}"
    (own,) = format_called("rtf").read(raw.encode(), "a", Fields())
    assert isinstance(own, FileDocument)
    assert " ".join(own.text.split()) == "Before. In {it} Quernby. In {it} Mr Quernby After. Old."


@pytest.mark.parametrize("ordered", [False, True])
def test_categories_that_no_row_has_go(ordered: bool) -> None:
    kind = pyarrow.dictionary(pyarrow.int8(), pyarrow.string(), ordered)
    words = pyarrow.DictionaryArray.from_arrays(
        pyarrow.array([2, 0, None], pyarrow.int8()), pyarrow.array(["a", "Vasterling", "b"]), ordered=ordered
    )
    source = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table({"ward": words, "text": ["one", "two", "three"]}), source)
    fields = Fields(keep=("ward",))
    rows = list(format_called("parquet").read(source.getvalue(), "a", fields))
    told = [
        Written(r.id, r.text, r.fields, r.source, r.pieces, ((),))
        for r in rows
        if isinstance(r, FileDocument)
    ]
    raw = b"".join(format_called("parquet").write(told, fields))
    ward = pyarrow.parquet.read_table(io.BytesIO(raw)).column("ward")
    assert ward.to_pylist() == ["b", "a", None] and ward.type == kind and b"Vasterling" not in raw


def test_subtitles_keep_where_they_stand_and_how_they_look() -> None:
    cues = (
        "WEBVTT\n\n1\n00:01.000 --> 00:02.500 line:10% align:start region:Quernby position:Quernby\n"
        "<v.loud Ann Quernby><i>Hello</i> <c.yellow.Quernby>Mr Que</c>rnby &amp; <b.Quernby>son</b></v>\n"
        "<v Bo><lang en-GB>Yes</lang>, <00:02.000>Quernby.\n"
    )
    (own,) = format_called("subtitles").read(cues.encode(), "a", Fields())
    assert isinstance(own, FileDocument)
    assert [p.text for p in own.pieces] == ["Ann Quernby", "Hello Mr Quernby & son\n", "Bo", "Yes, Quernby."]
    own = replace(own, format="subtitles", asked=Fields())
    told = rewritten(own, changes_of(own.text, "Quernby", "<X>"), ["Quernby"]).decode()
    assert told == (
        "WEBVTT\n\n1\n00:01.000 --> 00:02.500 line:10% align:start\n"
        "<v Ann &lt;X&gt;><i>Hello</i> <c.yellow>Mr &lt;X&gt;</c> &amp; <b>son</b></v>\n"
        "<v Bo><lang en-GB>Yes</lang>, <00:02.000>&lt;X&gt;.\n"
    )


def test_colours_of_subtitles_stay_without_words() -> None:
    time = "1\n00:00:01,000 --> 00:00:02,500 X1:10 X2:20\n"
    cue = time + '{\\an8}<font color="red" face="Quernby">Hi</font> <font color="Quernby">Bo</font>\n'
    (own,) = format_called("subtitles").read(cue.encode(), "a", Fields())
    assert isinstance(own, FileDocument) and own.text == "Hi Bo"
    told = rewritten(replace(own, format="subtitles", asked=Fields()), [], ["Quernby"]).decode()
    assert told == time + '{\\an8}<font color="red">Hi</font> <font>Bo</font>\n'


def test_headings_of_a_pdf_are_headings_in_markdown_and_on_a_page() -> None:
    raw = printed(
        [
            [
                (72, 720, 20, "Letter of Quernby"),
                (72, 690, 11, "The patient was seen on the ward"),
                (72, 650, 13, "Plan"),
            ]
        ]
    )
    wanted: dict[PdfAs, str] = {
        "md": "# Letter of Grey\n\nThe patient was seen on the ward\n\n## Plan",
        "html": "<h1>Letter of Grey</h1>\n<p>The patient was seen on the ward</p>\n<h2>Plan</h2>\n",
    }
    for choice, told in wanted.items():
        fields = Fields(choices=Choices(pdf=choice))
        (own,) = format_called("pdf").read(raw, "a", fields)
        assert isinstance(own, FileDocument)
        own = replace(own, format="pdf", asked=fields)
        assert told in rewritten(own, changes_of(own.text, "Quernby", "Grey"), ["Quernby"]).decode()


def test_a_row_of_parquet_without_a_text_stays_one() -> None:
    target = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table({"n": [1, 2], "text": ["Mr Quernby", None]}), target)
    fields = Fields(keep=("n",))
    own = format_called("parquet")
    documents = [d for d in own.read(target.getvalue(), "a", fields) if isinstance(d, FileDocument)]
    assert [d.text for d in documents] == ["Mr Quernby", ""]
    written = [
        Written(d.id, d.text, d.fields, d.source, d.pieces, tuple(() for _ in d.pieces)) for d in documents
    ]
    told = pyarrow.parquet.read_table(io.BytesIO(b"".join(own.write(written, fields)))).to_pylist()
    assert told == [{"n": 1, "text": "Mr Quernby"}, {"n": 2, "text": None}]
