# ruff: noqa: E501
"""Files of each format with a name in every part that is read, and other names in parts that are left out."""

import io
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any, Final

from sanitizer.documents.packages import pack, unpack
from sanitizer.documents.pictures import BLANK

NAME: Final = "Quernby"
"""Stands in every part that is read."""
HIDDEN: Final = "Vasterling"
"""Stands in every part that is left out, and nowhere else."""

_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_LINKS = "http://schemas.openxmlformats.org/package/2006/relationships"
_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_P = "http://schemas.openxmlformats.org/presentationml/2006/main"
_SPACES = (
    f'xmlns:w="{_W}" xmlns:r="{_LINK}" xmlns:a="{_A}" xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)


def _run(text: str, marks: str = "") -> str:
    return f'<w:r w:rsidR="00{HIDDEN}"><w:rPr>{marks}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def _field(code: str, result: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText xml:space="preserve"> {code} </w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{_run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


_BODY = [
    # a name over three runs, one of them bold, with a bookmark in it
    f'<w:p w14:paraId="{HIDDEN}">{_run("Mr Que")}<w:bookmarkStart w:id="1" w:name="{HIDDEN}"/>{_run("rn", "<w:b/>")}'
    f'<w:bookmarkEnd w:id="1"/>{_run("by came.")}</w:p>',
    # tracked changes
    f'<w:p>{_run("Dr ")}<w:ins w:id="2" w:author="{HIDDEN}" w:date="2021-01-01T00:00:00Z">{_run("Quernby")}</w:ins>'
    f'<w:del w:id="3" w:author="{HIDDEN}"><w:r><w:delText>{HIDDEN}</w:delText></w:r></w:del>{_run(" went.")}</w:p>',
    # fields and links
    f"<w:p>{_field(f'AUTHOR {HIDDEN}', 'Quernby')}{_run(' on page ')}{_field('PAGE', '1')}</w:p>",
    f'<w:p><w:fldSimple w:instr="DOCPROPERTY {HIDDEN}">{_run("by Quernby ")}</w:fldSimple>'
    f'<w:hyperlink r:id="rId9" w:tooltip="{HIDDEN}">{_run("Quernby")}</w:hyperlink></w:p>',
    # table, one row of it deleted
    f"<w:tbl><w:tr><w:tc><w:p>{_run('Name')}</w:p></w:tc><w:tc><w:p>{_run('Quernby')}<w:r><w:tab/></w:r>{_run('A')}</w:p>"
    f'</w:tc></w:tr><w:tr><w:trPr><w:del w:id="4" w:author="x"/></w:trPr><w:tc><w:p>{_run(HIDDEN)}</w:p></w:tc></w:tr></w:tbl>',
    # content control, comment, text box with its fallback, picture with words
    f'<w:sdt><w:sdtPr><w:alias w:val="{HIDDEN}"/></w:sdtPr><w:sdtContent><w:p>{_run("Also Quernby.")}</w:p></w:sdtContent></w:sdt>',
    f'<w:p>{_run("See ")}<w:r><w:commentReference w:id="0"/></w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:r><w:drawing>'
    f'<wp:inline><wp:docPr id="1" name="{HIDDEN}" descr="{NAME} at sea"/><a:graphic><a:graphicData><w:txbxContent><w:p>'
    f"{_run('Box of Quernby')}</w:p></w:txbxContent></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></mc:Choice>"
    f"<mc:Fallback><w:r><w:pict><v:textbox><w:txbxContent><w:p>{_run(HIDDEN)}</w:p></w:txbxContent></v:textbox></w:pict></w:r>"
    "</mc:Fallback></mc:AlternateContent></w:p>",
    f'<w:p><w:r><w:drawing><wp:inline><wp:docPr id="2" name="x" title="{NAME}"/><a:graphic><a:graphicData><pic:pic>'
    f'<pic:nvPicPr><pic:cNvPr id="3" name="{HIDDEN}.jpg"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId5"/></pic:blipFill>'
    "</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>",
]


def _links(*links: tuple[str, str, str]) -> bytes:
    inner = "".join(
        f'<Relationship Id="{id}" Type="{_LINK}/{kind}" Target="{target}"'
        + (' TargetMode="External"/>' if ":" in target else "/>")
        for id, kind, target in links
    )
    return f'<Relationships xmlns="{_LINKS}">{inner}</Relationships>'.encode()


def _content_types(main: str, kind: str) -> bytes:
    return (
        f'<Types xmlns="{_TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        'relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpeg" '
        f'ContentType="image/jpeg"/><Override PartName="/{main}" ContentType="{kind}"/></Types>'
    ).encode()


def _part(tag: str, inner: str) -> bytes:
    return f"<w:{tag} {_SPACES}>{inner}</w:{tag}>".encode()


_C = "http://schemas.openxmlformats.org/drawingml/2006/chart"


def chart(series: str = NAME, title: str = NAME, more: str = "") -> bytes:
    """Return a chart of two bars, with the names of the sheet that it was made from."""

    def points(kind: str, *values: str) -> str:
        told = "".join(f'<c:pt idx="{n}"><c:v>{value}</c:v></c:pt>' for n, value in enumerate(values))
        code = f"<c:formatCode>0.0&quot;{HIDDEN}&quot;</c:formatCode>" if kind == "num" else ""
        return (
            f"<c:{kind}Ref><c:f>'{HIDDEN}'!$A$2:$A$3</c:f><c:{kind}Cache>{code}<c:ptCount val=\"{len(values)}\"/>{told}"
            f"</c:{kind}Cache></c:{kind}Ref>"
        )

    words = f"<c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>Visits of {title}</a:t></a:r></a:p></c:rich></c:tx>"
    axis = '<c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/>'
    return (
        f'<c:chartSpace xmlns:c="{_C}" xmlns:a="{_A}" xmlns:r="{_LINK}"><c:chart><c:title>{words}</c:title><c:plotArea><c:layout/>'
        f'<c:barChart><c:barDir val="col"/><c:ser><c:idx val="0"/><c:order val="0"/><c:tx>{points("str", series)}</c:tx>'
        f"<c:cat>{points('str', f'Mr {NAME}', 'others')}</c:cat><c:val>{points('num', '4.5', '2')}</c:val></c:ser>{more}"
        f'<c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/>{axis}<c:axPos val="b"/><c:crossAx val="2"/>'
        f'</c:catAx><c:valAx><c:axId val="2"/>{axis}<c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart>'
        f'<c:externalData r:id="rId1"/></c:chartSpace>'
    ).encode()


def with_chart(raw: bytes, drawing: str = "", own: bytes | None = None) -> bytes:
    """Return a Word document, or a presentation, with a chart and the workbook behind it."""
    parts = unpack(raw)
    main = "word/document.xml" if "word/document.xml" in parts else "ppt/slides/slide1.xml"
    folder, _, name = main.rpartition("/")
    links, begin = f"{folder}/_rels/{name}.rels", "<w:body>" if folder == "word" else "<p:spTree>"
    graphic = f'<a:graphic><a:graphicData uri="{_C}"><c:chart xmlns:c="{_C}" r:id="rId88"/></a:graphicData></a:graphic>'
    if folder == "word":
        shown = (
            '<w:p><w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="4000000" cy="2500000"/>'
            f'<wp:docPr id="88" name="{HIDDEN}" descr="Bars of {NAME}"/>{graphic}</wp:inline></w:drawing></w:r></w:p>'
        )
    else:
        shown = (
            f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="88" name="{HIDDEN}" descr="Bars of {NAME}"/>'
            "<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x='100000' y='100000'/>"
            f'<a:ext cx="4000000" cy="2500000"/></p:xfrm>{graphic}</p:graphicFrame>'
        )
    top = folder.partition("/")[0]
    place, book = f"{top}/charts/chart1.xml", f"{top}/embeddings/book1.xlsx"
    kind = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
    changed = {
        "[Content_Types].xml": (
            b"</Types>",
            f'<Override PartName="/{place}" ContentType="{kind}"/></Types>'.encode(),
        ),
        links: (
            b"</Relationships>",
            f'<Relationship Id="rId88" Type="{_LINK}/chart" Target="/{place}"/></Relationships>'.encode(),
        ),
        main: (begin.encode(), (begin + shown + drawing).encode()),
    }
    new = {part: parts[part].replace(old, now, 1) for part, (old, now) in changed.items()}
    chart_links = _links(("rId1", "package", "../embeddings/book1.xlsx"))
    return pack({
        **parts, **new, place: own or chart(), f"{top}/charts/_rels/chart1.xml.rels": chart_links, book: HIDDEN.encode()
    })  # fmt: skip


def word(more: dict[str, bytes] | None = None) -> bytes:
    """Return a Word document."""
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    text = f"<w:p>{_run('Mr Quernby')}</w:p>"
    return pack(
        {
            "[Content_Types].xml": _content_types("word/document.xml", kind),
            "_rels/.rels": _links(
                ("rId1", "officeDocument", "word/document.xml"), ("rId2", "core-properties", "docProps/core.xml"),
                ("rId3", "thumbnail", "docProps/thumbnail.jpeg"),
            ),
            "docProps/core.xml": f"<x>{HIDDEN}</x>".encode(),
            "docProps/thumbnail.jpeg": HIDDEN.encode(),
            "word/document.xml": _part("document", f"<w:body>{''.join(_BODY)}</w:body>"),
            "word/_rels/document.xml.rels": _links(
                ("rId1", "header", "header1.xml"), ("rId2", "footnotes", "footnotes.xml"),
                ("rId3", "comments", "comments.xml"), ("rId4", "settings", "settings.xml"),
                ("rId5", "image", "media/image1.jpeg"), ("rId6", "customXml", "../customXml/item1.xml"),
                ("rId9", "hyperlink", f"mailto:{HIDDEN}@example.org"),
            ),
            "word/header1.xml": _part("hdr", text),
            "word/footnotes.xml": _part("footnotes", f'<w:footnote w:id="1">{text}</w:footnote>'),
            "word/comments.xml": _part("comments", f"<w:comment w:author='{HIDDEN}'>{_run(HIDDEN)}</w:comment>"),
            "word/settings.xml": _part("settings", f'<w:rsids><w:rsid w:val="{HIDDEN}"/></w:rsids><w:docVars><w:docVar '
                                       f'w:name="a" w:val="{HIDDEN}"/></w:docVars>'),
            "word/media/image1.jpeg": HIDDEN.encode(),
            "customXml/item1.xml": f"<x>{HIDDEN}</x>".encode(),
            **(more or {}),
        }
    )  # fmt: skip


def powerpoint() -> bytes:
    """Return a presentation of one slide with a table and notes."""
    spaces = f'xmlns:p="{_P}" xmlns:a="{_A}" xmlns:r="{_LINK}"'
    kind = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"

    def words(*runs: str) -> str:
        return "<a:p>" + "".join(f"<a:r><a:t>{run}</a:t></a:r>" for run in runs) + "</a:p>"

    def slide(tag: str, inner: str) -> bytes:
        return f"<p:{tag} {spaces}><p:cSld name='{HIDDEN}'><p:spTree>{inner}</p:spTree></p:cSld></p:{tag}>".encode()

    shape = (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="{HIDDEN}"><a:hlinkClick r:id="rId7"/></p:cNvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="99" y="99"/>'
        '<a:ext cx="8000000" cy="4000000"/></a:xfrm></p:spPr><p:txBody>'
        f"{words('Mr Quer', 'nby')}{words('Life of Quernby')}</p:txBody></p:sp>"
    )
    table = f"<a:tbl><a:tr><a:tc><a:txBody>{words('Quernby')}</a:txBody></a:tc></a:tr></a:tbl>"
    frame = f"<p:graphicFrame><a:graphic><a:graphicData>{table}</a:graphicData></a:graphic></p:graphicFrame>"
    made = "application/vnd.openxmlformats-officedocument.presentationml"
    types = "".join(
        f'<Override PartName="/ppt/{part}.xml" ContentType="{made}.{own}+xml"/>'
        for part, own in (("slides/slide1", "slide"), ("notesSlides/notesSlide1", "notesSlide"))
    ).encode()
    return pack(
        {
            "[Content_Types].xml": _content_types("ppt/presentation.xml", kind).replace(b"</Types>", types + b"</Types>"),
            "_rels/.rels": _links(("rId1", "officeDocument", "ppt/presentation.xml")),
            "ppt/presentation.xml": f'<p:presentation {spaces}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst>'
            '<p:sldSz cx="9144000" cy="6858000"/></p:presentation>'.encode(),
            "ppt/_rels/presentation.xml.rels": _links(
                ("rId1", "slide", "slides/slide1.xml"), ("rId2", "commentAuthors", "commentAuthors.xml")
            ),
            "ppt/commentAuthors.xml": f'<p:cmAuthorLst {spaces}><p:cmAuthor id="0" name="{HIDDEN}" initials="{HIDDEN}"/>'
            "</p:cmAuthorLst>".encode(),
            "ppt/slides/slide1.xml": slide("sld", shape + frame),
            "ppt/slides/_rels/slide1.xml.rels": _links(
                ("rId1", "notesSlide", "../notesSlides/notesSlide1.xml"), ("rId7", "hyperlink", f"http://{HIDDEN}/"),
                ("rId8", "comments", "../comments/comment1.xml"),
            ),
            "ppt/comments/comment1.xml": f'<p:cmLst {spaces}><p:cm authorId="0" dt="2021-01-01T00:00:00.000" idx="1">'
            f"<p:pos x='1' y='1'/><p:text>Ask {HIDDEN}</p:text></p:cm></p:cmLst>".encode(),
            "ppt/notesSlides/notesSlide1.xml": slide("notes", words("Say that Quernby came.")),
        }
    )  # fmt: skip


def open_document(kind: str = "text") -> bytes:
    """Return a text, or a spreadsheet, of OpenDocument."""
    names = ["office", "text", "table", "draw", "meta", "style", "svg"]
    spaces = " ".join(
        f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{"drawing" if n == "draw" else n}:1.0"'
        for n in names
    )
    spaces = (
        spaces.replace("xmlns:svg:1.0", "xmlns:svg-compatible:1.0")
        + ' xmlns:xlink="http://www.w3.org/1999/xlink"'
    )
    texts = [
        f"<text:p>Mr Que<text:bookmark text:name='{HIDDEN}'/><text:span>rn</text:span>by<text:s text:c='2'/>came"
        f"<text:tab/>again<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Quernby</text:p>"
        "</text:note-body></text:note>.</text:p>",
        f"<text:p>Quernby <office:annotation><text:p>{HIDDEN}</text:p></office:annotation>"
        f"<text:a xlink:href='http://{HIDDEN}/'>there</text:a> by <text:author-name>Quernby</text:author-name></text:p>",
        f"<text:tracked-changes><text:changed-region><text:deletion><text:p>{HIDDEN}</text:p></text:deletion>"
        "</text:changed-region></text:tracked-changes>",
        f"<text:p><draw:frame draw:name='{HIDDEN}'><draw:image xlink:href='Pictures/1.jpg'/><svg:desc>{NAME} at sea</svg:desc>"
        "</draw:frame></text:p>",
        f"<table:table table:name='{HIDDEN}'><table:table-row><table:table-cell office:value-type='float' "
        "office:value='1234.5678'><text:p>1,235</text:p></table:table-cell><table:table-cell office:value-type='string' "
        f"office:string-value='{HIDDEN}' table:formula='of:=&quot;{HIDDEN}&quot;'><text:p>Quernby</text:p></table:table-cell>"
        "</table:table-row></table:table>",
    ]
    body = f"<office:body><office:{kind}>{''.join(texts)}</office:{kind}></office:body>"
    return pack(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}".encode(),
            "content.xml": f"<office:document-content {spaces}>{body}</office:document-content>".encode(),
            "styles.xml": f"<office:document-styles {spaces}><office:styles/><office:automatic-styles><style:page-layout "
            "style:name='pm1'/></office:automatic-styles><office:master-styles><style:master-page style:name='Standard' "
            "style:page-layout-name='pm1'><style:header><text:p>Quernby</text:p></style:header></style:master-page>"
            "</office:master-styles></office:document-styles>".encode(),
            "meta.xml": f"<x>{HIDDEN}</x>".encode(),
            "Pictures/1.jpg": HIDDEN.encode(),
            "Thumbnails/thumbnail.png": BLANK + HIDDEN.encode(),
            "META-INF/manifest.xml": b'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            b'<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.'
            + kind.encode() + b'"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
            b'<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/>'
            b'<manifest:file-entry manifest:full-path="meta.xml" manifest:media-type="text/xml"/></manifest:manifest>',
        },
        stored="mimetype",
    )  # fmt: skip


