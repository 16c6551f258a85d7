# ruff: noqa: E501
"""Make files that hide a name in rarer places of their formats, for bench/documents.py; what is shown stands beside the
word SHOWN, which has to stay."""

import base64
import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Iterator
from email.message import EmailMessage

import pikepdf
import pyarrow
import pyarrow.parquet
from pikepdf import Array, Dictionary, Name, Stream, String

from bench.documents_office import _put
from bench.documents_pdf import pdf
from sanitizer.documents.packages import pack, unpack
from tests.documents import files

NAME, OTHER = files.NAME, files.HIDDEN
SHOWN = "waited"
"""A word beside what is shown, which has to stay."""
_RUN = f"<w:r><w:t>{NAME} {SHOWN}</w:t></w:r>"
_LINK = files._LINK


def others() -> Iterator[tuple[str, bytes]]:
    """Yield files of all formats; the place says the ending."""
    for ending, make in {
        "docx": _word, "xlsx": _excel, "pptx": _slides, "odt": _texts, "pdf": _pdfs, "eml": _mails,
        "svg": _drawings, "rtf": _rich, "vtt": _cues, "html": _pages, "md": _marked,
    }.items():  # fmt: skip
        for place, raw in make():
            yield f"{place}.{ending}", raw


def _linked(base: bytes, kind: str, part: str, content: str, of: str = "word/document.xml") -> bytes:
    """Make a package with one more part that another leads to."""
    folder, _, name = of.rpartition("/")
    rels = f"{folder}/_rels/{name}.rels"
    link = f'<Relationship Id="rId88" Type="{_LINK}/{kind}" Target="/{part}"/></Relationships>'
    parts = unpack(base)
    links = parts.get(rels, files._links())
    return pack(
        {**parts, rels: links.replace(b"</Relationships>", link.encode()), part: content.encode()},
        stored="mimetype",
    )


