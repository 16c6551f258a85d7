# ruff: noqa: E501, E402
"""Attack the formats of files: python bench/documents.py [--fuzz N] [--office].

Makes one file for each place in which a file of a format can hide a name, rewrites it, and looks for the name in every
byte of the result (unpacked, in eight and sixteen bits). Then flips bytes of good files: each must be refused in one line
or come out clean. With --office, LibreOffice opens what was written.
"""

import argparse
import io
import random
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pikepdf

sys.path[:0] = [str(Path(__file__).parent.parent)]

from bench.documents_pdf import pdf, pdfs
from sanitizer.documents.formats import Choices, Fields, FileDocument
from sanitizer.documents.known_formats import format_called
from sanitizer.documents.packages import pack, unpack
from sanitizer.documents.rewrite import rewritten
from sanitizer.errors import DocumentError
from sanitizer.text.edits import Change
from sanitizer.types import Span
from tests.documents import files

NAME, OTHER = files.NAME, files.HIDDEN
ENDINGS = {"word": ".docx", "powerpoint": ".pptx", "opendocument": ".odt", "excel": ".xlsx"}


def changed(name: str, raw: bytes) -> bytes:
    """The file after every place of NAME became "Grey". Raises DocumentError."""
    fields = Fields(choices=Choices(pdf="pdf"))
    (own,) = format_called(name).read(raw, "a", fields)
    if not isinstance(own, FileDocument):
        raise DocumentError(own.reason if hasattr(own, "reason") else "no document")
    known = FileDocument(own.id, own.text, format=name, asked=fields, source=own.source, pieces=own.pieces)
    starts = [i for i in range(len(own.text)) if own.text.startswith(NAME, i)]
    changes = [Change(Span(i, i + len(NAME)), "Grey", "sensitive", 0) for i in starts]
    return rewritten(known, changes, [NAME])


def holds(raw: bytes, *names: str) -> bool:
    """Whether any of the names stands in the bytes, or in those of a part."""
    contents = [raw]
    if raw.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(raw)) as package:
            contents += [*map(package.read, package.namelist()), *(n.encode() for n in package.namelist())]
    if raw.startswith(b"%PDF"):
        with pikepdf.open(io.BytesIO(raw)) as file:
            contents += [own.read_bytes() for own in file.objects if isinstance(own, pikepdf.Stream)]
            contents += [own.unparse() for own in file.objects if not isinstance(own, pikepdf.Stream)]
    codes = ("utf-8", "utf-16-le", "utf-16-be")
    lowered = [content.lower() for content in contents]
    return any(
        name.lower().encode(code) in content for content in lowered for name in names for code in codes
    )


# --- one file a place -------------------------------------------------------------------------------------------------


def _put(base: bytes, part: str, old: str, new: str) -> bytes:
    parts = unpack(base)
    content = parts[part].decode()
    assert old in content, (part, old)
    return pack({**parts, part: content.replace(old, new, 1).encode()}, stored="mimetype")


