"""Group the names that can be one person's, organization's or place's: groups of the distinct names of one class."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sanitizer.text.fold import fold, plain, words
from sanitizer.text.patterns import ANY_POSSESSIVE, WORD
from sanitizer.text.titles import SEXES, TITLES

BEFORE_NAMES: Final = TITLES | {"the"}
"""What stands before a name and is no part of it."""
SUFFIXES: Final = words("jr sr ii iii iv phd md qc kc mp obe mbe cbe esq")
PARTICLES: Final = words(
    "de da do dos das di del della der den des du van von zu la le el al bin ibn of y e ter ten af av"
)
_ORG_NOISE: Final = words(
    "the of for and in a an de la du des & inc ltd llc plc corp co gmbh ag sa nv bv company "
    "corporation limited"
)


def name_words(surface: str) -> tuple[str, ...]:
    """Return the words of a surface form, without possessive, case and diacritics."""
    return tuple(plain(w) for w in WORD.findall(ANY_POSSESSIVE.sub("", fold(surface).text)))


def naming_words(words: Sequence[str]) -> list[int]:
    """Return the places of the words of a name that are no titles; the last of several is none ("Rob Nurse")."""
    last = len(words) - 1
    return [i for i, word in enumerate(words) if word not in BEFORE_NAMES or (i == last and last > 0)]


def bare_name(words: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Return the name without titles and suffixes, and "m", "f" or "" for what the title tells."""
    gender, first = "", 0
    while first < len(words) and words[first] in BEFORE_NAMES:
        gender = "m" if words[first] in SEXES["m"] else "f" if words[first] in SEXES["f"] else gender
        first += 1
    last = len(words)
    while last > first + 1 and words[last - 1] in SUFFIXES:
        last -= 1
    return (tuple(words[first:last]) or tuple(words)), gender


def _fits(short: Sequence[str], long: Sequence[str]) -> bool:
    """Return whether ``short`` names the same person as ``long``: its words, or initials for them, in the order
    of ``long``.
    """
    if not short or len(short) > len(long):
        return False
    if len(short[-1]) == 1 or (len(short) == 1 and short[0] in PARTICLES):
        return False
    if len(short) > 1 and len(long) > 1 and short[-1] != long[-1] and short[-1] not in long[1:]:
        return False
    position, initials = 0, 0
    for word in short:
        while position < len(long) and not (
            long[position] == word
            or (len(word) == 1 and long[position].startswith(word))
            or (len(long[position]) == 1 and word.startswith(long[position]))
        ):
            position += 1
        if position == len(long):
            return False
        initials += len(word) == 1 or len(long[position]) == 1
        position += 1
    return initials < len(short)


def acronyms(words: Sequence[str]) -> set[str]:
    """Return the acronyms that the words of a name make, with and without its small words; at least two letters."""
    letters = "".join(w[0] for w in words if w)
    strong = "".join(w[0] for w in words if w and w not in _ORG_NOISE)
    return {a for a in (letters, strong) if len(a) >= 2}


class _Clusters:
    """Groups of the distinct names of one class, in which the longer names are settled first."""

    def __init__(self) -> None:
        self.heads: list[tuple[str, ...]] = []
        self.by_word: dict[str, list[int]] = defaultdict(list)
        self.by_acronym: dict[str, int] = {}
        self.exact: dict[tuple[str, ...], int] = {}

    def new(self, words: tuple[str, ...]) -> int:
        number = len(self.heads)
        self.heads.append(words)
        self.exact[words] = number
        for word in dict.fromkeys(words):
            self.by_word[word].append(number)
        for short in sorted(acronyms(words)):
            self.by_acronym.setdefault(short, number)
        return number


@dataclass(frozen=True, slots=True)
class Persons:
    """The persons of a text: for each mention (by index) the candidates, longest name first; and their names."""

    candidates: dict[int, list[int]]
    names: list[tuple[str, ...]]


def cluster_persons(names: Sequence[tuple[tuple[str, ...], str]]) -> Persons:
    """Return who the mentions can be, in order of the text; unambiguous ones have one candidate."""
    clusters = _Clusters()
    genders: dict[int, set[str]] = defaultdict(set)
    candidates: dict[int, list[int]] = {}
    first: dict[int, int] = {}
    order = sorted(range(len(names)), key=lambda i: (-len(names[i][0]), -sum(map(len, names[i][0])), i))
    for i in order:
        words, gender = names[i]
        exact = clusters.exact.get(words)
        # the last word of a name stands in a longer form of it as it is (`_fits`)
        seen = [exact] if exact is not None else clusters.by_word.get(words[-1], []) if words else []
        fitting = [
            c
            for c in seen
            if (exact is not None or _fits(words, clusters.heads[c]))
            and not (len(words) == 1 and gender and genders[c] and gender not in genders[c])
            and (first[c] <= i or not _from_within(words, clusters.heads[c]))
        ]
        fitting = _by_edges(words, fitting, clusters.heads)
        if not fitting:
            fitting = [clusters.new(words)]
            first[fitting[0]] = i
        if len(fitting) == 1 and gender:
            genders[fitting[0]].add(gender)
        candidates[i] = fitting
    return Persons(candidates, clusters.heads)


def _begins_as(short: str, long: str) -> bool:
    return short == long or (1 in (len(short), len(long)) and short[:1] == long[:1])


def _from_within(words: Sequence[str], name: Sequence[str]) -> bool:
    """Return whether two words or more are from within a name, without its first and last: of "María del Pilar
    Bardem Muñoz" "Pilar Bardem". Such a form comes after the whole name: who was named before is another person."""
    return len(words) > 1 and not _begins_as(words[0], name[0]) and words[-1] != name[-1]


def _by_edges(words: Sequence[str], fitting: list[int], heads: Sequence[tuple[str, ...]]) -> list[int]:
    """Of several candidates those whose names begin, then those that end as `words` do: "Anna Huber" is "Anna Maria
    Huber", not "Eva Anna Huber"; a single word is a given name or a surname rather than one between."""
    if len(fitting) < 2:
        return fitting
    if len(words) == 1:
        near = [c for c in fitting if words[0] in (heads[c][0], heads[c][-1])]
    else:
        near = [c for c in fitting if _begins_as(words[0], heads[c][0])] or fitting
        near = [c for c in near if words[-1] == heads[c][-1]] or near
    return near or fitting


def cluster_names(names: Sequence[tuple[str, ...]], loose: bool) -> dict[int, list[int]]:
    """Return the same for organizations (``loose``: a shorter form or an acronym is the same one) and places."""
    clusters = _Clusters()
    candidates: dict[int, list[int]] = {}
    for i in sorted(range(len(names)), key=lambda i: (-len(names[i]), -sum(map(len, names[i])), i)):
        words = names[i]
        exact = clusters.exact.get(words)
        if exact is not None:
            candidates[i] = [exact]
            continue
        fitting: list[int] = []
        if loose and len(words) == 1:
            short = clusters.by_acronym.get(words[0])
            if short is not None and len(clusters.heads[short]) > 1:
                fitting = [short]
        if loose and not fitting and words:
            heads = clusters.by_word.get(words[0], ())
            fitting = [c for c in heads if clusters.heads[c][: len(words)] == words and len(words[0]) > 2]
        candidates[i] = fitting if len(fitting) == 1 else [clusters.new(words)]
    return candidates