def excel() -> bytes:
    """Return a workbook of two sheets, one of them hidden."""
    from openpyxl import Workbook
    from openpyxl.comments import Comment
    from openpyxl.workbook.defined_name import DefinedName

    book = Workbook()
    book.properties.creator = HIDDEN
    sheet = book.active
    assert sheet is not None
    sheet.title = "Quernby"
    sheet.append(["name", "born", "phone"])
    sheet.append(["Mr Quernby", None, 7700900123])
    sheet["A5"] = "Quernby below an empty row"
    sheet["A2"].comment = Comment(HIDDEN, HIDDEN)
    sheet["A2"].hyperlink = f"mailto:{HIDDEN}@example.org"
    sheet["D1"] = f'="{HIDDEN}"'
    sheet.oddHeader.center.text = "Page &P of Mr Quernby"
    hidden = book.create_sheet("more")
    hidden.sheet_state = "hidden"
    hidden.append(["Quernby again"])
    book.defined_names["one"] = DefinedName("one", attr_text=f'"{HIDDEN}"')
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def drawn_workbook(change: Callable[[Any, Any, Any], None] = lambda book, sheet, chart: None) -> bytes:
    """Return a workbook with a chart, a table, a filter and rules of formatting, after a change of it."""
    from openpyxl import Workbook
    from openpyxl.chart import BarChart, Reference
    from openpyxl.formatting.rule import ColorScaleRule, FormulaRule
    from openpyxl.worksheet.filters import FilterColumn, Filters
    from openpyxl.worksheet.table import Table

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = NAME
    for row in (["who", "visits"], [f"Mr {NAME}", 4], ["others", 2]):
        sheet.append(row)
    chart = BarChart()
    chart.title = f"Visits of {NAME}"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=3))
    sheet.add_chart(chart, "D2")
    table = Table(displayName=HIDDEN, ref="A1:B3")
    sheet.add_table(table)
    sheet.conditional_formatting.add(
        "B2:B3", ColorScaleRule("min", None, "FF0000", end_type="max", end_color="00FF00")
    )
    sheet.conditional_formatting.add("A2:A3", FormulaRule(formula=[f'A2="{HIDDEN}"']))
    other = book.create_sheet("other")
    other.append(["a"])
    other.auto_filter.ref = "A1:A2"
    other.auto_filter.filterColumn = [FilterColumn(colId=0, filters=Filters(filter=[HIDDEN]))]
    change(book, sheet, chart)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def page() -> bytes:
    """Return a web page."""
    return f"""<!DOCTYPE html><html><head><title>Life of Quernby</title><meta name="author" content="{HIDDEN}">
<script>var a = "{HIDDEN}";</script><style>p {{ color: red }}</style><style>p:before {{ content: "{HIDDEN}" }}</style></head>
<body onload="{HIDDEN}()"><!-- {HIDDEN} --><h1>Mr <b>Quer</b>nby</h1><p data-id="{HIDDEN}">Quern&#98;y came.<br>He went.
<a href="mailto:{HIDDEN}@example.org">Write</a> <img src="{HIDDEN}.png" alt="Quernby at sea"></p>
<table><tr><td>Name</td><td>Quernby</td></tr></table><input type="hidden" value="{HIDDEN}"><input value="Quernby">
<svg><metadata>{HIDDEN}</metadata></svg></body></html>""".encode()


