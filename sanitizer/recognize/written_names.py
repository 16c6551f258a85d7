"""How else lists and texts write a person's name: without title and suffix, the surname first or last."""

from sanitizer.recognize.name_groups import BEFORE_NAMES, SUFFIXES
from sanitizer.recognize.person_names import is_full_name
from sanitizer.text.fold import plain
from sanitizer.text.titles import POLITE


def begins_with_title(name: str) -> bool:
    """Return whether the first word of a name is a title that only persons bear."""
    return plain((name.split() or [""])[0].rstrip(".,")) in POLITE


def written_ways(name: str, is_person: bool) -> tuple[str, ...]:
    """Return the whole name as it is and as others may write it; a name alone is never one of them. Where nobody
    says that it is a person's, its title must, or that it is a usual name with the surname first."""
    surname, comma, given = (part.strip() for part in name.partition(","))
    turned = f"{_bare(given)} {surname}" if comma and "," not in given else ""
    if not (is_person or begins_with_title(name) or (turned and is_full_name(turned))):
        return (name,)
    bare = turned.strip() or _bare(name)
    spoken = bare.split()
    if len(spoken) < 2:
        return (name,)
    return tuple(dict.fromkeys((name, bare, f"{spoken[-1]}, {' '.join(spoken[:-1])}")))


def _bare(name: str) -> str:
    """Return a name without titles before it and suffixes behind."""
    spoken = name.split()
    while len(spoken) > 1 and plain(spoken[0].rstrip(".,")) in BEFORE_NAMES:
        spoken.pop(0)
    while len(spoken) > 1 and plain(spoken[-1].rstrip(".,").replace(".", "")) in SUFFIXES:
        spoken.pop()
    return " ".join(spoken).rstrip(",")
