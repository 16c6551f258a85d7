# ruff: noqa: E402, E501
"""Read nasty files by programs of others before and after: python bench/documents_extracted.py [--only NAME] [--lost].

Sanitizes the files of bench/documents.py by the command, reads both the old and the new ones by every program that is
there (LibreOffice, pandoc, poppler, MuPDF, qpdf, Ghostscript, exiftool, 7z, strings, docx2txt, odt2txt, html2text, lynx,
unrtf, ripmime, rsvg-convert, Tesseract on the drawn pages), and by libraries that the project does not use
(--python FILE: an interpreter that has python-docx, python-pptx, odfpy, python-calamine and pdfminer.six). Prints for
each program how many new files it read, in how many a planted name was found, and in how many old ones; with --lost the
words that it found in an old file only.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent)]

from bench.documents import CHOICES, MAKERS, NAME, OTHER, sanitized

_OFFICE = ".docx .pptx .xlsx .odt .ods .odp"
_IN_ORDER = (
    "for f in $(find . -type f); do echo $f; strings -a $f; strings -a -el $f; strings -a -eb $f; done"
)
_DRAWN = "pdftoppm -r 110 -png in.pdf page && for f in page*.png; do tesseract $f - 2>/dev/null; done"
PROGRAMS: Mapping[str, tuple[str, str]] = {
    "strings": ("*", "strings -a {f}; strings -a -el {f}; strings -a -eb {f}"),
    "exiftool": ("*", "exiftool -a -u -g1 -ee3 {f} | grep -v -e '^Directory' -e '^File Name'"),
    "7z": (_OFFICE, f"7z x -y {{f}} -oall >/dev/null; cd all; {_IN_ORDER}"),
    "xmllint": (_OFFICE, "7z x -y {f} -oall >/dev/null; find all -name '*.xml' | xargs xmllint --xpath 'string(/)'"),
    "pandoc": (".docx .odt .html .md .rtf", "pandoc -t plain {f}"),
    "pandoc, all": (".docx", "pandoc --track-changes=all -t native {f}"),
    "docx2txt": (".docx", "docx2txt {f} -"),
    "odt2txt": (".odt", "odt2txt {f}"),
    "html2text": (".html", "html2text {f}"),
    "lynx": (".html", "lynx -dump -stdin <{f}"),
    "unrtf": (".rtf", "unrtf --text {f}"),
    "ripmime": (".eml", f"ripmime -i {{f}} -d all; cd all; for p in *; do 7z x -y $p -opacked >/dev/null; done; {_IN_ORDER}"),
    "pdftotext": (".pdf", "pdftotext {f} -; pdftotext -raw {f} -; pdfinfo -meta {f}; pdfinfo -dests {f}"),
    "pdfdetach": (".pdf", "pdfdetach -list {f}; pdfdetach -saveall -o all {f}; strings -a all/*"),
    "mutool": (".pdf", "mutool draw -q -F stext {f}; mutool draw -q -F txt {f}; mutool show {f} trailer outline pages '*'"),
    "mutool clean": (".pdf", "mutool clean -d -a {f} plain.pdf; strings -a plain.pdf; strings -a -eb plain.pdf"),
    "qpdf": (".pdf", "qpdf --qdf --object-streams=disable {f} plain.pdf; strings -a plain.pdf; strings -a -eb plain.pdf"),
    "Ghostscript": (".pdf", "gs -q -dNOPAUSE -dBATCH -sDEVICE=txtwrite -sOutputFile=- {f}"),
    "pdf, drawn": (".pdf", f"cp {{f}} in.pdf; {_DRAWN}"),
}  # fmt: skip
"""Programs by name: the endings that they read, and how they are called in a folder of their own."""
_CELLS = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
_BY_OFFICE = {".docx": "txt:Text", ".odt": "txt:Text", ".rtf": "txt:Text", ".html": "txt:Text", ".xlsx": _CELLS,
              ".ods": _CELLS, ".pptx": "pdf", ".odp": "pdf", ".svg": "pdf"}  # fmt: skip
_BY_LIBRARY = """
import contextlib, io, json, pathlib, sys
def words(e): return [t for x in e.iter() for t in (x.text, x.tail, *x.attrib.values()) if t]
def tell(path, kind):
    if kind == ".docx":
        import docx; d = docx.Document(path)
        print(*(p.text for p in d.paragraphs), *(c.text for t in d.tables for r in t.rows for c in r.cells), sep="\\n")
        print(*(p.text for s in d.sections for h in (s.header, s.footer) for p in h.paragraphs), d.core_properties.author)
        from docx2python import docx2python; print(docx2python(path).text)
    elif kind == ".pptx":
        import pptx
        for s in pptx.Presentation(path).slides:
            print(*words(s._element), *(words(s.notes_slide._element) if s.has_notes_slide else []))
    elif kind in (".xlsx", ".ods"):
        import python_calamine; b = python_calamine.load_workbook(path)
        for n in b.sheet_names: print(n, b.get_sheet_by_name(n).to_python())
    elif kind in (".odt", ".odp"):
        from odf import opendocument, teletype; d = opendocument.load(path)
        print(teletype.extractText(d.topnode), d.metaxml())
    elif kind == ".pdf":
        from pdfminer.high_level import extract_text; print(extract_text(path))
    elif kind in (".html", ".svg"):
        import bs4; s = bs4.BeautifulSoup(pathlib.Path(path).read_bytes(), "html.parser")
        print(s.get_text(), *(v for e in s.find_all() for v in e.attrs.values()))
