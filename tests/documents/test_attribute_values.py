"""Attributes hold what the schemas of their standards say, or go."""

import zipfile
from collections.abc import Callable
from io import BytesIO

import pytest

from sanitizer.documents.attribute_values import is_allowed, is_enumerated
from sanitizer.documents.office_attributes import may_stay
from sanitizer.documents.packages import pack, unpack
from sanitizer.documents.pictures import name_of_picture
from sanitizer.documents.rewrite import rewritten
from tests.documents import files
from tests.documents.files import HIDDEN
from tests.documents.test_numbers_of_layout import read

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
STRICT = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
D = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
S = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
LOEXT = "{urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
VML = "{urn:schemas-microsoft-com:vml}"


@pytest.mark.parametrize(
    ("element", "attribute", "value", "enumerated", "allowed"),
    [
        (f"{W}jc", f"{W}val", "center", True, True),
        (f"{STRICT}jc", f"{STRICT}val", "center", True, True),
        (f"{W}jc", f"{W}val", "Center", False, False),
        (f"{W}tab", f"{W}val", "both", False, False),
        (f"{W}color", f"{W}val", "FF00AA", False, True),
        (f"{W}color", f"{W}val", "auto", True, True),
        (f"{W}spacing", f"{W}line", "240", False, True),
        (f"{W}spacing", f"{W}line", "Smith", False, False),
        (f"{W}tblLook", f"{W}firstRow", "true", False, True),
        (f"{W}pStyle", f"{W}val", "center", False, False),
        (f"{A}prstGeom", "prst", "rect", True, True),
        (f"{P}anim", "from", "214", False, True),
        (f"{P}cTn", "dur", "indefinite", True, True),
        (f"{D}styleLbl", "name", "alignAccFollowNode1", True, True),
        (f"{D}styleLbl", "name", "Smith", False, False),
        (f"{S}paragraph-properties", f"{FO}text-align", "justify", True, True),
        (f"{S}paragraph-properties", f"{FO}text-align", "Justify", False, False),
        (f"{S}paragraph-properties", f"{FO}margin-left", "1.25cm", False, True),
        (f"{S}paragraph-properties", f"{LOEXT}text-align", "justify", True, True),
        (f"{S}paragraph-properties", f"{LOEXT}text-align", "Justice", False, False),
        ("jc", "val", "center", False, False),
    ],
)  # fmt: skip
def test_the_schema_says_what_an_attribute_may_hold(
    element: str, attribute: str, value: str, enumerated: bool, allowed: bool
) -> None:
    assert is_enumerated(element, attribute, value) == enumerated
    assert is_allowed(element, attribute, value) == allowed


@pytest.mark.parametrize(
    ("element", "attribute", "value", "stays"),
    [
        (f"{W}footerReference", f"{R}id", "rId7", True),
        (f"{W}footerReference", f"{R}id", HIDDEN, False),
        (f"{W}p", f"{W}room", HIDDEN, False), (f"{W}p", f"{W}room", "20771133551", False),
        (f"{W}p", f"{W}room", "7", True),
        (f"{VML}shape", "fillcolor", "white [3212]", True), (f"{VML}shape", "fillcolor", HIDDEN, False),
        (f"{A}gd", "fmla", "*/ h adj1 100000", True), (f"{A}gd", "fmla", f"val {HIDDEN}", False),
    ],
)  # fmt: skip
def test_other_attributes_of_office_go(element: str, attribute: str, value: str, stays: bool) -> None:
    assert may_stay(element, attribute, value) == stays