def word() -> Iterator[tuple[str, bytes]]:
    """Word documents."""
    base = files.word()
    run = f"<w:r><w:t>{NAME}</w:t></w:r>"
    hidden = f"<w:r><w:t>{OTHER}</w:t></w:r>"
    inline = {
        "run": run,
        "run split by letters": "".join(f"<w:r><w:t>{c}</w:t></w:r>" for c in NAME),
        "soft hyphen": "<w:r><w:t>Quern</w:t><w:softHyphen/><w:t>by</w:t></w:r>",
        "inserted": f'<w:ins w:author="{OTHER}" w:id="9">{run}</w:ins>',
        "deleted": f'<w:del w:author="{OTHER}" w:id="9"><w:r><w:delText>{OTHER}</w:delText></w:r></w:del>',
        "moved from": f'<w:moveFrom w:author="{OTHER}" w:id="9">{hidden}</w:moveFrom>',
        "moved to": f'<w:moveTo w:author="{OTHER}" w:id="9">{run}</w:moveTo>',
        "changed format": f'<w:r><w:rPr><w:rPrChange w:author="{OTHER}" w:id="9"/></w:rPr><w:t>{NAME}</w:t></w:r>',
        "hidden text": f"<w:r><w:rPr><w:vanish/></w:rPr><w:t>{NAME}</w:t></w:r>",
        "simple field": f'<w:fldSimple w:instr="AUTHOR {OTHER}">{run}</w:fldSimple>',
        "field in a field": files._field(f"IF {OTHER}", "a") + files._field(f"INCLUDETEXT {OTHER}", NAME),
        "field never closed": f'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>{OTHER}</w:instrText></w:r>',
        "form field": f'<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="{OTHER}"/></w:ffData></w:fldChar></w:r>',
        "smart tag": f'<w:smartTag w:element="{OTHER}">{run}</w:smartTag>',
        "custom XML": f'<w:customXml w:element="{OTHER}"><w:customXmlPr><w:attr w:val="{OTHER}"/></w:customXmlPr>{run}</w:customXml>',
        "bookmark": f'<w:bookmarkStart w:id="8" w:name="{OTHER}"/>{run}<w:bookmarkEnd w:id="8"/>',
        "permission": f'<w:permStart w:id="8" w:ed="{OTHER}"/>{run}<w:permEnd w:id="8"/>',
        "ruby": f"<w:r><w:ruby><w:rt>{run}</w:rt><w:rubyBase>{run}</w:rubyBase></w:ruby></w:r>",
        "word art": f'<w:r><w:pict><v:shape alt="{OTHER}"><v:textpath string="{NAME}"/></v:shape></w:pict></w:r>',
        "picture's title": f'<w:r><w:pict><v:shape title="{OTHER}" href="{OTHER}"/></w:pict></w:r>',
        "text box": f"<w:r><w:pict><v:textbox><w:txbxContent><w:p>{run}</w:p></w:txbxContent></v:textbox></w:pict></w:r>",
        "formula": f'<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>{NAME}</m:t></m:r></m:oMath>',
        "drawing's name": f'<w:r><w:drawing><wp:inline><wp:docPr id="7" name="{OTHER}" descr="{OTHER}"/></wp:inline></w:drawing></w:r>',
        "picture from elsewhere": '<w:r><w:drawing><a:blip r:link="rId9"/></w:drawing></w:r>',
        "link by a field": files._field(f'HYPERLINK "mailto:{OTHER}@example.org"', NAME),
        "extension": f'<w:r><w:t>a</w:t></w:r><a:extLst><a:ext uri="{OTHER}"/></a:extLst>',
    }  # fmt: skip
    yield (
        "caption of a table",
        _put(
            base, "word/document.xml", "<w:tbl>", f'<w:tbl><w:tblPr><w:tblCaption w:val="{OTHER}"/></w:tblPr>'
        ),
    )
    styles = f'<w:style w:customStyle="1" w:styleId="{OTHER}"><w:name w:val="{OTHER}"/></w:style>'
    for place, (part, content) in {
        "style": ("styles", styles),
        "numbering": ("numbering", f'<w:abstractNum><w:name w:val="{OTHER}"/><w:lvl><w:lvlText w:val="{OTHER} %1:"/></w:lvl></w:abstractNum>'),
    }.items():  # fmt: skip
        linked = _put(base, "word/_rels/document.xml.rels", "<Relationship ",
                      f'<Relationship Id="rId77" Type="{files._LINK}/{part}" Target="{part}.xml"/><Relationship ')  # fmt: skip
        yield place, pack({**unpack(linked), f"word/{part}.xml": files._part(part, content)})
    for place, content in inline.items():
        yield place, _put(base, "word/document.xml", "<w:body>", f"<w:body><w:p>{content}</w:p>")
    parts = {
        "comments": ("word/comments.xml", "x"), "footnotes": ("word/footnotes.xml", ""), "header": ("word/header1.xml", "")
    }  # fmt: skip
    for place, (part, _) in parts.items():
        yield place, _put(base, part, "</w:p>" if part != "word/comments.xml" else "</w:comment>",
                          f"{run}</w:p>" if part != "word/comments.xml" else f"{hidden}</w:comment>")  # fmt: skip
    for place, name in (
        ("people", "word/people.xml"), ("building blocks", "word/glossary/document.xml"), ("custom data", "customXml/item9.xml"),
        ("custom properties", "docProps/custom.xml"), ("program's properties", "docProps/app.xml"), ("chart", "word/charts/c.xml"),
        ("diagram", "word/diagrams/data1.xml"), ("printer", "word/printerSettings1.bin"), ("font", "word/fonts/f.odttf"),
        ("stray part", "stray.txt"), ("trash", "[trash]/0000.dat"),
    ):  # fmt: skip
        yield place, pack({**unpack(base), name: f"<x>{OTHER}</x>".encode()})
    yield "comment of the package", _commented(base)
    yield "comment in XML", _put(base, "word/document.xml", "<w:body>", f"<w:body><!-- {OTHER} -->")
    yield "instruction in XML", _put(base, "word/document.xml", "<w:body>", f"<w:body><?{OTHER} x?>")


