"""Markdown: a name is read through its marks; marks stay where nothing changes; what no reader sees goes."""

from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from sanitizer.documents.formats import DocumentFormat, Fields, FileDocument
from sanitizer.documents.markdown_format import Markdown, markdown_of
from sanitizer.documents.rewrite import rewritten
from sanitizer.errors import DocumentError
from sanitizer.text.edits import Change
from sanitizer.types import Span
from tests.command import run_command
from tests.contracts.document_format import DocumentFormatContract, changes_of

SOURCE = """\
# Visit of **Quernby**

Mr _Quern_by came. Quern**by** came.

> a quote
> of two *lines of Quernby*

| name | town |
|------|:----:|
| Quernby | a \\| b |

1. one
2. two

~~~
code of Quernby
~~~
"""


class TestMarkdown(DocumentFormatContract):
    def make(self) -> DocumentFormat:
        return Markdown()

    def file(self) -> bytes:
        return SOURCE.replace("_Quern_by", "_Quernby_").encode()


def read(source: str) -> FileDocument:
    (own,) = Markdown().read(source.encode(), "a.md", Fields())
    assert isinstance(own, FileDocument)
    return replace(own, format="markdown")


def after(source: str, word: str, replacement: str) -> str:
    own = read(source)
    return rewritten(own, changes_of(own.text, word, replacement), [word]).decode()


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("Mr _Aldous_ Quernby", "Mr Aldous Quernby"),
        ("**Al**dous Quern*by*", "Aldous Quernby"),
        ("***Aldous** Quernby*", "Aldous Quernby"),
        ("Al~~dous~~ `Quernby`", "Aldous Quernby"),
        ("``Al`dous`` Quern&#98;y", "Al`dous Quernby"),
        (r"Al\_dous \*Quernby\*", "Al_dous *Quernby*"),
        ("[Aldous](http://x.org/a_(b) 'c') Quernby", "Aldous Quernby"),
        ("[Al*dous*][a] Quernby\n\n[a]: http://x.org", "Aldous Quernby"),
        ("![Aldous **Quern**by](a.png)", "Aldous Quernby"),
        ("Al<b>dous</b> Quern<!-- x -->by<br>", "Aldous Quernby"),
        ("Aldous[^quernby] came.\n\n[^quernby]: Quernby", "Aldous came.\n\nQuernby"),
        ("<div title='x'>Al<i>dous</i></div><p>R&amp;D</p>", "Aldous\n\nR&D"),
        ("Quernby\n=======\n\na  \nb\\\nc", "Quernby\n\na\nb\nc"),
        ("- a\n  - *b*\n\n      code", "a\n\nb\n\ncode"),
        ("1. a\n2. b\n\n1987. c\n\n9. 8. d", "a\n\nb\n\n1987. c\n\n9.\n\n8. d"),
        ("|a|b|\n|-|-|\n||*c*|\n|d||e|", "a | b\n | c\nd"),
        ("> a\n> *b\n> c*\nd", "a\nb\nc\nd"),
        ("<https://x.org/a> and <a@x.org>", "https://x.org/a and a@x.org"),
    ],
)
def test_a_reader_sees_no_marks(source: str, text: str) -> None:
    assert read(source).text == text


@pytest.mark.parametrize(
    ("source", "word", "result"),
    [
        ("Mr _Quernby_ came", "Quernby", "Mr _a man_ came"),
        ("Mr Quern**by** came", "Quernby", "Mr a man came"),
        ("**Mr Quern**by came", "Quernby", "**Mr a man** came"),
        ("Mr Quern*by came*", "Quernby", "Mr a man came"),
        ("[Mr *Quern*by](http://x.org) came", "Quernby", "[Mr *a man*]() came"),
        (
            "Quernby came\n[here]\n\n[here]: http://quernby.org 'Quernby'",
            "Quernby",
            "a man came\n[here]()\n\n",
        ),
        ("a[^quernby]\n\n[^quernby]: Mr Quernby", "Quernby", "a[^1]\n\n[^1]: Mr a man"),
        ("```quernby\nQuernby\n```\n", "Quernby", "```\na man\n```\n"),
        ("|Quernby|a\n|-|-|\n|b|Quernby|Quernby|", "Quernby", "|a man|a\n|-|-|\n|b|a man"),
        ("<p id='Quernby'>Quern<b>by</b><script>Quernby</script>", "Quernby", "<p>a man<b></b>"),
        ("1. a\n\nQuernby\r\n", "Quernby", "1. a\r\n\r\na man\r\n"),
    ],
)
def test_changes_leave_the_marks_around_them(source: str, word: str, result: str) -> None:
    assert after(source, word, "a man") == result


def test_new_words_that_would_be_marks_are_told_as_words() -> None:
    assert after("Mr *Quernby* came", "Quernby", "a_b_ [x](y)") == r"Mr a\_b\_ \[x\](y) came"
    assert after("Quernby came", "Quernby", "- a man") == r"\- a man came"
    assert after("|Quernby|a\n|-|-|\n", "Quernby", "x|y") == "|x\\|y|a\n|-|-|\n"
    assert after("<p>Quernby</p>", "Quernby", "<b>") == "<p>&lt;b&gt;</p>"


def test_a_change_over_lines_takes_them_together() -> None:
    own = read("> *Aldous\n> Quern*by came")
    at = own.text.index(" came")
    assert rewritten(own, [Change(Span(0, at), "a man", "sensitive", 0)], []).decode() == "> *a man* came"


def test_what_no_reader_sees_is_counted() -> None:
    left = read("[a](b 'c') <!-- d --> <p id='x'>\n\n```python\n```\n\n|a|\n|-|\n|b|c|\n").left_out
    assert left == {
        "comment": 1,
        "name of a language": 1,
        "other text": 1,
        "tag or attribute": 1,
        "target of a link": 1,
    }


def test_a_plain_text_can_be_told_in_markdown() -> None:
    text = "1. *Not* a [list](x)\n# no # heading\n- no_item_ <b> & `c` | 2) d\n===\n7) e"
    shown = MarkdownIt("commonmark").enable("table").render(markdown_of(text))
    assert shown.count("<") == 2 and read(markdown_of(text)).text == text


@pytest.mark.parametrize("raw", [b"<!doctype html><html><p>a</p></html>", b"{\\rtf1 a}", b"%PDF-1.4\n%%EOF"])
def test_other_files_are_refused(raw: bytes) -> None:
    with pytest.raises(DocumentError):
        list(Markdown().read(raw, "a.md", Fields()))


def test_the_command_reads_through_marks(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Notes\n\n**Gary** Whit*combe* lives in [*Mari*bor](http://x.org).\n")
    (tmp_path / "rules.toml").write_text('[[deny]]\nphrases = ["Gary Whitcombe"]\ntype = "PERSON"\n')
    done = run_command(
        "sanitize",
        tmp_path / "a.md",
        "-o",
        tmp_path / "b.md",
        "--profile",
        tmp_path / "rules.toml",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    new = (tmp_path / "b.md").read_text()
    assert new.startswith("# Notes\n\n**") and new.endswith("]().\n")
    assert not any(part in new for part in ("Gary", "Whit", "combe", "Mari"))
