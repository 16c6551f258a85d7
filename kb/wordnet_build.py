"""Compile the nouns of a WordNet (:mod:`kb.wordnet_source`) into the arrays that :mod:`kb.wordnet` opens, with TAB's
class of each synset (from its nearest ancestor in a table read by hand) and readable labels for those whose first lemma
does not read as what it means."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from kb.base import KnowledgeBaseError
from kb.lexicon import lexicon_arrays, lexicon_order
from kb.store import Array, write_store
from kb.wordnet import CLASSES, KIND
from kb.wordnet_source import ADDED, ENGLISH, WordNetSource, read_wordnet

# synset -> (class of a kind of it, class of an instance of it). A kind of person is a demographic attribute
# (an occupation, a nationality), an instance is a person: TAB, Pilán et al. 2022, section 3.
CLASS_OF: Final[Mapping[str, tuple[str, str]]] = {
    "person.n.01": ("DEM", "PERSON"),
    "imaginary_being.n.01": ("", "PERSON"),
    "spiritual_being.n.01": ("", "MISC"),
    "people.n.01": ("DEM", "DEM"),
    "ethnic_group.n.01": ("DEM", "DEM"),
    "class.n.03": ("DEM", "DEM"),
    "kin.n.02": ("DEM", "DEM"),
    "natural_language.n.01": ("DEM", "DEM"),
    "religion.n.01": ("DEM", "DEM"),
    "illness.n.01": ("DEM", "DEM"),
    "pathological_state.n.01": ("DEM", "DEM"),
    "symptom.n.01": ("DEM", "DEM"),
    "disability.n.01": ("DEM", "DEM"),
    "disorder.n.01": ("DEM", "DEM"),
    "injury.n.01": ("DEM", "DEM"),
    "growth.n.06": ("DEM", "DEM"),
    "occupation.n.01": ("DEM", "DEM"),
    "academic_degree.n.01": ("DEM", "DEM"),
    "status.n.01": ("DEM", "DEM"),
    "nationality.n.02": ("DEM", "DEM"),
    "location.n.01": ("LOC", "LOC"),
    "geological_formation.n.01": ("LOC", "LOC"),
    "body_of_water.n.01": ("LOC", "LOC"),
    "land.n.04": ("LOC", "LOC"),
    "land.n.02": ("LOC", "LOC"),
    "celestial_body.n.01": ("LOC", "LOC"),
    "extraterrestrial_object.n.01": ("LOC", "LOC"),
    "structure.n.01": ("LOC", "LOC"),
    "facility.n.01": ("LOC", "LOC"),
    "way.n.06": ("LOC", "LOC"),
    "political_unit.n.01": ("LOC", "LOC"),
    "organization.n.01": ("ORG", "ORG"),
    "institution.n.02": ("ORG", "ORG"),
    "social_group.n.01": ("", "ORG"),
    "time_period.n.01": ("DATETIME", "DATETIME"),
    "time_unit.n.01": ("DATETIME", "DATETIME"),
    "point.n.06": ("DATETIME", "DATETIME"),
    "date.n.01": ("DATETIME", "DATETIME"),
    "clock_time.n.01": ("DATETIME", "DATETIME"),
    "definite_quantity.n.01": ("QUANTITY", "QUANTITY"),
    "indefinite_quantity.n.01": ("QUANTITY", "QUANTITY"),
    "monetary_unit.n.01": ("QUANTITY", "QUANTITY"),
    "money.n.01": ("QUANTITY", "QUANTITY"),
    "sum.n.01": ("QUANTITY", "QUANTITY"),
    "number.n.08": ("CODE", "CODE"),
    "phone_number.n.01": ("CODE", "CODE"),
}


def classes(names: Sequence[str], hypernyms: Sequence[Sequence[int]], instances: Sequence[bool]) -> list[str]:
    """Return the class of every synset: of the nearest ancestor (or itself) in :data:`CLASS_OF`; MISC for other
    instances.

    An instance with a person among its ancestors is a person, whatever lies nearer (a saint is a deity too). ``names``
    are nltk's, ``hypernyms`` the numbers of each synset's direct hypernyms."""
    return [_class_of(i, names, hypernyms, instance) for i, instance in enumerate(instances)]


def _class_of(number: int, names: Sequence[str], hypernyms: Sequence[Sequence[int]], instance: bool) -> str:
    level, seen = [number], {number}
    found = ""
    while level:
        for synset in level:
            if names[synset] == "person.n.01" and instance:
                return "PERSON"
            if names[synset] in CLASS_OF:
                found = found or CLASS_OF[names[synset]][instance]
                if not instance:
                    return found
        above = [h for synset in level for h in hypernyms[synset] if h not in seen]
        seen.update(above)
        level = list(dict.fromkeys(above))
    return found or ("MISC" if instance else "")


LABEL_OF: Final[Mapping[str, str]] = {
    "clergyman.n.01": "member of the clergy",
    "craftsman.n.03": "artisan",
    "deliveryman.n.01": "delivery worker",
    "fireman.n.04": "firefighter",
    "lawman.n.01": "law officer",
    "policeman.n.01": "police officer",
    "military_policeman.n.01": "military police officer",
    "repairman.n.01": "repair worker",
    "salesman.n.01": "salesperson",
    "statesman.n.01": "national leader",
    "workman.n.01": "manual worker",
    "watchman.n.01": "security guard",
    "crewman.n.02": "crew member",
    "horseman.n.01": "horseback rider",
    "boatman.n.01": "boater",
    "congressman.n.01": "member of congress",
    "trainman.n.01": "railroad worker",
    "headman.n.02": "tribal chief",
    "infantryman.n.01": "foot soldier",
    "layman.n.01": "layperson",
    "oarsman.n.01": "rower",
    "oldster.n.01": "older person",
    "atmospheric_phenomenon.n.01": "weather phenomenon",
    "liquid_body_substance.n.01": "body fluid",
    "vertebrate_foot.n.01": "foot",
    "amerindian.n.01": "Native American",
    "indian.n.01": "American Indian",
    "gregorian_calendar_month.n.01": "month",
    "calendar_month.n.01": "month",
    "calendar_day.n.01": "day",
    "serviceman.n.01": "member of the armed forces",
    "performing_arts.n.01": "performing art",
    "happening.n.01": "event",
    "pathological_state.n.01": "medical condition",
    "ill_health.n.01": "health problem",
    "growth.n.06": "abnormal growth",
    "consumer_goods.n.01": "consumer product",
    "humanistic_discipline.n.01": "humanities subject",
    "discipline.n.01": "field of study",
    "executive_department.n.01": "government department",
    "male.n.02": "male person",
    "female.n.02": "female person",
    "juvenile.n.01": "young person",
    "offspring.n.01": "child",
    "people.n.01": "group of people",
    "starches.n.01": "starchy food",
    "body.n.02": "body of people",
    "content.n.05": "mental content",
    "work.n.02": "piece of work",
    "writing.n.02": "piece of writing",
    "clothing.n.01": "piece of clothing",
    "furniture.n.01": "piece of furniture",
    "equipment.n.01": "piece of equipment",
    "housing.n.01": "dwelling",
    "baked_goods.n.01": "baked product",
    "produce.n.01": "fresh food",
    "assets.n.01": "asset",
    "land.n.04": "body of land",
}
"""Synset -> label. Plural and mass nouns that stand for one thing of the kind get a countable form, and words
that would be false of a woman ("policeman", above policewoman) one that is true of everybody."""


def labels(names: Sequence[str], words: Sequence[str], hypernyms: Sequence[Sequence[int]]) -> dict[int, str]:
    """Return the labels that differ from the first word: the table, and families of languages ("Germanic language").

    ``words`` holds the first word of each synset, ``hypernyms`` the numbers of its direct hypernyms."""
    found = {i: LABEL_OF[n] for i, n in enumerate(names) if n in LABEL_OF and LABEL_OF[n] != words[i]}
    language = next((i for i, n in enumerate(names) if n == "natural_language.n.01"), None)
    if language is not None:
        parents = {p for above in hypernyms for p in above}
        below = _below(language, hypernyms)
        for number in below & parents:
            word = words[number]
            if word[:1].isupper() and not word.lower().endswith(("language", "english")):
                found.setdefault(number, f"{word} language")
    return dict(sorted(found.items()))


def _below(top: int, hypernyms: Sequence[Sequence[int]]) -> set[int]:
    children: dict[int, list[int]] = {}
    for child, above in enumerate(hypernyms):
        for parent in above:
            children.setdefault(parent, []).append(child)
    found: set[int] = set()
    stack = [top]
    while stack:
        for child in children.get(stack.pop(), ()):
            if child not in found:
                found.add(child)
                stack.append(child)
    return found


def build_wordnet(
    path: Path, *, corpus: str = "wordnet", language: str = ENGLISH, nltk_data: Path | None = None
) -> str:
    """Compile a WordNet of nltk to ``path`` and return its name, e.g. ``wordnet:3.0`` or ``wordnet:3.0:spa``.

    ``corpus`` is nltk's name of the version (wordnet, wordnet31, wordnet2021 ...), ``language`` a code of the Open
    Multilingual WordNet (needs nltk's ``omw-1.4``), ``nltk_data`` a folder searched before nltk's own. Raises
    KnowledgeBaseError when nltk does not find them."""
    source = read_wordnet(corpus, language, nltk_data)
    write_store(path, KIND, {"name": source.name}, compile_wordnet(source), compress=True)
    return source.name


def compile_wordnet(source: WordNetSource) -> dict[str, Array]:
    """Return the arrays of a WordNet; the same source gives the same arrays."""
    rows = source.synsets
    numbers = {row.name: i for i, row in enumerate(rows)}
    added = {name for above in ADDED.values() for name in above}
    missing = sorted({a for row in rows for a in row.above if a not in numbers} - added)
    if missing:
        raise KnowledgeBaseError(
            f"{source.name}: hypernym {missing[0]} is not a synset of it; the data are damaged"
        )
    usual = [sum(c for _, _, c in row.words) for row in rows]
    unordered = [[numbers[a] for a in row.above if a in numbers] for row in rows]
    counted = _count(unordered)
    # Best first: the most usual word, then the most specific synset.
    above = [sorted(h, key=lambda s: (-usual[s], counted["hyponyms"][s], rows[s].name)) for h in unordered]

    forms = sorted({w for row in rows for w, _, _ in row.words})
    forms = [forms[i] for i in lexicon_order(forms)]
    form_number = {f: i for i, f in enumerate(forms)}
    senses: list[list[tuple[int, int, int]]] = [[] for _ in forms]
    for number, row in enumerate(rows):
        for word, rank, count in row.words:
            senses[form_number[word]].append((rank, number, count))
    if source.language != ENGLISH:  # no order of senses is given: the most usual synset first
        senses = [
            [(i, n, c) for i, (_, n, c) in enumerate(sorted(s, key=lambda x: (-x[2], x[1])), 1)]
            for s in senses
        ]
    flat = [x for s in senses for x in sorted(s)]
    instances = [row.instance for row in rows]
    names = [row.name for row in rows]
    special: dict[int, str] = {}
    if source.language == ENGLISH:
        special = labels(names, [row.words[0][0] for row in rows], above)
    arrays: dict[str, Array] = {
        **lexicon_arrays(forms, "form"),
        "form_senses": _array([len(s) for s in senses], np.uint8),
        "sense_synsets": _array([n for _, n, _ in flat], np.uint32),
        "sense_ranks": _array([r for r, _, _ in flat], np.uint8),
        "sense_counts": _array([c for _, _, c in flat], np.uint32),
        "synset_words": _array([len(row.words) for row in rows], np.uint8),
        "words": _array([form_number[w] for row in rows for w, _, _ in row.words], np.uint32),
        "synset_hypernyms": _array([len(h) for h in above], np.uint8),
        "hypernyms": _array([h for up in above for h in up], np.uint32),
        "instances": _array(instances, np.uint8),
        "classes": _array([CLASSES.index(c) for c in classes(names, above, instances)], np.uint8),
        "hyponyms": _array(counted["hyponyms"], np.uint32),
        "leaves": _array(counted["leaves"], np.uint32),
        "subsumers": _array(counted["subsumers"], np.uint8),
        "depths": _array(counted["depths"], np.uint8),
        "label_synsets": _array(list(special), np.uint32),
        "labels": np.frombuffer("\n".join(special.values()).encode(), dtype=np.uint8),
        "exceptions": np.frombuffer("\n".join(source.exceptions).encode(), dtype=np.uint8),
    }
    if source.language != ENGLISH:
        order = lexicon_order(names)
        place = np.empty(len(order), dtype=np.uint32)
        place[order] = np.arange(len(order), dtype=np.uint32)
        arrays |= lexicon_arrays([names[i] for i in order], "id")
        arrays |= {"id_synsets": _array(order, np.uint32), "synset_ids": place}
    return arrays


def _count(above: Sequence[Sequence[int]]) -> dict[str, list[int]]:
    """Hyponyms, leaves, subsumers and depth of every synset."""
    n = len(above)
    has_child = [False] * n
    for parents in above:
        for p in parents:
            has_child[p] = True
    hyponyms, leaves, subsumers, depths = [0] * n, [0] * n, [0] * n, [0] * n
    for number in range(n):
        seen, level, depth, shortest = {number}, [number], 0, -1
        while level:
            if shortest < 0 and any(not above[s] for s in level):
                shortest = depth
            level = list(dict.fromkeys(p for s in level for p in above[s] if p not in seen))
            seen.update(level)
            depth += 1
        subsumers[number], depths[number] = len(seen), max(0, shortest)
        seen.discard(number)
        for ancestor in seen:
            hyponyms[ancestor] += 1
            leaves[ancestor] += not has_child[number]
    return {"hyponyms": hyponyms, "leaves": leaves, "subsumers": subsumers, "depths": depths}


def _array(values: Sequence[int], dtype: Any) -> Array:
    if values and max(values) > np.iinfo(dtype).max:
        raise KnowledgeBaseError(
            f"a value of {max(values)} does not fit the file format ({np.dtype(dtype).name})"
        )
    return np.array(values, dtype=dtype)
