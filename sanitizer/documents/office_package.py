"""Open a file of Office: the parts that are kept, cleaned, in the order in which they are read."""

import posixpath
from collections import Counter
from collections.abc import Mapping
from typing import Final

from lxml import etree

from sanitizer.documents.chart_numbers import store_numbers
from sanitizer.documents.font_names import rename_fonts
from sanitizer.documents.formats import Choices
from sanitizer.documents.office_attributes import call_links, number_links, settle_attributes
from sanitizer.documents.office_charts import is_chart, settle_chart
from sanitizer.documents.office_clean import clean
from sanitizer.documents.office_comments import number_comments
from sanitizer.documents.office_fields import settle_fields
from sanitizer.documents.office_names import REFUSED
from sanitizer.documents.office_parts import call_parts, links_of, numbered_parts, owner_of
from sanitizer.documents.office_styles import (
    drop_names_of_tables,
    number_diagrams,
    rename_shapes,
    rename_styles,
)
from sanitizer.documents.office_text import role_of, stretches_of
from sanitizer.documents.packages import pack, parse, serialize, unpack
from sanitizer.documents.pictures import BLANK, blank_called, embed
from sanitizer.documents.program_names import gave_program
from sanitizer.documents.runs_of_text import Element, blank_rest, local
from sanitizer.documents.tracked_changes import COMMENT_MARKS, settle_office
from sanitizer.errors import DocumentError
from sanitizer.text.fold import words as word_set
from sanitizer.text.surface_forms import Forms

_TYPES: Final = "[Content_Types].xml"
_TYPES_SPACE: Final = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_KEPT_LINKS: Final = word_set(
    "officeDocument styles numbering settings fontTable theme header footer footnotes endnotes image slide slideLayout "
    "slideMaster notesSlide notesMaster handoutMaster tableStyles chart chartUserShapes themeOverride diagramData "
    "diagramLayout diagramQuickStyle diagramColors diagramDrawing"
)
"""What a part may go on to; other parts are left out."""
_LAYOUT: Final = frozenset(["align", "tableStyleId", "instrText", "f", "formatCode"])
"""Elements whose words are programs': where a drawing stands, which style a table has, what is a page's number, which
cells a chart shows."""
_COMMENT_LINKS: Final = frozenset(["comments", "commentAuthors", "authors"])
"""What a part may go on to where comments are read."""


