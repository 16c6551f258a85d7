# ruff: noqa: E501 (parts of files read best on one line)
"""Files with diagrams of Office, shapes of workbooks and charts of OpenDocument, as other programs write them."""

from sanitizer.documents.packages import pack, unpack
from tests.documents.files import _A, _LINK, HIDDEN, NAME, _links, drawn_workbook, open_document

_DSP = "http://schemas.microsoft.com/office/drawing/2008/diagram"
_DGM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"


def with_diagram(raw: bytes) -> bytes:
    """Return a Word document, or a presentation, with a diagram (SmartArt) of two boxes, and the drawing made of it."""
    parts = unpack(raw)
    main = "word/document.xml" if "word/document.xml" in parts else "ppt/slides/slide1.xml"
    folder, _, name = main.rpartition("/")
    links, top = f"{folder}/_rels/{name}.rels", folder.partition("/")[0]
    graphic = (
        f'<a:graphic><a:graphicData uri="{_DGM}"><dgm:relIds xmlns:dgm="{_DGM}" r:dm="rId90" r:lo="rId91" r:qs="rId92" '
        'r:cs="rId93"/></a:graphicData></a:graphic>'
    )
    if folder == "word":
        begin, shown = "<w:body>", (
            '<w:p><w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="4000000" cy="2500000"/>'
            f'<wp:docPr id="90" name="{HIDDEN}"/>{graphic}</wp:inline></w:drawing></w:r></w:p>'
        )  # fmt: skip
    else:
        begin, shown = "<p:spTree>", (
            f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="90" name="{HIDDEN}"/><p:cNvGraphicFramePr/><p:nvPr/>'
            "</p:nvGraphicFramePr><p:xfrm><a:off x='100000' y='100000'/><a:ext cx='4000000' cy='2500000'/></p:xfrm>"
            f"{graphic}</p:graphicFrame>"
        )  # fmt: skip

    def point(number: int, *runs: str) -> str:
        words = "".join(f"<a:r><a:t>{run}</a:t></a:r>" for run in runs)
        told = f"<dgm:t><a:bodyPr/><a:p>{words}</a:p></dgm:t>" if runs else "<dgm:t/>"
        kind = "" if runs else ' type="doc"'
        return f'<dgm:pt modelId="{number}"{kind}><dgm:prSet phldrT="[{HIDDEN}]"/><dgm:spPr/>{told}</dgm:pt>'

    def box(number: int, words: str) -> str:
        return (
            f"<dsp:sp modelId='{number}'><dsp:nvSpPr><dsp:cNvPr id='{number}' name='{HIDDEN}'/><dsp:cNvSpPr/></dsp:nvSpPr><dsp:spPr>"
            f"<a:xfrm><a:off x='0' y='{number * 900000}'/><a:ext cx='1800000' cy='800000'/></a:xfrm><a:prstGeom prst='rect'/>"
            f"<a:ln w='9525'><a:solidFill><a:srgbClr val='000000'/></a:solidFill></a:ln></dsp:spPr><dsp:txBody><a:bodyPr/><a:p><a:r>"
            f"<a:t>{words}</a:t></a:r></a:p></dsp:txBody></dsp:sp>"
        )

    points = point(0) + point(1, "Mr Quer", "nby") + point(2, "the ward")
    ties = "".join(
        f'<dgm:cxn modelId="{9 + n}" srcId="0" destId="{n}" srcOrd="{n - 1}" destOrd="0"/>' for n in (1, 2)
    )
    spaces = f'xmlns:dgm="{_DGM}" xmlns:a="{_A}"'
    node = '<dgm:layoutNode name="node"><dgm:alg type="tx"/><dgm:shape type="rect"/><dgm:presOf axis="self"/></dgm:layoutNode>'
    made = {
        "data1": f"<dgm:dataModel {spaces}><dgm:ptLst>{points}</dgm:ptLst><dgm:cxnLst>{ties}</dgm:cxnLst><dgm:bg/><dgm:whole/>"
        f'<dgm:extLst><a:ext uri="{HIDDEN}"><dsp:dataModelExt xmlns:dsp="{_DSP}" relId="rId94"/></a:ext><a:ext uri="{HIDDEN}"/>'
        "</dgm:extLst></dgm:dataModel>",
        "layout1": f'<dgm:layoutDef {spaces} uniqueId="urn:microsoft.com/office/officeart/2005/8/layout/default"><dgm:title '
        f'val="{HIDDEN}"/><dgm:desc val="{HIDDEN}"/><dgm:layoutNode name="diagram"><dgm:alg type="snake"/><dgm:presOf/>'
        f'<dgm:forEach name="nodes" axis="ch" ptType="node">{node}</dgm:forEach></dgm:layoutNode></dgm:layoutDef>',
        "quickStyle1": f'<dgm:styleDef {spaces} uniqueId="urn:a"><dgm:title val="{HIDDEN}"/></dgm:styleDef>',
        "colors1": f'<dgm:colorsDef {spaces} uniqueId="urn:a"><dgm:title val="{HIDDEN}"/></dgm:colorsDef>',
        "drawing1": f"<dsp:drawing xmlns:dsp='{_DSP}' xmlns:a='{_A}'><dsp:spTree><dsp:nvGrpSpPr><dsp:cNvPr id='0' name=''/>"
        f"<dsp:cNvGrpSpPr/></dsp:nvGrpSpPr><dsp:grpSpPr/>{box(1, NAME)}{box(2, 'the ward')}</dsp:spTree></dsp:drawing>",
    }  # fmt: skip
    kinds = ("Data", "Layout", "QuickStyle", "Colors", "Drawing")
    told = "".join(
        f'<Relationship Id="rId{90 + n}" Type="{_LINK}/diagram{kind}" Target="/{top}/diagrams/{part}.xml"/>'
        for n, (kind, part) in enumerate(zip(kinds, made, strict=True))
    )
    types = "".join(
        f'<Override PartName="/{top}/diagrams/{part}.xml" ContentType="application/vnd.openxmlformats-officedocument.'
        f'drawingml.diagram{kind}+xml"/>'
        for kind, part in zip(kinds, made, strict=True)
    )
    changed = {
        "[Content_Types].xml": ("</Types>", f"{types}</Types>"),
        links: ("</Relationships>", f"{told}</Relationships>"),
        main: (begin, begin + shown),
    }
    new = {part: parts[part].replace(a.encode(), b.encode(), 1) for part, (a, b) in changed.items()}
    return pack({**parts, **new, **{f"{top}/diagrams/{n}.xml": part.encode() for n, part in made.items()}})