@pytest.mark.parametrize(
    "added",
    [
        f'<w:pPr><w:jc w:val="{HIDDEN}"/></w:pPr>',
        f'<w:pPr><w:pStyle w:val="{HIDDEN}"/></w:pPr>',
        f'<w:pPr><w:spacing w:line="{HIDDEN}" w:before="120"/></w:pPr>',
        f'<w:r><w:rPr><w:color w:val="{HIDDEN}"/></w:rPr></w:r>',
        f'<w:r w:{HIDDEN}="{HIDDEN}"/>',
        f'<x:{HIDDEN} xmlns:x="urn:{HIDDEN}"/>',
        f'<w:sectPr><w:footerReference xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
        f'r:id="{HIDDEN}"/></w:sectPr>',
    ],
)  # fmt: skip
def test_words_in_typed_attributes_that_no_text_holds_go(added: str) -> None:
    parts = unpack(files.word())
    parts["word/document.xml"] = parts["word/document.xml"].replace(b"<w:p>", f"<w:p>{added}".encode(), 1)
    raw = rewritten(read("word", pack(parts)), [], [])
    with zipfile.ZipFile(BytesIO(raw)) as package:
        assert not [name for name in package.namelist() if HIDDEN.encode() in package.read(name)]
    assert b'w:before="120"' in unpack(raw)["word/document.xml"] or "before" not in added


def test_links_between_parts_are_called_by_numbers() -> None:
    parts = unpack(files.word())
    for name in ("word/_rels/document.xml.rels", "word/document.xml"):
        parts[name] = parts[name].replace(b'Id="rId1"', f'Id="{HIDDEN}"'.encode())
        parts[name] = parts[name].replace(b'r:id="rId1"', f'r:id="{HIDDEN}"'.encode())
    raw = rewritten(read("word", pack(parts)), [], [])
    assert HIDDEN.encode() not in b"".join(unpack(raw).values())


@pytest.mark.parametrize(
    ("name", "stays"),
    [
        ("word/media/image1.png", True), ("word/media/rId20.jpg", True), ("Pictures/0.jpg", True),
        ("Pictures/10000000000000FA000000FAD6A15225.png", True), ("word/media/linked", True),
        (f"word/media/{HIDDEN}.png", False), (f"word/media/image1.{HIDDEN}", False),
    ],
)  # fmt: skip
def test_pictures_that_people_named_are_called_by_numbers(name: str, stays: bool) -> None:
    told = name_of_picture(name, 4)
    assert (told == name) == stays and HIDDEN not in told


@pytest.mark.parametrize(("kind", "make"), [("word", files.word), ("opendocument", files.open_document)])
def test_no_file_tells_the_name_of_a_picture(kind: str, make: Callable[[], bytes]) -> None:
    parts = unpack(make())
    (old,) = [name for name in parts if "/media/" in name or name.startswith("Pictures/")][:1]
    new = old.replace(old.rpartition("/")[2], f"{HIDDEN}.png")
    short = [old.partition("/")[2], new.partition("/")[2]] if kind == "word" else [old, new]
    told = {new if n == old else n: c.replace(short[0].encode(), short[1].encode()) for n, c in parts.items()}
    raw = rewritten(read(kind, pack(told, stored="mimetype" if "mimetype" in told else "")), [], [])
    with zipfile.ZipFile(BytesIO(raw)) as package:
        assert "1000001" in " ".join(package.namelist())
        assert not [n for n in package.namelist() if HIDDEN in n or HIDDEN.encode() in package.read(n)]


def test_parts_that_people_named_are_called_by_numbers() -> None:
    parts = unpack(files.word())
    old = next(name for name in parts if name.startswith("word/header"))
    own = old.removeprefix("word/")
    told = {
        (f"word/{HIDDEN}.xml" if name == old else name): content.replace(
            own.encode(), f"{HIDDEN}.xml".encode()
        )
        for name, content in parts.items()
    }
    before, after = read("word", pack(parts)), read("word", pack(told))
    assert after.text == before.text
    raw = rewritten(after, [], [])
    assert unpack(raw)["word/data1000001.xml"] == unpack(rewritten(before, [], []))[old]
    with zipfile.ZipFile(BytesIO(raw)) as package:
        assert not [n for n in package.namelist() if HIDDEN in n or HIDDEN.encode() in package.read(n)]