class Package:
    """The parts of a file that are kept, cleaned, in the order in which they are read."""

    def __init__(self, raw: bytes, main: str, choices: Choices) -> None:
        """Raise DocumentError, also where no part is a tree whose root is called ``main``."""
        self._source = unpack(raw)
        self._called = {name.casefold(): name for name in self._source}
        self._choices = choices
        self._reads_comments = choices.comments == "read"
        self._counts: Counter[str] = Counter()
        self.trees: dict[str, Element] = {}
        self._pictures: dict[str, str] = {}
        self._links: dict[str, Element] = {}
        if _TYPES not in self._source:
            raise DocumentError(f"is no such file: it has no part {_TYPES}")
        self._refuse()
        if choices.comments == "refuse" and any("/comments/" in name for name in self._source):
            raise DocumentError("holds comments: remove them, or choose --comments drop or read")
        self._visit("")
        if not any(local(tree) == main for tree in self.trees.values()):
            raise DocumentError(f"is no such file: it has no {main}; does its name end as it should?")
        settle_fields(self.trees.values(), rename_styles(self.trees.values()), self._counts)
        rename_shapes(self.trees.values())
        number_diagrams(self.trees.values())
        if main == "presentation":
            number_comments(tree for name, tree in self.trees.items() if _has_comments(name))
        self.stretches = [s for tree in self.trees.values() for s in stretches_of(tree, role_of(tree))]
        drop_names_of_tables(self.trees.values())
        self._counts["attribute"] += settle_attributes(self.trees.values(), self.stretches)
        self._counts["other text"] += blank_rest(self.trees.values(), self.stretches, _LAYOUT)
        dropped = set(self._source).difference(self.trees, self._pictures, [_TYPES])
        for name in dropped:
            if not name.endswith(".rels"):
                self._counts[_kind_of_part(name)] += 1

    @property
    def left_out(self) -> Mapping[str, int]:
        """How many parts and marks of which kind are not read."""
        return {kind: count for kind, count in sorted(self._counts.items()) if kind and count}

    def _refuse(self) -> None:
        for name in self._source:
            lower = name.lower()
            kind = next(
                (
                    reason
                    for mark, reason in (
                        ("vbaproject", REFUSED["vbaProject"]), ("activex", REFUSED["control"]),
                        ("/embeddings/", REFUSED["oleObject"]), ("_xmlsignatures", REFUSED["origin"]),
                    )
                    if mark in lower and not ("/embeddings/" in lower and lower.endswith(".xlsx"))
                ),
                None,
            )  # fmt: skip
            if kind:
                raise DocumentError(f"holds {kind}")

    def _part(self, name: str) -> str:
        """Return a part as the file calls it: small and capital letters are one in names of parts."""
        return self._called.get(name.casefold(), name)

    def _target(self, name: str, link: Element) -> str:
        """Return the part that a link of a part leads to, and let the link call it as the file does."""
        told = posixpath.normpath(posixpath.join("/", posixpath.dirname(name), link.get("Target", "")))
        own = told.lstrip("/")
        if own != self._part(own):
            link.set("Target", f"/{self._part(own)}")
        return self._part(own)

    def _visit(self, name: str) -> None:
        """Take a part and, in the order of its links, those that it goes on to."""
        links_name = self._part(links_of(name))
        dropped: set[str] = set()
        numbers: dict[str, str] = {}
        after: list[str] = []
        pictures: list[tuple[Element, str]] = []
        if links_name in self._source:
            links = parse(self._source[links_name], links_name)
            numbers = number_links(links)
            for link in list(links):
                kind = str(link.get("Type", "")).rsplit("/", 1)[-1]
                target = self._target(name, link)
                if kind in REFUSED and not (kind in ("package", "oleObject") and "/charts/" in name):
                    raise DocumentError(f"holds {REFUSED[kind]}")
                is_outside = link.get("TargetMode") == "External"
                if kind == "image" and is_outside:
                    del link.attrib["TargetMode"]
                    pictures.append((link, "media/linked"))
                elif (
                    not (kind in _KEPT_LINKS or (kind in _COMMENT_LINKS and self._reads_comments))
                    or is_outside
                    or target not in self._source
                ):
                    dropped.add(link.get("Id", ""))
                    self._counts["target of a link"] += is_outside
                    links.remove(link)
                elif kind == "image":
                    pictures.append((link, target))
                else:
                    after.append(target)
            self._links[links_name] = links
        if name:
            self.trees[name] = parse(self._source[name], name)
            call_links(self.trees[name], numbers)
            embed(self.trees[name], [link.get("Id", "") for link, _ in pictures])
            settle_office(self.trees[name], self._choices)
            if is_chart(self.trees[name]):
                settle_chart(self.trees[name], self._counts)
            clean(
                self.trees[name],
                self._counts,
                dropped,
                COMMENT_MARKS if self._reads_comments else frozenset(),
            )
        for link, target in pictures:
            self._counts["picture"] += 1
            link.set(
                "Target", "/" + self._pictures.setdefault(target, blank_called(target, len(self._pictures)))
            )
        for target in after:
            if target not in self.trees:
                self._visit(target)

    def rename(self, forms: Forms) -> None:
        """Give numbers to the fonts in whose names a form stands."""
        rename_fonts(self.trees.values(), forms)

    def packed(self) -> bytes:
        """Return the parts as the bytes of one file."""
        types = parse(self._source[_TYPES], _TYPES)
        names = numbered_parts(self.trees)
        for entry in list(types):
            part = self._part(entry.get("PartName", "").lstrip("/"))
            ending = entry.get("Extension", "xml").lower()
            known = gave_program(str(entry.tag), "ContentType", entry.get("ContentType", ""))
            kept = part in self.trees or part in self._links if part else ending in ("rels", "xml")
            if not kept or not known:
                types.remove(entry)
            elif part:
                entry.set("PartName", f"/{names.get(part, part)}")
        if self._pictures:
            png = etree.SubElement(types, f"{_TYPES_SPACE}Default")
            png.set("Extension", "png")
            png.set("ContentType", "image/png")
        parts = {_TYPES: serialize(types)}
        for name, tree in self._links.items():
            call_parts(name, tree, names)
            parts[links_of(names.get(owner_of(name), owner_of(name)))] = serialize(tree)
        for name, tree in self.trees.items():
            if is_chart(tree):
                store_numbers(tree)
            parts[names.get(name, name)] = serialize(tree)
        parts |= dict.fromkeys(sorted(self._pictures.values()), BLANK)
        return pack(parts)


def _kind_of_part(name: str) -> str:
    """Return what a part that is left out is called."""
    lower = name.lower()
    kinds = {
        "docprops/thumbnail": "thumbnail", "docprops/": "properties", "comment": "comments", "people": "comments",
        "customxml/": "custom data", "embeddings/": "workbook of a chart", "chart": "chart",
        "diagram": "diagram", "media/": "sound or film", "glossary/": "building blocks", "font": "font",
    }  # fmt: skip
    return next((kind for mark, kind in kinds.items() if mark in lower), "other part")


def _has_comments(part: str) -> bool:
    """Return whether a part of a presentation holds comments, or those who wrote them."""
    return "/comments/" in part or part.lower().endswith("authors.xml")
