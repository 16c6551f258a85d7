"""Style sheets of web pages and drawings stay, without the words and names of people in them."""

from collections import Counter
from dataclasses import replace

import pytest

from sanitizer.documents.formats import Fields, FileDocument
from sanitizer.documents.known_formats import format_called
from sanitizer.documents.rewrite import rewritten
from sanitizer.documents.style_sheets import Names, sheet_kept
from tests.contracts.document_format import changes_of
from tests.documents.files import HIDDEN


def written(kind: str, raw: str, old: str = "Green") -> str:
    """Return a file after a name in it was changed."""
    (own,) = format_called(kind).read(raw.encode(), "a", Fields())
    assert isinstance(own, FileDocument) and HIDDEN not in own.text
    known = replace(own, format=kind, asked=Fields())
    return rewritten(known, changes_of(own.text, old, "Somebody"), [old, HIDDEN]).decode()


def kept(sheet: str) -> str:
    return sheet_kept(sheet, frozenset(["p", "h1", "a", "table"]), Names(), Counter())


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        ("p { color: green }", "p { color: green }"),
        ("h1, p > a:hover{margin:0 auto!important}", "h1, p > a:hover { margin: 0 auto!important }"),
        ("p:not(.x):nth-child(2n + 1) { top: -1.5em }", "p:not(.c1):nth-child(2n + 1) { top: -1.5em }"),
        (f".{HIDDEN} #{HIDDEN} {{ width: calc(100% - 2px) }}", ".c1 #part1 { width: calc(100% - 2px) }"),
        (f"p {{ --{HIDDEN}: #fff; color: var(--{HIDDEN}) }}", "p { --v1: #fff; color: var(--v1) }"),
        (f'p {{ font-family: "{HIDDEN}", "Times New Roman", serif }}', 'p { font-family: "Times New Roman", serif }'),
        ('p::before { content: "\\201C" }', 'p::before { content: "“" }'),
        ("@media print and (max-width: 9cm) { p { top: 0 } }", "@media print and (max-width: 9cm) { p { top: 0 } }"),
        ("@page { margin: 2cm }", "@page { margin: 2cm }"),
        (f"<!-- /* {HIDDEN} */ @import url({HIDDEN}.css); p {{ top: 0 }} -->", "p { top: 0 }"),
        (f'p::before {{ content: "{HIDDEN}" }}', ""),
        ('p::before { content: "\\56 asterling" }', ""),
        (f"p {{ background: url({HIDDEN}.png) }}", ""),
        (f"{HIDDEN} {{ top: 0 }}", ""),
        (f"p[title={HIDDEN}] {{ top: 0 }}", ""),
        (f"@media {HIDDEN} {{ p {{ top: 0 }} }}", ""),
        (f"@font-face {{ font-family: {HIDDEN} }}", ""),
        (f"p {{ {HIDDEN}: 0 }}", ""),
        (f"p {{ animation-name: {HIDDEN}; counter-reset: {HIDDEN} }}", ""),
        ("p { z-index: 7700900123 }", ""),
        ("p { color: red", "p { color: red }"),
        ("p { </style><script> }", ""),
    ],
)  # fmt: skip
def test_of_a_sheet_the_words_of_its_language_stay(sheet: str, told: str) -> None:
    assert kept(sheet) == told == kept(told)


def test_a_sheet_of_many_braces_is_read_in_time() -> None:
    assert kept("{" * 200_000) == kept("p:not(" * 50_000 + "{}") == ""
    deep = "(" * 50_000 + ")" * 50_000
    assert (
        kept(f"@media {deep} {{ p {{ top: 0 }} }}")
        == kept(f"p {{ font-family: a{deep}; top: {deep} }}")
        == ""
    )


def test_a_page_keeps_its_look_under_numbers() -> None:
    told = written(
        "html",
        f'<html><head><style>.{HIDDEN} {{ color: green }}</style><style media="{HIDDEN}">p {{ top: 0 }}</style></head>'
        f'<body><p class="{HIDDEN} {HIDDEN}2" id="{HIDDEN}">Mr Green<a href="#{HIDDEN}3">1</a></p>'
        f'<p style="color: green; background: url({HIDDEN})"><a name="{HIDDEN}3">One</a></p></body></html>',
    )
    assert "<style>.c1 { color: green }</style>" in told and told.count("<style") == 1
    assert '<p class="c1">Mr Somebody<a href="#part1">1</a></p>' in told
    assert '<p style="color: green"><a id="part1">One</a></p>' in told


def test_a_drawing_keeps_its_look_under_numbers() -> None:
    told = written(
        "svg",
        f'<svg xmlns="http://www.w3.org/2000/svg"><style><![CDATA[.{HIDDEN}{{fill:url(#{HIDDEN})}}]]></style>'
        f'<g id="{HIDDEN}">'
        f'<path class="{HIDDEN}" d="M0,0c1.5-2.e3,4zM3 4z" style="fill:green;-x:{HIDDEN}"/><path d="Stella"/>'
        '<text fill="green">Mr Green</text></g></svg>',
    )
    assert "<style>.c1 { fill: url(#part1) }</style>" in told and '<g id="part1">' in told
    assert '<path class="c1" d="M0,0c1.5-2.e3,4zM3 4z" style="fill: green"/><path/>' in told
    assert '<text fill="green">Mr Somebody</text>' in told
