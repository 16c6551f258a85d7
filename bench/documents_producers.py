# ruff: noqa: E501
"""Make files by programs of others, for bench/documents.py: pandoc, enscript, LibreOffice, Chromium and wkhtmltopdf, where they are.

A letter with a name in a heading, in a word that is half bold, in a footnote, a table, a list, a link and a comment.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.documents import files
from tests.documents.files import HIDDEN as OTHER
from tests.documents.files import NAME

MARKDOWN = f"""---
title: A letter
author: {OTHER}
---

# Letter to Mr {NAME}

Dear Mr **{NAME[:4]}**{NAME[4:]}, *thank you*.[^1]

[^1]: So said Mr {NAME}.

| who        | when |
|------------|------|
| Mr {NAME}  | 2019 |

- one
- Mr {NAME}

[the page](http://example.org/{OTHER}) <!-- {OTHER} -->
"""
PAGE = f"""<html><head><meta name="author" content="{OTHER}"><title>Letter</title></head><body><h1>Letter to Mr {NAME}</h1>
<p>Dear Mr <b>{NAME[:4]}</b>{NAME[4:]}, <i>thank you</i>.</p><table border="1"><tr><td>who</td><td>Mr {NAME}</td></tr></table>
<ul><li>one</li><li>Mr {NAME}</li></ul><!-- {OTHER} --><a href="http://example.org/{OTHER}">the page</a></body></html>"""
_PANDOC = ("docx", "odt", "pptx", "html", "rtf", "markdown", "plain", "epub")
_OFFICE = ("odt", "docx", "pdf", "rtf")


def producers() -> Iterator[tuple[str, bytes]]:
    """Yield files by who made them; the ending of the name says of what kind they are."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "a.md").write_text(MARKDOWN)
        (folder / "a.html").write_text(PAGE)
        for kind in _PANDOC if shutil.which("pandoc") else ():
            target = folder / f"pandoc.{ {'markdown': 'md', 'plain': 'txt'}.get(kind, kind) }"
            _run("pandoc", "-s", "-f", "markdown", "-t", kind, "-o", target, folder / "a.md")
            yield target.name, target.read_bytes()
        if shutil.which("enscript") and shutil.which("ps2pdf"):
            text = f"Dear Mr {NAME},\n\nyou came to Leeds in 2019. Yours, Ann.\n" * 30
            (folder / "a.txt").write_text(text)
            for name, more in (
                ("plain", ["-B"]),
                ("columns", ["-2r", f"-b{OTHER}|$%|{NAME}"]),
                ("pretty", ["-G"]),
            ):
                _run("enscript", "-q", *more, "-p", folder / "a.ps", folder / "a.txt")
                _run("ps2pdf", folder / "a.ps", folder / f"{name}.pdf")
                yield f"enscript {name}.pdf", (folder / f"{name}.pdf").read_bytes()
        if shutil.which("soffice"):
            for kind in _OFFICE:
                source = folder / ("a.html" if kind == "odt" else "a.odt")
                profile = f"-env:UserInstallation=file://{folder}/profile"
                _run("soffice", "--headless", profile, "--convert-to", kind, "--outdir", folder, source)
                yield f"libreoffice.{kind}", (folder / f"a.{kind}").read_bytes()
            for name, raw, kind in (
                ("b.xlsx", files.drawn_workbook(), "ods"), ("c.docx", files.with_chart(files.word()), "odt"),
                ("d.pptx", files.with_chart(files.powerpoint()), "odp"), ("b.ods", b"", "xlsx"), ("c.odt", b"", "docx"),
                ("d.odp", b"", "pptx"),
            ):  # fmt: skip
                if raw:
                    (folder / name).write_bytes(raw)
                _run(
                    "soffice", "--headless", profile, "--convert-to", kind, "--outdir", folder, folder / name
                )
                made = (folder / name).with_suffix(f".{kind}")
                if made.exists():  # Impress may be missing
                    yield f"libreoffice charts.{kind}", made.read_bytes()
        if shutil.which("wkhtmltopdf"):
            _run("wkhtmltopdf", "-q", folder / "a.html", folder / "wk.pdf")
            yield "wkhtmltopdf.pdf", (folder / "wk.pdf").read_bytes()
        if shutil.which("chromium"):
            target = folder / "chromium.pdf"
            _run(
                "chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/c",
                f"--print-to-pdf={target}", f"file://{folder}/a.html",
            )  # fmt: skip
            yield target.name, target.read_bytes()


def _run(*call: object) -> None:
    subprocess.run([str(part) for part in call], capture_output=True, timeout=180, check=True)
