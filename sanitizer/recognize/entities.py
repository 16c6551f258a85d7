"""One entity, one treatment: mentions of the same person, organization or place are joined and found
everywhere.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import ahocorasick
from spacy.tokens import Doc

from sanitizer.recognize.common import SOME_NAME
from sanitizer.recognize.fold import WORD, at_boundaries, lower_same_length, plain, words
from sanitizer.recognize.kinds import settled, stands_for
from sanitizer.recognize.merge import merge
from sanitizer.types import EntityClass, Mention, Span, text_of

_MALE: Final = words(
    "mr mister sir lord king prince duke baron count father brother uncle mister monsieur herr señor"
)
_FEMALE: Final = words(
    "mrs ms miss madam madame mme lady dame queen princess duchess baroness countess sister aunt frau señora"
)
TITLES: Final = (
    _MALE
    | _FEMALE
    | words(
        "dr doctor prof professor judge justice president senator governor minister captain colonel "
        "general major lieutenant sergeant corporal private inspector officer rev reverend pastor bishop "
        "archbishop pope saint st emperor empress sultan sheikh imam rabbi hon honourable mx esq sheriff "
        "detective agent commissioner ambassador chancellor mayor chief admiral commander constable the"
    )
)
_NO_NAMES: Final = words("one two three four five six seven eight nine ten all the and for from with")
"""Words within a "person" that are nobody's name: of "Aston Martin One-77" "One" would set the threshold."""
_SUFFIXES: Final = words("jr sr ii iii iv phd md qc kc mp obe mbe cbe esq")
_PARTICLES: Final = words(
    "de da do dos das di del della der den des du van von zu la le el al bin ibn of y e ter ten af av"
)
_ORG_NOISE: Final = words(
    "the of for and in a an de la du des & inc ltd llc plc corp co gmbh ag sa nv bv company "
    "corporation limited"
)
POSSESSIVE: Final = re.compile(r"['’]s?$|(?<=s)['’]$")
_JOINED: Final = frozenset((EntityClass.PERSON, EntityClass.ORG, EntityClass.LOC))


def _words(surface: str) -> tuple[str, ...]:
    """The words of a surface form, without possessive, case and diacritics."""
    return tuple(plain(w) for w in WORD.findall(POSSESSIVE.sub("", surface)))


def key_words(surface: str) -> str:
    """The words of a surface form as one key: equal for its spellings."""
    return " ".join(_words(surface))


