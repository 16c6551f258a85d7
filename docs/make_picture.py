"""Draw the pictures of README and tutorials, each from a real run: a text before, after, and why it was changed.

python docs/make_picture.py     # make docs-outputs calls it
"""

import sys
import textwrap
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sanitizer import SanitizedDocument, Sanitizer  # noqa: E402
from sanitizer.review.plain_words import of_risky, of_sensitive  # noqa: E402

TEXT = (
    "Mrs Helena Marković, born on 14 March 1961, was admitted to Massachusetts General Hospital in Boston. "
    "A mammogram had shown a tumour in the left breast; after the lumpectomy she began radiotherapy with tamoxifen."
)
JUDGMENT = (ROOT / "examples" / "judgments" / "appeal-one.txt").read_text(encoding="utf-8")
CHAT = (
    "Hi, I'm Farida Osei. My parcel 00340434161094042557 never came to 14 Kestrel Close in Milbrook. "
    "Please write to farida.osei@example.com, or call me on 020 7946 0018."
)
IMAGES = ROOT / "docs" / "images"
PICTURES = {  # its name: the text, the profile, whether evidence is shown
    "overview": (TEXT, None, True),
    "judgments": (JUDGMENT, "court", False),
    "chats": (CHAT, "chat", False),
}
_WIDTH, _LINE, _CHARACTERS, _PAPER = 420, 22, 46, 24
_MOST = 12
_INK = "#1b1f24"


def pieces(text: str, marked: Sequence[tuple[int, int]]) -> Iterator[list[tuple[str, bool]]]:
    """Yield the lines of a text, each as words with whether a marked place touches them."""
    at = 0
    lines = [line for whole in text.splitlines() for line in textwrap.wrap(whole, _CHARACTERS)]
    for line in lines[:_MOST]:
        words = []
        for word in line.split():
            at = text.index(word, at)
            words.append((word, any(a < at + len(word) and at < b for a, b in marked)))
            at += len(word)
        yield words


def block(x: int, title: str, lines: Sequence[list[tuple[str, bool]]]) -> Iterator[str]:
    """Yield a column with its title; marked words are bold."""
    yield f'<text x="{x}" y="42" font-weight="bold" font-size="17">{escape(title)}</text>'
    for number, words in enumerate(lines):
        y = 76 + number * _LINE
        parts = "".join(_span(word, is_marked) for word, is_marked in words)
        yield f'<text x="{x}" y="{y}" xml:space="preserve">{parts}</text>'


def _span(word: str, is_marked: bool) -> str:
    """Return a word of a line."""
    style = ' font-weight="bold" fill="#0b3d91"' if is_marked else ""
    return f"<tspan{style}>{escape(word)} </tspan>"


def written(done: SanitizedDocument) -> list[tuple[int, int]]:
    """Return where the changes stand in the result."""
    places, shift = [], 0
    for change in sorted(done.changes, key=lambda c: c.span.start):
        start = change.span.start + shift
        places.append((start, start + len(change.replacement)))
        shift += len(change.replacement) - (change.span.end - change.span.start)
    return places


def evidence(done: SanitizedDocument) -> list[list[tuple[str, bool]]]:
    """Return what the report says of one entity and of two terms that tell of another, in plain words."""
    told: list[list[tuple[str, bool]]] = []
    entries = [(e.term, list(of_sensitive(e))[:1]) for e in done.report.sensitive[:1]]
    risky = [e for e in done.report.risky if e.towards]
    entries += [(e.term, list(of_risky(e, done.report))[:1]) for e in risky[:2]]
    for term, says in entries:
        told.append([(f"“{term}”", True)])
        told += [[(line, False)] for says_one in says for line in textwrap.wrap(says_one, _CHARACTERS)]
        told.append([])
    return told


def drawn(text: str, profile: str | None, with_evidence: bool) -> str:
    """Return the picture of a run."""
    done = Sanitizer.default(profile=profile).sanitize(text)
    before = list(pieces(text, [(c.span.start, c.span.end) for c in done.changes]))
    columns = [("Before", before), ("After", list(pieces(done.text, written(done))))]
    columns += [("Evidence", evidence(done))] * with_evidence
    height = 96 + max(len(own) for _, own in columns) * _LINE
    width = len(columns) * _WIDTH + 20
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="A text before, after, and why words were changed" font-family="sans-serif" '
        f'font-size="15" fill="{_INK}">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (title, own) in enumerate(columns):
        x = 20 + number * _WIDTH
        lines.append(
            f'<rect x="{x}" y="16" width="{_WIDTH - 20}" height="{height - 32}" rx="8" fill="none" stroke="#c3c9d2"/>'
        )
        lines += block(x + _PAPER // 2, title, own)
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    for name, asked in PICTURES.items():
        (IMAGES / f"{name}.svg").write_text(drawn(*asked), encoding="utf-8")
