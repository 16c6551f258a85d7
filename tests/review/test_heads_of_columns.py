"""The desk shows the cells of the input below the heads of the input."""

from sanitizer.check.report import DocumentReport
from sanitizer.documents.formats import Fields
from sanitizer.documents.known_formats import format_called
from sanitizer.review.run_folder import report_of
from sanitizer.review.view import segments
from sanitizer.types import Document
from tests import tiny
from tests.review.world import FOUND

TABLE = b"<table><tr><th>Boston</th><th>place</th></tr><tr><td>Anna</td><td>a garden</td></tr></table><p>Good.</p>"


def told() -> DocumentReport:
    (page,) = format_called("html").read(TABLE, "a.html", Fields())
    assert isinstance(page, Document)
    report = report_of(tiny.sanitizer(*FOUND), page)
    assert isinstance(report, DocumentReport)
    return report


def test_the_desk_is_told_the_head_of_the_input_where_it_is_another() -> None:
    pieces = {piece[0]: piece[3:] for piece in segments(told(), ()) if len(piece) > 3}
    assert pieces["Anna"][2] == "Boston" and pieces["a garden"] == ["cell", "place"]