def _person(words: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """The name without titles and suffixes, and "m", "f" or "" for what the title tells."""
    gender, first = "", 0
    while first < len(words) and words[first] in TITLES:
        gender = "m" if words[first] in _MALE else "f" if words[first] in _FEMALE else gender
        first += 1
    last = len(words)
    while last > first + 1 and words[last - 1] in _SUFFIXES:
        last -= 1
    return (tuple(words[first:last]) or tuple(words)), gender


def _fits(short: Sequence[str], long: Sequence[str]) -> bool:
    """Whether ``short`` names the same person as ``long``: its words, or initials for them, in the order
    of ``long``.
    """
    if not short or len(short) > len(long):
        return False
    if len(short[-1]) == 1 or (len(short) == 1 and short[0] in _PARTICLES):
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
    """The acronyms that the words of a name make, with and without its small words; at least two letters."""
    letters = "".join(w[0] for w in words if w)
    strong = "".join(w[0] for w in words if w and w not in _ORG_NOISE)
    return {a for a in (letters, strong) if len(a) >= 2}


class _Clusters:
    """Groups of the distinct names of one class, in which the longer names are settled first."""

    def __init__(self) -> None:
        self.heads: list[tuple[str, ...]] = []
        self.by_word: dict[str, list[int]] = defaultdict(list)
        self.by_initial: dict[str, list[int]] = defaultdict(list)
        self.by_acronym: dict[str, int] = {}
        self.exact: dict[tuple[str, ...], int] = {}

    def new(self, words: tuple[str, ...]) -> int:
        number = len(self.heads)
        self.heads.append(words)
        self.exact[words] = number
        for word in dict.fromkeys(words):
            self.by_word[word].append(number)
            self.by_initial[word[0]].append(number)
        for short in sorted(acronyms(words)):
            self.by_acronym.setdefault(short, number)
        return number


def _cluster_persons(names: Sequence[tuple[tuple[str, ...], str]]) -> dict[int, list[int]]:
    """For each mention (by index) the candidate clusters, best known first; unambiguous ones have one."""
    clusters = _Clusters()
    genders: dict[int, set[str]] = defaultdict(set)
    candidates: dict[int, list[int]] = {}
    order = sorted(range(len(names)), key=lambda i: (-len(names[i][0]), -sum(map(len, names[i][0])), i))
    for i in order:
        words, gender = names[i]
        exact = clusters.exact.get(words)
        seen = sorted({c for w in words for c in _having(clusters, w)}) if exact is None else [exact]
        fitting = [
            c
            for c in seen
            if (exact is not None or _fits(words, clusters.heads[c]))
            and not (len(words) == 1 and gender and genders[c] and gender not in genders[c])
        ]
        if not fitting:
            fitting = [clusters.new(words)]
        if len(fitting) == 1 and gender:
            genders[fitting[0]].add(gender)
        candidates[i] = fitting
    return candidates


def _having(clusters: _Clusters, word: str) -> Iterable[int]:
    """The clusters with a word that ``word`` equals, or is the initial of, or has as its initial."""
    if len(word) == 1:
        yield from clusters.by_initial.get(word, ())
    else:
        yield from clusters.by_word.get(word, ())
        yield from clusters.by_word.get(word[0], ())


def _cluster_names(names: Sequence[tuple[str, ...]], loose: bool) -> dict[int, list[int]]:
    """The same for organizations (``loose``: a shorter form or an acronym is the same one) and places."""
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


def join(doc: Doc, mentions: Sequence[Mention], same: Mapping[str, str] | None = None) -> tuple[Mention, ...]:
    """``mentions`` with entity numbers: 0 for the entity that appears first, and so on, in order of the text.

    Persons are joined by surname or given name alone, initials, titles and nicknames; an ambiguous short
    name goes to the person named last before it. Organizations by acronym and shorter form, places by
    name; everything else by its words. Case, diacritics and possessives make no difference. Numbers that
    came with the mentions stay joined.

    ``same`` joins places and demographic attributes that stand under one value, as adjectives with their
    countries: {"swedish": "sweden", "sweden": "sweden"}.
    """
    text = text_of(doc)
    ordered = sorted(mentions, key=lambda m: (m.span, m.type, m.recognizer))
    keys: list[object] = [None] * len(ordered)
    by_class: dict[EntityClass, list[int]] = defaultdict(list)
    for i, mention in enumerate(ordered):
        by_class[mention.entity_class].append(i)
    for name in sorted(by_class):
        members = by_class[name]
        words = [_words(ordered[i].span.of(text)) or (ordered[i].span.of(text),) for i in members]
        if name not in _JOINED:
            for i, w in zip(members, words, strict=True):
                keys[i] = (name, w)
            continue
        if name is EntityClass.PERSON:
            candidates = _cluster_persons([_person(w) for w in words])
        else:
            stripped = [w[1:] if len(w) > 1 and w[0] == "the" else w for w in words]
            candidates = _cluster_names(stripped, loose=name is EntityClass.ORG)
        latest: dict[int, int] = {}
        for k, i in enumerate(members):
            options = candidates[k]
            chosen = options[0] if len(options) == 1 else max(options, key=lambda c: (latest.get(c, -1), -c))
            latest[chosen] = k
            keys[i] = (name, chosen)
    if same:
        for i, mention in enumerate(ordered):
            one = same.get(key_words(mention.span.of(text)))
            if one is not None and mention.entity_class in (EntityClass.LOC, EntityClass.DEM):
                keys[i] = ("same", one)
    for i in range(1, len(ordered)):
        if ordered[i].entity_class is ordered[i - 1].entity_class and stands_for(
            text, ordered[i - 1], ordered[i]
        ):
            keys[i] = keys[i - 1]
    numbers: dict[object, int] = {}
    given: dict[int, object] = {}
    result: list[Mention] = []
    for mention, key in zip(ordered, keys, strict=True):
        if mention.entity >= 0:
            key = given.setdefault(mention.entity, key)
        result.append(replace(mention, entity=numbers.setdefault(key, len(numbers))))
    return tuple(result)


# --- a form once sensitive is sensitive everywhere ----------------------------------------------------------

_TWO_LETTERS: Final = words(
    "am an as at be by do he if in is it me my no of ok on or so to up us we jr sr ii iv vi ix"
)
_SPREAD: Final = frozenset(
    (
        EntityClass.PERSON,
        EntityClass.ORG,
        EntityClass.LOC,
        EntityClass.CODE,
        EntityClass.MISC,
        EntityClass.DEM,
    )
)


_WITH_PARTICLE: Final = re.compile(
    rf"\s((?:(?:{'|'.join(sorted(_PARTICLES - {'y', 'e', 'of'}))})\s)+\w[\w'’-]+)$", re.IGNORECASE
)
"""The end of a person's name from its particles on."""


def forms_of(surface: str, entity_class: EntityClass, partial: bool = True) -> list[str]:
    """The surface forms that a mention makes sensitive: itself without possessive; ``partial``: a person's names
    alone, too. None of numbers, dates and quantities, or of codes up to three characters.
    """
    if entity_class not in _SPREAD:
        return []
    surface = POSSESSIVE.sub("", surface).strip()
    forms = [surface]
    if entity_class is EntityClass.PERSON and partial:
        words = WORD.findall(surface)
        while len(words) > 1 and plain(words[0]) in TITLES:
            words.pop(0)
        if particle := _WITH_PARTICLE.search(surface):  # "van Beethoven"
            forms.append(particle.group(1))
        forms += [
            w
            for w in words
            if (len(w) > 2 or (len(w) == 2 and w is words[-1] and w.lower() not in _TWO_LETTERS))
            and w[0].isupper()
            and plain(w) not in _PARTICLES
            and plain(w) not in TITLES
            and plain(w) not in _SUFFIXES
            and plain(w) not in _NO_NAMES
        ]
    least = 4 if entity_class is EntityClass.CODE else 2
    return [f for f in forms if len(f) >= least]


def _same_case(form: str, surface: str) -> bool:
    """A capitalized word matches itself, or written all in capitals; a word in lower case, and two words or more, match
    any case: that is what the residual check looks for (:class:`sanitizer.forms.Forms`).
    """
    if surface == form or len(WORD.findall(form)) > 1:
        return True
    if form[0].isupper() or form.isupper():
        return surface[0].isupper() and (
            surface.isupper() or surface[1:] == form[1:] or form.isupper() is surface.isupper()
        )
    return True


def _of_person_in_capitals(form: str, mention: Mention, surface: str) -> bool:
    """Whether a name in capitals ("GARNET DE LA HUNT", in a heading) stands as names do elsewhere: "de la Hunt"."""
    person = mention.entity_class is EntityClass.PERSON
    return person and form.isupper() and len(form) > 2 and surface.istitle()


def _forms(text: str, mentions: Iterable[Mention]) -> dict[str, tuple[str, Mention]]:
    """In lower case, the forms that mentions make sensitive, with the mention that has each; whole names first."""
    table: dict[str, tuple[str, Mention]] = {}
    listed = list(mentions)
    for partial in (False, True):
        for mention in listed:
            for form in forms_of(mention.span.of(text), mention.entity_class, partial):
                table.setdefault(lower_same_length(form), (form, mention))
    return table


def _kind_told(text: str, mention: Mention, kinds: Mapping[str, tuple[str, Mention]]) -> Mention:
    """A name of unknown kind as what another mention of it is known to be: "Jolie's" beside "Angelina Jolie"."""
    surface = POSSESSIVE.sub("", mention.span.of(text))
    form, known = kinds.get(lower_same_length(surface), ("", mention))
    if not form or not (_same_case(form, surface) or _of_person_in_capitals(form, known, surface)):
        return mention
    return replace(mention, type=known.type, entity_class=known.entity_class)


def spread(text: str, mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """``mentions`` and all further occurrences in ``text`` of their surface forms, at word boundaries;
    disjoint. A name of unknown kind gets the kind that another mention of it has.

    A person's given name and surname count too. "Brown" does not make "brown" sensitive. Numbers, dates and
    quantities are not spread; a code is, when it is longer than three characters. Added mentions are
    copies of the first one that has the form, with "spread" as their recognizer.
    """
    known = settled(text, sorted(mentions, key=lambda m: (m.span, m.type, m.recognizer)))
    kinds = _forms(text, (m for m in known if m.type != SOME_NAME))
    known = [_kind_told(text, m, kinds) if m.type == SOME_NAME else m for m in known]
    table = _forms(text, known)
    if not table:
        return merge(known)
    automaton = ahocorasick.Automaton()
    for key in sorted(table):
        automaton.add_word(key, key)
    automaton.make_automaton()
    covered = bytearray(len(text))
    for mention in known:
        covered[mention.span.start : mention.span.end] = b"\x01" * (mention.span.end - mention.span.start)
    added: list[Mention] = []
    for last, key in automaton.iter(lower_same_length(text)):
        start, end = last + 1 - len(key), last + 1
        if all(covered[start:end]) or not at_boundaries(text, start, end):
            continue
        form, mention = table[key]
        if _same_case(form, text[start:end]) or _of_person_in_capitals(form, mention, text[start:end]):
            added.append(replace(mention, span=Span(start, end), recognizer="spread"))
    return merge([*known, *added])
