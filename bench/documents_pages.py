# ruff: noqa: E501
"""Make files that hide a name in one place each, for bench/documents.py: web pages, mails, drawings, rich text."""

from collections.abc import Iterator
from email.message import EmailMessage

from bench.documents_pdf import pdf
from sanitizer.documents.packages import pack
from tests.documents import files

NAME, OTHER = files.NAME, files.HIDDEN
_CSS = (
    f".{OTHER} #{OTHER} {{ --{OTHER}: red; color: var(--{OTHER}); font-family: {OTHER}, Arial; top: 0 }} "
    f"@media {OTHER} {{ p {{ top: 0 }} }} @font-face {{ font-family: {OTHER} }} p {{ background: url({OTHER}) }}"
)


def web_page() -> Iterator[tuple[str, bytes]]:
    """Web pages."""
    for place, content in {
        "text": NAME, "letters": "".join(f"<b>{c}</b>" for c in NAME), "entity": "Quern&#98;y", "comment": f"<!--{OTHER}-->a",
        "script": f"<script>{OTHER}</script>a", "data": f'<script type="application/ld+json">{{"a":"{OTHER}"}}</script>a',
        "style": f'<style>a:after {{content: "{OTHER}"}}</style>a', "own style": f"<p style=\"content: '{OTHER}'\">a",
        "title": f'<p title="{NAME}">a', "alternative text": f'<img alt="{NAME}" src="{OTHER}">a', "data attribute": f'<p data-a="{OTHER}">a',
        "link": f'<a href="http://{OTHER}/">a</a>', "hidden input": f'<input type="hidden" value="{OTHER}">a',
        "input": f'<input value="{NAME}" name="{OTHER}">a', "text area": f"<textarea>{NAME}</textarea>", "option": f"<select><option>{NAME}</select>",
        "template": f"<template>{OTHER}</template>a", "no script": f"<noscript>{OTHER}</noscript>a", "SVG": f"<svg><text>{NAME}</text></svg>a", "SVG data": f"<svg><metadata>{OTHER}</metadata><text>a</text></svg>a",
        "frame": f'<iframe srcdoc="{OTHER}"></iframe>a', "event": f'<p onclick="{OTHER}">a', "id": f'<p id="{OTHER}">a',
        "names in a style": f"<style>{_CSS}</style><p class='{OTHER}' id='{OTHER}'>a", "place": f'<a href="#{OTHER}">a</a><p id="{OTHER}">a',
        "font": f"<p style=\"font-family:'{OTHER}'\">a", "class": f'<p class="{OTHER}">a', "language": f'<p lang="{OTHER}">a', "width": f'<p width="{OTHER}">a',
        "behind a break": f"<p>Mr <wbr>{NAME} came",
        "break in a word": f"<p>{NAME[:4]}<wbr>{NAME[4:]}</p>",
        "own element": f"<x-{OTHER}>{NAME}</x-{OTHER}>", "CDATA": f"<![CDATA[{OTHER}]]>a", "caption": f"<table><caption>{NAME}</caption></table>",
    }.items():  # fmt: skip
        yield place, f"<html><body><p>Begin</p>{content}</body></html>".encode()
    yield "description", f'<html><head><meta name="d" content="{OTHER}"></head><body>a</body></html>'.encode()


def markdown() -> Iterator[tuple[str, bytes]]:
    """Yield files of Markdown."""
    half, rest = NAME[:4], NAME[4:]
    for place, content in {
        "text": NAME, "emphasis": f"Mr {half}*{rest}*", "strong": f"**{half}**{rest}", "struck": f"{half}~~{rest}~~",
        "both": f"***{half}*{rest}**", "code": f"`{NAME}`", "code between": f"{half}`{rest}`", "entity": "Quern&#98;y",
        "comment": f"{half}<!--{OTHER}-->{rest}", "tag": f"{half}<b>{rest}</b>", "attribute": f'<b title="{OTHER}">{NAME}</b>',
        "link": f"[{half}*{rest}*](http://{OTHER}/ '{OTHER}')", "reference": f"[{NAME}][{OTHER}]\n\n[{OTHER}]: {OTHER}",
        "definition": f"a\n\n[a]: http://a '{OTHER}'", "image": f"![{half}_{rest}_ {NAME}]({OTHER}.png)", "address": f"<{NAME}@example.org>",
        "footnote": f"a[^{OTHER}]\n\n[^{OTHER}]: {NAME}", "heading": f"# {half}**{rest}** #", "underlined": f"{NAME}\n===",
        "quote": f"> a\n> {NAME}", "item": f"1. {NAME}\n   - {NAME}", "cell": f"|{NAME}|a|\n|-|-|\n|b|{half}*{rest}*|",
        "cell too many": f"|a|\n|-|\n|b|{OTHER}|", "fence": f"```{OTHER}\n{NAME}\n```", "open fence": f"~~~\n{NAME}", "indented": f"a\n\n    {NAME}",
        "block": f"<div id='{OTHER}'>{half}<i>{rest}</i></div>", "script": f"<script>{OTHER}</script>", "own element": f"<{OTHER}>{NAME}</{OTHER}>",
        "before": f"---\nauthor: {NAME}\n---\na", "over lines": f"Mr *{NAME}\n{NAME}* came", "line in two": f"Aldous\n{NAME}",
        "instruction": f"<?{OTHER}?>a", "data": f"<![CDATA[{OTHER}]]>a", "open comment": f"a\n\n<!-- {OTHER}",
    }.items():  # fmt: skip
        yield place, f"Begin\n\n{content}\n".encode()


