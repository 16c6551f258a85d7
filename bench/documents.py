# ruff: noqa: E402
"""Attack the formats of files by the command: python bench/documents.py [--fuzz N] [--office] [--only NAME].

Makes one file for each place in which a file of a format can hide a name, sanitizes the folder of them with `sanitizer
sanitize`, once as it does by default and once with comments read and tracked changes undone, and looks for the name in
every byte of the results (unpacked, in eight and sixteen bits). Then flips bytes of good files: each must be refused in
one line or come out clean. With --office, LibreOffice opens what was written.
"""

import argparse
import io
import random
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from email import message_from_bytes
from pathlib import Path

import pikepdf

sys.path[:0] = [str(Path(__file__).parent.parent)]

from bench.documents_excel import excel
from bench.documents_office import open_document, presentation, word
from bench.documents_others import SHOWN, archives, others
from bench.documents_pages import drawing, mail, markdown, rich_text, web_page
from bench.documents_pdf import pdf, pdfs
from bench.documents_producers import producers
from sanitizer.documents.decode import unpacked
from tests.documents import files

NAME, OTHER = files.NAME, files.HIDDEN
MAKERS: dict[str, tuple[str, Callable[[], Iterator[tuple[str, bytes]]]]] = {
    "word": (".docx", word), "powerpoint": (".pptx", presentation), "opendocument": (".odt", open_document),
    "html": (".html", web_page), "mail": (".eml", mail), "excel": (".xlsx", excel), "svg": (".svg", drawing),
    "rtf": (".rtf", rich_text), "pdf": (".pdf", pdfs), "markdown": (".md", markdown),
    "producers": ("", producers), "others": ("", others),
}  # fmt: skip
"""The ending of the files of a format (none: their names have one), and what makes them."""
_RULES = f"""[[deny]]
phrases = ["{NAME}", "{OTHER}"]
type = "PERSON"
generalization = "somebody"
"""
CHOICES = {
    "by default": [],
    "comments read, changes undone": ["--comments", "read", "--tracked-changes", "reject"],
}


def contents_of(raw: bytes) -> Iterator[bytes]:
    """Yield the bytes of a file, and those of all its parts, unpacked."""
    yield raw
    if raw.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(raw)) as package:
            for name in package.namelist():
                yield name.encode()
                yield from contents_of(package.read(name))
    elif raw.startswith(b"%PDF"):
        with pikepdf.open(io.BytesIO(raw)) as file:
            yield from (own.read_bytes() for own in file.objects if isinstance(own, pikepdf.Stream))
            yield from (own.unparse() for own in file.objects if not isinstance(own, pikepdf.Stream))
    elif b"\nMIME-Version: 1.0" in raw:
        for part in message_from_bytes(raw).walk():
            content = part.get_payload(decode=True)
            if isinstance(content, bytes) and content != raw:
                yield from contents_of(content)


def holds(raw: bytes, *names: str) -> bool:
    """Return whether any of the names stands in the bytes, or in those of a part."""
    codes = ("utf-8", "utf-16-le", "utf-16-be")
    lowered = [content.lower() for content in contents_of(raw)]
    return any(
        name.lower().encode(code) in content for content in lowered for name in names for code in codes
    )