def _word() -> Iterator[tuple[str, bytes]]:
    base = files.word()
    body = {
        "list of a control": f'<w:sdt><w:sdtPr><w:alias w:val="{OTHER}"/><w:tag w:val="{OTHER}"/><w:dropDownList><w:listItem w:displayText="{OTHER}" w:value="{OTHER}"/></w:dropDownList><w:placeholder><w:docPart w:val="{OTHER}"/></w:placeholder><w:dataBinding w:xpath="/{OTHER}" w:prefixMappings="xmlns:a=\'{OTHER}\'"/></w:sdtPr><w:sdtContent>{_RUN}</w:sdtContent></w:sdt>',
        "words for a chart": f'<w:r><w:drawing><wp:inline><wp:docPr id="7" name="{OTHER}" descr="{NAME} {SHOWN}" title="{NAME}"/></wp:inline></w:drawing></w:r>',
        "link with a tip": f'<w:hyperlink w:anchor="{OTHER}" w:tooltip="{OTHER}" w:docLocation="{OTHER}" w:tgtFrame="{OTHER}">{_RUN}</w:hyperlink>',
        "changed row": f'</w:p><w:tbl><w:tr><w:trPr><w:ins w:author="{OTHER}" w:id="1"/></w:trPr><w:tc><w:p>{_RUN}</w:p></w:tc></w:tr></w:tbl><w:p>',
        "changed number": f'<w:pPr><w:numPr><w:ins w:author="{OTHER}" w:id="2"/></w:numPr><w:pPrChange w:author="{OTHER}" w:id="3"><w:pPr/></w:pPrChange></w:pPr>{_RUN}',
        "phonetic guide": f"<w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>{NAME}</w:t></w:r></w:rt><w:rubyBase>{_RUN}</w:rubyBase></w:ruby></w:r>",
        "text on its side": f'<w:r><w:rPr><w:eastAsianLayout w:id="1" w:combine="1"/></w:rPr><w:t>{NAME} {SHOWN}</w:t></w:r>',
        "entry of an index": files._field(f'XE "{OTHER}"', "") + files._field(f'TA \\l "{OTHER}" \\s "{OTHER}"', "") + _RUN,
        "sum of a table": files._field(f"=SUM({OTHER})", f"{NAME} {SHOWN}"),
    }  # fmt: skip
    for place, content in body.items():
        yield place, _put(base, "word/document.xml", "<w:body>", f"<w:body><w:p>{content}</w:p>")
    w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    for place, part, kind, content in (
        ("building blocks", "word/glossary/document.xml", "glossaryDocument", f"<w:glossaryDocument {w}><w:docParts><w:docPart><w:docPartPr><w:name w:val='{OTHER}'/></w:docPartPr><w:docPartBody><w:p><w:r><w:t>{OTHER}</w:t></w:r></w:p></w:docPartBody></w:docPart></w:docParts></w:glossaryDocument>"),
        ("people", "word/people.xml", "people", f'<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w15:person w15:author="{OTHER}"><w15:presenceInfo w15:providerId="AD" w15:userId="{OTHER}"/></w15:person></w15:people>'),
        ("frames of the web", "word/webSettings.xml", "webSettings", f'<w:webSettings {w}><w:frameset><w:frame><w:name w:val="{OTHER}"/></w:frame></w:frameset><w:divs><w:div w:id="1"/></w:divs></w:webSettings>'),
        ("more of comments", "word/commentsExtended.xml", "commentsExtended", f"<x>{OTHER}</x>"),
        ("sources", "customXml/item7.xml", "customXml", f'<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography"><b:Source><b:Last>{OTHER}</b:Last></b:Source></b:Sources>'),
        ("endnotes", "word/endnotes.xml", "endnotes", f'<w:endnotes {w}><w:endnote w:type="separator" w:id="-1"><w:p><w:r><w:t>{NAME}</w:t></w:r></w:p></w:endnote><w:endnote w:id="1"><w:p>{_RUN}</w:p></w:endnote></w:endnotes>'),
        ("ways to key", "word/customizations.xml", "keyMapCustomizations", f"<x>{OTHER}</x>"),
    ):  # fmt: skip
        yield place, _linked(base, kind, part, content)
    for place, content in (
        ("mail merge", f'<w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:connectString w:val="{OTHER}"/><w:query w:val="SELECT {OTHER}"/><w:odso><w:udl w:val="{OTHER}"/><w:table w:val="{OTHER}"/></w:odso></w:mailMerge>'),
        ("protection", f'<w:writeProtection w:userId="{OTHER}"/><w:documentProtection w:hash="{OTHER}"/><w:attachedSchema w:val="{OTHER}"/><w:saveThroughXslt w:solutionID="{OTHER}"/><w:activeWritingStyle w:appName="{OTHER}"/>'),
    ):  # fmt: skip
        parts = unpack(base)
        yield (
            place,
            pack(
                {
                    **parts,
                    "word/settings.xml": parts["word/settings.xml"].replace(
                        b"<w:rsids>", content.encode() + b"<w:rsids>"
                    ),
                }
            ),
        )