def _commented(base: bytes) -> bytes:
    target = io.BytesIO(base)
    with zipfile.ZipFile(target, "a") as package:
        package.comment = OTHER.encode()
    return target.getvalue()


def open_document() -> Iterator[tuple[str, bytes]]:
    """Texts and spreadsheets of OpenDocument."""
    base = files.open_document()
    for place, content in {
        "paragraph": f"<text:p>{NAME}</text:p>",
        "heading": f"<text:h>{NAME}</text:h>",
        "spans by letters": "<text:p>" + "".join(f"<text:span>{c}</text:span>" for c in NAME) + "</text:p>",
        "author's field": f"<text:p><text:author-name>{NAME}</text:author-name></text:p>",
        "field of the user": f'<text:p><text:user-field-get text:name="{OTHER}">{NAME}</text:user-field-get></text:p>',
        "declared field": f'<text:user-field-decls><text:user-field-decl office:string-value="{OTHER}"/></text:user-field-decls>',
        "placeholder": f'<text:p><text:placeholder text:description="{OTHER}">{NAME}</text:placeholder></text:p>',
        "hidden text": f'<text:p><text:hidden-text text:condition="x" text:string-value="{OTHER}">{NAME}</text:hidden-text></text:p>',
        "note": f"<text:p>a<text:note><text:note-body><text:p>{NAME}</text:p></text:note-body></text:note></text:p>",
        "comment": f"<text:p>a<office:annotation><text:p>{OTHER}</text:p></office:annotation></text:p>",
        "deleted text": f"<text:tracked-changes><text:changed-region><text:p>{OTHER}</text:p></text:changed-region></text:tracked-changes>",
        "section's name": f'<text:section text:name="{OTHER}"><text:p>{NAME}</text:p></text:section>',
        "list": f"<text:list><text:list-item><text:p>{NAME}</text:p></text:list-item></text:list>",
        "frame": f'<text:p><draw:frame draw:name="{OTHER}"><draw:text-box><text:p>{NAME}</text:p></draw:text-box></draw:frame></text:p>',
        "link": f'<text:p><text:a xlink:href="mailto:{OTHER}" office:title="{OTHER}" office:name="{OTHER}">{NAME}</text:a></text:p>',
        "mark of an index": f'<text:p>a<text:toc-mark text:string-value="{OTHER}"/></text:p>',
        "cell": f'<table:table table:name="{OTHER}"><table:table-row><table:table-cell office:value-type="string" '
        f'office:string-value="{OTHER}"><text:p>{NAME}</text:p></table:table-cell></table:table-row></table:table>',
        "date in a cell": '<table:table table:name="a"><table:table-row><table:table-cell office:value-type="date" '
        f'office:date-value="{OTHER}"><text:p>1961</text:p></table:table-cell></table:table-row></table:table>',
        "rule of a cell": f'<table:content-validations><table:content-validation table:condition="{OTHER}"/></table:content-validations>',
    }.items():  # fmt: skip
        yield place, _put(base, "content.xml", "<office:text>", f"<office:text>{content}")
    for place, name in (("settings", "settings.xml"), ("layout", "layout-cache"), ("versions", "Versions/1.xml"),
                        ("facts", "manifest.rdf")):  # fmt: skip
        yield place, pack({**unpack(base), name: f"<x>{OTHER}</x>".encode()}, stored="mimetype")


