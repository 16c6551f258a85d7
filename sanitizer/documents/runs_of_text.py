"""Stretches of text that lie over several nodes of an XML tree (runs of a paragraph, say), and edits of them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from lxml import etree

from sanitizer.documents.formats import BETWEEN, Edit, Piece, edited_parts
from sanitizer.documents.structure import CELL
from sanitizer.errors import DocumentError

Element = etree._Element
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


@dataclass(frozen=True, slots=True)
class Node:
    """A place in a tree that holds text: the ``text`` or ``tail`` of an element, or one of its attributes.

    Where ``fixed`` is set the whole element stands for these characters (a tab, say) and goes if an edit touches it.
    """

    element: Element
    place: str = "text"
    fixed: str = ""

    @property
    def value(self) -> str:
        """The characters."""
        if self.fixed:
            return self.fixed
        if self.place in ("text", "tail"):
            return getattr(self.element, self.place) or ""
        return self.element.get(self.place) or ""

    def put(self, value: str) -> None:
        """Let the place hold other characters."""
        if self.fixed:
            if value != self.fixed:
                remove(self.element)
        elif self.place in ("text", "tail"):
            setattr(self.element, self.place, value)
            if local(self.element) == "t" and value != value.strip():
                self.element.set(_SPACE, "preserve")
        else:
            self.element.set(self.place, value)


@dataclass(slots=True)
class Stretch:
    """Text that is read as one, over any number of nodes; ``role`` and ``after`` as in :class:`Piece`."""

    role: str = "body"
    nodes: list[Node] = field(default_factory=list)
    after: str = BETWEEN

    @property
    def piece(self) -> Piece:
        """The words of the stretch as one piece of the document."""
        return Piece("".join(node.value for node in self.nodes), self.role, self.after)

    def edit(self, edits: Sequence[Edit]) -> None:
        """Make edits of the piece; the first node that an edit touches takes the replacement. What stands for a tab
        cannot hold words: they go to the node before it, or after it."""
        values = edited_parts([node.value for node in self.nodes], edits)
        words = [number for number, node in enumerate(self.nodes) if not node.fixed]
        for number, node in enumerate(self.nodes):
            if node.fixed and values[number] not in ("", node.fixed):
                before = [n for n in words if n < number]
                beside = before[-1:] or words[:1]
                for n in beside:
                    parts = (values[n], values[number]) if n < number else (values[number], values[n])
                    values[n] = "".join(parts)
                values[number] = ""
        places = sorted(zip(self.nodes, values, strict=True), key=lambda place: bool(place[0].fixed))
        for node, value in places:  # an element that goes leaves what follows it, in its new words
            node.put(value)


NOT_IN_TITLES: Final = str.maketrans(dict.fromkeys("[]:*?/\\", " "))
"""What no name of a sheet may hold."""


def join_row(cells: Iterable[Sequence[Stretch]], above: Iterable[Stretch] = ()) -> None:
    """Let the cells of a row, each of any number of stretches, be read as one line: a name stands below its heading.

    ``above`` are the stretches before the row, the nearest first: the first with words says how many empty cells the
    row begins with.
    """
    last: Stretch | None = None
    gap = ""
    for cell in cells:
        told = [stretch for stretch in cell if stretch.piece.text.strip()]
        if told and last is None and gap:
            before = next((stretch for stretch in above if stretch.piece.text.strip()), None)
            if before is not None:
                before.after = before.after.rstrip(" |") + gap
        if told and last is not None:
            last.after = gap
        for stretch in told[:-1]:
            stretch.after = " "
        last, gap = (told[-1], CELL) if told else (last, gap + CELL)
    if last is not None:
        last.after = "\n"


def upwards(found: Sequence[Stretch], end: int) -> Iterator[Stretch]:
    """Return the stretches before the place ``end``, the nearest first."""
    return (found[at] for at in range(end - 1, -1, -1))


_COUNTER: Final = re.compile(r"%\d+%?")


def labels_of(element: Element, names: Iterable[str]) -> list[Stretch]:
    """Return what stands before each item of a list, in attributes of these names, where it may be a word ("Chapter
    %1"): not a sign or one letter."""
    wanted = frozenset(names)
    keys = [str(key) for key in element.attrib if str(key).rpartition("}")[2] in wanted]
    return [
        Stretch("numbering", [Node(element, key)])
        for key in keys
        if sum(map(str.isalnum, _COUNTER.sub("", element.get(key, "")))) > 1
    ]


def edit_all(stretches: Iterable[Stretch], edits: Iterable[Sequence[Edit]]) -> None:
    """Make the edits of each piece in the stretch that it came from. Raises DocumentError for characters that XML
    cannot hold."""
    for stretch, own in zip(list(stretches), edits, strict=True):
        try:
            if own:
                stretch.edit(own)
        except ValueError as error:
            raise DocumentError("holds a control character beside what changes: take it out first") from error


def blank_rest(
    roots: Iterable[Element], stretches: Iterable[Stretch], kept: frozenset[str] = frozenset()
) -> int:
    """Take out of trees all text with letters that no stretch reads, but that of elements of the names ``kept``; how
    many places there were."""
    read = {(node.element, node.place) for stretch in stretches for node in stretch.nodes if not node.fixed}
    count = 0
    for root in roots:
        for element in elements(root):
            for place in ("text", "tail"):
                text = getattr(element, place) or ""
                if (element, place) in read or not any(map(str.isalpha, text)):
                    continue
                if place == "tail" or local(element) not in kept:
                    setattr(element, place, None)
                    count += 1
    return count


def remove(element: Element) -> None:
    """Take an element out of its tree with all that is in it; what follows it stays."""
    parent = element.getparent()
    if parent is None:
        return
    _keep_tail(element, element.tail)
    parent.remove(element)


def unwrap(element: Element) -> None:
    """Put the children of an element in its place."""
    parent = element.getparent()
    if parent is None:
        return
    children = list(element)
    if children:
        children[-1].tail = (children[-1].tail or "") + (element.tail or "")
        _keep_tail(element, element.text)
        at = parent.index(element)
        parent.remove(element)
        for offset, child in enumerate(children):
            parent.insert(at + offset, child)
    else:
        _keep_tail(element, (element.text or "") + (element.tail or ""))
        parent.remove(element)


def _keep_tail(element: Element, text: str | None) -> None:
    """Let what stands before an element hold ``text`` too; the element has no tail any more."""
    element.tail = None
    if not text:
        return
    before, parent = element.getprevious(), element.getparent()
    if before is not None:
        before.tail = (before.tail or "") + text
    elif parent is not None:
        parent.text = (parent.text or "") + text


def parent_of(element: Element) -> Element:
    """Return what an element lies in; the element itself where that is nothing."""
    parent = element.getparent()
    return element if parent is None else parent


def elements(root: Element) -> Iterator[Element]:
    """Yield the elements below and including ``root``, as they were when asked for; no comments, no instructions."""
    yield from [element for element in root.iter() if isinstance(element.tag, str)]


def local(element: Element) -> str:
    """Return the name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]
