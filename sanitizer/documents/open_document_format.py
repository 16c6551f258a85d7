"""Texts, presentations and spreadsheets of OpenDocument (ISO/IEC 26300: .odt, .odp, .ods) as formats.

All text that a reader sees is read, in the order of the file. Tracked changes are accepted and comments left out,
unless the user chose otherwise (`tracked_changes.py`). Properties, fields' sources, targets of links, bookmarks,
pictures (a grey one stands in their place), formulas, names of tables and of frames are left out. Macros, signatures,
encrypted parts and embedded objects that are no charts are refused.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from lxml import etree

from sanitizer.documents.font_names import rename_fonts
from sanitizer.documents.formats import Choices, Edit
from sanitizer.documents.open_document_attributes import may_stay
from sanitizer.documents.open_document_charts import Chart, call_sheets, take_charts
from sanitizer.documents.open_document_clean import (
    HOLDERS,
    call_views,
    number_styles,
    settle_settings,
)
from sanitizer.documents.open_document_fields import (
    leads_within,
    number_declared,
    settle_forms,
    settle_references,
)
from sanitizer.documents.open_document_text import FIELDS, is_sheet, stretches_of
from sanitizer.documents.open_document_values import is_cell, round_cell, untype
from sanitizer.documents.packages import is_published, pack, parse, serialize, strings_of_package, unpack
from sanitizer.documents.pictures import BLANK, name_of_picture
from sanitizer.documents.runs_of_text import (
    NOT_IN_TITLES,
    Element,
    Stretch,
    blank_rest,
    edit_all,
    elements,
    local,
    parent_of,
    remove,
    unwrap,
)
from sanitizer.documents.tracked_changes import settle_open_document
from sanitizer.documents.tree_format import TreeFile, TreeFormat
from sanitizer.errors import DocumentError
from sanitizer.text.fold import words as word_set
from sanitizer.text.surface_forms import Forms

_READ: Final = ("content.xml", "styles.xml")
_SETTINGS: Final = "settings.xml"
_MANIFEST: Final = "META-INF/manifest.xml"
_HREF: Final = "{http://www.w3.org/1999/xlink}href"
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_NAME: Final = f"{_TABLE}name"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_ENTRY: Final = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}"
_PLAIN_RULE: Final = re.compile(r"value\(\)\s*[<>=!]+\s*-?\d+(?:\.\d+)?")
_CHART_TYPE: Final = "application/vnd.oasis.opendocument.chart"
_REFUSED: Final = (
    ("Basic/", "macros: save it without them"),
    ("Scripts/", "macros: save it without them"),
    ("META-INF/documentsignatures", "a signature, which no change would survive: remove it first"),
    ("META-INF/macrosignatures", "a signature, which no change would survive: remove it first"),
)
_DROPPED: Final = {
    name: kind
    for kind, names in {
        "comment": "annotation annotation-end",
        "deleted text": "tracked-changes change change-start change-end",
        "bookmark": "toc-mark toc-mark-start toc-mark-end alphabetical-index-mark alphabetical-index-mark-start "
        "alphabetical-index-mark-end user-index-mark user-index-mark-start user-index-mark-end",
        "custom data": "variable-decls user-field-decls dde-connection-decls named-expressions "
        "database-ranges content-validations data-pilot-tables forms scripts script meta-field scenario "
        "cell-range-source label-ranges",
        "sound or film": "plugin sound",
        "rule": "conditional-formats",
        "": "soft-page-break event-listeners",
    }.items()
    for name in names.split()
}
_CALLED: Final = word_set(
    "bookmark bookmark-start bookmark-end reference-mark reference-mark-start reference-mark-end sequence "
    "sequence-decl header-decl footer-decl date-time-decl table equation font-face config-item config-item-set "
    "config-item-map-entry config-item-map-indexed config-item-map-named"
)
"""Elements that something else calls by their names, which are settled elsewhere; names of all others say nothing."""
_SETTLED: Final = frozenset(["config-item"])
"""Elements whose words are programs'."""
_UNWRAPPED: Final = {"a": "target of a link"}
_PLAIN: Final = word_set(
    "span ruby ruby-base ruby-text p h s tab line-break note note-citation note-body list list-item section number "
    "bookmark bookmark-start bookmark-end reference-mark reference-mark-start reference-mark-end"
)


class OpenDocument(TreeFormat):
    """one text in a file of OpenDocument (.odt, .odp, .ods)"""

    suffixes: tuple[str, ...] = (".odt", ".odp", ".ods")

    def opened(self, raw: bytes, choices: Choices) -> "_File":
        """Return the parts that are read."""
        return _File(raw, choices)

    def may_differ(self, role: str) -> bool:
        """Return whether a part may differ: names of sheets are told apart by numbers."""
        return role == "sheet"

    def edit(self, file: TreeFile, edits: Iterable[Sequence[Edit]]) -> None:
        """Make the edits; a cell that was changed has no other value than its text, and no two sheets have one name."""
        before = [s.piece.text for s in file.stretches]
        edit_all(file.stretches, edits)
        for stretch, text in zip(file.stretches, before, strict=True):
            if stretch.piece.text != text:
                untype(stretch)
        _tell_apart(file.stretches)

    def strings(self, raw: bytes) -> Iterator[str]:
        """Return all strings of all parts."""
        return strings_of_package(raw)