def _excel() -> Iterator[tuple[str, bytes]]:
    base = files.excel()
    book = "xl/workbook.xml"
    for place, part, kind, content in (
        ("copy of a pivot table", "xl/pivotCache/pivotCacheDefinition1.xml", "pivotCacheDefinition", f'<pivotCacheDefinition xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" refreshedBy="{OTHER}"><cacheSource type="external"/><cacheFields><cacheField name="{OTHER}"><sharedItems><s v="{OTHER}"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>'),
        ("other workbook", "xl/externalLinks/externalLink1.xml", "externalLink", f'<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><externalBook><sheetNames><sheetName val="{OTHER}"/></sheetNames><sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1" t="str"><v>{OTHER}</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>'),
        ("connections", "xl/connections.xml", "connections", f'<connections xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><connection id="1" name="{OTHER}" description="{OTHER}"><dbPr connection="{OTHER}" command="{OTHER}"/></connection></connections>'),
        ("persons", "xl/persons/person.xml", "person", f'<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person displayName="{OTHER}" id="{{1}}" userId="{OTHER}"/></personList>'),
        ("choice of a slicer", "xl/slicerCaches/slicerCache1.xml", "slicerCache", f'<slicerCacheDefinition xmlns="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" name="{OTHER}" sourceName="{OTHER}"/>'),
        ("history", "xl/revisions/revisionHeaders.xml", "revisionHeaders", f"<headers>{OTHER}</headers>"),
    ):  # fmt: skip
        yield place, _linked(base, kind, part, content, book)
    for place, part, old, new in (
        ("who saved", book, "<sheets>", f'<fileSharing userName="{OTHER}"/><sheets>'),
        ("path", book, "<sheets>", f'<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="x15"><x15ac:absPath xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac" url="C:\\{OTHER}\\"/></mc:Choice></mc:AlternateContent><sheets>'),
        ("warning of a cell", "xl/worksheets/sheet1.xml", "<pageMargins", f'<dataValidations count="1"><dataValidation type="list" errorTitle="{OTHER}" error="{OTHER}" promptTitle="{OTHER}" prompt="{OTHER}" sqref="A1"><formula1>"{OTHER},a"</formula1></dataValidation></dataValidations><pageMargins'),
        ("how it is read aloud", "xl/worksheets/sheet1.xml", "<t>Mr Quernby</t>", f'<t>Mr Quernby</t><rPh sb="0" eb="1"><t>{OTHER}</t></rPh><phoneticPr fontId="1"/>'),
        ("rule with words", "xl/worksheets/sheet1.xml", "<pageMargins", f'<conditionalFormatting sqref="A1:A9"><cfRule type="containsText" priority="1" operator="containsText" text="{OTHER}"><formula>NOT(ISERROR(SEARCH("{OTHER}",A1)))</formula></cfRule></conditionalFormatting><pageMargins'),
        ("range that may be written", "xl/worksheets/sheet1.xml", "<pageMargins", f'<protectedRanges><protectedRange sqref="A1" name="{OTHER}" securityDescriptor="{OTHER}"/></protectedRanges><pageMargins'),
        ("first page", "xl/worksheets/sheet1.xml", "<firstHeader></firstHeader>", f"<firstHeader>&amp;L{NAME} {SHOWN}</firstHeader>"),
        ("looks of tables", "xl/styles.xml", '<tableStyles count="0" defaultTableStyle="TableStyleMedium9" defaultPivotStyle="PivotStyleLight16"/>', f'<tableStyles count="1" defaultTableStyle="{OTHER}" defaultPivotStyle="{OTHER}"><tableStyle name="{OTHER}" pivot="0" count="0"/></tableStyles>'),
        ("look of cells", "xl/styles.xml", '<cellStyle name="Normal"', f'<cellStyle name="{OTHER}" xfId="0" builtinId="20"/><cellStyle name="Normal"'),
    ):  # fmt: skip
        yield place, _put(base, part, old, new)