def sanitized(contents: Mapping[str, bytes], more: list[str]) -> tuple[dict[str, bytes], list[str], int]:
    """Return the files that the command writes of some, what it says (its lines), and its exit status."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "rules.toml").write_text(_RULES)
        for name, raw in contents.items():
            (folder / "in" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "in" / name).write_bytes(raw)
        call = [sys.executable, "-m", "sanitizer", "sanitize", str(folder / "in"), "-o", str(folder / "out")]
        call += [
            "--profile",
            str(folder / "rules.toml"),
            "--pdf",
            "pdf",
            "--any-language",
            "--keep-ids",
            "--quiet",
        ]
        done = subprocess.run([*call, "--workers", "2", *more], capture_output=True, text=True, check=False)
        written = sorted(p for p in (folder / "out").rglob("*") if p.is_file())
        told = {str(p.relative_to(folder / "out")): p.read_bytes() for p in written}
        return told, done.stderr.splitlines(), done.returncode


def attack(only: str | None) -> None:
    """Print how many files leave nothing, and those that leave something."""
    for name, (ending, make) in MAKERS.items():
        if only not in (None, name):
            continue
        places = list(make())
        contents = {f"{n:03d}{ending or Path(p).suffix}": raw for n, (p, raw) in enumerate(places)}
        called = {f"{n:03d}": place for n, (place, _) in enumerate(places)}
        for choice, more in CHOICES.items():
            if more and name not in ("word", "powerpoint", "opendocument", "excel"):
                continue
            written, lines, _ = sanitized(contents, more)
            left = [called[Path(file).stem] for file, raw in written.items() if holds(raw, NAME, OTHER)]
            stems = {Path(file).stem for file in written}
            refused = [called[stem] for stem in called if stem not in stems]
            print(
                f"{name:14} {len(contents):4} files, {choice}: {len(written) - len(left)} clean, "
                f"{len(refused)} refused, {len(left)} LEFT"
            )
            for place in left:
                print(f"  LEFT: {place}")
            for file, raw in (
                written.items() if name == "others" else ()
            ):  # pages of PDF name letters by numbers
                if (
                    Path(file).suffix != ".pdf"
                    and holds(contents_in(contents, file), SHOWN)
                    and not holds(raw, SHOWN)
                ):
                    print(f"  LOST: {called[Path(file).stem]}")
            for stem in called:
                if stem not in stems:
                    why = next((line for line in lines if stem in line), "WITHOUT A LINE")
                    print(f"  refused: {called[stem]}: {why.partition(': ')[2]}")


def contents_in(contents: Mapping[str, bytes], file: str) -> bytes:
    """Return the file that another was made of, by its number."""
    return next(raw for name, raw in contents.items() if Path(name).stem == Path(file).stem)


def attack_archives() -> None:
    """Print what is left in archives, packed files and rows, each of which is given by itself."""
    clean, refused, left = 0, [], []
    for place, raw, more in archives():
        with tempfile.TemporaryDirectory() as folder:
            source, rules = Path(folder) / f"in.{place.partition('.')[2]}", Path(folder) / "rules.toml"
            source.write_bytes(raw)
            rules.write_text(_RULES)
            target = Path(folder) / f"out.{place.partition('.')[2]}"
            call = [sys.executable, "-m", "sanitizer", "sanitize", str(source), "-o", str(target), *more]
            call += ["--profile", str(rules), "--any-language", "--quiet"]
            done = subprocess.run(call, capture_output=True, text=True, check=False)
            if not target.exists():
                refused.append(f"{place}: {done.stderr.strip()}")
                continue
            own = unpacked(target.suffix, target.read_bytes())
            if holds(own, NAME, OTHER):
                left.append(place)
            elif not holds(own, SHOWN):
                left.append(f"{place} (lost)")
            else:
                clean += 1
    count = clean + len(refused) + len(left)
    print(f"archives       {count:4} files: {clean} clean, {len(refused)} refused, {len(left)} LEFT")
    for told in (*left, *refused):
        print(f"  {told}")


def fuzz(count: int) -> None:
    """Flip bytes of good files; print what came of it."""
    rng = random.Random(5)
    good = {
        ".docx": files.word(), ".pptx": files.powerpoint(), ".odt": files.open_document(), ".xlsx": files.excel(),
        ".html": files.page(), ".eml": files.mail(), ".srt": files.subtitles(), ".pdf": pdf(),
        ".svg": dict(drawing())["text"], ".rtf": dict(rich_text())["header"],
    }  # fmt: skip
    contents = {}
    for number in range(count):
        ending = list(good)[number % len(good)]
        raw = bytearray(good[ending])
        for _ in range(rng.choice((1, 3, 20))):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        contents[f"{number:05d}{ending}"] = bytes(raw)
    begin = time.perf_counter()
    written, lines, status = sanitized(contents, [])
    spent = time.perf_counter() - begin
    stems = {Path(file).stem for file in written}
    refused = [name for name in contents if Path(name).stem not in stems]
    told = sum(any(line.startswith(f"sanitizer: {name}: ") for line in lines) for name in refused)
    strange = [line for line in lines if not line.startswith("sanitizer: ")]
    errors = Counter(
        line.partition("internal error ")[2].split(";")[0] for line in lines if "internal error" in line
    )
    left = sum(holds(raw, OTHER) for name, raw in written.items() if not name.endswith((".html", ".srt")))
    print(
        f"fuzzing: {count} files in {spent:.0f} s: {len(written)} written, {len(refused)} refused, {told} of them with "
        f"a line, exit status {status}, other lines {len(strange)}, internal errors {dict(errors)}, left in {left}"
    )


def office() -> None:
    """Let LibreOffice open what was written, and print how many files say what they should."""
    program = shutil.which("soffice")
    if program is None:
        raise SystemExit(
            "LibreOffice is missing: apt-get install libreoffice-writer libreoffice-calc libreoffice-impress"
        )
    makers = {
        "a.docx": files.word(),
        "b.pptx": files.powerpoint(),
        "c.xlsx": files.excel(),
        "d.odt": files.open_document(),
    }
    written, _, _ = sanitized(makers, ["--comments", "read"])
    with tempfile.TemporaryDirectory() as folder:
        for name, raw in written.items():
            path = Path(folder) / name
            path.write_bytes(raw)
            kind = {"docx": "txt:Text", "odt": "txt:Text", "pptx": "pdf", "xlsx": "csv"}[
                name.partition(".")[2]
            ]
            call = [
                program,
                "--headless",
                f"-env:UserInstallation=file://{folder}/profile",
                "--convert-to",
                kind,
            ]
            subprocess.run([*call, "--outdir", folder, path], capture_output=True, check=False)
            out = path.with_suffix("." + kind.partition(":")[0])
            told = out.read_bytes() if out.exists() else b""
            new = b"somebody" in told.lower() or kind == "pdf"
            print(f"{name:14} opened by LibreOffice: {bool(told)}, new words there: {new}")


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fuzz", type=int, default=2000)
    parser.add_argument("--office", action="store_true")
    parser.add_argument("--only", choices=MAKERS)
    options = parser.parse_args()
    attack(options.only)
    if options.only in (None, "others"):
        attack_archives()
    if options.fuzz and options.only is None:
        fuzz(options.fuzz)
    if options.office:
        office()


if __name__ == "__main__":
    main()