class _File:
    """The parts that are kept, cleaned."""

    def __init__(self, raw: bytes, choices: Choices) -> None:
        self._source = unpack(raw)
        self._refuse()
        counts: Counter[str] = Counter()
        self.trees: dict[str, Element] = {}
        self._charts: list[Chart] = []
        for name in _READ:
            if name in self._source:
                self.trees[name] = parse(self._source[name], name)
                for own in take_charts(self.trees[name], self._source, len(self._charts)):
                    self._charts.append(own)
                    self.trees[own.part] = own.tree
        pictures = sorted(n for n in self._source if n.startswith(("Pictures/", "media/")))
        self._pictures = {n: name_of_picture(n, number) for number, n in enumerate(pictures)}
        if _SETTINGS in self._source:
            self.trees[_SETTINGS] = parse(self._source[_SETTINGS], _SETTINGS)
            settle_settings(self.trees[_SETTINGS])
        for tree in self.trees.values():
            settle_open_document(tree, choices)
        settle_forms(self.trees.values(), counts)
        settle_references(self.trees.values(), counts)
        number_declared(self.trees.values())
        for tree in self.trees.values():
            _clean(tree, counts, choices.comments == "read")
        number_styles(self.trees.values())
        counts["picture"] += len(self._pictures)
        self._sheets = [(e, e.get(_NAME, "")) for e in elements(self.trees["content.xml"]) if _is_named(e)]
        kept = {"mimetype", _MANIFEST, *self._pictures, *self.trees}
        for name in self._source:
            if name not in kept and not name.startswith("Object "):
                counts[_kind_of_part(name)] += 1
        found = [
            s
            for name, tree in self.trees.items()
            for s in stretches_of(tree, "body" if name in _READ else "chart")
        ]
        self.stretches = [s for s in found if s.piece.text.strip()]
        counts["other text"] += blank_rest(self.trees.values(), self.stretches, _SETTLED)
        self.left_out: Mapping[str, int] = {kind: n for kind, n in sorted(counts.items()) if kind and n}

    def _refuse(self) -> None:
        """Raise DocumentError for what is no such file, or cannot be cleaned."""
        if "content.xml" not in self._source or not self._source.get("mimetype", b"").startswith(
            b"application/vnd.oasis.opendocument."
        ):
            raise DocumentError("is no OpenDocument file: it has no part content.xml, or no type")
        for name in self._source:
            for begin, reason in _REFUSED:
                if name.startswith(begin) and not name.endswith("/script-lc.xml"):
                    raise DocumentError(f"holds {reason}")
        if b"encryption-data" in self._source.get(_MANIFEST, b""):
            raise DocumentError("is encrypted: save it without a password")

    def rename(self, forms: Forms) -> None:
        """Give numbers to the fonts in whose names a form stands."""
        rename_fonts(self.trees.values(), forms)

    def _call_pictures(self) -> None:
        """Let pictures be called by their new names."""
        for element in chain.from_iterable(map(elements, self.trees.values())):
            new = self._pictures.get(element.get(_HREF, "").removeprefix("./"))
            if new is not None:
                element.set(_HREF, new)

    def packed(self) -> bytes:
        """Return the parts as the bytes of one file."""
        manifest = parse(self._source[_MANIFEST], _MANIFEST) if _MANIFEST in self._source else None
        self._call_pictures()
        titles = {before: element.get(_NAME, "") for element, before in self._sheets}
        call_sheets(self.trees.values(), titles)
        if _SETTINGS in self.trees:
            call_views(self.trees[_SETTINGS], titles)
        parts = {"mimetype": self._source["mimetype"]}
        parts |= {name: serialize(tree) for name, tree in self.trees.items()}
        parts |= dict.fromkeys(sorted(self._pictures.values()), BLANK)
        if manifest is not None:
            for entry in list(manifest):
                path = next(
                    (v for k, v in entry.attrib.items() if etree.QName(k).localname == "full-path"), ""
                )
                if path in self._pictures:
                    entry.set(f"{_ENTRY}full-path", self._pictures[path])
                elif path != "/" and (path not in parts or path.startswith("Object ")):
                    manifest.remove(entry)
            for own in self._charts:
                for path, kind in ((own.part, "text/xml"), (f"{own.folder}/", _CHART_TYPE)):
                    entry = etree.SubElement(manifest, f"{_ENTRY}file-entry")
                    entry.set(f"{_ENTRY}full-path", path)
                    entry.set(f"{_ENTRY}media-type", kind)
            parts[_MANIFEST] = serialize(manifest)
        return pack(parts, stored="mimetype")