def _slides() -> Iterator[tuple[str, bytes]]:
    base = files.powerpoint()
    p = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
    show = "ppt/presentation.xml"
    for place, part, kind, content, of in (
        ("tags", "ppt/tags/tag1.xml", "tags", f'<p:tagLst {p}><p:tag name="{OTHER}" val="{OTHER}"/></p:tagLst>', show),
        ("authors", "ppt/authors.xml", "authors", f'<p188:authorLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"><p188:author name="{OTHER}" userId="{OTHER}"/></p188:authorLst>', show),
        ("properties of the show", "ppt/presProps.xml", "presProps", f'<p:presentationPr {p}><p:htmlPubPr title="{OTHER}" id="rId1"/></p:presentationPr>', show),
        ("film", f"ppt/media/{OTHER}.mp4", "media", OTHER, "ppt/slides/slide1.xml"),
        ("looks of tables", "ppt/tableStyles.xml", "tableStyles", f'<a:tblStyleLst xmlns:a="{files._A}" def="x"><a:tblStyle styleId="x" styleName="{OTHER}"/></a:tblStyleLst>', show),
        ("how it was seen", "ppt/viewProps.xml", "viewProps", f'<p:viewPr {p}><p:outlineViewPr><p:sldLst/></p:outlineViewPr><!-- {OTHER} --></p:viewPr>', show),
    ):  # fmt: skip
        yield place, _linked(base, kind, part, content, of)
    for place, part, old, new in (
        ("sections", show, "<p:sldSz", f'<p:custShowLst><p:custShow name="{OTHER}" id="0"/></p:custShowLst><p:extLst><p:ext uri="{{521415D9}}"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p14:section name="{OTHER}"/></p14:sectionLst></p:ext></p:extLst><p:sldSz'),
        ("words of a shape", "ppt/slides/slide1.xml", f'name="{OTHER}">', f'name="{OTHER}" descr="{NAME} {SHOWN}" title="{NAME}">'),
        ("action", "ppt/slides/slide1.xml", "<a:hlinkClick ", f'<a:hlinkClick action="ppaction://customshow?id=0&amp;return={OTHER}" tooltip="{OTHER}" '),
        ("field", "ppt/slides/slide1.xml", "<a:p><a:r>", f'<a:p><a:fld id="{{1}}" type="{OTHER}"><a:t>{NAME} {SHOWN}</a:t></a:fld><a:r>'),
    ):  # fmt: skip
        yield place, _put(base, part, old, new)


def _texts() -> Iterator[tuple[str, bytes]]:
    base = files.open_document()
    begin = "<office:text>"
    ns = 'xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0"'
    for place, content in (
        ("declared fields", f'<text:user-field-decls><text:user-field-decl text:name="{OTHER}" office:value-type="string" office:string-value="{OTHER}"/></text:user-field-decls><text:p><text:user-field-get text:name="{OTHER}">{NAME} {SHOWN}</text:user-field-get></text:p>'),
        ("fields with a condition", f'<text:p><text:conditional-text text:condition="ooow:{OTHER}" text:string-value-if-true="{OTHER}" text:string-value-if-false="{OTHER}">{NAME} {SHOWN}</text:conditional-text><text:hidden-text text:string-value="{OTHER}" text:condition="ooow:1"/></text:p>'),
        ("forms", f'<office:forms {ns}><form:form form:name="{OTHER}" form:command="{OTHER}"><form:text form:name="{OTHER}" form:value="{OTHER}" form:current-value="{OTHER}"/></form:form></office:forms><text:p>{NAME} {SHOWN}</text:p>'),
        ("events", f'<text:p><text:span><office:event-listeners {ns}><script:event-listener script:event-name="dom:click" xlink:href="{OTHER}"/></office:event-listeners>{NAME} {SHOWN}</text:span></text:p>'),
        ("entries of lists", f'<text:p><text:bibliography-mark text:author="{OTHER}" text:title="{OTHER}" text:identifier="{OTHER}">[{NAME} {SHOWN}]</text:bibliography-mark><text:alphabetical-index-mark text:string-value="{OTHER}" text:key1="{OTHER}"/><text:toc-mark text:string-value="{OTHER}"/></text:p>'),
        ("section from elsewhere", f'<text:section text:name="{OTHER}" text:protection-key="{OTHER}"><text:section-source xlink:href="file:///{OTHER}.odt" text:filter-name="{OTHER}"/><text:p>{NAME} {SHOWN}</text:p></text:section>'),
        ("phonetic guide", f"<text:p><text:ruby><text:ruby-base>{NAME} {SHOWN}</text:ruby-base><text:ruby-text>{NAME}</text:ruby-text></text:ruby></text:p>"),
        ("row of a database", f'<text:p><text:database-display text:table-name="{OTHER}" text:database-name="{OTHER}" text:column-name="{OTHER}">{NAME} {SHOWN}</text:database-display></text:p>'),
        ("mail to a person", f'<text:p><text:sender-lastname>{NAME} {SHOWN}</text:sender-lastname> <text:dde-connection text:connection-name="{OTHER}">{NAME}</text:dde-connection></text:p>'),
        ("data within", f'<text:p><text:meta xml:id="{OTHER}" xhtml:about="{OTHER}" xmlns:xhtml="http://www.w3.org/1999/xhtml">{NAME} {SHOWN}</text:meta></text:p>'),
    ):  # fmt: skip
        yield place, _put(base, "content.xml", begin, begin + content)
    parts = unpack(base)
    for place, name, content in (
        ("printer", "settings.xml", f'<office:document-settings xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:config="urn:oasis:names:tc:opendocument:xmlns:config:1.0"><office:settings><config:config-item-set config:name="ooo:configuration-settings"><config:config-item config:name="PrinterName" config:type="string">{OTHER}</config:config-item></config:config-item-set></office:settings></office:document-settings>'),
        ("versions", "VersionList.xml", f'<VL:version-list xmlns:VL="http://openoffice.org/2001/versions-list"><VL:version-entry VL:creator="{OTHER}" VL:comment="{OTHER}"/></VL:version-list>'),
        ("version", "Versions/Version1", OTHER), ("statements", "manifest.rdf", f"<rdf>{OTHER}</rdf>"),
        ("tool bars", "Configurations2/toolbar/a.xml", f"<x>{OTHER}</x>"), ("layout cache", "layout-cache", OTHER),
    ):  # fmt: skip
        yield place, pack({**parts, name: content.encode()}, stored="mimetype")


