"""Sentences that hide one identifier each in odd ways: python bench/adversarial.py [FILE ...] [--missed] [--command]

`bench/adversarial/*.tsv`: a kind, a tab, a sentence in which what must go stands in ⟦⟧; `\\n`, `\\r` and `\\uXXXX` are
the characters they name. `first.tsv` was written before anybody looked at the rules, and the rules were mended on it;
`second.tsv` was written and measured once, after all was done; `third.tsv` later by
another; `fourth.tsv` to `sixth.tsv` before the rules were mended on them, `seventh.tsv` after, for one count;
`eighth.tsv` and `ninth.tsv` together by another who had not read the rules, which were mended on the eighth before the
ninth was run for the first time, and then on the ninth too; `tenth.tsv`, with rows, lists and records of data among
its sentences, by another who looked at the rules only after its first run; `eleventh.tsv` so too; `twelfth.tsv` and
`thirteenth.tsv` together by another who never did, each run for the first time before the rules were mended on it;
`fourteenth.tsv` and `fifteenth.tsv` by the same hand after that, each run once before the rules were mended on them;
`sixteenth.tsv` and `seventeenth.tsv` by another who had not seen the rules, which were mended on the sixteenth alone.
Every identifier is one of HIPAA's eighteen kinds, so that one set serves both profiles.
A sentence is safe when the letters and digits of no secret stand in the output in a
row, without case, marks, look-alikes and tags (a secret of up to three: as a word), nor words of it with half of its
letters and digits.
Sentences that look like another language are read all the same.
--command: the sentences of a file as the documents of a folder, through the installed command; one that it refuses is
safe, and told by itself.
--presidio: Presidio's analyzer with all its English recognizers and our model beside, every find cut out
(`pip install presidio-analyzer`).
"""

import argparse
import logging
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from examined import PROFILES, fold, is_left, of_profile, table

from sanitizer.text.parse import load

FOLDER: Final = Path(__file__).parent / "adversarial"
_SECRET: Final = re.compile(r"⟦([^⟦⟧]+)⟧")
_ESCAPE: Final = re.compile(r"\\(?:n|r|\\|u([0-9a-fA-F]{4}))")
_PLAIN: Final = {"\\n": "\n", "\\r": "\r", "\\\\": "\\"}
_SHORT: Final = 3
_YEAR: Final = re.compile(r"(?:19|20)\d\d$")
"""What may stay of a date."""


class Case(NamedTuple):
    """A sentence, what must not stay of it, and in which way it is hidden."""

    kind: str
    text: str
    secrets: tuple[str, ...]


def cases(paths: Iterable[Path]) -> list[Case]:
    """Return the sentences of files."""
    found = []
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            kind, _, raw = line.partition("\t")
            text = _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _PLAIN[m[0]], raw)
            found.append(Case(kind, _SECRET.sub(r"\1", text), tuple(_SECRET.findall(text))))
    return found


def left(case: Case, output: str) -> list[str]:
    """Return the secrets of a sentence that stand in its output, whole or by half."""
    words = {fold(word) for word in re.findall(r"[^\W_]+", output)}

    def stays(secret: str) -> bool:
        if is_left(f"={secret}" if len(fold(secret)) <= _SHORT else secret, output):
            return True
        parts = [fold(word) for word in re.findall(r"[^\W_]+", secret)]
        kept = [
            part
            for part in parts
            if len(part) > 1 and part in words and not (len(parts) > 2 and _YEAR.match(part))
        ]
        return case.kind != "date" and 2 * sum(map(len, kept)) >= sum(map(len, parts)) > 0

    return [secret for secret in case.secrets if stays(secret)]


Clean = Callable[[list[str]], list[str]]
"""Makes texts safe, one by one."""


def presidio() -> Clean:
    """Return what Presidio finds with our model, cut out."""
    try:
        from presidio_analyzer import AnalyzerEngine
        from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine
    except ImportError:
        sys.exit("missing: presidio-analyzer (pip install presidio-analyzer)")
    logging.getLogger("tldextract").setLevel(logging.CRITICAL)
    logging.getLogger("presidio-analyzer").setLevel(logging.ERROR)
    classes = {"PER": "PERSON", "LOC": "LOCATION", "ORG": "ORGANIZATION", "MISC": "NRP"}
    engine = SpacyNlpEngine(
        ner_model_configuration=NerModelConfiguration(
            model_to_presidio_entity_mapping=classes | {"PERSON": "PERSON"}, labels_to_ignore=[]
        )
    )
    engine.nlp = {"en": load()}
    analyzer = AnalyzerEngine(nlp_engine=engine, supported_languages=["en"])

    def cut(text: str) -> str:
        gone = bytearray(len(text))
        for found in analyzer.analyze(text, language="en"):
            gone[found.start : found.end] = b"\x01" * (found.end - found.start)
        return "".join("\x00" if g else c for c, g in zip(text, gone, strict=True))

    return lambda texts: [cut(text) for text in texts]


def command(profile: str) -> Clean:
    """Return what the installed command writes of texts in a folder; nothing of those that it refuses."""

    def clean(texts: list[str]) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder) / "in", Path(folder) / "out"
            source.mkdir()
            for number, text in enumerate(texts):
                (source / f"{number:03}.txt").write_bytes(text.encode())
            call = ["sanitizer", "sanitize", str(source), "-o", str(target), "--any-language", "--keep-ids"]
            done = subprocess.run(
                [*call, *(["--profile", profile] if profile != "default" else [])],
                capture_output=True,
                check=False,
            )
            paths = [target / f"{number:03}.txt" for number in range(len(texts))]
            missing = [texts[number] for number, path in enumerate(paths) if not path.exists()]
            print(f"   exit status {done.returncode}, {len(missing)} refused: {missing}", flush=True)
            return [path.read_bytes().decode() if path.exists() else "" for path in paths]

    return clean


def library(profile: str) -> Clean:
    """Return what the library makes of texts."""
    sanitizer = of_profile(profile)
    sanitizer = sanitizer.with_(settings=replace(sanitizer.settings, any_language=True))
    return lambda texts: [sanitizer.sanitize(text).text for text in texts]


def show(name: str, rows: list[Case], clean: Clean, missed: bool) -> None:
    """Print one line: the share of safe sentences, and by kind."""
    whole: Counter[str] = Counter()
    safe: Counter[str] = Counter()
    for case, output in zip(rows, clean([case.text for case in rows]), strict=True):
        stays = left(case, output)
        whole[case.kind] += 1
        safe[case.kind] += not stays
        if stays and missed:
            print("   left", case.kind, stays, repr(output), flush=True)
    print(
        f"{name}: safe {safe.total() / whole.total():.3f} of {whole.total()}; {table(safe, whole)}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, default=[])
    parser.add_argument("--missed", action="store_true", help="print what stays")
    parser.add_argument("--command", action="store_true", help="through the installed command")
    parser.add_argument("--presidio", action="store_true", help="Presidio with our model beside")
    args = parser.parse_args()
    for path in args.files or sorted(FOLDER.glob("*.tsv")):
        rows = cases([path])
        for profile in PROFILES:
            clean = command(profile) if args.command else library(profile)
            show(f"{path.stem}, {profile}", rows, clean, args.missed)
        if args.presidio:
            show(f"{path.stem}, Presidio with our model", rows, presidio(), args.missed)


if __name__ == "__main__":
    main()
