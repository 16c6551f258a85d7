# ruff: noqa: E501
"""Make files that hide a name in one place each, for bench/documents.py: Word, PowerPoint, OpenDocument."""

import io
import zipfile
from collections.abc import Iterator

from sanitizer.documents.packages import pack, unpack
from tests.documents import drawn_files, files

NAME, OTHER = files.NAME, files.HIDDEN


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
        "word art": f'<w:r><w:pict><v:shape id="{OTHER}" alt="{NAME}"><v:textpath string="{NAME}"/></v:shape></w:pict></w:r>',
        "picture's title": f'<w:r><w:pict><v:shape title="{NAME}" href="{OTHER}"/></w:pict></w:r>',
        "text box": f"<w:r><w:pict><v:textbox><w:txbxContent><w:p>{run}</w:p></w:txbxContent></v:textbox></w:pict></w:r>",
        "formula": f'<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>{NAME}</m:t></m:r></m:oMath>',
        "drawing's name": f'<w:r><w:drawing><wp:inline><wp:docPr id="7" name="{OTHER}" descr="{NAME}"/></wp:inline></w:drawing></w:r>',
        "picture from elsewhere": '<w:r><w:drawing><a:blip r:link="rId9"/></w:drawing></w:r>',
        "link by a field": files._field(f'HYPERLINK "mailto:{OTHER}@example.org"', NAME),
        "extension": f'<w:r><w:t>a</w:t></w:r><a:extLst><a:ext uri="{OTHER}"/></a:extLst>',
    }  # fmt: skip
    yield (
        "caption of a table",
        _put(
            base, "word/document.xml", "<w:tbl>", f'<w:tbl><w:tblPr><w:tblCaption w:val="{NAME}"/></w:tblPr>'
        ),
    )
    styles = f'<w:style w:customStyle="1" w:styleId="{OTHER}"><w:name w:val="{OTHER}"/></w:style>'
    for place, (part, content) in {
        "style": ("styles", styles),
        "style without a mark": ("styles", styles.replace(' w:customStyle="1"', "")),
        "hidden style": ("styles", f'<w:latentStyles><w:lsdException w:name="{OTHER}"/></w:latentStyles>'),
        "label of captions": ("settings", f'<w:captions><w:caption w:name="{OTHER}"/></w:captions>'),
        "identity of the document": ("settings", f'<w14:docId w14:val="{OTHER}"/><w:schemaLibrary w:uri="{OTHER}"/>'),
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
    yield from _charts(base)
    yield "diagram", drawn_files.with_diagram(base)
    theme = f'<a:theme xmlns:a="{files._A}" name="{OTHER}"><a:themeElements><a:clrScheme name="{OTHER}"/></a:themeElements></a:theme>'
    link = f'<Relationship Id="rId77" Type="{files._LINK}/theme" Target="/word/theme/theme1.xml"/></Relationships>'
    themed = _put(base, "word/_rels/document.xml.rels", "</Relationships>", link)
    yield "theme", pack({**unpack(themed), "word/theme/theme1.xml": theme.encode()})
    yield "comment in XML", _put(base, "word/document.xml", "<w:body>", f"<w:body><!-- {OTHER} -->")
    yield "instruction in XML", _put(base, "word/document.xml", "<w:body>", f"<w:body><?{OTHER} x?>")


def _charts(base: bytes) -> Iterator[tuple[str, bytes]]:
    """Charts with a name in one place each, and another in the names of the sheets behind them."""
    yield "chart: title, series, points, workbook", files.with_chart(base)
    own = files.chart().decode()
    places = {
        "name of a line": ("<c:cat>", f"<c:trendline><c:name>{NAME}</c:name><c:trendlineType val='linear'/></c:trendline><c:cat>"),
        "levels of names": ("<c:strCache>", f'<c:multiLvlStrCache><c:lvl><c:pt idx="0"><c:v>{NAME}</c:v></c:pt></c:lvl></c:multiLvlStrCache><c:strCache>'),
        "number that is a name": ("<c:v>2<", f"<c:v>{NAME}<"),
        "pivot table": ("<c:chart>", f"<c:pivotSource><c:name>[{OTHER}]</c:name><c:fmtId val='0'/></c:pivotSource><c:chart>"),
        "header of the chart's page": ("<c:externalData", f"<c:printSettings><c:headerFooter><c:oddHeader>{OTHER}</c:oddHeader></c:headerFooter></c:printSettings><c:externalData"),
        "extension of a chart": ("<c:externalData", f'<c:extLst><c:ext uri="{OTHER}"><x>{OTHER}</x></c:ext></c:extLst><c:externalData'),
        "format of labels": ("<c:cat>", f'<c:dLbls><c:numFmt formatCode="0&quot;{OTHER}&quot;" sourceLinked="0"/></c:dLbls><c:cat>'),
        "own text of a label": ("<c:cat>", f"<c:dLbls><c:dLbl><c:idx val='0'/><c:tx><c:rich><a:p><a:r><a:t>{NAME}</a:t></a:r></a:p></c:rich></c:tx></c:dLbl></c:dLbls><c:cat>"),
        "other text": ("<c:cat>", f"<c:own>{OTHER}</c:own><c:cat>"),
    }  # fmt: skip
    for place, (old, new) in places.items():
        assert old in own, place
        yield f"chart: {place}", files.with_chart(base, own=own.replace(old, new, 1).encode())


def _commented(base: bytes) -> bytes:
    target = io.BytesIO(base)
    with zipfile.ZipFile(target, "a") as package:
        package.comment = OTHER.encode()
    return target.getvalue()


def open_document() -> Iterator[tuple[str, bytes]]:
    """Yield texts and spreadsheets of OpenDocument."""
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
        "picture's words": f"<text:p><draw:frame><svg:title>{NAME}</svg:title><svg:desc>{NAME}</svg:desc></draw:frame></text:p>",
        "list": f"<text:list><text:list-item><text:p>{NAME}</text:p></text:list-item></text:list>",
        "frame": f'<text:p><draw:frame draw:name="{OTHER}"><draw:text-box><text:p>{NAME}</text:p></draw:text-box></draw:frame></text:p>',
        "name of a look": f'<office:automatic-styles><style:style style:name="{OTHER}" style:display-name="{OTHER}"/></office:automatic-styles><text:p text:style-name="{OTHER}">{NAME}</text:p>',
        "words before numbers": f'<office:automatic-styles><text:list-style style:name="L1"><text:list-level-style-number style:num-prefix="{NAME} "/></text:list-style></office:automatic-styles>',
        "kind of numbers": f'<text:sequence-decls><text:sequence-decl text:name="{OTHER}"/></text:sequence-decls>',
        "label of a note": f'<text:p>a<text:note><text:note-citation text:label="{OTHER}">1</text:note-citation></text:note></text:p>',
        "link": f'<text:p><text:a xlink:href="mailto:{OTHER}" office:title="{OTHER}" office:name="{OTHER}">{NAME}</text:a></text:p>',
        "mark of an index": f'<text:p>a<text:toc-mark text:string-value="{OTHER}"/></text:p>',
        "cell": f'<table:table table:name="{OTHER}"><table:table-row><table:table-cell office:value-type="string" '
        f'office:string-value="{OTHER}"><text:p>{NAME}</text:p></table:table-cell></table:table-row></table:table>',
        "date in a cell": '<table:table table:name="a"><table:table-row><table:table-cell office:value-type="date" '
        f'office:date-value="{OTHER}"><text:p>1961</text:p></table:table-cell></table:table-row></table:table>',
        "rule of a cell": f'<table:content-validations><table:content-validation table:condition="{OTHER}"/></table:content-validations>',
    }.items():  # fmt: skip
        yield place, _put(base, "content.xml", "<office:text>", f"<office:text>{content}")
    for place, kind, mark in (
        ("inserted", "insertion", f'<text:change-start text:change-id="c1"/>{NAME}<text:change-end text:change-id="c1"/>'),
        ("deleted words", "deletion", f'{NAME}<text:change text:change-id="c1"/>'),
    ):  # fmt: skip
        region = (
            f'<text:tracked-changes><text:changed-region text:id="c1"><text:{kind}><office:change-info><dc:creator '
            f'xmlns:dc="http://purl.org/dc/elements/1.1/">{OTHER}</dc:creator></office:change-info>'
            f"<text:p>{OTHER}</text:p></text:{kind}></text:changed-region></text:tracked-changes>"
        )
        yield (
            place,
            _put(base, "content.xml", "<office:text>", f"<office:text>{region}<text:p>a {mark} b</text:p>"),
        )
    yield (
        "footer of slides",
        _put(base, "content.xml", "<office:text>", f"<office:text><office:own>{OTHER}</office:own>"),
    )
    yield (
        "words in the format of a number",
        _put(
            base,
            "content.xml",
            "<office:body>",
            f"<office:automatic-styles><style:own>{OTHER}</style:own></office:automatic-styles><office:body>",
        ),
    )
    yield "chart", drawn_files.with_open_chart()
    for place, content in {
        "name of a line in a chart": f'<chart:regression-curve chart:regression-name="{OTHER}"/>',
        "label of a chart": f"<chart:data-label><text:p>{NAME}</text:p></chart:data-label>",
        "other text of a chart": f"<chart:own>{OTHER}</chart:own>",
        "cells of another file": f"<chart:series chart:values-cell-range-address=\"'file:///{OTHER}'#a.A1\"/>",
    }.items():
        yield place, drawn_files.with_open_chart(own=drawn_files.open_chart(more=content))
    for place, name in (("settings", "settings.xml"), ("layout", "layout-cache"), ("versions", "Versions/1.xml"),
                        ("facts", "manifest.rdf")):  # fmt: skip
        yield place, pack({**unpack(base), name: f"<x>{OTHER}</x>".encode()}, stored="mimetype")


