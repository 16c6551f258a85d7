# ruff: noqa: E501
"""Make PDF files that hide a name in one place each, for bench/documents.py."""

import io
from collections.abc import Callable, Iterator
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from tests.documents.files import HIDDEN as OTHER
from tests.documents.files import NAME


def pdf(change: Callable[[pikepdf.Pdf, Any], None] | None = None, content: str = "") -> bytes:
    """Return a PDF of one page on which the name stands, with more content, changed."""
    with pikepdf.new() as file:
        page = file.add_blank_page(page_size=(300, 200))
        font = file.make_indirect(
            Dictionary(
                Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding
            )
        )
        page.Resources = Dictionary(Font=Dictionary(F1=font))
        page.Contents = Stream(
            file, f"BT /F1 12 Tf 20 150 Td (Mr {NAME} came to Leeds.) Tj ET\n{content}".encode()
        )
        if change:
            change(file, page)
        target = io.BytesIO()
        file.save(target)
    return target.getvalue()


def _text(words: str, more: str = "") -> str:
    return f"BT {more} /F1 12 Tf 20 100 Td ({words}) Tj ET"


def _later(raw: bytes) -> bytes:
    """Return the file with an earlier revision in front: an object that a later one replaces."""
    at = raw.rindex(b"startxref")
    start = int(raw[at + 9 :].split()[0])
    body = raw[:at].replace(b"xref\n", b"xref\n", 1)
    extra = f"9 0 obj\n({OTHER})\nendobj\n".encode()
    return body + extra + f"startxref\n{start}\n%%EOF\n".encode()


def _annotated(kind: str, **more: Any) -> Callable[[pikepdf.Pdf, Any], None]:
    def change(file: pikepdf.Pdf, page: Any) -> None:
        own = Dictionary(
            Type=Name.Annot,
            Subtype=Name(f"/{kind}"),
            Rect=Array([10, 10, 50, 50]),
            Contents=String(OTHER),
            T=String(OTHER),
            **more,
        )
        page.Annots = Array([file.make_indirect(own)])

    return change


def _form(file: pikepdf.Pdf, page: Any) -> None:
    field = file.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Widget,
            FT=Name.Tx,
            T=String(OTHER),
            V=String(OTHER),
            Rect=Array([10, 10, 90, 30]),
        )
    )
    page.Annots = Array([field])
    file.Root.AcroForm = Dictionary(Fields=Array([field]))


def _attached(file: pikepdf.Pdf, page: Any) -> None:
    file.attachments[f"{OTHER}.txt"] = OTHER.encode()


def _outlined(file: pikepdf.Pdf, page: Any) -> None:
    with file.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem(OTHER, 0))


def _described(file: pikepdf.Pdf, page: Any) -> None:
    file.docinfo["/Title"] = String(OTHER)
    with file.open_metadata() as metadata:
        metadata["dc:title"] = OTHER


def _scripted(file: pikepdf.Pdf, page: Any) -> None:
    file.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String(f"app.alert('{OTHER}')"))


def _layered(file: pikepdf.Pdf, page: Any) -> None:
    layer = file.make_indirect(Dictionary(Type=Name.OCG, Name=String(OTHER)))
    page.Resources.Properties = Dictionary(MC0=layer)
    file.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))


def _pictured(file: pikepdf.Pdf, page: Any) -> None:
    image = Stream(
        file,
        OTHER.encode().ljust(300, b"x"),
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=10,
        Height=10,
        ColorSpace=Name.DeviceRGB,
        BitsPerComponent=8,
    )
    page.Resources.XObject = Dictionary(Im0=image)


def _formed(words: str) -> Callable[[pikepdf.Pdf, Any], None]:
    def change(file: pikepdf.Pdf, page: Any) -> None:
        own = Stream(file, f"q 10 10 50 50 re f BT /F1 12 Tf 20 60 Td ({words}) Tj ET Q".encode(), Type=Name.XObject, Subtype=Name.Form,
                     BBox=Array([0, 0, 300, 200]), Resources=page.Resources)  # fmt: skip
        page.Resources.XObject = Dictionary(Fm0=file.make_indirect(own))

    return change


def _tagged(file: pikepdf.Pdf, page: Any) -> None:
    file.Root.StructTreeRoot = file.make_indirect(
        Dictionary(
            Type=Name.StructTreeRoot,
            K=Array([Dictionary(S=Name.Figure, Alt=String(OTHER), ActualText=String(OTHER))]),
        )
    )


def _font_named(file: pikepdf.Pdf, page: Any) -> None:
    page.Resources.Font.F1.BaseFont = Name(f"/AAAAAA+{OTHER}")


def _named(file: pikepdf.Pdf, page: Any) -> None:
    file.Root.Dests = Dictionary({f"/{OTHER}": Array([page.obj, Name.Fit])})
    file.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(P=String(OTHER))]))
    page.PieceInfo = Dictionary({f"/{OTHER}": Dictionary(Private=String(OTHER))})


def pdfs() -> Iterator[tuple[str, bytes]]:
    """Yield files by the place in which they hide a name."""
    yield "text", pdf()
    yield (
        "letters one by one",
        pdf(content="BT /F1 12 Tf 20 100 Td [" + " ".join(f"({c}) -20" for c in NAME) + "] TJ ET"),
    )
    yield (
        "letters placed one by one",
        pdf(content="".join(f"BT /F1 12 Tf {20 + 8 * n} 100 Td ({c}) Tj ET\n" for n, c in enumerate(NAME))),
    )
    yield "invisible text", pdf(content=_text(f"Mr {NAME}", "3 Tr"))
    yield "white text", pdf(content="1 g " + _text(f"Mr {NAME}"))
    yield "text beside the page", pdf(content=_text(f"Mr {NAME}").replace("20 100", "20 -90"))
    yield "turned text", pdf(content=f"BT /F1 12 Tf 0 1 -1 0 200 20 Tm (Mr {NAME}) Tj ET")
    yield "text under a bar", pdf(content=_text(f"Mr {NAME}") + " 0 g 15 95 100 20 re f")
    yield "inline picture", pdf(content=f"q 10 0 0 10 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID {OTHER} EI Q")
    yield "comment in a stream", pdf(content=f"% {OTHER}\n")
    yield "words behind words", pdf(content=f"/Span <</ActualText ({OTHER})>> BDC {_text('Leeds')} EMC")
    yield "text in a drawing", pdf(_formed(f"Mr {NAME}"), content="/Fm0 Do")
    yield "note", pdf(_annotated("Text"))
    yield "free text", pdf(_annotated("FreeText", DA=String("/Helv 12 Tf")))
    yield "link", pdf(_annotated("Link", A=Dictionary(S=Name.URI, URI=String(f"http://{OTHER}/"))))
    yield "value of a form", pdf(_form)
    yield "attachment", pdf(_attached)
    yield "outline", pdf(_outlined)
    yield "properties", pdf(_described)
    yield "script", pdf(_scripted)
    yield "layer", pdf(_layered, content=f"/OC /MC0 BDC {_text(f'Mr {NAME}')} EMC")
    yield "picture", pdf(_pictured, content="q 50 0 0 50 0 0 cm /Im0 Do Q")
    yield "structure", pdf(_tagged)
    yield "name of a font", pdf(_font_named)
    yield "names of places", pdf(_named)
    yield "earlier revision", _later(pdf())
