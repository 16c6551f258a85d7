"""What files hold beside their text."""

import zipfile
from pathlib import Path

from sanitizer.audit.metadata import file_metadata


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
