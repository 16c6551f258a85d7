"""The names of an article's subject: its title without what tells homonyms apart, and usual variants."""

import re
from collections.abc import Container

_SMALL = frozenset(
    [
        "of",
        "the",
        "and",
        "in",
        "on",
        "at",
        "for",
        "to",
        "de",
        "la",
        "le",
        "du",
        "des",
        "von",
        "van",
        "der",
        "den",
        "del",
        "di",
        "da",
        "el",
        "al",
        "y",
        "e",
        "a",
        "an",
        "or",
    ]
)
_BRACKET = re.compile(r"\s*\([^()]*\)$")
_SUFFIX = re.compile(r",? (Jr\.?|Sr\.?|II|III|IV)$")
_INITIAL = re.compile(r"^[A-Z]\.$")
_ACRONYM = re.compile(r"^\s*\((?:[^()]*?[;,] )?([A-Z][A-Z&.\-]{1,7})\)")


def base_name(title: str) -> str:
    """Return the title without a bracket at its end: "Mercury (planet)" -> "Mercury"."""
    return _BRACKET.sub("", title).strip()


def is_proper(title: str, lead: str, description: str) -> bool:
    """Return whether the title is a proper name: capitals within it, or never in small letters in its own article."""
    name = base_name(title)
    words = name.split()
    if not words or not any(c.isalpha() for c in name):
        return False
    if len(words) > 1:
        later = [w for w in words[1:] if w.lower() not in _SMALL]
        capitals = sum(w[:1].isupper() or w[:1].isdigit() for w in later)
        return bool(later) and capitals * 2 > len(later)
    if any(c.isupper() for c in name[1:]) or any(c.isdigit() for c in name):
        return True
    small = name.lower()
    text = f"{lead} {description}"
    if not lead:
        return False
    return not re.search(rf"(?<![\w-]){re.escape(small)}(?:s|es)?(?![\w-])", text) and name[:1].isupper()


_SHORT_AWARDS = frozenset(
    [
        "Golden Globe",
        "Independent Spirit",
        "Daytime Emmy",
        "Primetime Emmy",
        "Critics' Choice",
        "People's Choice",
    ]
)


def award_forms(name: str) -> list[str]:
    """Return other forms of an award's name: its plural, and what is said for short ("Golden Globe")."""
    if not name.endswith((" Award", " Prize", " Awards")):
        return []
    one = name.removesuffix("s")
    short = one.rpartition(" ")[0]
    return [f for f in (one, f"{one}s") if f != name] + ([short] if short in _SHORT_AWARDS else [])


_CAPITALS = re.compile(
    r"(?<![\w])((?:[A-ZÀ-Þ][A-ZÀ-Þ'’.\-]+|[A-Z]\.)(?: (?:[A-ZÀ-Þ][A-ZÀ-Þ'’.\-]+|[A-Z]\.)){1,5})(?= \(|,| is| was)"
)


def full_name(name: str, lead: str) -> str:
    """Return the longer name of a person that the first words of an article give in capitals, or ""."""
    match = _CAPITALS.search(lead[:200])
    if match is None:
        return ""
    words = [w if re.fullmatch(r"(?:II|III|IV|[A-Z]\.)", w) else w.title() for w in match[1].split()]
    own = {w.casefold() for w in name.split()}
    shared = [w for w in words if w.casefold() in own]
    same_end = words[-1].casefold() == name.split()[-1].casefold()
    return " ".join(words) if len(words) > len(own) and (len(shared) > 1 or same_end) else ""


def surface_forms(title: str, lead: str, person: bool, places: Container[str]) -> list[str]:
    """Return the name first, then variants: a person's without "Jr." and middle initials, a place's without what it
    lies in.

    ``places`` are the names of countries and divisions; ``lead`` tells an acronym in brackets after the name.
    """
    name = base_name(title)
    forms = [name]
    before, comma, after = name.partition(", ")
    if person:
        plain = _SUFFIX.sub("", name)
        words = plain.split()
        kept = [w for i, w in enumerate(words) if not (0 < i < len(words) - 1 and _INITIAL.match(w))]
        forms += [plain, " ".join(kept)]
        forms.append(full_name(plain, lead))
        if " " in before:
            forms.append(before)  # "Henry Howard, Earl of Surrey"
    elif comma and after in places:
        forms.append(before)
    start = lead.upper().find(name.upper())
    if start >= 0 and (match := _ACRONYM.match(lead[start + len(name) :])):
        forms.append(match[1])
    return list(dict.fromkeys(f for f in forms if f))
