"""Word documents and PowerPoint presentations (Office Open XML, ECMA-376) as formats.

All text that a reader sees is read: body, tables, text boxes, headers, footers, notes, slides and their notes, charts,
and what is read out in the place of drawings and tables. Changes that are tracked are accepted, and comments are left
out, unless the user chose otherwise (`tracked_changes.py`). What else may tell something is left out and counted:
properties, fields, targets of links, bookmarks, pictures (a grey one stands there), workbooks of charts, custom data,
times and authors of changes. What could not be taken out safely is refused: macros, embedded objects, signatures, parts
of other files.
"""

from collections.abc import Iterator

from sanitizer.documents.formats import Choices
from sanitizer.documents.office_charts import NUMBER
from sanitizer.documents.office_package import Package
from sanitizer.documents.packages import strings_of_package
from sanitizer.documents.tree_format import TreeFormat


class OfficeFile(TreeFormat):
    """one text in a Word document or a presentation"""

    suffixes: tuple[str, ...]
    main: str
    """The name of the root of the main part."""

    def opened(self, raw: bytes, choices: Choices) -> Package:
        """Return the parts that are read."""
        return Package(raw, self.main, choices)

    def may_differ(self, role: str) -> bool:
        """Return whether a part may differ: a number of a chart that is none any more is drawn no more."""
        return role == NUMBER

    def strings(self, raw: bytes) -> Iterator[str]:
        """Return all strings of all parts."""
        return strings_of_package(raw)


class Word(OfficeFile):
    """one text in a Word document (.docx)"""

    suffixes: tuple[str, ...] = (".docx",)
    main = "document"


class PowerPoint(OfficeFile):
    """one text in a presentation (.pptx)"""

    suffixes: tuple[str, ...] = (".pptx",)
    main = "presentation"