def mail() -> Iterator[tuple[str, bytes]]:
    """Mails."""
    head = "From: a@example.org\nSubject: x\nContent-Type: text/plain"
    yield (
        "word broken by a program",
        f"{head}; format=flowed; delsp=yes\n\nMr {NAME[:4]} \n{NAME[4:]} came\n".encode(),
    )
    yield (
        "file in the text",
        f"{head}\n\na\n\n=ybegin line=128 name={OTHER}\n{OTHER}\n=yend size=9\n".encode(),
    )
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
    yield from _attached()


def _attached() -> Iterator[tuple[str, bytes]]:
    """Mails with attachments of all kinds."""
    inner = _with("inner", files.with_chart(files.word()), "a.docx").as_bytes()
    for name, content in {
        "letter.docx": files.with_chart(files.word()), "slides.pptx": files.powerpoint(), "book.xlsx": files.excel(),
        "text.odt": files.open_document(), "page.html": files.page(), "page.pdf": pdf(), "note.txt": f"Mr {NAME} came.".encode(),
        "film.srt": files.subtitles().removeprefix(b"WEBVTT"), "mail.eml": inner, "text.rtf": dict(rich_text())["header"],
        f"{OTHER}.txt": b"Hello.", "data.zip": pack({"a.txt": OTHER.encode()}), "rows.csv": f"a,b\n{OTHER},1\n".encode(),
        "damaged.docx": f"PK{OTHER}".encode(), "text.docx": f"{OTHER} is no Word file".encode(), "card.vcf": f"FN:{OTHER}".encode(),
    }.items():  # fmt: skip
        yield f"attached {name}", _with("letter", content, name).as_bytes()
    outer = EmailMessage()
    outer["Subject"] = "three mails"
    outer.set_content("See below.")
    outer.add_attachment(_with("middle", inner, "in.eml"))
    yield "attached in a mail in a mail", outer.as_bytes()


def _with(subject: str, content: bytes, name: str) -> EmailMessage:
    own = EmailMessage()
    own["Subject"] = subject
    own.set_content(f"Mr {NAME} sends this.")
    own.add_attachment(content, "application", "octet-stream", filename=name)
    return own


def drawing() -> Iterator[tuple[str, bytes]]:
    """Drawings."""
    for place, content in {
        "text": f"<text>{NAME}</text>", "letters": "<text>" + "".join(f"<tspan>{c}</tspan>" for c in NAME) + "</text>", "title": f"<title>{NAME}</title>",
        "description": f"<desc>{NAME}</desc>", "text on a path": f"<text><textPath>{NAME}</textPath></text>", "comment": f"<!-- {OTHER} -->",
        "metadata": f"<metadata>{OTHER}</metadata>", "script": f"<script>{OTHER}</script>", "style": f"<style>.{OTHER}{{}}</style>", "id": f'<g id="{OTHER}"/>',
        "names in a style": f'<style>{_CSS}</style><g id="{OTHER}" class="{OTHER}"><path style="fill:{OTHER};top:0"/></g>',
        "class": f'<g class="{OTHER}"/>', "font": f'<text font-family="{OTHER}">a</text>', "link": f'<a href="http://{OTHER}/"><text>a</text></a>',
        "picture": f'<image href="data:,{OTHER}"/>', "foreign content": f'<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">{OTHER}</p></foreignObject>',
        "own style": f'<text style="font-family:{OTHER}">a</text>', "data": f'<g data-{OTHER}="{OTHER}"/>', "own space": f'<x:{OTHER} xmlns:x="http://{OTHER}/"/>',
        "fill": f'<rect fill="{OTHER}"/>', "use": f'<use href="#{OTHER}"/>', "instruction": f"<?{OTHER} x?>", "CDATA": f"<text><![CDATA[{NAME}]]></text>",
    }.items():  # fmt: skip
        yield place, f'<svg xmlns="http://www.w3.org/2000/svg"><text>Begin</text>{content}</svg>'.encode()


def rich_text() -> Iterator[tuple[str, bytes]]:
    """Yield files of rich text."""
    for place, content in {
        "text": NAME, "bold letters": "".join(f"{{\\b {c}}}" for c in NAME), "code": "Quern\\'62y", "hidden": f"{{\\v {NAME}}}", "header": f"{{\\header {NAME}}}",
        "footnote": f"{{\\footnote {NAME}}}", "author": f"{{\\info{{\\author {OTHER}}}}}", "comment": f"{{\\*\\annotation {OTHER}}}",
        "link": f'{{\\field{{\\*\\fldinst HYPERLINK "http://{OTHER}/"}}{{\\fldrslt a}}}}', "font": f"{{\\fonttbl{{\\f0 {OTHER};}}}}",
        "drawn box": f"{{\\shp{{\\*\\shpinst{{\\sp{{\\sn a}}{{\\sv {OTHER}}}}}{{\\shptxt {NAME}}}}}}}", "bookmark": f"{{\\*\\bkmkstart {OTHER}}}", "picture": "{\\pict\\wmetafile8 " + OTHER.encode().hex() + "}", "revision": f"{{\\*\\revtbl {{{OTHER};}}}}",
    }.items():  # fmt: skip
        yield place, f"{{\\rtf1\\ansi Begin {content} end}}".encode()