told = {}
for path in sys.argv[1:]:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.suppress(Exception):
        tell(path, pathlib.Path(path).suffix)
    told[path] = said.getvalue()
print(json.dumps(told))
"""
_WHOLE = ("strings", "exiftool", "7z", "xmllint", "mutool clean", "qpdf", "ripmime")
"""Programs that tell more than a reader sees."""
_WORD = re.compile(r"[^\W_]{2,}")


def said(call: str, path: Path) -> str:
    """Return what a program says of a file, with its name not in it."""
    with tempfile.TemporaryDirectory() as place:
        own = Path(place) / f"f{path.suffix}"
        shutil.copy(path, own)
        done = subprocess.run(
            call.format(f=own.name), shell=True, cwd=place, capture_output=True, timeout=120, check=False
        )
    return done.stdout.decode("utf-8", "replace")


def by_office(folder: Path) -> dict[Path, str]:
    """Return what LibreOffice makes of the files of a folder: their text, or that of the pages which it draws."""
    told: dict[Path, str] = {}
    with tempfile.TemporaryDirectory() as place:
        for ending in sorted({p.suffix for p in folder.iterdir()} & set(_BY_OFFICE)):
            paths = sorted(folder.glob(f"*{ending}"))
            call = ["soffice", "--headless", f"-env:UserInstallation=file:///{place}/profile", "--convert-to"]
            target = Path(place) / ending[1:]
            call += [_BY_OFFICE[ending], "--outdir", str(target), *map(str, paths)]
            subprocess.run(call, capture_output=True, timeout=600, check=False)
            for path in paths:
                made = sorted(target.glob(f"{path.stem}[.-]*"))
                if made:
                    told[path] = "\n".join(
                        said("pdftotext {f} -", own)
                        if own.suffix == ".pdf"
                        else own.read_text("utf-8", "replace")
                        for own in made
                    )
    return told


def extracted(folder: Path, python: str | None) -> Iterator[tuple[str, Path, str]]:
    """Yield what each program says of each file of a folder."""
    for name, (endings, call) in PROGRAMS.items():
        program = call.split()[0]
        if shutil.which("tesseract" if "tesseract" in call else program) is None:
            continue
        for path in sorted(folder.iterdir()):
            if endings == "*" or path.suffix in endings.split():
                yield name, path, said(call, path)
    if shutil.which("soffice"):
        for path, text in by_office(folder).items():
            yield "LibreOffice", path, text
    if python:
        with tempfile.TemporaryDirectory() as place:
            script = Path(place) / "read.py"
            script.write_text(_BY_LIBRARY)
            done = subprocess.run(
                [python, script, *sorted(folder.iterdir())], capture_output=True, text=True, check=True
            )
        for own, text in json.loads(done.stdout).items():
            yield "libraries", Path(own), text


def has_name(text: str) -> bool:
    """Return whether a planted name is in what a program said, in a row or over the parts of a page."""
    told = re.sub(r"[\s\u00ad\u200b]+", "", text).casefold()
    return any(name.casefold() in told for name in (NAME, OTHER))


def words(text: str) -> Counter[str]:
    """Return the words of a text but those of the planted names."""
    text = re.sub(rf"{NAME}|{OTHER}|somebody", " ", text, flags=re.I)
    return Counter(word.casefold() for word in _WORD.findall(text))


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=MAKERS)
    parser.add_argument("--python")
    parser.add_argument("--lost", action="store_true")
    options = parser.parse_args()
    before, after, read, dumb = (Counter[str]() for _ in range(4))
    files = 0
    for kind, (ending, make) in MAKERS.items():
        if options.only not in (None, kind):
            continue
        places = list(make())
        contents = {f"{n:03d}{ending or Path(p).suffix}": raw for n, (p, raw) in enumerate(places)}
        for choice, more in CHOICES.items():
            if more and kind not in ("word", "powerpoint", "opendocument", "excel"):
                continue
            written, _, _ = sanitized(contents, more)
            files += len(written)
            with tempfile.TemporaryDirectory() as place:
                folders = {name: Path(place) / name for name in ("old", "new")}
                for name, own in (("old", contents), ("new", written)):
                    folders[name].mkdir()
                    for file, raw in own.items():
                        (folders[name] / file).write_bytes(raw)
                old = {
                    (name, path.stem): text for name, path, text in extracted(folders["old"], options.python)
                }
                for name, path, text in extracted(folders["new"], options.python):
                    place_name = f"{kind}: {places[int(path.stem)][0]}, {choice}"
                    read[name] += bool(text.strip())
                    after[name] += has_name(text)
                    was = old.get((name, path.stem), "")
                    before[name] += has_name(was)
                    dumb[name] += bool(was.strip()) and not text.strip()
                    if has_name(text):
                        print(f"  LEFT: {name}: {place_name}")
                    lost = words(was) - words(text)
                    if options.lost and lost and name not in _WHOLE:
                        print(f"  lost: {name}: {place_name}: {' '.join(sorted(lost))}")
    print(f"{files} files written")
    for name in read:
        print(
            f"{name:13} found words in {read[name]:4} files, planted names before in {before[name]:4}, after in "
            f"{after[name]}{f' ({dumb[name]} read before only)' if dumb[name] else ''}"
        )


if __name__ == "__main__":
    main()