def _pdfs() -> Iterator[tuple[str, bytes]]:
    def root(**more: object) -> bytes:
        def change(file: pikepdf.Pdf, page: object) -> None:
            for key, value in more.items():
                file.Root[f"/{key}"] = file.make_indirect(value)

        return pdf(change)

    script = Dictionary(S=Name.JavaScript, JS=String(OTHER))
    yield (
        "scripts with names",
        root(Names=Dictionary(JavaScript=Dictionary(Names=Array([String(OTHER), script])))),
    )
    yield "threads", root(Threads=Array([Dictionary(Type=Name.Thread, I=Dictionary(Title=String(OTHER)))]))
    yield "collection", root(Collection=Dictionary(Type=Name.Collection, D=String(OTHER)))
    yield "legal words", root(Legal=Dictionary(Attestation=String(OTHER)), URI=Dictionary(Base=String(OTHER)))
    yield "language", root(Lang=String(OTHER), SpiderInfo=Dictionary(V=String(OTHER)))
    yield (
        "intents",
        root(OutputIntents=Array([Dictionary(Type=Name.OutputIntent, S=Name.GTS_PDFX, Info=String(OTHER))])),
    )
    marked = (
        f"/P <</MCID 0 /E ({OTHER}) /Alt ({OTHER})>> BDC BT /F1 12 Tf 20 100 Td ({NAME} {SHOWN}) Tj ET EMC"
    )
    yield "marks with words", pdf(content=marked)

    def popup(file: pikepdf.Pdf, page: object) -> None:
        look = Stream(
            file,
            f"BT /F1 9 Tf ({OTHER}) Tj ET".encode(),
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=Array([0, 0, 9, 9]),
        )
        note = Dictionary(Type=Name.Annot, Subtype=Name.Stamp, Rect=Array([9, 9, 40, 40]), RC=String(f"<p>{OTHER}</p>"),
                          Subj=String(OTHER), NM=String(OTHER), AP=Dictionary(N=file.make_indirect(look)))  # fmt: skip
        page.Annots = Array([file.make_indirect(note)])  # type: ignore[attr-defined]

    yield "stamp with a look", pdf(popup)

    def page_words(file: pikepdf.Pdf, page: object) -> None:
        page.Metadata = Stream(file, f"<x>{OTHER}</x>".encode(), Type=Name.Metadata, Subtype=Name.XML)  # type: ignore[attr-defined]
        page.AA = Dictionary(O=Dictionary(S=Name.JavaScript, JS=String(OTHER)))  # type: ignore[attr-defined]
        page.Thumb = Stream(
            file, OTHER.encode(), Width=1, Height=1, ColorSpace=Name.DeviceGray, BitsPerComponent=8
        )  # type: ignore[attr-defined]

    yield "data of a page", pdf(page_words)


