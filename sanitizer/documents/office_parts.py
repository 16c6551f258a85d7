"""Call the parts of a file of Office by numbers where no program named them."""

import posixpath
from collections.abc import Iterable, Mapping

from sanitizer.documents.program_names import is_usual_part
from sanitizer.documents.runs_of_text import Element


def links_of(part: str) -> str:
    """Return the name of the part with the links of a part."""
    return posixpath.join(posixpath.dirname(part), "_rels", posixpath.basename(part) + ".rels")


def owner_of(links: str) -> str:
    """Return the part whose links a part holds."""
    folder, own = posixpath.split(links)
    return posixpath.join(posixpath.dirname(folder), own.removesuffix(".rels"))


def numbered_parts(parts: Iterable[str]) -> dict[str, str]:
    """Return new names, by the old ones, for the parts that no program named: each in the folder of all, if a program
    named that, with a number that no program gives."""
    numbers: dict[str, str] = {}
    for part in parts:
        if not is_usual_part(part):
            folder = part.partition("/")[0]
            place = folder if folder in ("word", "ppt") and "/" in part else "parts"
            numbers[part] = f"{place}/data{len(numbers) + 1_000_001}.xml"
    return numbers


def call_parts(name: str, links: Element, names: Mapping[str, str]) -> None:
    """Let the links in the part ``name`` lead to parts by their new ``names``; all links of a part that has a new name
    itself are told from the top."""
    owner = owner_of(name)
    for link in links if names else ():
        target = link.get("Target", "")
        whole = posixpath.normpath(posixpath.join("/", posixpath.dirname(owner), target)).lstrip("/")
        if whole in names or owner in names:
            link.set("Target", f"/{names.get(whole, whole)}")
