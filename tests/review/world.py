"""A desk over three documents of the tiny world."""

from pathlib import Path
from typing import Any

from sanitizer.check.report import DocumentReport
from sanitizer.control.log.chain import create
from sanitizer.recognize.finders.user_lists import Phrase
from sanitizer.review.desk_state import Desk
from sanitizer.review.run_folder import report_of
from sanitizer.review.view import view_of
from sanitizer.text.edits import apply
from sanitizer.types import Document
from tests import tiny

TEXTS = (
    "Anna has breast cancer. She had radiotherapy in Boston. The surgeon in Boston saw a mammogram.",
    "In Paris the doctor found diabetes. A clinic in Boston knows <script>alert(1)</script> therapy.",
    "A garden is a place. The clinic is in the city.",
)
FOUND = (Phrase("Boston", "GPE"), Phrase("Paris", "GPE"), Phrase("breast cancer", "DISEASE"))


def desk(folder: Path, by: str = "anna", name: str = "decisions.jsonl") -> Desk:
    """Return a desk whose log lies in a folder."""
    sanitizer = tiny.sanitizer(*FOUND)
    documents = [Document(f"d{i}", text) for i, text in enumerate(TEXTS)]
    create(folder / name, "a run")
    return Desk(documents, sanitizer, [report_of(sanitizer, d) for d in documents], folder / name, by)


def item(own: Desk, number: int, term: str) -> dict[str, Any]:
    view = view_of(own.standing(number), own.log().head)
    key = next(k for k, i in view["items"].items() if i["term"] == term)
    return {"do": "item", "item": key, "head": view["head"]}


def report(own: Desk, number: int) -> DocumentReport:
    told = own.standing(number).report
    assert isinstance(told, DocumentReport)
    return told


def text(own: Desk, number: int) -> str:
    told = report(own, number)
    return apply(told.text, told.changes)