def _mails() -> Iterator[tuple[str, bytes]]:
    code = f"=?utf-8?b?{base64.b64encode(OTHER.encode()).decode()}?="
    shown = f"=?utf-8?q?{NAME}_{SHOWN}?="
    head = "Date: Mon, 4 Jan 2021 10:00:00 +0000\nMIME-Version: 1.0\n"
    heads = "".join(
        f"{h}: {code}\n"
        for h in (
            "Comments",
            "Keywords",
            "Organization",
            "X-Sender",
            "List-Unsubscribe",
            "In-Reply-To",
            "References",
            "DKIM-Signature",
            "User-Agent",
            "Thread-Topic",
        )
    )
    yield (
        "coded headers",
        f"From: {shown} <a@example.org>\nSubject: {shown}\n{heads}{head}Content-Type: text/plain\n\n{SHOWN}\n".encode(),
    )
    bound = f"b{OTHER}"
    parts = f"--{bound}\nContent-Type: text/plain; name={OTHER}\nContent-ID: <{OTHER}@a>\nContent-Description: {OTHER}\n\nMr {NAME} {SHOWN}\n--{bound}--\n"
    yield (
        "name of a border",
        f"Subject: a\n{head}Content-Type: multipart/mixed; boundary={bound}\n\n{OTHER}\n{parts}{OTHER}\n".encode(),
    )
    for place, kind, name, content in (
        ("invitation", "text/calendar", "a.ics", f"BEGIN:VCALENDAR\nATTENDEE;CN={OTHER}:mailto:a@b\nSUMMARY:{OTHER}\nEND:VCALENDAR\n"),
        ("winmail", "application/ms-tnef", "winmail.dat", f"\x78\x9f\x3e\x22{OTHER}"),
        ("report of delivery", "message/delivery-status", "", f"Final-Recipient: rfc822; {OTHER}@example.org\n\n"),
        ("card", "text/vcard", f"{OTHER}.vcf", f"BEGIN:VCARD\nFN:{OTHER}\nEND:VCARD\n"),
    ):  # fmt: skip
        own = f'--b\nContent-Type: text/plain\n\nMr {NAME} {SHOWN}\n--b\nContent-Type: {kind}; name="{name}"\nContent-Disposition: attachment; filename="{name}"\n\n{content}\n--b--\n'
        yield place, f"Subject: a\n{head}Content-Type: multipart/mixed; boundary=b\n\n{own}".encode("latin-1")
    inner = EmailMessage()
    inner["From"], inner["Subject"], inner["X-Loop"] = f"{NAME} <x@example.org>", f"{NAME} {SHOWN}", OTHER
    inner.set_content(f"{NAME} {SHOWN}")
    outer = EmailMessage()
    outer["Subject"] = "a"
    outer.set_content("see")
    outer.add_attachment(inner, filename=f"{OTHER}.eml")
    outer.add_attachment(f"{NAME} {SHOWN}", filename=f"{OTHER} é.txt")
    yield "mail within", outer.as_bytes()


def _mailbox() -> bytes:
    """Make a mailbox, which is given by itself: it holds many documents."""
    head = f"From {OTHER}@example.org Mon Jan  4 10:00:00 2021\nFrom: {NAME} {SHOWN} <a@example.org>\nSubject: a\n"
    return f"{head}X-Status: {OTHER}\n\n>From {NAME} {SHOWN}\n\n".encode()