_CHART_SPACES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("chart", "chart"), ("draw", "drawing"),
        ("svg", "svg-compatible"),
    )
)  # fmt: skip


def open_chart(sheet: str = "local-table", more: str = "") -> bytes:
    """Return the main part of a chart of OpenDocument; of another ``sheet`` it shows that one's cells."""

    def row(*cells: str) -> str:
        told = "".join(
            f"<table:table-cell><text:p>{c}</text:p><draw:g><svg:desc>{HIDDEN}.A1</svg:desc></draw:g></table:table-cell>"
            for c in cells
        )
        return f"<table:table-row>{told}</table:table-row>"

    return (
        f"<office:document-content {_CHART_SPACES}><office:body><office:chart><chart:chart chart:class='chart:bar'>"
        f"<chart:title><text:p>Visits of {NAME}</text:p></chart:title><chart:plot-area table:cell-range-address=\"'{sheet}'.A1:'"
        f'{sheet}\'.B3"><chart:series chart:values-cell-range-address="\'{sheet}\'.$B$2:.$B$3" chart:label-cell-address="'
        f"{HIDDEN}.B1\"/>{more}</chart:plot-area><table:table table:name='{HIDDEN}'>{row('', NAME)}{row(f'Mr {NAME}', '4.5')}"
        f"</table:table></chart:chart></office:chart></office:body></office:document-content>"
    ).encode()


def with_open_chart(kind: str = "text", own: bytes | None = None) -> bytes:
    """Return a file of OpenDocument with a chart."""
    parts = unpack(open_document(kind))
    shown = (
        f"<draw:frame><draw:object draw:notify-on-update-of-ranges='{HIDDEN}.A1' xlink:href='./{HIDDEN} 7'/><draw:image "
        f"xlink:href='./ObjectReplacements/{HIDDEN} 7'/></draw:frame>"
    )
    mark = f"<office:{kind}>".encode()
    content = parts["content.xml"].replace(mark, mark + f"<text:p>{shown}</text:p>".encode(), 1)
    return pack(
        {
            **parts,
            "content.xml": content,
            f"{HIDDEN} 7/content.xml": own or open_chart(HIDDEN if kind == "spreadsheet" else "local-table"),
            f"{HIDDEN} 7/meta.xml": f"<x>{HIDDEN}</x>".encode(),
            f"ObjectReplacements/{HIDDEN} 7": HIDDEN.encode(),
        },
        stored="mimetype",
    )


def drawn_beside(shape: str, *links: tuple[str, str, str]) -> bytes:
    """Return the workbook with a chart, with something else drawn beside it."""
    parts = unpack(drawn_workbook())
    at = "<xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>9</xdr:row><xdr:rowOff>0</xdr:rowOff>"
    space = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
    own = (
        f'<xdr:twoCellAnchor xmlns:xdr="{space}" xmlns:a="{_A}" xmlns:r="{_LINK}"><xdr:from>{at}'
        f"</xdr:from><xdr:to>{at}</xdr:to>{shape}<xdr:clientData/></xdr:twoCellAnchor></wsDr>"
    )
    place, rels = "xl/drawings/drawing1.xml", "xl/drawings/_rels/drawing1.xml.rels"
    parts[place] = parts[place].replace(b"</wsDr>", own.encode())
    added = _links(*links).partition(b">")[2]
    parts[rels] = parts[rels].replace(b"</Relationships>", added)
    return pack({**parts, "xl/media/image1.png": HIDDEN.encode()})


BOX = (
    f'<xdr:sp macro="{HIDDEN}" textlink="{HIDDEN}!$A$1"><xdr:nvSpPr><xdr:cNvPr id="9" name="{HIDDEN}" '
    f'descr="Box of {NAME}"><a:hlinkClick r:id="rId7"/></xdr:cNvPr><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr><xdr:spPr/>'
    "<xdr:txBody><a:bodyPr/><a:p><a:r><a:t>Mr Quern</a:t></a:r><a:r><a:rPr b='1'/><a:t>by came</a:t></a:r></a:p>"
    "</xdr:txBody></xdr:sp>"
)


def printed(pages: list[list[tuple[int, int, int, str]]]) -> bytes:
    """Return a PDF of pages of lines, each with its place from the lower left, its size in points, and its words."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    kids = []
    for lines in pages:
        told = "\n".join(f"BT /F1 {size} Tf {x} {y} Td ({words}) Tj ET" for x, y, size, words in lines)
        objects.append(f"<< /Length {len(told)} >>\nstream\n{told}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects)} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}] >>"
    body, places = b"%PDF-1.4\n", []
    for number, own in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj\n{own}\nendobj\n".encode()
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
    return body + f"{end}startxref\n{len(body)}\n%%EOF\n".encode()