def mail() -> bytes:
    """Return a mail in two versions, with an attachment, that forwards another."""
    message = EmailMessage()
    message["Received"] = f"from {HIDDEN} by example.org"
    message["From"] = "Ann Quernby <ann@example.org>"
    message["Subject"] = "Quernby é"
    message["Message-ID"] = f"<{HIDDEN}@example.org>"
    message.set_content("Dear all,\n\nMr Quernby came. É\n")
    message.add_alternative(f"<p>{HIDDEN}</p>", subtype="html")
    inner = EmailMessage()
    inner["To"] = "Bo Quernby <bo@example.org>"
    inner.set_content("Quernby again")
    message.add_attachment(inner)
    message.add_attachment(HIDDEN.encode(), "application", "octet-stream", filename=f"{HIDDEN}.bin")
    return message.as_bytes()


def mailbox() -> bytes:
    """Return two mails."""
    begin = b"From ann@example.org Mon Jan  4 10:00:00 2021\n"
    return begin + b"From: Quernby\nSubject: a\n\n>From Quernby\n\n" + begin + b"To: Quernby\n\nCame.\n\n"


def subtitles() -> bytes:
    """Subtitles of the web, with speakers."""
    return (
        f"WEBVTT\n\nNOTE {HIDDEN}\n\n1\n00:01.000 --> 00:02.500 line:0\n<v Ann Quernby>Hello <i>there</i>,\nQuernby.\n\n"
        "00:03.000 --> 00:04.000\nYes.\n"
    ).encode()


def names_in(raw: bytes) -> bool:
    """Return whether the hidden name stands in a file, or in any part that is packed in it, in eight or sixteen
    bits."""
    contents = [raw]
    if raw.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(raw)) as package:
            contents += [*map(package.read, package.namelist()), *(n.encode() for n in package.namelist())]
    return any(HIDDEN.encode(code) in content for content in contents for code in ("utf-8", "utf-16-le"))