def _drawings() -> Iterator[tuple[str, bytes]]:
    for place, content in (
        ("labels", f'<g inkscape:label="{OTHER}" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" aria-label="{OTHER}"><text>{NAME} {SHOWN}</text></g>'),
        ("words in CSS", f'<style>text::after {{ content: "{OTHER}" }} @import url("{OTHER}");</style><text>{NAME} {SHOWN}</text>'),
        ("languages", f'<switch><text systemLanguage="{OTHER}">{NAME} {SHOWN}</text></switch>'),
        ("link with a title", f'<a xlink:title="{OTHER}" xlink:href="{OTHER}" xmlns:xlink="http://www.w3.org/1999/xlink"><text>{NAME} {SHOWN}</text></a>'),
        ("own font", f'<font-face font-family="{OTHER}"/><font><glyph glyph-name="{OTHER}"/></font><text>{NAME} {SHOWN}</text>'),
        ("moving", f'<text>{NAME} {SHOWN}<animate attributeName="{OTHER}" values="{OTHER}"/><set to="{OTHER}"/></text>'),
    ):  # fmt: skip
        yield place, f'<svg xmlns="http://www.w3.org/2000/svg" xml:base="{OTHER}">{content}</svg>'.encode()


def _rich() -> Iterator[tuple[str, bytes]]:
    info = f"{{\\info{{\\title {OTHER}}}{{\\manager {OTHER}}}{{\\company {OTHER}}}{{\\operator {OTHER}}}{{\\doccomm {OTHER}}}{{\\hlinkbase {OTHER}}}}}"
    for place, content in (
        ("information", f"{info} {NAME} {SHOWN}"),
        ("properties of the user", f"{{\\*\\userprops {{\\propname {OTHER}}}\\proptype30{{\\staticval {OTHER}}}}}{{\\*\\docvar {{{OTHER}}}{{{OTHER}}}}} {NAME} {SHOWN}"),
        ("template and styles", f"{{\\*\\template {OTHER}}}{{\\stylesheet{{\\s1 {OTHER};}}}}{{\\*\\xmlnstbl{{\\xmlns1 {OTHER};}}}}{{\\*\\generator {OTHER};}} {NAME} {SHOWN}"),
        ("file table", f"{{\\*\\filetbl{{\\file\\fid0 {OTHER};}}}}{{\\*\\mailmerge {OTHER}}}{{\\*\\rsidtbl}}{{\\*\\protusertbl{{{OTHER}}}}} {NAME} {SHOWN}"),
        ("deleted", f"{{\\deleted\\revauthdel1 {OTHER}}} {NAME} {SHOWN}"),
    ):  # fmt: skip
        yield place, f"{{\\rtf1\\ansi {content}\\par}}".encode()


def _cues() -> Iterator[tuple[str, bytes]]:
    yield (
        "notes, looks, regions",
        f"WEBVTT {OTHER}\nX-{OTHER}: {OTHER}\n\nNOTE {OTHER}\n\nSTYLE\n::cue(.{OTHER}) {{ color: red }}\n\nREGION\nid:{OTHER}\n\n{OTHER}\n00:01.000 --> 00:02.000 region:{OTHER} align:start\n<v.{OTHER} {NAME}><c.{OTHER}>{NAME} {SHOWN}</c>\n".encode(),
    )


def _pages() -> Iterator[tuple[str, bytes]]:
    for place, content in (
        ("data about things", f'<div itemscope itemtype="{OTHER}"><meta itemprop="name" content="{OTHER}"><span itemprop="{OTHER}" property="{OTHER}" content="{OTHER}">{NAME} {SHOWN}</span></div>'),
        ("read aloud", f'<p aria-label="{NAME} {SHOWN}" aria-labelledby="{OTHER}" aria-roledescription="{OTHER}" role="{OTHER}">a</p>'),
        ("shadow", f'<div><template shadowrootmode="open">{OTHER}</template>{NAME} {SHOWN}</div><slot name="{OTHER}"></slot>'),
        ("forms", f'<form action="{OTHER}" name="{OTHER}"><fieldset><legend>{NAME} {SHOWN}</legend><input list="{OTHER}" pattern="{OTHER}" placeholder="{NAME}"><datalist id="{OTHER}"><option value="{OTHER}"></datalist><output for="{OTHER}">{NAME}</output></fieldset></form>'),
        ("old tags", f'<marquee>{NAME} {SHOWN}</marquee><keygen name="{OTHER}"><isindex prompt="{OTHER}"><plaintext>{NAME} {SHOWN}'),
        ("conditions", f"<!--[if IE]>{OTHER}<![endif]-->{NAME} {SHOWN}<![if !IE]><p>{NAME}</p><![endif]>"),
        ("pictures", f'<picture><source srcset="{OTHER}"><img src="{OTHER}" alt="{NAME} {SHOWN}" usemap="#{OTHER}" longdesc="{OTHER}"></picture><map name="{OTHER}"><area alt="{OTHER}"></map>'),
        ("formula", f'<math><mi>{NAME}</mi><annotation encoding="{OTHER}">{NAME} {SHOWN}</annotation></math>'),
    ):  # fmt: skip
        yield place, f"<html><head><title>a</title></head><body><p>Begin</p>{content}</body></html>".encode()