def web_page() -> Iterator[tuple[str, bytes]]:
    """Web pages."""
    for place, content in {
        "text": NAME, "letters": "".join(f"<b>{c}</b>" for c in NAME), "entity": "Quern&#98;y", "comment": f"<!--{OTHER}-->a",
        "script": f"<script>{OTHER}</script>a", "data": f'<script type="application/ld+json">{{"a":"{OTHER}"}}</script>a',
        "style": f'<style>a:after {{content: "{OTHER}"}}</style>a', "own style": f"<p style=\"content: '{OTHER}'\">a",
        "title": f'<p title="{NAME}">a', "alternative text": f'<img alt="{NAME}" src="{OTHER}">a', "data attribute": f'<p data-a="{OTHER}">a',
        "link": f'<a href="http://{OTHER}/">a</a>', "hidden input": f'<input type="hidden" value="{OTHER}">a',
        "input": f'<input value="{NAME}" name="{OTHER}">a', "text area": f"<textarea>{NAME}</textarea>", "option": f"<select><option>{NAME}</select>",
        "template": f"<template>{OTHER}</template>a", "no script": f"<noscript>{OTHER}</noscript>a", "SVG": f"<svg><text>{OTHER}</text></svg>a",
        "frame": f'<iframe srcdoc="{OTHER}"></iframe>a', "event": f'<p onclick="{OTHER}">a', "id": f'<p id="{OTHER}">a',
        "font": f"<p style=\"font-family:'{OTHER}'\">a", "class": f'<p class="{OTHER}">a', "language": f'<p lang="{OTHER}">a', "width": f'<p width="{OTHER}">a',
        "break in a word": f"<p>{NAME[:4]}<wbr>{NAME[4:]}</p>",
        "own element": f"<x-{OTHER}>{NAME}</x-{OTHER}>", "CDATA": f"<![CDATA[{OTHER}]]>a", "caption": f"<table><caption>{NAME}</caption></table>",
    }.items():  # fmt: skip
        yield place, f"<html><body><p>Begin</p>{content}</body></html>".encode()
    yield "description", f'<html><head><meta name="d" content="{OTHER}"></head><body>a</body></html>'.encode()


def mail() -> Iterator[tuple[str, bytes]]:
    """Mails."""
    for header in (
        "From",
        "To",
        "Cc",
        "Reply-To",
        "Subject",
        "Received",
        "Message-ID",
        "X-Mailer",
        "Return-Path",
        "List-Id",
    ):
        own = EmailMessage()
        own["Date"] = "Mon, 4 Jan 2021 10:00:00 +0000"
        shown = header in ("From", "To", "Cc", "Reply-To", "Subject")
        own[header] = (
            f"{NAME if shown else OTHER} <a@example.org>" if header != "Message-ID" else f"<{OTHER}@a>"
        )
        own.set_content("Text")
        yield header, own.as_bytes()
    for place, content in (("quoted printable", "quoted-printable"), ("base64", "base64")):
        own = EmailMessage()
        own["Subject"] = "a"
        own.set_content(f"Mr {NAME} came. é", cte=content)
        yield place, own.as_bytes()
    yield "second version", files.mail()