def _kind_of_part(name: str) -> str:
    kinds = (("meta.xml", "properties"), ("Thumbnails/", "thumbnail"),
             ("Configurations2/", "settings"), ("Fonts/", "font"), ("ObjectReplacements/", "picture"))  # fmt: skip
    return next((kind for begin, kind in kinds if name.startswith(begin)), "other part")


def _clean(root: Element, counts: Counter[str], with_comments: bool) -> None:
    """Take out of a part all that is not read, and count it."""
    tables = 0
    for element in elements(root):
        name = local(element)
        if name == "annotation" and with_comments:
            for part in [part for part in element if local(part) not in ("p", "list")]:
                remove(part)  # who wrote it, and when
            element.attrib.clear()
        elif not is_published(etree.QName(element).namespace or ""):
            counts["custom data"] += 1
            remove(element)
        elif name in _DROPPED or (name == "map" and not _is_plain_rule(element)):
            counts[_DROPPED.get(name, "rule")] += 1
            remove(element)
        elif element.tag == f"{_TEXT}a" and leads_within(element):
            continue
        elif element.tag == f"{_TEXT}a":
            counts["target of a link"] += 1
            _look_linked(element)
        elif name in _UNWRAPPED:
            counts[_UNWRAPPED[name]] += 1
            unwrap(element)
        elif element.tag.startswith(_TEXT) and _is_field(element):
            counts["field"] += 1
            unwrap(element)
        else:
            tables += name == "table"
            _clean_attributes(element, name, tables)


def _look_linked(link: Element) -> None:
    """Let the words of a link look as they do, without its target."""
    look = link.get(f"{_TEXT}style-name", "Internet_20_link")
    link.tag = f"{_TEXT}span"
    link.attrib.clear()
    link.set(f"{_TEXT}style-name", look)


def _is_plain_rule(rule: Element) -> bool:
    """Return whether a rule of formatting looks at the number alone that it is about."""
    told = {etree.QName(key).localname: str(value) for key, value in rule.attrib.items()}
    return _PLAIN_RULE.fullmatch(told.get("condition", "")) is not None and "base-cell-address" not in told


def _is_field(element: Element) -> bool:
    """Return whether an element in the words of a paragraph stands for a value from elsewhere."""
    parent = element.getparent()
    inside = parent is not None and parent.tag in (f"{_TEXT}p", f"{_TEXT}h", f"{_TEXT}span")
    return inside and (local(element) not in _PLAIN | FIELDS or not leads_within(element))


def _clean_attributes(element: Element, name: str, tables: int) -> None:
    for key in list(element.attrib):
        own = etree.QName(key).localname
        if (
            (own == "formula" and name != "sequence")
            or own
            in (
                "print-ranges",
                "content-validation-name",
                "style-name-of-author",
            )
            or (own == "condition" and name != "map")
            or own.endswith("rsid")
            or (own == "label" and name == "note-citation")
        ):
            del element.attrib[key]
        elif name == "table" and key == _NAME and not _is_named(element):
            element.set(key, f"Table{tables}")
        elif own == "name" and name in ("theme", "color-table"):
            element.set(key, "Theme")
        elif own == "name" and name not in _CALLED and local(parent_of(element)) not in HOLDERS:
            element.set(key, "")
        elif (
            (key == _HREF and not _is_inside(element))
            or (own in ("creator", "date") and "purl.org" in key)
            or not may_stay(str(element.tag), str(key), str(element.get(key)))
        ):
            del element.attrib[key]
    if is_cell(element):
        round_cell(element)


def _is_named(table: Element) -> bool:
    """Return whether the name of a table must be as it is: a sheet's, which is read, or that of the values of a
    chart."""
    return table.tag == f"{_TABLE}table" and (is_sheet(table) or local(parent_of(table)) == "chart")


def _is_inside(element: Element) -> bool:
    """Return whether a link leads to a part of the file that is kept."""
    target = element.get(_HREF, "")
    if local(element) in ("object", "chart"):
        return target in (".", "..") or target.startswith("./Object ")
    return target.lstrip("./").startswith(("Pictures/", "media/"))


def _tell_apart(stretches: Iterable[Stretch]) -> None:
    """Let no two sheets have one name, and none an empty one."""
    taken: set[str] = set()
    for stretch in stretches:
        if stretch.role == "sheet":
            name, again = stretch.nodes[0].value.translate(NOT_IN_TITLES).strip() or "Sheet", 1
            while (own := f"{name} {again}" if again > 1 else name) in taken:
                again += 1
            taken.add(own)
            stretch.nodes[0].put(own)