def _marked() -> Iterator[tuple[str, bytes]]:
    yield (
        "list of definitions",
        f"Begin\n\n{NAME} {SHOWN}\n: {NAME}\n\n[a]: <{OTHER}> ({OTHER})\n\n- [ ] {NAME} {SHOWN}\n\n<details><summary>{NAME} {SHOWN}</summary>b</details>\n\n<!-- {OTHER}\n{OTHER} -->\n".encode(),
    )


def archives() -> Iterator[tuple[str, bytes, tuple[str, ...]]]:
    """Make archives, packed files and rows, each of which the command is given alone, with more options."""
    text = f"Mr {NAME} {SHOWN} came.\n".encode()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as package:
        package.comment = OTHER.encode()
        entry = zipfile.ZipInfo(f"{OTHER}/a.txt")
        entry.comment, entry.extra = (
            OTHER.encode(),
            b"\xfe\xca" + len(OTHER).to_bytes(2, "little") + OTHER.encode(),
        )
        package.writestr(entry, text)
        package.writestr("inner.zip", pack({"b.txt": OTHER.encode()}))
    yield "comments and extra fields.zip", target.getvalue(), ()
    for ending, mode in (("tar", "w"), ("tar.gz", "w:gz"), ("tar.xz", "w:xz")):
        target = io.BytesIO()
        with tarfile.open(
            fileobj=target, mode=mode, format=tarfile.PAX_FORMAT, pax_headers={"comment": OTHER}
        ) as archive:  # type: ignore[call-overload]
            own = tarfile.TarInfo(f"{OTHER}/{'x' * 120}.txt")
            own.size, own.uname, own.gname, own.pax_headers = (
                len(text),
                OTHER,
                OTHER,
                {"SCHILY.xattr.a": OTHER},
            )
            archive.addfile(own, io.BytesIO(text))
            link = tarfile.TarInfo("link.txt")
            link.type, link.linkname = tarfile.SYMTYPE, OTHER
            archive.addfile(link)
        yield f"owners and headers.{ending}", target.getvalue(), ()
    target = io.BytesIO()
    with gzip.GzipFile(f"{OTHER}.txt", "wb", fileobj=target) as packed:
        packed.write(text)
    yield "name within.txt.gz", target.getvalue(), ()
    yield "lines between.mbox", _mailbox(), ()
    row = {"doc_id": "1", "id": OTHER, OTHER: OTHER, "meta": {OTHER: OTHER}, "text": text.decode()}
    yield "keys that are names.jsonl", json.dumps(row).encode() + b"\n", ()
    yield "keys that are names.json", json.dumps([row]).encode(), ()
    yield (
        "keys that are names.csv",
        f"id,{OTHER},text\n{OTHER},{OTHER},{text.decode().strip()}\n".encode(),
        (),
    )
    table = pyarrow.table({"text": [text.decode()], OTHER: [OTHER], "year": [1]}).replace_schema_metadata(
        {OTHER: OTHER, "pandas": OTHER}
    )
    target = io.BytesIO()
    pyarrow.parquet.write_table(table, target)
    yield "data about columns.parquet", target.getvalue(), ("--keep-field", "year")