def presentation() -> Iterator[tuple[str, bytes]]:
    """Presentations."""
    base = files.powerpoint()
    slide, links = "ppt/slides/slide1.xml", "ppt/slides/_rels/slide1.xml.rels"
    run = f"<a:p><a:r><a:t>{NAME}</a:t></a:r></a:p>"
    yield "slide, table, notes, comment", base
    yield from _charts(base)
    yield "diagram", drawn_files.with_diagram(base)
    for place, content in {
        "run": f"<p:sp><p:txBody>{run}</p:txBody></p:sp>",
        "letters": "<p:sp><p:txBody><a:p>" + "".join(f"<a:r><a:t>{c}</a:t></a:r>" for c in NAME) + "</a:p></p:txBody></p:sp>",
        "bullet": f'<p:sp><p:txBody><a:p><a:pPr><a:buChar char="{NAME}"/></a:pPr><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>',
        "style of a table": f"<p:sp><p:txBody>{run}</p:txBody></p:sp><a:tableStyleId>{OTHER}</a:tableStyleId>",
        "field": f'<p:sp><p:txBody><a:p><a:fld id="x" type="{OTHER}"><a:t>{NAME}</a:t></a:fld></a:p></p:txBody></p:sp>',
        "name of a shape": f'<p:sp><p:nvSpPr><p:cNvPr id="9" name="{OTHER}" descr="{NAME}" title="{NAME}"/></p:nvSpPr></p:sp>',
        "words that are no text": f"<p:sp><p:txBody>{OTHER}</p:txBody></p:sp>",
        "extension": f'<p:extLst><p:ext uri="{OTHER}"/></p:extLst>',
    }.items():  # fmt: skip
        yield place, _put(base, slide, "<p:spTree>", f"<p:spTree>{content}")
    for place, kind, part in (
        ("tags", "tags", "ppt/tags/tag1.xml"), ("chart", "chart", "ppt/charts/chart1.xml"), ("sound", "audio", "ppt/media/a.wav"),
        ("properties", "custom-properties", "docProps/custom.xml"), ("authors of today", "authors", "ppt/authors.xml"),
    ):  # fmt: skip
        link = f'<Relationship Id="rId77" Type="{files._LINK}/{kind}" Target="/{part}"/>'
        linked = _put(base, links, "<Relationship ", f"{link}<Relationship ")
        yield place, pack({**unpack(linked), part: f"<x>{OTHER}</x>".encode()})
