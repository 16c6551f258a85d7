"""Readable labels for synsets whose first lemma does not read as what it means in a sentence."""

from collections.abc import Mapping, Sequence
from typing import Final

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
    """The labels that differ from the first word: the table, and families of languages ("Germanic language").

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