def excel() -> Iterator[tuple[str, bytes]]:
    """Workbooks."""
    from openpyxl import load_workbook
    from openpyxl.worksheet.datavalidation import DataValidation

    def made(change: Callable[..., None]) -> bytes:
        book = load_workbook(io.BytesIO(files.excel()))
        change(book, book.worksheets[0])
        target = io.BytesIO()
        book.save(target)
        return target.getvalue()

    def rule(book, sheet) -> None:  # type: ignore[no-untyped-def]
        sheet.add_data_validation(DataValidation(type="list", formula1=f'"{OTHER}"', prompt=OTHER))

    yield "cell", made(lambda book, sheet: sheet.append([NAME]))
    yield (
        "hidden row",
        made(lambda book, sheet: sheet.row_dimensions.__getitem__(2).__setattr__("hidden", True)),
    )
    yield (
        "very hidden sheet",
        made(lambda book, sheet: setattr(book.worksheets[1], "sheet_state", "veryHidden")),
    )
    yield "formula", made(lambda book, sheet: sheet.append([f'="{OTHER}"']))
    yield "rule of a cell", made(rule)
    yield "footer", made(lambda book, sheet: setattr(sheet.oddFooter.left, "text", OTHER))
    yield "property", made(lambda book, sheet: setattr(book.properties, "description", OTHER))
    yield "format of a number", made(lambda book, sheet: setattr(sheet["C2"], "number_format", f'"{OTHER}"0'))
    yield "code name", made(lambda book, sheet: setattr(sheet.sheet_properties, "codeName", OTHER))
    yield "title of printing", made(lambda book, sheet: setattr(sheet, "print_title_rows", "1:1"))


def drawing() -> Iterator[tuple[str, bytes]]:
    """Drawings."""
    for place, content in {
        "text": f"<text>{NAME}</text>", "letters": "<text>" + "".join(f"<tspan>{c}</tspan>" for c in NAME) + "</text>", "title": f"<title>{NAME}</title>",
        "description": f"<desc>{NAME}</desc>", "text on a path": f"<text><textPath>{NAME}</textPath></text>", "comment": f"<!-- {OTHER} -->",
        "metadata": f"<metadata>{OTHER}</metadata>", "script": f"<script>{OTHER}</script>", "style": f"<style>.{OTHER}{{}}</style>", "id": f'<g id="{OTHER}"/>',
        "class": f'<g class="{OTHER}"/>', "font": f'<text font-family="{OTHER}">a</text>', "link": f'<a href="http://{OTHER}/"><text>a</text></a>',
        "picture": f'<image href="data:,{OTHER}"/>', "foreign content": f'<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">{OTHER}</p></foreignObject>',
        "own style": f'<text style="font-family:{OTHER}">a</text>', "data": f'<g data-{OTHER}="{OTHER}"/>', "own space": f'<x:{OTHER} xmlns:x="http://{OTHER}/"/>',
        "fill": f'<rect fill="{OTHER}"/>', "use": f'<use href="#{OTHER}"/>', "instruction": f"<?{OTHER} x?>", "CDATA": f"<text><![CDATA[{NAME}]]></text>",
    }.items():  # fmt: skip
        yield place, f'<svg xmlns="http://www.w3.org/2000/svg"><text>Begin</text>{content}</svg>'.encode()


def rich_text() -> Iterator[tuple[str, bytes]]:
    """Files of rich text."""
    for place, content in {
        "text": NAME, "bold letters": "".join(f"{{\\b {c}}}" for c in NAME), "code": "Quern\\'62y", "hidden": f"{{\\v {NAME}}}", "header": f"{{\\header {NAME}}}",
        "footnote": f"{{\\footnote {NAME}}}", "author": f"{{\\info{{\\author {OTHER}}}}}", "comment": f"{{\\*\\annotation {OTHER}}}",
        "link": f'{{\\field{{\\*\\fldinst HYPERLINK "http://{OTHER}/"}}{{\\fldrslt a}}}}', "font": f"{{\\fonttbl{{\\f0 {OTHER};}}}}",
        "bookmark": f"{{\\*\\bkmkstart {OTHER}}}", "picture": "{\\pict\\wmetafile8 " + OTHER.encode().hex() + "}", "revision": f"{{\\*\\revtbl {{{OTHER};}}}}",
    }.items():  # fmt: skip
        yield place, f"{{\\rtf1\\ansi Begin {content} end}}".encode()


