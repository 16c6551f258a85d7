"""Keep comments of files of Office without those who wrote them, and without the times."""

from collections.abc import Iterable
from typing import Final

from lxml import etree

from sanitizer.documents.office_names import GUID
from sanitizer.documents.runs_of_text import Element, elements, local

_AUTHORS: Final = frozenset(["cmAuthor", "author"])
_WHEN: Final = "2000-01-01T00:00:00.000"
"""What stands for a time that a comment must have."""
_TOLD: Final = frozenset(["dt", "title", "assignedTo", "startDate", "dueDate", "complete"])
"""Attributes of comments that they need not have."""


def number_comments(trees: Iterable[Element]) -> None:
    """Let authors and identifiers of comments of presentations be numbers."""
    numbers: dict[str, str] = {}
    authors = 0
    for root in trees:
        for element in elements(root):
            if local(element) in _AUTHORS:
                authors += 1
                told = {"name": f"Author {authors}", "initials": f"A{authors}"}
                if local(element) == "author":
                    told |= {"userId": f"Author {authors}", "providerId": "None"}
                for name, words in told.items():
                    element.set(name, words)
            for key, value in list(element.attrib.items()):
                own, text = etree.QName(key).localname, str(value)
                if GUID.fullmatch(text):
                    number = f"{{00000000-0000-0000-0000-{len(numbers) + 1:012d}}}"
                    element.set(key, numbers.setdefault(text, number))
                elif own == "created":
                    element.set(key, _WHEN)
                elif own in _TOLD:
                    del element.attrib[key]