MAKERS: dict[str, Callable[[], Iterator[tuple[str, bytes]]]] = {
    "word": word, "opendocument": open_document, "html": web_page, "mail": mail, "excel": excel,
    "svg": drawing, "rtf": rich_text, "pdf": pdfs,
}  # fmt: skip


def attack() -> None:
    """Print how many files leave nothing, and those that leave something."""
    for name, make in MAKERS.items():
        outcomes: Counter[str] = Counter()
        for place, raw in make():
            try:
                told = "left" if holds(changed(name, raw), NAME, OTHER) else "clean"
            except DocumentError as error:
                told = "refused"
                print(f"  {name}: {place}: refused: {error}")
            if told == "left":
                print(f"  {name}: {place}: LEFT")
            outcomes[told] += 1
        print(
            f"{name:14} {sum(outcomes.values()):4} files: "
            + ", ".join(f"{n} {o}" for o, n in sorted(outcomes.items()))
        )


def fuzz(count: int) -> None:
    """Flip bytes of good files; print what came of it."""
    rng = random.Random(5)
    good = {
        "word": files.word(), "powerpoint": files.powerpoint(), "opendocument": files.open_document(), "excel": files.excel(),
        "html": files.page(), "mail": files.mail(), "subtitles": files.subtitles(),
        "pdf": pdf(), "svg": dict(drawing())["text"], "rtf": dict(rich_text())["header"],
    }  # fmt: skip
    outcomes: Counter[str] = Counter()
    begin = time.perf_counter()
    for number in range(count):
        name = list(good)[number % len(good)]
        raw = bytearray(good[name])
        for _ in range(rng.choice((1, 3, 20))):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        try:
            changed(name, bytes(raw))
            outcomes["written"] += 1
        except DocumentError:
            outcomes["refused"] += 1
        except Exception as error:
            outcomes[f"{name}: {type(error).__name__}"] += 1
    spent = time.perf_counter() - begin
    print(
        f"fuzzing: {count} files in {spent:.0f} s: "
        + ", ".join(f"{n} {o}" for o, n in sorted(outcomes.items()))
    )


def office() -> None:
    """Let LibreOffice open what was written, and print how many files say what they should."""
    program = shutil.which("soffice")
    if program is None:
        raise SystemExit(
            "LibreOffice is missing: apt-get install libreoffice-writer libreoffice-calc libreoffice-impress"
        )
    makers = {"word": files.word(), "powerpoint": files.powerpoint(), "excel": files.excel()}
    with tempfile.TemporaryDirectory() as folder:
        for name, raw in makers.items():
            path = Path(folder) / f"a{ENDINGS[name]}"
            path.write_bytes(changed(name, raw))
            kind = {"word": "txt:Text", "powerpoint": "pdf", "excel": "csv"}[name]
            subprocess.run(
                [program, "--headless", "--convert-to", kind, "--outdir", folder, path],
                capture_output=True,
                check=False,
            )
            out = path.with_suffix("." + kind.partition(":")[0])
            told = out.read_bytes() if out.exists() else b""
            print(
                f"{name:14} opened by LibreOffice: {bool(told)}, new words there: {b'Grey' in told or kind == 'pdf'}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fuzz", type=int, default=2000)
    parser.add_argument("--office", action="store_true")
    options = parser.parse_args()
    attack()
    fuzz(options.fuzz)
    if options.office:
        office()


if __name__ == "__main__":
    main()
